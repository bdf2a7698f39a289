"""Tries a model on a spot before it shows there, and turns it until its tag can be read.

A miniature leans away from the middle of the image, so one that looks inward hides the tag behind its back. And at
1080p a cell of a tag is under two pixels wide: now and then its position on the grid of pixels makes it unreadable.
"""

import math
from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from tablecam.sensing.camera.synthetic.play import find_level_spot
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene, Spot, model_tag
from tablecam.sensing.camera.synthetic.sprite import compute_box, cut, meet
from tablecam.sensing.vision.apriltag import Search, TagDetector
from tablecam.sensing.vision.family import BLACK_CELLS, CELLS
from tablecam.table.miniature import Miniature

TURN_DEG = 15
# A tag counts as read when the detector reads it in this many noisy images, each cropped at a different pixel: the
# detector works on tiles of four pixels, and their position decides whether it reads such a small tag.
READINGS = 12
TILE_PX = 4
# no tag whose cells are smaller is ever read
LEAST_CELL_PX = 1.2
AROUND_PX = 24
SEARCH = Search(1.0, 1.0, 40)


class Rehearsal:
    """Images of a scene for trials only. Not for several threads at once."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._detector = TagDetector()
        self._renderer: Renderer | None = None

    def find_readable_spot(self, model: Miniature, spot: Spot, others: Mapping[str, Spot]) -> Spot | None:
        """Return the spot with the heading nearest to its own at which the tag is read; None if there is none.

        In an image too small for any tag to be read the spot stays unchanged.
        """
        if self._compute_cell_px(model, spot) < LEAST_CELL_PX:
            return spot
        for turn in sorted(range(-180 + TURN_DEG, 181, TURN_DEG), key=abs):
            turned_spot = replace(spot, heading_rad=math.remainder(spot.heading_rad + math.radians(turn), math.tau))
            if find_level_spot(model, turned_spot, self._scene.terrain) is not None and self.is_read(
                model, turned_spot, others
            ):
                return turned_spot
        return None

    def is_read(self, model: Miniature, spot: Spot, others: Mapping[str, Spot]) -> bool:
        """Report whether the detector reads its tag on that spot among the other models, whatever the noise."""
        grey = self._draw_around_tag(model, spot, others)
        random = np.random.default_rng(model.tag)
        for reading in range(READINGS):
            column, row = reading % TILE_PX, (reading + reading // TILE_PX) % TILE_PX
            crop = grey[row:, column:]
            noisy_image = np.clip(crop + random.normal(0.0, self._scene.sensor.noise, crop.shape), 0, 255).astype(
                np.uint8
            )
            if model.tag not in {detection.tag for detection in self._detector.detect(noisy_image, SEARCH)}:
                return False
        return True

    def _compute_cell_px(self, model: Miniature, spot: Spot) -> float:
        corners = self._scene.camera.project(model_tag(model, spot).square())
        return math.sqrt(cv2.contourArea(corners.astype(np.float32))) / BLACK_CELLS

    def _draw_around_tag(self, model: Miniature, spot: Spot, others: Mapping[str, Spot]) -> np.ndarray:
        """Draw the part of an image without noise that shows the tag, grey."""
        scene = self._scene
        if self._renderer is None:
            self._renderer = Renderer(replace(scene, sensor=replace(scene.sensor, noise=0.0)))
        image = self._renderer.picture({**others, model.id: spot})
        corners = scene.camera.project(model_tag(model, spot).square(CELLS))
        image_box = 0, 0, image.shape[1], image.shape[0]
        box = meet(compute_box(corners, AROUND_PX), image_box)
        return cv2.cvtColor(cut(image, box), cv2.COLOR_BGR2GRAY) if box else np.zeros((1, 1), np.uint8)
