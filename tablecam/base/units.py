"""Inches on the table, millimetres on paper and plastic. No other module knows 25.4."""

MM_PER_INCH = 25.4


def to_inches(length_mm: float) -> float:
    """A length in inches from one in millimetres."""
    return length_mm / MM_PER_INCH


def to_mm(length_in: float) -> float:
    """A length in millimetres from one in inches."""
    return length_in * MM_PER_INCH
