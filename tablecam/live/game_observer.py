"""The camera's eyes on the game: a thread of its own that looks at the newest view a few times a second.

What the table can answer alone it answers as soon as the models rest; what a player has to confirm it keeps ready,
live while the model moves. It never works in the loop that reads pictures, and holds the game only to look and write.
"""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablecam.base.errors import TablecamError
from tablecam.game.game import Question
from tablecam.game.hosting.accepting import drop_outdated
from tablecam.game.hosting.answer_sources import measured_source
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.open_game import LiveWay, OpenGame
from tablecam.game.hosting.roles import NOBODY
from tablecam.game.hosting.table_watch import NO_CAMERA, GivenAnswer, TableWatch
from tablecam.game.log import BoundaryLine
from tablecam.live.expected_positions import Alerts, ExpectedPositions
from tablecam.live.live_answers import LiveAnswers, find_live_answers
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.live.live_ways import LiveWays
from tablecam.live.measurement_cache import MeasurementCache
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import StrayModel, TableFacts, TableNow
from tablecam.rules.plain import Json
from tablecam.table.notation import write
from tablecam.table.renamed import renamed
from tablecam.table.snapshot import Snapshot

log = logging.getLogger(__name__)

# Often enough for a text that follows a hand, seldom enough to cost a frame loop nothing.
GAP_S = 1 / 8
PATIENCE_S = 1.0
# Facts follow on each other; a rulebook that asks for more of them without a player goes round in circles.
MOST_AT_ONCE = 60
NONE: frozenset[int] = frozenset()

Keep = Callable[[int, int, PublishedFrame, Sequence[str]], None]


@dataclass(frozen=True)
class Job:
    """What is looked at, taken off the game in one go. snapshot: with displaced models where the game has them.

    seen, ways: by the question's line. displaced: models that were moved out of turn.
    """

    open_game: OpenGame
    last: int
    state: Any
    open: tuple[Question, ...]
    snapshot: Snapshot
    seen: Mapping[int, TableNow]
    displaced: tuple[StrayModel, ...]
    ways: dict[int, LiveWay]


