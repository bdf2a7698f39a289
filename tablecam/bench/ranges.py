"""All ranges of a table at once, compared with a geometry library called pair by pair."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tablecam.bench.figure import BenchResult, Figure
from tablecam.bench.timing import Time, cheaper, timed
from tablecam.camera.synthetic.demo import demo_scene
from tablecam.measure.ranges import all_ranges
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

SHAPELY = "shapely, pair by pair"
# corners of a circle: the largest base's polygon is then accurate to a ten-thousandth of an inch
OUTLINE = 256


def ranges(models: int = 40, repetitions: int = 30) -> BenchResult:
    """The cost of the ranges of all pairs, with their uncertainty, and the largest difference between both."""
    snapshot = _snapshot(models)
    ours = _times(lambda: all_ranges(snapshot), repetitions)
    theirs = _times(lambda: _by_shapely(snapshot), repetitions)
    gain = cheaper(ours, theirs)
    mine, peer = (1000 * float(np.median([time.cpu_s for time in times])) for times in (ours, theirs))
    apart = np.abs(np.array([measured.horizontal_in for measured in all_ranges(snapshot)]) - _by_shapely(snapshot))
    note = f"median {mine:.2f} ms against {peer:.1f} ms; shapely's leave out sigma, rise and nearest points"
    return BenchResult(
        "ranges",
        f"ranges between all {models * (models - 1) // 2} pairs of {models} models",
        (
            Figure(f"cheaper than {SHAPELY}", gain.median, "x", (), None, repetitions, gain.quartiles, note),
            Figure(
                "largest difference between the two", float(apart.max()), " in", note="shapely's outlines are polygons"
            ),
        ),
    )


def _snapshot(models: int) -> Snapshot:
    scene = demo_scene(1920, 1080, "plain", models)
    known = ((0.02**2, 0.0, 0.0), (0.0, 0.02**2, 0.0), (0.0, 0.0, 0.01**2))
    placed = [
        Placed(scene.roster.by_id[name], spot.x_in, spot.y_in, spot.z_in, spot.heading_rad, known)
        for name, spot in scene.spots.items()
    ]
    return Snapshot(0.0, tuple(placed), scene.terrain)


def _by_shapely(snapshot: Snapshot) -> np.ndarray:
    outlines = [placed.footprint.outline(OUTLINE) for placed in snapshot.models]
    return np.array([one.distance(other) for i, one in enumerate(outlines) for other in outlines[i + 1 :]])


def _times(call: Callable[[], Any], repetitions: int) -> list[Time]:
    # the first call includes one-time costs
    call()
    return [timed(call)[1] for _ in range(repetitions)]
