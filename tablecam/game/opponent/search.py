"""The search behind a choice: trial games from what a seat knows, most of them for the best answers.

Sequential halving: every answer gets as many trials, the worse half of the answers is dropped, and so on until one is
left. The trials of one pass share their luck: the same hidden orders are drawn and the same dice fall for each answer.
What a trial gains or loses is credited to the decisions in it (`habits.py`), which lead later trials and searches.
"""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tablecam.game.opponent.habits import HabitKey, Habits, list_habit_keys
from tablecam.game.opponent.trial_game import WAIT, AnswerRefused, DecisionPoint, TrialGame, World
from tablecam.rules.forward import ScriptMisfit
from tablecam.rules.plain import Json

# values that differ by less than this are equal
NO_DIFFERENCE = 0.001
# a habit counts as this many trials
WEIGHT = 20
# draws of what is hidden, until one fits everything that has been seen
DRAWS = 200
# trials of each answer before any is dropped
FIRST_PASSES = 2
# of the trials, the share that is left where they go on further
SHARE_AHEAD = 0.4
SEED_BITS = 32
# larger than any difference between ranks
MANY = 1000.0


@dataclass(frozen=True)
class SearchLimits:
    """How far a search goes. horizon: answers after the procedure in progress, where a table measures.

    ahead: the same where the procedure ends alike after each answer, as when hidden orders are given.
    """

    trials: int
    horizon: int = 0
    ahead: int = 30


@dataclass
class Arm:
    """An answer, with the trials that gave it and the sum of their values for the seat.

    prior: its advantage by habit; rank: its place among equals.
    """

    raw: Json
    keys: tuple[HabitKey, ...] = ()
    prior: float = 0.0
    rank: float = 0.0
    visits: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        """The mean value; 0 without a trial."""
        return self.total / self.visits if self.visits else 0.0

    def estimate_advantage(self, average: float) -> float:
        """The advantage to the average of all answers, by trials and habit."""
        return (self.total - average * self.visits + WEIGHT * self.prior) / (self.visits + WEIGHT)


class AnswerSearch:
    """The search for one decision. Nothing that the viewer does not know comes into it."""

    def __init__(
        self,
        world: World,
        moment: DecisionPoint,
        limits: SearchLimits,
        candidates: Sequence[Json],
        chance: random.Random,
        habits: Habits,
    ) -> None:
        self.world = world
        self.moment = moment
        self.limits = limits
        self.candidates = [*candidates, *([WAIT] * moment.may_wait)]
        self._habits = habits
        self._chance = chance
        self._horizon = limits.horizon if world.table else 0
        self._trials_left = limits.trials
        self._values = Averages()
        self._in_time: Callable[[], bool] = lambda: True

    def run(
        self, in_time: Callable[[], bool] = lambda: True, rank_equal: Callable[[Json], float] = lambda _raw: 0.0
    ) -> list[Arm]:
        """The answers, the best first; empty if no draw of what is hidden fits what has been seen.

        in_time: whether another trial may begin; at least one does. rank_equal: the order of answers between which the
        trials show no difference; chance decides the rest.
        """
        self._in_time = in_time
        remaining = [self._make_arm(raw, rank_equal(raw)) for raw in self.candidates]
        dropped: list[Arm] = []
        if not self._try_first(remaining):
            return []
        while len(remaining) > 1:
            rounds_left = math.ceil(math.log2(len(remaining)))
            for _pass in range(max(1, self._trials_left // (rounds_left * len(remaining)))):
                if not self._try_each(remaining):
                    break
            remaining.sort(key=self._get_sort_key)
            kept = (len(remaining) + 1) // 2
            remaining, dropped = remaining[:kept], remaining[kept:] + dropped
        return remaining + dropped

    def _make_arm(self, raw: Json, rank: float) -> Arm:
        keys = list_habit_keys(self.moment.question, raw)
        return Arm(raw, keys, self._habits.find_advantage(keys), rank + self._chance.random() / MANY)

    def _get_sort_key(self, arm: Arm) -> tuple[int, float]:
        advantage = arm.estimate_advantage(self._values.get_mean(self.moment.seat))
        return -round(advantage / NO_DIFFERENCE), arm.rank

    def _try_first(self, arms: list[Arm]) -> bool:
        """Try each answer, and look further ahead from then on if all trials end alike."""
        for _pass in range(FIRST_PASSES):
            if not self._try_each(arms):
                return bool(self._values.count)
        if not self._values.differ:
            self._horizon = max(self._horizon, self.limits.ahead)
            self._trials_left = round(self.limits.trials * SHARE_AHEAD)
            for arm in arms:
                arm.visits, arm.total = 0, 0.0
        return True

    def _try_each(self, arms: list[Arm]) -> bool:
        """Try each answer with the same luck, and drop those that the rules refuse.

        False if no trial is possible, or if the time is over after the first one.
        """
        seed = self._chance.getrandbits(SEED_BITS)
        for arm in tuple(arms):
            if self._values.count and not self._in_time():
                return False
            try:
                if not self._try_once(arm, seed):
                    return False
            except AnswerRefused:
                if len(arms) > 1:
                    arms.remove(arm)
        return True

    def _try_once(self, arm: Arm, seed: int) -> bool:
        for draw in range(DRAWS):
            trial = TrialGame(self.world, self.moment, self._habits, arm.raw, seed + draw)
            try:
                values = trial.play(self._horizon)
            except ScriptMisfit:
                continue
            self._count(arm, trial, values)
            return True
        return False

    def _count(self, arm: Arm, trial: TrialGame, values: Mapping[str, float]) -> None:
        self._trials_left -= 1
        self._values.add(values)
        arm.visits += 1
        arm.total += values.get(self.moment.seat, 0.0)
        for keys, seat in ((arm.keys, self.moment.seat), *trial.choices):
            self._habits.add(keys, values.get(seat, 0.0) - self._values.get_mean(seat))


class Averages:
    """The mean value of all trials for each seat. count: of trials; differ: whether any two ended differently."""

    def __init__(self) -> None:
        self.differ = False
        self.count = 0
        self._sums: dict[str, float] = {}
        self._first: Mapping[str, float] = {}

    def add(self, values: Mapping[str, float]) -> None:
        """Count the values of a trial."""
        self._first = self._first or values
        self.differ = self.differ or values != self._first
        self.count += 1
        for seat, value in values.items():
            self._sums[seat] = self._sums.get(seat, 0.0) + value

    def get_mean(self, seat: str) -> float:
        """The mean value for a seat; 0 without a trial."""
        return self._sums.get(seat, 0.0) / max(1, self.count)
