"""Models and the gauge card as the camera sees them from above."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tablecam.base.units import to_inches, to_mm
from tablecam.sensing.camera.synthetic.scene import OVERALL, Spot, TagPlace, Tilt, find_lean, model_tags, on_table
from tablecam.sensing.camera.synthetic.sprite import Light, Sprite, paste, shapes_sprite
from tablecam.sensing.camera.synthetic.tag import tag_patch
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Base, Circle, Miniature, Rectangle, Roster

Colour = tuple[int, int, int]

TRAY: Colour = (46, 44, 42)
SKIN: Colour = (118, 150, 196)
STEEL: Colour = (96, 92, 90)
# cloth of the first and of the second side, BGR; all remaining models wear the plain one
CLOTHS: tuple[Colour, ...] = ((48, 44, 140), (140, 84, 46))
PLAIN: Colour = (70, 92, 96)


@dataclass(frozen=True)
class FlatOutline:
    """A flat outline at one height: points (n, 2) in the model's frame (mm), z_in above its ground."""

    outline_mm: np.ndarray
    z_in: float
    colour: Colour


def flat_sprite(
    camera: Camera,
    model: Miniature,
    spot: Spot,
    light: Light,
    tilt: Tilt | None = None,
    tags: Mapping[int, TagPlace] | None = None,
) -> Sprite:
    """Draw tray, base and tags of a model. tilt, tags: as in `Scene.tilts` and `Scene.tags`."""
    sprite = _draw_shapes(camera, base_shapes(model), spot, tilt or find_lean(model, spot), light)
    image, real_tags = sprite.colour, tags or {}
    for place in model_tags(model, spot):
        paste(image, (sprite.left, sprite.top), tag_sprite(camera, real_tags.get(place.tag, place), light))
    return Sprite(sprite.left, sprite.top, image, sprite.cover, (spot.z_in, 0.0, 0.0))


def get_cloth(model: Miniature, roster: Roster) -> Colour:
    """Return a model's cloth by its side, the sides in the order in which the roster names them."""
    sides = list(dict.fromkeys(roster_model.side for roster_model in roster.models if roster_model.side))
    return dict(zip(sides, CLOTHS, strict=False)).get(model.side, PLAIN)


def upright_sprite(
    camera: Camera, model: Miniature, spot: Spot, light: Light, cloth: Colour, tilt: Tilt | None = None
) -> Sprite:
    """Draw the miniature itself; those nearer under the lens stand before those farther out."""
    eye = camera.pose.position_in
    order = (spot.z_in, 1.0, -math.hypot(spot.x_in - eye[0], spot.y_in - eye[1]))
    sprite = _draw_shapes(camera, figure_shapes(model, cloth), spot, tilt or find_lean(model, spot), light)
    return Sprite(sprite.left, sprite.top, sprite.colour, sprite.cover, order)


def tag_sprite(camera: Camera, place: TagPlace, light: Light) -> Sprite:
    """Draw a tag alone, with its white ring."""
    patch = tag_patch(camera, place, light.sensor.blur_px)
    height, width = patch.cover.shape
    box = patch.left, patch.top, patch.left + width, patch.top + height
    share = np.divide(patch.white, patch.cover, out=np.ones_like(patch.white), where=patch.cover > 1e-3)
    return Sprite(patch.left, patch.top, light.on_paper(share, box), np.clip(patch.cover, 0, 1), (place.z_in, 0.0, 0.0))


def _draw_shapes(
    camera: Camera, shapes: tuple[FlatOutline, ...], spot: Spot, lean: Tilt | None, light: Light
) -> Sprite:
    lengths = np.cumsum([len(shape.outline_mm) for shape in shapes])[:-1]
    places = on_table(np.concatenate([shape.outline_mm for shape in shapes]), spot)
    heights = np.concatenate([np.full(len(shape.outline_mm), spot.z_in + shape.z_in) for shape in shapes])
    points = np.column_stack([places, heights])
    outlines = np.split(camera.project(points if lean is None else lean.lean_points(points)), lengths)
    sprite = shapes_sprite(outlines, [shape.colour for shape in shapes], light.sensor.blur_px)
    return Sprite(sprite.left, sprite.top, light.on_matt(sprite.colour, sprite.box), sprite.cover)


