"""Boards before a camera that exists only as numbers: corners projected, no picture drawn."""

from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from calibration.bundle import make_intrinsics
from calibration.views import BoardView

# a wide webcam at 1280 x 720, with every coefficient at work
LENS = np.array([715.77, 716.60, 643.57, 355.80, -0.118, 0.031, 6e-4, -4e-4, -0.002])
SIZE = (1280, 720)
SQUARE_MM, ACROSS, DOWN = 30.0, 10, 7


@dataclass
class Studio:
    """Makes views of a 10 x 7 board. where: left, top, right and bottom of where its middle goes, of the picture."""

    lens: np.ndarray = field(default_factory=LENS.copy)
    size: tuple[int, int] = SIZE
    noise_px: float = 0.05
    where: tuple[float, float, float, float] = (0.08, 0.08, 0.92, 0.92)
    tilt_deg: float = 35.0
    seed: int = 0

    def views(self, count: int) -> list[BoardView]:
        draw = np.random.default_rng(self.seed)
        made: list[BoardView] = []
        while len(made) < count:
            view = self.view(f"v{len(made):02}", self._pose(draw), draw)
            if len(view.ids) >= 20:
                made.append(view)
        return made

    def view(self, name: str, pose: tuple[np.ndarray, np.ndarray], draw: np.random.Generator) -> BoardView:
        x, y = np.meshgrid(np.arange(ACROSS), np.arange(DOWN))
        points = np.column_stack([x.ravel(), y.ravel()]) * SQUARE_MM
        matrix = make_intrinsics(self.lens, self.size).matrix
        space = np.column_stack([points, np.zeros(len(points))])
        px = cv2.projectPoints(space, *pose, matrix, self.lens[4:])[0].reshape(-1, 2)
        px += draw.normal(0, self.noise_px, px.shape)
        inside = ((px > 5) & (px < np.array(self.size) - 5)).all(axis=1)
        return BoardView(name, self.size, np.flatnonzero(inside), points[inside], px[inside], 0.4)

    def _pose(self, draw: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        left, top, right, bottom = self.where
        aim = np.array([draw.uniform(left, right), draw.uniform(top, bottom)]) * self.size
        far = draw.uniform(400, 900)
        middle = np.append((aim - self.lens[2:4]) / self.lens[:2] * far, far)
        lean = draw.normal(size=2)
        lean *= np.radians(draw.uniform(0.3, 1) * self.tilt_deg) / np.linalg.norm(lean)
        turn = cv2.Rodrigues(np.append(lean, 0))[0] @ cv2.Rodrigues(np.array([0, 0, draw.uniform(-3, 3)]))[0]
        half = np.array([(ACROSS - 1) / 2, (DOWN - 1) / 2, 0]) * SQUARE_MM
        return cv2.Rodrigues(turn)[0], (middle - turn @ half).reshape(3, 1)


@pytest.fixture(scope="session")
def studio() -> type[Studio]:
    return Studio
