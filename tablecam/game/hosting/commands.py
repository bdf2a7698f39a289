"""Commands of the people at the table: overrule, accept positions, and all that is not an answer.

Every command refuses with a sentence, and then nothing has changed. Lines are the role's own (`log.py`).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tablecam.base.i18n import Message, listing
from tablecam.game.hosting.log_view import PLAYERS, TABLE, UMPIRE
from tablecam.game.hosting.open_game import ASK_FACTS, NO, YES, Acceptance, OpenGame, P, Pending
from tablecam.game.log import AnswerLine, conceding
from tablecam.game.overrule_preview import Proposal, accept, propose
from tablecam.rules.ask import Ask, Choose, IllegalAnswer
from tablecam.rules.books.book import StrayModel
from tablecam.rules.event import PositionsAccepted
from tablecam.rules.plain import Json, to_plain


def make_proposal(open_game: OpenGame, role: str, payload: Mapping[str, Json]) -> Pending[Proposal]:
    """The proposal, with its maker's agreement. IllegalAnswer for a secret answer, or without a reason."""
    seat, why = open_game.get_viewer(role), payload.get("why")
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
    seat = open_game.get_viewer(role)
    # the machine agrees to whatever people propose; they see it first, and then agree
    agreed = open_game.machine_seats or ((seat,) if seat else ())
    return Pending(proposal, f"{open_game.id}.{open_game.proposals}", agreed)


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


# A model that stands nearer than this to its proposed position has not been moved since.
SAME_IN = 0.1
MOVED_SINCE = Message("models have moved since this was proposed: check their positions again")


def propose_positions(open_game: OpenGame, role: str, payload: Mapping[str, Json]) -> Pending[Acceptance]:
    """The proposal, with its maker's agreement. IllegalAnswer for a model that stands where the game has it."""
    models = payload.get("models")
    if not isinstance(models, list) or not models or not all(isinstance(model, str) for model in models):
        example = '{"models": ["ida"]}'  # no text
        raise IllegalAnswer(Message("name the models whose positions are accepted: {example}", example=example))
    displaced = {moved.model: moved for moved in open_game.displaced}
    for model in models:
        if model not in displaced:
            model_name = open_game.names(model)
            raise IllegalAnswer(
                Message("{model} already stands where the game has it: check the table again", model=model_name)
            )
    event = build_acceptance([displaced[model] for model in models])
    return propose_next(open_game, role, Acceptance(event, role if role in open_game.game.seats else PLAYERS))


def build_acceptance(displaced: Sequence[StrayModel]) -> PositionsAccepted:
    """The event that lets models stand where they were put."""
    return PositionsAccepted(
        at={moved.model: moved.end for moved in displaced},
        moved_in={moved.model: round(moved.by_in, 2) for moved in displaced},
    )


def agree_to_positions(open_game: OpenGame, role: str, payload: Mapping[str, Json]) -> None:
    """Let one more side confirm the proposed positions. They count as soon as no side is missing.

    IllegalAnswer if one of the models no longer stands there; then the proposal is dropped.
    """
    drop_outdated(open_game)
    if open_game.accepting is None:
        raise IllegalAnswer(MOVED_SINCE)
    open_game.accepting = pending = add_agreement(open_game, open_game.accepting, role, payload)
    if pending.agreed == open_game.game.seats:
        open_game.game.interject(pending.proposal.event, UMPIRE if role == UMPIRE else pending.proposal.by)
        open_game.accepting = None
        accepted = pending.proposal.event.at
        open_game.displaced = tuple(moved for moved in open_game.displaced if moved.model not in accepted)


def drop_outdated(open_game: OpenGame) -> None:
    """Drop proposed positions as soon as one of the models stands elsewhere, or where the game has it."""
    pending, ends = open_game.accepting, {moved.model: moved.end for moved in open_game.displaced}
    if pending and not all(
        model in ends and math.dist(ends[model], place) < SAME_IN for model, place in pending.proposal.event.at.items()
    ):
        open_game.accepting = None


Payload = Mapping[str, Json]
Command = Callable[[OpenGame, str, Payload], None]


def undo(open_game: OpenGame, role: str, payload: Payload) -> None:
    """Take back the last act, if it is still the one of the given line."""
    last_act = open_game.last_act(open_game.get_viewer(role))
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
    next_act = open_game.next_again(open_game.get_viewer(role))
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
    if seat is None or role not in (TABLE, seat) or seat in open_game.machine_seats:
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
    open_question = open_game.question(key, open_game.get_viewer(TABLE))
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
    seats = (role, *open_game.machine_seats) if role in game.seats else game.seats
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
    """The seat whose questions a role answers; the shared tablet of several people may name one."""
    if role == TABLE and payload.get("seat"):
        return read_seat(open_game, str(payload["seat"]))
    return open_game.get_viewer(role)
