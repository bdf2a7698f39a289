"""The camera's observer of the game: a thread of its own that looks at the newest view a few times a second.

It gives answers that the table can give alone as soon as the models rest; answers that a player has to confirm it keeps
ready, live while the model moves. It never works in the loop that reads frames, and holds the game only to read and
write.
"""

import logging
import math
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tablecam.base.errors import TablecamError
from tablecam.game.game import Question
from tablecam.game.hosting.commands import drop_outdated
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.log_view import NOBODY, name_measured_source
from tablecam.game.hosting.open_game import NO_CAMERA, GivenAnswer, LiveWay, OpenGame, TableWatch
from tablecam.game.log import BoundaryLine
from tablecam.live.expected_positions import Alerts, ExpectedPositions, MeasurementCache
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.rules.ask import Ask, IllegalAnswer, Option
from tablecam.rules.books.book import StrayModel, TableFacts
from tablecam.rules.books.plain_table_facts import rests
from tablecam.rules.books.scenery_terrain import add_scenery
from tablecam.rules.books.table_facts import TableNow
from tablecam.rules.books.views import AdviceRow, AdviceView, AlertView
from tablecam.rules.plain import Json
from tablecam.rules.steps import playing
from tablecam.sensing.tracking.odometer import PUT_BACK_IN, Place, Start, Travel, get_place
from tablecam.table.notation import write
from tablecam.table.snapshot import Snapshot, rename_models

# The table's view of the answers to open questions: the impossible ones, and advice on the rest.
#
# A model that could have been interrupted at an earlier point of its path can be put back there: that stays open.


@dataclass(frozen=True)
class LiveAnswers:
    """Closed options and advice, by the line of the question."""

    closed: dict[int, tuple[Option, ...]] = field(default_factory=dict)
    advice: dict[int, AdviceView] = field(default_factory=dict)


def find_live_answers(
    open_game: OpenGame, state: Any, asked: Iterable[tuple[Question, TableNow]], alerts: Alerts
) -> LiveAnswers:
    """Closed options and advice for some questions, from a look at the table."""
    live, facts = LiveAnswers(), open_game.book.facts
    for question, table_now in asked:
        seat = question.ask.seat or NOBODY
        earlier = {alert.option: alert for alert in alerts.by_seat([seat]).get(seat, ())}
        current = facts.answers_now(question.ask, state, table_now, open_game.get_names(seat))
        if closed := tuple(option for option in current.closed if option.id not in earlier):
            live.closed[question.line] = closed
        if current.advice:
            missed = {option.id: earlier[option.id] for option in current.closed if option.id in earlier}
            live.advice[question.line] = _restore_earlier(current.advice, missed)
    return live


def _restore_earlier(view: AdviceView, earlier: Mapping[str, AlertView]) -> AdviceView:
    """Advice with the earlier odds for rows that were possible on the path but no longer are."""

    def row_of(row: AdviceRow) -> AdviceRow:
        alert = earlier.get(row.option)
        return replace(row, text=alert.text, odds=alert.odds, facts=(), line=None) if alert else row

    return replace(view, rows=tuple(map(row_of, view.rows)))


# A path is drawn with at most this many points.
MOST_POINTS = 60
Points = tuple[tuple[float, float], ...]


