"""Where the camera hangs, from the table's own reference tags: any three or more of them.

First a pose that most tags agree on (every three are tried, so a tag that was moved or misprinted stands out and is
named), then the fit of each whole bitmap, and the pose again from the fitted squares.
"""

from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from tablecam.errors import BadPicture
from tablecam.geometry.projection import Camera, Intrinsics, Pose
from tablecam.table.table import ReferenceTag
from tablecam.vision.detection import Detection
from tablecam.vision.fit import Fit, Free, fit_tag
from tablecam.vision.patch import TagPose
from tablecam.vision.template import DEFAULT_OPTICS, Optics

LEAST_TAGS = 3
# a reference tag this far from where the others put it was moved, or table.toml is wrong about it: 2.5 mm
OUTLIER_IN = 0.10
# a pose that no three tags agree on better than this is no pose
HOPELESS_IN = 0.5
FIT_ROUNDS = 2
# a fitted reference tag that agrees less with its bitmap is hidden or in glare
LEAST_AGREEMENT = 0.9


@dataclass(frozen=True)
class Registration:
    """The camera in its place.

    used, outliers: reference tags by number; `off_in` says how far each seen one lies from where it should, in inches.
    residual_in: root mean square of the used tags' centres. rms_px: the same in pixels, of their corners.
    optics: median blur and tone of the reference tags, where they were fitted.
    """

    camera: Camera
    used: tuple[int, ...]
    outliers: tuple[int, ...]
    off_in: dict[int, float]
    residual_in: float
    rms_px: float
    optics: Optics = DEFAULT_OPTICS


def reference_corners_in(tag: ReferenceTag) -> np.ndarray:
    """The corners of its black square on the table, (4, 3): bottom-left, bottom-right, top-right, top-left."""
    turn = np.radians(tag.rotation_deg)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * tag.size_in / 2
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.column_stack([square @ rotation.T + tag.center_in, np.zeros(4)])


def register(intrinsics: Intrinsics, tags: tuple[ReferenceTag, ...], detections: list[Detection]) -> Registration:
    """The camera's pose from the reference tags among the detections.

    Raises BadPicture, naming the tags, when fewer than three are seen or no three agree.
    """
    seen = {each.tag: each.corners_px for each in detections}
    known = [tag for tag in tags if tag.id in seen and sum(d.tag == tag.id for d in detections) == 1]
    if len(known) < LEAST_TAGS:
        missing = ", ".join(str(tag.id) for tag in tags if tag not in known)
        raise BadPicture(
            f"only {len(known)} of the table's {len(tags)} reference tags are seen and three are needed: "
            f"clear or light the tags {missing}"
        )
    return _agreed(intrinsics, known, seen)


def refine(grey: np.ndarray, registration: Registration, tags: tuple[ReferenceTag, ...]) -> Registration:
    """The registration again, from the whole bitmaps of the tags it used; unchanged where they cannot be fitted."""
    for _ in range(FIT_ROUNDS):
        fits = [(tag, _fit(grey, registration, tag)) for tag in tags if tag.id in registration.used]
        good = [(tag, fit) for tag, fit in fits if fit is not None and fit.agreement >= LEAST_AGREEMENT]
        if len(good) < LEAST_TAGS:
            return registration
        seen = {tag.id: _fitted_corners(registration.camera, tag, fit) for tag, fit in good}
        optics = Optics(
            float(np.median([fit.optics.blur_px for _, fit in good])),
            float(np.median([fit.optics.tone for _, fit in good])),
        )
        refined = _agreed(registration.camera.intrinsics, [tag for tag, _ in good], seen, optics)
        registration = _with_outliers(refined, registration)
    return registration


def without(registration: Registration, off_in: dict[int, float]) -> Registration:
    """The registration with some tags named as outliers that are off by so much; the pose stays, made without them."""
    used = tuple(id for id in registration.used if id not in off_in)
    outliers = tuple(sorted({*registration.outliers, *off_in}))
    return replace(registration, used=used, outliers=outliers, off_in=registration.off_in | off_in)


