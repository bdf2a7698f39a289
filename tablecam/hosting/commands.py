"""What the people at the table do to a game beside answering: each takes the game, who does it, and what was said.

All refuse with a sentence, and then nothing has changed. Lines are the role's own (`seat_log.py`).
"""

from collections.abc import Callable, Mapping
from typing import Any

from tablecam.game.game import UMPIRE
from tablecam.game.reasons import conceding
from tablecam.hosting.open_game import ASK_FACTS, NO, YES, OpenGame
from tablecam.hosting.overruling import agreed, proposed
from tablecam.hosting.roles import NOBODY, TABLE, seat_of
from tablecam.i18n import Message, listing
from tablecam.rules.ask import Ask, Choose, IllegalAnswer
from tablecam.rules.plain import Json

Payload = Mapping[str, Json]
Command = Callable[[OpenGame, str, Payload], None]


def undo(sitting: OpenGame, role: str, said: Payload) -> None:
    """Takes back the last thing that somebody did, if it is still the one of that line."""
    last = sitting.last_act(seat_of(role, sitting.game.seats))
    if last is None:
        raise IllegalAnswer(Message("there is nothing to take back"))
    if said.get("line") != last.number:
        raise IllegalAnswer(Message("something else has happened since: look again at what is taken back"))
    # what the table answered after it goes first, so that what an overruling struck is done again
    while sitting.game.acts.done[-1] > last.line:
        sitting.game.undo()
    sitting.game.undo()


def redo(sitting: OpenGame, role: str, said: Payload) -> None:
    """Does again what was taken back last, if it is still that of the line, and what the table said after it."""
    again = sitting.next_again(seat_of(role, sitting.game.seats))
    if again is None:
        raise IllegalAnswer(Message("there is nothing to do again"))
    if said.get("line", again.number) != again.number:
        raise IllegalAnswer(Message("something else has happened since: look again at what is done again"))
    sitting.game.redo()
    while (undone := sitting.game.acts.undone) and sitting.by_itself(undone[-1]):
        sitting.game.redo()


def name(sitting: OpenGame, role: str, said: Payload) -> None:
    """A side says aloud which of its models it activates, where that is asked of it in private.

    The refusals are all one: none tells what lies face down, whether the model has had its turn, or nothing is asked.
    after: at the shared tablet, the key of the question with which the same tap ends the action before. It has ended
    then, also where the model cannot be named after it: its side is asked, as ever.
    """
    model, game = str(said.get("model", "")), sitting.game
    seat = sitting.phrases.people(game.state).get(model)
    if seat is None or role not in (TABLE, seat):
        raise IllegalAnswer(Message("a side names one of its own models: look at whose they are"))
    ends = role == TABLE and bool(said.get("after"))
    if ends:
        _end(sitting, str(said["after"]))
    asked = next((each for each in game.open if each.ask.seat == seat and _offers(each.ask, model)), None)
    if asked is not None:
        game.answer(model, question=asked.line, by=seat, source="tap")
    elif not ends:
        whose = {"model": sitting.names(model), "seat": sitting.names(seat)}
        refusal = Message("{model} is not named now: {seat} looks at its own counters, and chooses in private", **whose)
        raise IllegalAnswer(refusal)


def _end(sitting: OpenGame, key: str) -> None:
    """Ends the action in progress, where that is what is asked: the side that goes on then does not break in."""
    asked = sitting.question(key, NOBODY)
    ending = sitting.phrases.ending(asked.ask.record())
    if not ending:
        raise IllegalAnswer(Message("something else is asked just now: answer that first"))
    sitting.game.answer(ending, question=asked.line, by=str(asked.ask.seat), source="tap")


def _offers(ask: Ask[Any], model: str) -> bool:
    """Whether a model can be chosen in answer to a seat's private question."""
    return ask.seen_by is not None and isinstance(ask, Choose) and any(each.id == model for each in ask.options)


def overrule(sitting: OpenGame, role: str, said: Payload) -> None:
    """The first step of overruling: shows everybody what it would change, and changes nothing."""
    sitting.pending = proposed(sitting, role, said)


def agree(sitting: OpenGame, role: str, said: Payload) -> None:
    """A seat agrees to what was proposed; both seats, or the umpire alone, make it so."""
    agreed(sitting, role, said)


def decline(sitting: OpenGame, role: str, said: Payload) -> None:  # noqa: ARG001
    """Nothing comes of what was proposed."""
    sitting.pending = None


def correct(sitting: OpenGame, role: str, said: Payload) -> None:  # noqa: ARG001
    """The umpire says what happened."""
    sitting.game.correct(sitting.game.system.event(said.get("event")), why_of(said), UMPIRE)


def abandon(sitting: OpenGame, role: str, said: Payload) -> None:  # noqa: ARG001
    """Drops the rest of the procedure in progress; what it has told stands."""
    sitting.game.abandon(why_of(said), UMPIRE)


def concede(sitting: OpenGame, role: str, said: Payload) -> None:
    """A side gives up, where its rulebook knows that: a seat for itself, the shared tablet for the one it names."""
    seat = known_seat(sitting, str(said.get("seat", "")) if role == TABLE else role)
    event = sitting.phrases.conceded(sitting.game.state, seat)
    if event is None or sitting.game.over:
        raise IllegalAnswer(Message("there is no game to give up, or its rulebook does not know how"))
    if sitting.game.half_done:
        # a correction counts from the start of the procedure in progress: whoever fell in it would stand again
        sitting.game.abandon(conceding(seat), seat)
    sitting.game.correct(event, conceding(seat), seat)


def settings(sitting: OpenGame, role: str, said: Payload) -> None:  # noqa: ARG001
    """How this game asks. ask_facts: every measurement is confirmed by a tap before it counts."""
    if type(said.get("ask_facts")) is not bool:
        example = '{"ask_facts": true}'
        raise IllegalAnswer(Message("say whether measurements are asked: {example}", example=example))
    sitting.kept.set(ASK_FACTS, YES if said["ask_facts"] else NO)
    sitting.ask_facts = said["ask_facts"]


def why_of(said: Payload) -> str:
    """The reason that was given; Refused without one."""
    why = said.get("why")
    if not isinstance(why, str) or not why.strip():
        example = '{"why": "the die was cocked"}'  # no text
        raise IllegalAnswer(Message("say why the game is changed: {example}", example=example))
    return why.strip()


def known_seat(sitting: OpenGame, seat: str) -> str:
    """The seat if there is one of that name."""
    if seat not in sitting.game.seats:
        raise IllegalAnswer(
            Message("there is no seat '{seat}', only {seats}", seat=seat, seats=listing(sitting.game.seats))
        )
    return seat


def answering_seat(sitting: OpenGame, role: str, said: Payload) -> str:
    """The seat whose questions a role answers; the shared tablet may name one."""
    if role == TABLE and said.get("seat"):
        return known_seat(sitting, str(said["seat"]))
    return seat_of(role, sitting.game.seats)
