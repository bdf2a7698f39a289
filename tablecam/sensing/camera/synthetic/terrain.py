"""Terrain drawn as upright prisms with painted walls and tops, and the parts that it hides from the camera."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from tablecam.sensing.camera.synthetic.mat import clouds, tinted
from tablecam.sensing.camera.synthetic.sprite import FINER, Box, box_around, cut, fill, meet, shrunk
from tablecam.table.displacement import UNMOVED, Displacement
from tablecam.table.geometry.projection import Camera
from tablecam.table.terrain import Feature

# texture pixels an inch
GRAIN = 24
# the shadow of a point one inch up, table inches
SHADOW_IN = np.array([0.45, -0.35])
LAMP = np.array([-0.75, 0.6])

Paint = Callable[[tuple[int, int], np.random.Generator], np.ndarray]


@dataclass(frozen=True)
class DrawnPrism:
    """One terrain feature seen by one camera. push: its displacement from the map's place."""

    mapped: Feature
    camera: Camera
    push: Displacement = UNMOVED

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of a push's turn: the middle of the mapped outline."""
        centroid = self.mapped.polygon.centroid
        return centroid.x, centroid.y

    @cached_property
    def feature(self) -> Feature:
        """The feature in its actual place."""
        return replace(self.mapped, polygon=self.push.of_polygon(self.mapped.polygon, self.middle))

    @cached_property
    def ring(self) -> np.ndarray:
        """The outline anticlockwise, (n, 2) table inches, without the repeated last point."""
        points = np.array(self.feature.polygon.exterior.coords)[:-1, :2]
        return points if self.feature.polygon.exterior.is_ccw else points[::-1]

    def outline_px(self, z_in: float) -> np.ndarray:
        """Return the outline as it looks at one height, (n, 2)."""
        return self.camera.project(np.column_stack([self.ring, np.full(len(self.ring), z_in)]))

    @cached_property
    def box(self) -> Box:
        """The pixels that it can reach."""
        outlines = self.outline_px(self.feature.z_bottom_in), self.outline_px(self.feature.z_top_in)
        return box_around(np.concatenate(outlines))

    def faces(self, above_in: float) -> list[np.ndarray]:
        """Return the outlines in pixels of all that rises over a height: walls that face the lens, then the top."""
        low_px, high_px = (
            self.outline_px(max(above_in, self.feature.z_bottom_in)),
            self.outline_px(self.feature.z_top_in),
        )
        walls = [np.stack([low_px[i - 1], low_px[i], high_px[i], high_px[i - 1]]) for i in self.seen_walls]
        return [*walls, high_px]

    @cached_property
    def seen_walls(self) -> list[int]:
        """The last corners of the walls that face the lens, the farthest first."""
        eye = self.camera.pose.position_in[:2]
        edges = self.ring - np.roll(self.ring, 1, axis=0)
        outward = np.column_stack([edges[:, 1], -edges[:, 0]])
        facing_walls = np.flatnonzero(np.sum(outward * (eye - self.ring), axis=1) > 0)
        return sorted(facing_walls.tolist(), key=lambda i: -float(np.hypot(*(self.ring[i] - eye))))

    def hidden(self, box: Box, z_in: float) -> np.ndarray | None:
        """Return how much of each pixel of a box it hides of things lying level at a height, (h, w) float32, or None.

        A sight line on its way down to that height meets the prism exactly where it meets the part that rises above it.
        """
        if self.feature.z_top_in <= z_in + 1e-6 or meet(self.box, box) is None:
            return None
        mask = np.zeros(((box[3] - box[1]) * FINER, (box[2] - box[0]) * FINER), np.uint8)
        for face in self.faces(z_in):
            fill(mask, box, face, 255)
        return shrunk(mask) / np.float32(255)


@dataclass(frozen=True)
class PrismSkin:
    """The paint of one feature. walls: by the last corner of each wall that was seen on its mapped place."""

    walls: Mapping[int, np.ndarray]
    top: np.ndarray


