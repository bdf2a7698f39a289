"""A camera over a drawn dice tray: dice fall where chance puts them, after a hand has thrown them."""

import math
import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np

from tablecam.base.i18n import Message
from tablecam.sensing.tray import layout
from tablecam.sensing.tray.pose import TrayPose
from tablecam.sensing.vision.family import CELLS, bitmap
from tablecam.sensing.vision.frame import Frame

FPS = 15.0
# seconds after a throw: the hand is there, then the dice roll
HAND_S, ROLLING_S = 0.5, 0.5
D6, D10 = "d6", "d10"  # no text
DIE_MM = {D6: 16.0, D10: 19.0}
# a kite, as a ten-sided die shows its upper face, as shares of its size
KITE = np.array([(0.0, 0.62), (0.46, 0.08), (0.0, -0.42), (-0.46, 0.08)])
OUTLINE = np.array([(0.0, 0.62), (0.5, 0.2), (0.5, -0.25), (0.0, -0.62), (-0.5, -0.25), (-0.5, 0.2)])
SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
THIRD = 0.27
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}
MAT, FELT, PAPER, INK = (64, 60, 58), (104, 112, 108), (226, 228, 230), (22, 20, 20)
# body and ink, BGR, of the dice of each side
BODIES = (((210, 216, 220), (30, 26, 26)), ((40, 44, 176), (230, 232, 236)))
HAND = (122, 150, 196)
# pixels a millimetre, about that of a camera of 720p over the whole sheet
PX_MM = 4.2
SIZE = (1180, 800)
# fractional bits of OpenCV's drawing
SHIFT = 4


@dataclass(frozen=True)
class DrawnDie:
    """A die on the sheet. value: as it is printed, 0 to 9 on a d10. side: whose die it is, 0 or 1. Millimetres."""

    kind: str
    value: int
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    side: int = 0


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
        free = (min(step_x, step_y) - DIE_MM[kind] * 1.5) / 2
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
    body, ink = BODIES[die.side]
    size, turn = DIE_MM[die.kind], _make_turn(die.turn_deg)
    center = np.array([die.x_mm, die.y_mm])
    shape = SQUARE if die.kind == D6 else OUTLINE
    outline = center + size * shape @ turn
    _fill(image, outline + np.array([1.2, -1.2]), tuple(round(0.62 * level) for level in FELT))
    _fill(image, outline, body)
    if die.kind == D6:
        for column, row in PIPS[die.value]:
            _draw_dot(image, center + size * THIRD * np.array([column, row]) @ turn, size * 0.1, ink)
        return
    _fill(image, center + size * KITE @ turn, tuple(min(255, round(1.12 * level)) for level in body))
    _draw_digit(image, die, ink)


def _draw_digit(image: np.ndarray, die: DrawnDie, ink: tuple[int, ...]) -> None:
    """Draw the digit upright in a square of its own, and turn it into the die."""
    side = 64
    glyph = np.zeros((side, side), np.uint8)
    text, font, scale, thick = str(die.value), cv2.FONT_HERSHEY_DUPLEX, 1.7, 4
    (width, height), _below = cv2.getTextSize(text, font, scale, thick)
    cv2.putText(glyph, text, ((side - width) // 2, (side + height) // 2), font, scale, 255, thick, cv2.LINE_AA)
    if die.value in (6, 9):
        # tells a six from a nine
        cv2.line(glyph, (18, 60), (46, 60), 255, 4)
    corners_mm = np.array([die.x_mm, die.y_mm]) + 0.62 * DIE_MM[D10] * np.array(
        [(-0.5, 0.6), (0.5, 0.6), (0.5, -0.4), (-0.5, -0.4)]
    ) @ _make_turn(die.turn_deg)
    corners = make_pose().project(corners_mm).astype(np.float32)
    glyph_corners = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    to_image = cv2.getPerspectiveTransform(glyph_corners, corners)
    mask = cv2.warpPerspective(glyph, to_image, (image.shape[1], image.shape[0]), flags=cv2.INTER_AREA)[..., None]
    share = mask.astype(np.float32) / 255
    image[:] = (image * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)


def _draw_hand(image: np.ndarray) -> None:
    middle = layout.WIDTH_MM * 0.6
    arm = np.array([(middle - 30, layout.LOW_MM - 40), (middle + 34, layout.LOW_MM - 40), (middle + 26, 40.0),
                    (middle - 24, 44.0)])  # fmt: skip
    _fill(image, arm, HAND)
    _draw_dot(image, np.array([middle, 52.0]), 30.0, HAND)


def _make_turn(degrees: float) -> np.ndarray:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[cos, sin], [-sin, cos]])


def _fill(image: np.ndarray, outline_mm: np.ndarray, colour: tuple[int, ...]) -> None:
    points = np.round(make_pose().project(outline_mm) * 2**SHIFT).astype(np.int32)
    cv2.fillPoly(image, [points], colour, cv2.LINE_AA, SHIFT)


def _draw_dot(image: np.ndarray, center_mm: np.ndarray, radius_mm: float, colour: tuple[int, ...]) -> None:
    x, y = np.round(make_pose().project(center_mm[None])[0] * 2**SHIFT).astype(int).tolist()
    cv2.circle(image, (x, y), round(radius_mm * PX_MM * 2**SHIFT), colour, cv2.FILLED, cv2.LINE_AA, SHIFT)
