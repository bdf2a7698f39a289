"""The cost of a game: answers a second with the game playing itself, folding a long log, going on after a restart."""

import itertools
import random
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tablecam.game.change_plan import fold
from tablecam.game.game import Game, Question
from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.log import EventLine, InMemory, Sink, read_log
from tablecam.game.playthrough import autoplay
from tablecam.live.lifecycle import AdviceWorker
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups, find_force
from tablecam.rules.books.table_facts import TableNow
from tablecam.rules.forward import ForwardGame, RandomAnswers, make_below
from tablecam.rules.plain import Json
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.snapshot import Snapshot
from tools.bench.figure import BenchResult, Figure, Target, Time, timed
from tools.bench.sight_peers import sight_scene
from tools.bench.tablet import median_ms
from webui.server.server import SWITCH_S

BOOK = BOOKS.usual
SYSTEM = BOOK.system
ANSWERS_WANTED = 40_000.0


def umpire(games: int = 10, events: int = 5000, repetitions: int = 5) -> BenchResult:
    """Games of the starter teams, in memory and in SQLite with a full sync an answer; one long log for the rest."""
    play_without_log = partial(_play_without_log, begin_game(InMemory(), {}).state)
    in_memory, without_log = _rates(_play, games), _rates(play_without_log, games)
    with tempfile.TemporaryDirectory() as folder:
        synced, on_disk = timed(_play, 0, GameStore(open_database(str(Path(folder) / "games.db"))).new())
    log = _long_log(events)
    folds = [timed(fold, SYSTEM, read_log(log))[1] for _ in range(repetitions)]
    resumes = [timed(Game.resume, SYSTEM, log, InMemory())[1] for _ in range(repetitions)]
    return BenchResult(
        "umpire",
        f"a game of {BOOK.title} between the starter teams; a log of {events} events has {len(log)} lines",
        (
            Figure("answers in --auto play, in memory", float(np.median(in_memory)), "/s", (), None, games,
                   (min(in_memory), max(in_memory)), "a game each, processor time"),
            Figure("answers without a log", float(np.median(without_log)), "/s", (), Target(at_least=ANSWERS_WANTED),
                   games, (min(without_log), max(without_log)), "the machine's games, a core, processor time"),
            Figure("answers in --auto play, on disk", synced / on_disk.wall_s, "/s",
                   note="SQLite, a full sync an answer, by the clock on the wall"),
            _figure(f"folding {events} events", folds, "without reading the text"),
            _figure(f"resuming after {events} events", resumes, "reading and folding the log, and asking again"),
        ),
    )  # fmt: skip


def _rates(play: Callable[[int], int], games: int) -> list[float]:
    found = []
    for seed in range(games):
        answers, spent = timed(play, seed)
        found.append(answers / spent.cpu_s)
    return found


def _play_without_log(state: Any, seed: int) -> int:
    """A whole game without a log, with chance as in the trials of the machine; the number of answers it took."""
    game: ForwardGame[Any] = ForwardGame(SYSTEM, state, RandomAnswers(make_below(random.Random(seed).random)))
    game.play()
    return game.answers


def _play(seed: int, sink: Sink | None = None) -> int:
    """A whole game; how many answers it took."""
    return sum(1 for _ in autoplay(begin_game(sink or InMemory(), {}), random.Random(seed).randrange))


def _long_log(events: int) -> list[str]:
    """The lines of a game up to a number of events."""
    sink = InMemory()
    game = begin_game(sink, BOOK.demo().hardy)
    counts = itertools.accumulate(
        sum(isinstance(line, EventLine) for line in given.lines) for given in autoplay(game, random.Random(0).randrange)
    )
    next(count for count in counts if count >= events)
    return sink.lines


def begin_game(sink: Sink, stats: Mapping[str, int], *, closes: bool = False) -> Game[Any]:
    """A game of the demonstration's forces. stats: written over those of every card. closes: is closed at its end."""
    return Game.begin(SYSTEM, build_demo_setup(stats), sink, closes=closes)


def build_demo_setup(stats: Mapping[str, int]) -> dict[str, Json]:
    """The setup of the demonstration's game. stats: written over those of every card."""
    assert BOOK.forces
    demo = BOOK.demo()
    forces = {seat: BOOK.forces.read_force(find_force(BOOK, name)).force for seat, name in demo.forces.items()}
    setup = BOOK.build_setup(forces, None)
    cards = {name: {**card, **stats} for name, card in setup["cards"].items()}
    return {**setup, **demo.setup, "cards": cards}


def _figure(what: str, times: list[Time], note: str) -> Figure:
    spent = [1000 * time.cpu_s for time in times]
    return Figure(what, float(np.median(spent)), " ms", (), None, len(times), (min(spent), max(spent)), note)


NOISE = ((4e-6, 0.0, 0.0), (0.0, 4e-6, 0.0), (0.0, 0.0, 1e-6))
MOST_MS, MOST_SLOWED = 150.0, 1.2
# in the questions before it, whose words are codes
FIRST_ACTION = "move+shoot"  # no text
TARGET = "shoot.target"
RESTS_S = 0.02