@lru_cache(maxsize=512)
def base_shapes(model: Miniature) -> tuple[FlatOutline, ...]:
    """Build the tray that joins base and tag, the rim of the base, its painted top and some tufts."""
    random = np.random.default_rng(model.tag)
    plate_in = to_inches(max(model.tag_height_mm - 0.2, 0.0))
    earth = _mix_colours((58, 84, 104), (70, 110, 90), random.uniform())
    shapes = [
        *(FlatOutline(_build_shelf(model, offset), plate_in, TRAY) for offset in model.offsets_mm),
        FlatOutline(outline(model.base, 1.0), plate_in, TRAY),
        *(FlatOutline(_build_bridge(model, offset), plate_in, TRAY) for offset in model.offsets_mm),
        FlatOutline(outline(model.base), 0.02, (30, 32, 36)),
        FlatOutline(outline(model.base), 0.12, (34, 38, 44)),
        FlatOutline(outline(model.base, -1.2), 0.13, earth),
    ]
    across, along = (to_mm(extent) for extent in model.base.half_extents_in)
    for _ in range(26):
        center = random.uniform(-0.62, 0.62, 2) * (across, along)
        shapes.append(
            FlatOutline(
                _build_circle(center, random.uniform(0.5, 1.7)), 0.14, _shade_colour(earth, random.uniform(0.7, 1.4))
            )
        )
    return tuple(shapes)


def _build_shelf(model: Miniature, offset_mm: tuple[float, float]) -> np.ndarray:
    """Build the part of the plate under a tag that is farther from the base than the tag's centre."""
    half_mm = _compute_half_plate_mm(model)
    x, y = offset_mm
    far_mm = y + math.copysign(half_mm, y)
    return np.array([[x - half_mm, far_mm], [x + half_mm, far_mm], [x + half_mm, y], [x - half_mm, y]])


def _build_bridge(model: Miniature, offset_mm: tuple[float, float]) -> np.ndarray:
    """Build the part between that plate and the base."""
    half_mm = _compute_half_plate_mm(model)
    x, y = offset_mm
    return np.array([[x - half_mm, y], [x + half_mm, y], [half_mm / 2, 0], [-half_mm / 2, 0]])


def _compute_half_plate_mm(model: Miniature) -> float:
    return model.tag_size_mm * OVERALL / 2 + 0.6


@lru_cache(maxsize=512)
def figure_shapes(model: Miniature, cloth: Colour) -> tuple[FlatOutline, ...]:
    """Build a figure as a stack of level slices: legs, body, arms with a gun, head; on long bases a beast or a bike."""
    random = np.random.default_rng(model.tag + 1000)
    cloth = _shade_colour(cloth, random.uniform(0.8, 1.2))
    across, along = (to_mm(extent) for extent in model.base.half_extents_in)
    girth_mm = min(across, 20.0)
    length_ratio = min(max(along / across, 1.0), 2.2)
    height_in = model.height_in
    stretch = np.array([1.0, length_ratio])
    shapes = [
        FlatOutline(
            _build_circle((side * girth_mm * 0.25, 0), girth_mm * 0.2) * stretch,
            height_in * z,
            _shade_colour(cloth, 0.55),
        )
        for z in (0.12, 0.22, 0.32)
        for side in (-1, 1)
    ]
    for z in np.linspace(0.36, 0.8, 7):
        girth = girth_mm * (0.36 + 0.14 * math.sin((z - 0.36) / 0.44 * math.pi * 0.8))
        body = _build_circle((0, 0), girth) * (1.1, 0.75 * length_ratio)
        shapes.append(FlatOutline(body, height_in * z, _shade_colour(cloth, 0.6 + 0.5 * z)))
    shapes += _build_arms(height_in, girth_mm, random)
    for z, colour in ((0.88, _shade_colour(SKIN, 0.7)), (0.94, SKIN), (1.0, _shade_colour(cloth, 1.3))):
        head = _build_circle((0, girth_mm * 0.08 * length_ratio), girth_mm * (0.263 - 0.057 * z))
        shapes.append(FlatOutline(head, height_in * z, colour))
    return tuple(shapes)


