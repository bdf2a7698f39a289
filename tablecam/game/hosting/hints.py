"""Hints for beginners: a person asks what the machine would do, and only that person's screen gets the answer."""

from collections.abc import Mapping

from tablecam.base.i18n import Message
from tablecam.game.game import Question
from tablecam.game.hosting.commands import answering_seat
from tablecam.game.hosting.log_view import may_answer
from tablecam.game.hosting.machine_plan import Hint, HintRequest
from tablecam.game.hosting.open_game import HINTS, NO, YES, OpenGame
from tablecam.game.machine_answers import read_reason
from tablecam.rules.ask import Assign, Choose, Confirm, Count, IllegalAnswer, Pick
from tablecam.rules.books.game_tags import is_event_tag
from tablecam.rules.books.views import HintView
from tablecam.rules.facts import Move
from tablecam.rules.plain import Json

# decisions; a move that was interrupted is a class of its own, and no decision
HINTED = (Assign, Choose, Confirm, Count, Pick)
NO_HINTS_AT_EVENTS = Message("the machine gives no hints in a game of a club event")


def may_have_hints(open_game: OpenGame) -> bool:
    """Whether hints can be switched on: never in a game of a club event."""
    return not any(map(is_event_tag, open_game.game.log.header.tags))


def set_hints(open_game: OpenGame, role: str, payload: Mapping[str, Json]) -> None:  # noqa: ARG001
    """Switch hints on or off for this game."""
    on = payload.get("on")
    if type(on) is not bool:
        raise IllegalAnswer(Message("say whether the machine gives hints: {example}", example='{"on": true}'))
    if on and not may_have_hints(open_game):
        raise IllegalAnswer(NO_HINTS_AT_EVENTS)
    open_game.kept.set(HINTS, YES if on else NO)
    open_game.hints_on = on


def offers_hint(open_game: OpenGame, question: Question) -> bool:
    """Whether the machine can be asked about a question: a decision of a person's seat, while hints are on."""
    seat = open_game.find_seat(question)
    is_decision = isinstance(question.ask, HINTED) or type(question.ask) is Move
    is_persons = seat is not None and seat not in open_game.machine_seats
    return open_game.hints_on and may_have_hints(open_game) and is_decision and is_persons


def ask_hint(open_game: OpenGame, role: str, payload: Mapping[str, Json]) -> HintView:
    """The hint for the question of that key, or that the machine thinks about it. IllegalAnswer if it gives none."""
    if not may_have_hints(open_game):
        raise IllegalAnswer(NO_HINTS_AT_EVENTS)
    if not open_game.hints_on:
        raise IllegalAnswer(Message("the machine gives hints once they are switched on in the settings"))
    reader = answering_seat(open_game, role, payload)
    question = open_game.question(str(payload.get("key", "")), reader)
    seat = open_game.find_seat(question)
    is_own = may_answer(reader or role, seat, open_game.game.seats) and bool(reader or not question.ask.hidden)
    if seat is None or not is_own or not offers_hint(open_game, question):
        raise IllegalAnswer(Message("the machine gives hints for a side's own decisions only"))
    request = HintRequest(question.line, seat, reader)
    hint = open_game.hints.setdefault(request, None)
    return _describe_hint(open_game, question, request, reader, hint) if hint else HintView()


def _describe_hint(open_game: OpenGame, question: Question, request: HintRequest, reader: str, hint: Hint) -> HintView:
    names, why = open_game.get_names(reader), str(read_reason(hint.why) or "")
    if hint.move or hint.raw is None:
        return HintView(True, "", why, hint.move)
    text = open_game.phrases.describe_answer(question.ask.record(), hint.raw, request.seat, names)
    return HintView(True, text, why)
