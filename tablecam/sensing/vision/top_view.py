"""An image as from straight above, for a camera that looks at the table at an angle: there tags are squares again.

The filters for rings know squares only. From about 15 degrees on a tag's square is so much lower than wide that they
miss it, and sooner far from the camera.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tablecam.sensing.vision.template import PIXEL_VARIANCE, Optics
from tablecam.table.geometry.projection import Camera

# the filters miss squares that look this many times as long as wide, as under a lens tilted by ten degrees
ASLANT = 1.25
# the maps are computed for every n-th pixel, and bend little between
MAP_STEP = 16
# the image is cut into parts of this size, which overlap by more than a tag that the detector may miss
PART_PX, OVERLAP_PX = 480, 96
# a view has at most this many times the pixels of its part: towards the horizon they would have no limit
MOST_TIMES = 6.0
_GRID_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)

# (left, top, right, bottom)
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class TopView:
    """A part of an image seen from above.

    grey: (rows, columns); right is the table's x, up its y. left_in, top_in: its first pixel. px_per_in: its scale.
    sharper: pixels of the view for one of the image; blur looks wider by this factor.
    """

    grey: np.ndarray
    left_in: float
    top_in: float
    px_per_in: float
    sharper: float
    camera: Camera

    def onto(self, px: np.ndarray) -> np.ndarray:
        """Convert pixels of the image, (n, 2), to pixels of the view, (n, 2)."""
        return (self.camera.back_project(px) - [self.left_in, self.top_in]) * [self.px_per_in, -self.px_per_in]

    def back(self, px: np.ndarray) -> np.ndarray:
        """Convert pixels of the view, (n, 2), to pixels of the image, (n, 2)."""
        places_in = px / [self.px_per_in, -self.px_per_in] + [self.left_in, self.top_in]
        return self.camera.project(np.column_stack([places_in, np.zeros(len(places_in))]))

    def optics(self, optics: Optics) -> Optics:
        """Return the rendering of an edge of the image in the view."""
        variance = (optics.blur_px**2 + PIXEL_VARIANCE) * self.sharper**2 - PIXEL_VARIANCE
        return replace(optics, blur_px=float(np.sqrt(max(variance, 0.0))))


def top_views(grey: np.ndarray, camera: Camera) -> list[TopView]:
    """Return the image, (rows, columns), from above, in overlapping parts; none if the camera looks nearly straight
    down.

    Parts that show the horizon are left out.
    """
    stretches = _compute_stretches(camera, (0, 0, grey.shape[1], grey.shape[0]))
    if stretches is not None and (stretches[:, 0] / stretches[:, 1]).max() < ASLANT:
        return []
    views = [_build_view(grey, camera, box) for box in _split_into_parts(grey.shape)]
    return [view for view in views if view is not None]


def _split_into_parts(shape: tuple[int, ...]) -> Iterator[Box]:
    height, width = shape[:2]
    for top_px in range(0, max(height - OVERLAP_PX, 1), PART_PX - OVERLAP_PX):
        for left_px in range(0, max(width - OVERLAP_PX, 1), PART_PX - OVERLAP_PX):
            yield left_px, top_px, min(left_px + PART_PX, width), min(top_px + PART_PX, height)


def _compute_stretches(camera: Camera, box: Box) -> np.ndarray | None:
    """Return the most and least pixels an inch at places in a part of the image, (n, 2); None if it has the horizon."""
    places = _sample_places(camera, box)
    return np.linalg.svd(_compute_px_by_in(camera, places), compute_uv=False) if np.isfinite(places).all() else None


def _sample_places(camera: Camera, box: Box) -> np.ndarray:
    left_px, top_px, right_px, bottom_px = box
    return camera.back_project(
        np.array(
            [
                [left_px + (right_px - left_px) * x, top_px + (bottom_px - top_px) * y]
                for x in _GRID_SHARES
                for y in _GRID_SHARES
            ]
        )
    )


def _build_view(grey: np.ndarray, camera: Camera, box: Box) -> TopView | None:
    stretches = _compute_stretches(camera, box)
    if stretches is None:
        return None
    places_in = _sample_places(camera, box)
    lowest_in, highest_in = places_in.min(axis=0), places_in.max(axis=0)
    px_per_in = float(stretches.max())
    columns, rows = ((highest_in - lowest_in) * px_per_in).astype(int)
    if columns * rows > MOST_TIMES * PART_PX**2 or min(columns, rows) < 2 * MAP_STEP:
        return None
    sharper = px_per_in / float(np.median(np.sqrt(stretches.prod(axis=1))))
    map_columns, map_rows = _build_maps(
        camera, (float(lowest_in[0]), float(highest_in[1])), px_per_in, (int(rows), int(columns))
    )
    view = cv2.remap(grey, map_columns, map_rows, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return TopView(view, float(lowest_in[0]), float(highest_in[1]), px_per_in, sharper, camera)


def _compute_px_by_in(camera: Camera, places: np.ndarray) -> np.ndarray:
    """Return the derivative of pixels by inches on the table, (n, 2, 2)."""
    steps = [np.array([0.1, 0.0, 0.0]), np.array([0.0, 0.1, 0.0])]
    points = np.column_stack([places, np.zeros(len(places))])
    return np.stack([(camera.project(points + step) - camera.project(points - step)) / 0.2 for step in steps], axis=2)


def _build_maps(
    camera: Camera, corner_in: tuple[float, float], px_per_in: float, shape: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """Return column and row in the image of each pixel of the view, float32, each of its shape."""
    down, across = (np.arange(0, length + MAP_STEP, MAP_STEP) for length in shape)
    x, y = np.meshgrid(corner_in[0] + across / px_per_in, corner_in[1] - down / px_per_in)
    px = camera.project(np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])).reshape(*x.shape, 2)
    # the position of each pixel of the view among the computed ones
    fine_x, fine_y = np.meshgrid(np.arange(shape[1]) / MAP_STEP, np.arange(shape[0]) / MAP_STEP)
    positions = fine_x.astype(np.float32), fine_y.astype(np.float32)
    map_columns, map_rows = (
        cv2.remap(px[..., axis].astype(np.float32), *positions, cv2.INTER_LINEAR) for axis in (0, 1)
    )
    return map_columns, map_rows
