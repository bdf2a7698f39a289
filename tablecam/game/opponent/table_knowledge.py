"""The table in trial games: facts measured from the places in a state, and places that a model can move to."""

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tablecam.game.opponent.move_goal import STAY, find_goal
from tablecam.rules.ask import Ask, Below
from tablecam.rules.books.book import Book
from tablecam.rules.books.views import MachineMove
from tablecam.rules.facts import Contact, Move, Ranges
from tablecam.rules.plain import Json
from tablecam.table.measure.paths import (
    Hindrance,
    ShortestPath,
    find_path,
    models_in_the_way,
    path_to_touch,
    terrain_in_the_way,
)
from tablecam.table.snapshot import Snapshot

Place = tuple[float, float]
# places that are tried at random for a move, and facts that are kept
RANDOM_PLACES, MOST_KEPT = 8, 20_000
DIGITS = 2
# between two bases of which neither charges
GAP_IN = 0.5


class TableKnowledge:
    """Facts of a table for the machine. measure: answers a question from the places in a state, or None.

    seen: places of models that the camera sees, for those that the state has no place of. slack_in: how much of its
    allowance a move leaves, because a hand puts a model down less exactly; a charge leaves nothing.
    """

    def __init__(
        self,
        book: Book,
        measure: Callable[[Ask[Any], Any], Json],
        take_snapshot: Callable[[Any], Snapshot],
        seen: Mapping[str, tuple[float, float, float]] | None = None,
        slack_in: float = 0.0,
    ) -> None:
        self._facts = book.facts
        self._seen = seen or {}
        self._slack_in = slack_in
        self._measure = measure
        self.take_snapshot = take_snapshot
        self._kept: dict[tuple[Any, ...], Json] = {}

    def has_place(self, state: Any, model: str) -> bool:
        """Whether a model stands somewhere."""
        return model in self.list_places(state)

    def list_places(self, state: Any) -> Mapping[str, tuple[float, float, float]]:
        """The places of the models."""
        return {**self._seen, **self._facts.list_places(state)}

    def find_way(self, model: str, state: Any, end: Sequence[float]) -> tuple[Place, ...]:
        """The points of a model's shortest path to a place, its start and the place at least."""
        snapshot = self.take_snapshot(state)
        hindrances = (*terrain_in_the_way(snapshot, model), *models_in_the_way(snapshot, model))
        mover, goal = snapshot.model(model), (end[0], end[1])
        return tuple(find_path(snapshot, model, goal, hindrances).points) or ((mover.x_in, mover.y_in), goal)

    def find_nearest_in(self, state: Any, place: Sequence[float], models: Sequence[str]) -> float:
        """The distance from a place to the nearest of some models, in inches, in plan."""
        places = self.list_places(state)
        distances = [math.dist(place[:2], places[model][:2]) for model in models if model in places]
        return min(distances, default=0.0)

    def describe_move(self, model: str, state: Any, raw: Mapping[str, Json]) -> MachineMove:
        """A move for people to make: its path, its length, and what its end lies at."""
        end, length_in = raw["end"], float(raw["length_in"])
        goal, place = find_goal(self.take_snapshot(state), model, (end[0], end[1])) if length_in else (STAY, "")
        way = tuple((round(x, 2), round(y, 2)) for x, y in self.find_way(model, state, end))
        return MachineMove(model, way, length_in, goal, place)

    def answer(self, ask: Ask[Any], state: Any) -> Json:
        """The measured answer, None if there is none; ranges and contacts are measured once for the same places."""
        if not isinstance(ask, Ranges | Contact):
            return self._measure(ask, state)
        places = self.list_places(state)
        key = (ask, *(places.get(model) for model in self._facts.list_models(ask)))
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._measure(ask, state)
        return self._kept[key]

    def list_moves(self, ask: Move, state: Any, below: Below) -> list[Json]:
        """Moves that keep to what a model may cross: none, towards each other model, and to places at random.

        A charge has only those that touch its enemy, as long as it can reach it.
        """
        if charges := self.list_charges(ask, state):
            return charges
        if len(ask.subject) < 2:
            ask = replace(ask, allowance_in=max(0.0, ask.allowance_in - self._slack_in))
        snapshot = self.take_snapshot(state)
        hindrances = (*terrain_in_the_way(snapshot, ask.model), *models_in_the_way(snapshot, ask.model))
        mover = snapshot.model(ask.model)
        start = _describe_move(0.0, (mover.x_in, mover.y_in), mover.z_in)
        ways = itertools.chain(
            _list_ways_to_others(snapshot, ask, hindrances), _list_ways_at_random(snapshot, ask, hindrances, below)
        )
        walked = (_walk(path.points, most_in) for path, most_in in ways if path.points)
        return [start, *(_describe_move(length, endpoint, mover.z_in) for length, endpoint in walked)]

    def charges_in_vain(self, ask: Move, state: Any) -> bool:
        """Whether a move is a charge at enemies of which it reaches none."""
        return any(self.has_place(state, enemy) for enemy in ask.subject[1:]) and not self.list_charges(ask, state)

    def list_charges(self, ask: Move, state: Any) -> list[Json]:
        """Moves that touch an enemy that the model charges, one for each on its level that it can reach."""
        if not ask.subject[1:]:
            return []
        snapshot = self.take_snapshot(state)
        hindrances = (*terrain_in_the_way(snapshot, ask.model), *models_in_the_way(snapshot, ask.model))
        z_in = snapshot.model(ask.model).z_in
        there = {placed.model.id for placed in snapshot.models if placed.z_in == z_in}
        paths = [path_to_touch(snapshot, ask.model, enemy, hindrances) for enemy in ask.subject[1:] if enemy in there]
        reached = [path for path in paths if path.length and path.length.value <= ask.allowance_in]
        return [_describe_move(*_walk(path.points, ask.allowance_in), z_in) for path in reached]

    def draw_move(self, ask: Move, state: Any, below: Below) -> Json:
        """A straight move at random, for trials: anywhere, whatever lies between; a charge to its enemy."""
        if charges := self.list_charges(ask, state):
            return charges[0]
        x_in, y_in, z_in = self.list_places(state)[ask.model]
        snapshot, length = self.take_snapshot(state), ask.allowance_in * below(101) / 100
        x, y = _go_straight((x_in, y_in), length, 2 * math.pi * below(360) / 360)
        endpoint = min(max(x, 0.0), snapshot.width_in), min(max(y, 0.0), snapshot.depth_in)
        return _describe_move(math.dist(endpoint, (x_in, y_in)), endpoint, z_in)