def prisms(
    features: tuple[Feature, ...], camera: Camera, pushed: Mapping[str, Displacement] | None = None
) -> list[DrawnPrism]:
    """Return all features, those farthest from under the lens first: nearer ones are drawn over them.

    pushed: the features that are displaced from the map, by name.
    """
    eye = camera.pose.position_in[:2]
    drawn_prisms = [DrawnPrism(feature, camera, (pushed or {}).get(feature.name, UNMOVED)) for feature in features]
    return sorted(drawn_prisms, key=lambda prism: -float(np.hypot(*(prism.ring - eye).T).min()))


def draw_shadow(picture: np.ndarray, prism: DrawnPrism) -> None:
    """Darken the ground that the lamp does not reach."""
    feature = prism.feature
    shadow_ring = prism.ring + SHADOW_IN * (feature.z_top_in - feature.z_bottom_in)
    outline_px = prism.camera.project(np.pad(np.concatenate([prism.ring, shadow_ring]), ((0, 0), (0, 1))))
    blur_px = 0.12 * _compute_px_per_inch(prism)
    image_box = 0, 0, picture.shape[1], picture.shape[0]
    box = meet(box_around(outline_px, math.ceil(3 * blur_px)), image_box)
    if box is None:
        return
    mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.float32)
    hull = cv2.convexHull(outline_px.astype(np.float32)).reshape(-1, 2) - box[:2]
    cv2.fillPoly(mask, [np.round(hull).astype(np.int32)], 0.45)
    light = 1 - cv2.GaussianBlur(mask, (0, 0), blur_px)
    region = cut(picture, box)
    region[:] = cv2.convertScaleAbs(region * light[..., None])


def skin(prism: DrawnPrism, paint: str, random: np.random.Generator) -> PrismSkin:
    """Paint the textures of a feature on its mapped place: they move with it when it is pushed."""
    wall_paint, top_paint = PAINTS[paint]
    rise = prism.feature.z_top_in - prism.feature.z_bottom_in
    walls = {}
    for corner in prism.seen_walls:
        length = float(np.hypot(*(prism.ring[corner] - prism.ring[corner - 1])))
        walls[corner] = wall_paint(_compute_texels(length, rise), random)
    extent = prism.ring.max(axis=0) - prism.ring.min(axis=0)
    return PrismSkin(walls, top_paint(_compute_texels(*extent), random))


def draw_prism(picture: np.ndarray, prism: DrawnPrism, paint: str, painted: PrismSkin) -> None:
    """Paint the walls that face the lens, then the top with its rim."""
    *walls, top = prism.faces(prism.feature.z_bottom_in)
    for corner, wall in zip(prism.seen_walls, walls, strict=True):
        edge = prism.ring[corner] - prism.ring[corner - 1]
        length = float(np.hypot(*edge))
        outward = np.array([edge[1], -edge[0]]) / max(length, 1e-9)
        shade = 0.62 + 0.2 * float(outward @ LAMP)
        # a wall that shows only since the push has no paint of its own
        _lay_texture(picture, wall, wall, painted.walls.get(corner, painted.top), shade)
    ring = np.array(prism.mapped.polygon.exterior.coords)[:-1, :2]
    lowest, highest = ring.min(axis=0), ring.max(axis=0)
    corners = np.array(
        [[lowest[0], lowest[1]], [highest[0], lowest[1]], [highest[0], highest[1]], [lowest[0], highest[1]]]
    )
    corners = prism.push.of_points(corners, prism.middle)
    corners_px = prism.camera.project(np.column_stack([corners, np.full(4, prism.feature.z_top_in)]))
    _lay_texture(picture, top, corners_px, painted.top, 1.0)
    if paint != "grass":
        rim = np.round(top * 16).astype(np.int32)
        thickness = max(1, round(0.06 * _compute_px_per_inch(prism)))
        cv2.polylines(picture, [rim], True, (70, 74, 78), thickness, cv2.LINE_AA, 4)


