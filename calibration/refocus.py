"""Checks by the reference tags whether the focal length is still that of the calibration.

Over a plane a longer focal length looks like a camera that hangs higher, except for the bend of the lens, which stays
with the picture, and for the camera's tilt. With tags all round a table that suffices for a thousandth of it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.table.geometry.projection import Camera, Intrinsics, Pose
from tablecam.table.table import ReferenceTag


def reference_corners_in(tag: ReferenceTag) -> np.ndarray:
    """Returns the corners of the tag's black square on the table, (4, 3): bottom-left, bottom-right, top-right,
    top-left.
    """
    turn = np.radians(tag.rotation_deg)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * tag.size_in / 2
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.column_stack([square @ rotation.T + tag.center_in, np.zeros(4)])


ROUNDS = 4
LEAST_TAGS = 6
# smallest uncertainty of a corner; the four of a tag share their errors, so they count as two
CORNER_PX = 0.02
SHARED = 2.0
# a changed focal length must explain more than half of the squared errors, and differ by this number of sigmas
EXPLAINED, SURE_SIGMAS = 0.5, 2.0
STEPS = np.array([1e-5, 1e-5, 1e-5, 1e-4, 1e-4, 1e-4, 1e-5])


@dataclass(frozen=True)
class Refocus:
    """share: the increase, as a share of the calibrated focal length. sigma: of that."""

    share: float
    sigma: float

    def adjust_lens(self, intrinsics: Intrinsics) -> Intrinsics:
        """Returns the lens as it is now."""
        return replace(scale_focal_length(intrinsics, self.share), focal_sigma=max(self.sigma, intrinsics.focal_sigma))


def refocus(camera: Camera, tags: Sequence[ReferenceTag], seen: Mapping[int, np.ndarray]) -> Refocus | None:
    """Measures the change of the focal length; None if there is none, or the tags cannot show it.

    camera: with the calibrated lens, in its place. seen: corners in the picture, (4, 2), of each tag's number.
    """
    if len(tags) < LEAST_TAGS:
        return None
    places = np.concatenate([reference_corners_in(tag) for tag in tags])
    px = np.concatenate([seen[tag.id] for tag in tags])
    calibrated_error, _, _ = _fit_state(camera, places, px, free=6)
    free_error, share, normal = _fit_state(camera, places, px, free=7)
    sigma_px = max(CORNER_PX, math.sqrt(free_error / (px.size - 7)))
    sigma = SHARED * sigma_px * math.sqrt(float(np.linalg.inv(normal)[6, 6]))
    is_explained = free_error < EXPLAINED * calibrated_error
    return Refocus(share, sigma) if is_explained and abs(share) > SURE_SIGMAS * sigma else None


def _fit_state(camera: Camera, places: np.ndarray, px: np.ndarray, free: int) -> tuple[float, float, np.ndarray]:
    """Fits the first `free` numbers of pose and share; returns squared errors, the share, and the normal matrix."""
    state = np.concatenate([camera.pose.rvec, camera.pose.translation, [0.0]])

    def seen_by(state: np.ndarray) -> np.ndarray:
        lens = scale_focal_length(camera.intrinsics, float(state[6]))
        return Camera(lens, Pose.from_vectors(state[:3], state[3:6])).project(places).ravel()

    normal = np.eye(free)
    for _ in range(ROUNDS):
        residuals = px.ravel() - seen_by(state)
        slopes = np.array([seen_by(state + step) - seen_by(state - step) for step in np.diag(STEPS)[:free]])
        slopes /= 2 * STEPS[:free, None]
        normal = slopes @ slopes.T
        state[:free] += np.linalg.solve(normal, slopes @ residuals)
    residuals = px.ravel() - seen_by(state)
    return float(residuals @ residuals), float(state[6]), normal


def scale_focal_length(intrinsics: Intrinsics, share: float) -> Intrinsics:
    """Return the lens with a focal length that is longer by this share."""
    matrix = intrinsics.matrix.copy()
    matrix[[0, 1], [0, 1]] *= 1 + share
    return replace(intrinsics, matrix=matrix)
