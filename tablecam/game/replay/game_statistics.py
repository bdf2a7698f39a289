"""Statistics of a game, and of many: dice, paths, and shots by their range.

    counted = count(past.view_as(WHOLE))
    whole = together([counted, count(other)])

A game is counted as far as a role may know it, from the role's own log alone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from tablecam.game.dice_statistics import LoggedRoll, TriedRoll, iterate_logged_rolls
from tablecam.game.log import AnswerLine, BoundaryLine, EventLine
from tablecam.game.replay.board_svg import LEAST_WAY_IN, length
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.rules.plain import Json
from tablecam.table.measure.ranges import measure_range
from tablecam.table.snapshot import Snapshot

# Places are measured to a hundredth of an inch or so; places that differ by less than this are the same.
SAME_IN = 0.15


@dataclass(frozen=True)
class Chapter:
    """A turn: the first and last of its lines, in the role's own numbers."""

    turn: int
    first: int
    last: int


def chapters(known: SeatHistory) -> tuple[Chapter, ...]:
    """The turns of a game, in order; a line that was struck belongs to the turn in which it was written.

    The procedure in which a turn begins is the first of that turn. Turns without an event or an answer are left out.
    """
    turns: list[Chapter] = []
    boundary = 1
    for number, turn in enumerate(known.turns, 1):
        if isinstance(known.log[number], BoundaryLine):
            boundary = number
        if not turns or turns[-1].turn != turn:
            first_line = boundary if not turns or boundary > turns[-1].first else number
            turns = [*(Chapter(earlier.turn, earlier.first, min(earlier.last, first_line - 1)) for earlier in turns)]
            turns.append(Chapter(turn, first_line, number))
        else:
            turns[-1] = Chapter(turn, turns[-1].first, number)
    return tuple(
        chapter
        for chapter in turns
        if any(_is_event_or_answer(known, number) for number in range(chapter.first, chapter.last + 1))
    )


def _is_event_or_answer(known: SeatHistory, number: int) -> bool:
    return isinstance(known.log[number], EventLine | AnswerLine)


def ways(known: SeatHistory, chapter: Chapter) -> dict[str, list[tuple[float, float]]]:
    """The measured points of each model's path in a turn, in order, from where it stood before; each once."""
    paths: dict[str, list[tuple[float, float]]] = {}
    for snapshot in iterate_measured_positions(known, chapter):
        for placed in snapshot.models:
            path = paths.setdefault(placed.model.id, [])
            point = (placed.x_in, placed.y_in)
            if not path or length([path[-1], point]) > SAME_IN:
                path.append(point)
    return {model: path for model, path in paths.items() if len(path) > 1}


def iterate_measured_positions(known: SeatHistory, chapter: Chapter) -> Iterator[Snapshot]:
    """Every position of the turn that counts, and the position at its beginning."""
    previous = None
    numbers = [max(1, chapter.first - 1), *known.log.since(chapter.first, chapter.last + 1)]
    for number in numbers:
        moved = isinstance(known.log[number], EventLine) or known.log_view.view.lines[number - 1].get("position")
        snapshot = known.snapshot(number) if moved or number == numbers[0] else None
        if snapshot and snapshot is not previous:
            previous = snapshot
            yield snapshot


Chances = tuple[Fraction, ...]
# shots are counted by range in stretches of this many inches; the last stretch has no end
STRETCH_IN, STRETCHES = 6, 6
# the share of all games in which dice stay inside their band
BAND = 0.95


@dataclass
class Rolls:
    """Rolls of a kind. scored: their total; chances: how many rolls had each set of chances of scoring 0, 1, 2 .."""

    scored: int = 0
    chances: Counter[Chances] = field(default_factory=Counter)

    def add(self, scored: int, chances: Chances, times: int = 1) -> None:
        """Count one roll, or `times` rolls of the same chances that scored `scored` together."""
        self.scored += scored
        self.chances[chances] += times

    def merge(self, other: "Rolls") -> None:
        """Add the rolls of another game."""
        self.scored += other.scored
        self.chances.update(other.chances)

    @property
    def rolled(self) -> int:
        """The number of rolls."""
        return self.chances.total()

    @property
    def most(self) -> int:
        """The highest possible total."""
        return sum((len(chances) - 1) * times for chances, times in self.chances.items())

    @property
    def expected(self) -> float:
        """The average total."""
        terms = (
            times * score * chance for chances, times in self.chances.items() for score, chance in enumerate(chances)
        )
        return float(sum(terms, Fraction(0)))

    def band(self, share: float = BAND) -> tuple[int, int]:
        """The limits of the total in this share of all games; equal shares lie below and above."""
        cumulative = np.cumsum(spread(self.chances))
        low, high = np.searchsorted(cumulative, ((1 - share) / 2, (1 + share) / 2))
        return int(low), int(min(high, len(cumulative) - 1))


class CountedDie(NamedTuple):
    """A kind of die."""

    name: str
    first: int
    last: int

    def chances(self) -> Chances:
        """The chances that a certain face does not come up, and that it does."""
        return 1 - Fraction(1, self.last - self.first + 1), Fraction(1, self.last - self.first + 1)