def _fit(grey: np.ndarray, registration: Registration, tag: ReferenceTag) -> Fit | None:
    start = TagPose(*tag.center_in, np.radians(tag.rotation_deg + 90))
    # the tag's real size is known and it lies on z = 0: holding the scale keeps the edge bias out of the pose
    return fit_tag(grey, registration.camera, tag.id, tag.size_in, start, registration.optics, Free(scale=False))


def _fitted_corners(camera: Camera, tag: ReferenceTag, fit: Fit) -> np.ndarray:
    half = tag.size_in / 2
    up = np.array([np.cos(fit.pose.heading_rad), np.sin(fit.pose.heading_rad)]) * half
    right = np.array([up[1], -up[0]])
    center = np.array([fit.pose.x_in, fit.pose.y_in])
    corners = center + np.array([-up - right, right - up, up + right, up - right])
    return camera.project(np.column_stack([corners, np.zeros(4)]))


def _agreed(
    intrinsics: Intrinsics, tags: list[ReferenceTag], seen: dict[int, np.ndarray], optics: Optics = DEFAULT_OPTICS
) -> Registration:
    inliers = _in_agreement(intrinsics, tags, seen)
    camera = _solve(intrinsics, inliers, seen)
    off_in = {tag.id: _off_in(camera, tag, seen[tag.id]) for tag in tags}
    used = tuple(tag.id for tag in inliers)
    errors = np.concatenate([camera.project(reference_corners_in(tag)) - seen[tag.id] for tag in inliers])
    return Registration(
        camera,
        used,
        tuple(tag.id for tag in tags if tag.id not in used),
        off_in,
        float(np.sqrt(np.mean([off_in[id] ** 2 for id in used]))),
        float(np.sqrt(np.mean(errors**2) * 2)),
        optics,
    )


def _in_agreement(intrinsics: Intrinsics, tags: list[ReferenceTag], seen: dict[int, np.ndarray]) -> list[ReferenceTag]:
    """The tags that lie where the best three of them say; BadPicture where no three agree."""
    tried = []
    for three in combinations(tags, LEAST_TAGS):
        camera = _solve(intrinsics, list(three), seen)
        off = [_off_in(camera, tag, seen[tag.id]) for tag in tags]
        tried.append((sum(each < OUTLIER_IN for each in off), -sorted(off)[LEAST_TAGS - 1], off))
    agreeing, worst, off = max(tried, key=lambda each: each[:2])
    if agreeing >= LEAST_TAGS:
        return [tag for tag, each in zip(tags, off, strict=True) if each < OUTLIER_IN]
    if -worst > HOPELESS_IN or len(tags) == LEAST_TAGS:
        raise BadPicture(
            "the reference tags " + ", ".join(str(tag.id) for tag in tags) + " do not lie where table.toml "
            f"says, by {-worst:.2f} in at least: measure their places again, or calibrate the camera"
        )
    return [tags[i] for i in np.argsort(off)[:LEAST_TAGS]]


def _with_outliers(refined: Registration, before: Registration) -> Registration:
    dropped = tuple(id for id in before.outliers if id not in refined.used)
    off = {**{id: before.off_in[id] for id in dropped}, **refined.off_in}
    return Registration(
        refined.camera,
        refined.used,
        tuple(sorted({*refined.outliers, *dropped})),
        off,
        refined.residual_in,
        refined.rms_px,
        refined.optics,
    )


def _solve(intrinsics: Intrinsics, tags: list[ReferenceTag], seen: dict[int, np.ndarray]) -> Camera:
    places = np.concatenate([reference_corners_in(tag) for tag in tags])
    normal = intrinsics.undistort(np.concatenate([seen[tag.id] for tag in tags]))
    _, rvec, tvec = cv2.solvePnP(places, normal, np.eye(3), None, flags=cv2.SOLVEPNP_SQPNP)
    rvec, tvec = cv2.solvePnPRefineLM(places, normal, np.eye(3), None, rvec, tvec)
    return Camera(intrinsics, Pose.from_vectors(rvec, tvec))


def _off_in(camera: Camera, tag: ReferenceTag, corners_px: np.ndarray) -> float:
    """How far the tag's centre lies from where table.toml puts it."""
    return float(np.linalg.norm(camera.back_project(corners_px).mean(axis=0) - tag.center_in))
