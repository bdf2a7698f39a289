"""The gauge card as the camera sees it: a strip of card, 12.00 in from end to end, with a tag near each end."""

import numpy as np

from tablecam.base.units import to_inches, to_mm
from tablecam.sensing.camera.synthetic.light import Light
from tablecam.sensing.camera.synthetic.model import tag_sprite
from tablecam.sensing.camera.synthetic.scene import Spot, TagPlace, on_table
from tablecam.sensing.camera.synthetic.sprite import Sprite, paste, shapes_sprite
from tablecam.table.geometry.projection import Camera

# as `tablecam print` makes it
LENGTH_IN, WIDTH_MM = 12.0, 30.0
TAGS = (62, 63)
TAG_MM = 19.2
TAGS_APART_IN = 10.0
TAG_HEIGHT_MM = 1.2
PAPER = (208, 212, 214)


def gauge_sprite(camera: Camera, spot: Spot, light: Light) -> Sprite:
    """Draw the card with its middle at a spot; read upright, its tops point along the spot's heading."""
    outline = np.column_stack([on_table(_build_corners_mm(), spot), np.full(4, spot.z_in + to_inches(TAG_HEIGHT_MM))])
    strip = shapes_sprite([camera.project(outline)], [PAPER], light.sensor.blur_px)
    colour = light.on_matt(strip.colour, strip.box)
    for place in gauge_tags(spot):
        paste(colour, (strip.left, strip.top), tag_sprite(camera, place, light))
    return Sprite(strip.left, strip.top, colour, strip.cover, (spot.z_in, 0.0, 0.0))


def gauge_tags(spot: Spot) -> tuple[TagPlace, ...]:
    """Return the places of the card's two tags."""
    half_mm = to_mm(TAGS_APART_IN) / 2
    centers = on_table(np.array([[-half_mm, 0.0], [half_mm, 0.0]]), spot)
    z_in = spot.z_in + to_inches(TAG_HEIGHT_MM)
    return tuple(
        TagPlace(tag, to_inches(TAG_MM), float(x), float(y), z_in, spot.heading_rad)
        for tag, (x, y) in zip(TAGS, centers, strict=True)
    )


def _build_corners_mm() -> np.ndarray:
    across, up = to_mm(LENGTH_IN) / 2, WIDTH_MM / 2
    return np.array([[-across, -up], [across, -up], [across, up], [-across, up]])
