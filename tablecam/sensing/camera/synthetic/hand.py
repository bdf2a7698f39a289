"""A player's hand and forearm reaching over the table: where it is, what it hides, and how it looks."""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from tablecam.sensing.camera.synthetic.light import Light
from tablecam.sensing.camera.synthetic.mat import clouds, tinted
from tablecam.sensing.camera.synthetic.sprite import Sprite, blurred, box_around, meet
from tablecam.table.geometry.projection import Camera

# inches in the hand's own frame: the grip is the origin, the fingers point along +x, the arm comes from -x
ARM_IN = 60.0
SIDE_IN = 2.9
AHEAD_IN = 2.0
# strokes with round ends that make the outline: from, to, radius at each end
FINGERS = (
    ((-1.6, 0.95), (0.55, 0.75), 0.42, 0.33),
    ((-1.6, 0.35), (0.95, 0.28), 0.44, 0.35),
    ((-1.6, -0.3), (0.9, -0.22), 0.43, 0.34),
    ((-1.6, -0.9), (0.5, -0.68), 0.40, 0.30),
    ((-2.9, 1.2), (-0.3, 1.45), 0.52, 0.36),
)
PALM = ((-3.4, 0.0), (-1.5, 0.0), 1.25, 1.45)
WRIST = ((-7.0, 0.0), (-3.4, 0.0), 1.15, 1.15)
SLEEVE = ((-ARM_IN, 0.0), (-7.2, 0.0), 2.1, 1.55)
STROKES = (*FINGERS, PALM, WRIST, SLEEVE)
# the hand's picture is drawn once with this many pixels an inch
DETAIL = 36
SHADOW_PX = (14, 18)


@dataclass(frozen=True)
class Hand:
    """One hand: its grip in table inches, its height, and where the fingers point."""

    x_in: float
    y_in: float
    z_in: float
    heading_rad: float

    def point(self, own: np.ndarray) -> np.ndarray:
        """Table points (n, 3) of points (n, 2) of the hand's own frame."""
        cos, sin = math.cos(self.heading_rad), math.sin(self.heading_rad)
        x, y = own[..., 0], own[..., 1]
        plane = [self.x_in + cos * x - sin * y, self.y_in + sin * x + cos * y, np.full_like(x, self.z_in)]
        return np.stack(plane, axis=-1)


def hides(hand: Hand, camera: Camera, points_in: np.ndarray) -> np.ndarray:
    """Which of the table points (n, 3) the hand hides from the camera, (n,) bool."""
    eye = camera.pose.position_in
    share = (eye[2] - hand.z_in) / (eye[2] - points_in[:, 2])
    met = eye[:2] + (points_in[:, :2] - eye[:2]) * share[:, None] - (hand.x_in, hand.y_in)
    cos, sin = math.cos(hand.heading_rad), math.sin(hand.heading_rad)
    own = np.column_stack([cos * met[:, 0] + sin * met[:, 1], cos * met[:, 1] - sin * met[:, 0]])
    inside = np.zeros(len(own), bool)
    for start, end, first, last in STROKES:
        inside |= _outside(own, np.array(start), np.array(end), first, last) < 0
    return inside & (points_in[:, 2] < hand.z_in)


def hand_sprite(camera: Camera, hand: Hand, light: Light) -> Sprite | None:
    """The hand as the camera sees it, None where it is out of the picture."""
    own = np.array([[-ARM_IN, -SIDE_IN], [AHEAD_IN, -SIDE_IN], [AHEAD_IN, SIDE_IN], [-ARM_IN, SIDE_IN]])
    near = np.array([[0.0, 0.0], [-8.0, 0.0], [0.0, 2.0]])
    to_px = cv2.getAffineTransform(_texel(near), camera.project(hand.point(near)).astype(np.float32))
    corners = np.column_stack([_texel(own), np.ones(4)]) @ to_px.T
    box = meet(box_around(corners, 0), (0, 0, camera.intrinsics.width, camera.intrinsics.height))
    if box is None:
        return None
    to_px[:, 2] -= box[:2]
    size = box[2] - box[0], box[3] - box[1]
    colour, cover = _picture()
    flat = cv2.warpAffine(colour, to_px, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    middle = float(light.gain(np.array((box[0] + box[2]) / 2), np.array((box[1] + box[3]) / 2)))
    share = cv2.warpAffine(cover, to_px, size, flags=cv2.INTER_LINEAR)
    return Sprite(box[0], box[1], cv2.convertScaleAbs(flat, alpha=middle), share, (hand.z_in, 2.0, 0.0))


def _texel(own: np.ndarray) -> np.ndarray:
    """Where points of the hand's frame lie on its picture; its fingers point to the right, y goes up."""
    return np.column_stack([(own[:, 0] + ARM_IN) * DETAIL, (SIDE_IN - own[:, 1]) * DETAIL]).astype(np.float32) - 0.5


def _outside(points: np.ndarray, start: np.ndarray, end: np.ndarray, first: float, last: float) -> np.ndarray:
    """Distance of points (..., 2) to a stroke with round ends, negative within."""
    along = end - start
    share = np.clip((points - start) @ along / (along @ along), 0, 1)
    reach = first + (last - first) * share
    return np.hypot(*np.moveaxis(points - start - share[..., None] * along, -1, 0)) - reach


@lru_cache(maxsize=1)
def _picture() -> tuple[np.ndarray, np.ndarray]:
    """Colour (h, w, 3) and cover (h, w) of the hand with its shadow; the same for everyone."""
    random = np.random.default_rng(11)
    shape = round(2 * SIDE_IN * DETAIL), round((ARM_IN + AHEAD_IN) * DETAIL)
    rows, columns = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    points = np.stack([(columns + 0.5) / DETAIL - ARM_IN, SIDE_IN - (rows + 0.5) / DETAIL], axis=-1)
    cloth = tinted(1 + 0.12 * clouds(shape, random, 30, 4), (92, 66, 48))
    skin = tinted(1 + 0.06 * clouds(shape, random, 60, 4), (128, 158, 208))
    colour: np.ndarray = np.zeros((*shape, 3), np.uint8)
    cover = np.zeros(shape, np.float32)
    for start, end, first, last in (FINGERS[4], WRIST, PALM, *FINGERS[:4], SLEEVE):
        base = cloth if (start, end) == SLEEVE[:2] else skin
        depth = -_outside(points, np.array(start), np.array(end), first, last) / max(first, last)
        edge = np.clip(depth * max(first, last) * DETAIL + 0.5, 0, 1).astype(np.float32)
        shade = (0.58 + 0.47 * np.sqrt(np.clip(depth, 0, 1))).astype(np.float32)
        colour = cv2.blendLinear(cv2.convertScaleAbs(base * shade[..., None]), colour, edge, 1 - edge)
        cover = np.maximum(cover, edge)
    shadow = np.roll(blurred(cover, 9.0), SHADOW_PX, axis=(0, 1)) * 0.42
    colour = cv2.blendLinear(colour, np.full_like(colour, 12), cover, 1 - cover)
    return colour, np.maximum(cover, shadow).astype(np.float32)
