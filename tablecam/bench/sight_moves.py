"""The cost of updating sight after one model moved, compared with computing all of it.

A table that follows a game repeats one or the other, so each is timed in its own runs, which alternate: neither empties
the other's caches. For each move the shortest of all runs counts, for both alike: time that other programs add is not
the cost of sight.
"""

from dataclasses import dataclass

import numpy as np

from tablecam.bench.figure import Figure, Target
from tablecam.bench.sight_jobs import full_job, update_job
from tablecam.bench.sight_scale import milliseconds
from tablecam.bench.sight_scene import sight_scene, with_one_moved
from tablecam.bench.timing import Time, cheaper, timed
from tablecam.measure.sight_table import SightTable
from tablecam.rulebooks.urban_war.table.cover import blocking
from tablecam.table.snapshot import Snapshot

# Runs of each, alternating.
RUNS = 12

# How many times cheaper than the full job, by the number of models.
MODELS = {40: 6.0, 80: 10.0}


@dataclass(frozen=True)
class Moves:
    """The time of sight after each move: updated in part, and computed as a whole."""

    part: list[Time]
    whole: list[Time]


def after_moves(moves: int) -> list[Figure]:
    """The gain of an update over the full job, and whether it comes to the same."""
    return [figure for models, limit in MODELS.items() for figure in _after_moves(models, limit, moves)]


def _after_moves(models: int, limit: float, moves: int) -> list[Figure]:
    first = sight_scene(models)
    later, table = [with_one_moved(first, number) for number in range(moves)], full_job(first)
    times = _times(first, later)
    gain = cheaper(times.part, times.whole)
    unequal = sum(not identical(update_job(table, moved), full_job(moved)) for moved in later)
    note = f"median {milliseconds(times.part):.2f} ms against {milliseconds(times.whole):.2f} ms"
    what = f"{models} models, after one moved: cheaper than the full job"
    return [
        Figure(what, gain.median, "x", (), Target(limit), moves, gain.quartiles, note),
        Figure(
            f"{models} models: moves after which a number differs", float(unequal), "", (), Target(at_most=0), moves
        ),
    ]


def _times(first: Snapshot, later: list[Snapshot]) -> Moves:
    """The times of moves, each from the same first position."""
    table, part, whole = full_job(first), [], []
    for _ in range(RUNS):
        whole.append([timed(full_job, moved)[1] for moved in later])
        part.append([_updated(table, moved) for moved in later])
    return Moves(_least(part), _least(whole))


def _updated(table: SightTable, moved: Snapshot) -> Time:
    # what is known of the position before is known of the first one
    blocking(table.scene.snapshot)
    return timed(update_job, table, moved)[1]


def _least(runs: list[list[Time]]) -> list[Time]:
    """The shortest run of each move."""
    return [min(times, key=lambda time: time.cpu_s) for times in zip(*runs, strict=True)]


def identical(one: SightTable, other: SightTable) -> bool:
    """Whether all numbers of both are the same, to the bit."""
    names = ("hidden", "hidden_by_first", "view", "owner", "alone")
    both = one.shares.in_order(), other.shares.in_order()
    same = all(np.array_equal(*(getattr(shares, name) for shares in both)) for name in names)
    return same and np.array_equal(one.far, other.far)
