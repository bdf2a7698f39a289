"""Where somebody carries a model over the table: towards the enemy, round whatever stands in the way."""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from demo_process import Hands, TableRefused

Point = tuple[float, float]
# how far from an enemy's middle a model stops that does not charge it
CLEAR_IN = 2.4
# shorter ways are tried where the longest cannot be, and others aside of it
SHARES, ASIDE = (1.0, 0.7, 0.4), (0.0, 0.35, -0.35, 0.8, -0.8, 1.3, -1.3)
# what is kept back of an allowance, since the way of a model that is lifted is read a little long; what is no move
KEPT_IN, LEAST_IN = 0.4, 0.6
# the table's edge, for the widest base with its tray
LOW_IN, HIGH_IN = 2.6, 45.4
# where the white lines of the road are, along the table and across it, and how far from one a model keeps for its tag
LINES_IN, OFF_LINE_IN = ((15.1, 20.2), (18.6, 23.6)), 2.0
# a charge is begun where so much of its allowance is left, and the page has no doubt
SPARE_IN = 0.25


@dataclass(frozen=True)
class Carrier:
    """Carries models of one side; enemies: the ids of the other one."""

    hands: Hands
    enemies: frozenset[str]
    chance: random.Random

    def put(self, model: str, x_in: float, y_in: float) -> bool:
        """Puts a model on the table; whether there was room."""
        return self._carried(model, [(x_in, y_in)])

    def charged(self, model: str, target: str) -> float:
        """Carries a model against an enemy; how far, 0 where there is no way."""
        way = self.charges(model).get(target)
        return way[0] if way and self._carried(model, way[1]) else 0.0

    def advanced(self, model: str, far_in: float) -> float:
        """Carries a model towards the nearest enemy, at most so far; how far it went."""
        if far_in < LEAST_IN:
            return 0.0
        for to in self._goals(model, far_in - KEPT_IN):
            way = self.hands.way(model, *to)
            if way and way["length_in"] <= far_in - KEPT_IN and self._carried(model, way["points"]):
                return float(way["length_in"])
        return 0.0

    def charges(self, model: str) -> dict[str, tuple[float, list[Point]]]:
        """Whom a model reaches beyond doubt: how far that is, and the way."""
        return {
            row["target"]: (row["number"]["value"], row["line"])
            for row in self._advice(model)
            if row["kind"] == "way" and row["number"] and row["number"]["value"] <= row["number"]["limit"] - SPARE_IN
        }

    def sees(self, model: str, per_cent: float) -> bool:
        """Whether a model stands where a shot of its would take somebody off the table so often."""
        return any(shot["per_cent"] >= per_cent for row in self._advice(model) for shot in row["odds"])

    def _advice(self, model: str) -> list[Any]:
        """What a model could do to each of the others."""
        try:
            rows: list[Any] = self.hands.advice(model)["rows"]
        except TableRefused:  # it is not seen just now
            return []
        return rows

    def _goals(self, model: str, far_in: float) -> Iterator[Point]:
        truth = {name: (one["x_in"], one["y_in"]) for name, one in self.hands.truth().items()}
        here = truth.get(model)
        there = sorted((math.dist(here, at), at) for name, at in truth.items() if name in self.enemies) if here else []
        if not here or not there:
            return
        gap, at = there[0]
        go = min(far_in, gap - CLEAR_IN)
        straight = math.atan2(at[1] - here[1], at[0] - here[0]) + self.chance.uniform(-0.15, 0.15)
        for share in SHARES:
            for aside in ASIDE:
                x, y = (
                    here[0] + share * go * math.cos(straight + aside),
                    here[1] + share * go * math.sin(straight + aside),
                )
                if share * go >= LEAST_IN and LOW_IN <= x <= HIGH_IN and LOW_IN <= y <= HIGH_IN and off_lines(x, y):
                    yield x, y

    def _carried(self, model: str, way: list[Point]) -> bool:
        x, y = way[-1]
        via = [list(point) for point in way[1:-1]]
        try:
            self.hands.rested(self.hands.do("carry", model=model, x_in=round(x, 3), y_in=round(y, 3), via=via))
        except TableRefused:
            return False
        return True


def off_lines(x_in: float, y_in: float) -> bool:
    """Whether the tag of a model there, left of it or on any side, is clear of the white lines of the road."""
    across, along = LINES_IN
    left = all(abs(x_in - 1.1 - line) > OFF_LINE_IN / 2 for line in across)
    return left and all(abs(y_in - line) > OFF_LINE_IN / 2 for line in along)
