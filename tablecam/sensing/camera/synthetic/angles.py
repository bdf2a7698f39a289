"""Further cameras over the drawn table: the same scene from its sides."""

import math
from dataclasses import replace

import numpy as np

from tablecam.sensing.camera.synthetic.scene import Scene
from tablecam.table.geometry.projection import Camera, Pose

# the second camera hangs to the left of the first and the third to its right, along the wide side of the image
ASIDE_IN = 22.0
MOST_ANGLES = 3


def seen_from(scene: Scene, number: int) -> Scene:
    """Return the scene as its camera of that number sees it, counted from 0: the scene's own is the first."""
    if number == 0:
        return scene
    side = -1.0 if number % 2 else 1.0
    middle = np.array([scene.table.width_in / 2, scene.table.depth_in / 2, 0.0])
    height = float(scene.camera.pose.position_in[2])
    eye = middle + np.array([side * ASIDE_IN * math.ceil(number / 2), 0.0, height])
    lens = replace(scene.camera.intrinsics, name=f"synthetic {number + 1}")
    return replace(scene, camera=Camera(lens, _aim_pose(eye, middle)), seed=scene.seed + number)


def _aim_pose(eye: np.ndarray, at: np.ndarray) -> Pose:
    """Return the pose of a camera that looks at a point; the image's right is the table's."""
    axis = (at - eye) / np.linalg.norm(at - eye)
    right = np.array([1.0, 0.0, 0.0]) - axis[0] * axis
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(axis, right), axis])
    return Pose(rotation, -rotation @ eye)
