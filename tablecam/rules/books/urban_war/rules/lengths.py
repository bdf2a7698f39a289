"""Lengths for people: in inches, or in centimetres at the book's own rate. Clause: UW-QS What You Need To Play."""

from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import CENTIMETRES_PER_INCH
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules


def length_text(length_in: float, rules: HouseRules) -> str:
    """A length in the unit of this table: `7.5 in` or `18.8 cm`."""
    if rules.unit == "centimetre":
        return _("{length} cm", length=f"{length_in * CENTIMETRES_PER_INCH:.1f}")
    return _("{length} in", length=f"{length_in:.1f}")


def near_boundary(length_in: float, limits: tuple[float, ...], rules: HouseRules) -> bool:
    """Check whether a length is near enough to a limit for the screen to warn of it, sure or not."""
    return any(abs(length_in - limit) < rules.range_tolerance for limit in limits)
