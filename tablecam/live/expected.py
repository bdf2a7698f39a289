"""The expected places of tags in one camera's image, from the readings of other cameras."""

import math
from collections.abc import Collection, Iterable

import numpy as np

from tablecam.sensing.tracking.observation import WHOLE, Observation
from tablecam.sensing.vision.patch import TagPose
from tablecam.table.geometry.projection import Camera

# no tag lies higher than this share of the lens's height
HIGHEST = 0.9


def poses_seen(readings: Iterable[Observation], camera: Camera, tags: Collection[int]) -> dict[int, TagPose]:
    """The poses on z = 0 that fully read tags would have for a camera, limited to `tags`.

    A tag counts as level, at the height that its size shows.
    """
    eye = camera.pose.position_in
    poses = {}
    for reading in readings:
        if reading.tag in tags and reading.seen == WHOLE and math.isfinite(reading.scale):
            height = min(reading.height_in, HIGHEST * float(eye[2]))
            place = reading.eye_in[:2] + (np.array([reading.x_in, reading.y_in]) - reading.eye_in[:2]) / reading.scale
            grown = float(eye[2]) / (float(eye[2]) - height)
            x, y = (eye[:2] + (place - eye[:2]) * grown).tolist()
            poses[reading.tag] = TagPose(x, y, reading.heading_rad, grown)
    return poses
