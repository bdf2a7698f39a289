"""The machine's turns at a live table: it chooses an answer, waits for hands and for people's reactions, and gives it.

It works in the thread of the advice, never on a request. Its answers go through the host like those of a person.
"""

import logging
import random
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from tablecam.base.errors import TablecamError
from tablecam.game.game import Game, Question
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.machine import is_due, is_near
from tablecam.game.hosting.machine_plan import MachinePlan, MachinePlayer, MachineSettings
from tablecam.game.hosting.open_game import GivenAnswer, OpenGame
from tablecam.game.machine_answers import write_reason
from tablecam.game.opponent.machine_seats import MachineAnswer, MachineSeats
from tablecam.game.opponent.table_knowledge import TableKnowledge
from tablecam.game.opponent.trial_game import WAIT
from tablecam.game.playthrough import throw_dice
from tablecam.live.game_observer import describe_position, put_back
from tablecam.live.live_loop import PublishedFrame
from tablecam.rules.ask import Ask, AskByChance, Below
from tablecam.rules.books.book import Book
from tablecam.rules.books.scenery_terrain import add_scenery
from tablecam.rules.books.table_facts import TableNow
from tablecam.rules.books.views import MachineMove
from tablecam.rules.facts import Move
from tablecam.rules.placing import Placing
from tablecam.rules.plain import Json
from tablecam.rules.scenery import get_scenery
from tablecam.sensing.tracking.odometer import get_place
from tablecam.table.snapshot import Snapshot

log = logging.getLogger(__name__)

# how much of its allowance a move leaves for the hand that makes it
SLACK_IN = 0.25


@dataclass(frozen=True)
class MachineJob:
    """A choice to make, read from the game in one go. fork: the game, to try the answer in. last: its length."""

    open_game: OpenGame
    machine: MachinePlayer
    fork: Game[Any]
    last: int
    seats: MachineSeats
    table: TableKnowledge


