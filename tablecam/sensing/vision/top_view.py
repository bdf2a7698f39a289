"""A picture as from straight above, for a camera that looks at the table aslant: there tags are squares again.

The filters for rings know squares only. A tag's square is so much lower than wide that they miss it from about 15
degrees on, far from the camera sooner.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tablecam.sensing.vision.template import PIXEL_VARIANCE, Optics
from tablecam.table.geometry.projection import Camera

# squares that look so many times as long as wide, as under a lens that leans by ten degrees, are none to the filters
ASLANT = 1.25
# the maps are worked out for every n-th pixel, and bend little between
MAP_STEP = 16
# the picture is cut into parts so large, which overlap by more than a tag that the detector may miss
PART_PX, OVERLAP_PX = 480, 96
# a view has no more pixels than so many times those of its part: towards the horizon there would be no end of them
MOST_TIMES = 6.0
_ACROSS = (0.0, 0.25, 0.5, 0.75, 1.0)

# (left, top, right, bottom)
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class TopView:
    """A part of a picture seen from above.

    grey: (rows, columns); right is the table's x, up its y. left_in, top_in: its first pixel. px_per_in: its scale.
    sharper: pixels of the view for one of the picture, so many that blur looks as much wider.
    """

    grey: np.ndarray
    left_in: float
    top_in: float
    px_per_in: float
    sharper: float
    camera: Camera

    def onto(self, px: np.ndarray) -> np.ndarray:
        """Pixels of the view, (n, 2), of pixels of the picture, (n, 2)."""
        return (self.camera.back_project(px) - [self.left_in, self.top_in]) * [self.px_per_in, -self.px_per_in]

    def back(self, px: np.ndarray) -> np.ndarray:
        """Pixels of the picture, (n, 2), of pixels of the view, (n, 2)."""
        places = px / [self.px_per_in, -self.px_per_in] + [self.left_in, self.top_in]
        return self.camera.project(np.column_stack([places, np.zeros(len(places))]))

    def optics(self, optics: Optics) -> Optics:
        """How an edge of the picture looks in the view."""
        variance = (optics.blur_px**2 + PIXEL_VARIANCE) * self.sharper**2 - PIXEL_VARIANCE
        return replace(optics, blur_px=float(np.sqrt(max(variance, 0.0))))


def top_views(grey: np.ndarray, camera: Camera) -> list[TopView]:
    """The picture, (rows, columns), from above, in overlapping parts; none where the camera looks down nearly straight.

    Parts that show the horizon are left out.
    """
    stretches = _stretches(camera, (0, 0, grey.shape[1], grey.shape[0]))
    if stretches is not None and (stretches[:, 0] / stretches[:, 1]).max() < ASLANT:
        return []
    views = [_view(grey, camera, box) for box in _parts(grey.shape)]
    return [view for view in views if view is not None]


def _parts(shape: tuple[int, ...]) -> Iterator[Box]:
    height, width = shape[:2]
    for top in range(0, max(height - OVERLAP_PX, 1), PART_PX - OVERLAP_PX):
        for left in range(0, max(width - OVERLAP_PX, 1), PART_PX - OVERLAP_PX):
            yield left, top, min(left + PART_PX, width), min(top + PART_PX, height)


def _stretches(camera: Camera, box: Box) -> np.ndarray | None:
    """The most and least pixels an inch at places in a part of the picture, (n, 2); None with the horizon in it."""
    places = _places(camera, box)
    return np.linalg.svd(_px_by_in(camera, places), compute_uv=False) if np.isfinite(places).all() else None


def _places(camera: Camera, box: Box) -> np.ndarray:
    left, top, right, bottom = box
    return camera.back_project(
        np.array([[left + (right - left) * x, top + (bottom - top) * y] for x in _ACROSS for y in _ACROSS])
    )


def _view(grey: np.ndarray, camera: Camera, box: Box) -> TopView | None:
    stretches = _stretches(camera, box)
    if stretches is None:
        return None
    places = _places(camera, box)
    low, high = places.min(axis=0), places.max(axis=0)
    px_per_in = float(stretches.max())
    columns, rows = ((high - low) * px_per_in).astype(int)
    if columns * rows > MOST_TIMES * PART_PX**2 or min(columns, rows) < 2 * MAP_STEP:
        return None
    sharper = px_per_in / float(np.median(np.sqrt(stretches.prod(axis=1))))
    across, down = _maps(camera, (float(low[0]), float(high[1])), px_per_in, (int(rows), int(columns)))
    view = cv2.remap(grey, across, down, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return TopView(view, float(low[0]), float(high[1]), px_per_in, sharper, camera)


def _px_by_in(camera: Camera, places: np.ndarray) -> np.ndarray:
    """How pixels change with inches on the table, (n, 2, 2)."""
    steps = [np.array([0.1, 0.0, 0.0]), np.array([0.0, 0.1, 0.0])]
    points = np.column_stack([places, np.zeros(len(places))])
    return np.stack([(camera.project(points + step) - camera.project(points - step)) / 0.2 for step in steps], axis=2)


def _maps(
    camera: Camera, corner_in: tuple[float, float], px_per_in: float, shape: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """Column and row in the picture of each pixel of the view, float32, each of its shape."""
    down, across = (np.arange(0, length + MAP_STEP, MAP_STEP) for length in shape)
    x, y = np.meshgrid(corner_in[0] + across / px_per_in, corner_in[1] - down / px_per_in)
    px = camera.project(np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])).reshape(*x.shape, 2)
    # where each pixel of the view lies among those that were worked out
    fine_x, fine_y = np.meshgrid(np.arange(shape[1]) / MAP_STEP, np.arange(shape[0]) / MAP_STEP)
    between = fine_x.astype(np.float32), fine_y.astype(np.float32)
    first, second = (cv2.remap(px[..., axis].astype(np.float32), *between, cv2.INTER_LINEAR) for axis in (0, 1))
    return first, second
