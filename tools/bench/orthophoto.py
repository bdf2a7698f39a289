"""The table from straight above: known points against their places, one to two cameras, and what a renewal costs."""

import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from tablecam.live.live_loop import PublishedFrame
from tablecam.live.orthophoto import RENEW_S, Orthophoto, SurfaceMap, collect_looks
from tablecam.live.pipeline import measure_photo
from tablecam.live.rectification import PX_PER_IN
from tablecam.sensing.camera.synthetic.camera import choose_camera, write_table_folder
from tablecam.sensing.camera.synthetic.demo import demo_scene, resize_scene
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene, model_tag
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.sensing.vision.frame import Frame, SharedMoment
from tablecam.storage.table_folder import read_folder
from tools.bench.figure import BenchResult, Figure, Target, timed
from tools.bench.tables import JPEG, NOISE, SIZES

MOST_MAT_IN, MOST_ROOF_IN, MOST_RENEWAL_MS, MOST_AT_REST = 0.15, 0.3, 60.0, 0.10
# tags of 20 pixels are too small to be read well: they are searched in the enlarged image
ENLARGED = 3
MODELS = 28
LARGE_IN = (72.0, 48.0)


@dataclass(frozen=True)
class Looked:
    """A table with the images of its cameras, and the view that the program has of it."""

    scene: Scene
    cameras: int
    view: PublishedFrame

    @property
    def ground(self) -> SurfaceMap:
        """The surfaces of the table."""
        return SurfaceMap((self.scene.table.width_in, self.scene.table.depth_in), self.scene.terrain)


@dataclass
class TagErrors:
    """Distances of tags from their places, in inches, on the mat and on roofs; flat: what one plane would give."""

    mat: list[float] = field(default_factory=list)
    roofs: list[float] = field(default_factory=list)
    flat_mat: list[float] = field(default_factory=list)
    flat_roofs: list[float] = field(default_factory=list)


def orthophoto(sizes: Sequence[str] = ("1080p", "4k"), renewals: int = 20) -> BenchResult:
    """The orthophotos of drawn tables, and the cost of renewing them."""
    figures: list[Figure] = []
    for size in sizes:
        figures += _measure(f"{size}", look_at(demo_scene(*SIZES[size], models=MODELS)), renewals)
    scene = demo_scene(*SIZES[sizes[-1]], models=MODELS)
    figures += _measure(f"{sizes[-1]}, two cameras", look_at(scene, 2), renewals)
    large = resize_scene(scene, LARGE_IN)
    figures += _measure(f"{sizes[-1]}, 6 x 4 ft", look_at(large), renewals)
    return BenchResult(
        "orthophoto", "the table from above: tags against their places, and a renewal's cost", tuple(figures)
    )


def look_at(clean: Scene, cameras: int = 1) -> Looked:
    """Draws a table as cameras see it, and measures it from those images."""
    scene = replace(clean, sensor=replace(clean.sensor, noise=NOISE, jpeg=JPEG, gamma=2.2))
    by_camera = {number: Frame(Renderer(choose_camera(scene, number)).picture(), 0.0) for number in range(cameras)}
    with tempfile.TemporaryDirectory() as path:
        write_table_folder(scene, Path(path), cameras)
        reading = measure_photo(read_folder(path), SharedMoment(by_camera))
    view = PublishedFrame(
        number=1,
        snapshot=reading.snapshot,
        camera=reading.camera,
        frame=SharedMoment(by_camera),
        cameras=reading.cameras,
    )
    return Looked(scene, cameras, view)


def measure_errors(looked: Looked) -> TagErrors:
    """The distance of each tag in the photograph from the place where it is seen on the surface under it."""
    image = Orthophoto(looked.ground).photograph(collect_looks(looked.view))
    seen, errors = find_tags(image, looked.scene.table.depth_in), TagErrors()
    for tag, (x_in, y_in, z_in, surface_in) in list_tags(looked.scene).items():
        if tag not in seen:
            continue
        point = np.array([x_in, y_in, z_in])
        # with several cameras, the one that shows the place is not known: the nearest counts
        eyes = [choose_camera(looked.scene, number).camera.pose.position_in for number in range(looked.cameras)]
        off, flat = (
            min(math.dist(seen[tag], _cast(point, eye, height_in)) for eye in eyes) for height_in in (surface_in, 0.0)
        )
        (errors.roofs if surface_in else errors.mat).append(off)
        (errors.flat_roofs if surface_in else errors.flat_mat).append(flat)
    return errors


def list_tags(scene: Scene) -> dict[int, tuple[float, float, float, float]]:
    """The tags of references and models: x, y, z, and the height of the surface under them, in inches."""
    tags = {tag.id: (*tag.center_in, 0.0, 0.0) for tag in scene.table.reference_tags}
    for model, spot in scene.spots.items():
        place = model_tag(scene.roster.by_id[model], spot)
        tags[place.tag] = (place.x_in, place.y_in, place.z_in, spot.z_in)
    return tags


def find_tags(image: np.ndarray, depth_in: float) -> Mapping[int, tuple[float, float]]:
    """The places of tags in an orthophoto, in inches."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    large = cv2.resize(grey, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
    scale = PX_PER_IN * ENLARGED
    return {
        tag.tag: ((tag.center_px[0] + 0.5) / scale, depth_in - (tag.center_px[1] + 0.5) / scale)
        for tag in TagDetector().detect(large, Search(1.0, 1.0, 5))
    }


def _cast(point: np.ndarray, eye: np.ndarray, height_in: float) -> tuple[float, float]:
    """The place where a ray from the eye through a point meets a height."""
    x_in, y_in = eye[:2] + (point[:2] - eye[:2]) * ((eye[2] - height_in) / (eye[2] - point[2]))
    return float(x_in), float(y_in)


def _measure(what: str, looked: Looked, renewals: int) -> Iterator[Figure]:
    errors = measure_errors(looked)
    for where, ours, flat, most_in in (
        ("mat", errors.mat, errors.flat_mat, MOST_MAT_IN),
        ("roofs", errors.roofs, errors.flat_roofs, MOST_ROOF_IN),
    ):
        p95, plain = (float(np.quantile(off, 0.95)) if off else math.nan for off in (ours, flat))
        peers = (("one plane for all heights", plain),)
        note = f"of {len(ours)} tags"
        yield Figure(f"{what}: error on the {where}, 95 %", p95, " in", peers, Target(at_most=most_in), note=note)
    changing, resting = measure_costs(looked, renewals)
    median = 1000 * float(np.median(changing))
    yield Figure(f"{what}: a renewal", median, " ms of a core", (), Target(at_most=MOST_RENEWAL_MS), len(changing))
    share = float(np.mean(resting)) / RENEW_S
    yield Figure(f"{what}: share of a core at rest", share, "", (), Target(at_most=MOST_AT_REST), len(resting))


def measure_costs(looked: Looked, renewals: int) -> tuple[list[float], list[float]]:
    """The processor time of renewals that change the photograph, and of those that do not, in seconds."""
    photo = Orthophoto(looked.ground)
    snapshot = looked.view.snapshot
    models = snapshot.models if snapshot else ()
    looks = collect_looks(looked.view)
    darker = [(Frame(cv2.convertScaleAbs(frame.image, alpha=0.8), 1.0), camera) for frame, camera in looks]
    changing: list[float] = []
    resting: list[float] = []
    for round_number in range(renewals + 1):
        # a change is believed at the second look
        for shown in (looks, looks, darker, darker):
            before = photo.number
            _, spent = timed(photo.renew, shown, models)
            if round_number:
                (changing if photo.number > before else resting).append(spent.cpu_s)
    return changing, resting
