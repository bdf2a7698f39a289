"""The camera as mathematics: intrinsics, lens distortion, pose, and the mapping from table to pixel and back.

Pixels are OpenCV's (the centre of the first is 0, 0). Table space is inches, z up. Lens models are OpenCV's and ROS's:
plumb_bob (k1 k2 p1 p2 k3), rational_polynomial (k1 k2 p1 p2 k3..k6) and equidistant (k1..k4, fisheye). OpenCV is loaded
where it is used: a table folder can be read, and a written position measured, without it.
"""

from dataclasses import dataclass, replace

import numpy as np

LENS_MODELS = ("plumb_bob", "rational_polynomial", "equidistant")


@dataclass(frozen=True)
class Intrinsics:
    """The properties of lens, sensor and resolution. matrix: (3, 3). distortion: (n,), in the order of `model`."""

    width: int
    height: int
    matrix: np.ndarray
    distortion: np.ndarray
    model: str = "plumb_bob"
    name: str = "camera"
    # relative one-sigma of the focal length, where the calibration measured it
    focal_sigma: float = 0.0

    def rescale(self, width: int, height: int) -> "Intrinsics":
        """The same lens for an image of another size and the same aspect; pixel centres stay at whole numbers."""
        across, down = width / self.width, height / self.height
        matrix = self.matrix.copy()
        matrix[0, :2] *= across
        matrix[1, :2] *= down
        matrix[0, 2] = (self.matrix[0, 2] + 0.5) * across - 0.5
        matrix[1, 2] = (self.matrix[1, 2] + 0.5) * down - 0.5
        return replace(self, width=width, height=height, matrix=matrix)

    def distort(self, normal: np.ndarray) -> np.ndarray:
        """Pixels (..., 2) of ideal image points (..., 2): x/z and y/z in the camera's frame."""
        import cv2

        flat = np.ascontiguousarray(normal, dtype=float).reshape(-1, 1, 2)
        if self.model == "equidistant":
            px = cv2.fisheye.distortPoints(flat, self.matrix, self.distortion[:4])
        else:
            points = np.concatenate([flat, np.ones_like(flat[..., :1])], axis=2)
            px = cv2.projectPoints(points, np.zeros(3), np.zeros(3), self.matrix, self.distortion)[0]
        return px.reshape(np.shape(normal))

    def undistort(self, px: np.ndarray) -> np.ndarray:
        """Ideal image points (..., 2) of pixels (..., 2); the inverse of `distort` to 1e-7 px."""
        import cv2

        flat = np.ascontiguousarray(px, dtype=float).reshape(-1, 1, 2)
        criteria = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 60, 1e-12)
        if self.model == "equidistant":
            normal = cv2.fisheye.undistortPoints(flat, self.matrix, self.distortion[:4], criteria=criteria)
        else:
            normal = cv2.undistortPoints(flat, self.matrix, self.distortion, criteria=criteria)
        return normal.reshape(np.shape(px))


@dataclass(frozen=True)
class Pose:
    """The camera's pose: x_camera = rotation @ x_table + translation. (3, 3) and (3,), inches."""

    rotation: np.ndarray
    translation: np.ndarray

    @classmethod
    def from_vectors(cls, rvec: np.ndarray, tvec: np.ndarray) -> "Pose":
        """The pose of OpenCV's rotation vector and translation."""
        import cv2

        return cls(cv2.Rodrigues(np.asarray(rvec, float))[0], np.asarray(tvec, float).ravel())

    @property
    def rvec(self) -> np.ndarray:
        """OpenCV's rotation vector, (3,)."""
        import cv2

        return cv2.Rodrigues(self.rotation)[0].ravel()

    @property
    def position_in(self) -> np.ndarray:
        """The lens's centre in table space, (3,)."""
        return -self.rotation.T @ self.translation


@dataclass(frozen=True)
class Camera:
    """A lens with its pose: maps inches to pixels and back."""

    intrinsics: Intrinsics
    pose: Pose

    def project(self, points_in: np.ndarray) -> np.ndarray:
        """Pixels (..., 2) of table points (..., 3); NaN behind the camera."""
        points = np.asarray(points_in, float) @ self.pose.rotation.T + self.pose.translation
        depth = np.where(points[..., 2:] > 1e-9, points[..., 2:], np.nan)
        return self.intrinsics.distort(points[..., :2] / depth)

    def back_project(self, px: np.ndarray, z_in: float | np.ndarray = 0.0) -> np.ndarray:
        """Table points (..., 2) where the sight lines of pixels (..., 2) meet the height z (broadcast over points)."""
        normal = self.intrinsics.undistort(px)
        rays = np.concatenate([normal, np.ones_like(normal[..., :1])], axis=-1) @ self.pose.rotation
        eye = self.pose.position_in
        reach = (np.asarray(z_in, float) - eye[2]) / rays[..., 2]
        return eye[:2] + rays[..., :2] * reach[..., None]

    def crop(self, left: int, top: int) -> "Camera":
        """The camera of a part of the image that begins at this pixel."""
        matrix = self.intrinsics.matrix.copy()
        matrix[:2, 2] -= [left, top]
        return Camera(replace(self.intrinsics, matrix=matrix), self.pose)
