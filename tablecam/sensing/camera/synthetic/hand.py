"""A player's hand and forearm reaching over the table: its place, the parts that it hides, and its look."""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from tablecam.sensing.camera.synthetic.board import clouds, tint_pattern
from tablecam.sensing.camera.synthetic.sprite import Light, Sprite, blur_image, compute_box, meet
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
# the hand's image is drawn once with this many pixels an inch
DETAIL = 36
SHADOW_PX = (14, 18)


@dataclass(frozen=True)
class Hand:
    """One hand: its grip in table inches, its height, and the direction of the fingers."""

    x_in: float
    y_in: float
    z_in: float
    heading_rad: float

    def point(self, own: np.ndarray) -> np.ndarray:
        """Return table points (n, 3) of points (n, 2) of the hand's own frame."""
        cos, sin = math.cos(self.heading_rad), math.sin(self.heading_rad)
        x, y = own[..., 0], own[..., 1]
        plane = [self.x_in + cos * x - sin * y, self.y_in + sin * x + cos * y, np.full_like(x, self.z_in)]
        return np.stack(plane, axis=-1)


def hides(hand: Hand, camera: Camera, points_in: np.ndarray) -> np.ndarray:
    """Report which of the table points (n, 3) the hand hides from the camera, (n,) bool."""
    eye = camera.pose.position_in
    fractions = (eye[2] - hand.z_in) / (eye[2] - points_in[:, 2])
    offsets = eye[:2] + (points_in[:, :2] - eye[:2]) * fractions[:, None] - (hand.x_in, hand.y_in)
    cos, sin = math.cos(hand.heading_rad), math.sin(hand.heading_rad)
    hand_points = np.column_stack(
        [cos * offsets[:, 0] + sin * offsets[:, 1], cos * offsets[:, 1] - sin * offsets[:, 0]]
    )
    is_inside = np.zeros(len(hand_points), bool)
    for start, tip, start_radius, end_radius in STROKES:
        is_inside |= _compute_distance(hand_points, np.array(start), np.array(tip), start_radius, end_radius) < 0
    return is_inside & (points_in[:, 2] < hand.z_in)


def hand_sprite(camera: Camera, hand: Hand, light: Light) -> Sprite | None:
    """Draw the hand as the camera sees it, None if it is out of the image."""
    hand_corners = np.array([[-ARM_IN, -SIDE_IN], [AHEAD_IN, -SIDE_IN], [AHEAD_IN, SIDE_IN], [-ARM_IN, SIDE_IN]])
    anchor_points = np.array([[0.0, 0.0], [-8.0, 0.0], [0.0, 2.0]])
    to_px = cv2.getAffineTransform(
        _map_to_texels(anchor_points), camera.project(hand.point(anchor_points)).astype(np.float32)
    )
    corners = np.column_stack([_map_to_texels(hand_corners), np.ones(4)]) @ to_px.T
    box = meet(compute_box(corners, 0), (0, 0, camera.intrinsics.width, camera.intrinsics.height))
    if box is None:
        return None
    to_px[:, 2] -= box[:2]
    size = box[2] - box[0], box[3] - box[1]
    colour, cover = _draw_hand()
    warped = cv2.warpAffine(colour, to_px, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    middle_gain = float(light.gain(np.array((box[0] + box[2]) / 2), np.array((box[1] + box[3]) / 2)))
    share = cv2.warpAffine(cover, to_px, size, flags=cv2.INTER_LINEAR)
    return Sprite(box[0], box[1], cv2.convertScaleAbs(warped, alpha=middle_gain), share, (hand.z_in, 2.0, 0.0))


def _map_to_texels(own: np.ndarray) -> np.ndarray:
    """Map points of the hand's frame to its image; its fingers point to the right, y goes up."""
    return np.column_stack([(own[:, 0] + ARM_IN) * DETAIL, (SIDE_IN - own[:, 1]) * DETAIL]).astype(np.float32) - 0.5


def _compute_distance(points: np.ndarray, start: np.ndarray, end: np.ndarray, first: float, last: float) -> np.ndarray:
    """Return the distance of points (..., 2) to a stroke with round ends, negative within."""
    stroke = end - start
    fractions = np.clip((points - start) @ stroke / (stroke @ stroke), 0, 1)
    radius = first + (last - first) * fractions
    return np.hypot(*np.moveaxis(points - start - fractions[..., None] * stroke, -1, 0)) - radius


@lru_cache(maxsize=1)
def _draw_hand() -> tuple[np.ndarray, np.ndarray]:
    """Draw colour (h, w, 3) and cover (h, w) of the hand with its shadow; the same for all players."""
    random = np.random.default_rng(11)
    shape = round(2 * SIDE_IN * DETAIL), round((ARM_IN + AHEAD_IN) * DETAIL)
    rows, columns = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    points = np.stack([(columns + 0.5) / DETAIL - ARM_IN, SIDE_IN - (rows + 0.5) / DETAIL], axis=-1)
    cloth = tint_pattern(1 + 0.12 * clouds(shape, random, 30, 4), (92, 66, 48))
    skin = tint_pattern(1 + 0.06 * clouds(shape, random, 60, 4), (128, 158, 208))
    colour: np.ndarray = np.zeros((*shape, 3), np.uint8)
    cover = np.zeros(shape, np.float32)
    for start, tip, start_radius, end_radius in (FINGERS[4], WRIST, PALM, *FINGERS[:4], SLEEVE):
        base = cloth if (start, tip) == SLEEVE[:2] else skin
        depth = -_compute_distance(points, np.array(start), np.array(tip), start_radius, end_radius) / max(
            start_radius, end_radius
        )
        edge = np.clip(depth * max(start_radius, end_radius) * DETAIL + 0.5, 0, 1).astype(np.float32)
        shade = (0.58 + 0.47 * np.sqrt(np.clip(depth, 0, 1))).astype(np.float32)
        colour = cv2.blendLinear(cv2.convertScaleAbs(base * shade[..., None]), colour, edge, 1 - edge)
        cover = np.maximum(cover, edge)
    shadow = np.roll(blur_image(cover, 9.0), SHADOW_PX, axis=(0, 1)) * 0.42
    colour = cv2.blendLinear(colour, np.full_like(colour, 12), cover, 1 - cover)
    return colour, np.maximum(cover, shadow).astype(np.float32)
