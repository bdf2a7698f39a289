"""Tables with known places and ranges: path-traced pictures kept beside the project, or drawn ones."""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np

from tablecam.base.units import to_inches
from tablecam.sensing.camera.recording import load_image
from tablecam.sensing.camera.synthetic.demo import demo_scene, without_terrain
from tablecam.sensing.camera.synthetic.hand import Hand, hides
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import OVERALL, Scene, Spot, TagPlace, model_tag, overhead
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.table_folder import TableFolder, read_folder
from tablecam.table.geometry.projection import Intrinsics
from tablecam.table.measure.ranges import all_ranges
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

FILM_FPS = 30.0
# "mid": neither the best nor the worst picture of a webcam
NOISE, JPEG = 4.0, 85
# six inches a second, to and fro over three inches
STEP_IN, SWING_FRAMES = 0.2, 15
MOVERS = 2
# the arm moves up and down the table at this height and speed
ARM_Z_IN, ARM_STEP_IN = 3.0, 0.4


@dataclass(frozen=True)
class FilmFrame:
    """One picture. grey: (rows, columns) uint8. tags: number -> centre in pixels, of the tags that no arm touches."""

    grey: np.ndarray
    time: float
    number: int
    tags: Mapping[int, np.ndarray]


def crowd(mat: str, size: tuple[int, int], models: int, absent: int = 0) -> Scene:
    """A table with models and no terrain, in a middling picture. absent: how many known models are missing."""
    scene = without_terrain(demo_scene(*size, mat, models + absent))
    there = dict(list(scene.spots.items())[:models])
    return replace(scene, spots=there, sensor=replace(scene.sensor, noise=NOISE, jpeg=JPEG))


def film(scene: Scene, count: int, arm: bool = False) -> Iterator[FilmFrame]:
    """So many pictures in which two models always move; arm: with an arm over the table."""
    renderer, movers = Renderer(scene), _movers(scene)
    for number in range(count):
        spots = {name: _moved(spot, number) if name in movers else spot for name, spot in scene.spots.items()}
        hands = (_arm(number),) if arm else ()
        places = [model_tag(scene.roster.by_id[name], spot) for name, spot in spots.items()]
        grey = cv2.cvtColor(renderer.picture(spots, hands), cv2.COLOR_BGR2GRAY)
        yield FilmFrame(grey, number / FILM_FPS, number, _shown_tags(scene, places, hands))


def folder_of(scene: Scene) -> TableFolder:
    """The table folder of this scene."""
    return TableFolder(scene.camera.intrinsics, scene.table, scene.roster, scene.terrain, Path())


def _movers(scene: Scene) -> list[str]:
    """The models with the most room around them."""
    places = np.array([[spot.x_in, spot.y_in] for spot in scene.spots.values()])
    apart = np.linalg.norm(places[:, None] - places, axis=2) + np.eye(len(places)) * 1e9
    edge = np.minimum(places.min(axis=1), 48 - places.max(axis=1))
    room = np.minimum(apart.min(axis=1), edge)
    return [list(scene.spots)[i] for i in np.argsort(-room)[:MOVERS]]


def _moved(spot: Spot, number: int) -> Spot:
    """Moves back and forth across its heading, so that no figure leans over its own tag."""
    turn = number % (2 * SWING_FRAMES)
    along = (turn if turn < SWING_FRAMES else 2 * SWING_FRAMES - turn) * STEP_IN
    return replace(
        spot,
        x_in=spot.x_in - math.sin(spot.heading_rad) * along,
        y_in=spot.y_in + math.cos(spot.heading_rad) * along,
    )


def _arm(number: int) -> Hand:
    """A forearm that lies across most of the table and sweeps along it."""
    return Hand(36.0, 10.0 + ARM_STEP_IN * number % 28.0, ARM_Z_IN, 0.0)


