"""A sum carried along the lines of a log, so that an edited, lost or swapped line is found at its place.

It guards against slips and half-written files, not against somebody who computes the sums again.
"""

import hashlib

# 48 bits: no slip comes out right by chance, and a person can still compare two of them
DIGITS = 12


def line_sum(before: str, text: str) -> str:
    """The sum of a line. before: that of the line before, empty for the first."""
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()[:DIGITS]
