"""Runs of equal keys in sorted rows."""

import numpy as np


def begins(*keys: np.ndarray) -> np.ndarray:
    """(n,): whether a row differs from the previous one in any of the keys (n,); the first row does."""
    new = np.empty(len(keys[0]), bool)
    new[:1], later = True, new[1:]
    np.not_equal(keys[0][1:], keys[0][:-1], out=later)
    for key in keys[1:]:
        later |= key[1:] != key[:-1]
    return new
