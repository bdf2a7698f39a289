"""The cost of a frame: the fast path and bare full-frame detection on the same frames, with the recall of each."""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from tablecam.base.errors import TablecamError
from tablecam.base.units import to_inches, to_mm
from tablecam.live.camera_view import get_printed_edges, reference_ids
from tablecam.live.pipeline import PHOTO_SEARCH, Pipeline
from tablecam.sensing.camera.recording import load_image
from tablecam.sensing.camera.synthetic.demo import MODEL_TAGS, TAG_4K_MM, TAG_1080P_MM
from tablecam.sensing.camera.synthetic.scene import Scene, TagPlace, lens, overhead
from tablecam.sensing.camera.synthetic.tag import DrawnPatch, tag_patch
from tablecam.sensing.vision.detection import Detection, Search, TagDetector
from tablecam.sensing.vision.frame import Frame
from tablecam.sensing.vision.full_search import fit_detection
from tablecam.sensing.vision.watch import Shown, Sweep, TagWatch
from tablecam.table.geometry.projection import Camera
from tools.bench.demo import idle
from tools.bench.figure import BenchResult, Comparison, Figure, Target, Time, cheaper, timed
from tools.bench.ideal_tags import BLACK, WHITE, ideal_picture, noisy
from tools.bench.peers import NAMES, PUPIL, PUPIL_DEFAULT, Peers
from tools.bench.tables import FilmFrame, crowd, film, folder_of

WAYS = (PUPIL, PUPIL_DEFAULT)
# a tag counts as found within this many pixels of its true place: a cell of a 20 mm tag at 4K
NEAR_PX = 3.0


@dataclass(frozen=True)
class Size:
    """The extent of a run. warm: frames before timing starts; every n-th frame goes to the peers too."""

    picture: tuple[int, int] = (3840, 2160)
    models: int = 64
    warm: int = 20
    frames: int = 60
    peers_every: int = 6
    starts: int = 5


@dataclass
class _Tally:
    """Times and detections of one method over a run."""

    times: list[Time] = field(default_factory=list)
    found: int = 0
    misplaced: int = 0
    there: int = 0

    @property
    def recall(self) -> float:
        return self.found / self.there if self.there else float("nan")

    def count(self, shot: FilmFrame, centers: dict[int, np.ndarray]) -> None:
        near = [tag for tag, px in shot.tags.items() if tag in centers and np.linalg.norm(centers[tag] - px) < NEAR_PX]
        self.there += len(shot.tags)
        self.found += len(near)
        self.misplaced += len(centers.keys() & shot.tags.keys()) - len(near)


@dataclass(frozen=True)
class Case:
    """One comparison. absent: known models that are in no picture.

    steady, cold: least gains over both peers. whole: the same of all that is done with a frame, once it is steady.
    """

    name: str
    mat: str
    arm: bool = False
    absent: int = 0
    steady: tuple[float, float] | None = None
    cold: tuple[float, float] | None = None
    whole: tuple[float, float] | None = None


CASES = (
    Case("busy mat", "busy", steady=(60, 15), cold=(6, 1.7), whole=(100, 0)),
    Case("plain mat", "plain", steady=(150, 40), cold=(20, 5), whole=(100, 0)),
    Case("plain mat, forearm across", "plain", arm=True, steady=(30, 0)),
    Case("busy mat, forearm across", "busy", arm=True, whole=(40, 0)),
    Case("busy mat, 4 models off the table", "busy", absent=4, whole=(60, 0)),
)
# the name of the part about a table at rest
IDLE = "table at rest"


def speed(scenes: tuple[str, ...] = (), size: Size = Size()) -> BenchResult:
    """Steady state and cold start on a busy and a plain mat; `scenes` are names of some. TablecamError for another."""
    known = (*(case.name for case in CASES), IDLE)
    if unknown := [scene for scene in scenes if scene not in known]:
        raise TablecamError(f"there is no scene '{unknown[0]}': choose from {'; '.join(known)}")
    figures: list[Figure] = []
    with Peers() as peers:
        for case in CASES:
            if not scenes or case.name in scenes:
                scene = crowd(case.mat, size.picture, size.models, case.absent)
                figures += _steady(case, scene, size, peers)
                figures += _cold(case, scene, size, peers)
    if not scenes or IDLE in scenes:
        figures += idle(crowd("busy", size.picture, size.models))
    width, height = size.picture
    title = (
        f"cost of a frame, {width}x{height}, {size.models} tags of 20 mm, 2 moving; times cheaper than full-frame pupil"
    )
    return BenchResult("speed", title, tuple(figures))


