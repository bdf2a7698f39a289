"""The diagnosis of a scene, from all tags that one camera sees, with what to do about it.

`sensing.scene_fit` weighs the causes against each other: a print, a tape, a mat that is not flat, models that lean, the
lens. Here its readings are collected, and the causes that are sure become sentences.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from calibration.refocus import reference_corners_in, scale_focal_length
from calibration.registration import LEAST_TAGS, Registration, solve_pose
from tablecam.base.i18n import Counted, Message, listing
from tablecam.base.units import to_inches, to_mm
from tablecam.sensing.scene_fit.fit import USUAL_FOCAL_SIGMA, SceneFit, fit_scene
from tablecam.sensing.scene_fit.scene import (
    COMMON,
    OWN_DROOP,
    OWN_LEAN,
    OWN_X,
    SceneReadings,
    evaluate_bowl,
    evaluate_surface,
)
from tablecam.sensing.scene_fit.tag_view import AssumedCamera, draw_points, read_points
from tablecam.sensing.tracking.observation import Observation, observe
from tablecam.sensing.vision.family import BLACK_CELLS, CELLS
from tablecam.sensing.vision.fit import TagFit
from tablecam.table.elevation import NONE, UNDECIDED
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.table import Table

# a sentence names models that lean by more than this, if any surely leans
TOLD_LEAN_DEG = 1.5
# a sentence tells of a table that is uneven enough to move a place by this much, and a range by twice as much
TOLD_MOVE_IN = 0.015
# blur, halos or an encoder may draw a shape that is known worse than this (one sigma), so it tells no lean
SHAPE_TELLS = 0.006
# no lens draws edges sharper than this, one sigma in cells of a tag: such edges come from halos or burnt areas
TOO_SHARP_CELLS = 0.04
# the number of places along each side at which the deepest place of the table is searched
LOOKED_AT = 9
SHAKEN = Message(
    "the camera moved while it took the image, so positions are less accurate and tilts cannot be measured: "
    "keep it still, on a stand, or give it more light"
)
WAVES = Message(
    "many models are tilted by a degree or two, as on a wavy mat, so positions are less accurate: lay the "
    "mat flat, or check that the models’ trays are flat"
)


@dataclass(frozen=True)
class SceneTag:
    """A tag of a scene. model: that wears it, on ground of that height; None for a reference tag at `placed`: x, y,
    heading.
    """

    reading: Observation
    edge_in: float
    cell_px: float
    placed: tuple[float, float, float] = (0.0, 0.0, 0.0)
    model: Miniature | None = None
    ground_in: float = 0.0

    @property
    def tag_height_in(self) -> float:
        """The height of the tag above its ground."""
        return 0.0 if self.model is None else to_inches(self.model.tag_height_mm)

    @property
    def arm_in(self) -> complex:
        """The vector from base to tag: forward + i left."""
        if self.model is None:
            return 0.0
        right_mm, forward_mm = self.model.offsets_mm[self.model.tags.index(self.reading.tag)]
        return complex(to_inches(forward_mm), -to_inches(right_mm))

    @property
    def base_in(self) -> float:
        """The mean radius of the base."""
        return 0.0 if self.model is None else sum(self.model.base.half_extents_in) / 2

    @property
    def reach_in(self) -> float:
        """The mean distance of the rim of base and tray: two of three directions meet the base's."""
        tray_in = abs(self.arm_in) + self.edge_in * CELLS / BLACK_CELLS / 2
        return (max(tray_in, self.base_in) + 2 * self.base_in) / 3


