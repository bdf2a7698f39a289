"""Lengths for people: in inches, or in centimetres at the book's own rate. Clause: UW-QS What You Need To Play."""

from tablecam.rulebooks.urban_war.rules.house_rules import HouseRules

# Clause: UW-003, and so 48 in are 120 cm.
CENTIMETRES_PER_INCH = 2.5


def length_text(length_in: float, rules: HouseRules) -> str:
    """As this table reads it: `7.5 in` or `18.8 cm`."""
    if rules.unit == "centimetre":
        return f"{length_in * CENTIMETRES_PER_INCH:.1f} cm"
    return f"{length_in:.1f} in"


def near_boundary(length_in: float, limits: tuple[float, ...], rules: HouseRules) -> bool:
    """Whether a length lies so near a limit that the screen warns of it, measured surely or not."""
    return any(abs(length_in - limit) < rules.range_tolerance for limit in limits)