def _build_arms(high: float, stout: float, random: np.random.Generator) -> list[FlatOutline]:
    """Build a gun carried across the front, both hands on it, and sometimes a pack that reaches back over the tag."""
    turn = random.uniform(-0.9, 0.9)
    rotation = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    gun = np.array([[-1.1, -4], [1.1, -4], [0.8, stout * 1.15], [-0.8, stout * 1.15]]) @ rotation.T + (stout * 0.2, 2)
    arms = [
        FlatOutline(_build_circle((side * stout * 0.4, stout * 0.18), stout * 0.15), high * 0.72, SKIN)
        for side in (-1, 1)
    ]
    pack = []
    if random.uniform() < 0.3:
        pack = [
            FlatOutline(_build_circle((0, -stout * 0.36), stout * 0.24), high * z, (64, 78, 84))
            for z in (0.55, 0.64, 0.72)
        ]
    return [
        *pack,
        *arms,
        FlatOutline(gun, high * 0.66, STEEL),
        FlatOutline(gun + 0.5, high * 0.69, _shade_colour(STEEL, 0.6)),
    ]


def outline(base: Base, grow_mm: float = 0.0) -> np.ndarray:
    """Return the edge of a base, grown by some millimetres, (n, 2) in its own frame (mm)."""
    across, along = (to_mm(extent) + grow_mm for extent in base.half_extents_in)
    if isinstance(base, Rectangle):
        return np.array([[-across, -along], [across, -along], [across, along], [-across, along]])
    angles = np.linspace(0, 2 * math.pi, 40 if isinstance(base, Circle) else 56, endpoint=False)
    return np.column_stack([across * np.cos(angles), along * np.sin(angles)])


def _build_circle(middle: tuple[float, float] | np.ndarray, radius: float) -> np.ndarray:
    angles = np.linspace(0, 2 * math.pi, 14, endpoint=False)
    return np.asarray(middle) + radius * np.column_stack([np.cos(angles), np.sin(angles)])


def _shade_colour(colour: Colour, by: float) -> Colour:
    blue, green, red = (int(min(255, channel * by)) for channel in colour)
    return blue, green, red


def _mix_colours(a: Colour, b: Colour, share: float) -> Colour:
    blue, green, red = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return blue, green, red


# as `tablecam print` makes it
LENGTH_IN, WIDTH_MM = 12.0, 30.0
TAG_MM = 19.2
# the inch marks of the tags' centres
TAG_MARKS_IN = {62: 1.0, 60: 2.5, 61: 7.5, 63: 11.0}
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
    """Return the places of the card's tags."""
    centers = on_table(np.array([[to_mm(mark_in - LENGTH_IN / 2), 0.0] for mark_in in TAG_MARKS_IN.values()]), spot)
    z_in = spot.z_in + to_inches(TAG_HEIGHT_MM)
    return tuple(
        TagPlace(tag, to_inches(TAG_MM), float(x), float(y), z_in, spot.heading_rad)
        for tag, (x, y) in zip(TAG_MARKS_IN, centers, strict=True)
    )


def _build_corners_mm() -> np.ndarray:
    across, up = to_mm(LENGTH_IN) / 2, WIDTH_MM / 2
    return np.array([[-across, -up], [across, -up], [across, up], [-across, up]])