@dataclass(frozen=True)
class Diagnosis:
    """The fit of a scene, with the tags in its order, on the table of the file. shaken: while the image was taken."""

    table: Table
    tags: tuple[SceneTag, ...]
    fit: SceneFit
    shaken: bool = False

    @cached_property
    def problems(self) -> tuple[Message, ...]:
        """A sentence for each sure cause; of a shaken image, which spoils all shapes, only that."""
        if self.shaken:
            return (SHAKEN,)
        return tuple(sentence for cause in self.fit.named_causes for sentence in self._describe(cause))

    @property
    def scale_sigma(self) -> float:
        """The doubt about all distances, as a share: the reference tags may lie further apart than stated."""
        stretches = [self.fit.open_common[COMMON[name]] for name in ("stretch", "uneven_stretch")]
        return float(np.linalg.norm(np.concatenate(stretches)))

    def _describe(self, cause: str) -> Sequence[Message]:
        match cause:
            case "reference_moved":
                return [self._describe_moved(row) for row in self.fit.list_tags(cause)]
            case "leans":
                return self._describe_leans()
            case "droops":
                return [self._describe_droops()]
            case "table_uneven":
                return self._describe_depth()
            case "model_print":
                return [self._describe_print()]
            case _:
                return [SENTENCES[cause](self._get(UNKNOWNS[cause]))] if cause in SENTENCES else FIXED.get(cause, ())

    def _get(self, unknown: str) -> np.ndarray:
        return self.fit.point.common[COMMON[unknown]]

    def _describe_moved(self, row: int) -> Message:
        away_in = float(np.linalg.norm(self.fit.point.own[row, OWN_X : OWN_X + 2]))
        return Message(
            "reference tag {tag} does not lie where table.toml says, but {error} in away or turned: put it back, or "
            "correct its position, rotation and size in the file",
            tag=self.tags[row].reading.tag,
            error=f"{away_in:.2f}",
        )

    def _list_stances(self, stance: str) -> list[int]:
        return [row for row, name in enumerate(self.fit.stances) if name == stance]

    def _describe_leans(self) -> list[Message]:
        degrees = np.degrees(np.hypot(*self.fit.point.own[:, OWN_LEAN : OWN_LEAN + 2].T))
        rows = [
            row
            for row in self._list_stances("leans")
            if degrees[row] >= TOLD_LEAN_DEG and _tells_lean(self.tags[row].reading)
        ]
        names = [model.name for row in rows if (model := self.tags[row].model) is not None]
        return [describe_leaning_models(names, float(degrees[rows].max()))] if names else []

    def _describe_droops(self) -> Message:
        rows = self._list_stances("droops")
        return Counted(
            "{n} tray droops by about {degrees} degrees from a level base, so its model’s position is less accurate: "
            "support its arm, or print it thicker",
            "{n} trays droop by about {degrees} degrees from level bases, so positions are less accurate: support "
            "their arms, or print them thicker",
            len(rows),
            degrees=f"{math.degrees(float(np.median(np.abs(self.fit.point.own[rows, OWN_DROOP])))):.0f}",
        )

    def _describe_print(self) -> Message:
        # the readings assume the print scale of the file
        share = math.exp(float(self._get("model_size")[0])) * self.table.print_scale
        return Message(
            "the models’ tags measure {share} of the size in models.toml: print the tags again at 100 %, or write "
            "print_scale = {scale} under [tags] in table.toml",
            share=f"{share:.1%}",
            scale=f"{share:.3f}",
        )

    def _describe_depth(self) -> list[Message]:
        size_in = self.table.width_in, self.table.depth_in
        places = np.array([[x, y] for x in _list_steps(size_in[0]) for y in _list_steps(size_in[1])])
        heights = evaluate_surface(places, size_in)[:, 0] @ self._get("surface")
        heights += evaluate_bowl(places, size_in)[:, 0] * self._get("bowl")
        eye = self.tags[0].reading.eye_in
        moves = np.abs(heights) * np.linalg.norm(places - eye[:2], axis=1) / eye[2]
        if moves.max() < TOLD_MOVE_IN:
            return []
        extreme = int(np.argmax(np.abs(heights)))
        texts = {"depth": f"{to_mm(abs(float(heights[extreme]))):.0f}"}
        texts |= {name: f"{value:.0f}" for name, value in zip("xy", places[extreme], strict=True)}
        if heights[extreme] > 0:
            rises = Message(
                "the table rises about {depth} mm around {x}, {y}, so positions are less accurate: lay the mat on a "
                "flat board",
                **texts,
            )
            return [rises]
        sags = Message(
            "the table sags about {depth} mm around {x}, {y}, so positions are less accurate: support the table, or "
            "lay the mat on a board",
            **texts,
        )
        return [sags]