@dataclass
class LiveWays:
    """Paths by the question's line, updated look by look. A path in several goes is one line."""

    _parts: dict[int, list[tuple[Place, ...]]] = field(default_factory=dict)

    def trace_paths(self, open_game: OpenGame, account: ExpectedPositions) -> dict[int, LiveWay]:
        """The paths so far of the models that open questions are about, by the question's line."""
        table_facts, paths = open_game.book.facts, {}
        places = open_game.places
        for question in open_game.game.open:
            if mover := table_facts.mover(question.ask):
                start, carried = account.start(mover, places), account.odometer.get_carry(mover)
                paths[question.line] = self.way(question.line, start, carried, account.measure_travel(mover, places))
        for line in self._parts.keys() - paths.keys():
            del self._parts[line]
        return {line: path for line, path in paths.items() if path}

    def find_starting_places(self, open_game: OpenGame, account: ExpectedPositions) -> dict[str, Place]:
        """The starting places of models that may be moved while the open questions are."""
        movers = {open_game.book.facts.find_moving_model(question.ask) for question in open_game.game.open} - {""}
        starts = {mover: account.start(mover, open_game.places).place for mover in movers}
        return {mover: place for mover, place in starts.items() if place}

    def way(self, line: int, start: Start, carried: tuple[Place, ...], travel: Travel) -> LiveWay | None:
        """The path so far; None while the model stands at its start, or was not seen there.

        carried: the points of the present or last carry. A carry before it set out belongs to another move.
        """
        legs = self._parts.setdefault(line, [])
        set_out = legs[-1][-1] if legs else start.place
        if legs and carried[:1] == legs[-1][:1]:
            legs[-1] = carried
        elif len(carried) > 1 and set_out and math.dist(carried[0], set_out) < PUT_BACK_IN:
            legs.append(carried)
        length = travel.straight_in if travel.path_in is None else travel.path_in
        if start.place is None or length < PUT_BACK_IN:
            return None
        places = [start.place, *(place for leg in legs for place in leg)]
        # each leg begins where the one before it ended
        places = [place for place, previous in zip(places[1:], places, strict=False) if place[:2] != previous[:2]]
        return LiveWay(thin_points([start.place, *places]), round(length, 2), travel.path_in is not None)


