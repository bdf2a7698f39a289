"""Chances in per cent for players. An uncertain chance never reads as 0 or 100."""

from fractions import Fraction

from tablecam.base.i18n import Message


def per_cent(share: Fraction) -> int:
    """A chance in per cent, rounded: 0 and 100 only if it is exactly that."""
    if share in (0, 1):
        return int(100 * share)
    return min(max(round(100 * share), 1), 99)


def share_text(share: Fraction) -> Message:
    """A chance in per cent as text."""
    if 0 < share < Fraction(1, 100):
        return Message("under 1 %")
    if Fraction(99, 100) < share < 1:
        return Message("over 99 %")
    return Message("{share} %", share=per_cent(share))


def odds_text(odds: str) -> Message | str:
    """The chance of a fraction in a record, such as `18/25`, as text; any other text stays unchanged."""
    try:
        share = Fraction(odds)
    except (ValueError, ZeroDivisionError):
        return odds
    return share_text(share) if 0 <= share <= 1 else odds