def _tells_lean(reading: Observation) -> bool:
    """Report whether the shape of a tag is known well enough to report a lean to a person."""
    variance = float(reading.covariance[4, 4] + reading.covariance[5, 5]) / 2
    return variance < SHAPE_TELLS**2 and not 0 < reading.blur_cells < TOO_SHARP_CELLS


def _list_steps(size_in: float) -> list[float]:
    return np.linspace(0, size_in, LOOKED_AT + 2)[1:-1].tolist()


def describe_leaning_models(names: Sequence[str], most_deg: float) -> Message:
    """Return the advice on models that lean, by their names."""
    return Counted(
        "{models} is tilted by about {degrees} degrees: put it down flat for better accuracy",
        "{n} models are tilted by up to {degrees} degrees: put {models} down flat for better accuracy",
        len(names),
        # models may have a name in common
        models=listing(dict.fromkeys(names)),
        degrees=f"{most_deg:.0f}",
    )


def _describe_focal_length(share: np.ndarray) -> Message:
    return Message(
        "the focal length seems to have changed by {share} since the calibration: lock the focus, and calibrate "
        "the camera again",
        share=f"{float(share[0]):+.1%}",
    )


def _describe_reference_print(size: np.ndarray) -> Message:
    return Message(
        "the reference tags measure {share} of the size in table.toml: print them again at 100 %, or correct the size "
        "in the file",
        share=f"{math.exp(float(size[0])):.1%}",
    )


def _describe_uneven_print(shape: np.ndarray) -> Message:
    return Message(
        "the models’ tags are {share} longer one way than the other: print them again with the printer’s scaling off",
        share=f"{2 * float(np.linalg.norm(shape)):.1%}",
    )


def _describe_uneven_reference_print(shape: np.ndarray) -> Message:
    return Message(
        "the reference tags are {share} longer one way than the other: print them again with the printer’s scaling off",
        share=f"{2 * float(np.linalg.norm(shape)):.1%}",
    )


def _describe_stretch(share: np.ndarray) -> Message:
    return Message(
        "the reference tags lie {share} further apart or closer together than table.toml says, so every distance may "
        "be wrong by that: measure their positions again, or check the print with the gauge card",
        share=f"{float(np.linalg.norm(share)):.1%}",
    )


SENTENCES = {
    "focal_length": _describe_focal_length,
    "model_print_uneven": _describe_uneven_print,
    "reference_print": _describe_reference_print,
    "reference_print_uneven": _describe_uneven_reference_print,
    "references_stretched": _describe_stretch,
    "references_stretched_unevenly": _describe_stretch,
}
UNKNOWNS = {
    "focal_length": "focal",
    "model_print_uneven": "model_shape",
    "reference_print": "reference_size",
    "reference_print_uneven": "reference_shape",
    "references_stretched": "stretch",
    "references_stretched_unevenly": "uneven_stretch",
}
FIXED: Mapping[str, tuple[Message, ...]] = {
    "lens": (
        Message(
            "the lens bends the image in another way than camera.yaml says: lock focus and zoom, and calibrate the "
            "camera again"
        ),
    ),
    "mat_in_waves": (WAVES,),
}


def diagnose(
    table: Table,
    registration: Registration,
    fits: Sequence[tuple[TagFit, float]],
    placed: Sequence[Placed],
    before: Diagnosis | None = None,
) -> Diagnosis | None:
    """Diagnose the scene of one image; None if too few reference tags are read.

    fits: of the tags of models, each with the real edge of its black square, in inches. placed:
    the models on the table. before: an earlier diagnosis of this table, where the search begins.
    """
    references = _list_references(registration)
    if len(references) < LEAST_TAGS:
        return None
    tags = (*references, *_list_model_tags(registration, fits, placed))
    camera = _find_calibrated_camera(registration)
    readings = _collect_readings(tags, table, camera, registration.camera)
    focal_sigma = camera.intrinsics.focal_sigma or USUAL_FOCAL_SIGMA
    same = before is not None and [tag.reading.tag for tag in tags] == [tag.reading.tag for tag in before.tags]
    fit = fit_scene(readings, focal_sigma, before.fit if before and same else None)
    return Diagnosis(table, tags, fit, registration.shake_px > 0)