def thin_points(places: Sequence[Place]) -> Points:
    """Points for drawing, at most about MOST_POINTS, the first and the last among them."""
    step = -(-len(places) // MOST_POINTS) or 1
    return tuple((round(x, 2), round(y, 2)) for x, y, _z in (*places[:-1:step], *places[-1:]))


# A model that moved less stands where it stood.
SAME_PLACE_IN = 0.1


@dataclass
class RestClock:
    """How long each model has been seen at rest in one place."""

    _now_s: float = 0.0
    _since: dict[str, tuple[Place, float]] = field(default_factory=dict)

    def note(self, snapshot: Snapshot) -> None:
        """Take in the places of a moment."""
        self._now_s = snapshot.time
        resting = {
            placed.model.id: place for placed in snapshot.models if rests(placed) and (place := get_place(placed))
        }
        for model in self._since.keys() - resting.keys():
            del self._since[model]
        for model, place in resting.items():
            if model not in self._since or math.dist(self._since[model][0], place) > SAME_PLACE_IN:
                self._since[model] = (place, snapshot.time)

    def measure_rest(self, model: str) -> float:
        """The seconds that a model has rested; 0 for one that is not seen."""
        return self._now_s - self._since[model][1] if model in self._since else 0.0


log = logging.getLogger(__name__)

# Short enough for a text that follows a hand, long enough to cost the frame loop nothing.
GAP_S = 1 / 8
PATIENCE_S = 1.0
# A rulebook that asks for more facts in a row without a player goes round in circles.
MOST_AT_ONCE = 60
NONE: frozenset[int] = frozenset()

Keep = Callable[[int, int, PublishedFrame, Sequence[str]], None]


@dataclass(frozen=True)
class Job:
    """The input of a look, read from the game in one go. snapshot: with displaced models where the game has them.

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
    """An observer that follows the live view for the game of a host, between `follow()` and `stop()`.

    keeping: is called after a measured answer, with game, line, view and the models that it is about.
    """

    def __init__(self, live: LiveLoop, keeping: Keep | None = None) -> None:
        self.live = live
        self.keeping = keeping
        self.account = ExpectedPositions()
        self._host: GameHost | None = None
        self._cache = MeasurementCache()
        self._ways = LiveWays()
        self._rests = RestClock()
        self._waits_for_rest = False
        self._refused_answers: dict[int, Json] = {}
        self._alerts = Alerts()
        self._number = self._game_number = -1
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def follow(self, host: GameHost) -> None:
        """Begin to look, for this host."""
        self._host = host
        self._thread = threading.Thread(target=self._run_loop, name="follower", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread; returns when its look is done."""
        self._stopped.set()
        self.live.wake()
        if self._thread is not None:
            self._thread.join()

    # requests of the host, which holds its lock

    def sat_down(self, open_game: OpenGame) -> None:
        """Start with a game, and forget the paths and places of the last one."""
        self.account = ExpectedPositions()
        self._note_view(self.live.view)
        self._cache, self._refused_answers, self._alerts, self._ways = MeasurementCache(), {}, Alerts(), LiveWays()
        self.account.goes_on(boundary(open_game), open_game.places)
        self._mark_awaited(open_game)

    def went_on(self, open_game: OpenGame) -> None:
        """Take in a new procedure or an accepted move: paths count from here."""
        self._note_view(self.live.view)
        self.account.went_on(boundary(open_game), open_game.places)
        self._mark_awaited(open_game)

    def _mark_awaited(self, open_game: OpenGame) -> None:
        """Mark the questions that the next look measures: until then nobody needs to fetch a tape."""
        facts, snapshot = open_game.book.facts, self.live.view.snapshot
        can_measure = snapshot and not snapshot.pose_untrusted
        unmeasured = (
            [question for question in open_game.game.open if question.line not in open_game.measured]
            if can_measure
            else []
        )
        open_game.awaited = frozenset(question.line for question in unmeasured if facts.list_models(question.ask))

    def measure_answer(self, open_game: OpenGame, question: Question) -> GivenAnswer:
        """The table's measurement now; IllegalAnswer if it cannot be used."""
        view = self.live.view
        self._note_view(view)
        table_facts = open_game.book.facts
        table_now = self._table_now(open_game, question, view, self._find_unmoved(open_game, view.snapshot))
        measurement = (
            table_facts.measure_answer(question.ask, open_game.game.state, table_now, open_game.names)
            if table_now
            else None
        )
        if table_now is None or measurement is None:
            raise IllegalAnswer(NO_CAMERA)
        if not measurement.ready:
            raise IllegalAnswer(measurement.why_not)
        source = name_measured_source(measurement.how)
        return GivenAnswer(
            measurement.raw,
            source,
            describe_position(open_game, table_now.snapshot),
            view,
            table_facts.list_models(question.ask),
        )

    def complete_answer(self, open_game: OpenGame, question: Question, typed: GivenAnswer) -> GivenAnswer:
        """A typed length with the model's place, if the camera sees it."""
        table_facts, view = open_game.book.facts, self.live.view
        if view.snapshot is None or not table_facts.mover(question.ask):
            return typed
        table_now = self._table_now(open_game, question, view, ())
        raw = table_facts.complete_answer(question.ask, typed.raw, table_now) if table_now else typed.raw
        return (
            replace(typed, raw=raw, position=describe_position(open_game, view.snapshot))
            if raw is not typed.raw
            else typed
        )

    def check(self, open_game: OpenGame, question: Question, raw: Json) -> None:
        """Raise IllegalAnswer if the table shows that an answer is impossible, now and all along the model's path."""
        for option in self.list_closed(open_game, question) if isinstance(raw, str) else ():
            if option.id == raw:
                raise IllegalAnswer(option.why_not, option.clause, "closed")

    def list_closed(self, open_game: OpenGame, question: Question) -> Sequence[Option]:
        """The options that the table shows to be impossible, now and all along the model's path."""
        view = self.live.view
        if view.snapshot is None:
            return ()
        table_now = self._table_now(open_game, question, view, self._find_unmoved(open_game, view.snapshot))
        if table_now is None:
            return ()
        still_open = {alert.option for alert in open_game.alerts.get(question.ask.seat or "", ())}
        facts, names = open_game.book.facts, open_game.get_names(question.ask.seat or NOBODY)
        closed = facts.answers_now(question.ask, open_game.game.state, table_now, names).closed
        return [option for option in closed if option.id not in still_open]

    def keep(self, game: int, line: int, reading: GivenAnswer) -> None:
        """Hand on the view that an answer was measured on."""
        if self.keeping and reading.view is not None:
            self.keeping(game, line, reading.view, reading.models)

    # the thread

    def _run_loop(self) -> None:
        host = self._host
        assert host
        while self.live.running and not self._stopped.is_set():
            view = self.live.wait(self._number, PATIENCE_S, lambda: self._is_due(host))
            self._number, self._game_number = view.number, host.number
            try:
                self.look(host, view)
            except Exception:
                # a bug must not end the evening: players can type what they measure
                log.exception("the table could not be looked at for the game")
            self._stopped.wait(GAP_S)

    def _is_due(self, host: GameHost) -> bool:
        return self._stopped.is_set() or host.number != self._game_number

    def look(self, host: GameHost, view: PublishedFrame) -> None:
        """Look once: give every answer that the table can give alone, and keep the others ready."""
        for _ in range(MOST_AT_ONCE):
            job = self._take_job(host, view)
            if job is None:
                return
            table_facts = job.open_game.book.facts
            measured = {
                question.line: table_facts.measure_answer(
                    question.ask, job.state, job.seen[question.line], job.open_game.names
                )
                for question in job.open
                if question.line in job.seen
            }
            self._cache = replace(self._cache, measured=measured)
            self._update_alerts(job, table_facts)
            self._publish_look(
                host,
                job,
                find_live_answers(
                    job.open_game,
                    job.state,
                    [(question, job.seen[question.line]) for question in job.open if question.line in job.seen],
                    self._alerts,
                ),
            )
            if not self._answer_alone(host, job, view, table_facts):
                return

    def _take_job(self, host: GameHost, view: PublishedFrame) -> Job | None:
        """The input of the next look; None if nothing has changed since the last one."""
        snapshot = view.snapshot
        with host.reading() as open_game:
            self._note_view(view)
            if open_game is None or snapshot is None:
                return None
            game, trouble = open_game.game, view.trouble or ""
            if self._cache.holds(snapshot, game.log.last, trouble) and not self._waits_for_rest:
                return None
            self._cache = MeasurementCache(snapshot, game.log.last, trouble)
            open_game.set_out = self._ways.find_starting_places(open_game, self.account)
            displaced, unmoved = self._find_displaced(open_game, snapshot), self._find_unmoved(open_game, snapshot)
            tables = {question.line: self._table_now(open_game, question, view, unmoved) for question in game.open}
            return Job(
                open_game,
                game.log.last,
                game.state,
                game.open,
                add_scenery(put_back(snapshot, unmoved), game.state),
                {line: table_now for line, table_now in tables.items() if table_now},
                displaced,
                self._ways.trace_paths(open_game, self.account),
            )

    def _publish_look(self, host: GameHost, job: Job, live: LiveAnswers) -> None:
        """Publish the result, if it differs from the last one and the game has not gone on meanwhile."""
        with host.reading() as open_game:
            if open_game is not job.open_game or open_game.game.log.last != job.last:
                return
            measured = {line: value for line, value in self._cache.measured.items() if value}
            alerts = self._alerts.by_seat({question.ask.seat for question in job.open})
            shown = (open_game.measured, open_game.alerts, open_game.displaced, open_game.ways, open_game.awaited)
            answers = LiveAnswers(open_game.closed, open_game.live_advice)
            if shown == (measured, alerts, job.displaced, job.ways, NONE) and answers == live:
                return
            open_game.measured, open_game.alerts, open_game.displaced = measured, alerts, job.displaced
            drop_outdated(open_game)
            open_game.ways, open_game.awaited = job.ways, NONE
            open_game.closed, open_game.live_advice = live.closed, live.advice
            host.show()

    def _answer_alone(self, host: GameHost, job: Job, view: PublishedFrame, table_facts: TableFacts) -> bool:
        """Give the table's answer to one question; returns whether it did."""
        self._waits_for_rest = False
        for question in job.open:
            measurement = self._cache.measured.get(question.line)
            if (
                measurement is None
                or not measurement.sure
                or not table_facts.by_itself(question.ask)
                or self._refused_answers.get(question.line) == measurement.raw
            ):
                continue
            wait_s = table_facts.find_rest(question.ask)
            models = table_facts.list_models(question.ask) or (str(measurement.raw),)
            if wait_s and min(map(self._rests.measure_rest, models)) < wait_s:
                self._waits_for_rest = True
                continue
            reading = GivenAnswer(
                measurement.raw,
                name_measured_source(measurement.how),
                describe_position(job.open_game, job.snapshot),
                view,
                table_facts.list_models(question.ask),
            )
            try:
                return host.table_says(job.open_game, question.line, reading)
            except TablecamError as refused:
                # the players settle it; the rules would refuse the same answer again
                self._refused_answers[question.line] = measurement.raw
                log.warning("line %d: what the table measured could not stand: %s", question.line, refused)
        return False

    def _update_alerts(self, job: Job, table_facts: TableFacts) -> None:
        for question in job.open:
            mover = table_facts.mover(question.ask)
            if mover and len(job.open) > 1:
                new_path, walked_in = self._alerts.new_part(question.line, self.account.odometer.get_carry(mover))
                with playing(job.open_game.book.system):
                    new_alerts = table_facts.find_alerts(
                        mover, job.state, job.snapshot, new_path, job.open_game.names, walked_in
                    )
                self._alerts.add(question.line, new_alerts)
        self._alerts.forget({question.line for question in job.open})

    def _note_view(self, view: PublishedFrame) -> None:
        if view.snapshot is not None:
            self.account.note(view.snapshot, view.changes)
            self._rests.note(view.snapshot)

    def _find_displaced(self, open_game: OpenGame, snapshot: Snapshot | None) -> tuple[StrayModel, ...]:
        """The models that were moved out of turn."""
        return self._find_strays(open_game, snapshot, open_game.book.facts.find_moving_model)

    def _find_unmoved(self, open_game: OpenGame, snapshot: Snapshot | None) -> tuple[StrayModel, ...]:
        """The models that count where the game has them: also one that is lifted while it is asked what it does.

        A ruling measures nothing else, so what is closed beforehand must not either.
        """
        return self._find_strays(open_game, snapshot, open_game.book.facts.mover)

    def _find_strays(
        self, open_game: OpenGame, snapshot: Snapshot | None, mover_of: Callable[[Ask[Any]], str]
    ) -> tuple[StrayModel, ...]:
        if snapshot is None:
            return ()
        facts, game = open_game.book.facts, open_game.game
        moving = [model for question in game.open if (model := mover_of(question.ask))]
        return facts.find_displaced(
            self.account.correct_snapshot(snapshot, open_game.places), snapshot, game.state, moving
        )

    def _table_now(
        self, open_game: OpenGame, question: Question, view: PublishedFrame, displaced: Sequence[StrayModel]
    ) -> TableNow | None:
        if view.snapshot is None:
            return None
        mover = open_game.book.facts.mover(question.ask)
        travelled = {mover: self.account.measure_travel(mover, open_game.places)} if mover else {}
        snapshot = add_scenery(put_back(view.snapshot, displaced), open_game.game.state)
        return TableNow(snapshot, travelled, view.trouble or "")


def boundary(open_game: OpenGame) -> int:
    """The line at which the procedure in progress began."""
    log = open_game.game.log
    return next((number for number in reversed(log.live) if isinstance(log[number], BoundaryLine)), 1)


def put_back(snapshot: Snapshot, displaced: Sequence[StrayModel]) -> Snapshot:
    """The snapshot as the game knows it: models that were moved out of turn stand where they stood."""
    return snapshot.with_places({moved.model: moved.start for moved in displaced})


def describe_position(open_game: OpenGame, snapshot: Snapshot) -> str:
    """A position for the log, which everybody may read: a hidden model has its id as its name."""
    return write(rename_models(snapshot, {model: model for model in open_game.get_hidden_names(NOBODY)}))
