"""Places and ranges from one picture, compared with the pipeline that most people build first.

That plain pipeline: bare pupil, the library's corners, one homography through the reference tags, and everything on
the table's plane.
"""

import math
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from calibration.refocus import reference_corners_in
from tablecam.base.errors import BadPicture
from tablecam.live.pipeline import Pipeline, measure_photo
from tablecam.sensing.camera.synthetic.camera import choose_camera, write_table_folder
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.hand import Hand
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene, Spot, on_table
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.frame import Frame, SharedMoment
from tablecam.storage.table_folder import TableFolder, read_folder
from tablecam.table.measure.ranges import all_ranges
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.snapshot import Snapshot
from tools.bench.faults import CLEAN, FAULTS, Fault
from tools.bench.figure import BenchResult, Figure, Target, Time, cheaper, timed
from tools.bench.peers import PUPIL, PUPIL_DEFAULT, Peers
from tools.bench.tables import (
    JPEG,
    NOISE,
    SHORT_WAVE_IN,
    SIZES,
    FilmFrame,
    KnownTable,
    crowd,
    draw_aslant,
    draw_leaning,
    draw_sagging,
    draw_tables,
    draw_waves,
    film,
    known_table,
    rendered,
)

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


# what a picture cannot be given afterwards is drawn: name -> the tables of a size
DRAWN: Mapping[str, Callable[[str], list[KnownTable]]] = {
    "drawn, clean": draw_tables,
    "drawn, leaning by 3 degrees": lambda size: draw_leaning(size, 3.0),
    "drawn, leaning by 8 degrees": lambda size: draw_leaning(size, 8.0),
    "drawn, mat sags by 3 mm": lambda size: draw_sagging(size, 3.0),
    "drawn, mat sags by 8 mm": lambda size: draw_sagging(size, 8.0),
    "drawn, mat in waves of 2 mm": lambda size: draw_waves(size, 2.0),
    "drawn, mat in waves of 5 mm": lambda size: draw_waves(size, 5.0),
    "drawn, mat in short waves of 2 mm": lambda size: draw_waves(size, 2.0, length_in=SHORT_WAVE_IN),
    "drawn, camera tilted by 20 degrees": lambda size: draw_aslant(size, 20.0),
    "drawn, camera tilted by 28 degrees": lambda size: draw_aslant(size, 28.0),
    "drawn, camera tilted by 35 degrees": lambda size: draw_aslant(size, 35.0),
}
CLEAN_COVERAGE, LEAST_COVERAGE = Target(0.93, 0.98), Target(at_least=0.90)


@dataclass
class RoomScore:
    """The score of one fault over several tables. sigmas_in: of the ranges. said: sentences, each once."""

    score: Score = field(default_factory=Score)
    sigmas_in: list[float] = field(default_factory=list)
    undecided: int = 0
    refused: int = 0
    said: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, fault: Fault, tables: Sequence[KnownTable]) -> "RoomScore":
        """Reads each table with the fault."""
        room = cls()
        for table in tables:
            room._read(fault.on(table))
        return room

    @classmethod
    def read(cls, table: KnownTable) -> "RoomScore":
        """Reads one table as it is."""
        room = cls()
        room._read(table)
        return room

    def _read(self, table: KnownTable) -> None:
        try:
            snapshot = measure_photo(table.folder, table.frame).snapshot
        except BadPicture as refused:
            self.refused += 1
            self.score.models += len(table.places)
            self.said.append(str(refused))
            return
        self.score.count(table, snapshot)
        self.undecided += sum(placed.stands_on == "undecided" for placed in snapshot.models)
        self.sigmas_in += [measured.sigma_in for measured in all_ranges(snapshot)]
        self.said += [str(problem) for problem in snapshot.problems]

    @property
    def p95_in(self) -> float:
        """95 of 100 ranges are nearer to the truth."""
        return float(np.quantile(self.score.ranges_in, 0.95)) if self.score.ranges_in else float("nan")

    @property
    def coverage(self) -> float:
        """The share of the ranges that lie within two stated sigmas of the truth."""
        return float(np.mean(self.score.inside)) if self.score.inside else float("nan")

    @property
    def sigma_in(self) -> float:
        """The median of the stated sigmas."""
        return float(np.median(self.sigmas_in)) if self.sigmas_in else float("nan")

    def note(self, clean: "RoomScore") -> str:
        """The other figures of a row besides coverage."""
        score = self.score
        told = f"recall {score.share:.2f}, p95 {self.p95_in:.3f} in, stated {self.sigma_in / clean.sigma_in:.1f}x clean"
        told += f", {score.phantom} phantoms, {score.wrong_floor} wrong floors, {self.undecided} undecided"
        return told + (f"; says: {' / '.join(dict.fromkeys(self.said))}" if self.said else "")


def room(
    data: Path,
    sizes: Sequence[str] = ("4k", "1080p"),
    faults: Sequence[Fault] = FAULTS,
    drawn: Sequence[str] = tuple(DRAWN),
) -> BenchResult:
    """Every fault on the rendered tables at each size, or on drawn ones if there are none, and what has to be drawn.

    The first of `faults` and of `drawn` is no fault, and the others are compared with it.
    """
    here = (data / "rendered").is_dir()
    figures: list[Figure] = []
    for size in sizes:
        figures += _with_faults(size, rendered(data, size) if here else draw_tables(size), faults)
        figures += _drawn(size, drawn)
    skipped = "" if here else f"there is no {data / 'rendered'}, so tables drawn by tablecam itself were read instead"
    title = "ranges within two stated sigmas of the truth, with one fault at a time"
    return BenchResult("room", title, tuple(figures), skipped)