def advice(side: int = 12, prisms: int = 25, repetitions: int = 30) -> BenchResult:
    """So many models a side. Ready: by the clock on the wall, from the view in which they rest to what screens get."""
    with (
        tempfile.TemporaryDirectory() as folder,
        game_at_target(Path(folder), side, prisms) as (host, table),
        threads_as_served(),
    ):
        worker = AdviceWorker(table)
        ready = [1000 * timed(worker.look, host, table.stand_elsewhere())[1].wall_s for _time in range(repetitions)]
        alone = [_answer_ms(host) for _time in range(repetitions)]
        with table.restless(), following(worker, host, table):
            meanwhile = [_answer_ms(host) for _time in range(repetitions)]
    slowed = float(np.median(meanwhile) / np.median(alone))
    return BenchResult(
        "advice",
        f"{side} against {side} models, {prisms} prisms: whom a model shoots at, in {BOOK.title}",
        (
            median_ms("advice ready after models rest", ready, MOST_MS, "worked out once for all devices"),
            Figure("an answer while advice is worked out", slowed, "x", (), Target(at_most=MOST_SLOWED), repetitions,
                   note=f"{np.median(meanwhile):.1f} ms against {np.median(alone):.1f} ms, SQLite included"),
        ),
    )  # fmt: skip


@contextmanager
def threads_as_served() -> Iterator[None]:
    """Threads take turns as often as they do in the server."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


class BenchTable(LiveLoop):
    """A table with given positions. Of a change nobody reads more than that something stands elsewhere."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__(capture=None, reader=None)  # type: ignore[arg-type]
        self._snapshot = snapshot
        self._steps = itertools.count()
        self.stand_elsewhere()

    def stand_elsewhere(self) -> PublishedFrame:
        """A model has been put down a little further on."""
        first, *others = self._snapshot.models
        there = replace(first, x_in=first.x_in + 0.05 * (next(self._steps) % 2))
        self._publish(PublishedFrame(self.view.number + 1, replace(self._snapshot, models=(there, *others))))
        return self.view

    @contextmanager
    def restless(self) -> Iterator[None]:
        """Somebody puts models down all the time, so that there is always something to work out."""
        stopped = threading.Event()

        def puts_down() -> None:
            while not stopped.wait(RESTS_S):
                self.stand_elsewhere()

        hand = threading.Thread(target=puts_down, daemon=True)
        hand.start()
        try:
            yield
        finally:
            stopped.set()
            hand.join()


@contextmanager
def following(worker: AdviceWorker, host: GameHost, table: BenchTable) -> Iterator[None]:
    """The worker in a thread of its own."""
    host.changed = table.wake
    worker.follow(host)
    try:
        yield
    finally:
        worker.stop()


@contextmanager
def game_at_target(folder: Path, side: int, prisms: int) -> Iterator[tuple[GameHost, BenchTable]]:
    """A game on disk, in which a model is about to be shot at, over its table."""
    scene = sight_scene(2 * side, prisms)
    scene = replace(scene, models=tuple(replace(placed, covariance=NOISE) for placed in scene.models))
    store = GameStore(open_database(str(folder / "games.db")))
    kept = store.new()
    game = Game.begin(BOOK.system, _setup(scene), kept)
    while game.open[0].ask.action != TARGET:
        question = game.open[0]
        game.answer(_usual(game, question, scene), question=question.line, by=question.ask.seat or "table")
    number = kept.id
    kept.close()
    host = GameHost(store, GameSetups(BOOKS), dict)
    host.open({"game": number})
    try:
        yield host, BenchTable(scene)
    finally:
        host.close()


def _setup(scene: Snapshot) -> dict[str, Json]:
    """The demonstration's forces, over and over, for all models of the table."""
    assert BOOK.forces
    forces = {seat: BOOK.forces.read_force(find_force(BOOK, name)).force for seat, name in BOOK.demo().forces.items()}
    setup: dict[str, Any] = BOOK.build_setup(forces, None) | dict(BOOK.demo().setup)
    sides: dict[str, list[Mapping[str, Any]]] = {}
    for seat, members in setup["sides"].items():
        models = [placed.model.id for placed in scene.models if placed.model.side == seat]
        sides[seat] = [
            {**members[number % len(members)], "id": model, "commander": number == 0}
            for number, model in enumerate(models)
        ]
    return {**setup, "sides": sides}


def _usual(game: Game[Any], question: Question, scene: Snapshot) -> Json:
    """The answers that lead to a shot: the table measures, nobody moves, and the first option is taken."""
    ask = question.ask
    measured = BOOK.facts.answer(ask, game.state, TableNow(scene, {}))
    if measured is not None:
        return measured
    options = [option.id for option in getattr(ask, "options", ()) if option.open]
    match ask.record():
        case {"items": items}:
            return dict.fromkeys(items, options[-1])
        case {"die": _die, "count": count}:
            return [9 if ask.seat == game.seats[0] else 2] * count
        case {"options": _options}:
            return FIRST_ACTION if FIRST_ACTION in options else options[0]
    return True


def _answer_ms(host: GameHost) -> float:
    """How long the answer takes; it is taken back afterwards."""
    game = host.view_for("table")["game"]
    key = next(asked["key"] for asked in game["questions"])
    spent = timed(host.answer, "table", {"key": key, "raw": "nobody", "source": "tap"})[1]
    last = host.view_for("table")["game"]["last"]
    host.do(commands.undo, "table", {"line": last["line"]})
    return 1000 * spent.wall_s
