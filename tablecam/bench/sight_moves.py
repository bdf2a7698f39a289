"""The cost of updating sight after one model moved, compared with computing all of it.

A table that follows a game repeats one or the other, so each is timed in its own runs, which alternate: neither empties
the other's caches. For each move the shortest of all runs counts, for both alike: time that other programs add is not
the cost of sight.
"""

from dataclasses import dataclass

from tablecam.bench.sight_scene import with_one_moved
from tablecam.bench.timing import Time, timed
from tablecam.measure.sight import all_sight
from tablecam.table.snapshot import Snapshot

# Runs of each, alternating.
RUNS = 15


@dataclass(frozen=True)
class Moves:
    """The time of sight after each move: updated in part, and computed as a whole."""

    part: list[Time]
    whole: list[Time]


def after_moves(first: Snapshot, moves: int) -> Moves:
    """The times of so many moves, each from the same first position."""
    table, later = all_sight(first), [with_one_moved(first, number) for number in range(moves)]
    part, whole = [], []
    for _ in range(RUNS):
        whole.append([timed(all_sight, moved)[1] for moved in later])
        part.append([timed(table.update, moved)[1] for moved in later])
    return Moves(_least(part), _least(whole))


def _least(runs: list[list[Time]]) -> list[Time]:
    """The shortest run of each move."""
    return [min(times, key=lambda time: time.cpu_s) for times in zip(*runs, strict=True)]
