"""Sight over a whole table, compared with an exact loop over shapely and with rays through Embree."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tablecam.bench.figure import BenchResult, Figure, Target
from tablecam.bench.sight_moves import after_moves
from tablecam.bench.sight_peers import Rays, by_shapely
from tablecam.bench.sight_scene import sight_scene, with_one_moved
from tablecam.bench.timing import Time, cheaper, timed
from tablecam.geometry.sightlines import hidden_shares
from tablecam.measure.obstruction_distance import all_distances
from tablecam.measure.sight import all_sight
from tablecam.measure.sight_table import SightTable
from tablecam.table.snapshot import Snapshot

SHAPELY = "shapely, pair by pair"
EMBREE = "Embree, 256 rays a pair, terrain alone"
RAYS = 256
# the loop over shapely takes seconds: it runs for every n-th pair, and its time is multiplied
EVERY = 8
ENOUGH = 0.25
NO_EMBREE = "embreex is not installed: its figures are left out"


def sight(repetitions: int = 30) -> BenchResult:
    """The cost of sight between all pairs, its cost after one model moved, and its accuracy."""
    snapshot = sight_scene()
    table = all_sight(snapshot)
    full = _times(lambda: all_sight(snapshot), repetitions)
    figures = [*_beside_shapely(snapshot, table, full), *_beside_rays(snapshot, table, full)]
    figures += [_obstructions(table, repetitions), *_after_a_move(snapshot, table, repetitions)]
    embree = any(EMBREE in figure.what for figure in figures)
    title = f"sight between all {len(table)} ordered pairs of {len(snapshot.models)} models, 25 prisms"
    return BenchResult("sight", title, tuple(figures), "" if embree else NO_EMBREE)


def _beside_shapely(snapshot: Snapshot, table: SightTable, full: list[Time]) -> list[Figure]:
    rows = np.arange(0, len(table), EVERY)
    pairs = list(zip(table.viewer[rows].tolist(), table.target[rows].tolist(), strict=True))
    by_shapely(snapshot, pairs[:2])
    theirs, time = timed(lambda: by_shapely(snapshot, pairs))
    whole = Time(EVERY * time.cpu_s, EVERY * time.wall_s)
    gain, ours = cheaper(full, [whole]), table.visible[rows]
    flips = int(((ours >= ENOUGH) != (theirs >= ENOUGH)).sum())
    mine, peer = _milliseconds(full), 1000 * whole.cpu_s
    note = f"median {mine:.1f} ms against {peer:.0f} ms; shapely's time from {len(rows)} pairs"
    return [
        Figure(f"cheaper than {SHAPELY}", gain.median, "x", (), Target(400), len(full), gain.quartiles, note),
        Figure("largest difference of a share", float(np.abs(ours - theirs).max()), "", (), Target(at_most=1e-4),
               note="circles are polygons to shapely"),
        Figure("verdicts that differ", float(flips), "", (), Target(at_most=0), note="a quarter visible, or not"),
    ]  # fmt: skip


def _beside_rays(snapshot: Snapshot, table: SightTable, full: list[Time]) -> list[Figure]:
    try:
        rays = Rays(snapshot)
    except ImportError:
        return []
    theirs = _times(lambda: rays.visible(table.viewer, table.target, RAYS), len(full))
    apart = np.abs(rays.visible(table.viewer, table.target, RAYS) - table.visible_past_terrain)
    gain = cheaper(full, theirs)
    note = f"median {_milliseconds(theirs):.1f} ms; its shares are off by {apart.mean():.1e} in the mean"
    return [Figure(f"cheaper than {EMBREE}", gain.median, "x", (), Target(1), len(full), gain.quartiles, note)]


def _obstructions(table: SightTable, repetitions: int) -> Figure:
    """How much the obstructions, their distances and the terrain's own share cost on top of the share alone."""
    scene, pairs = table.scene, (table.viewer, table.target)
    alone = _times(lambda: hidden_shares(table.views, scene.parts, *scene.candidates(table.views, *pairs)), repetitions)
    everything = _times(
        lambda: (scene.shares(table.views, *pairs), all_distances(scene.models, scene.edges)), repetitions
    )
    cost = cheaper(alone, everything)
    note = "every obstruction's own share and distance, and the share past terrain alone"
    return Figure("obstructions too, against the share alone", cost.median, "x", (), Target(at_most=2),
                  repetitions, cost.quartiles, note)  # fmt: skip


def _after_a_move(snapshot: Snapshot, table: SightTable, repetitions: int) -> list[Figure]:
    times = after_moves(snapshot, repetitions)
    gain = cheaper(times.part, times.whole)
    later = [with_one_moved(snapshot, number) for number in range(repetitions)]
    unequal = sum(not _identical(table.update(moved), all_sight(moved)) for moved in later)
    note = f"median {_milliseconds(times.part):.2f} ms against {_milliseconds(times.whole):.2f} ms"
    return [
        Figure("after one model moved, cheaper than all", gain.median, "x", (), Target(6), repetitions,
               gain.quartiles, note),
        Figure("moves after which a number differs", float(unequal), "", (), Target(at_most=0), repetitions),
    ]  # fmt: skip


def _identical(one: SightTable, other: SightTable) -> bool:
    names = ("hidden", "hidden_by_first", "view", "owner", "alone")
    both = one.shares.in_order(), other.shares.in_order()
    same = all(np.array_equal(*(getattr(shares, name) for shares in both)) for name in names)
    return same and np.array_equal(one.far, other.far)


def _times(call: Callable[[], Any], repetitions: int) -> list[Time]:
    # the first call includes one-time costs
    call()
    return [timed(call)[1] for _ in range(repetitions)]


def _milliseconds(times: list[Time]) -> float:
    return 1000 * float(np.median([time.cpu_s for time in times]))
