"""A bank card as the camera sees it: ISO 7810 ID-1, 85.60 x 53.98 mm, with round corners and a stripe."""

import math

import numpy as np

from tablecam.base.units import to_inches
from tablecam.sensing.camera.synthetic.light import Light
from tablecam.sensing.camera.synthetic.scene import Spot, on_table
from tablecam.sensing.camera.synthetic.sprite import FINER, Sprite, shapes_sprite
from tablecam.table.geometry.projection import Camera

WIDTH_MM, DEPTH_MM, THICK_MM = 85.60, 53.98, 0.76
CORNER_MM = 3.18
PLASTIC, STRIPE, CHIP = (176, 112, 44), (150, 84, 30), (120, 190, 205)
# straight pieces of a round corner
CORNER_STEPS = 6


def card_sprite(camera: Camera, spot: Spot, light: Light) -> Sprite:
    """Draw the card with its middle at a spot; its long side reaches to the left and right of the heading."""
    z_in = spot.z_in + to_inches(THICK_MM)
    shapes = (
        _build_outline_mm(_compute_rim_mm(camera, spot)),
        _build_box_mm(-42.8, 8.0, 42.8, 14.0),
        _build_box_mm(-34.0, -8.0, -23.0, 1.0),
    )
    px = [camera.project(np.column_stack([on_table(shape, spot), np.full(len(shape), z_in)])) for shape in shapes]
    flat = shapes_sprite(px, [PLASTIC, STRIPE, CHIP], light.sensor.blur_px)
    return Sprite(flat.left, flat.top, light.on_matt(flat.colour, flat.box), flat.cover, (spot.z_in, 0.0, 0.0))


def _compute_rim_mm(camera: Camera, spot: Spot) -> float:
    """Return the growth of each side of a filled polygon: OpenCV also fills the samples under the outline."""
    ends = np.column_stack([on_table(np.array([[-10.0, 0.0], [10.0, 0.0]]), spot), [spot.z_in] * 2])
    px = camera.project(ends)
    return 0.5 / FINER * 20.0 / float(np.linalg.norm(px[1] - px[0]))


def _build_outline_mm(rim_mm: float) -> np.ndarray:
    width_mm, depth_mm = WIDTH_MM - 2 * rim_mm, DEPTH_MM - 2 * rim_mm
    turns = np.linspace(0, math.pi / 2, CORNER_STEPS)
    arc = CORNER_MM * np.column_stack([np.cos(turns), np.sin(turns)])
    corners = []
    for quarter, (across, up) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        turn = quarter * math.pi / 2
        turned = arc @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        middle = np.array([across * (width_mm / 2 - CORNER_MM), up * (depth_mm / 2 - CORNER_MM)])
        corners.append(turned + middle)
    return np.concatenate(corners)


def _build_box_mm(left: float, near: float, right: float, far: float) -> np.ndarray:
    return np.array([[left, near], [right, near], [right, far], [left, far]])
