"""Overrule at the table: one role proposes, everybody sees it, and both seats or the umpire alone agree to it."""

from collections.abc import Mapping
from dataclasses import replace

from tablecam.base.i18n import Message, listing
from tablecam.game.hosting.open_game import OpenGame, P, Pending
from tablecam.game.hosting.roles import TABLE, UMPIRE, get_viewing_seat
from tablecam.game.log import AnswerLine
from tablecam.game.overrule_preview import Proposal, accept, propose
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json, to_plain


def make_proposal(open_game: OpenGame, role: str, payload: Mapping[str, Json]) -> Pending[Proposal]:
    """The proposal, with its maker's agreement. IllegalAnswer for a secret answer, or without a reason."""
    seat, why = get_viewing_seat(role, open_game.game.seats), payload.get("why")
    line = _find_public_answer(open_game, seat, payload.get("line"))
    if "raw" not in payload:
        example = '{"line": 38, "raw": .., "why": ".."}'  # no text
        raise IllegalAnswer(Message("say what it should have been: {example}", example=example))
    if not isinstance(why, str) or not why.strip():
        raise IllegalAnswer(Message("say why it is overruled"))
    proposal = propose(open_game.game, line, to_plain(payload["raw"]), why, role if role != TABLE else UMPIRE)
    return propose_next(open_game, role, proposal)


def propose_next(open_game: OpenGame, role: str, proposal: P) -> Pending[P]:
    """A proposal under a new key, with the agreement of the side that makes it."""
    # a count of its own: the length of the log would reveal secret acts
    open_game.proposals += 1
    seat = get_viewing_seat(role, open_game.game.seats)
    return Pending(proposal, f"{open_game.id}.{open_game.proposals}", (seat,) if seat else ())


def take_agreement(open_game: OpenGame, role: str, payload: Mapping[str, Json]) -> None:
    """Add one more side's agreement to a correction, and make it as soon as no side is missing."""
    if open_game.pending is None or payload.get("proposal") != open_game.pending.key:
        raise IllegalAnswer(Message("that proposal is no longer open: the game has moved on, or somebody declined"))
    open_game.pending = pending = add_agreement(open_game, open_game.pending, role, payload)
    if pending.agreed == open_game.game.seats:
        open_game.pending = None
        accept(open_game.game, pending.proposal)


def add_agreement(open_game: OpenGame, pending: Pending[P], role: str, payload: Mapping[str, Json]) -> Pending[P]:
    """The proposal with one more side's agreement: a device's own, the side named at the shared tablet, or all.

    The umpire agrees for all. The shared tablet has no side of its own, so it names the side that agrees.
    """
    seats = open_game.game.seats
    seat = str(payload.get("seat", "")) if role == TABLE else role
    if role != UMPIRE and seat not in seats:
        raise IllegalAnswer(Message("say which seat agrees: {seats}", seats=listing(seats)))
    agreed_seats = (
        seats if role == UMPIRE else tuple(candidate for candidate in seats if candidate in (*pending.agreed, seat))
    )
    return replace(pending, agreed=agreed_seats)


def _find_public_answer(open_game: OpenGame, seat: str, number: Json) -> int:
    """The log's line for a seat's own number of an answer that is public."""
    numbers = open_game.logs[seat].view.numbers
    if type(number) is not int or not 1 <= number <= len(numbers):
        raise IllegalAnswer(Message("the log has no line {line}", line=number))
    line = numbers[number - 1]
    if not open_game.game.log.counts(line) or not isinstance(open_game.game.log[line], AnswerLine):
        raise IllegalAnswer(Message("line {line} is not an answer that counts", line=number))
    ask = open_game.game.log.question(line)
    if ask.get("secret") or ask.get("seen_by"):
        raise IllegalAnswer(Message("line {line} was answered in secret: take it back instead", line=number))
    return line
