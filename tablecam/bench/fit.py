"""The error of a tag's fitted centre relative to the Cramer-Rao bound, on pictures with known noise.

The bound is computed from the pictures themselves: each of the tag's parameters is moved a little to either side, and
the difference of the two pictures over the step is the slope of every pixel. Free are x, y, heading, scale, gain and
offset; blur is held at its true value, so the bound is a little lower than a fit with unknown blur could reach. The
edge of the paper is left out of the bound, because the surroundings of a tag are unknown.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from tablecam.bench.figure import BenchResult, Figure, Target
from tablecam.camera.synthetic.bench import BLACK, WHITE, ideal_picture, noisy
from tablecam.camera.synthetic.demo import MODEL_TAGS, TAG_4K_MM, TAG_1080P_MM
from tablecam.camera.synthetic.scene import TagPlace, lens, overhead
from tablecam.camera.synthetic.tag import DrawnPatch, tag_patch
from tablecam.geometry.projection import Camera
from tablecam.units import to_inches, to_mm
from tablecam.vision.apriltag import Search, TagDetector
from tablecam.vision.detection import Detection
from tablecam.vision.full_search import fit_detection

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
        errors: dict[str, list[float]] = {name: [] for name in WAYS}
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
WAYS = (OURS, "the library's centre", "mean of its four corners")


def _errors(camera: Camera, grey: np.ndarray, places: list[TagPlace]) -> dict[str, list[float]]:
    """Squared error of each tag's centre, mean of both axes, in square inches; NaN if it was not found."""
    found = {detection.tag: detection for detection in TagDetector().detect(grey, Search(sharpening=1.0))}
    centers = [_centers(camera, grey, place, found.get(place.tag)) for place in places]
    true = [np.array([place.x_in, place.y_in]) for place in places]
    return {
        name: [float(((ways[name] - at) ** 2).mean()) for ways, at in zip(centers, true, strict=True)] for name in WAYS
    }


def _centers(camera: Camera, grey: np.ndarray, place: TagPlace, found: Detection | None) -> dict[str, np.ndarray]:
    nowhere = np.full(2, np.nan)
    if found is None:
        return dict.fromkeys(WAYS, nowhere)
    fitted = fit_detection(grey, camera, found, place.size_in)
    ours = nowhere if fitted is None else np.array([fitted.pose.x_in, fitted.pose.y_in])
    corners = camera.back_project(found.corners_px)
    return dict(zip(WAYS, (ours, camera.back_project(found.center_px), corners.mean(axis=0)), strict=True))
