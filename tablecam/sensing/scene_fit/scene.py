"""The readings of a scene, and its unknowns as one linear model about a point.

Unknowns are of two kinds. *Common* ones act on many tags: the camera, the table's surface, print and stretch, the
picture. *Own* ones belong to one tag: its place, how it leans, how far it lies from where it should. Own unknowns are
integrated out tag by tag, six figures at a time, so that every hypothesis costs one factorisation of a matrix as large
as the common unknowns are many.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tablecam.sensing.scene_fit.tag_view import (
    CAMERA_CHANGES,
    LEAN,
    LOG_SIZE,
    PRINT_SHEAR,
    TAG_STATES,
    AssumedCamera,
    linearise,
    wrap_heading,
)

# The table's surface: products of Legendre polynomials up to this degree. Degrees 0 and 1 are left out, because the
# camera's pose is the same thing.
SURFACE_DEGREE = 6
SURFACE_TERMS = tuple((i, degree - i) for degree in range(2, SURFACE_DEGREE + 1) for i in range(degree + 1))
# the common unknowns, by name
_SIZES = (
    ("camera", 6),
    ("focal", 1),
    ("k1", 1),
    ("surface", len(SURFACE_TERMS)),
    ("bowl", 1),
    ("model_size", 1),
    ("model_shape", 2),
    ("reference_size", 1),
    ("reference_shape", 2),
    ("stretch", 1),
    ("uneven_stretch", 2),
    ("edge", 1),
    ("smear", 2),
)
_ENDS = np.cumsum([size for _, size in _SIZES]).tolist()
COMMON = {name: slice(end - size, end) for (name, size), end in zip(_SIZES, _ENDS, strict=True)}
COMMONS = _ENDS[-1]
# the own unknowns of a tag
OWN_X, OWN_Y, OWN_HEADING, OWN_LEAN, OWN_DROOP, OWN_RISE, OWN_SLOPE, OWNS = 0, 1, 2, 3, 5, 6, 7, 9
# one sigma of the leans of which a tag's shape may be the sign, to begin with
GUESSED_RAD = 0.05
# smear grows by this power as cells get smaller (as in `picture_effect`, measured on rendered shaken tables)
SMEAR_GROWS = 2.5


@dataclass(frozen=True)
class SceneReadings:
    """The readings of all tags of a scene through one assumed camera.

    figures: (n, 6); covariances: (n, 6, 6). edge_in, cell_px: (n,) of each tag's black square and cells.
    is_reference: (n,). placed: (n, 3), where a reference should lie: x, y, heading; for a model, ignored.
    tag_height_in: (n,) of a tag above its ground; ground_in: (n,) the floor that a model stands on, 0 for references.
    arm_in: (n,) complex, from base to tag: forward + i left. reach_in: (n,) of base and tray to the rim.
    base_in: (n,) the radius of the base, at whose edge a tray may droop. size_in: (x, y) of the table.
    """

    camera: AssumedCamera
    figures: np.ndarray
    covariances: np.ndarray
    edge_in: np.ndarray
    cell_px: np.ndarray
    is_reference: np.ndarray
    placed: np.ndarray
    tag_height_in: np.ndarray
    ground_in: np.ndarray
    arm_in: np.ndarray
    reach_in: np.ndarray
    base_in: np.ndarray
    size_in: tuple[float, float]

    @cached_property
    def level_bases(self) -> np.ndarray:
        """Places and headings of the bases if all is as it should be: of references, their stated places; (n, 3)."""
        eye = self.camera.eye_in
        shrink = 1 - (self.ground_in + self.tag_height_in) / eye[2]
        tags = eye[:2] + (self.figures[:, :2] - eye[:2]) * shrink[:, None]
        arms = self.arm_in * np.exp(1j * self.figures[:, 2])
        bases = np.column_stack([tags[:, 0] - arms.real, tags[:, 1] - arms.imag, self.figures[:, 2]])
        return np.where(self.is_reference[:, None], self.placed, bases)


@dataclass(frozen=True)
class Unknowns:
    """Values of all unknowns, about which the model is linear: common (COMMONS,), own (n, OWNS)."""

    common: np.ndarray
    own: np.ndarray

    @classmethod
    def level(cls, readings: SceneReadings) -> "Unknowns":
        """Return the point at which nothing is wrong but the leans at which the shapes hint."""
        start = cls(np.zeros(COMMONS), np.zeros((len(readings.figures), OWNS)))
        scene = linearise_scene(readings, start)
        start.own[:, OWN_LEAN : OWN_LEAN + 2] = _guess_leans(scene)
        return start


@dataclass(frozen=True)
class LinearScene:
    """residuals (n, 6) at common and own unknowns of zero; their derivatives by_common (n, 6, COMMONS) and by_own
    (n, 6, OWNS); covariances (n, 6, 6).
    """

    residuals: np.ndarray
    by_common: np.ndarray
    by_own: np.ndarray
    covariances: np.ndarray


def _guess_leans(scene: LinearScene) -> np.ndarray:
    """Return each tag's lean by its own shape, (n, 2), drawn to level as far as the shape does not show it."""
    slopes = scene.by_own[:, 4:, OWN_LEAN : OWN_LEAN + 2]
    weighted = slopes.swapaxes(-1, -2) @ np.linalg.inv(scene.covariances[:, 4:, 4:])
    normal = weighted @ slopes + np.eye(2) / GUESSED_RAD**2
    return np.linalg.solve(normal, weighted @ scene.residuals[:, 4:, None])[..., 0]


