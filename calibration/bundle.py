"""The fit itself: one lens and a pose for each view, together, by weighted least squares.

OpenCV's calibrateCamera finds the starting point. It weighs all corners alike and gives no covariance, and both matter
here: the last steps use the same projection with corners that are far off weighed down (Cauchy's weights) and the poses
eliminated view by view (Schur's complement), which leaves the covariance of the lens.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from calibration.views import BoardView
from tablecam.base.errors import NotCalibratable
from tablecam.base.i18n import Counted
from tablecam.table.geometry.projection import Intrinsics

# The lens as numbers, in this order everywhere.
NAMES = ("fx", "fy", "cx", "cy", "k1", "k2", "p1", "p2", "k3")
PINHOLE = ("fx", "fy", "cx", "cy")
# A corner this many sigmas off has half of the weight of a good one.
SOFT_LIMIT = 3.0
# No finder is better than this; it keeps perfect synthetic corners from dividing by zero.
LEAST_SIGMA_PX = 1e-4
REWEIGHTINGS, ROUNDS = 3, 30
OPENCV_START = cv2.CALIB_FIX_K3 | cv2.CALIB_ZERO_TANGENT_DIST


class Pose6(NamedTuple):
    """The pose of a board before the camera: OpenCV's rotation vector and translation in mm, (3,) each."""

    rvec: np.ndarray
    tvec: np.ndarray


@dataclass(frozen=True)
class LensFit:
    """A fitted lens. lens: (9,) as NAMES. free: the names that were fitted. covariance: (9, 9), nought where not free.

    poses and residuals_px (n, 2): a view each, in order. sigma_px: a corner's usual error in x or in y.
    """

    size: tuple[int, int]
    lens: np.ndarray
    free: tuple[str, ...]
    poses: tuple[Pose6, ...]
    residuals_px: tuple[np.ndarray, ...]
    sigma_px: float
    covariance: np.ndarray

    @property
    def rms_px(self) -> float:
        """Root mean square distance of all corners from where the lens puts them."""
        return rms(np.concatenate(self.residuals_px))

    @property
    def focal_px(self) -> float:
        """Mean of fx and fy."""
        return float(self.lens[:2].mean())

    def intrinsics(self, name: str = "camera", focal_sigma: float = 0.0) -> Intrinsics:
        """The lens as the rest of the program knows it."""
        return intrinsics_of(self.lens, self.size, name, focal_sigma)


def intrinsics_of(lens: np.ndarray, size: tuple[int, int], name: str = "lens", focal_sigma: float = 0.0) -> Intrinsics:
    """A plumb_bob lens from its nine numbers."""
    return Intrinsics(*size, _matrix(lens), lens[4:].copy(), "plumb_bob", name, focal_sigma)


def rms(residuals: np.ndarray) -> float:
    """Root mean square length of vectors (n, 2)."""
    return float(np.sqrt((residuals**2).sum(axis=1).mean()))


def first_guess(views: Sequence[BoardView]) -> tuple[np.ndarray, tuple[Pose6, ...]]:
    """A lens (9,) with k1 and k2 and a pose for each view. Raises NotCalibratable where OpenCV finds none."""
    boards = [view.points.astype(np.float32) for view in views]
    seen = [view.corners_px.astype(np.float32) for view in views]
    try:
        _, matrix, bent, turns, moves = cv2.calibrateCamera(boards, seen, views[0].size, None, None, flags=OPENCV_START)
    except cv2.error as reason:
        raise _no_lens(views) from reason
    lens = np.concatenate([matrix[[0, 1, 0, 1], [0, 1, 2, 2]], bent.ravel()[:5]])
    if not np.isfinite(lens).all() or min(lens[:2]) <= 0:
        raise _no_lens(views)
    return lens, tuple(Pose6(turn.ravel(), move.ravel()) for turn, move in zip(turns, moves, strict=True))


def _no_lens(views: Sequence[BoardView]) -> NotCalibratable:
    return NotCalibratable(
        Counted(
            "no lens fits this {n} view, tilt the board and move it about",
            "no lens fits these {n} views, tilt the board and move it about",
            len(views),
        )
    )


def fit_lens(views: Sequence[BoardView], free: Sequence[str], lens: np.ndarray, poses: Sequence[Pose6]) -> LensFit:
    """The lens and poses that fit the views best, starting from `lens` and `poses`; numbers not in `free` stay."""
    moving = np.array([NAMES.index(name) for name in free])
    weights = [np.ones(len(view.ids)) for view in views]
    for _round in range(REWEIGHTINGS):
        lens, poses = _settle(views, moving, lens, tuple(poses), weights)
        residuals = [_project(view, lens, pose)[0] for view, pose in zip(views, poses, strict=True)]
        sigma = _usual(residuals)
        weights = [1 / (1 + (left**2).sum(axis=1) / (SOFT_LIMIT * sigma) ** 2) for left in residuals]
    normal = _lens_normal(views, moving, lens, tuple(poses), weights)[0]
    return LensFit(
        views[0].size, lens, tuple(free), tuple(poses), tuple(residuals), sigma, _spread(normal, moving, sigma)
    )


