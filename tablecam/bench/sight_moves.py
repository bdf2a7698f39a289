"""What sight costs again after one model moved, beside all of it afresh.

A table that follows a game does the one or the other time after time, so each is timed in runs of its own, and the runs
take turns: neither finds its memory emptied by the other. Of each move the least of all runs counts, for both alike:
what other programs on the machine add to a time is not sight's.
"""

from dataclasses import dataclass

from tablecam.bench.sight_scene import with_one_moved
from tablecam.bench.timing import Time, timed
from tablecam.measure.sight import all_sight
from tablecam.table.snapshot import Snapshot

# Runs of each, in turns.
RUNS = 15


@dataclass(frozen=True)
class Moves:
    """How long sight took after each move: only what the move touched, and everything afresh."""

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
    """Of each move its cheapest run."""
    return [min(times, key=lambda time: time.cpu_s) for times in zip(*runs, strict=True)]
