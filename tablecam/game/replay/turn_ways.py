"""The turns of a game that is read back, and how models went in each."""

from collections.abc import Iterator
from dataclasses import dataclass

from tablecam.game.log import AnswerLine, BoundaryLine, EventLine
from tablecam.game.replay.report_svg import length
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.table.snapshot import Snapshot

# Places are measured to a hundredth of an inch or so; what differs by less is the same.
SAME_IN = 0.15


@dataclass(frozen=True)
class Chapter:
    """A turn: its role's own line numbers, first to last."""

    turn: int
    first: int
    last: int


def chapters(known: SeatHistory) -> tuple[Chapter, ...]:
    """The turns of a game, in order; a line that was struck belongs to the turn in which it was written.

    The procedure in which a turn begins is the first of that turn. Turns of which nothing is told are left out.
    """
    found: list[Chapter] = []
    begun = 1
    for number, turn in enumerate(known.turns, 1):
        if isinstance(known.log[number], BoundaryLine):
            begun = number
        if not found or found[-1].turn != turn:
            first = begun if not found or begun > found[-1].first else number
            found = [*(Chapter(earlier.turn, earlier.first, min(earlier.last, first - 1)) for earlier in found)]
            found.append(Chapter(turn, first, number))
        else:
            found[-1] = Chapter(turn, found[-1].first, number)
    return tuple(
        chapter for chapter in found if any(_tells(known, number) for number in range(chapter.first, chapter.last + 1))
    )


def _tells(known: SeatHistory, number: int) -> bool:
    return isinstance(known.log[number], EventLine | AnswerLine)


def ways(known: SeatHistory, chapter: Chapter) -> dict[str, list[tuple[float, float]]]:
    """The places at which each model was measured in a turn, in order, from where it stood before; each once."""
    found: dict[str, list[tuple[float, float]]] = {}
    for snapshot in measured(known, chapter):
        for placed in snapshot.models:
            way = found.setdefault(placed.model.id, [])
            at = (placed.x_in, placed.y_in)
            if not way or length([way[-1], at]) > SAME_IN:
                way.append(at)
    return {model: way for model, way in found.items() if len(way) > 1}


def measured(known: SeatHistory, chapter: Chapter) -> Iterator[Snapshot]:
    """Every position of the turn that counts, and the one that it began with."""
    last = None
    numbers = [max(1, chapter.first - 1), *known.log.since(chapter.first, chapter.last + 1)]
    for number in numbers:
        moved = isinstance(known.log[number], EventLine) or known.log_view.view.lines[number - 1].get("position")
        snapshot = known.snapshot(number) if moved or number == numbers[0] else None
        if snapshot and snapshot is not last:
            last = snapshot
            yield snapshot