def _list_ways_to_others(
    snapshot: Snapshot, ask: Move, hindrances: Sequence[Hindrance]
) -> Iterator[tuple[ShortestPath, float]]:
    """The paths to other models on its level, and how much of them it goes: it touches only a model that it charges."""
    mover = snapshot.model(ask.model)
    for neighbour in snapshot.models:
        if neighbour.model.id != ask.model and neighbour.z_in == mover.z_in:
            path = path_to_touch(snapshot, ask.model, neighbour.model.id, hindrances)
            gap = 0.0 if neighbour.model.id in ask.subject[1:] else GAP_IN
            yield path, min(ask.allowance_in, max(0.0, (path.length.value if path.length else 0.0) - gap))


def _list_ways_at_random(
    snapshot: Snapshot, ask: Move, hindrances: Sequence[Hindrance], below: Below
) -> Iterator[tuple[ShortestPath, float]]:
    mover = snapshot.model(ask.model)
    for _place in range(RANDOM_PLACES):
        length, angle = ask.allowance_in * (1 + below(100)) / 100, 2 * math.pi * below(360) / 360
        path = find_path(snapshot, ask.model, _go_straight((mover.x_in, mover.y_in), length, angle), hindrances)
        if path.length and path.length.value <= ask.allowance_in:
            yield path, ask.allowance_in


def _go_straight(start: Place, length_in: float, angle_rad: float) -> Place:
    return start[0] + length_in * math.cos(angle_rad), start[1] + length_in * math.sin(angle_rad)


def _walk(points: Sequence[Place], allowance_in: float) -> tuple[float, Place]:
    """How far a path goes within an allowance, and where it ends."""
    walked = 0.0
    for start, stop in itertools.pairwise(points):
        step = math.dist(start, stop)
        if walked + step > allowance_in:
            share = (allowance_in - walked) / step
            return allowance_in, (start[0] + share * (stop[0] - start[0]), start[1] + share * (stop[1] - start[1]))
        walked += step
    return walked, points[-1]


def _describe_move(length_in: float, end: Place, z_in: float) -> Json:
    # rounded down, so that it keeps to the allowance
    length = math.floor(length_in * 10**DIGITS) / 10**DIGITS
    return {"length_in": length, "end": [round(end[0], 3), round(end[1], 3), z_in]}
