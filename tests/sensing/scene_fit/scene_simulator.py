"""Draws readings of a scene by its own geometry: squares in space, a pinhole camera, and nothing of the fit's."""

from dataclasses import dataclass, field

import numpy as np

from tablecam.sensing.scene_fit.scene import SceneReadings
from tablecam.sensing.scene_fit.tag_view import AssumedCamera

SIZE_IN = (48.0, 48.0)
EYE_IN = np.array([24.0, 22.0, 59.0])
EDGE_IN, REFERENCE_EDGE_IN = 0.63, 0.9
FOCAL_PX = 2600.0
# of x and y, in inches; heading, in radians; size; shape: what `observe` claims at 4K
SIGMAS = np.array([0.0008, 0.0008, 0.0026, 0.0018, 0.0026, 0.0026])


@dataclass
class Fault:
    """The faults of a drawn scene."""

    surface: object = None  # height at (x, y) arrays, inches
    model_size: float = 1.0
    model_shape: complex = 0.0
    stretch: float = 1.0
    focal: float = 1.0
    lean_deg: dict = field(default_factory=dict)  # by model, any direction
    droop_deg: dict = field(default_factory=dict)
    moved: dict = field(default_factory=dict)  # (dx, dy) by reference
    noise: float = 1.0


def _rotation(tilt_rad):
    down = np.array([[1.0, 0, 0], [0, -1.0, 0], [0, 0, -1.0]])
    c, s = np.cos(tilt_rad), np.sin(tilt_rad)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]]) @ down


def draw_scene(seed, fault, models=28, tilt_rad=0.12):
    """Returns readings and true bases (n, 3), references first."""
    rng = np.random.default_rng(seed)
    rotation = _rotation(tilt_rad)
    camera = AssumedCamera(EYE_IN, rotation)
    stated = np.array([[x, y, np.pi / 2] for x in (1.5, 24, 46.5) for y in (1.5, 24, 46.5) if (x, y) != (24, 24)])
    bases = np.column_stack([rng.uniform(4, 44, (models, 2)), rng.uniform(-np.pi, np.pi, models)])
    references = stated.copy()
    references[:, :2] = (references[:, :2] - 24) * fault.stretch + 24
    for tag, step in fault.moved.items():
        references[tag, :2] += step
    count = len(stated) + models
    is_reference = np.arange(count) < len(stated)
    arm_in, reach_in, base_in, height_in = -0.95, 1.25, 0.63, 0.16
    squares = [_square(place, REFERENCE_EDGE_IN, 0j, fault) for place in references]
    squares += [_model_square(bases[i], (arm_in, reach_in, base_in, height_in), i, fault, rng) for i in range(models)]
    figures = np.array([_read(camera, square, fault.focal) for square in squares])
    edges = np.where(is_reference, REFERENCE_EDGE_IN, EDGE_IN)
    figures[:, 3] /= edges
    covariances = np.tile(np.diag(SIGMAS**2), (count, 1, 1))
    figures += rng.normal(size=figures.shape) * SIGMAS * fault.noise
    readings = SceneReadings(
        camera,
        figures,
        covariances,
        edges,
        edges / 8 * FOCAL_PX / EYE_IN[2],
        is_reference,
        np.vstack([stated, np.zeros((models, 3))]),
        np.where(is_reference, 0.0, height_in),
        np.zeros(count),
        np.where(is_reference, 0.0, arm_in).astype(complex),
        np.where(is_reference, 0.0, reach_in),
        np.where(is_reference, 0.0, base_in),
        SIZE_IN,
    )
    return readings, np.vstack([references, bases])


def _ground(fault, x, y):
    """Height and unit normal of the surface."""
    if fault.surface is None:
        return 0.0, np.array([0, 0, 1.0])
    step = 1e-4
    gx = (fault.surface(x + step, y) - fault.surface(x - step, y)) / (2 * step)
    gy = (fault.surface(x, y + step) - fault.surface(x, y - step)) / (2 * step)
    normal = np.array([-gx, -gy, 1.0])
    return fault.surface(x, y), normal / np.linalg.norm(normal)


def _turn_to(normal):
    """The rotation that takes z to a normal, by the shortest way."""
    axis = np.cross([0, 0, 1.0], normal)
    sin, cos = np.linalg.norm(axis), normal[2]
    if sin == 0:
        return np.eye(3)
    k = axis / sin
    cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    return np.eye(3) + sin * cross + (1 - cos) * cross @ cross


def _corners(edge, shape):
    own = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j]) * edge / 2
    own = own + shape * own.conj()
    return np.column_stack([own.real, own.imag, np.zeros(4)])


def _spin(heading):
    # a tag's up is its heading
    c, s = np.cos(heading - np.pi / 2), np.sin(heading - np.pi / 2)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _square(place, edge, shape, fault):
    height, normal = _ground(fault, place[0], place[1])
    return _corners(edge, shape) @ (_turn_to(normal) @ _spin(place[2])).T + [place[0], place[1], height]


def _model_square(place, body, index, fault, rng):
    arm, reach, base, tall = body
    forward = np.array([np.cos(place[2]), np.sin(place[2]), 0])
    points = _corners(EDGE_IN * fault.model_size, fault.model_shape) @ _spin(place[2]).T + forward * arm + [0, 0, tall]
    droop = np.radians(fault.droop_deg.get(index, 0.0))
    if droop:
        hinge, out = -forward * base, -forward
        points = (points - hinge) @ _turn_to(out * np.sin(droop) + [0, 0, np.cos(droop)]).T + hinge
    lean = np.radians(fault.lean_deg.get(index, 0.0))
    if lean:
        angle = rng.uniform(0, 2 * np.pi)
        way = np.array([np.cos(angle), np.sin(angle), 0])
        rim = way * reach
        points = (points - rim) @ _turn_to(way * np.sin(lean) + [0, 0, np.cos(lean)]).T + rim
    height, normal = _ground(fault, place[0], place[1])
    return points @ _turn_to(normal).T + [place[0], place[1], height]


def _read(camera, corners, focal):
    seen = (corners - camera.eye_in) @ camera.rotation.T
    ideal = np.column_stack([seen[:, :2] / seen[:, 2:] * focal, np.ones(4)])
    rays = ideal @ camera.rotation
    at = camera.eye_in + rays * (-camera.eye_in[2] / rays[:, 2:])
    z = at[:, 0] + 1j * at[:, 1]
    right, up = (z[1] + z[2] - z[0] - z[3]) / 2, (z[2] + z[3] - z[0] - z[1]) / 2
    center = corners.mean(axis=0) - camera.eye_in
    middle = center @ camera.rotation.T
    ray = np.array([*(middle[:2] / middle[2] * focal), 1]) @ camera.rotation
    place = camera.eye_in + ray * (-camera.eye_in[2] / ray[2])
    turned, mirrored = (right - 1j * up) / 2, (right + 1j * up) / 2
    shear = mirrored / turned.conj()
    size = abs(turned) - abs(mirrored) ** 2 / abs(turned)
    return [place[0], place[1], np.angle(1j * turned), size, shear.real, shear.imag]
