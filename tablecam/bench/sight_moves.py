"""The cost of updating sight after one model moved, compared with computing all of it.

A table that follows a game repeats one or the other, so each is timed in its own runs, which alternate: neither empties
the other's caches. For each move the shortest of all runs counts, for both alike: time that other programs add is not
the cost of sight.

Sight is computed by one compiled kernel, WebAssembly that wasmtime runs: the full job and the update call the same
function, so they agree to the bit. What was tried before: numpy alone, whose calls are a fixed cost of half a
millisecond for an update, whatever they are given, with terrain cut into parts once, candidates looked for in single
precision, and a dozen ways to sort less; that came to 3x of forty models and 9x of eighty. A kernel by numba, which
gave 6x and 10x beside a full job of 2.1 ms, would have needed the geometry twice, as its last wheels for Macs with an
Intel processor need an older numpy; and 200 MB, and ten seconds of compilation at the first start. wasmtime has wheels
for every system, takes 30 MB, and turns the kernel into the processor's own instructions in a tenth of a second or
less, once in each program.

What nobody reads for all pairs is left until a row is read: what hides a pair, how much each thing hides by itself, how
far off it is, and the share past the terrain alone. So where a wall hides everything nothing else is looked at, and
where one shadow covers the target's whole height no other is cut: large tables cost no more than their pairs.

An update puts the models' figures into the kernel and little else: the kernel makes the views and the models' prisms
of them, and finds who has moved. So the figures of forty models, rather than those of 800 views, are copied, and half
of the time of an update is the kernel's.
"""

from dataclasses import dataclass

import numpy as np

from tablecam.bench.figure import Figure, Target
from tablecam.bench.sight_jobs import blocking, full_job, update_job
from tablecam.bench.sight_peers import Rays
from tablecam.bench.sight_scale import EMBREE, PRISMS, RAYS, milliseconds
from tablecam.bench.sight_scene import sight_scene, with_one_moved
from tablecam.bench.timing import Time, cheaper, timed
from tablecam.measure.sight_table import SightTable
from tablecam.table.snapshot import Snapshot

# Runs of each, alternating.
RUNS = 12

# How many times cheaper than the full job, by the number of models.
MODELS = {40: 6.0, 80: 10.0}

# What the full job over the usual terrain has to gain over Embree, and an update once more over that.
LEAST_GAIN = PRISMS[25]


@dataclass(frozen=True)
class Moves:
    """The time of sight after each move: updated in part, and computed as a whole."""

    part: list[Time]
    whole: list[Time]


def after_moves(moves: int, embree: bool) -> list[Figure]:
    """The gain of an update over the full job and over Embree's, and whether it comes to the same.

    embree: whether it is installed.
    """
    return [figure for models, limit in MODELS.items() for figure in _after_moves(models, limit, moves, embree)]


def _after_moves(models: int, limit: float, moves: int, embree: bool) -> list[Figure]:
    first = sight_scene(models)
    later, table = [with_one_moved(first, number) for number in range(moves)], full_job(first)
    times = _times(first, later)
    gain = cheaper(times.part, times.whole)
    unequal = sum(not identical(update_job(table, moved), full_job(moved)) for moved in later)
    note = f"median {milliseconds(times.part):.2f} ms against {milliseconds(times.whole):.2f} ms"
    what = f"{models} models, after one moved: cheaper than"
    return [
        Figure(f"{what} the full job", gain.median, "x", (), Target(limit), moves, gain.quartiles, note),
        *([_beside_rays(f"{what} {EMBREE}", first, times.part, limit)] if embree else []),
        Figure(
            f"{models} models: moves after which a number differs", float(unequal), "", (), Target(at_most=0), moves
        ),
    ]


def _beside_rays(what: str, first: Snapshot, part: list[Time], limit: float) -> Figure:
    """An update beside all of Embree's rays. A full job that grows cheaper does not make it look dearer here."""
    rays, table = Rays(first), full_job(first)
    theirs = [timed(rays.visible, table.viewer, table.target, RAYS)[1] for _ in part]
    gain = cheaper(part, theirs)
    note = f"median {milliseconds(part):.2f} ms against {milliseconds(theirs):.1f} ms"
    return Figure(what, gain.median, "x", (), Target(limit * LEAST_GAIN), len(part), gain.quartiles, note)


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
    names = ("hidden", "hidden_by_terrain", "view", "owner", "alone")
    both = one.shares, other.shares
    same = all(np.array_equal(*(getattr(shares, name) for shares in both)) for name in names)
    hidden = np.array_equal(one.hidden.share, other.hidden.share) and np.array_equal(
        one.hidden.share, one.shares.hidden
    )
    return same and hidden and np.array_equal(one.far, other.far)