def _list_references(registration: Registration) -> list[SceneTag]:
    return [
        SceneTag(
            observe(fit, registration.camera, tag.size_in),
            tag.size_in,
            _compute_cell_px(fit, tag.size_in),
            (*tag.center_in, math.radians(tag.rotation_deg + 90)),
        )
        for tag, fit in registration.fits
        if fit.shaped
    ]


def _list_model_tags(
    registration: Registration, fits: Sequence[tuple[TagFit, float]], placed: Sequence[Placed]
) -> list[SceneTag]:
    standing = {tag: model for model in placed for tag in model.model.tags}
    return [
        SceneTag(
            observe(fit, registration.camera, edge_in),
            edge_in,
            _compute_cell_px(fit, edge_in),
            model=standing[fit.tag].model,
            ground_in=0.0 if standing[fit.tag].stands_on in (NONE, UNDECIDED) else standing[fit.tag].z_in,
        )
        for fit, edge_in in fits
        if fit.shaped and fit.tag in standing
    ]


def _compute_cell_px(fit: TagFit, edge_in: float) -> float:
    return edge_in * fit.pose.scale / BLACK_CELLS * fit.px_per_in


def _collect_readings(tags: Sequence[SceneTag], table: Table, camera: Camera, reading_camera: Camera) -> SceneReadings:
    edges = np.array([tag.edge_in for tag in tags])
    figures = np.array([_list_figures(tag.reading) for tag in tags])
    if camera is not reading_camera:
        figures = _read_through(camera, reading_camera, figures, edges / 2)
    radial = (*map(float, camera.intrinsics.distortion[:2]), 0.0, 0.0)
    return SceneReadings(
        AssumedCamera(camera.pose.position_in, camera.pose.rotation, (radial[0], radial[1])),
        figures,
        np.array([tag.reading.covariance for tag in tags]),
        edges,
        np.array([tag.cell_px for tag in tags]),
        np.array([tag.model is None for tag in tags]),
        np.array([tag.placed for tag in tags]),
        np.array([tag.tag_height_in for tag in tags]),
        np.array([tag.ground_in for tag in tags]),
        np.array([tag.arm_in for tag in tags], complex),
        np.array([tag.reach_in for tag in tags]),
        np.array([tag.base_in for tag in tags]),
        (table.width_in, table.depth_in),
    )


def _list_figures(reading: Observation) -> list[float]:
    shear = reading.shear
    return [reading.x_in, reading.y_in, reading.heading_rad, reading.scale, shear.real, shear.imag]


def _find_calibrated_camera(registration: Registration) -> Camera:
    """Return the camera with its calibrated lens: the registration's may have another focal length."""
    if not registration.focal_share:
        return registration.camera
    lens = scale_focal_length(registration.camera.intrinsics, 1 / (1 + registration.focal_share) - 1)
    used = [tag for tag, _ in registration.fits if tag.id in registration.used]
    seen = {tag.id: registration.camera.project(reference_corners_in(tag)) for tag in used}
    return solve_pose(lens, used, seen)


def _read_through(camera: Camera, other: Camera, figures: np.ndarray, half_in: np.ndarray) -> np.ndarray:
    """Return the figures by one camera of tags that have these figures by another."""
    points = draw_points(figures, half_in)
    px = other.project(np.stack([points.real, points.imag, np.zeros(points.shape)], axis=-1).reshape(-1, 3))
    places = camera.back_project(px)
    return read_points((places[:, 0] + 1j * places[:, 1]).reshape(points.shape), half_in)