class Kind(NamedTuple):
    """Rolls that are counted together: those of one check of a rulebook, by a seat or by all ("")."""

    game: str
    name: str
    seat: str


class WalkedModel(NamedTuple):
    """A model of a game. name: as the role knows it; seat: its side."""

    name: str
    seat: str


@dataclass
class Statistics:
    """The counts of some games. shots: by the stretch of their range; walked: inches.

    unaimed: how many games have a rulebook whose rolls do not name the target, so that no shot has a range.
    """

    games: int = 0
    rolls: dict[Kind, Rolls] = field(default_factory=dict)
    faces: dict[CountedDie, Counter[int]] = field(default_factory=dict)
    shots: dict[int, Rolls] = field(default_factory=dict)
    walked: dict[WalkedModel, float] = field(default_factory=dict)
    unaimed: int = 0


def count(known: SeatHistory) -> Statistics:
    """The statistics of a game as far as a role may know it."""
    totals = Statistics(games=1, unaimed=int(not known.game.book.names_targets))
    game = known.game.log.header.game
    logged = list(iterate_logged_rolls(known.log))
    for *_place, roll in logged:
        kind = Kind(game, roll.name, roll.seat)
        totals.rolls.setdefault(kind, Rolls()).add(roll.scored, roll.chances)
    for die, face in _find_faces(known):
        totals.faces.setdefault(die, Counter())[face] += 1
    for far_in, shot in _find_shots(known, logged):
        stretch = min(int(far_in // STRETCH_IN), STRETCHES - 1)
        totals.shots.setdefault(stretch, Rolls()).add(shot.scored, shot.chances)
    _count_ways(known, totals)
    return totals


def together(games: Iterable[Statistics]) -> Statistics:
    """The sums over games by any players: seats and models of different games are not the same."""
    totals = Statistics()
    for game in games:
        totals.games += game.games
        totals.unaimed += game.unaimed
        for kind, rolls in game.rolls.items():
            totals.rolls.setdefault(kind._replace(seat=""), Rolls()).merge(rolls)
        for die, faces in game.faces.items():
            totals.faces.setdefault(die, Counter()).update(faces)
        for stretch, shots in game.shots.items():
            totals.shots.setdefault(stretch, Rolls()).merge(shots)
    return totals


def spread(rolls: Counter[Chances]) -> np.ndarray:
    """The chance of 0, 1, 2 .. in all, exact but for rounding: the rolls' own chances, convolved."""
    total = np.ones(1)
    for chances, times in rolls.items():
        total = np.convolve(total, _repeat_roll(np.array(chances, float), times))
    return total


def _repeat_roll(chances: np.ndarray, times: int) -> np.ndarray:
    """The chances of the same roll made `times` times, by doubling."""
    total = np.ones(1)
    while times:
        if times % 2:
            total = np.convolve(total, chances)
        times //= 2
        if times:
            chances = np.convolve(chances, chances)
    return total


def _find_rolls(known: SeatHistory) -> Iterator[tuple[AnswerLine, Json]]:
    """The rolls that count: answer and question."""
    for number in known.log.live:
        line = known.log[number]
        if isinstance(line, AnswerLine):
            ask = known.log.question(number)
            if ask.get("kind") == "Roll" and isinstance(line.answer, list):
                yield line, ask


def _find_faces(known: SeatHistory) -> Iterator[tuple[CountedDie, int]]:
    for line, ask in _find_rolls(known):
        die = CountedDie(str(ask["die"]["name"]), int(ask["die"]["first"]), int(ask["die"]["last"]))
        yield from ((die, int(face)) for face in line.answer if die.first <= face <= die.last)


def _find_shots(known: SeatHistory, logged: Iterable[LoggedRoll]) -> Iterator[tuple[float, TriedRoll]]:
    """Every roll that its rulebook calls a shot, between models whose range was measured, with that range."""
    for number, ask, side, rolled in logged:
        # in a duel, only the shooter's die counts
        pair = known.game.book.shot(ask) if side == 0 else None
        far_in = _measure_range_in(known, number, *pair) if pair else None
        if far_in is not None:
            yield far_in, rolled


def _measure_range_in(known: SeatHistory, number: int, shooter: str, target: str) -> float | None:
    """The range in inches between two models as they stood at a line; None if unmeasured, or if they touched."""
    snapshot = known.snapshot(number)
    if snapshot is None:
        return None
    try:
        gap = measure_range(snapshot, shooter, target)
    except (KeyError, ValueError):
        return None
    return None if gap.is_touching else gap.range_in


def _count_ways(known: SeatHistory, found: Statistics) -> None:
    people = known.game.phrases.people(known.game.get_state(1))
    for chapter in chapters(known):
        for model, path in ways(known, chapter).items():
            if model in people and (far_in := length(path)) >= LEAST_WAY_IN:
                walked = WalkedModel(str(known.log_view.names(model)), people[model])
                found.walked[walked] = found.walked.get(walked, 0.0) + far_in
