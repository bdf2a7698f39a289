"""Fits one lens and a pose for each view together, by weighted least squares.

OpenCV's calibrateCamera finds the starting point. It weighs all corners alike and gives no covariance, and both matter
here: the last steps use the same projection, reduce the weight of corners that are far off (Cauchy's weights) and
eliminate the poses view by view (Schur's complement), which leaves the covariance of the lens.
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
    """A fitted lens. lens: (9,) as NAMES. free: the names that were fitted. covariance: (9, 9), 0 where not free.

    poses and residuals_px (n, 2): one for each view, in order. sigma_px: a corner's usual error in x or in y.
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
        """The root mean square distance of all corners from their projection through the lens."""
        return rms(np.concatenate(self.residuals_px))

    @property
    def focal_px(self) -> float:
        """The mean of fx and fy."""
        return float(self.lens[:2].mean())

    def intrinsics(self, name: str = "camera", focal_sigma: float = 0.0) -> Intrinsics:
        """Returns the lens as the other rooms use it."""
        return make_intrinsics(self.lens, self.size, name, focal_sigma)


def make_intrinsics(
    lens: np.ndarray, size: tuple[int, int], name: str = "lens", focal_sigma: float = 0.0
) -> Intrinsics:
    """Makes a plumb_bob lens from its nine numbers."""
    return Intrinsics(*size, _make_matrix(lens), lens[4:].copy(), "plumb_bob", name, focal_sigma)


def rms(residuals: np.ndarray) -> float:
    """Computes the root mean square length of vectors (n, 2)."""
    return float(np.sqrt((residuals**2).sum(axis=1).mean()))


def first_guess(views: Sequence[BoardView]) -> tuple[np.ndarray, tuple[Pose6, ...]]:
    """Guesses a lens (9,) with k1 and k2 and a pose for each view. Raises NotCalibratable if OpenCV finds none."""
    boards = [view.points.astype(np.float32) for view in views]
    corners = [view.corners_px.astype(np.float32) for view in views]
    try:
        _, matrix, distortion, turns, moves = cv2.calibrateCamera(
            boards, corners, views[0].size, None, None, flags=OPENCV_START
        )
    except cv2.error as reason:
        raise _refuse_views(views) from reason
    lens = np.concatenate([matrix[[0, 1, 0, 1], [0, 1, 2, 2]], distortion.ravel()[:5]])
    if not np.isfinite(lens).all() or min(lens[:2]) <= 0:
        raise _refuse_views(views)
    return lens, tuple(Pose6(turn.ravel(), move.ravel()) for turn, move in zip(turns, moves, strict=True))


def _refuse_views(views: Sequence[BoardView]) -> NotCalibratable:
    return NotCalibratable(
        Counted(
            "no lens model fits this {n} view: tilt the board and move it around",
            "no lens model fits these {n} views: tilt the board and move it around",
            len(views),
        )
    )


def fit_lens(views: Sequence[BoardView], free: Sequence[str], lens: np.ndarray, poses: Sequence[Pose6]) -> LensFit:
    """Fits lens and poses to the views, starting from `lens` and `poses`; numbers not in `free` stay."""
    moving = np.array([NAMES.index(name) for name in free])
    weights = [np.ones(len(view.ids)) for view in views]
    for _round in range(REWEIGHTINGS):
        lens, poses = _minimise_cost(views, moving, lens, tuple(poses), weights)
        residuals = [_project_view(view, lens, pose)[0] for view, pose in zip(views, poses, strict=True)]
        sigma = _estimate_sigma(residuals)
        weights = [1 / (1 + (residual**2).sum(axis=1) / (SOFT_LIMIT * sigma) ** 2) for residual in residuals]
    normal = _build_normal_equations(views, moving, lens, tuple(poses), weights)[0]
    return LensFit(
        views[0].size,
        lens,
        tuple(free),
        tuple(poses),
        tuple(residuals),
        sigma,
        _compute_covariance(normal, moving, sigma),
    )


def fit_board_pose(view: BoardView, lens: np.ndarray, start: Pose6) -> tuple[Pose6, np.ndarray]:
    """Fits the pose of a view under a known lens; returns it with the residuals (n, 2) in pixels."""
    pixels = view.corners_px.reshape(-1, 1, 2)
    rvec, tvec = cv2.solvePnPRefineLM(
        view.points,
        pixels,
        _make_matrix(lens),
        lens[4:],
        start.rvec.reshape(3, 1).copy(),
        start.tvec.reshape(3, 1).copy(),
    )
    pose = Pose6(rvec.ravel(), tvec.ravel())
    return pose, _project_view(view, lens, pose)[0]


