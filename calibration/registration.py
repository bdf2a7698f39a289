"""Places the camera over the table by three or more of the table's reference tags.

First it tries threes of tags to find a pose that most tags agree on, so that a tag that was moved, turned or misprinted
is reported and ignored. Then it fits each whole bitmap, and the pose again from the fitted squares.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import cv2
import numpy as np

from calibration.refocus import reference_corners_in, refocus
from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message, listing
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.family import BLACK_CELLS, DEFAULT_OPTICS, Optics
from tablecam.sensing.vision.fit import Free, TagFit, fit_tag
from tablecam.sensing.vision.patch import TagPose
from tablecam.sensing.vision.picture_effect import NO_EFFECT, PictureEffect
from tablecam.sensing.vision.shake import measure_shake
from tablecam.table.geometry.projection import Camera, Intrinsics, Pose
from tablecam.table.table import ReferenceTag

# Measures a picture's effect on the size and shape of tags, by those of known size and shape: the reference tags.
#
# A camera that moves during the exposure smears all tags one way, which looks as if all of them were tilted. Halos,
# glare and a denoiser move all edges outwards or inwards, which looks as if all tags lay higher or lower: small ones
# by more.

# fewer tags do not represent all of them
LEAST_TAGS = 3
# a fit that agrees less is of a tag that is hidden or in glare
LEAST_AGREEMENT = 0.9
# usual effect of print and light on the size of all reference tags in a good picture
USUAL_SIZE = 0.001
# greatest effect of a camera on each edge of a tag, in pixels (0.12 on real frames): beyond it, the sizes or places of
# the tags in the file are wrong
MOST_EDGE_PX = 0.2


ReferenceFit = tuple[ReferenceTag, TagFit]


def fit_references(
    grey: np.ndarray, camera: Camera, optics: Optics, tags: Sequence[ReferenceTag], starts: Mapping[int, TagPose]
) -> list[ReferenceFit]:
    """Fit these tags in a picture, (rows, columns) of uint8, with free size and shape; without those hidden or in
    glare. starts: where each may lie, by its number.
    """
    fits = [(tag, fit_tag(grey, camera, tag.id, tag.size_in, starts[tag.id], optics)) for tag in tags]
    good = [(tag, fit) for tag, fit in fits if fit is not None and fit.agreement >= LEAST_AGREEMENT]
    return [(tag, replace(fit, pixels=None)) for tag, fit in good]


def picture_effect(good: Sequence[ReferenceFit], shake_px: float = 0.0) -> PictureEffect:
    """Measure the effect of a picture on these tags, which lie where the table's file says.

    shake_px: how far the camera moved while it took the picture.
    """
    if len(good) < LEAST_TAGS:
        return NO_EFFECT
    cell_px = float(np.mean([tag.size_in * fit.px_per_in / BLACK_CELLS for tag, fit in good]))
    smear = complex(np.mean([fit.pose.shear for _, fit in good]))
    size = abs(float(np.mean([fit.pose.scale - 1 for _, fit in good])))
    # both edges move by as much
    edge_px = size * BLACK_CELLS * cell_px / 2
    return PictureEffect(
        cell_px,
        smear if shake_px else 0.0,
        float(np.sqrt(max(size**2 - USUAL_SIZE**2, 0.0))) if edge_px < MOST_EDGE_PX else 0.0,
    )


# A reference tag whose corners are this far (root mean square, 2.5 mm) from their places by the other tags was moved,
# turned or misprinted, or its entry in table.toml is wrong.
OUTLIER_IN = 0.10
# tags that all agree this well contain no outlier
UNANIMOUS_IN = 0.025
# a median error over this, with no tag to blame, makes no pose: a quarter of an inch
HOPELESS_IN = 0.25
# more threes than this only cost time
MOST_THREES = 150
# centres whose spread to one side is below this share of the other lie in a line
LEAST_SPREAD = 0.1
# chance may bring one side nearer to the truth by this factor
BY_CHANCE = 2.0
# smallest uncertainty of a corner, whatever the residual: with few tags the pose follows all of their errors
CORNER_PX = 0.05
# players get a warning about a camera whose place is this uncertain on the table: a millimetre
DOUBTFUL_IN = 0.04
FIT_ROUNDS = 2


@dataclass(frozen=True)
class Registration:
    """The camera in its place.

    used, outliers: reference tags by number. off_in: the distance of each tag in sight from its place in table.toml, in
    inches: of its centre, or for an outlier of its corners. residual_in: root mean square of the used tags' centres.
    rms_px: the same in pixels, of their corners. optics: median blur and tone of the reference tags, where they were
    fitted. pose_sigma_in: the uncertainty of the pose in inches on the table, one sigma in the mean over the tags'
    field. focal_share: the increase of the focal length as a share of the calibrated one, where the tags show it.
    effect: the picture's effect on the shape and size of tags. shake_px: how far the camera moved while it took the
    picture. seen_px: corners in the picture of all tags in sight,
    (4, 2) each, by number. fits: of their bitmaps, with free size and shape.
    """

    camera: Camera
    used: tuple[int, ...]
    outliers: tuple[int, ...]
    off_in: dict[int, float]
    residual_in: float
    rms_px: float
    optics: Optics = DEFAULT_OPTICS
    pose_sigma_in: float = 0.0
    focal_share: float = 0.0
    effect: PictureEffect = NO_EFFECT
    shake_px: float = 0.0
    seen_px: Mapping[int, np.ndarray] = field(default_factory=dict, repr=False, compare=False)
    fits: tuple[ReferenceFit, ...] = field(default=(), repr=False, compare=False)

    @property
    def field_sigma_in(self) -> float:
        """The uncertainty of places on the table through this camera, one sigma."""
        return float(np.hypot(self.residual_in, self.pose_sigma_in))


def doubts(registration: Registration) -> list[Message]:
    """Lists the doubts about the reference tags, as sentences for the players.

    Tags whose bitmaps were fitted are judged with the rest of the scene instead.
    """
    fitted = {tag.id for tag, _ in registration.fits}
    sentences = [
        Message(
            "reference tag {tag} does not lie where table.toml says: its corners are {error} in off, so it is "
            "ignored; put it back, or correct its position, rotation and size in the file",
            tag=tag,
            error=f"{registration.off_in[tag]:.2f}",
        )
        for tag in registration.outliers
        if tag not in fitted
    ]
    if registration.field_sigma_in > DOUBTFUL_IN:
        sentences.append(
            Message(
                "the reference tags {tags} give positions on the table only to within {error} in: clear more "
                "of them, or measure their positions again",
                tags=listing(registration.used),
                error=f"{registration.field_sigma_in:.2f}",
            )
        )
    return sentences


def register(intrinsics: Intrinsics, tags: tuple[ReferenceTag, ...], detections: list[Detection]) -> Registration:
    """Places the camera by the reference tags among the detections.

    Raises BadPicture, naming the tags, if fewer than three are visible or no three agree.
    """
    corners_by_tag = {detection.tag: detection.corners_px for detection in detections}
    usable = [
        tag
        for tag in tags
        if tag.id in corners_by_tag and sum(detection.tag == tag.id for detection in detections) == 1
    ]
    if len(usable) < LEAST_TAGS:
        missing = _list_numbers([tag for tag in tags if tag not in usable])
        raise BadPicture(
            Message(
                "only {n} of the table's {total} reference tags are in sight; three are needed: clear or light "
                "the tags {missing}",
                n=len(usable),
                total=len(tags),
                missing=missing,
            )
        )
    return _add_uncertainty(_register_agreeing(intrinsics, usable, corners_by_tag), tags)


def refine(grey: np.ndarray, registration: Registration, tags: tuple[ReferenceTag, ...]) -> Registration:
    """Refines the registration with the whole bitmaps of its tags; unchanged where they cannot be fitted.

    Its lens is the calibrated one, with another focal length where the tags show that.
    """
    registration, corners_by_tag = _fit_bitmaps(grey, registration, tags)
    used = [tag for tag in tags if tag.id in corners_by_tag]
    change = refocus(registration.camera, used, corners_by_tag)
    if change is not None:
        lens = change.adjust_lens(registration.camera.intrinsics)
        changed = _add_outliers(_register_agreeing(lens, used, corners_by_tag, registration.optics), registration)
        registration = replace(_fit_bitmaps(grey, changed, tags)[0], focal_share=change.share)
    seen = [tag for tag in tags if tag.id in registration.seen_px]
    starts = {tag.id: find_start(registration.camera, registration.seen_px[tag.id]) for tag in seen}
    fits = fit_references(grey, registration.camera, registration.optics, seen, starts)
    used_fits = [(tag, fit) for tag, fit in fits if tag.id in registration.used]
    shake_px = measure_shake(grey, registration.camera, [(tag.size_in, fit) for tag, fit in used_fits])
    effect = picture_effect(used_fits, shake_px)
    return replace(_add_uncertainty(registration, tags), effect=effect, shake_px=shake_px, fits=tuple(fits))


def find_start(camera: Camera, corners_px: np.ndarray) -> TagPose:
    """Return the pose on the table of a tag with these corners in the picture, (4, 2)."""
    corners = camera.back_project(corners_px)
    x, y = corners.mean(axis=0)
    up = corners[2] + corners[3] - corners[0] - corners[1]
    return TagPose(float(x), float(y), float(np.arctan2(up[1], up[0])))


def _fit_bitmaps(
    grey: np.ndarray, registration: Registration, tags: tuple[ReferenceTag, ...]
) -> tuple[Registration, dict[int, np.ndarray]]:
    """Registers from fitted bitmaps; returns the corners in the picture of the used tags too."""
    corners_by_tag: dict[int, np.ndarray] = {}
    for _round in range(FIT_ROUNDS):
        fits = [(tag, _fit_reference(grey, registration, tag)) for tag in tags if tag.id in registration.used]
        good = [(tag, fit) for tag, fit in fits if fit is not None and fit.agreement >= LEAST_AGREEMENT]
        if len(good) < LEAST_TAGS:
            break
        corners_by_tag = {tag.id: _project_fit(registration.camera, tag, fit) for tag, fit in good}
        optics = Optics(
            float(np.median([fit.optics.blur_px for _tag, fit in good])),
            float(np.median([fit.optics.tone for _tag, fit in good])),
        )
        refined = _register_agreeing(
            registration.camera.intrinsics, [tag for tag, _tag_fit in good], corners_by_tag, optics
        )
        registration = _add_outliers(refined, registration)
    return registration, {number: corners for number, corners in corners_by_tag.items() if number in registration.used}


def with_outliers(registration: Registration, off_in: dict[int, float]) -> Registration:
    """Adds these tags as outliers, with their distances; the pose stays as it is."""
    used = tuple(id for id in registration.used if id not in off_in)
    outliers = tuple(sorted({*registration.outliers, *off_in}))
    fits = tuple((tag, fit) for tag, fit in registration.fits if tag.id not in off_in)
    return replace(registration, used=used, outliers=outliers, off_in=registration.off_in | off_in, fits=fits)


def _fit_reference(grey: np.ndarray, registration: Registration, tag: ReferenceTag) -> TagFit | None:
    start = TagPose(*tag.center_in, np.radians(tag.rotation_deg + 90))
    # the tag's real size is known and it lies on z = 0: a fixed scale keeps the edge bias out of the pose
    return fit_tag(
        grey, registration.camera, tag.id, tag.size_in, start, registration.optics, Free(scale=False, shape=False)
    )


def _project_fit(camera: Camera, tag: ReferenceTag, fit: TagFit) -> np.ndarray:
    half_in = tag.size_in / 2
    up = np.array([np.cos(fit.pose.heading_rad), np.sin(fit.pose.heading_rad)]) * half_in
    right = np.array([up[1], -up[0]])
    center = np.array([fit.pose.x_in, fit.pose.y_in])
    corners = center + np.array([-up - right, right - up, up + right, up - right])
    return camera.project(np.column_stack([corners, np.zeros(4)]))


def _register_agreeing(
    intrinsics: Intrinsics, tags: list[ReferenceTag], seen: dict[int, np.ndarray], optics: Optics = DEFAULT_OPTICS
) -> Registration:
    inliers = _find_agreeing(intrinsics, tags, seen)
    camera = solve_pose(intrinsics, inliers, seen)
    used = tuple(tag.id for tag in inliers)
    outliers = [tag for tag in tags if tag.id not in used]
    off_in = {tag.id: _measure_center_error(camera, tag, seen[tag.id]) for tag in inliers}
    off_in |= {tag.id: _measure_corner_error(camera, tag, seen[tag.id]) for tag in outliers}
    errors = np.concatenate([camera.project(reference_corners_in(tag)) - seen[tag.id] for tag in inliers])
    return Registration(
        camera,
        used,
        tuple(tag.id for tag in outliers),
        off_in,
        float(np.sqrt(np.mean([off_in[id] ** 2 for id in used]))),
        float(np.sqrt(np.mean(errors**2) * 2)),
        optics,
        seen_px=dict(seen),
    )


def _find_agreeing(intrinsics: Intrinsics, tags: list[ReferenceTag], seen: dict[int, np.ndarray]) -> list[ReferenceTag]:
    """Finds the tags that agree with the best three. Raises BadPicture if no three agree, or no more than half of the
    tags.

    Three places always suit some pose. If two sets of three do, the moved tag is ambiguous, and all tags count.
    """
    errors_in = _measure_corner_errors(intrinsics, tags, tags, seen)
    if max(errors_in) < UNANIMOUS_IN:
        return tags
    best = _find_winner(
        [
            _Vote.from_errors(np.array(_measure_corner_errors(intrinsics, three, tags, seen)))
            for three in _list_threes(tags)
        ]
    )
    if best is None:
        middling_in = float(np.median(errors_in))
        if middling_in > HOPELESS_IN:
            raise BadPicture(
                Message(
                    "the reference tags {tags} are {error} in away from where table.toml puts them: check that "
                    "camera.yaml belongs to this camera and its zoom, then measure the tags' positions again",
                    tags=_list_numbers(tags),
                    error=f"{middling_in:.2f}",
                )
            )
        return tags
    inliers = [tag for tag, agrees in zip(tags, best.agreeing, strict=True) if agrees]
    if len(inliers) <= len(tags) / 2:
        raise BadPicture(
            Message(
                "only the reference tags {agreeing} of {tags} agree on the camera's position: check that "
                "camera.yaml belongs to this camera and its zoom, then check the tags' positions in table.toml",
                agreeing=_list_numbers(inliers),
                tags=_list_numbers(tags),
            )
        )
    return inliers


@dataclass(frozen=True)
class _Vote:
    """The agreement of all tags with the pose of one three. cost: their errors, capped for those that disagree.

    own_in: the error of the third best tag, which is the disagreement of the three among themselves.
    """

    agreeing: np.ndarray
    count: int
    cost: float
    own_in: float

    @classmethod
    def from_errors(cls, off: np.ndarray) -> "_Vote":
        agreeing = off < OUTLIER_IN
        cost = float((np.minimum(off, OUTLIER_IN) ** 2).sum())
        return cls(agreeing, int(agreeing.sum()), cost, float(np.sort(off)[LEAST_TAGS - 1]))

    def rivals(self, best: "_Vote") -> bool:
        """Whether it agrees with as many tags as the best vote, with other ones, and about as well."""
        differs = self.count == best.count and bool((self.agreeing != best.agreeing).any())
        return differs and self.own_in < BY_CHANCE * best.own_in


def _find_winner(votes: list[_Vote]) -> _Vote | None:
    """Finds the prevailing vote; None if no three agree, or several threes do equally well."""
    best = min(votes, key=lambda vote: vote.cost)
    if best.count > LEAST_TAGS:
        return best
    of_three = [vote for vote in votes if vote.count == LEAST_TAGS]
    if not of_three:
        return None
    best = min(of_three, key=lambda vote: vote.own_in)
    return None if any(vote.rivals(best) for vote in of_three) else best


def _list_numbers(tags: Sequence[ReferenceTag]) -> Message:
    return listing(tag.id for tag in tags)


def _list_threes(tags: list[ReferenceTag]) -> list[tuple[ReferenceTag, ...]]:
    """Lists the threes to try: none in a line if there are better ones, and not too many."""
    every = list(combinations(tags, LEAST_TAGS))
    wide = [three for three in every if not _is_in_line(three)] or every
    return wide[:: 1 + len(wide) // MOST_THREES]


def _is_in_line(tags: tuple[ReferenceTag, ...]) -> bool:
    centers = np.array([tag.center_in for tag in tags])
    longest, shortest = np.linalg.svd(centers - centers.mean(axis=0), compute_uv=False)
    return bool(shortest < LEAST_SPREAD * longest)


def _add_outliers(refined: Registration, before: Registration) -> Registration:
    dropped = tuple(id for id in before.outliers if id not in refined.used)
    off_in = {id: before.off_in[id] for id in dropped} | refined.off_in
    seen_px = {**before.seen_px, **refined.seen_px}
    return replace(refined, outliers=tuple(sorted({*refined.outliers, *dropped})), off_in=off_in, seen_px=seen_px)


def _add_uncertainty(registration: Registration, tags: tuple[ReferenceTag, ...]) -> Registration:
    """Adds the uncertainty of the pose: least squares, over the field that the tags span."""
    camera = registration.camera
    used = np.concatenate([reference_corners_in(tag) for tag in tags if tag.id in registration.used])
    centers = np.array([tag.center_in for tag in tags])
    low, high = centers.min(axis=0), centers.max(axis=0)
    field = np.array([[*(low + (high - low) * [x, y]), 0.0] for x in (0, 0.5, 1) for y in (0, 0.5, 1)])
    field_px = camera.project(field)
    pose = np.concatenate([camera.pose.rvec, camera.pose.translation])
    steps = np.eye(6) * 1e-5

    def moved(step: np.ndarray) -> Camera:
        vectors = pose + step
        return Camera(camera.intrinsics, Pose.from_vectors(vectors[:3], vectors[3:]))

    pairs = [(moved(step), moved(-step)) for step in steps]
    of_corners = (
        np.array([(forward.project(used) - backward.project(used)).ravel() for forward, backward in pairs]) / 2e-5
    )
    at_field = [
        (forward.back_project(field_px) - backward.back_project(field_px)).ravel() for forward, backward in pairs
    ]
    of_field = np.array(at_field) / 2e-5
    sigma_px = max(CORNER_PX, registration.rms_px / np.sqrt(2))
    covariance = np.linalg.pinv(of_corners @ of_corners.T, hermitian=True) * sigma_px**2
    variances = np.einsum("in,ij,jn->n", of_field, covariance, of_field)
    return replace(registration, pose_sigma_in=float(np.sqrt(variances.mean())))


def solve_pose(intrinsics: Intrinsics, tags: Sequence[ReferenceTag], seen: Mapping[int, np.ndarray]) -> Camera:
    """Return the camera with this lens that sees the corners of these tags, by number, at these pixels."""
    places = np.concatenate([reference_corners_in(tag) for tag in tags])
    normal = intrinsics.undistort(np.concatenate([seen[tag.id] for tag in tags]))
    _, rvec, tvec = cv2.solvePnP(places, normal, np.eye(3), None, flags=cv2.SOLVEPNP_SQPNP)
    rvec, tvec = cv2.solvePnPRefineLM(places, normal, np.eye(3), None, rvec, tvec)
    return Camera(intrinsics, Pose.from_vectors(rvec, tvec))


def _measure_center_error(camera: Camera, tag: ReferenceTag, corners_px: np.ndarray) -> float:
    """Measures the distance of the tag's centre from its place in table.toml."""
    return float(np.linalg.norm(camera.back_project(corners_px).mean(axis=0) - tag.center_in))


def _measure_corner_errors(
    intrinsics: Intrinsics,
    believed: Sequence[ReferenceTag],
    tags: Sequence[ReferenceTag],
    seen: dict[int, np.ndarray],
) -> list[float]:
    """Measures the error of each tag under the pose of the believed ones."""
    camera = solve_pose(intrinsics, believed, seen)
    return [_measure_corner_error(camera, tag, seen[tag.id]) for tag in tags]


def _measure_corner_error(camera: Camera, tag: ReferenceTag, corners_px: np.ndarray) -> float:
    """Measures the distance of the tag's corners from their places in table.toml, in the root mean square."""
    offsets_in = camera.back_project(corners_px) - reference_corners_in(tag)[:, :2]
    return float(np.sqrt((offsets_in**2).sum(axis=1).mean()))
