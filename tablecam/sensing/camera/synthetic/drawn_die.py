"""Draws a die of the drawn tray as a solid: its lit faces, each with pips or a digit, and its shadow."""

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tablecam.sensing.camera.synthetic.die_solids import Solid, cross, lay, make_cube, make_trapezohedron, project

D6, D10 = "d6", "d10"  # no text
# half the edge of a cube, and the radius of the equator of a d10
HALF_MM = {D6: 8.0, D10: 11.0}
# the values of the faces: those of the solids in their order
ORDER = {D6: (1, 2, 3, 4, 5, 6), D10: (8, 2, 6, 4, 0, 1, 7, 3, 5, 9)}
# half the side of a mark's square, in units of HALF_MM
MARK = {D6: 0.95, D10: 0.5}
TEXTURE_PX, DIGIT_PX, PIP_PX, PIP_STEP_PX = 64, 50, 5, 15
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}
# a lamp at the upper left
LAMP = np.array([-0.5, 0.6, 1.2]) / np.linalg.norm([-0.5, 0.6, 1.2])
AMBIENT, LAMPLIGHT, SHADE = 0.72, 0.34, 0.68
# the camera's height over the tray
CAMERA_MM = 350.0
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


@dataclass(frozen=True)
class Paint:
    """The colours of a die, BGR."""

    body: tuple[int, int, int]
    ink: tuple[int, int, int]


def draw_solid_die(
    image: np.ndarray, die: DrawnDie, paint: Paint, center_px: np.ndarray, aside_mm: tuple[float, float], px_mm: float
) -> None:
    """Draw a die whose middle is at a pixel, with its shadow. aside_mm: the camera beside it, along x and y."""
    half_mm = HALF_MM[die.kind]
    scale, reach = half_mm * px_mm, math.ceil(2.6 * half_mm * px_mm)
    corner = np.maximum(np.round(center_px).astype(int) - reach, 0)
    view = image[corner[1] : corner[1] + 2 * reach, corner[0] : corner[0] + 2 * reach]
    camera = np.array([*aside_mm, CAMERA_MM]) / half_mm
    face = ORDER[die.kind].index(die.value)
    solid = make_cube() if die.kind == D6 else make_trapezohedron()
    posed = _Posed(solid, lay(solid, face, math.radians(die.turn_deg)), camera, scale, center_px - corner)
    _cast_shadow(view, posed)
    for number in posed.list_visible():
        _paint_face(view, die.kind, number, posed, paint)


@dataclass(frozen=True)
class _Posed:
    """A solid as it lies. camera: in units of HALF_MM from its middle; scale: pixels of such a unit."""

    solid: Solid
    rotation: np.ndarray
    camera: np.ndarray
    scale: float
    center_px: np.ndarray

    def to_px(self, points: np.ndarray) -> np.ndarray:
        """Return the pixels (n, 2) of turned points (n, 3)."""
        return np.asarray(project(points, self.camera, self.scale) + self.center_px)

    def list_visible(self) -> list[int]:
        """Return the faces that the camera sees."""
        faces = range(len(self.solid.faces))
        return [face for face in faces if self.normal(face) @ (self.camera - self.middle(face)) > 0]

    def normal(self, face: int) -> np.ndarray:
        """Return the outward unit normal of a face."""
        return np.asarray(self.rotation @ self.solid.normal(face))

    def middle(self, face: int) -> np.ndarray:
        """Return the middle of a face."""
        return np.asarray(self.rotation @ self.solid.centre(face))


def _cast_shadow(view: np.ndarray, posed: _Posed) -> None:
    hull = posed.to_px(posed.solid.corners @ posed.rotation.T)
    both = np.vstack([hull, hull + np.array([0.25, 0.3]) * posed.scale]).astype(np.float32)
    mask = np.zeros(view.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(cv2.convexHull(both)).astype(np.int32), (255,))
    soft = cv2.GaussianBlur(mask, (0, 0), 0.12 * posed.scale)[..., None] / 255
    view[:] = (view * (1 - (1 - SHADE) * soft)).astype(np.uint8)


def _paint_face(view: np.ndarray, kind: str, face: int, posed: _Posed, paint: Paint) -> None:
    shade = AMBIENT + LAMPLIGHT * max(0.0, float(posed.normal(face) @ LAMP))
    loop = posed.to_px((posed.solid.corners @ posed.rotation.T)[list(posed.solid.faces[face])])
    body, ink = (tuple(min(255.0, shade * level) for level in colour) for colour in (paint.body, paint.ink))
    cv2.fillConvexPoly(view, np.round(loop * 2**SHIFT).astype(np.int32), body, cv2.LINE_AA, SHIFT)
    square = _find_mark_square(kind, face, posed)
    side = float(TEXTURE_PX)
    texture = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    matrix = cv2.getPerspectiveTransform(texture, posed.to_px(square).astype(np.float32))
    mark = cv2.warpPerspective(_draw_mark(kind, ORDER[kind][face]), matrix, view.shape[1::-1])
    inked = mark[..., None].astype(np.float32) / 255
    view[:] = (view * (1 - inked) + np.array(ink) * inked).astype(np.uint8)


def _find_mark_square(kind: str, face: int, posed: _Posed) -> np.ndarray:
    """Return the corners of a face's mark, (4, 3), from its upper left on."""
    top, normal, middle = posed.rotation @ posed.solid.tops[face], posed.normal(face), posed.middle(face)
    across = cross(top, normal)
    half = MARK[kind]
    return np.array(
        [middle + half * (x * across + y * top) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
    )  # fmt: skip


@cache
def _draw_mark(kind: str, value: int) -> np.ndarray:
    """Return a face's mark, (side, side) of 0 to 255; a bar tells six from nine."""
    image = Image.new("L", (TEXTURE_PX, TEXTURE_PX))
    draw, middle = ImageDraw.Draw(image), TEXTURE_PX / 2
    if kind == D6:
        for column, row in PIPS[value]:
            x, y = middle + PIP_STEP_PX * column, middle + PIP_STEP_PX * row
            draw.ellipse((x - PIP_PX, y - PIP_PX, x + PIP_PX, y + PIP_PX), 255)
        return np.asarray(image)
    draw.text((middle, middle), str(value), 255, ImageFont.load_default(DIGIT_PX), anchor="mm")
    if value in (6, 9):
        draw.rectangle((middle - 10, middle + 20, middle + 10, middle + 24), 255)
    return np.asarray(image)
