"""The look of a tag to the camera, through the camera that the program assumes.

A reading of a tag is six figures: where the sight line through its centre meets z = 0 (x, y), its heading, its apparent
size, and its shear (see `Observation`), all as the *assumed* camera back-projects the picture. `view_tags` gives these
figures exactly for a tag anywhere in space and a *true* camera that differs from the assumed one, and `linearise` their
derivatives by everything that may be wrong with the camera and with one tag.
"""

from dataclasses import dataclass

import numpy as np

# the figures of a reading
X, Y, HEADING, SIZE, SHEAR_REAL, SHEAR_IMAG = range(6)
# What may differ of the camera: its place (3), its rotation (3), the focal length as a share, and k1.
CAMERA_CHANGES = 8
FOCAL, K1 = 6, 7
# The state of a tag: x, y, heading, height, lean (radians times the direction in which it falls, 2), logarithm of its
# size, and the shear of its print in its own frame (2).
TAG_STATES = 9
LEAN, LOG_SIZE, PRINT_SHEAR = 4, 6, 7
# steps of the central differences: the errors are of the order of their squares
CAMERA_STEPS = np.array([1e-3, 1e-3, 1e-3, 1e-4, 1e-4, 1e-4, 1e-4, 1e-4])
TAG_STEPS = np.array([1e-3, 1e-3, 1e-4, 1e-3, 1e-4, 1e-4, 1e-4, 1e-4, 1e-4])
# the points of a tag that are projected: its centre and the ends of two axes, in half edges (right, up)
_POINTS = np.array([[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])


@dataclass(frozen=True)
class AssumedCamera:
    """The camera by which the readings were made.

    eye_in: (3,). rotation: (3, 3), from table to camera. radial: (k1, k2) of its lens.
    """

    eye_in: np.ndarray
    rotation: np.ndarray
    radial: tuple[float, float] = (0.0, 0.0)


def view_tags(camera: AssumedCamera, change: np.ndarray, tags: np.ndarray, half_in: np.ndarray) -> np.ndarray:
    """Return the figures, (..., n, 6), of tags (..., n, 9) seen by a camera that differs by `change`, (..., 8).

    half_in: (n,), half of the edge of each tag.
    """
    return read_points(
        _back_project(camera, _distort(camera, change, _project(camera, change, _place_points(tags, half_in)))), half_in
    )


def read_points(seen: np.ndarray, half_in: np.ndarray) -> np.ndarray:
    """Return the figures, (..., n, 6), of tags whose points on z = 0 are `seen`, (..., n, points), complex."""
    at = seen[..., 0]
    right = (seen[..., 1] - seen[..., 2]) / (2 * half_in)
    up = (seen[..., 3] - seen[..., 4]) / (2 * half_in)
    turned, mirrored = (right - 1j * up) / 2, (right + 1j * up) / 2
    size = np.abs(turned) - np.abs(mirrored) ** 2 / np.abs(turned)
    shear = mirrored / turned.conj()
    return np.stack([at.real, at.imag, np.angle(1j * turned), size, shear.real, shear.imag], axis=-1)


def draw_points(figures: np.ndarray, half_in: np.ndarray) -> np.ndarray:
    """Return the points on z = 0, (n, points), complex, of tags with these figures, (n, 6)."""
    shear = (figures[:, SHEAR_REAL] + 1j * figures[:, SHEAR_IMAG])[:, None]
    turned = (figures[:, SIZE] * half_in * np.exp(1j * figures[:, HEADING]) / 1j)[:, None] / (1 - np.abs(shear) ** 2)
    own = _POINTS[:, 0] + 1j * _POINTS[:, 1]
    return (figures[:, X] + 1j * figures[:, Y])[:, None] + turned * own + shear * np.conj(turned * own)


def linearise(
    camera: AssumedCamera, change: np.ndarray, tags: np.ndarray, half_in: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the figures (n, 6), and their derivatives by the camera, (n, 6, 8), and by the tag's state, (n, 6, 9).

    All central differences are one call of `view_tags`.
    """
    count = CAMERA_CHANGES + TAG_STATES
    steps = np.concatenate([CAMERA_STEPS, TAG_STEPS])
    probes = np.concatenate([np.diag(steps), -np.diag(steps), np.zeros((1, count))])
    seen = view_tags(camera, change + probes[:, :CAMERA_CHANGES], tags + probes[:, None, CAMERA_CHANGES:], half_in)
    slopes = wrap_heading(seen[:count] - seen[count:-1]) / (2 * steps[:, None, None])
    slopes = np.moveaxis(slopes, 0, -1)
    return seen[-1], slopes[..., :CAMERA_CHANGES], slopes[..., CAMERA_CHANGES:]


def wrap_heading(difference: np.ndarray) -> np.ndarray:
    """Return a difference of figures with its heading between -pi and pi."""
    wrapped = difference.copy()
    wrapped[..., HEADING] = np.remainder(difference[..., HEADING] + np.pi, 2 * np.pi) - np.pi
    return wrapped


def _place_points(tags: np.ndarray, half_in: np.ndarray) -> np.ndarray:
    """Return the points of each tag in space, (..., n, points, 3)."""
    own = _POINTS[:, 0] + 1j * _POINTS[:, 1]
    print_shear = (tags[..., PRINT_SHEAR] + 1j * tags[..., PRINT_SHEAR + 1])[..., None]
    # the heading is that of "up", a quarter turn from "right"
    spin = (np.exp(tags[..., LOG_SIZE]) * half_in * np.exp(1j * tags[..., HEADING]) / 1j)[..., None]
    flat = (own + print_shear * own.conj()) * spin
    lean = (tags[..., LEAN] + 1j * tags[..., LEAN + 1])[..., None]
    angle = np.abs(lean)
    direction = np.where(angle > 0, lean / np.maximum(angle, 1e-300), 1.0)
    along = (flat * direction.conj()).real
    flat = flat + direction * along * (np.cos(angle) - 1)
    x, y, height = tags[..., 0, None], tags[..., 1, None], tags[..., 3, None]
    return np.stack([x + flat.real, y + flat.imag, height - along * np.sin(angle)], axis=-1)


def _project(camera: AssumedCamera, change: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return the ideal image points of the true camera, complex, (..., n, points)."""
    eye = camera.eye_in + change[..., None, None, :3]
    seen = (points - eye) @ camera.rotation.T
    turn = change[..., None, None, 3:6]
    once = np.cross(turn, seen)
    # the rotation to second order: its third order is below a millionth for any nudge that counts as one
    seen = seen + once + np.cross(turn, once) / 2
    return (seen[..., 0] + 1j * seen[..., 1]) / seen[..., 2]


def _distort(camera: AssumedCamera, change: np.ndarray, ideal: np.ndarray) -> np.ndarray:
    """Return the ideal points that the assumed lens gives for the picture: the distortion stays with the picture."""
    k1, k2 = camera.radial
    square = np.abs(ideal) ** 2
    radial = 1 + square * (k1 + square * k2)
    slope = 1 + square * (3 * k1 + 5 * square * k2)
    focal, bend = change[..., None, None, FOCAL], change[..., None, None, K1]
    return ideal * (1 + (focal * radial + bend * square) / slope)


def _back_project(camera: AssumedCamera, ideal: np.ndarray) -> np.ndarray:
    """Return where the sight lines of the assumed camera meet z = 0, complex."""
    rays = ideal.real[..., None] * camera.rotation[0] + ideal.imag[..., None] * camera.rotation[1] + camera.rotation[2]
    reach = -camera.eye_in[2] / rays[..., 2]
    return camera.eye_in[0] + rays[..., 0] * reach + 1j * (camera.eye_in[1] + rays[..., 1] * reach)
