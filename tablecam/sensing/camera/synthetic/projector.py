"""The light of a projector over the drawn table: what it adds to each pixel of the camera's image.

Each pixel of the camera sees a surface of known height: the mat, a roof, a wall (at half its height) or a tag. The
projector's image is sampled where that place lies in it. Terrain throws shadows; models and hands are lit and throw
none. A projector's gamma, the darker corners of its image and its black that is not quite black are drawn; the room's
own light is that of the scene.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np

from tablecam.sensing.camera.synthetic.board import plane_maps
from tablecam.table.geometry.projection import Camera, Intrinsics, Pose
from tablecam.table.table import Table
from tablecam.table.terrain import Feature

# surfaces closer in height throw no shadow on each other
LEVEL_IN = 1e-3
# distance over the width of the image, the lens's shift as a share of its height, and light beyond the table's ends
THROW, SHIFT, ROOM = 0.8, 0.5, 1.06


@dataclass(frozen=True)
class ProjectedImage:
    """An image that a projector shows, (h, w) uint8, at the height and width of its lens.

    brightness: a white pixel's light in the middle, as a multiple of the lamps' over the table. vignetting: share of it
    lost in the corners. black: share of it that a black pixel lets through.
    """

    projector: Camera
    image: np.ndarray
    brightness: float = 1.5
    gamma: float = 2.2
    vignetting: float = 0.35
    black: float = 0.002

    def compute_light(self) -> np.ndarray:
        """Return the light that leaves each pixel of the projector, (h, w) float32."""
        height, width = self.image.shape
        levels = np.linspace(0, 1, 256) ** self.gamma * (1 - self.black) + self.black
        across, down = np.linspace(-0.5, 0.5, width), np.linspace(-0.5, 0.5, height)
        fall = 1 - self.vignetting * 2 * (across[None, :] ** 2 + down[:, None] ** 2)
        light = cv2.LUT(self.image, (self.brightness * levels).astype(np.float32))
        return np.asarray(light * fall.astype(np.float32))


@lru_cache(maxsize=4)
def hang_projector(table: Table, shape: tuple[int, ...]) -> Camera:
    """Return a projector for images of that height and width, a little askew over a table that it lights to its ends.

    Its lens is shifted, as most are: it hangs beside the near edge and lights the middle.
    """
    height, width = shape[:2]
    focal = THROW * width
    matrix = np.array([[focal, 0, width / 2], [0, focal, (0.5 + SHIFT) * height], [0, 0, 1.0]])
    # the higher, the more it lights
    lift_in = max(table.width_in / width, table.depth_in / height) * focal * ROOM
    eye = np.array([table.width_in / 2 + 3, table.depth_in / 2 - SHIFT * height / focal * lift_in, lift_in])
    rotation = np.diag([1.0, -1.0, -1.0]) @ cv2.Rodrigues(np.radians([2.0, -1.5, 1.0]))[0]
    lens = Intrinsics(width, height, matrix, np.zeros(5), name="synthetic projector")
    return Camera(lens, Pose(rotation, -rotation @ eye))


@dataclass(frozen=True)
class LitSurfaces:
    """The surfaces that one projector lights, as one camera sees them; each image of the projector costs little.

    features: the farthest from the camera first. tags_in: the corners of raised paper, (4, 3) each.
    """

    camera: Camera
    projector: Camera
    features: Sequence[Feature]
    tags_in: Sequence[np.ndarray]

    def compute_glow(self, shown: ProjectedImage) -> np.ndarray:
        """Return the projector's light at each pixel of the camera, (h, w) float32; 1 is that of the lamps."""
        columns, rows = self._source_px
        glow = cv2.remap(shown.compute_light(), columns, rows, cv2.INTER_LINEAR, borderValue=0.0)
        glow[self._shadow] = 0
        return np.asarray(glow)

    @cached_property
    def _heights(self) -> np.ndarray:
        return _map_heights(self.camera, self.features, self.tags_in)

    @cached_property
    def _source_px(self) -> tuple[np.ndarray, np.ndarray]:
        """The column and row of the projector's image at each pixel of the camera, (h, w) float32 each."""
        x_in, y_in = plane_maps(self.camera)
        eye = self.camera.pose.position_in.astype(np.float32)
        rise = self._heights / eye[2]
        lens, pose = self.projector.intrinsics.matrix, self.projector.pose
        matrix = (lens @ np.column_stack([pose.rotation, pose.translation])).astype(np.float32)
        points = x_in + (eye[0] - x_in) * rise, y_in + (eye[1] - y_in) * rise, self._heights
        column, row, depth = (sum(map(np.multiply, line[:3], points), line[3]) for line in matrix)
        return column / depth, row / depth

    @cached_property
    def _shadow(self) -> np.ndarray:
        """The pixels from which terrain keeps the light off, (h, w) bool."""
        shadow = np.zeros(self._heights.shape, bool)
        for level in sorted({0.0, *(feature.z_top_in for feature in self.features)}):
            dark = _draw_shadows(self.camera, self.features, self.projector.pose.position_in, level)
            shadow |= (dark > 0) & (np.abs(self._heights - level) < LEVEL_IN)
        return shadow


def _map_heights(camera: Camera, features: Sequence[Feature], tags_in: Sequence[np.ndarray]) -> np.ndarray:
    """Return the height of the surface that each pixel sees, (h, w) float32."""
    heights = np.zeros((camera.intrinsics.height, camera.intrinsics.width), np.float32)
    for feature in features:
        ring = np.asarray(feature.polygon.exterior.coords)[:, :2]
        low, high = (_project_ring(camera, ring, z_in) for z_in in (feature.z_bottom_in, feature.z_top_in))
        for corner in range(len(ring) - 1):
            wall = np.stack([low[corner], low[corner + 1], high[corner + 1], high[corner]])
            _fill(heights, wall, (feature.z_bottom_in + feature.z_top_in) / 2)
        _fill(heights, high, feature.z_top_in)
    for corners in tags_in:
        _fill(heights, camera.project(corners), float(corners[:, 2].mean()))
    return heights


def _draw_shadows(camera: Camera, features: Sequence[Feature], eye: np.ndarray, level: float) -> np.ndarray:
    """Draw what terrain keeps dark at a height, as the camera sees it, (h, w) uint8."""
    mask = np.zeros((camera.intrinsics.height, camera.intrinsics.width), np.uint8)
    for feature in features:
        if feature.z_top_in < level + LEVEL_IN:
            continue
        ring = np.asarray(feature.polygon.exterior.coords)[:, :2]
        ends = (max(feature.z_bottom_in, level), feature.z_top_in)
        cast = [eye[:2] + (ring - eye[:2]) * ((eye[2] - level) / (eye[2] - z_in)) for z_in in ends]
        hull = cv2.convexHull(np.concatenate(cast).astype(np.float32)).reshape(-1, 2)
        _fill(mask, _project_ring(camera, hull, level), 255)
    return mask


def _project_ring(camera: Camera, ring: np.ndarray, z_in: float) -> np.ndarray:
    return camera.project(np.column_stack([ring, np.full(len(ring), z_in)]))


def _fill(canvas: np.ndarray, outline_px: np.ndarray, level: float) -> None:
    cv2.fillPoly(canvas, [np.rint(outline_px * 16).astype(np.int32)], level, cv2.LINE_8, 4)
