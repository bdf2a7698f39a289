"""The cost of a frame: the fast path and bare full-frame detection on the same frames, with the recall of each."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from tablecam.bench.figure import BenchResult, Figure, Target
from tablecam.bench.film import FilmFrame, crowd, film, folder_of
from tablecam.bench.idle import idle
from tablecam.bench.peers import PUPIL, PUPIL_DEFAULT, Peers
from tablecam.bench.timing import Comparison, Time, cheaper, timed
from tablecam.camera.synthetic.scene import Scene
from tablecam.errors import TablecamError
from tablecam.geometry.projection import Camera
from tablecam.pipeline import Pipeline
from tablecam.viewing.camera_view import edges_in, reference_ids
from tablecam.vision.frame import Frame
from tablecam.vision.watch import Shown, Sweep, TagWatch

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
    return TagWatch(edges_in(folder), reference_ids(folder), (folder.table.width_in, folder.table.depth_in))


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