def _with_faults(size: str, tables: Sequence[KnownTable], faults: Sequence[Fault]) -> Iterator[Figure]:
    clean = None
    for fault in faults:
        found = RoomScore.of(fault, tables)
        clean = clean or found
        yield _figure(f"{size}, {fault.name}", found, clean, CLEAN_COVERAGE if found is clean else LEAST_COVERAGE)


def _drawn(size: str, names: Sequence[str]) -> Iterator[Figure]:
    clean = None
    for name in names:
        found = RoomScore.of(CLEAN, DRAWN[name](size))
        clean = clean or found
        # drawn pictures are better than any camera's, so what is stated for a camera covers them all
        yield _figure(f"{size}, {name}", found, clean, LEAST_COVERAGE)


def _figure(what: str, found: RoomScore, clean: RoomScore, target: Target) -> Figure:
    return Figure(what, found.coverage, "", (), target, note=found.note(clean))


NUMBERS = (1, 2, 3)
# an arm that reaches over the table from its near side, as high as over a building; the cameras hang side by side
ARM = Hand(24.0, 36.0, 8.0, math.pi / 2)
# the pipeline's moments before the clock starts
WARM = 15
# each camera looks so much later than the one before it, as cameras that run freely do
LATER_S = 0.01
# of the models, an arm hides some from one camera
FOUND = {1: None, 2: Target(at_least=0.9), 3: Target(at_least=0.95)}
# a camera more may cost what the first does, and a quarter of that for what they tell together
MOST_EACH = 1.25


def cameras(size: str = "4k", models: int = 28, crowded: int = 40, moments: int = 30) -> BenchResult:
    """The readings of one, two and three cameras of the same drawn tables: of pictures, and of a film of `moments`.

    models: on the table of the pictures; crowded: on that of the film, two of which move.
    """
    figures: list[Figure] = []
    for what, hands in (("bare table", ()), ("an arm across the table", (ARM,))):
        with tempfile.TemporaryDirectory() as folder:
            figures += _found(what, read_together(demo_scene(*SIZES[size], models=models), hands, Path(folder)))
    with tempfile.TemporaryDirectory() as folder:
        figures += _costs(crowd("street", SIZES[size], crowded), moments, Path(folder))
    return BenchResult("cameras", f"one table under several cameras, drawn, {size}", tuple(figures))


def read_together(
    clean: Scene, hands: Sequence[Hand], path: Path, numbers: Sequence[int] = NUMBERS
) -> dict[int, RoomScore]:
    """The joint readings of each number of cameras, of one picture each. path: an empty folder."""
    scene = replace(clean, sensor=replace(clean.sensor, noise=NOISE, jpeg=JPEG, gamma=2.2))
    folder = _folder(scene, path)
    pictures = [Frame(Renderer(choose_camera(scene, one)).picture(None, hands), 0.0) for one in range(max(numbers))]
    tables = {number: known_table("together", scene, folder, _together(pictures[:number])) for number in numbers}
    return {number: RoomScore.read(table) for number, table in tables.items()}


def _found(what: str, scores: Mapping[int, RoomScore]) -> Iterator[Figure]:
    for number, found in scores.items():
        named = f"{_named(number)}, {what}"
        yield Figure(f"{named}: ranges within two stated sigmas", found.coverage, "", (), Target(at_least=0.9),
                     note=found.note(scores[1]))  # fmt: skip
        yield Figure(f"{named}: models found", found.score.share, "", (), FOUND[number])


def _costs(scene: Scene, moments: int, path: Path) -> Iterator[Figure]:
    """The pipeline's cost for each moment with two moving models, against that with one camera."""
    folder = _folder(scene, path)
    films = [film(choose_camera(scene, number), WARM + moments) for number in range(max(NUMBERS))]
    pipelines = {number: Pipeline(folder) for number in NUMBERS}
    times: dict[int, list[Time]] = {number: [] for number in NUMBERS}
    for row, seen in enumerate(zip(*films, strict=True)):
        pictures = [_frame(each, LATER_S * one) for one, each in enumerate(seen)]
        for number, pipeline in pipelines.items():
            _, spent = timed(pipeline.process, _together(pictures[:number]))
            if row >= WARM:
                times[number].append(spent)
    for number in NUMBERS[1:]:
        cost = cheaper(times[1], times[number])
        yield Figure(f"{_named(number)}: the pipeline's cost of a moment against one", cost.median, "x", (),
                     Target(at_most=MOST_EACH * number), moments, cost.quartiles)  # fmt: skip


def _folder(scene: Scene, path: Path) -> TableFolder:
    """The folder of a scene under all cameras; its trays are exact."""
    write_table_folder(scene, path, max(NUMBERS))
    read = read_folder(path)
    return replace(read, table=replace(read.table, assembly_sigma_mm=0.0))


def _frame(seen: FilmFrame, later_s: float) -> Frame:
    return Frame(seen.grey, seen.time + later_s, seen.number)


def _together(pictures: list[Frame]) -> Frame:
    return pictures[0] if len(pictures) == 1 else SharedMoment(dict(enumerate(pictures)), pictures[0].number)


def _named(number: int) -> str:
    return "one camera" if number == 1 else f"{number} cameras"
