"""Tags drawn by hand for the tests: sampled finely straight through the lens, so that nothing of ours draws them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import pytest

from tablecam.sensing.vision.family import bitmap
from tablecam.table.geometry.projection import Camera, Intrinsics, Pose

BLACK, WHITE, GROUND = 40.0, 200.0, 120.0
EDGE_IN = 0.65


@dataclass(frozen=True)
class Drawn:
    """One tag on the plane z = 0: its number, centre, heading of its top, edge of its black square."""

    tag: int
    x_in: float
    y_in: float
    heading_rad: float
    edge_in: float = EDGE_IN

    def cells(self, places: np.ndarray) -> np.ndarray:
        """Places (..., 2) in the tag's own cells from its centre, x right and y up."""
        dx, dy = places[..., 0] - self.x_in, places[..., 1] - self.y_in
        cos, sin = np.cos(self.heading_rad), np.sin(self.heading_rad)
        return np.stack([dx * sin - dy * cos, dx * cos + dy * sin], axis=-1) / (self.edge_in / 8)

    def corners(self) -> np.ndarray:
        """Corners of the black square on the table, (4, 3): bottom-left, bottom-right, top-right, top-left."""
        up = np.array([np.cos(self.heading_rad), np.sin(self.heading_rad)]) * self.edge_in / 2
        right = np.array([up[1], -up[0]])
        center = np.array([self.x_in, self.y_in])
        corners = center + np.array([-up - right, right - up, up + right, up - right])
        return np.column_stack([corners, np.zeros(4)])


def lens(model: str = "plumb_bob") -> Intrinsics:
    """A lens as over a whole table at 4K."""
    matrix = np.array([[2140.0, 0.0, 1926.3], [0.0, 2142.5, 1073.8], [0.0, 0.0, 1.0]])
    bends = {"plumb_bob": [-0.105, 0.028, 0.0005, -0.0004, -0.002], "equidistant": [0.02, -0.004, 0.001, 0.0]}
    return Intrinsics(3840, 2160, matrix, np.array(bends[model]), model)


def above(height_in: float = 58.0, lean_rad: float = 0.05) -> Pose:
    """A camera over the middle of a 48 in table, its picture's right the table's right, leaning a little."""
    rotation = cv2.Rodrigues(np.array([np.pi, 0.0, 0.0]))[0] @ cv2.Rodrigues(np.array([lean_rad, lean_rad / 2, 0.0]))[0]
    eye = np.array([24.0, 24.0, height_in])
    return Pose(rotation, -rotation @ eye)


def at(camera: Camera, x_in: float, y_in: float, size: int) -> Camera:
    """The camera whose picture is a small square around a place."""
    left, top = (int(v) - size // 2 for v in camera.project(np.array([x_in, y_in, 0.0])))
    cropped = camera.crop(left, top)
    return replace(cropped, intrinsics=replace(cropped.intrinsics, width=size, height=size))


def picture(camera: Camera, tags: list[Drawn], blur_px: float = 0.7, fine: int = 8) -> np.ndarray:
    """Grey levels (rows, columns), neither rounded nor noisy: fine x fine samples a pixel, blurred, and averaged."""
    columns = (np.arange(camera.intrinsics.width * fine) + 0.5) / fine - 0.5
    rows = (np.arange(camera.intrinsics.height * fine) + 0.5) / fine - 0.5
    places = camera.back_project(np.stack(np.meshgrid(columns, rows), axis=-1))
    levels = np.full(places.shape[:2], GROUND, np.float32)
    for tag in tags:
        cells = tag.cells(places)
        on = np.abs(cells).max(axis=-1) < 5
        column, row = np.floor(5 + cells[on][:, 0]).astype(int), np.floor(5 - cells[on][:, 1]).astype(int)
        levels[on] = np.where(bitmap(tag.tag)[row, column] > 0, WHITE, BLACK)
    levels = cv2.GaussianBlur(levels, (0, 0), blur_px * fine, borderType=cv2.BORDER_REPLICATE)
    return levels.reshape(len(rows) // fine, fine, len(columns) // fine, fine).mean(axis=(1, 3))


def noisy(ideal: np.ndarray, sigma: float, seed: int) -> np.ndarray:
    """The picture as a sensor gives it, uint8."""
    noise = np.random.default_rng(seed).normal(0.0, sigma, ideal.shape)
    return np.clip(np.rint(ideal + noise), 0, 255).astype(np.uint8)


@cache
def one_tag(one: Drawn, blur_px: float) -> tuple[Drawn, Camera, np.ndarray]:
    """The tag, the camera of the small picture around it, and that picture."""
    camera = at(Camera(lens(), above()), one.x_in, one.y_in, 64)
    ideal = picture(camera, [one], blur_px)
    ideal.setflags(write=False)
    return one, camera, ideal


@dataclass(frozen=True)
class Studio:
    """What the tests of this folder draw with."""

    drawn: type[Drawn] = Drawn
    lens: Callable[..., Intrinsics] = lens
    above: Callable[..., Pose] = above
    at: Callable[..., Camera] = at
    picture: Callable[..., np.ndarray] = picture
    noisy: Callable[..., np.ndarray] = noisy
    edge_in: float = EDGE_IN
    contrast: float = WHITE - BLACK

    def camera(self, model: str = "plumb_bob") -> Camera:
        """The whole picture's camera."""
        return Camera(lens(model), above())

    def tag(self, tag: int = 17, x_in: float = 12.3, y_in: float = 31.7, turn: float = 0.4, blur_px: float = 0.7):
        """One tag, the camera of the small picture around it, and that picture, ideal."""
        return one_tag(Drawn(tag, x_in, y_in, turn), blur_px)


@pytest.fixture(scope="session")
def studio() -> Studio:
    return Studio()
