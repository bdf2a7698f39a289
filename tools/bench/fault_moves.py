"""How far a fault moves ranges: exact points of its scene, read by a program that believes its files.

That reader has no noise and no fit of a whole scene: OpenCV gives the camera's pose from the corners of the reference
tags, and a tag's centre gives its model's place, level on the floor where it really stands. A print that is wrong moves
only what is read from a tag's size, so there the reader takes the tag's height from its size.
"""

import math
from collections.abc import Mapping

import cv2
import numpy as np

from calibration.refocus import reference_corners_in
from tablecam.base.units import to_inches
from tablecam.sensing.camera.synthetic.scene import Spot, on_table
from tablecam.table.geometry.projection import Camera, Pose
from tablecam.table.measure.ranges import all_ranges
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.snapshot import Snapshot
from tools.bench.fault_scenes import MODEL_PRINT, REFERENCE_PRINT, FaultScene

# a fault that moves a range further has to be named
MOVED_IN = 0.03
BY_SIZE = frozenset({MODEL_PRINT, REFERENCE_PRINT})


def compute_moves(scene: FaultScene) -> Mapping[str, float]:
    """Return by how much each cause of a scene, alone, moves the range that it moves furthest, in inches."""
    return {cause: compute_move(scene.only(cause), cause in BY_SIZE) for cause in scene.causes}


def compute_move(scene: FaultScene, by_size: bool = False) -> float:
    """Return the largest error of a range, in inches, when files are believed. by_size: heights from tags' sizes."""
    camera = find_camera(scene)
    placed = tuple(_read_model(scene, camera, model, by_size) for model in scene.level.roster.models)
    real = tuple(
        Placed(scene.level.roster.by_id[name], spot.x_in, spot.y_in, spot.z_in, spot.heading_rad)
        for name, spot in scene.scene.spots.items()
    )
    read, true = (
        {frozenset((pair.a, pair.b)): pair.range_in for pair in all_ranges(Snapshot(0.0, row))}
        for row in (placed, real)
    )
    return max(abs(read[pair] - true[pair]) for pair in true)


def find_camera(scene: FaultScene) -> Camera:
    """Return the camera that the corners of all reference tags give with the files of the folder."""
    lens, tags = scene.folder.intrinsics, scene.folder.table.reference_tags
    assert lens is not None
    said_in = np.concatenate([reference_corners_in(tag) for tag in tags])
    seen_px = np.concatenate([scene.scene.camera.project(scene.scene.tags[tag.id].square()) for tag in tags])
    _, rvec, tvec = cv2.solvePnP(said_in, lens.undistort(seen_px), np.eye(3), np.zeros(5))
    return Camera(lens, Pose.from_vectors(rvec, tvec))


def _read_model(scene: FaultScene, camera: Camera, model: Miniature, by_size: bool) -> Placed:
    place = scene.scene.tags[model.tag]
    corners_px = scene.scene.camera.project(place.square())
    center_px = scene.scene.camera.project(place.point(np.zeros((1, 2))))
    floor_in = scene.level.spots[model.id].z_in
    z_in = floor_in + to_inches(model.tag_height_mm)
    corners_in = camera.back_project(corners_px, z_in)
    if by_size:
        # as much nearer to the lens as the tag looks too large
        apparent_in = math.sqrt(cv2.contourArea(corners_in.astype(np.float32)))
        rise_in = (camera.pose.position_in[2] - z_in) * (1 - to_inches(model.tag_size_mm) / apparent_in)
        floor_in, z_in = floor_in + rise_in, z_in + rise_in
        corners_in = camera.back_project(corners_px, z_in)
    up = corners_in[2] + corners_in[3] - corners_in[0] - corners_in[1]
    heading_rad = math.atan2(up[1], up[0])
    center_in = camera.back_project(center_px, z_in)[0]
    offset_in = on_table(np.array([model.tag_offset_mm]), Spot(0.0, 0.0, 0.0, heading_rad))[0]
    x, y = (center_in - offset_in).tolist()
    return Placed(model, x, y, floor_in, heading_rad)
