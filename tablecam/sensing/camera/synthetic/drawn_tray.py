"""A camera over a drawn dice tray: dice fall where chance puts them, after a hand has thrown them."""

import math
import random
import threading
import time
from collections.abc import Callable, Sequence
from typing import Self

import cv2
import numpy as np

from tablecam.base.i18n import Message
from tablecam.sensing.camera.synthetic.drawn_die import HALF_MM, DrawnDie, Paint, draw_solid_die
from tablecam.sensing.tray import layout
from tablecam.sensing.tray.pose import TrayPose
from tablecam.sensing.vision.family import CELLS, bitmap
from tablecam.sensing.vision.frame import Frame

FPS = 15.0
# seconds after a throw: the hand is there, then the dice roll
HAND_S, ROLLING_S = 0.5, 0.5
MAT, FELT, PAPER, INK = (64, 60, 58), (104, 112, 108), (226, 228, 230), (22, 20, 20)
# body and ink, BGR, of the dice of each side
PAINTS = (Paint((210, 216, 220), (30, 26, 26)), Paint((40, 44, 176), (230, 232, 236)))
HAND = (122, 150, 196)
# pixels a millimetre, about that of a camera of 720p over the whole sheet
PX_MM = 4.2
SIZE = (1180, 800)
# fractional bits of OpenCV's drawing
SHIFT = 4


