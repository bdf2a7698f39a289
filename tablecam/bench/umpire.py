"""What a game costs: answers a second with the game playing itself, folding a long log, going on after a restart."""

import itertools
import random
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from tablecam.bench.figure import BenchResult, Figure
from tablecam.bench.timing import Time, timed
from tablecam.game.autoplay import autoplay
from tablecam.game.fold import fold
from tablecam.game.game import Game
from tablecam.game.log import EventLine, InMemory, Sink, read_log
from tablecam.rulebooks.catalogue import rulebook
from tablecam.rulebooks.urban_war.forces.force_toml import find_force, read_force, starters
from tablecam.rulebooks.urban_war.rules.force import setup_of
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore

SYSTEM = rulebook("urban-war")
# nobody dies of anything, so that a game lasts as long as is wanted
HARDY = {"T": 10, "W": 1000}


def umpire(games: int = 10, events: int = 5000, repetitions: int = 5) -> BenchResult:
    """Games of the starter teams, in memory and in SQLite with a full sync an answer; one long log for the rest."""
    in_memory = _rates(games)
    with tempfile.TemporaryDirectory() as folder:
        synced, said = timed(_play, 0, GameStore(open_database(str(Path(folder) / "games.db"))).new())
    log = _long_log(events)
    folds = [timed(fold, SYSTEM, read_log(log))[1] for _ in range(repetitions)]
    resumes = [timed(Game.resume, SYSTEM, log, InMemory())[1] for _ in range(repetitions)]
    return BenchResult(
        "umpire",
        f"a game of Urban War between the starter teams; a log of {events} events has {len(log)} lines",
        (
            Figure("answers in --auto play, in memory", float(np.median(in_memory)), "/s", (), None, games,
                   (min(in_memory), max(in_memory)), "a game each, processor time"),
            Figure("answers in --auto play, on disk", synced / said.wall_s, "/s",
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
    return sum(1 for _ in autoplay(_begun(sink, {}), random.Random(seed).randrange))


def _long_log(events: int) -> list[str]:
    """The lines of a game up to so many events."""
    sink = InMemory()
    game = _begun(sink, HARDY)
    told = itertools.accumulate(
        sum(isinstance(line, EventLine) for line in given.lines) for given in autoplay(game, random.Random(0).randrange)
    )
    next(count for count in told if count >= events)
    return sink.lines


def _begun(sink: Sink, stats: dict[str, int]) -> Game[Any]:
    forces = {side: read_force(find_force(name)).force for side, name in zip(("red", "blue"), starters(), strict=True)}
    setup = setup_of(forces)
    cards = {name: {**card, **stats} for name, card in setup["cards"].items()}
    return Game.begin(SYSTEM, setup | {"cards": cards, "deployed": True}, sink)


def _figure(what: str, times: list[Time], note: str) -> Figure:
    spent = [1000 * time.cpu_s for time in times]
    return Figure(what, float(np.median(spent)), " ms", (), None, len(times), (min(spent), max(spent)), note)
