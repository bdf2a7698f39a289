"""How much of a model's tag the camera can see, and how to turn a model so that its tag can be read.

A miniature leans away from the middle of the picture, so one that looks inward hides the tag behind its back. And at
1080p a cell of a tag is under two pixels wide: now and then one lies so on the grid of pixels that it cannot be read.
"""

import math
from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from tablecam.camera.synthetic.light import Light
from tablecam.camera.synthetic.model import flat_sprite, tag_sprite, upright_sprite
from tablecam.camera.synthetic.play import level_at
from tablecam.camera.synthetic.scene import Scene, Spot, model_tag
from tablecam.camera.synthetic.sprite import Sprite, cut, meet, paste
from tablecam.camera.synthetic.terrain import prisms
from tablecam.table.miniature import Miniature
from tablecam.vision.apriltag import Search, TagDetector

# of a tag with its ring: a gun over two hundredths of it is enough to lose it
ENOUGH = 0.9995
TURN_DEG = 15
# only models so near can lean over it
NEAR_IN = 4.0
# a model is tried on even ground of this grey, with so much of it around
GROUND, AROUND_PX = 80, 24
READINGS = 4
SEARCH = Search(1.0, 1.0, 40)


def turned_into_sight(scene: Scene, model: Miniature, spot: Spot, others: Mapping[str, Spot]) -> Spot:
    """The spot with the heading nearest to its own at which the tag can be read, or at which most of it shows."""
    near = {
        name: at
        for name, at in others.items()
        if name != model.id and math.hypot(at.x_in - spot.x_in, at.y_in - spot.y_in) < NEAR_IN
    }
    best, most = spot, -1.0
    for turn in sorted(range(-180 + TURN_DEG, 181, TURN_DEG), key=abs):
        turned = replace(spot, heading_rad=math.remainder(spot.heading_rad + math.radians(turn), math.tau))
        if level_at(model, turned, scene.terrain) is None:
            continue
        share = seen_share(scene, model, turned, near)
        if share >= ENOUGH and is_read(scene, model, turned):
            return turned
        if share > most:
            best, most = turned, share
    return best


def seen_share(scene: Scene, model: Miniature, spot: Spot, others: Mapping[str, Spot]) -> float:
    """The share of its tag, ring included, that no figure and no terrain hides while the model stands there."""
    light = Light(scene.camera, scene.sensor)
    tag = tag_sprite(scene.camera, model_tag(model, spot), light)
    figures = [upright_sprite(scene.camera, model, spot, light)]
    figures += [upright_sprite(scene.camera, scene.roster.by_id[name], at, light) for name, at in others.items()]
    seen = tag.cover.copy()
    for figure in figures:
        _take(seen, tag, figure)
    for prism in prisms(scene.terrain.features, scene.camera):
        hidden = prism.hidden(tag.box, spot.z_in + 0.05)
        if hidden is not None:
            seen *= 1 - hidden
    return float(seen.sum() / tag.cover.sum())


def is_read(scene: Scene, model: Miniature, spot: Spot) -> bool:
    """Whether the detector reads its tag in several noisy pictures of the model alone."""
    light = Light(scene.camera, scene.sensor)
    flat, figure = (draw(scene.camera, model, spot, light) for draw in (flat_sprite, upright_sprite))
    left, top, right, bottom = flat.box
    corner = left - AROUND_PX, top - AROUND_PX
    patch = np.full((bottom - top + 2 * AROUND_PX, right - left + 2 * AROUND_PX, 3), GROUND, np.uint8)
    for sprite in (flat, figure):
        paste(patch, corner, sprite)
    grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY)
    detector, random = TagDetector(), np.random.default_rng(model.tag)
    for _ in range(READINGS):
        noisy = grey + random.normal(0.0, scene.sensor.noise, grey.shape)
        found = detector.detect(np.clip(noisy, 0, 255).astype(np.uint8), SEARCH)
        if model.tag not in {each.tag for each in found}:
            return False
    return True


def _take(seen: np.ndarray, tag: Sprite, figure: Sprite) -> None:
    """What a figure hides of a tag is not seen."""
    shared = meet(tag.box, figure.box)
    if shared is not None:
        cut(seen, shared, tag.box[:2])[:] *= 1 - cut(figure.cover, shared, figure.box[:2])
