"""A projector over the table: where each of its pixels falls, fitted to dots that the table's camera sees.

A projector is a camera that light leaves: table points in inches (x, y, z, 1) times a matrix of 3 x 4 give its pixels.
Dots on the mat alone fix three of the four columns, a homography, which says nothing of roofs. Dots on terrain of known
height fix the fourth. Then the lens counts as ideal with square pixels, and nine numbers are fitted: focal length, the
foot of its axis (a shifted lens has it outside of the image), and the pose.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import cv2
import numpy as np

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message
from tablecam.table.geometry.projection import Camera, Intrinsics, Pose

# fewer dots on the mat are a corner of it, or a mistake
LEAST_MAT_DOTS = 20
# the dots on roofs that fix the pose, and how high a surface has to be to count as one
LEAST_ROOF_DOTS, ROOF_IN = 5, 0.5
# a dot that is off by more, in projector pixels, lies on something that the map does not have
STRAY_PX = 6.0
# of the typical error; a dot beyond is left out of the last fit
MOST_MADS = 4.0
STEPS = 60
# as a wrong start throws roofs off, dots are left out step by step
KEPT_PX = (8 * STRAY_PX, 2 * STRAY_PX, STRAY_PX)
# a lens is shifted up or down by up to its image's height, and hardly sideways
ASIDE_SHARE, UPWARDS_SHARE = 0.02, 0.6
# to begin with: focal lengths of short and of long throw, as multiples of the image's width; feet of the axis, as
# shares of its height
FOCAL_SHARES = (0.6, 1.2, 2.0)
SHIFT_SHARES = (0.0, 0.5, 1.0)


@dataclass(frozen=True)
class Beam:
    """The map from the table to a projector's image.

    matrix: (3, 4), homogeneous table points to pixels; its third column is zero while heights are unknown. error_in:
    the distance on the table within which 95 % of the dots of the calibration lie. dots: their number.
    """

    width: int
    height: int
    matrix: np.ndarray
    error_in: float
    dots: int = 0

    @property
    def knows_heights(self) -> bool:
        """Whether light can be aimed at roofs."""
        return bool(np.any(self.matrix[:, 2]))

    @cached_property
    def eye_in(self) -> np.ndarray:
        """The lens in table space, (3,). Only if heights are known."""
        return -np.linalg.solve(self.matrix[:, :3], self.matrix[:, 3])

    def homography(self, z_in: float = 0.0) -> np.ndarray:
        """Return the map from x, y at a height to pixels, (3, 3)."""
        return np.column_stack([self.matrix[:, 0], self.matrix[:, 1], self.matrix[:, 2] * z_in + self.matrix[:, 3]])

    def project(self, points_in: np.ndarray) -> np.ndarray:
        """Return the pixels (..., 2) that light table points (..., 3)."""
        image = np.asarray(points_in, float) @ self.matrix[:, :3].T + self.matrix[:, 3]
        return image[..., :2] / image[..., 2:]

    def cast(self, px: np.ndarray, z_in: float = 0.0) -> np.ndarray:
        """Return where pixels (..., 2) fall at a height, (..., 2) in inches."""
        pixels = np.concatenate([px, np.ones_like(px[..., :1])], axis=-1)
        ground = pixels @ np.linalg.inv(self.homography(z_in)).T
        return ground[..., :2] / ground[..., 2:]

    def to_json(self) -> dict[str, Any]:
        """Plain data, as the page and the table folder have it."""
        return {
            "width": self.width,
            "height": self.height,
            "matrix": [[float(f"{number:.9g}") for number in row] for row in self.matrix.tolist()],
            "error_in": round(self.error_in, 4),
            "dots": self.dots,
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Self:
        """The beam of `to_json`; ValueError, KeyError or TypeError for anything else."""
        matrix = np.array(raw["matrix"], float)
        if matrix.shape != (3, 4) or not np.isfinite(matrix).all():
            raise ValueError("matrix must be 3 x 4 numbers")
        return cls(int(raw["width"]), int(raw["height"]), matrix, float(raw["error_in"]), int(raw["dots"]))


def build_beam(projector: Camera, error_in: float = 0.0, dots: int = 0) -> Beam:
    """Return the beam of a projector with an ideal lens, given as a camera."""
    lens, pose = projector.intrinsics, projector.pose
    matrix = lens.matrix @ np.column_stack([pose.rotation, pose.translation])
    return Beam(lens.width, lens.height, matrix / np.linalg.norm(matrix[2, :3]), error_in, dots)


def fit_beam(size: tuple[int, int], dots_px: np.ndarray, points_in: np.ndarray) -> Beam:
    """Fit the beam to dots (n, 2) of an image of that width and height, and their places on the table, (n, 3).

    Heights stay unknown where too few dots lie on roofs. Dots that do not fit are left out. Raises TablecamError if too
    few dots lie on the mat.
    """
    on_mat = np.abs(points_in[:, 2]) < ROOF_IN
    homography = _fit_mat(dots_px[on_mat], points_in[on_mat])
    starts = [_start_pose(size, focal, shift, homography) for focal in FOCAL_SHARES for shift in SHIFT_SHARES]
    fits = [_refine(start, dots_px, points_in) for start in starts]
    fits = [fit for fit in fits if fit[1].any()]
    projector, kept = min(
        fits,
        key=lambda fit: (-int(fit[1].sum()), _compute_rms(fit[0], dots_px, points_in, fit[1])),
        default=(starts[0], np.zeros(len(dots_px), bool)),
    )
    is_known = int((kept & ~on_mat).sum()) >= LEAST_ROOF_DOTS and _tells_heights(points_in[kept & ~on_mat])
    beam = build_beam(projector) if is_known else _build_flat(size, homography)
    used = kept if is_known else on_mat & (_measure_errors(beam, dots_px, points_in) < STRAY_PX / _scale(beam))
    errors = _measure_errors(beam, dots_px[used], points_in[used])
    return Beam(*size, beam.matrix, float(np.quantile(errors, 0.95)), int(used.sum()))


def _fit_mat(dots_px: np.ndarray, points_in: np.ndarray) -> np.ndarray:
    """Return the homography from the mat to the image that most dots agree on."""
    if len(dots_px) >= LEAST_MAT_DOTS:
        homography, inliers = cv2.findHomography(points_in[:, :2], dots_px, cv2.RANSAC, STRAY_PX)
        if homography is not None and int(inliers.sum()) >= LEAST_MAT_DOTS:
            return np.asarray(homography / np.linalg.norm(homography[2, :2]))
    raise TablecamError(
        Message(
            "The camera sees {n} dots of the projector on the mat, and needs {least}: aim the projector at the table, "
            "darken the room, or clear the table.",
            n=len(dots_px),
            least=LEAST_MAT_DOTS,
        )
    )


def _build_flat(size: tuple[int, int], homography: np.ndarray) -> Beam:
    columns = homography[:, 0], homography[:, 1], np.zeros(3), homography[:, 2]
    return Beam(*size, np.column_stack(columns), 0.0)


def _tells_heights(roof_points_in: np.ndarray) -> bool:
    """Whether dots on roofs lie far enough apart to say how the light slants."""
    return bool(np.linalg.norm(np.ptp(roof_points_in[:, :2], axis=0)) > 3.0)


def _measure_errors(beam: Beam, dots_px: np.ndarray, points_in: np.ndarray) -> np.ndarray:
    """Return the distance of each dot from its place, in inches on the table."""
    return np.linalg.norm(beam.project(points_in) - dots_px, axis=-1) / _scale(beam)


def _scale(beam: Beam) -> float:
    """Return the pixels an inch in the middle of the image."""
    middle = np.array([beam.width / 2, beam.height / 2])
    ends = beam.cast(np.stack([middle, middle + np.array([1.0, 0.0])]))
    return 1 / float(np.linalg.norm(ends[1] - ends[0]))


def _start_pose(size: tuple[int, int], focal: float, shift: float, homography: np.ndarray) -> Camera:
    """Return a rough projector with this focal length and shift that lights the mat as the homography says."""
    width, height = size
    matrix = np.array([[focal * width, 0, width / 2], [0, focal * width, shift * height], [0, 0, 1.0]])
    corners_px = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    inverse = np.linalg.inv(homography)
    ground = np.column_stack([corners_px, np.ones(4)]) @ inverse.T
    places = np.column_stack([ground[:, :2] / ground[:, 2:], np.zeros(4)])
    _, rvec, tvec = cv2.solvePnP(places, corners_px, matrix, None, flags=cv2.SOLVEPNP_IPPE)
    return Camera(Intrinsics(width, height, matrix, np.zeros(5), name="projector"), Pose.from_vectors(rvec, tvec))


def _refine(start: Camera, dots_px: np.ndarray, points_in: np.ndarray) -> tuple[Camera, np.ndarray]:
    """Return the projector that fits best, and which dots fit it, (n,) bool."""
    camera, kept = start, np.ones(len(dots_px), bool)
    for most_px in KEPT_PX:
        camera = _descend(camera, dots_px, points_in, kept)
        off = _measure_px(camera, dots_px, points_in)
        kept = off < max(most_px, float(np.median(off)))
        if int(kept.sum()) < LEAST_MAT_DOTS:
            # a start on the wrong side of the table leads nowhere
            return camera, np.zeros(len(off), bool)
    camera = _descend(camera, dots_px, points_in, kept)
    off = _measure_px(camera, dots_px, points_in)
    return camera, off < max(1.0, MOST_MADS * float(np.median(off)))


def _measure_px(camera: Camera, dots_px: np.ndarray, points_in: np.ndarray) -> np.ndarray:
    off = np.linalg.norm(camera.project(points_in) - dots_px, axis=1)
    return np.where(np.isfinite(off), off, np.inf)


def _descend(camera: Camera, dots_px: np.ndarray, points_in: np.ndarray, kept: np.ndarray) -> Camera:
    """Minimise the robust error of the dots by Levenberg and Marquardt's method."""
    numbers, damping = _to_numbers(camera), 1e-3
    cost, slope, normal = _linearise(camera, dots_px[kept], points_in[kept])
    for _ in range(STEPS):
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), slope)
        tried = _from_numbers(camera, numbers + step)
        new_cost, new_slope, new_normal = _linearise(tried, dots_px[kept], points_in[kept])
        if new_cost < cost:
            is_done = cost - new_cost < 1e-9 * cost
            numbers, cost, slope, normal, camera = numbers + step, new_cost, new_slope, new_normal, tried
            damping /= 5
            if is_done:
                break
        else:
            damping *= 6
    return camera


