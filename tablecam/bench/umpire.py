"""What a game costs: answers a second with the game playing itself, folding a long log, going on after a restart."""

import itertools
import random
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tablecam.bench.figure import BenchResult, Figure
from tablecam.bench.timing import Time, timed
from tablecam.game.autoplay import autoplay
from tablecam.game.fold import fold
from tablecam.game.game import Game
from tablecam.game.log import EventLine, InMemory, Sink, read_log
from tablecam.rulebooks.catalogue import BOOKS
from tablecam.rulebooks.game_setups import find_force
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore

BOOK = BOOKS.usual
SYSTEM = BOOK.system


def umpire(games: int = 10, events: int = 5000, repetitions: int = 5) -> BenchResult:
    """Games of the starter teams, in memory and in SQLite with a full sync an answer; one long log for the rest."""
    in_memory = _rates(games)
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
            Figure("answers in --auto play, on disk", synced / on_disk.wall_s, "/s",
                   note="SQLite, a full sync an answer, by the clock on the wall"),
            _figure(f"folding {events} events", folds, "without reading the text"),
            _figure(f"resuming after {events} events", resumes, "reading and folding the log, and asking again"),
        ),
    )  # fmt: skip


def _rates(games: int) -> list[float]:
    found = []
    for seed in range(games):
        answers, spent = timed(_play, seed, InMemory())
        found.append(answers / spent.cpu_s)
    return found


def _play(seed: int, sink: Sink) -> int:
    """A whole game; how many answers it took."""
    return sum(1 for _ in autoplay(begin_game(sink, {}), random.Random(seed).randrange))


def _long_log(events: int) -> list[str]:
    """The lines of a game up to so many events."""
    sink = InMemory()
    game = begin_game(sink, BOOK.demo().hardy)
    counts = itertools.accumulate(
        sum(isinstance(line, EventLine) for line in given.lines) for given in autoplay(game, random.Random(0).randrange)
    )
    next(count for count in counts if count >= events)
    return sink.lines


def begin_game(sink: Sink, stats: Mapping[str, int], *, closes: bool = False) -> Game[Any]:
    """A game of the demonstration's forces. stats: written over those of every card. closes: is closed at its end."""
    assert BOOK.forces
    demo = BOOK.demo()
    forces = {seat: BOOK.forces.read(find_force(BOOK, name)).force for seat, name in demo.forces.items()}
    setup = BOOK.setup_of(forces, None)
    cards = {name: {**card, **stats} for name, card in setup["cards"].items()}
    return Game.begin(SYSTEM, {**setup, **demo.setup, "cards": cards}, sink, closes=closes)


def _figure(what: str, times: list[Time], note: str) -> Figure:
    spent = [1000 * time.cpu_s for time in times]
    return Figure(what, float(np.median(spent)), " ms", (), None, len(times), (min(spent), max(spent)), note)
