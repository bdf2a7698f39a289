"""A table certificate's record of one camera: the picture, the light in it, the lens, and the pose."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from calibration.registration import Registration
from tablecam.base.i18n import Message
from tablecam.sensing.camera.controls import BRIGHT, DARK, TagLight, tag_light
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, Finding, join_sentences
from tablecam.table.geometry.projection import Camera, Pose

LEAST_CONTRAST = 60
# limits of the uncertainty of places by the reference tags, inches
GOOD_IN, FAIR_IN = 0.02, 0.04


@dataclass(frozen=True)
class PlacedPicture:
    """A camera's picture of the table, and the camera's place in it."""

    frame: Frame
    registration: Registration


@dataclass(frozen=True)
class CertifiedCamera:
    """camera: the lens file's name for it. width_px: of the picture. field_sigma_in: uncertainty of places by the
    reference tags. pose: rotation and translation of the camera, 12 numbers.
    """

    camera: str
    width_px: int
    light: TagLight | None
    field_sigma_in: float
    focal_sigma: float
    pose: tuple[float, ...]

    @classmethod
    def from_picture(cls, picture: PlacedPicture) -> "CertifiedCamera":
        """Records the camera of this picture."""
        camera = picture.registration.camera
        return cls(
            camera=camera.intrinsics.name,
            width_px=picture.frame.size[0],
            light=tag_light(picture.frame.grey),
            field_sigma_in=picture.registration.field_sigma_in,
            focal_sigma=camera.intrinsics.focal_sigma,
            pose=(*camera.pose.rotation.ravel().tolist(), *np.ravel(camera.pose.translation).tolist()),
        )

    def compute_largest_move(self, camera: Camera, size_in: tuple[float, float]) -> float:
        """Computes the greatest move of the table's corners in the camera's view between its old and its new pose,
        inches.
        """
        numbers = np.array(self.pose)
        old_camera = Camera(camera.intrinsics, Pose(numbers[:9].reshape(3, 3), numbers[9:]))
        width, depth = size_in
        corners = np.array([[0, 0, 0], [width, 0, 0], [width, depth, 0], [0, depth, 0]], float)
        corners_now = camera.back_project(old_camera.project(corners))
        return float(np.linalg.norm(corners_now - corners[:, :2], axis=1).max())

    def light_finding(self) -> Finding:
        """Judges the light."""
        if self.light is None:
            return Finding(UNKNOWN, Message("The light could not be judged: no tag was in sight."))
        levels = {"white": f"{self.light.white:.0f}", "black": f"{self.light.black:.0f}"}
        says = Message("The tags’ white reaches level {white} of 255, their black {black}.", **levels)
        if self.light.burnt > 0.2 or self.light.contrast < LEAST_CONTRAST:
            return Finding(
                BAD, join_sentences(says, Message("Change the light: the tags are overexposed or lack contrast."))
            )
        if not DARK * 0.6 <= self.light.white <= BRIGHT + 20:
            return Finding(
                FAIR,
                join_sentences(says, Message("More even light or a different exposure would give better readings.")),
            )
        return Finding(GOOD, says)

    def place_finding(self) -> Finding:
        """Judges the lens and the place."""
        says = Message(
            "{camera}, {width} px wide, focal length to {focal}; the reference tags give positions to within "
            "{field} in.",
            camera=self.camera,
            width=self.width_px,
            focal=f"{self.focal_sigma:.2%}",
            field=f"{self.field_sigma_in:.3f}",
        )
        if self.field_sigma_in <= GOOD_IN:
            return Finding(GOOD, says, self.field_sigma_in)
        remedy = Message("Clear more of the reference tags, or measure their positions again.")
        return Finding(
            FAIR if self.field_sigma_in <= FAIR_IN else BAD, join_sentences(says, remedy), self.field_sigma_in
        )

    def as_plain(self) -> dict[str, Any]:
        """Converts the record for a JSON file."""
        light = self.light
        return vars(self) | {"light": None if light is None else [light.white, light.black, light.burnt]}


def read_camera_part(plain: Mapping[str, Any]) -> CertifiedCamera:
    """Reads a record that `as_plain` wrote. Raises KeyError, TypeError and ValueError."""
    light, pose = plain["light"], tuple(float(number) for number in plain["pose"])
    if len(pose) != 12 or not np.isfinite(pose).all():
        raise ValueError("no pose")
    return CertifiedCamera(
        camera=str(plain["camera"]),
        width_px=int(plain["width_px"]),
        light=None if light is None else TagLight(*(float(level) for level in light)),
        field_sigma_in=float(plain["field_sigma_in"]),
        focal_sigma=float(plain["focal_sigma"]),
        pose=pose,
    )
