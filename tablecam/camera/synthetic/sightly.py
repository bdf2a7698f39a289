"""How much of a model's tag the camera can see, and how to turn a model so that it sees enough.

A miniature leans away from the middle of the picture, so one that looks inward hides the tag behind its back.
"""

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from tablecam.camera.synthetic.light import Light
from tablecam.camera.synthetic.model import tag_sprite, upright_sprite
from tablecam.camera.synthetic.play import level_at
from tablecam.camera.synthetic.scene import Scene, Spot, model_tag
from tablecam.camera.synthetic.sprite import Sprite, cut, meet
from tablecam.camera.synthetic.terrain import prisms
from tablecam.table.miniature import Miniature

# of a tag with its ring: a gun over two hundredths of it is enough to lose it
ENOUGH = 0.9995
TURN_DEG = 15
# only models so near can lean over it
NEAR_IN = 4.0


def turned_into_sight(scene: Scene, model: Miniature, spot: Spot, others: Mapping[str, Spot]) -> Spot:
    """The spot with the heading nearest to its own at which the tag shows, or at which most of it does."""
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
        if share >= ENOUGH:
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


def _take(seen: np.ndarray, tag: Sprite, figure: Sprite) -> None:
    """What a figure hides of a tag is not seen."""
    shared = meet(tag.box, figure.box)
    if shared is not None:
        cut(seen, shared, tag.box[:2])[:] *= 1 - cut(figure.cover, shared, figure.box[:2])