def _steady(case: Case, scene: Scene, size: Size, peers: Peers) -> Iterator[Figure]:
    folder, camera = folder_of(scene), scene.camera
    watch, pipeline = _fresh_watch(scene), Pipeline(folder)
    early, ours, whole, theirs = _Tally(), _Tally(), _Tally(), {way: _Tally() for way in WAYS}
    for shot in film(scene, size.warm + size.frames, case.arm):
        sweep, spent = timed(watch.read, shot.grey, camera)
        _, all_spent = timed(pipeline.process, Frame(shot.grey, shot.time, shot.number))
        if shot.number < size.warm:
            early.times.append(spent)
            continue
        ours.times.append(spent)
        whole.times.append(all_spent)
        if (shot.number - size.warm) % size.peers_every == 0:
            ours.count(shot, _centers(sweep, camera))
            _ask(peers, shot, theirs)
    yield from _compared(f"{case.name}, tags read", ours, theirs, case.steady)
    yield from _compared(f"{case.name}, whole pipeline", whole, theirs, case.whole)
    yield _recall(f"{case.name}, recall", ours, theirs)
    if early.times:
        yield _beginning(case.name, early, theirs[PUPIL])


def _beginning(name: str, early: _Tally, peer: _Tally) -> Figure:
    """The first frames together: work postponed by a quick first frame shows here, and so do one-time costs."""
    gain = cheaper(early.times, peer.times)
    total = 1000 * sum(time.cpu_s for time in early.times)
    note = f"{total:.0f} ms together; by means, all that is put off or made once included"
    return Figure(f"{name}, first {len(early.times)} frames / {PUPIL}", gain.mean, "x", note=note)


def _cold(case: Case, scene: Scene, size: Size, peers: Peers) -> Iterator[Figure]:
    if case.cold is None:
        return
    ours, theirs = _Tally(), {way: _Tally() for way in WAYS}
    for shot in film(scene, size.starts):
        sweep, spent = timed(_fresh_watch(scene).read, shot.grey, scene.camera)
        ours.times.append(spent)
        ours.count(shot, _centers(sweep, scene.camera))
        _ask(peers, shot, theirs)
    yield from _compared(f"{case.name}, cold start", ours, theirs, case.cold)
    yield _recall(f"{case.name}, recall cold", ours, theirs)


def _fresh_watch(scene: Scene) -> TagWatch:
    folder = folder_of(scene)
    return TagWatch(get_printed_edges(folder), reference_ids(folder), (folder.table.width_in, folder.table.depth_in))


def _ask(peers: Peers, shot: FilmFrame, theirs: dict[str, _Tally]) -> None:
    """Runs both peers on one picture, in alternating order."""
    for way in WAYS if shot.number % 2 else WAYS[::-1]:
        found = peers.detect(way, shot.grey)
        theirs[way].times.append(found.time)
        theirs[way].count(shot, {detection.tag: detection.center_px for detection in found.detections})


def _centers(sweep: Sweep, camera: Camera) -> dict[int, np.ndarray]:
    poses = {sight.fit.tag: sight.fit.pose for sight in sweep.sights if sight.shown is not Shown.HIDDEN}
    return {tag: camera.project(np.array([pose.x_in, pose.y_in, 0.0])) for tag, pose in poses.items()}


def _compared(
    what: str, ours: _Tally, theirs: dict[str, _Tally], least: tuple[float, float] | None
) -> Iterator[Figure]:
    for number, way in enumerate(WAYS):
        gain = cheaper(ours.times, theirs[way].times)
        target = Target(at_least=least[number]) if least is not None and least[number] else None
        note = _cost(ours, theirs[way], gain)
        yield Figure(f"{what} / {way}", gain.median, "x", (), target, len(ours.times), gain.quartiles, note)


def _cost(ours: _Tally, theirs: _Tally, gain: Comparison) -> str:
    mine, peer = (1000 * float(np.median([time.cpu_s for time in tally.times])) for tally in (ours, theirs))
    return (
        f"median {mine:.2f} ms against {peer:.0f} ms of processor time; by means {gain.mean:.1f}x, "
        f"by the clock on the wall {gain.by_the_wall:.1f}x"
    )


def _recall(what: str, ours: _Tally, theirs: dict[str, _Tally]) -> Figure:
    peers = tuple((way, tally.recall) for way, tally in theirs.items())
    note = f"of {ours.there} tags clear of any arm; {ours.misplaced} of ours misplaced"
    return Figure(what, ours.recall, "", peers, Target(at_least=peers[0][1]), note=note)


# The error of a tag's fitted centre relative to the Cramer-Rao bound, on pictures with known noise.
#
# The bound is computed from the pictures themselves: each of the tag's parameters is moved a little to either side,
# and the difference of the two pictures over the step is the slope of every pixel. Free are x, y, heading, scale, gain
# and offset; blur is held at its true value, so the bound is a little lower than a fit with unknown blur could reach.
# The edge of the paper is left out of the bound, because the surroundings of a tag are unknown.

