"""Commands of the people at the table beside answering: each takes the game, the role that acts, and its payload.

Every command refuses with a sentence, and then nothing has changed. Lines are the role's own (`seat_log.py`).
"""

from collections.abc import Callable, Mapping
from typing import Any

from tablecam.base.i18n import Message, listing
from tablecam.game.game import UMPIRE
from tablecam.game.hosting.acceptance import agree_to_positions, propose_positions
from tablecam.game.hosting.open_game import ASK_FACTS, NO, YES, OpenGame
from tablecam.game.hosting.overruling import make_proposal, take_agreement
from tablecam.game.hosting.roles import NOBODY, TABLE, get_viewing_seat
from tablecam.game.reasons import conceding
from tablecam.rules.ask import Ask, Choose, IllegalAnswer
from tablecam.rules.plain import Json

Payload = Mapping[str, Json]
Command = Callable[[OpenGame, str, Payload], None]


def undo(open_game: OpenGame, role: str, payload: Payload) -> None:
    """Take back the last act, if it is still the one of the given line."""
    last_act = open_game.last_act(get_viewing_seat(role, open_game.game.seats))
    if last_act is None:
        raise IllegalAnswer(Message("there is nothing to take back"))
    if payload.get("line") != last_act.number:
        raise IllegalAnswer(Message("something else has happened since: check what will be taken back"))
    # take back the table's later answers first, so that acts that an overruling struck are done again
    while open_game.game.acts.done[-1] > last_act.line:
        open_game.game.undo()
    open_game.game.undo()


def redo(open_game: OpenGame, role: str, payload: Payload) -> None:
    """Do again what was taken back last, if it is still that of the line, and the table's answers after it."""
    next_act = open_game.next_again(get_viewing_seat(role, open_game.game.seats))
    if next_act is None:
        raise IllegalAnswer(Message("there is nothing to redo"))
    if payload.get("line", next_act.number) != next_act.number:
        raise IllegalAnswer(Message("something else has happened since: check what will be redone"))
    open_game.game.redo()
    while (undone := open_game.game.acts.undone) and open_game.by_itself(undone[-1]):
        open_game.game.redo()


def name(open_game: OpenGame, role: str, payload: Payload) -> None:
    """Let a side say aloud which of its models it activates, where it is asked in private.

    All refusals are the same: none reveals what lies face down, whether the model has had its turn, or that nothing is
    asked. after: at the shared tablet, the key of the question with which the same tap ends the previous action. That
    action ends even if the model cannot be named after it: its side is asked as usual.
    """
    model, game = str(payload.get("model", "")), open_game.game
    seat = open_game.phrases.people(game.state).get(model)
    if seat is None or role not in (TABLE, seat):
        raise IllegalAnswer(Message("a side can name only its own models: check whose they are"))
    ends_action = role == TABLE and bool(payload.get("after"))
    if ends_action:
        _end_action(open_game, str(payload["after"]))
    private_question = next(
        (question for question in game.open if question.ask.seat == seat and _offers_model(question.ask, model)), None
    )
    if private_question is not None:
        game.answer(model, question=private_question.line, by=seat, source="tap")
    elif not ends_action:
        whose = {"model": open_game.names(model), "seat": open_game.names(seat)}
        refusal = Message("do not name {model} now: {seat} looks at its own counters and chooses in private", **whose)
        raise IllegalAnswer(refusal)


def _end_action(open_game: OpenGame, key: str) -> None:
    """End the action in progress, if that is the open question: the next side does not break in then."""
    open_question = open_game.question(key, NOBODY)
    ending = open_game.phrases.find_ending(open_question.ask.record())
    if not ending:
        raise IllegalAnswer(Message("another question is open: answer it first"))
    open_game.game.answer(ending, question=open_question.line, by=str(open_question.ask.seat), source="tap")


def _offers_model(ask: Ask[Any], model: str) -> bool:
    """Whether a model can be chosen in answer to a seat's private question."""
    return ask.seen_by is not None and isinstance(ask, Choose) and any(option.id == model for option in ask.options)


def overrule(open_game: OpenGame, role: str, payload: Payload) -> None:
    """Take the first step of overruling: show everybody what it would change, and change nothing."""
    open_game.pending = make_proposal(open_game, role, payload)


