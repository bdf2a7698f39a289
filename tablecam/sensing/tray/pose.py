"""The place of a dice tray's sheet in an image, and the view of the tray from straight above."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.sensing.tray import layout
from tablecam.sensing.vision.detection import Detection

# pixels a millimetre in the view from above: a die of 16 mm has 64
SCALE = 4.0
# a hand or a die may cover one tag; of two tags on one side the far side would be a guess
FEWEST_TAGS = 3
# a corner of a flat sheet lies within this of its place, as a share of a tag
MOST_ERROR = 0.05


@dataclass(frozen=True)
class TrayPose:
    """The homography from the sheet's millimetres to an image's pixels, (3, 3)."""

    to_px: np.ndarray

    def project(self, points_mm: np.ndarray) -> np.ndarray:
        """Return the pixels (n, 2) of points on the sheet (n, 2)."""
        return cv2.perspectiveTransform(np.asarray(points_mm, float)[None], self.to_px)[0]

    def rectify(self, image: np.ndarray, scale: float = SCALE) -> np.ndarray:
        """Return the sheet from straight above, at `scale` pixels a millimetre."""
        from_view = np.linalg.inv(_make_view_matrix(scale))
        size = get_view_size(scale)
        return cv2.warpPerspective(
            image, self.to_px @ from_view, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip

    def is_near(self, other: "TrayPose", share: float = 0.25) -> bool:
        """Whether the sheet lies where it lay for another pose, within this share of a tag."""
        corners = np.array(list(layout.CENTERS_MM.values()))
        side_px = np.linalg.norm(np.subtract(*self.project(layout.get_corners_mm(layout.LOWER_LEFT)[:2])))
        return bool(np.abs(self.project(corners) - other.project(corners)).max() <= share * side_px)


def get_view_size(scale: float = SCALE) -> tuple[int, int]:
    """Return width and height of the view from above in pixels."""
    return round((layout.RIGHT_MM - layout.LEFT_MM) * scale), round((layout.HIGH_MM - layout.LOW_MM) * scale)


def get_field_px(scale: float = SCALE) -> np.ndarray:
    """Return the outline of the field in the view from above, (n, 2)."""
    return cv2.perspectiveTransform(np.array(layout.FIELD_MM)[None], _make_view_matrix(scale))[0]


def find_pose(tags: Sequence[Detection]) -> TrayPose | None:
    """Return the pose by the tags of an image; None if too few belong to a tray, or they lie on no flat sheet."""
    corners = {tag.tag: tag.corners_px for tag in tags if tag.tag in layout.CENTERS_MM}
    if len(corners) < FEWEST_TAGS:
        return None
    sheet_mm = np.concatenate([layout.get_corners_mm(tag) for tag in corners])
    seen_px = np.concatenate(list(corners.values()))
    to_px, _used = cv2.findHomography(sheet_mm, seen_px)
    if to_px is None:
        return None
    pose = TrayPose(to_px)
    side_px = np.linalg.norm(seen_px[1] - seen_px[0])
    error_px = np.linalg.norm(pose.project(sheet_mm) - seen_px, axis=1).max()
    return pose if error_px <= MOST_ERROR * side_px else None


def _make_view_matrix(scale: float) -> np.ndarray:
    """From the sheet's millimetres to pixels of the view from above, whose rows run down the sheet."""
    return np.array([[scale, 0, -scale * layout.LEFT_MM], [0, -scale, scale * layout.HIGH_MM], [0, 0, 1.0]])
