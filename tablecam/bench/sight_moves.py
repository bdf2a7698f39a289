"""The cost of updating sight after one model moved, compared with computing all of it.

A table that follows a game repeats one or the other, so each is timed in its own runs, which alternate: neither empties
the other's caches. For each move the shortest of all runs counts, for both alike: time that other programs add is not
the cost of sight.

An update of forty models computes a twelfth of the pairs, some 140 shadows, but most of its time is the fixed cost of
some hundreds of calls to numpy, whatever they are given; the full job has those too, and hardly feels them. So the gain
grows with the table, and every gain of the full job lowers it. What was tried, and is in use: to cut terrain into parts
once, to compare for nearness only the model that moved, to leave out changes of who blocks that concern only it, to
sort in one pass what is long, to look for candidates in single precision, to lay limits beyond a target flat before
their curves are cut, and to look for crossings only inside it. What was tried, and is not: to drop shadows that lie
under a wall over the whole height of a target spares three limits in a hundred, less than it costs; batches of other
sizes bring nothing that shows; products of matrices on several threads wait for one another; to leave the limits on a
target's bottom and top out of the sorting makes the full job a twelfth cheaper, and the update no cheaper.

More models also stand in one another's way: 160 of them have 16 times the pairs of forty, but 28 times the
obstructions, all of which are listed. So the full job grows faster than the pairs, and slower than its answer. Where no
model hides another the answer grows by 15, and the cost by 12 to 14: less than the pairs.

A trial with one compiled kernel (numba, on one core, without the crossings of two ovals) did reach it: an update of
forty models in 0.34 ms instead of 1.0, of eighty in 0.8 instead of 1.9, a full job of forty in 2.1 ms instead of 3.3.
That is a gain of 6.1x and 10.6x; 160 models still cost 21 times as much as forty. It is not in use. The last numba with
wheels for Macs with an Intel processor is 0.62, which needs a numpy under 2.4 and a Python under 3.14, so that all of
the geometry of shadows would have to be there twice. And the two would not agree to the bit, so that the kernel could
not go on with a table that numpy began: numpy has its own arc functions, and on a processor with AVX-512 5 in 100 of
its arctan2, and 18 in 100 of its arctanh, differ in the last place from those that numba calls. The roots of a quartic,
where ovals cross, need SciPy as well. Besides, it takes 200 MB of LLVM, and ten seconds of compilation at the first
start on every club's small computer, to save a millisecond for each move of a model.
"""

from dataclasses import dataclass

import numpy as np

from tablecam.bench.figure import Figure, Target
from tablecam.bench.sight_jobs import blocking, full_job, update_job
from tablecam.bench.sight_scale import milliseconds
from tablecam.bench.sight_scene import sight_scene, with_one_moved
from tablecam.bench.timing import Time, cheaper, timed
from tablecam.measure.sight_table import SightTable
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
    both = one.shares, other.shares
    same = all(np.array_equal(*(getattr(shares, name) for shares in both)) for name in names)
    hidden = np.array_equal(one.hidden.share, other.hidden.share) and np.array_equal(
        one.hidden.share, one.shares.hidden
    )
    return same and hidden and np.array_equal(one.far, other.far)