MOST_TIMES = Target(at_most=1.5)
# samples along a pixel for the bound: its slopes are then accurate to a hundredth
FINE = 8
# how far each parameter is moved for its slope: inches, inches, radians, share
STEPS = (1e-3, 1e-3, 2e-3, 1e-3)
SEED = 5


@dataclass(frozen=True)
class FitSetting:
    """A picture size with the tag meant for it, and the blur of such a camera."""

    name: str
    size: tuple[int, int]
    edge_mm: float
    blur_px: float


SETTINGS = (
    FitSetting("4k, 20 mm", (3840, 2160), TAG_4K_MM, 0.7),
    FitSetting("1080p, 24 mm", (1920, 1080), TAG_1080P_MM, 0.55),
)


def fit(noises: tuple[float, ...] = (2.0, 4.0, 6.0), tags: int = 24, pictures: int = 8) -> BenchResult:
    """The error of the centre over the bound, for each picture size and noise."""
    figures = [figure for setting in SETTINGS for figure in _setting(setting, noises, (tags, pictures))]
    title = "error of a tag's centre over the Cramer-Rao bound (free: x, y, heading, scale, gain, offset)"
    return BenchResult("fit", title, tuple(figures))


def _setting(setting: FitSetting, noises: tuple[float, ...], count: tuple[int, int]) -> Iterator[Figure]:
    camera = Camera(lens(*setting.size), overhead())
    places = _places(to_inches(setting.edge_mm), count[0])
    picture = ideal_picture(camera, places, setting.blur_px)
    unit = [bound(camera, place, setting.blur_px) for place in places]
    for noise in noises:
        # rounding to whole grey levels adds its own variance
        sigma = math.hypot(noise, math.sqrt(1 / 12))
        errors: dict[str, list[float]] = {name: [] for name in CENTRES}
        for seed in range(count[1]):
            for name, squares in _errors(camera, noisy(picture, noise, SEED + seed), places).items():
                errors[name] += [square / (sigma * least) ** 2 for square, least in zip(squares, unit, strict=True)]
        yield _figure(setting, noise, errors, sigma * float(np.sqrt(np.mean(np.square(unit)))))


def _figure(setting: FitSetting, noise: float, squares: dict[str, list[float]], bound_in: float) -> Figure:
    ours, *peers = ((name, float(np.sqrt(np.nanmean(values)))) for name, values in squares.items())
    lost = int(np.isnan(squares[OURS]).sum())
    count = len(squares[OURS])
    # the spread of a root mean square of n Gaussian errors in two directions
    doubt = ours[1] / math.sqrt(4 * max(count - lost, 1))
    note = f"bound {to_mm(bound_in) * 1000:.2f} um" + (f"; {lost} of {count} not found" if lost else "")
    spread = (ours[1] - doubt, ours[1] + doubt)
    return Figure(f"{setting.name}, noise {noise:g}", ours[1], "x", tuple(peers), MOST_TIMES, count, spread, note)