def _shown_tags(scene: Scene, places: list[TagPlace], hands: tuple[Hand, ...]) -> dict[int, np.ndarray]:
    steps = np.linspace(-0.5, 0.5, 7) * OVERALL
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    shown = {}
    for place in places:
        points = place.point(grid * place.size_in)
        if not any(hides(hand, scene.camera, points).any() for hand in hands):
            shown[place.tag] = scene.camera.project(place.point(np.zeros((1, 2))))[0]
    return shown


RENDERED = ("f00", "f01")
SIZES = {"4k": (3840, 2160), "1080p": (1920, 1080)}

Pair = frozenset[str]
Bend = Callable[[Spot, np.random.Generator], Spot]
MATS = ("street", "busy")
MAT_IN = 48.0
# from crest to crest of a mat that was rolled up
WAVE_IN = 16.0
# the same, less than twice the way from model to model
SHORT_WAVE_IN = 10.0
# the distance over which a slope is measured
SLOPE_STEP_IN = 0.01


@dataclass(frozen=True)
class KnownTable:
    """A picture of a table and the truth about it.

    places: model id -> (x, y, z) of its base. ranges: pair of ids -> straight line between nearest base edges.
    """

    name: str
    folder: TableFolder
    frame: Frame
    places: Mapping[str, tuple[float, float, float]]
    ranges: Mapping[Pair, float]


def rendered(data: Path, size: str) -> list[KnownTable]:
    """The path-traced tables with the true lens of that size ("4k" or "1080p"). Raises BadFile if one is missing."""
    return [_rendered(data / "rendered" / name, size) for name in RENDERED]


def draw_tables(size: str, models: int = 28) -> list[KnownTable]:
    """Two drawn tables, one plain and one busy, with models on floors and roofs."""
    return [_drawn(mat, size, models) for mat in MATS]


def draw_leaning(size: str, lean_deg: float, models: int = 28) -> list[KnownTable]:
    """The drawn tables with every model leaning so much, each another way; its base is where it would stand level."""

    def lean(spot: Spot, random: np.random.Generator) -> Spot:
        return replace(spot, lean_rad=math.radians(lean_deg), lean_to_rad=float(random.uniform(0, 2 * math.pi)))

    return [_drawn(mat, size, models, lean) for mat in MATS]


def draw_sagging(size: str, sag_mm: float, models: int = 28) -> list[KnownTable]:
    """The drawn tables without terrain on a mat that sags so much in its middle; its edge, with the tags, is level."""

    turn = math.pi / MAT_IN

    def surface(x_in: float, y_in: float) -> float:
        return -to_inches(sag_mm) * math.sin(turn * x_in) * math.sin(turn * y_in)

    return [_drawn(mat, size, models, _lying_on(surface), flat=True) for mat in MATS]


def draw_waves(size: str, wave_mm: float, models: int = 28, length_in: float = WAVE_IN) -> list[KnownTable]:
    """The drawn tables without terrain on a mat in waves, so high from trough to crest, so long between crests."""
    turn = 2 * math.pi / length_in

    def surface(x_in: float, y_in: float) -> float:
        return to_inches(wave_mm) * math.sin(turn * x_in) * math.cos(turn * y_in) / 2

    return [_drawn(mat, size, models, _lying_on(surface), flat=True) for mat in MATS]


def _lying_on(surface: Callable[[float, float], float]) -> Bend:
    """Models that lie flat on a surface: its height in inches at a place."""

    def lay(spot: Spot, _: np.random.Generator) -> Spot:
        heights = [
            surface(spot.x_in + x, spot.y_in + y)
            for x, y in ((-SLOPE_STEP_IN, 0), (SLOPE_STEP_IN, 0), (0, -SLOPE_STEP_IN), (0, SLOPE_STEP_IN))
        ]
        across, along = (
            (heights[0] - heights[1]) / (2 * SLOPE_STEP_IN),
            (heights[2] - heights[3]) / (2 * SLOPE_STEP_IN),
        )
        return replace(
            spot,
            z_in=surface(spot.x_in, spot.y_in),
            lean_rad=math.atan(math.hypot(across, along)),
            lean_to_rad=math.atan2(along, across),
        )

    return lay


