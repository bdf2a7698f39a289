"""Where in the picture it is worth looking for tags that are not where they were."""

import cv2
import numpy as np

from tablecam.geometry.projection import Camera
from tablecam.vision.gate import MotionMap

# tags stand up to here outside the playing area: reserves and the reference tags' own strip
MARGIN_IN = 4.0
# pixels that are searched in one frame at most, so that a busy moment does not stall the table
MOST_PX = 400_000
# a place is looked at with this much around it, so that a tag on its edge is whole
AROUND_PX = 48


class Places:
    """Keeps the motion map of one camera position."""

    def __init__(self, grey: np.ndarray, camera: Camera, size_in: tuple[float, float]) -> None:
        self._motion = MotionMap(grey)
        self._table = table_box(camera, grey.shape, size_in)

    def table_crop(self, grey: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The part of the picture that shows the table, and its top-left corner."""
        left, top, right, bottom = self._table
        return grey[top:bottom, left:right], np.array([left, top])

    def piece(self, number: int, pieces: int) -> tuple[int, int, int, int]:
        """One of pieces x pieces overlapping parts of the table, (left, top, right, bottom)."""
        left, top, right, bottom = self._table
        across, down = (right - left) / pieces, (bottom - top) / pieces
        column, row = number % pieces, number // pieces % pieces
        return (
            max(int(left + column * across) - AROUND_PX, 0),
            max(int(top + row * down) - AROUND_PX, 0),
            int(left + (column + 1) * across) + AROUND_PX,
            int(top + (row + 1) * down) + AROUND_PX,
        )

    def to_search(
        self, grey: np.ndarray, missing: bool, hidden_px: list[np.ndarray]
    ) -> list[tuple[int, int, int, int]]:
        """Boxes to search in this frame: where something came to rest, and what moves near a tag gone out of sight."""
        moving, settled = self._motion.update(grey)
        if not missing:
            self._motion.accept(settled)
            return []
        wanted = settled | (moving & self._near(hidden_px, moving.shape)) if hidden_px else settled
        boxes, left = [], MOST_PX
        for box, mask in self._boxes(wanted, grey.shape):
            area = (box[2] - box[0]) * (box[3] - box[1])
            if area > left:
                continue
            left -= area
            boxes.append(box)
            self._motion.accept(mask & settled)
        return boxes

    def _boxes(self, wanted: np.ndarray, shape: tuple[int, int]) -> list[tuple[tuple[int, int, int, int], np.ndarray]]:
        step = self._motion.step_px
        joined = cv2.dilate(wanted.astype(np.uint8), np.ones((5, 5), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
        found = []
        for label in range(1, count):
            x, y, width, height, _ = stats[label]
            box = (
                max(x * step - AROUND_PX, self._table[0]),
                max(y * step - AROUND_PX, self._table[1]),
                min((x + width) * step + AROUND_PX, self._table[2]),
                min((y + height) * step + AROUND_PX, self._table[3]),
            )
            if box[2] > box[0] and box[3] > box[1]:
                found.append(((int(box[0]), int(box[1]), int(box[2]), int(box[3])), labels == label))
        return sorted(found, key=lambda each: (each[0][2] - each[0][0]) * (each[0][3] - each[0][1]))

    def _near(self, hidden_px: list[np.ndarray], shape: tuple[int, int]) -> np.ndarray:
        near = np.zeros(shape, np.uint8)
        reach = (self._table[2] - self._table[0]) // 8 // self._motion.step_px
        for center in hidden_px:
            if np.isfinite(center).all():
                at = tuple(int(v) for v in np.round(center / self._motion.step_px))
                cv2.circle(near, at, reach, 1, -1)
        return near > 0


def table_box(camera: Camera, shape: tuple[int, int], size_in: tuple[float, float]) -> tuple[int, int, int, int]:
    """The part of a picture (rows, columns) that shows the table and its margin: (left, top, right, bottom)."""
    width, depth = size_in
    low, x_high, y_high = -MARGIN_IN, width + MARGIN_IN, depth + MARGIN_IN
    ends = camera.project(np.array([[x, y, z] for x in (low, x_high) for y in (low, y_high) for z in (0.0, 4.0)]))
    ends = ends[np.isfinite(ends).all(axis=1)]
    if len(ends) < 4:
        return 0, 0, shape[1], shape[0]
    lowest, highest = np.floor(ends.min(axis=0)).astype(int), np.ceil(ends.max(axis=0)).astype(int)
    return (
        int(max(lowest[0], 0)),
        int(max(lowest[1], 0)),
        int(min(highest[0], shape[1])),
        int(min(highest[1], shape[0])),
    )
