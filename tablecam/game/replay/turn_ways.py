"""The turns of a recorded game, and the paths of models in each."""

from collections.abc import Iterator
from dataclasses import dataclass

from tablecam.game.log import AnswerLine, BoundaryLine, EventLine
from tablecam.game.replay.report_svg import length
from tablecam.game.replay.seat_history import SeatHistory
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