def pose_of(view: BoardView, lens: np.ndarray, start: Pose6) -> tuple[Pose6, np.ndarray]:
    """The pose of a view under a known lens, and the residuals (n, 2) in pixels."""
    pixels = view.corners_px.reshape(-1, 1, 2)
    rvec, tvec = cv2.solvePnPRefineLM(
        view.points, pixels, _matrix(lens), lens[4:], start.rvec.reshape(3, 1).copy(), start.tvec.reshape(3, 1).copy()
    )
    pose = Pose6(rvec.ravel(), tvec.ravel())
    return pose, _project(view, lens, pose)[0]


def _matrix(lens: np.ndarray) -> np.ndarray:
    return np.array([[lens[0], 0, lens[2]], [0, lens[1], lens[3]], [0, 0, 1]])


def _project(view: BoardView, lens: np.ndarray, pose: Pose6) -> tuple[np.ndarray, np.ndarray]:
    """Residuals (n, 2) and the derivatives of the projection, (2n, 15): six of the pose, nine of the lens."""
    px, slope = cv2.projectPoints(view.points, pose.rvec, pose.tvec, _matrix(lens), lens[4:])
    return view.corners_px - px.reshape(-1, 2), slope


def _usual(residuals: Sequence[np.ndarray]) -> float:
    """Sigma of one coordinate, from the median, which a few wild corners do not move."""
    return max(LEAST_SIGMA_PX, 1.4826 * float(np.median(np.abs(np.concatenate(residuals)))))


class _Block(NamedTuple):
    """What one view contributes: how its pose follows the lens, and the pose's own step."""

    follow: np.ndarray
    step: np.ndarray


def _lens_normal(
    views: Sequence[BoardView],
    moving: np.ndarray,
    lens: np.ndarray,
    poses: Sequence[Pose6],
    weights: Sequence[np.ndarray],
) -> tuple[np.ndarray, np.ndarray, list[_Block], float]:
    """The normal equations of the lens with all poses eliminated: matrix, right side, blocks for the poses, cost."""
    normal, right, cost = np.zeros((len(moving), len(moving))), np.zeros(len(moving)), 0.0
    blocks = []
    for view, pose, weight in zip(views, poses, weights, strict=True):
        left, slope = _project(view, lens, pose)
        root = np.repeat(np.sqrt(weight), 2)
        left, of_pose, of_lens = left.ravel() * root, slope[:, :6] * root[:, None], slope[:, 6 + moving] * root[:, None]
        inner = of_pose.T @ of_pose
        # a thousandth of a millionth keeps corners that mean nothing from dividing by zero
        inner = np.linalg.inv(inner + (1e-12 * np.trace(inner) / 6 + 1e-12) * np.eye(6))
        follow, step = inner @ of_pose.T @ of_lens, inner @ of_pose.T @ left
        free_of_pose = of_lens - of_pose @ follow
        normal += free_of_pose.T @ of_lens
        right += free_of_pose.T @ left
        cost += float(left @ left)
        blocks.append(_Block(follow, step))
    return normal, right, blocks, cost


def _settle(
    views: Sequence[BoardView],
    moving: np.ndarray,
    lens: np.ndarray,
    poses: tuple[Pose6, ...],
    weights: Sequence[np.ndarray],
) -> tuple[np.ndarray, tuple[Pose6, ...]]:
    """Levenberg and Marquardt on the lens, the poses following."""
    damping = 1e-6
    normal, right, blocks, cost = _lens_normal(views, moving, lens, poses, weights)
    for _ in range(ROUNDS):
        step = np.linalg.lstsq(normal + damping * np.diag(np.diag(normal)), right, rcond=None)[0]
        tried = lens.copy()
        tried[moving] += step
        moved = tuple(_moved(pose, block, step) for pose, block in zip(poses, blocks, strict=True))
        following = _lens_normal(views, moving, tried, moved, weights)
        if not following[3] < cost:
            damping *= 10
            if damping > 1e3:
                break
            continue
        gained = cost - following[3]
        (normal, right, blocks, cost), lens, poses = following, tried, moved
        damping = max(damping / 10, 1e-12)
        if gained < 1e-8 * cost:
            break
    return lens, poses


def _moved(pose: Pose6, block: _Block, step: np.ndarray) -> Pose6:
    change = block.step - block.follow @ step
    return Pose6(pose.rvec + change[:3], pose.tvec + change[3:])


def _spread(normal: np.ndarray, moving: np.ndarray, sigma: float) -> np.ndarray:
    covariance = np.zeros((len(NAMES), len(NAMES)))
    covariance[np.ix_(moving, moving)] = sigma**2 * np.linalg.pinv(normal, hermitian=True)
    return covariance
