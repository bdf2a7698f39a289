"""The light of a projector over drawn tables: where it falls, how soon, and whether tags stay readable under it."""

import time
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from calibration.beam import Beam, build_beam, fit_beam
from calibration.beam_pattern import DotPattern, leave_out_models, place_dots, read_dots
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.projector import ProjectedImage, hang_projector
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene, model_tags
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.table.geometry.projection import Camera
from tools.bench.figure import BenchResult, Figure, Target, timed
from tools.bench.tables import JPEG, NOISE, SIZES
from tools.bench.tablet import demo
from tools.bench.tablet_page import browser, opened

PX = 1920, 1080
# calibrations in a browser, and the longest that one may take
PRESSES, MOST_S = 3, 5.0
# how long it is waited for on a machine that has other things to do
BUSY_MS = 300_000.0
MOST_MAT_IN, MOST_ROOF_IN, MOST_LOST = 0.06, 0.12, 0.01
MATS, ROOFS_IN = ("street", "busy"), (1.5, 4.0)
# of the lamps' light: a dim room, and a bright one
BRIGHTNESSES = (1.5, 0.4)
# lines across the whole table, this far apart and this wide
LINES_PX, LINE_PX = 60, 8
# darkness around tags, as the page leaves it
OFF_IN = 0.3


def beam(size: str = "1080p") -> BenchResult:
    """The errors of a calibrated projector's light, and the recall of tags under it."""
    figures: list[Figure] = []
    for mat in MATS:
        for brightness in BRIGHTNESSES:
            scene = demo_scene(*SIZES[size], mat=mat)
            figures += _measure(replace(scene, sensor=replace(scene.sensor, noise=NOISE, jpeg=JPEG)), brightness)
    figures.append(_measure_presses())
    return BenchResult("beam", "the light of a projector: where it falls, and tags under it", tuple(figures))


def _measure(scene: Scene, brightness: float) -> Iterator[Figure]:
    projector = hang_projector(scene.table, (PX[1], PX[0]))
    truth, what = build_beam(projector), f"{scene.mat}, light {brightness:g}"
    images = film(scene, projector, brightness)
    found, spent = timed(calibrate, scene, images)
    yield Figure(
        f"{what}: error on the mat, 95 %", measure_error(truth, found, 0.0), " in", (), Target(None, MOST_MAT_IN)
    )
    for z_in in ROOFS_IN if found.knows_heights else ():
        error_in = measure_error(truth, found, z_in)
        yield Figure(f"{what}: error {z_in:g} in up, 95 %", error_in, " in", (), Target(None, MOST_ROOF_IN))
    yield Figure(f"{what}: reading and fitting", spent.cpu_s, " s of a core", (), None, note=f"{found.dots} dots")
    before, lit, spared = (count_tags(scene, projector, image, brightness) for image in draw_lines(scene, found))
    lost = 1 - spared / max(before, 1)
    yield Figure(
        f"{what}: tags lost under lines", lost, "", (("light on tags too", 1 - lit / max(before, 1)),),
        Target(None, MOST_LOST), note=f"of {before}",
    )  # fmt: skip


def _measure_presses() -> Figure:
    """Press *Calibrate* in a browser over a running demo, whose hands move models meanwhile."""
    with demo() as server, browser() as chromium, opened(chromium, f"{server.address}/beam") as page:
        page.set_viewport_size({"width": PX[0], "height": PX[1]})
        spent_s = []
        for _ in range(PRESSES):
            page.wait_for_selector("button.big", state="attached")
            begun = time.monotonic()
            page.get_by_role("button", name="Calibrate").click()
            page.wait_for_selector(".beam-dots")
            page.wait_for_selector(".beam-dots", state="detached", timeout=BUSY_MS)
            page.wait_for_selector("[data-beam=aimed]")
            spent_s.append(time.monotonic() - begun)
    what = "from the press on Calibrate to the aimed light"
    quartiles = float(np.quantile(spent_s, 0.25)), float(np.quantile(spent_s, 0.75))
    return Figure(what, float(np.median(spent_s)), " s", (), Target(at_most=MOST_S), PRESSES, quartiles)


def film(scene: Scene, projector: Camera, brightness: float) -> list[np.ndarray]:
    """The camera's grey images of the pattern."""
    renderer, pattern, images = Renderer(scene), DotPattern(*PX), list[np.ndarray]()
    for dots in pattern.images:
        renderer.project(ProjectedImage(projector, pattern.draw(dots), brightness))
        images.append(cv2.cvtColor(renderer.picture(), cv2.COLOR_BGR2GRAY))
    return images


def calibrate(scene: Scene, images: list[np.ndarray]) -> Beam:
    """The beam that the images tell of."""
    pattern = DotPattern(*PX)
    size_in = scene.table.width_in, scene.table.depth_in
    places = place_dots(scene.camera, size_in, scene.terrain, read_dots(pattern, images))
    clear = leave_out_models(places, [(spot.x_in, spot.y_in) for spot in scene.spots.values()])
    return fit_beam(PX, pattern.dots_px[list(clear)], np.array(list(clear.values())))


def measure_error(truth: Beam, found: Beam, z_in: float) -> float:
    """The distance within which 95 % of the light at a height falls from where it is aimed, in inches."""
    x, y = np.meshgrid(np.linspace(1, 47, 24), np.linspace(1, 47, 24))
    aimed = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, z_in)])
    off = np.linalg.norm(truth.cast(found.project(aimed), z_in) - aimed[:, :2], axis=1)
    return float(np.quantile(off, 0.95))


def draw_lines(scene: Scene, found: Beam) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Darkness, lines across the table, and the same lines without light on tags."""
    lines = np.zeros((PX[1], PX[0]), np.uint8)
    for start in range(0, PX[0], LINES_PX):
        cv2.line(lines, (start, 0), (start, PX[1]), 255, LINE_PX)
        cv2.line(lines, (0, start), (PX[0], start), 255, LINE_PX)
    spared = lines.copy()
    for model, spot in scene.spots.items():
        for place in model_tags(scene.roster.by_id[model], spot):
            grown = 10 + 2 * OFF_IN / place.size_in * 8
            cv2.fillPoly(spared, [np.rint(found.project(place.square(grown)) * 16).astype(np.int32)], 0, cv2.LINE_AA, 4)
    return np.zeros_like(lines), lines, spared


def count_tags(scene: Scene, projector: Camera, image: np.ndarray, brightness: float) -> int:
    """How many of the models' tags a camera reads under an image of the projector."""
    renderer = Renderer(scene)
    renderer.project(ProjectedImage(projector, image, brightness))
    grey = cv2.cvtColor(renderer.picture(), cv2.COLOR_BGR2GRAY)
    worn = {tag for model in scene.spots for tag in scene.roster.by_id[model].tags}
    return len(worn & {found.tag for found in TagDetector().detect(grey, Search(1.0, 1.0, 5))})