class MachineWorker:
    """The machine of the game in progress; `look` is called again and again from one thread.

    seed: decides its choices and its dice, and no search ends early; None for those that nobody can foretell.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._below = secrets.randbelow if seed is None else random.Random(seed).randrange
        self._seated: tuple[OpenGame, MachineSettings, MachineSeats] | None = None

    def look(self, host: GameHost, view: PublishedFrame) -> None:
        """Look once: choose the next answer if there is none yet, and give it if the time has come."""
        if job := self._take_job(host, view):
            self._choose(host, job)
        self._carry_out(host, view)

    # choosing

    def _take_job(self, host: GameHost, view: PublishedFrame) -> MachineJob | None:
        """The choice to make; None if the machine is not asked, or has chosen already."""
        with host.reading() as open_game:
            machine = open_game.machine if open_game else None
            if not open_game or not machine or not view.snapshot or view.snapshot.pose_untrusted or open_game.pending:
                return None
            game = open_game.game
            if machine.tried == game.log.last or machine.find_plan(game):
                return None
            fork, seats = game.fork(), self._seat_machine(open_game, machine.settings)
            table = make_knowledge(open_game.book, put_back(view.snapshot, open_game.displaced))
            for opponent in seats.opponents:
                opponent.table, opponent.rolls = table, not machine.settings.people_roll
            questions = seats.list_questions(fork)
            if not questions:
                return None
            closed = list_closed(host, open_game, questions)
            for opponent in seats.opponents:
                opponent.closed = closed
            machine.thinking = 0 if isinstance(questions[0].ask, AskByChance) else game.log.last
            host.show()
            return MachineJob(open_game, machine, fork, game.log.last, seats, table)

    def _seat_machine(self, open_game: OpenGame, settings: MachineSettings) -> MachineSeats:
        if self._seated is None or self._seated[0] is not open_game or self._seated[1] != settings:
            seats = MachineSeats(open_game.book, settings.seats, settings.level, self._seed)
            self._seated = (open_game, settings, seats)
        return self._seated[2]

    def _choose(self, host: GameHost, job: MachineJob) -> None:
        """Search, and keep the answer until it can be given; the game may go on meanwhile."""
        plan, has_failed = None, False
        try:
            if answer := job.seats.answer(job.fork):
                plan = make_plan(job, answer)
        except Exception:
            # a fault must not end the evening: people answer in the machine's place
            log.exception("the machine found no answer")
            has_failed = True
        with host.reading() as open_game:
            job.machine.thinking = 0
            if open_game is job.open_game and open_game.game.log.last == job.last:
                job.machine.take_plan(plan)
                job.machine.tried = job.last if plan is None else 0
                if has_failed:
                    job.machine.give_up(job.last)
            host.show()

    # giving the answer

    def _carry_out(self, host: GameHost, view: PublishedFrame) -> None:
        with host.reading() as open_game:
            machine = open_game.machine if open_game else None
            plan = machine.find_plan(open_game.game) if open_game and machine else None
            if not open_game or not machine or not plan or open_game.pending:
                return
            readings = list(_list_readings(open_game, plan, view, self._below))
            plan = self._note_arrival(host, machine, plan, bool(readings))
            if not readings or not self._is_time(host, open_game, machine):
                return
        self._give_answer(host, open_game, plan, readings)

    def _note_arrival(self, host: GameHost, machine: MachinePlayer, plan: MachinePlan, there: bool) -> MachinePlan:
        """The plan with whether its model has arrived; people may react afresh whenever that changes."""
        if plan.move is None or plan.move.there == there:
            return plan
        machine.take_plan(replace(plan, move=replace(plan.move, there=there)))
        host.show()
        return machine.plan or plan

    def _is_time(self, host: GameHost, open_game: OpenGame, machine: MachinePlayer) -> bool:
        was_due = machine.due
        has_come = is_due(open_game, open_game.steady())
        if was_due is None and not has_come:
            host.show()
        return has_come

    def _give_answer(self, host: GameHost, open_game: OpenGame, plan: MachinePlan, readings: list[GivenAnswer]) -> None:
        for reading in readings:
            try:
                host.machine_says(open_game, plan, reading)
            except TablecamError as refused:
                log.warning("line %d: the machine's answer could not stand: %s", plan.line, refused)
            else:
                return
        with host.reading():
            if open_game.machine:
                open_game.machine.give_up(open_game.game.log.last)
            host.show()


def list_closed(host: GameHost, open_game: OpenGame, questions: Iterable[Question]) -> dict[int, tuple[str, ...]]:
    """The options that the table shows to be impossible, by the line of the question."""
    return {
        question.line: tuple(option.id for option in host.watching.list_closed(open_game, question))
        for question in questions
    }


def make_plan(job: MachineJob, answer: MachineAnswer) -> MachinePlan:
    """The plan to give an answer that the rules have accepted in the fork."""
    question = answer.choice.question
    ranked = (answer.raw, *(raw for raw in answer.choice.ranked if raw not in (WAIT, answer.raw)))
    seat = question.ask.seat or job.open_game.find_seat(question) or job.machine.settings.seats[0]
    plan = MachinePlan(job.last, question.line, seat, ranked, why=write_reason(answer.choice.reason))
    if isinstance(question.ask, AskByChance):
        return replace(plan, by_chance=True, ranked=())
    return replace(plan, move=describe_move(job.table, question, job.open_game.game.state, answer.raw))


def describe_move(table: TableKnowledge | None, question: Question, state: Any, raw: Json) -> MachineMove | None:
    """The move that people make for an answer, with its path; None for an answer that needs no hands."""
    if not isinstance(question.ask, Move) or table is None:
        return None
    model = question.ask.model
    stay = {"length_in": 0.0, "end": list(table.list_places(state)[model])}
    return table.describe_move(model, state, raw if isinstance(raw, dict) and "end" in raw else stay)


def _list_readings(open_game: OpenGame, plan: MachinePlan, view: PublishedFrame, below: Below) -> Iterator[GivenAnswer]:
    """The answers that could be given now, the best first: none before a model is where the machine wants it."""
    question = next(question for question in open_game.game.open if question.line == plan.line)
    position = describe_position(open_game, view.snapshot) if view.snapshot else ""
    if plan.by_chance and isinstance(question.ask, AskByChance):
        yield GivenAnswer(throw_dice(question.ask, below))
    elif plan.move:
        yield from _list_measurements(open_game, question, plan, view, position)
    else:
        yield from (GivenAnswer(raw) for raw in plan.ranked)


def _list_measurements(
    open_game: OpenGame, question: Question, plan: MachinePlan, view: PublishedFrame, position: str
) -> Iterator[GivenAnswer]:
    measured = open_game.measured.get(question.line)
    if measured and measured.ready and is_near(plan, measured.raw):
        models = open_game.book.facts.list_models(question.ask)
        yield GivenAnswer(measured.raw, position=position, view=view, models=models)


def make_knowledge(book: Book, seen: Snapshot) -> TableKnowledge:
    """The machine's knowledge of a table that a camera sees; in trial games models stand where the state has them."""

    def take_snapshot(state: Any) -> Snapshot:
        return add_scenery(seen.with_places(book.facts.list_places(state)), state)

    def measure(ask: Ask[Any], state: Any) -> Json:
        if isinstance(ask, Move | Placing):
            return None
        snapshot = take_snapshot(state)
        standing = {placed.model.id for placed in snapshot.models} | {*get_scenery(state).ids}
        if not standing.issuperset(book.facts.list_models(ask)):
            return None
        return book.facts.answer(ask, state, TableNow(snapshot, {}))

    places = {placed.model.id: place for placed in seen.models if (place := get_place(placed))}
    return TableKnowledge(book, measure, take_snapshot, places, SLACK_IN)
