"""Sight over a whole table, compared with an exact loop over shapely and with rays through Embree."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tablecam.bench.figure import BenchResult, Figure, Target
from tablecam.bench.sight_jobs import blocking, full_job
from tablecam.bench.sight_moves import after_moves
from tablecam.bench.sight_page import chosen_model
from tablecam.bench.sight_peers import by_shapely
from tablecam.bench.sight_scale import beside_rays, growth, milliseconds, shapes
from tablecam.bench.sight_scene import sight_scene
from tablecam.bench.sight_watch import watching
from tablecam.bench.timing import Time, cheaper, timed
from tablecam.geometry.sightlines import hidden_shares
from tablecam.measure.obstruction_distance import all_distances
from tablecam.measure.sight_table import SightTable
from tablecam.rulebooks.catalogue import BOOKS
from tablecam.table.snapshot import Snapshot

SHAPELY = "shapely, pair by pair"
# large tables take long
FEW = 10
# the loop over shapely takes seconds: it runs for every n-th pair, and its time is multiplied
EVERY = 8
ENOUGH = 0.25
NO_EMBREE = "embreex is not installed: its figures are left out"


def sight(repetitions: int = 30) -> BenchResult:
    """The cost of sight between all pairs, its cost after one model moved, and its accuracy."""
    snapshot = sight_scene()
    table = full_job(snapshot)
    full = _times(lambda: full_job(snapshot), repetitions)
    rays, skipped = _rays(repetitions)
    figures = [*_beside_shapely(snapshot, table, full), *rays, *growth(min(repetitions, FEW))]
    figures += [*after_moves(repetitions, not skipped), *shapes(repetitions), _obstructions(table, repetitions)]
    figures += [*watching(repetitions), *chosen_model(repetitions)]
    title = (
        f"sight between all {len(table)} ordered pairs of {len(snapshot.models)} models, 25 prisms, with who blocks "
        f"by the rules of {BOOKS.usual.title}"
    )
    return BenchResult("sight", title, tuple(figures), skipped)


def _rays(repetitions: int) -> tuple[list[Figure], str]:
    """The figures beside Embree, or why there are none."""
    try:
        return beside_rays(repetitions), ""
    except ImportError:
        return [], NO_EMBREE


def _beside_shapely(snapshot: Snapshot, table: SightTable, full: list[Time]) -> list[Figure]:
    rows = np.arange(0, len(table), EVERY)
    pairs = list(zip(table.viewer[rows].tolist(), table.target[rows].tolist(), strict=True))
    blocks = blocking(snapshot)
    by_shapely(snapshot, pairs[:2], blocks)
    theirs, time = timed(lambda: by_shapely(snapshot, pairs, blocks))
    whole = Time(EVERY * time.cpu_s, EVERY * time.wall_s)
    gain, ours = cheaper(full, [whole]), table.visible[rows]
    flips = int(((ours >= ENOUGH) != (theirs >= ENOUGH)).sum())
    mine, peer = milliseconds(full), 1000 * whole.cpu_s
    note = f"median {mine:.1f} ms against {peer:.0f} ms; shapely's time from {len(rows)} pairs"
    return [
        Figure(f"cheaper than {SHAPELY}", gain.median, "x", (), Target(400), len(full), gain.quartiles, note),
        Figure("largest difference of a share", float(np.abs(ours - theirs).max()), "", (), Target(at_most=1e-4),
               note="circles are polygons to shapely"),
        Figure("verdicts that differ", float(flips), "", (), Target(at_most=0), note="a quarter visible, or not"),
    ]  # fmt: skip


def _obstructions(table: SightTable, repetitions: int) -> Figure:
    """How much the obstructions, their distances and the terrain's own share of all pairs cost on top of the share."""
    scene, pairs, seen = table.scene, (table.viewer, table.target), table.views()
    alone = _times(lambda: hidden_shares(seen, scene.hiders, *pairs), repetitions)
    everything = _times(lambda: (scene.shares(seen, *pairs), all_distances(scene.models, scene.edges)), repetitions)
    cost = cheaper(alone, everything)
    note = "every obstruction's own share and distance, and the share past terrain alone"
    # without a target: where the share alone grows cheaper, this grows; `beside_rays` has the target
    return Figure("obstructions too, against the share alone", cost.median, "x", (), None,
                  repetitions, cost.quartiles, note)  # fmt: skip


def _times(call: Callable[[], Any], repetitions: int) -> list[Time]:
    # the first call includes one-time costs
    call()
    return [timed(call)[1] for _ in range(repetitions)]