def _make_matrix(lens: np.ndarray) -> np.ndarray:
    return np.array([[lens[0], 0, lens[2]], [0, lens[1], lens[3]], [0, 0, 1]])


def _project_view(view: BoardView, lens: np.ndarray, pose: Pose6) -> tuple[np.ndarray, np.ndarray]:
    """Computes residuals (n, 2) and the derivatives of the projection, (2n, 15): six of the pose, nine of the lens."""
    px, slope = cv2.projectPoints(view.points, pose.rvec, pose.tvec, _make_matrix(lens), lens[4:])
    return view.corners_px - px.reshape(-1, 2), slope


def _estimate_sigma(residuals: Sequence[np.ndarray]) -> float:
    """Estimates sigma of one coordinate from the median, which a few wild corners do not move."""
    return max(LEAST_SIGMA_PX, 1.4826 * float(np.median(np.abs(np.concatenate(residuals)))))


class _Block(NamedTuple):
    """The contribution of one view: its pose's dependence on the lens, and the pose's own step."""

    follow: np.ndarray
    step: np.ndarray


def _build_normal_equations(
    views: Sequence[BoardView],
    moving: np.ndarray,
    lens: np.ndarray,
    poses: Sequence[Pose6],
    weights: Sequence[np.ndarray],
) -> tuple[np.ndarray, np.ndarray, list[_Block], float]:
    """Sets up the normal equations of the lens with all poses eliminated: matrix, right side, blocks for the poses,
    cost.
    """
    normal, right, cost = np.zeros((len(moving), len(moving))), np.zeros(len(moving)), 0.0
    blocks = []
    for view, pose, weight in zip(views, poses, weights, strict=True):
        residuals, slope = _project_view(view, lens, pose)
        root = np.repeat(np.sqrt(weight), 2)
        residuals, of_pose, of_lens = (
            residuals.ravel() * root,
            slope[:, :6] * root[:, None],
            slope[:, 6 + moving] * root[:, None],
        )
        inner = of_pose.T @ of_pose
        # a thousandth of a millionth keeps useless corners from dividing by zero
        inner = np.linalg.inv(inner + (1e-12 * np.trace(inner) / 6 + 1e-12) * np.eye(6))
        follow, step = inner @ of_pose.T @ of_lens, inner @ of_pose.T @ residuals
        free_of_pose = of_lens - of_pose @ follow
        normal += free_of_pose.T @ of_lens
        right += free_of_pose.T @ residuals
        cost += float(residuals @ residuals)
        blocks.append(_Block(follow, step))
    return normal, right, blocks, cost


def _minimise_cost(
    views: Sequence[BoardView],
    moving: np.ndarray,
    lens: np.ndarray,
    poses: tuple[Pose6, ...],
    weights: Sequence[np.ndarray],
) -> tuple[np.ndarray, tuple[Pose6, ...]]:
    """Minimises by Levenberg and Marquardt over the lens, the poses following."""
    damping = 1e-6
    normal, right, blocks, cost = _build_normal_equations(views, moving, lens, poses, weights)
    for _ in range(ROUNDS):
        step = np.linalg.lstsq(normal + damping * np.diag(np.diag(normal)), right, rcond=None)[0]
        trial_lens = lens.copy()
        trial_lens[moving] += step
        trial_poses = tuple(_move_pose(pose, block, step) for pose, block in zip(poses, blocks, strict=True))
        trial = _build_normal_equations(views, moving, trial_lens, trial_poses, weights)
        if not trial[3] < cost:
            damping *= 10
            if damping > 1e3:
                break
            continue
        gain = cost - trial[3]
        (normal, right, blocks, cost), lens, poses = trial, trial_lens, trial_poses
        damping = max(damping / 10, 1e-12)
        if gain < 1e-8 * cost:
            break
    return lens, poses


def _move_pose(pose: Pose6, block: _Block, step: np.ndarray) -> Pose6:
    change = block.step - block.follow @ step
    return Pose6(pose.rvec + change[:3], pose.tvec + change[3:])


def _compute_covariance(normal: np.ndarray, moving: np.ndarray, sigma: float) -> np.ndarray:
    covariance = np.zeros((len(NAMES), len(NAMES)))
    covariance[np.ix_(moving, moving)] = sigma**2 * np.linalg.pinv(normal, hermitian=True)
    return covariance