class DrawnTray:
    """A live source. `throw` lets a hand throw dice, which lie still a second later. Any thread may call anything."""

    live = True

    def __init__(self, seed: int = 0, clock: Callable[[], float] = time.monotonic, fps: float = FPS) -> None:
        self.name = Message("drawn dice tray")
        self._chance = random.Random(seed)
        noise = np.random.default_rng(seed)
        self._noises = [noise.integers(0, 7, (SIZE[1], SIZE[0], 3), dtype=np.uint8) for _frame in range(3)]
        self._clock, self._fps = clock, fps
        self._lock = threading.Lock()
        self._dice: tuple[DrawnDie, ...] = ()
        self._thrown_at = -math.inf
        self._number = 0
        self._closed = threading.Event()
        self._sheet = draw_sheet()
        self._at_rest: tuple[tuple[DrawnDie, ...], np.ndarray] = ((), self._sheet)

    @property
    def dice(self) -> tuple[DrawnDie, ...]:
        """The dice as they lie, or will lie."""
        with self._lock:
            return self._dice

    def throw(self, kind: str, values: Sequence[int], side: int = 0) -> None:
        """Throw all dice again: as many as there are values, each with its value up."""
        with self._lock:
            self._dice = self._scatter(kind, values, side)
            self._thrown_at = self._clock()

    def read(self) -> Frame | None:
        """Return the tray as it is now, at the camera's pace."""
        self._closed.wait(1 / self._fps)
        now = self._clock()
        with self._lock:
            image = self._draw(now - self._thrown_at)
            self._number += 1
            return Frame(image, now, self._number)

    def close(self) -> None:
        """End the waiting of a reader."""
        self._closed.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _scatter(self, kind: str, values: Sequence[int], side: int) -> tuple[DrawnDie, ...]:
        """Dice at random places of a grid, so that none touches another."""
        columns, rows = 5, 3
        cells = self._chance.sample(range(columns * rows), len(values))
        step_x, step_y = (layout.WIDTH_MM - 50) / columns, (layout.HIGH_MM - layout.LOW_MM - 30) / rows
        free = (min(step_x, step_y) - HALF_MM[kind] * 3) / 2
        return tuple(
            DrawnDie(
                kind,
                value,
                25 + (cell % columns + 0.5) * step_x + self._chance.uniform(-free, free),
                layout.LOW_MM + 15 + (cell // columns + 0.5) * step_y + self._chance.uniform(-free, free),
                self._chance.uniform(0, 360),
                side,
            )
            for cell, value in zip(cells, values, strict=True)
        )

    def _tumble(self) -> tuple[DrawnDie, ...]:
        first = self._dice[0]
        return self._scatter(first.kind, [die.value for die in self._dice], first.side)

    def _draw(self, since_s: float) -> np.ndarray:
        if since_s < HAND_S:
            image = self._sheet.copy()
            _draw_hand(image)
        elif since_s < HAND_S + ROLLING_S:
            image = self._draw_dice(self._tumble())
        else:
            if self._at_rest[0] != self._dice:
                self._at_rest = self._dice, self._draw_dice(self._dice)
            image = self._at_rest[1]
        noisy: np.ndarray = cv2.add(image, self._noises[self._number % len(self._noises)])
        return noisy

    def _draw_dice(self, dice: Sequence[DrawnDie]) -> np.ndarray:
        image = self._sheet.copy()
        for die in dice:
            draw_die(image, die)
        return image


def make_pose() -> TrayPose:
    """Return the pose of the drawn camera: from above, the sheet in the middle of the image."""
    left = (SIZE[0] - PX_MM * layout.WIDTH_MM) / 2
    low = (SIZE[1] + PX_MM * layout.HEIGHT_MM) / 2
    return TrayPose(np.array([[PX_MM, 0.0, left], [0.0, -PX_MM, low], [0.0, 0.0, 1.0]]))


def draw_sheet() -> np.ndarray:
    """Return the empty tray, (height, width, 3) uint8 BGR: the sheet on a table, with felt on its field."""
    image = np.full((SIZE[1], SIZE[0], 3), MAT, np.uint8)
    margin = 10.0
    left, low = layout.LEFT_MM - margin, layout.LOW_MM - margin
    right, high = layout.RIGHT_MM + margin, layout.HIGH_MM + margin
    _fill(image, np.array([(left, low), (right, low), (right, high), (left, high)]), PAPER)
    _fill(image, np.array(layout.FIELD_MM), FELT)
    for tag, center in layout.CENTERS_MM.items():
        _draw_tag(image, tag, np.array(center))
    return image


def _draw_tag(image: np.ndarray, tag: int, center: np.ndarray) -> None:
    cell = layout.TAG_MM / CELLS
    corner = center + np.array([-layout.TAG_MM / 2, layout.TAG_MM / 2])
    square = np.array([(0, 0), (cell, 0), (cell, -cell), (0, -cell)])
    for row, column in np.argwhere(bitmap(tag) == 0):
        _fill(image, corner + np.array([column * cell, -row * cell]) + square, INK)


def draw_die(image: np.ndarray, die: DrawnDie) -> None:
    """Draw a die with its shadow."""
    center = np.array([die.x_mm, die.y_mm])
    aside = (layout.WIDTH_MM / 2 - die.x_mm, layout.HEIGHT_MM / 2 - die.y_mm)
    draw_solid_die(image, die, PAINTS[die.side], make_pose().project(center[None])[0], aside, PX_MM)


def _draw_hand(image: np.ndarray) -> None:
    middle = layout.WIDTH_MM * 0.6
    arm = np.array([(middle - 30, layout.LOW_MM - 40), (middle + 34, layout.LOW_MM - 40), (middle + 26, 40.0),
                    (middle - 24, 44.0)])  # fmt: skip
    _fill(image, arm, HAND)
    _draw_dot(image, np.array([middle, 52.0]), 30.0, HAND)


def _fill(image: np.ndarray, outline_mm: np.ndarray, colour: tuple[int, ...]) -> None:
    points = np.round(make_pose().project(outline_mm) * 2**SHIFT).astype(np.int32)
    cv2.fillPoly(image, [points], colour, cv2.LINE_AA, SHIFT)


def _draw_dot(image: np.ndarray, center_mm: np.ndarray, radius_mm: float, colour: tuple[int, ...]) -> None:
    x, y = np.round(make_pose().project(center_mm[None])[0] * 2**SHIFT).astype(int).tolist()
    cv2.circle(image, (x, y), round(radius_mm * PX_MM * 2**SHIFT), colour, cv2.FILLED, cv2.LINE_AA, SHIFT)