def _compute_px_per_inch(prism: DrawnPrism) -> float:
    return float(prism.camera.intrinsics.matrix[0, 0] / prism.camera.pose.position_in[2])


def _compute_texels(width_in: float, height_in: float) -> tuple[int, int]:
    return max(4, round(height_in * GRAIN)), max(4, round(width_in * GRAIN))


def _lay_texture(
    picture: np.ndarray, outline: np.ndarray, corners: np.ndarray, texture: np.ndarray, shade: float
) -> None:
    """Lay a texture whose corners (bottom-left first, anticlockwise) lie at `corners` inside an outline."""
    image_box = 0, 0, picture.shape[1], picture.shape[0]
    box = meet(box_around(outline), image_box)
    if box is None:
        return
    height, width = texture.shape[:2]
    source = np.array([[0, height], [width, height], [width, 0], [0, 0]], np.float32) - 0.5
    homography = cv2.getPerspectiveTransform(source, (corners - box[:2]).astype(np.float32))
    size = box[2] - box[0], box[3] - box[1]
    warped = cv2.warpPerspective(texture, homography, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    mask = np.zeros((size[1] * FINER, size[0] * FINER), np.uint8)
    fill(mask, box, outline, 255)
    cover = shrunk(mask) / np.float32(255)
    region = cut(picture, box)
    region[:] = cv2.blendLinear(cv2.convertScaleAbs(warped, alpha=shade), region, cover, 1 - cover)


def _paint_concrete(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    level = 1 + 0.16 * clouds(shape, random, 1.5 * GRAIN, 5) + 0.04 * random.standard_normal(shape, np.float32)
    return tinted(level, (126, 130, 132))


def _paint_brick(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """Paint courses of bricks, every other one shifted by half."""
    brick_height, brick_length = 5, 11
    rows, columns = np.mgrid[: shape[0], : shape[1]]
    course = rows // brick_height
    shifted_columns = columns + (course % 2) * (brick_length // 2)
    tone = random.uniform(0.75, 1.2, (course.max() + 1, shifted_columns.max() // brick_length + 1))[
        course, shifted_columns // brick_length
    ]
    is_joint = (rows % brick_height == 0) | (shifted_columns % brick_length == 0)
    return tinted(np.where(is_joint, 0.6, tone).astype(np.float32), (62, 78, 134))


def _paint_planks(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    rows = np.arange(shape[0]) // 9
    tone = random.uniform(0.75, 1.15, rows.max() + 1)[rows]
    tone[np.flatnonzero(np.diff(rows))] = 0.45
    level = tone[:, None] * (1 + 0.08 * random.standard_normal(shape))
    return tinted(level.astype(np.float32), (70, 112, 150))


def _paint_grass(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    level = 1 + 0.2 * clouds(shape, random, 2 * GRAIN, 4) + 0.16 * random.standard_normal(shape, np.float32)
    return tinted(level, (44, 104, 84))


def _paint_ribbed(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """Paint sheet metal with ribs and rust."""
    ribs = 1 + 0.18 * np.sin(np.arange(shape[1]) * 2 * np.pi / 6)
    rust = np.clip(clouds(shape, random, GRAIN, 4) * 2, 0, 1)[..., None]
    metal = tinted(np.broadcast_to(ribs, shape).astype(np.float32), (118, 92, 50))
    return cv2.convertScaleAbs(metal * (1 - rust) + np.array([44.0, 70.0, 110.0]) * rust)


PAINTS: dict[str, tuple[Paint, Paint]] = {
    "concrete": (_paint_concrete, _paint_concrete),
    "brick": (_paint_brick, _paint_concrete),
    "wood": (_paint_planks, _paint_planks),
    "grass": (_paint_grass, _paint_grass),
    "metal": (_paint_ribbed, _paint_ribbed),
}