class GameObserver(TableWatch):
    """Follows the live view for the game of a host, between `follow()` and `stop()`.

    keeping: is called with what an answer was measured on: game, line, view and the models that it is about.
    """

    def __init__(self, live: LiveLoop, keeping: Keep | None = None) -> None:
        self.live = live
        self.keeping = keeping
        self.account = ExpectedPositions()
        self._host: GameHost | None = None
        self._look = MeasurementCache()
        self._ways = LiveWays()
        self._refused: dict[int, Json] = {}
        self._alerts = Alerts()
        self._number = self._game_number = -1
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def follow(self, host: GameHost) -> None:
        """Begins to look, for this host."""
        self._host = host
        self._thread = threading.Thread(target=self._run, name="follower", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread; returns when its look is done."""
        self._stopped.set()
        self.live.wake()
        if self._thread is not None:
            self._thread.join()

    # what the host asks, with its lock held

    def sat_down(self, open_game: OpenGame) -> None:
        """Ways and places of another game are forgotten."""
        self.account = ExpectedPositions()
        self._note(self.live.view)
        self._look, self._refused, self._alerts, self._ways = MeasurementCache(), {}, Alerts(), LiveWays()
        self.account.goes_on(boundary(open_game), open_game.places)
        self._await(open_game)

    def went_on(self, open_game: OpenGame) -> None:
        """A procedure has begun, or a move was accepted: what comes now is counted from here."""
        self._note(self.live.view)
        self.account.went_on(boundary(open_game), open_game.places)
        self._await(open_game)

    def _await(self, open_game: OpenGame) -> None:
        """Questions that the next look will measure: until then nobody needs to be sent for a tape."""
        facts, snapshot = open_game.book.facts, self.live.view.snapshot
        seen = snapshot and not snapshot.pose_untrusted
        new = [asked for asked in open_game.game.open if asked.line not in open_game.measured] if seen else []
        open_game.awaited = frozenset(asked.line for asked in new if facts.concerned(asked.ask))

    def measured(self, open_game: OpenGame, question: Question) -> GivenAnswer:
        """What the table says just now; Refused where that cannot be taken."""
        view = self.live.view
        self._note(view)
        table_facts = open_game.book.facts
        seen = self._seen(open_game, question, view, self._find_displaced(open_game, view.snapshot))
        found = table_facts.measured(question.ask, open_game.game.state, seen, open_game.names) if seen else None
        if seen is None or found is None:
            raise IllegalAnswer(NO_CAMERA)
        if not found.ready:
            raise IllegalAnswer(found.why_not)
        source = measured_source(found.how)
        return GivenAnswer(
            found.raw, source, written(open_game, seen.snapshot), view, table_facts.concerned(question.ask)
        )

    def filled_in(self, open_game: OpenGame, question: Question, typed: GivenAnswer) -> GivenAnswer:
        """A typed length with the place where the model stands, if the camera sees that."""
        table_facts, view = open_game.book.facts, self.live.view
        if view.snapshot is None or not table_facts.mover(question.ask):
            return typed
        seen = self._seen(open_game, question, view, ())
        raw = table_facts.filled_in(question.ask, typed.raw, seen) if seen else typed.raw
        return replace(typed, raw=raw, position=written(open_game, view.snapshot)) if raw is not typed.raw else typed

    def check(self, open_game: OpenGame, question: Question, raw: Json) -> None:
        """Refused where the table shows that an answer is impossible now, and was all along the way of a model."""
        view = self.live.view
        if view.snapshot is None or not isinstance(raw, str):
            return
        seen = self._seen(open_game, question, view, self._find_displaced(open_game, view.snapshot))
        if seen is None:
            return
        on_way = {alert.option for alert in open_game.alerts.get(question.ask.seat or "", ())}
        facts, names = open_game.book.facts, open_game.names_of(question.ask.seat or NOBODY)
        for option in facts.answers_now(question.ask, open_game.game.state, seen, names).closed:
            if option.id == raw and raw not in on_way:
                raise IllegalAnswer(option.why_not, option.clause, "closed")

    def keep(self, game: int, line: int, reading: GivenAnswer) -> None:
        """Hands on what an answer was measured on."""
        if self.keeping and reading.view is not None:
            self.keeping(game, line, reading.view, reading.models)

    # the thread

    def _run(self) -> None:
        host = self._host
        assert host
        while self.live.running and not self._stopped.is_set():
            view = self.live.wait(self._number, PATIENCE_S, lambda: self._due(host))
            self._number, self._game_number = view.number, host.number
            try:
                self.look(host, view)
            except Exception:
                # a fault of ours must not end the evening: players can type what they measure
                log.exception("the table could not be looked at for the game")
            self._stopped.wait(GAP_S)

    def _due(self, host: GameHost) -> bool:
        return self._stopped.is_set() or host.number != self._game_number

    def look(self, host: GameHost, view: PublishedFrame) -> None:
        """One look: answers all that the table can answer alone, and keeps the rest ready."""
        for _ in range(MOST_AT_ONCE):
            job = self._job(host, view)
            if job is None:
                return
            table_facts = job.open_game.book.facts
            measured = {
                question.line: table_facts.measured(
                    question.ask, job.state, job.seen[question.line], job.open_game.names
                )
                for question in job.open
                if question.line in job.seen
            }
            self._look = replace(self._look, measured=measured)
            self._alert(job, table_facts)
            self._show(
                host,
                job,
                find_live_answers(
                    job.open_game,
                    job.state,
                    [(question, job.seen[question.line]) for question in job.open if question.line in job.seen],
                    self._alerts,
                ),
            )
            if not self._answer(host, job, view, table_facts):
                return

    def _job(self, host: GameHost, view: PublishedFrame) -> Job | None:
        """What there is to look at; None where nothing has changed since the last look."""
        snapshot = view.snapshot
        with host.reading() as open_game:
            self._note(view)
            if open_game is None or snapshot is None:
                return None
            game, trouble = open_game.game, view.trouble or ""
            if self._look.holds(snapshot, game.log.last, trouble):
                return None
            self._look = MeasurementCache(snapshot, game.log.last, trouble)
            open_game.set_out = self._ways.set_out(open_game, self.account)
            displaced = self._find_displaced(open_game, snapshot)
            seen = {question.line: self._seen(open_game, question, view, displaced) for question in game.open}
            return Job(
                open_game,
                game.log.last,
                game.state,
                game.open,
                put_back(snapshot, displaced),
                {line: table_now for line, table_now in seen.items() if table_now},
                displaced,
                self._ways.gone(open_game, self.account),
            )

    def _show(self, host: GameHost, job: Job, live: LiveAnswers) -> None:
        """What was found is shown, if it is another than before and the game has not gone on meanwhile."""
        with host.reading() as open_game:
            if open_game is not job.open_game or open_game.game.log.last != job.last:
                return
            found = {line: measured for line, measured in self._look.measured.items() if measured}
            alerts = self._alerts.by_seat({question.ask.seat for question in job.open})
            shown = (open_game.measured, open_game.alerts, open_game.displaced, open_game.ways, open_game.awaited)
            answers = LiveAnswers(open_game.closed, open_game.live_advice)
            if shown == (found, alerts, job.displaced, job.ways, NONE) and answers == live:
                return
            open_game.measured, open_game.alerts, open_game.displaced = found, alerts, job.displaced
            drop_outdated(open_game)
            open_game.ways, open_game.awaited = job.ways, NONE
            open_game.closed, open_game.live_advice = live.closed, live.advice
            host.show()

    def _answer(self, host: GameHost, job: Job, view: PublishedFrame, table_facts: TableFacts) -> bool:
        """The table answers one question alone; whether it did."""
        for question in job.open:
            found = self._look.measured.get(question.line)
            if (
                found is None
                or not found.sure
                or not table_facts.by_itself(question.ask)
                or self._refused.get(question.line) == found.raw
            ):
                continue
            reading = GivenAnswer(
                found.raw,
                measured_source(found.how),
                written(job.open_game, job.snapshot),
                view,
                table_facts.concerned(question.ask),
            )
            try:
                return host.table_says(job.open_game, question.line, reading)
            except TablecamError as refused:
                # the players settle it; asked the same again, the rules would say the same again
                self._refused[question.line] = found.raw
                log.warning("line %d: what the table measured could not stand: %s", question.line, refused)
        return False

    def _alert(self, job: Job, table_facts: TableFacts) -> None:
        for question in job.open:
            mover = table_facts.mover(question.ask)
            if mover and len(job.open) > 1:
                part, walked_in = self._alerts.new_part(question.line, self.account.odometer.carried(mover))
                found = table_facts.alerts(mover, job.state, job.snapshot, part, job.open_game.names, walked_in)
                self._alerts.add(question.line, found)
        self._alerts.forget({question.line for question in job.open})

    def _note(self, view: PublishedFrame) -> None:
        if view.snapshot is not None:
            self.account.note(view.snapshot, view.changes)

    def _find_displaced(self, open_game: OpenGame, snapshot: Snapshot | None) -> tuple[StrayModel, ...]:
        """The models that were moved out of turn."""
        if snapshot is None:
            return ()
        facts, game = open_game.book.facts, open_game.game
        moving = [model for question in game.open if (model := facts.sets_out(question.ask))]
        return facts.find_displaced(self.account.stood(snapshot, open_game.places), snapshot, game.state, moving)

    def _seen(
        self, open_game: OpenGame, question: Question, view: PublishedFrame, displaced: Sequence[StrayModel]
    ) -> TableNow | None:
        if view.snapshot is None:
            return None
        mover = open_game.book.facts.mover(question.ask)
        travelled = {mover: self.account.travelled(mover, open_game.places)} if mover else {}
        return TableNow(put_back(view.snapshot, displaced), travelled, view.trouble or "")


def boundary(open_game: OpenGame) -> int:
    """The line at which the procedure in progress began."""
    log = open_game.game.log
    return next((number for number in reversed(log.live) if isinstance(log[number], BoundaryLine)), 1)


def put_back(snapshot: Snapshot, displaced: Sequence[StrayModel]) -> Snapshot:
    """The table as the game has it: what was moved out of turn stands where it stood."""
    return snapshot.with_places({moved.model: moved.start for moved in displaced})


def written(open_game: OpenGame, snapshot: Snapshot) -> str:
    """A position for the log, which all may read: whoever is hidden goes by the id."""
    return write(renamed(snapshot, {model: model for model in open_game.hidden_names(NOBODY)}))