def _places(edge_in: float, count: int) -> list[TagPlace]:
    """Tags all over the table at odd places and angles, none near another."""
    random = np.random.default_rng(SEED)
    across = math.ceil(math.sqrt(count))
    pitch = 44 / across
    cells = [(i % across, i // across) for i in range(count)]
    return [
        TagPlace(
            tag,
            edge_in,
            2 + pitch * (column + 0.5 + random.uniform(-0.2, 0.2)),
            2 + pitch * (row + 0.5 + random.uniform(-0.2, 0.2)),
            0.0,
            random.uniform(0, 2 * math.pi),
        )
        for tag, (column, row) in zip(MODEL_TAGS, cells, strict=False)
    ]


def bound(camera: Camera, place: TagPlace, blur_px: float) -> float:
    """The least root mean square error of the centre (each axis, inches) at noise of one grey level."""
    moved: list[Callable[[float], TagPlace]] = [
        lambda step: replace(place, x_in=place.x_in + step),
        lambda step: replace(place, y_in=place.y_in + step),
        lambda step: replace(place, heading_rad=place.heading_rad + step),
        lambda step: replace(place, size_in=place.size_in * (1 + step)),
    ]
    frame = tag_patch(camera, place, blur_px + 1, FINE)
    slopes = [
        (_paper(camera, move(step), blur_px, frame) - _paper(camera, move(-step), blur_px, frame)) / (2 * step)
        for move, step in zip(moved, STEPS, strict=True)
    ]
    share = _paper(camera, place, blur_px, frame)
    design = np.column_stack([*slopes, share, np.ones_like(share)])
    design[:, :4] *= WHITE - BLACK
    # in units of like size, so that the inverse is well conditioned
    size = np.linalg.norm(design, axis=0)
    covariance = np.linalg.inv((design / size).T @ (design / size)) / np.outer(size, size)
    return math.sqrt((covariance[0, 0] + covariance[1, 1]) / 2)


def _paper(camera: Camera, place: TagPlace, blur_px: float, frame: DrawnPatch) -> np.ndarray:
    """Share of white in each pixel of the frame, (n,), as if the paper had no edge."""
    patch = tag_patch(camera, place, blur_px, FINE)
    white = np.ones_like(frame.cover)
    top, left = patch.top - frame.top, patch.left - frame.left
    height, width = patch.cover.shape
    black = patch.cover - patch.white
    white[top : top + height, left : left + width] -= black
    return white.ravel().astype(float)


OURS = "fit"
CENTRES = (OURS, "the library's centre", "mean of its four corners")


def _errors(camera: Camera, grey: np.ndarray, places: list[TagPlace]) -> dict[str, list[float]]:
    """Squared error of each tag's centre, mean of both axes, in square inches; NaN if it was not found."""
    found = {detection.tag: detection for detection in TagDetector().detect(grey, Search(sharpening=1.0))}
    centers = [_fitted_centers(camera, grey, place, found.get(place.tag)) for place in places]
    true = [np.array([place.x_in, place.y_in]) for place in places]
    return {
        name: [float(((ways[name] - at) ** 2).mean()) for ways, at in zip(centers, true, strict=True)]
        for name in CENTRES
    }


def _fitted_centers(
    camera: Camera, grey: np.ndarray, place: TagPlace, found: Detection | None
) -> dict[str, np.ndarray]:
    nowhere = np.full(2, np.nan)
    if found is None:
        return dict.fromkeys(CENTRES, nowhere)
    fitted = fit_detection(grey, camera, found, place.size_in)
    ours = nowhere if fitted is None else np.array([fitted.pose.x_in, fitted.pose.y_in])
    corners = camera.back_project(found.corners_px)
    return dict(zip(CENTRES, (ours, camera.back_project(found.center_px), corners.mean(axis=0)), strict=True))


FAMILY = "tag36h11"


@dataclass
class _PhotoTally:
    """found: tags that are there and were read. wrong: numbers read that are not there. in_none: of those, in pictures
    without a tag."""

    found: int = 0
    wrong: int = 0
    in_none: int = 0

    def count(self, expected: list[int], seen: list[int]) -> None:
        """Adds one picture; tags of one number count as often as they occur."""
        right = sum(min(expected.count(tag), seen.count(tag)) for tag in set(expected))
        strange = sum(tag not in expected for tag in seen)
        self.found, self.wrong = self.found + right, self.wrong + strange
        self.in_none += strange if not expected else 0


def photos(data: Path) -> BenchResult:
    """All photographs of the family whose tags are known."""
    title = "photographs: tags read, numbers that are not there, and pictures without tags"
    listed = data / "expected_ids.json"
    if not listed.is_file():
        return BenchResult("photos", title, (), f"there is no {listed}: name the folder of the photographs with --data")
    expected = _expected(json.loads(listed.read_text(encoding="utf-8")))
    ours, theirs = _PhotoTally(), {name: _PhotoTally() for name in NAMES}
    detector = TagDetector()
    with Peers() as peers:
        for name, ids in expected.items():
            grey = load_image(data / name).grey
            ours.count(ids, [detection.tag for detection in detector.detect(grey, PHOTO_SEARCH)])
            for peer, tally in theirs.items():
                tally.count(ids, peers.detect(peer, np.asarray(grey)).ids)
    there = sum(len(ids) for ids in expected.values())
    empty = sum(not ids for ids in expected.values())
    return BenchResult("photos", f"{title} ({len(expected)} pictures)", _figures(ours, theirs, there, empty))


def _expected(listed: Mapping[str, Mapping[str, Any]]) -> dict[str, list[int]]:
    """Picture -> the numbers in it. A set of tags of one number is listed by that number and its count."""
    known = {}
    for name, facts in listed.items():
        if facts["family"] == FAMILY:
            ids = facts["ids"]
            known[name] = [facts["id_of_all_tags"]] * facts["count_reference"] if ids is None else list(ids)
    return known


def _figures(ours: _PhotoTally, theirs: Mapping[str, _PhotoTally], there: int, empty: int) -> tuple[Figure, ...]:
    def figure_beside(what: str, of: str, target: Target, note: str) -> Figure:
        peers = tuple((name, float(getattr(tally, of))) for name, tally in theirs.items())
        return Figure(what, float(getattr(ours, of)), "", peers, target, note=note)

    return (
        figure_beside("tags read", "found", Target(at_least=theirs[PUPIL].found), f"of {there}"),
        figure_beside("numbers that are not there", "wrong", Target(at_most=0), ""),
        figure_beside("of them in pictures without tags", "in_none", Target(at_most=0), f"{empty} pictures"),
    )