def _linearise(camera: Camera, dots_px: np.ndarray, points_in: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Return the cost of a projector, the slope down from it and the normal matrix, of its nine numbers."""
    lens = camera.intrinsics
    seen, jacobian = cv2.projectPoints(points_in, camera.pose.rvec, camera.pose.translation, lens.matrix, None)
    off = dots_px - seen.reshape(-1, 2)
    # a dot counts in full up to two pixels, and far ones hardly
    size_px = np.linalg.norm(off, axis=1)
    weight = np.repeat(1 / (1 + (size_px / 2) ** 2), 2)
    columns = np.column_stack([jacobian[:, :6], jacobian[:, 6] + jacobian[:, 7], jacobian[:, 8:10]])
    pull, stiffness = _prefer_usual_lens(lens)
    slope = columns.T @ (weight * off.ravel()) + pull
    cost = float(np.sum(2 * np.log1p((size_px / 2) ** 2))) + float(np.sum(pull**2 / np.maximum(stiffness, 1e-300)))
    return cost, slope, columns.T @ (weight[:, None] * columns) + np.diag(stiffness)


def _prefer_usual_lens(lens: Intrinsics) -> tuple[np.ndarray, np.ndarray]:
    """Return the pull towards a lens whose axis leaves the image through its middle column, and its stiffness."""
    sigmas = np.array([ASIDE_SHARE * lens.width, UPWARDS_SHARE * lens.height])
    stiffness = np.concatenate([np.zeros(7), 1 / sigmas**2])
    off = np.array([lens.width / 2, lens.height / 2]) - lens.matrix[:2, 2]
    return np.concatenate([np.zeros(7), off / sigmas**2]), stiffness


def _to_numbers(camera: Camera) -> np.ndarray:
    """Return turn, shift, focal length and foot of the axis, (9,)."""
    matrix = camera.intrinsics.matrix
    return np.concatenate([camera.pose.rvec, camera.pose.translation, matrix[[0], [0]], matrix[:2, 2]])


def _from_numbers(camera: Camera, numbers: np.ndarray) -> Camera:
    lens = camera.intrinsics
    matrix = np.array([[numbers[6], 0, numbers[7]], [0, numbers[6], numbers[8]], [0, 0, 1.0]])
    return Camera(
        Intrinsics(lens.width, lens.height, matrix, np.zeros(5), name=lens.name),
        Pose.from_vectors(numbers[:3], numbers[3:6]),
    )


def _compute_rms(camera: Camera, dots_px: np.ndarray, points_in: np.ndarray, kept: np.ndarray) -> float:
    return float(np.sqrt(np.mean(_measure_px(camera, dots_px[kept], points_in[kept]) ** 2)))
