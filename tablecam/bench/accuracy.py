"""Places and ranges from one picture, compared with the pipeline that most people build first.

That plain pipeline: bare pupil, the library's corners, one homography through the reference tags, and everything on
the table's plane.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from calibration.corners import reference_corners_in
from tablecam.bench.figure import BenchResult, Figure, Target
from tablecam.bench.peers import PUPIL, PUPIL_DEFAULT, Peers
from tablecam.bench.tables import KnownTable, draw_tables, rendered
from tablecam.camera.synthetic.scene import Spot, on_table
from tablecam.measure.ranges import all_ranges
from tablecam.pipeline import measure_photo
from tablecam.storage.table_folder import TableFolder
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.snapshot import Snapshot
from tablecam.vision.detection import Detection

WAYS = (PUPIL, PUPIL_DEFAULT)
# floors are at least half an inch apart: a larger error is another floor
WRONG_FLOOR_IN = 0.3
LEAST_FOUND = {"4k": 0.92, "1080p": 0.80}
MOST_ERROR_IN = 0.012
INSIDE = Target(0.93, 0.98)


@dataclass
class Score:
    """Counts and errors over several tables."""

    models: int = 0
    found: int = 0
    phantom: int = 0
    wrong_floor: int = 0
    places_in: list[float] = field(default_factory=list)
    ranges_in: list[float] = field(default_factory=list)
    inside: list[bool] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share of the models that were found."""
        return self.found / self.models if self.models else math.nan

    def count(self, table: KnownTable, snapshot: Snapshot) -> None:
        """Adds the errors of a snapshot of a table."""
        there = [placed for placed in snapshot.models if placed.model.id in table.places]
        self.models += len(table.places)
        self.found += len(there)
        self.phantom += len(snapshot.models) - len(there)
        for placed in there:
            x, y, z = table.places[placed.model.id]
            self.places_in.append(math.hypot(placed.x_in - x, placed.y_in - y))
            self.wrong_floor += abs(placed.z_in - z) > WRONG_FLOOR_IN
        self._count_ranges(table, snapshot)

    def _count_ranges(self, table: KnownTable, snapshot: Snapshot) -> None:
        for measured in all_ranges(snapshot):
            true = table.ranges.get(frozenset((measured.a, measured.b)))
            if true is not None:
                self.ranges_in.append(abs(measured.range_in - true))
                if measured.sigma_in:
                    self.inside.append(self.ranges_in[-1] <= 2 * measured.sigma_in)


def accuracy(data: Path, sizes: Sequence[str] = ("4k", "1080p")) -> BenchResult:
    """The rendered tables at each size, or drawn ones if there are none."""
    here = (data / "rendered").is_dir()
    figures: list[Figure] = []
    with Peers() as peers:
        for size in sizes:
            figures += _figures_at(size, rendered(data, size) if here else draw_tables(size), peers)
    title = "what stands where, from one picture, heights not given: " + (
        "rendered f00, f01" if here else "drawn tables"
    )
    skipped = "" if here else f"there is no {data / 'rendered'}, so tables drawn by tablecam itself were read instead"
    return BenchResult("accuracy", title, tuple(figures), skipped)


def _figures_at(size: str, tables: Sequence[KnownTable], peers: Peers) -> Iterator[Figure]:
    ours, theirs = Score(), {f"plain pipeline on {way}": Score() for way in WAYS}
    for table in tables:
        ours.count(table, measure_photo(table.folder, table.frame).snapshot)
        for way, score in zip(WAYS, theirs.values(), strict=True):
            score.count(table, plain(table.folder, peers.detect(way, table.frame.grey).detections))
    yield from _figures(size, ours, theirs)


def _figures(size: str, ours: Score, theirs: Mapping[str, Score]) -> Iterator[Figure]:
    strict = size == "4k"

    def figure(what: str, of: str, unit: str = "", target: Target | None = None, note: str = "") -> Figure:
        peers = tuple((name, _score_value(score, of)) for name, score in theirs.items())
        return Figure(f"{size}, {what}", _score_value(ours, of), unit, peers, target, note=note)

    least = Target(at_least=LEAST_FOUND[size])
    yield figure("models found", "share", "", least, f"{ours.found} of {ours.models}")
    yield figure("phantoms", "phantom", "", Target(at_most=0))
    yield figure("wrong floor", "wrong_floor", "", Target(at_most=0))
    yield figure("place, median", "place 0.5", " in")
    yield figure("place, 95 %", "place 0.95", " in")
    yield figure("range, median", "range 0.5", " in")
    yield figure("range, 95 %", "range 0.95", " in", Target(at_most=MOST_ERROR_IN) if strict else None)
    yield figure("range, worst", "range 1", " in")
    inside = float(np.mean(ours.inside)) if ours.inside else math.nan
    yield Figure(f"{size}, ranges within 2 sigma", inside, "", (), INSIDE, note=f"of {len(ours.inside)} pairs")


def _score_value(score: Score, of: str) -> float:
    kind, _, share = of.partition(" ")
    if not share:
        return float(getattr(score, of))
    errors = {"place": score.places_in, "range": score.ranges_in}[kind]
    return float(np.quantile(errors, float(share))) if errors else math.nan


def plain(folder: TableFolder, found: Sequence[Detection]) -> Snapshot:
    """The plain pipeline's snapshot; empty if it finds fewer than two reference tags."""
    seen = {detection.tag: detection for detection in found}
    reference = [tag for tag in folder.table.reference_tags if tag.id in seen]
    if len(reference) < 2:
        return Snapshot(0.0, ())
    px = np.concatenate([seen[tag.id].corners_px for tag in reference])
    inches = np.concatenate([reference_corners_in(tag)[:, :2] for tag in reference])
    to_table = cv2.findHomography(px, inches)[0]
    worn = folder.roster.by_tag
    placed = tuple(
        _placed_by(worn[detection.tag], to_table, detection) for detection in seen.values() if detection.tag in worn
    )
    return Snapshot(0.0, placed)


def _placed_by(model: Miniature, to_table: np.ndarray, found: Detection) -> Placed:
    points = np.concatenate([found.corners_px, found.center_px[None]])
    a, b, c, d, center = cv2.perspectiveTransform(points[None], to_table)[0]
    up = c + d - a - b
    heading = math.atan2(up[1], up[0])
    x, y = center - on_table(np.array([model.tag_offset_mm]), Spot(0.0, 0.0, 0.0, heading))[0]
    return Placed(model, float(x), float(y), 0.0, heading)