def linearise_scene(readings: SceneReadings, point: Unknowns) -> LinearScene:
    """Linearise the scene about a point."""
    tags, of_common, of_own = _build_tags(readings, point)
    change = point.common[:CAMERA_CHANGES]
    seen, by_camera, by_tag = linearise(readings.camera, change, tags, readings.edge_in / 2)
    by_common = by_tag @ of_common
    by_common[..., :CAMERA_CHANGES] += by_camera
    smear = _list_smear_shares(readings)
    by_common[:, 4, COMMON["smear"].start] += smear
    by_common[:, 5, COMMON["smear"].start + 1] += smear
    seen = seen.copy()
    seen[:, 4:] += smear[:, None] * point.common[COMMON["smear"]]
    by_own = by_tag @ of_own
    residuals = wrap_heading(readings.figures - seen)
    residuals = residuals + by_common @ point.common + (by_own @ point.own[..., None])[..., 0]
    return LinearScene(residuals, by_common, by_own, readings.covariances)


def _list_smear_shares(readings: SceneReadings) -> np.ndarray:
    return (float(np.median(readings.cell_px)) / readings.cell_px) ** SMEAR_GROWS


def evaluate_surface(places: np.ndarray, size_in: tuple[float, float]) -> np.ndarray:
    """Return height and slopes of each term of the surface at places (n, 2): (n, 3, terms)."""
    at = 2 * places / np.array(size_in) - 1
    values, slopes = _evaluate_legendre(at[:, 0]), _evaluate_legendre(at[:, 1])
    columns = [
        (
            values[0][i] * slopes[0][j],
            values[1][i] * slopes[0][j] * 2 / size_in[0],
            values[0][i] * slopes[1][j] * 2 / size_in[1],
        )
        for i, j in SURFACE_TERMS
    ]
    return np.moveaxis(np.array(columns), 0, -1).swapaxes(0, 1)


def evaluate_bowl(places: np.ndarray, size_in: tuple[float, float]) -> np.ndarray:
    """Return height and slopes of a hill of height 1 over the table, level at its edge, (n, 3); 0 beyond it."""
    at = np.clip(2 * places / np.array(size_in) - 1, -1, 1)
    profile, slope = 1 - at**2, -4 * at / np.array(size_in)
    return np.column_stack([profile[:, 0] * profile[:, 1], slope[:, 0] * profile[:, 1], profile[:, 0] * slope[:, 1]])


def _evaluate_legendre(x: np.ndarray) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Return the polynomials up to SURFACE_DEGREE, and their derivatives."""
    values, slopes = [np.ones_like(x), x], [np.zeros_like(x), np.ones_like(x)]
    for degree in range(2, SURFACE_DEGREE + 1):
        values.append(((2 * degree - 1) * x * values[-1] - (degree - 1) * values[-2]) / degree)
        slopes.append(slopes[-2] + (2 * degree - 1) * values[-2])
    return values, slopes


def _build_tags(readings: SceneReadings, point: Unknowns) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the states of the tags at a point, (n, 9), and their derivatives by common, (n, 9, COMMONS), and own
    unknowns, (n, 9, OWNS).
    """
    of_common = _derive_by_common(readings)
    of_own = _derive_by_own(readings, point)
    bases = readings.level_bases
    arms = readings.arm_in * np.exp(1j * bases[:, 2])
    tags = np.zeros((len(bases), TAG_STATES))
    tags[:, :3] = bases
    tags[:, 0] += arms.real
    tags[:, 1] += arms.imag
    tags[:, 3] = readings.ground_in + readings.tag_height_in
    tags += of_common @ point.common + (of_own @ point.own[..., None])[..., 0]
    for swing in _list_swings(readings, point, arms):
        tags[:, :2] -= swing.out * (swing.along * swing.angle**2 / 2)[:, None]
        tags[:, 3] -= readings.tag_height_in * swing.angle**2 / 2
        of_own[:, :2, swing.unknowns] -= swing.bend
    return tags, of_common, of_own


@dataclass(frozen=True)
class _Swing:
    """A turn of all tags about an edge, to second order.

    angle: (n,). out: (n, 2), its direction. along: (n,), how far the tag lies beyond the edge that way. unknowns: the
    own unknowns that turn it. bend: (n, 2, unknowns) derivative of the loss in plan.
    """

    angle: np.ndarray
    out: np.ndarray
    along: np.ndarray
    unknowns: slice
    bend: np.ndarray


