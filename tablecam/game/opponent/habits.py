"""The machine's habits: how much better an answer does in trials than the decision on average.

    habits.add(list_habit_keys(question, "charge"), 0.02)
    habits.find_advantage(list_habit_keys(question, "charge"))

One decision has too few trials to tell answers apart that differ by a hundredth. The same questions come again in each
turn, so that their trials add up: habits weigh the answers of a search before its first trial, and lead trial games.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablecam.rules.ask import Ask, Assign, Below, Choose, Confirm
from tablecam.rules.plain import Json

HabitKey = tuple[object, ...]

# trials without any difference that an answer is taken to have had before its first
DOUBT = 8
# the share of answers that are drawn at random in trial games, so that habits can change
RANDOM_SHARE = 0.5
NEVER = (0, 0.0)


def list_habit_keys(question: Ask[Any], raw: Json) -> tuple[HabitKey, ...]:
    """The habits that an answer belongs to: one, or one for each part of it; none for a place or a length."""
    about = _describe(question)
    if isinstance(raw, str | int):
        return ((*about, raw),)
    if isinstance(raw, list) and all(isinstance(part, str) for part in raw):
        return tuple((*about, part) for part in raw)
    if isinstance(raw, Mapping) and all(isinstance(part, str) for part in raw.values()):
        return tuple((*about, name, part) for name, part in raw.items())
    return ()


class Habits:
    """The mean advantages of answers, by key."""

    def __init__(self) -> None:
        self._sums: dict[HabitKey, tuple[int, float]] = {}

    def add(self, keys: Sequence[HabitKey], advantage: float) -> None:
        """Count a trial. advantage: its value above the average of the decision, for the seat that answered."""
        for key in keys:
            count, total = self._sums.get(key, NEVER)
            self._sums[key] = (count + 1, total + advantage)

    def find_advantage(self, keys: Sequence[HabitKey]) -> float:
        """The mean advantage of an answer, the sum of those of its parts; 0 for one that was never tried."""
        advantage = 0.0
        for key in keys:
            count, total = self._sums.get(key, NEVER)
            advantage += total / (count + DOUBT)
        return advantage

    def draw_answer(self, question: Ask[Any], below: Below, draw: Callable[[], float]) -> Json:
        """An answer, each part of it by habit or, as often, at random. draw: a random number below 1."""
        match question:
            case Choose(options=options):
                return self._draw_part(_describe(question), [option.id for option in options if option.open], draw)
            case Assign(items=items, options=options):
                open_ids = [option.id for option in options if option.open]
                return {item: self._draw_part((*_describe(question), item), open_ids, draw) for item in items}
            case Confirm():
                return self._draw_part(_describe(question), [True, False], draw)
        return question.draw_answer(below)

    def _draw_part(self, about: HabitKey, answers: Sequence[Json], draw: Callable[[], float]) -> Json:
        if draw() < RANDOM_SHARE:
            return answers[int(draw() * len(answers))]
        return max([(self.find_advantage(((*about, raw),)), draw(), raw) for raw in answers])[2]


def _describe(question: Ask[Any]) -> HabitKey:
    return (type(question).__name__, question.action, question.subject)