def draw_aslant(size: str, tilt_deg: float, models: int = 20) -> list[KnownTable]:
    """The drawn tables under a camera that is tilted by `tilt_deg`."""
    return [_drawn(mat, size, models, tilt_deg=tilt_deg) for mat in MATS]


def _rendered(folder: Path, size: str) -> KnownTable:
    truth = json.loads((folder / f"truth_{size}.json").read_text(encoding="utf-8"))
    places = {model["name"]: tuple(model["base_centre_in"]) for model in truth["models"]}
    ranges = {
        frozenset((pair["a"], pair["b"])): math.hypot(max(pair["edge_in"], 0.0), pair["dz_in"])
        for pair in truth["pairs"]
    }
    read = read_folder(folder / "table")
    # the rendered trays are exact
    known = replace(read, intrinsics=_lens(truth), table=replace(read.table, assembly_sigma_mm=0.0))
    return KnownTable(folder.name, known, load_image(folder / f"frame_{size}.jpg"), places, ranges)


def _lens(truth: Mapping[str, Any]) -> Intrinsics:
    camera, (width, height) = truth["camera"], truth["image_size"]
    return Intrinsics(width, height, np.array(camera["K"]), np.array(camera["dist"]), name="rendered")


def _drawn(
    mat: str, size: str, models: int, bend: Bend | None = None, flat: bool = False, tilt_deg: float | None = None
) -> KnownTable:
    scene = demo_scene(*SIZES[size], mat, models)
    scene = without_terrain(scene) if flat else scene
    if tilt_deg is not None:
        scene = replace(scene, camera=replace(scene.camera, pose=overhead(tilt_deg=tilt_deg)))
    scene = replace(scene, sensor=replace(scene.sensor, noise=NOISE, jpeg=JPEG, gamma=2.2))
    random = np.random.default_rng(len(mat))
    bent = {name: bend(spot, random) if bend else spot for name, spot in scene.spots.items()}
    return known_table(f"drawn, {mat} mat", scene, folder_of(scene), Frame(Renderer(scene).picture(bent), 0.0))


def known_table(name: str, scene: Scene, folder: TableFolder, frame: Frame) -> KnownTable:
    """A picture of a drawn scene, or those of several cameras, with the truth about it."""
    placed = tuple(
        Placed(scene.roster.by_id[model], spot.x_in, spot.y_in, spot.z_in, spot.heading_rad)
        for model, spot in scene.spots.items()
    )
    ranges = {frozenset((pair.a, pair.b)): pair.range_in for pair in all_ranges(Snapshot(0.0, placed))}
    places = {stood.model.id: (stood.x_in, stood.y_in, stood.z_in) for stood in placed}
    return KnownTable(name, folder, frame, places, ranges)


ENCODER_FPS = 30


def last_of_film(pictures: Iterable[np.ndarray], mbit: float) -> np.ndarray:
    """The last of some pictures, (rows, columns, 3) BGR each, after a stream of a rate in megabits a second."""
    encoder = av.CodecContext.create("libx264", "w")
    decoder = av.CodecContext.create("h264", "r")
    packets: list[av.Packet] = []
    for picture in pictures:
        if not packets:
            _set_up(encoder, picture, mbit)
        packets += encoder.encode(av.VideoFrame.from_ndarray(picture, format="bgr24"))
    packets += encoder.encode(None)
    decoded = [frame for packet in [*packets, None] for frame in decoder.decode(packet)]
    return decoded[-1].to_ndarray(format="bgr24")


def _set_up(encoder: "av.VideoCodecContext", picture: np.ndarray, mbit: float) -> None:
    rate = int(mbit * 1e6)
    encoder.height, encoder.width = picture.shape[:2]
    encoder.pix_fmt, encoder.time_base, encoder.framerate = "yuv420p", Fraction(1, ENCODER_FPS), Fraction(ENCODER_FPS)
    encoder.bit_rate, encoder.thread_count = rate, 1
    # as a camera encodes: at once, and never more than its rate
    encoder.options = {"preset": "veryfast", "tune": "zerolatency", "maxrate": str(rate), "bufsize": str(rate // 2)}