def _list_swings(readings: SceneReadings, point: Unknowns, arms: np.ndarray) -> list[_Swing]:
    """Return the turns of the models about their rims, and of their trays about the edges of their bases."""
    models = (~readings.is_reference).astype(float)
    lean = point.own[:, OWN_LEAN : OWN_LEAN + 2] * models[:, None]
    angle = np.hypot(lean[:, 0], lean[:, 1])
    out = lean / np.maximum(angle, 1e-12)[:, None]
    along = out[:, 0] * arms.real + out[:, 1] * arms.imag - readings.reach_in
    bend = (along * angle)[:, None, None] * out[:, :, None] * out[:, None]
    droop = point.own[:, OWN_DROOP] * models
    away = np.column_stack([arms.real, arms.imag]) / np.maximum(np.abs(arms), 1e-12)[:, None]
    beyond = np.maximum(np.abs(arms) - readings.base_in, 0.0)
    return [
        _Swing(angle, out, along, slice(OWN_LEAN, OWN_LEAN + 2), bend),
        _Swing(droop, away, beyond, slice(OWN_DROOP, OWN_DROOP + 1), (away * (beyond * droop)[:, None])[..., None]),
    ]


def _derive_by_common(readings: SceneReadings) -> np.ndarray:
    bases, models = readings.level_bases, ~readings.is_reference
    design = np.zeros((len(bases), TAG_STATES, COMMONS))
    surface = evaluate_surface(bases[:, :2], readings.size_in)
    arms = readings.arm_in * np.exp(1j * bases[:, 2])
    bowl = evaluate_bowl(bases[:, :2], readings.size_in)[..., None]
    heights, x_slopes, y_slopes = np.moveaxis(np.concatenate([surface, bowl], axis=-1), 1, 0)
    ground = design[..., COMMON["surface"].start : COMMON["bowl"].stop]
    ground[:, 3] = heights + x_slopes * arms.real[:, None] + y_slopes * arms.imag[:, None]
    ground[:, LEAN], ground[:, LEAN + 1] = -x_slopes, -y_slopes
    ground[:, 0] = -x_slopes * readings.tag_height_in[:, None]
    ground[:, 1] = -y_slopes * readings.tag_height_in[:, None]
    for name, are in (("model", models), ("reference", readings.is_reference)):
        design[are, LOG_SIZE, COMMON[f"{name}_size"].start] = 1
        for part in range(2):
            design[are, PRINT_SHEAR + part, COMMON[f"{name}_shape"].start + part] = 1
    # references that lie further apart than stated, about the table's middle
    away = np.where(readings.is_reference[:, None], readings.placed[:, :2] - np.array(readings.size_in) / 2, 0.0)
    design[:, :2, COMMON["stretch"].start] = away
    design[:, :2, COMMON["uneven_stretch"].start] = away * [1, -1]
    design[:, :2, COMMON["uneven_stretch"].start + 1] = away[:, ::-1]
    # an edge that is off by a share of a pixel, on both sides of eight cells
    design[:, LOG_SIZE, COMMON["edge"].start] = 1 / (4 * readings.cell_px)
    return design


def _derive_by_own(readings: SceneReadings, point: Unknowns) -> np.ndarray:
    bases, models = readings.level_bases, (~readings.is_reference).astype(float)
    arms = readings.arm_in * np.exp(1j * bases[:, 2])
    design = np.zeros((len(bases), TAG_STATES, OWNS))
    design[:, 0, OWN_X] = design[:, 1, OWN_Y] = design[:, 2, OWN_HEADING] = 1
    design[:, 0, OWN_HEADING], design[:, 1, OWN_HEADING] = -arms.imag, arms.real
    # a model leans about its rim: its tag tilts, shifts by its height, and rises by the reach less its arm
    lean = point.own[:, OWN_LEAN] + 1j * point.own[:, OWN_LEAN + 1]
    direction = lean / np.maximum(np.abs(lean), 1e-12)
    lever = readings.reach_in * direction - arms
    for part, value in enumerate((lever.real, lever.imag)):
        design[:, LEAN + part, OWN_LEAN + part] = models
        design[:, part, OWN_LEAN + part] = models * readings.tag_height_in
        design[:, 3, OWN_LEAN + part] = models * value
    # a tray droops about its lower edge where it joins a base that stands level: its tag falls away from the base
    out = arms / np.maximum(np.abs(arms), 1e-12)
    for part, value in enumerate((out.real, out.imag)):
        design[:, LEAN + part, OWN_DROOP] = models * value
        design[:, part, OWN_DROOP] = models * value * readings.tag_height_in
    design[:, 3, OWN_DROOP] = -models * np.maximum(np.abs(arms) - readings.base_in, 0.0)
    # ground of its own under each tag: waves too short for the surface
    design[:, 3, OWN_RISE] = 1
    for part, value in enumerate((arms.real, arms.imag)):
        design[:, LEAN + part, OWN_SLOPE + part] = -1
        design[:, part, OWN_SLOPE + part] = -readings.tag_height_in
        design[:, 3, OWN_SLOPE + part] = value
    return design
