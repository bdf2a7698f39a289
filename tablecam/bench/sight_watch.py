"""One sighting, and who could break into a way of eight inches: as a player waits for them, in milliseconds."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle
from typing import Any

import numpy as np

from tablecam.bench.figure import Figure, Target
from tablecam.bench.sight_scene import SEATS, sight_scene, with_one_moved
from tablecam.bench.timing import timed
from tablecam.measure.sight import sighting
from tablecam.rulebooks.urban_war.advice.watching import OverwatchThreat, watchers
from tablecam.rulebooks.urban_war.rules.events import Activated, OrdersGiven
from tablecam.rulebooks.urban_war.rules.evolve import evolve
from tablecam.rulebooks.urban_war.rules.setup import new_game
from tablecam.rulebooks.urban_war.table.answers import MeasuredTable
from tablecam.table.snapshot import Snapshot

# The error of a model at rest: a hundredth of an inch, and of a radian.
SIGMA = 0.01

RIFLE = {"name": "rifle", "short": {"strength": 5}, "medium": {"strength": 5}, "long": {"strength": 4}}
CARDS = {"rifleman": {"weapons": [RIFLE]}}
MOVER = "m0"


def watching(repetitions: int = 30) -> list[Figure]:
    """The cost of one sighting without and with its error, and of the alerts of overwatch along a way."""
    here = with_errors(sight_scene())
    one = [game_with(here, [watcher]) for watcher in waiting_side(here)]
    side = game_with(here, waiting_side(here))
    way = "overwatch alerts along 8 in of way"
    return [
        _figure("one sighting", _sightings(here, False), repetitions, 1.0),
        _figure("one sighting with its error", _sightings(here, True), repetitions),
        _figure(f"{way}, one watcher", (alerts_on_way(table) for table in cycle(one)), repetitions, 60.0),
        _figure(f"{way}, 20 watchers", (alerts_on_way(table) for table in cycle([side])), repetitions, 150.0),
    ]


def _figure(what: str, calls: Iterator[Callable[[], Any]], repetitions: int, at_most: float | None = None) -> Figure:
    # the first call includes one-time costs
    next(calls)()
    times = [1000 * timed(next(calls))[1].cpu_s for _ in range(repetitions)]
    low, median, high = np.quantile(times, [0.25, 0.5, 0.75]).tolist()
    target = None if at_most is None else Target(at_most=at_most)
    return Figure(what, median, " ms", (), target, repetitions, (low, high))


def with_errors(snapshot: Snapshot) -> Snapshot:
    """The same with every model as sure as one at rest."""
    error = ((SIGMA**2, 0.0, 0.0), (0.0, SIGMA**2, 0.0), (0.0, 0.0, SIGMA**2))
    return replace(snapshot, models=tuple(replace(placed, covariance=error) for placed in snapshot.models))


def waiting_side(snapshot: Snapshot) -> list[str]:
    """The models of the side that watches."""
    return [placed.model.id for placed in snapshot.models if placed.model.side == SEATS[1]]


def _sightings(snapshot: Snapshot, error: bool) -> Iterator[Callable[[], Any]]:
    """Each of another pair, after another model has moved."""
    for number, watcher in enumerate(cycle(waiting_side(snapshot))):
        later = with_one_moved(snapshot, number)
        yield lambda later=later, watcher=watcher: sighting(later, watcher, MOVER, error=error)  # type: ignore[misc]


def game_with(snapshot: Snapshot, waiting: list[str]) -> MeasuredTable:
    """A game in which a model is about to move, and some of the other side are on overwatch."""
    sides = {
        side: [{"id": placed.model.id, "card": "rifleman"} for placed in snapshot.models if placed.model.side == side]
        for side in SEATS[:2]
    }
    state = new_game({"cards": CARDS, "sides": sides, "deployed": True})
    for event in (OrdersGiven(seat=SEATS[1], orders=dict.fromkeys(waiting, "overwatch")), Activated(model=MOVER)):
        state = evolve(state, event)
    return MeasuredTable(snapshot, state)


def alerts_on_way(table: MeasuredTable) -> Callable[[], tuple[OverwatchThreat, ...]]:
    """What finds who could break into eight inches of way with a corner."""
    mover = table.snapshot.model(MOVER)
    x, y, z = mover.x_in, mover.y_in, mover.z_in
    way = [(x, y, z), (x + 6.0, y, z), (x + 6.0, y + 2.0, z)]
    return lambda: watchers(table, MOVER, way)
