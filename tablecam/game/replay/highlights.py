"""The moments of a game that its players talk about: losses, the turning point, the best and the worst roll."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TypeVar

from tablecam.game.dice_statistics import LoggedRoll, iterate_logged_rolls
from tablecam.game.log import EventLine
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.rules.books.views import GameResultView
from tablecam.rules.plain import Json

T = TypeVar("T")


@dataclass(frozen=True)
class Loss:
    """A line after which models are out of play that were in play before it. models: their ids."""

    number: int
    models: frozenset[str]


@dataclass(frozen=True)
class NotableRoll:
    """A roll beside its expectation. number: of the role's line; chance: of doing at least, or at most, so well."""

    number: int
    seat: str
    chance: Fraction


@dataclass(frozen=True)
class Highlights:
    """The moments of a game as far as a role may know it; None for what the game does not have."""

    losses: tuple[Loss, ...]
    turning_point: Loss | None
    best_roll: NotableRoll | None
    worst_roll: NotableRoll | None


def find_highlights(known: SeatHistory) -> Highlights:
    """Finds the moments of a game, from the log of a role alone."""
    losses, result = list_losses(known), find_result(known)
    sides = known.game.phrases.people(known.game.state)
    turning_point = find_turning_point(losses, sides, result.winner) if result and result.winner else None
    rolls = list(iterate_logged_rolls(known.log))
    return Highlights(losses, turning_point, find_best_roll(rolls), find_worst_roll(rolls))


def find_result(known: SeatHistory) -> GameResultView | None:
    """The result so far in the names that a role knows; None if the rulebook has none."""
    return known.game.book.result(known.game.state, known.log_view.names)


def list_losses(known: SeatHistory) -> tuple[Loss, ...]:
    """Every line that counts and takes models out of play, in order; models that came back at once are not lost."""
    changes = _find_changes(known, lambda number: find_fallen(known, number))
    return tuple(Loss(number, lost) for number, before, after in changes if (lost := after - before))


def list_score_changes(known: SeatHistory) -> tuple[int, ...]:
    """The lines that count and change the score, in order; none if the rulebook has no score."""
    return tuple(number for number, _before, _after in _find_changes(known, lambda number: _read_score(known, number)))


def _read_score(known: SeatHistory, number: int) -> tuple[tuple[str, object], ...]:
    """The score after a line: every cell of every side."""
    result = known.game.book.result(known.game.get_state(known.true(number)), known.log_view.names)
    return tuple((side.seat, cell) for side in result.sides for cell in side.cells.items()) if result else ()


def _find_changes(known: SeatHistory, read: Callable[[int], T]) -> Iterator[tuple[int, T, T]]:
    """Every event that counts and changes a value: its line, the value before and after it, in order.

    Between two lines of the same value nothing is read, so that a change that was reverted in between may be missed.
    """
    numbers = [number for number in known.log.since(2, known.log.last + 1) if isinstance(known.log[number], EventLine)]
    lines = [1, *numbers]

    @cache
    def get_value(index: int) -> T:
        return read(lines[index])

    def search(low: int, high: int) -> Iterator[tuple[int, T, T]]:
        if get_value(low) == get_value(high):
            return
        if high - low > 1:
            middle = (low + high) // 2
            yield from search(low, middle)
            yield from search(middle, high)
        else:
            yield lines[high], get_value(low), get_value(high)

    return search(0, len(numbers))


def find_fallen(known: SeatHistory, number: int) -> frozenset[str]:
    """The models that are out of play after a line."""
    state = known.game.get_state(known.true(number))
    models: Mapping[str, Mapping[str, Json]] = known.game.visible(state, known.log_view.seat)["models"]
    return frozenset(model for model, record in models.items() if not record["alive"])


def find_turning_point(losses: Iterable[Loss], sides: Mapping[str, str], winner: str) -> Loss | None:
    """The loss from which on the winner has lost fewer models than all opponents together; None if there is none."""
    lead, point = 0, None
    for loss in losses:
        lead += sum(1 if sides[model] != winner else -1 for model in loss.models)
        point = (point or loss) if lead > 0 else None
    return point


def find_best_roll(rolls: Sequence[LoggedRoll]) -> NotableRoll | None:
    """The roll that scored at all against the longest odds; of several, the last."""
    scored = [_rate(logged, logged.rolled.chances[logged.rolled.scored :]) for logged in rolls if logged.rolled.passed]
    return min(reversed(scored), key=lambda roll: roll.chance, default=None)


def find_worst_roll(rolls: Sequence[LoggedRoll]) -> NotableRoll | None:
    """The roll that scored nothing against the best odds; of several, the last."""
    missed = [_rate(logged, logged.rolled.chances[:1]) for logged in rolls if not logged.rolled.passed]
    return min(reversed(missed), key=lambda roll: roll.chance, default=None)


def _rate(logged: LoggedRoll, chances: Sequence[Fraction]) -> NotableRoll:
    return NotableRoll(logged.number, logged.rolled.seat, sum(chances, Fraction(0)))