def stands(open_game: OpenGame, role: str, payload: Payload) -> None:
    """Take the first step of accepting positions out of turn: show it to everybody, and change nothing."""
    open_game.accepting = propose_positions(open_game, role, payload)


def agree(open_game: OpenGame, role: str, payload: Payload) -> None:
    """Let a seat agree to a proposal; both seats, or the umpire alone, put it into effect."""
    if open_game.accepting and payload.get("proposal") == open_game.accepting.key:
        agree_to_positions(open_game, role, payload)
    else:
        take_agreement(open_game, role, payload)


def decline(open_game: OpenGame, role: str, payload: Payload) -> None:  # noqa: ARG001
    """Drop the proposal."""
    if open_game.accepting and payload.get("proposal") == open_game.accepting.key:
        open_game.accepting = None
    else:
        open_game.pending = None


def correct(open_game: OpenGame, role: str, payload: Payload) -> None:  # noqa: ARG001
    """Let the umpire say what happened."""
    open_game.game.correct(open_game.game.system.event(payload.get("event")), read_reason(payload), UMPIRE)


def abandon(open_game: OpenGame, role: str, payload: Payload) -> None:  # noqa: ARG001
    """Drop the rest of the procedure in progress; its events so far stand."""
    open_game.game.abandon(read_reason(payload), UMPIRE)


def concede(open_game: OpenGame, role: str, payload: Payload) -> None:
    """Let a side give up, if its rulebook allows it: a seat for itself, the shared tablet for the side it names."""
    seat = read_seat(open_game, str(payload.get("seat", "")) if role == TABLE else role)
    event = open_game.phrases.make_concession(open_game.game.state, seat)
    if event is None or open_game.game.over:
        raise IllegalAnswer(Message("there is no game to concede, or its rulebook does not support it"))
    if open_game.game.half_done:
        # a correction counts from the start of the procedure in progress: models that fell in it would stand again
        open_game.game.abandon(conceding(seat), seat)
    open_game.game.correct(event, conceding(seat), seat)


def confirm(open_game: OpenGame, role: str, payload: Payload) -> None:
    """Let a side confirm the result; once both have, or the shared tablet or the umpire has, close the game.

    number: how many lines the role knew then, so that nobody confirms another result than the one they have seen.
    """
    game = open_game.game
    if not game.over or game.log.closed:
        raise IllegalAnswer(Message("there is no result to confirm: the game goes on, or it is closed already"))
    if payload.get("number") != open_game.view_log(role).count:
        raise IllegalAnswer(Message("something else has happened since: check again how the game ended"))
    seats = (role,) if role in game.seats else game.seats
    confirmed = tuple(seat for seat in game.seats if seat in (*open_game.closing, *seats))
    if confirmed == game.seats:
        game.close(role)
    else:
        open_game.closing = confirmed


def settings(open_game: OpenGame, role: str, payload: Payload) -> None:  # noqa: ARG001
    """Set how this game asks. ask_facts: every measurement needs a tap before it counts."""
    if type(payload.get("ask_facts")) is not bool:
        example = '{"ask_facts": true}'
        raise IllegalAnswer(Message("say whether measurements are asked for: {example}", example=example))
    open_game.kept.set(ASK_FACTS, YES if payload["ask_facts"] else NO)
    open_game.ask_facts = payload["ask_facts"]


def read_reason(payload: Payload) -> str:
    """The reason in the payload; IllegalAnswer without one."""
    why = payload.get("why")
    if not isinstance(why, str) or not why.strip():
        example = '{"why": "the die was cocked"}'  # no text
        raise IllegalAnswer(Message("say why the game is changed: {example}", example=example))
    return why.strip()


def read_seat(open_game: OpenGame, seat: str) -> str:
    """The seat if there is one of that name; IllegalAnswer if not."""
    if seat not in open_game.game.seats:
        raise IllegalAnswer(
            Message("there is no seat '{seat}', only {seats}", seat=seat, seats=listing(open_game.game.seats))
        )
    return seat


def answering_seat(open_game: OpenGame, role: str, payload: Payload) -> str:
    """The seat whose questions a role answers; the shared tablet may name one."""
    if role == TABLE and payload.get("seat"):
        return read_seat(open_game, str(payload["seat"]))
    return get_viewing_seat(role, open_game.game.seats)
