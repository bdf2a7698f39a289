"""Reasons that the program gives where lines of a log were struck or a procedure was broken off.

A log keeps the English sentence; a reader sees it in their own language. Reasons that players type stay as they are.
"""

from collections.abc import Callable, Mapping

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _

# The words on the left are in logs: they never change.
FAILED = "the rulebook broke over it"  # no text
CORRECTED = "the umpire corrects what came before"  # no text
CHANGED = "not what the rulebook does now"  # no text
TAKEN_BACK = "taken back"  # no text
CONCEDES = " concedes"  # no text

REASONS: Mapping[str, Message] = {
    FAILED: Message("the rulebook failed on it"),
    CORRECTED: Message("the umpire corrects something earlier"),
    CHANGED: Message("differs from the rulebook’s current answer"),
    TAKEN_BACK: Message("taken back"),
}


def conceding(seat: str) -> str:
    """The reason in the log for a seat that concedes."""
    return f"{seat}{CONCEDES}"


def reason_text(why: str, seats: tuple[str, ...] = (), called: Callable[[str], object] = str) -> str:
    """A reason as a person reads it. seats: the players, one of whom may have conceded. called: a seat's name."""
    seat = why.removesuffix(CONCEDES)
    if seat in seats and seat != why:
        return _("{side} concedes", side=called(seat))
    return str(REASONS.get(why, why))
