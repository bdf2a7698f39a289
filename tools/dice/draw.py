"""Draws dice: designs by chance, single crops for training, and whole rolls on a tray for tests and figures.

A design is one physical die: its shape, colours, marble and font. Designs with an odd third of their numbers, and some
fonts altogether, are held out of training (`is_held_out`).
"""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tablecam.sensing.camera.synthetic.die_solids import (
    Solid,
    cross,
    lay,
    make_cube,
    make_octahedron,
    make_trapezohedron,
    project,
)

PIPS, DIGITS, TEN, TENS, EIGHT = "pips", "digits", "d10", "tens", "d8"
TEXTURE_PX = 64
SPOTS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}  # fmt: skip
FONT_FOLDERS = (Path("/usr/share/fonts/truetype/dejavu"),)
# the last third of the fonts is for held-out dice alone
FONTS = (
    "DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansCondensed-Bold.ttf", "DejaVuSansMono-Bold.ttf",
    "DejaVuSerif.ttf", "DejaVuSansCondensed.ttf", "", "DejaVuSans-BoldOblique.ttf", "DejaVuSerif-Bold.ttf",
    "DejaVuSansMono.ttf", "DejaVuSerifCondensed.ttf",
)  # fmt: skip
TRAINING_FONTS = 8
# numbers around the two apices of most ten-sided dice; faces k and k + 5 are opposite and add up to 9
TEN_ORDER = (8, 2, 6, 4, 0, 1, 7, 3, 5, 9)


@dataclass(frozen=True)
class DieDesign:
    """One physical die. Colours are BGR; `size` of marks and `rounding` of corners are in units of half an edge."""

    number: int
    shape: str
    body: np.ndarray
    second: np.ndarray
    mark: np.ndarray
    marble: float
    font: str
    size: float
    stretch: float
    turn: float
    rounding: float
    bar: bool
    order: tuple[int, ...]


@dataclass(frozen=True)
class DrawnDie:
    """The truth about a drawn die: its shape, upper face, centre and radius in pixels, and whether it lies flat."""

    design: DieDesign
    face: int
    centre_px: np.ndarray
    radius_px: float
    flat: bool


def is_held_out(number: int) -> bool:
    """Return True if the design of this number never takes part in training."""
    return number % 3 == 2


def make_design(number: int, shape: str) -> DieDesign:
    """Return the design of this number: the same die each time."""
    chance = np.random.default_rng((number, 977))
    body, second, mark = _choose_colours(chance)
    fonts = FONTS[TRAINING_FONTS:] if is_held_out(number) else FONTS[:TRAINING_FONTS]
    return DieDesign(
        number, shape, body, second, mark,
        marble=float(chance.choice([0, 0, 0.3, 0.7])), font=str(chance.choice(fonts)),
        size=chance.uniform(0.85, 1.2), stretch=chance.uniform(0.8, 1.2), turn=float(chance.choice([0, 0, np.pi])),
        rounding=chance.uniform(0.1, 0.5), bar=bool(chance.random() < 0.6), order=_choose_order(chance, shape),
    )  # fmt: skip


def _choose_order(chance: np.random.Generator, shape: str) -> tuple[int, ...]:
    if shape in (TEN, TENS):
        return TEN_ORDER if chance.random() < 0.6 else tuple(map(int, chance.permutation(10)))
    return (1, 2, 3, 4, 5, 6) if shape != EIGHT else tuple(map(int, 1 + chance.permutation(8)))


def _choose_colours(chance: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    body = _choose_colour(chance)
    second = np.clip(body + chance.normal(0, 45, 3), 0, 255)
    for _ in range(40):
        mark = _choose_colour(chance)
        if min(abs(_grey(mark) - _grey(body)), abs(_grey(mark) - _grey(second))) > 70:
            return body, second, mark
    return body, second, np.full(3, 245.0 if _grey(body) < 128 else 10.0)


def _choose_colour(chance: np.random.Generator) -> np.ndarray:
    kind = chance.random()
    if kind < 0.25:
        return np.full(3, chance.uniform(205, 250)) - chance.uniform(0, 25, 3)
    if kind < 0.45:
        return chance.uniform(8, 45, 3)
    hue = [chance.integers(180), chance.integers(110, 256), chance.integers(70, 256)]
    colour = np.array([[hue]]).astype(np.uint8)
    return cv2.cvtColor(colour, cv2.COLOR_HSV2BGR)[0, 0].astype(float)


def _grey(colour: np.ndarray) -> float:
    return float(colour @ (0.114, 0.587, 0.299))


@cache
def _load_font(name: str, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    path = next((folder / name for folder in FONT_FOLDERS if name and (folder / name).exists()), None)
    return ImageFont.truetype(str(path), size) if path else ImageFont.load_default(size)


@cache
def _write(text: str, font: str, bar: str) -> np.ndarray:
    """Return a text in the middle of a square of 0 to 255, with a bar or dot under it."""
    image = Image.new("L", (TEXTURE_PX, TEXTURE_PX))
    draw = ImageDraw.Draw(image)
    height = TEXTURE_PX * 0.62 if len(text) == 1 else TEXTURE_PX * 0.46
    middle = TEXTURE_PX / 2
    draw.text((middle, middle), text, 255, _load_font(font, round(height * 1.25)), anchor="mm")
    if bar == "bar":
        draw.rectangle((middle - 10, middle + height * 0.52, middle + 10, middle + height * 0.52 + 4), 255)
    if bar == "dot":
        draw.ellipse((middle + 11, middle + height * 0.3, middle + 18, middle + height * 0.3 + 7), 255)
    return np.asarray(image)


def _mark_face(design: DieDesign, face: int) -> np.ndarray:
    value = design.order[face]
    if design.shape == PIPS:
        return _spot(value, round(1000 * design.size))
    text = f"{value}0" if design.shape == TENS else str(value)
    barred = value in (6, 9) if design.shape == TEN else value == 6 and design.bar and design.shape != TENS
    return _write(text, design.font, ("bar" if design.bar else "dot") if barred else "")


@cache
def _spot(value: int, size: int) -> np.ndarray:
    texture = np.zeros((TEXTURE_PX, TEXTURE_PX), np.uint8)
    radius = (4.6 if value > 1 or size % 3 else 8.0) * size / 1000
    for x, y in SPOTS[value]:
        centre = (round(16 * (32 + 15 * x)), round(16 * (32 + 15 * y)))
        cv2.circle(texture, centre, round(16 * radius), 255, cv2.FILLED, cv2.LINE_AA, 4)
    return texture


def _get_solid(shape: str) -> Solid:
    return make_trapezohedron() if shape in (TEN, TENS) else make_octahedron() if shape == EIGHT else make_cube()


# half the side of the square of a mark, in the solid's units: a digit fills about two thirds of it
MARK_SIDES = {PIPS: 0.95, DIGITS: 0.95, TEN: 0.5, TENS: 0.52, EIGHT: 0.5}


@dataclass(frozen=True)
class Light:
    """The direction of a lamp (unit vector), its share of the light, and the length and darkness of shadows."""

    direction: np.ndarray
    strength: float
    ambient: float
    shadow: float


def draw_light(chance: np.random.Generator) -> Light:
    """Return a lamp, mostly from the side."""
    angle, height = chance.uniform(0, 2 * np.pi), chance.uniform(0.35, 1.2)
    direction = np.array([np.cos(angle), np.sin(angle), np.tan(height)])
    strength = chance.uniform(0.1, 0.6)
    unit = direction / np.linalg.norm(direction)
    return Light(unit, strength, 1.02 - strength * chance.uniform(0.7, 1.0), chance.uniform(0.1, 0.6))


@dataclass(frozen=True)
class Lie:
    """How a die lies: its middle and half an edge in pixels, face up, yaw, tilt, and the camera (in half edges)."""

    centre_px: np.ndarray
    half_px: float
    face: int
    yaw: float
    tilt: float
    camera: np.ndarray


def draw_die(image: np.ndarray, design: DieDesign, lie: Lie, light: Light, chance: np.random.Generator) -> DrawnDie:
    """Draw one die into an image, (rows, columns, 3) of uint8, and return the truth about it."""
    solid = _get_solid(design.shape)
    rotation = lay(solid, lie.face, lie.yaw, lie.tilt)
    pixels = project(solid.corners @ rotation.T, lie.camera, lie.half_px) + lie.centre_px
    hull = cv2.convexHull(pixels.astype(np.float32))[:, 0, :]
    view, first = _cut_view(image, lie.centre_px, 3.4 * lie.half_px)
    _cast_shadow(view, hull - first, lie, light)
    view, first = _cut_view(image, hull.mean(axis=0), np.ptp(hull, axis=0).max() / 2 + 3)
    moved = replace(lie, centre_px=lie.centre_px - first)
    _paint_body(view, solid, rotation, pixels - first, (hull - first).astype(np.float32), design, moved, light, chance)
    centre, radius = cv2.minEnclosingCircle(hull)
    return DrawnDie(design, design.order[lie.face], np.array(centre), radius, lie.tilt == 0)


def _cut_view(image: np.ndarray, centre: np.ndarray, reach: float) -> tuple[np.ndarray, np.ndarray]:
    first = np.maximum(np.floor(centre - reach), 0).astype(int)
    last = np.maximum(np.ceil(centre + reach).astype(int), first + 1)
    return image[first[1] : last[1], first[0] : last[0]], first


def _cast_shadow(image: np.ndarray, hull: np.ndarray, lie: Lie, light: Light) -> None:
    length = min(1.6, 0.9 / max(light.direction[2], 0.3))
    offset = -light.direction[:2] * (1, -1) * lie.half_px * length
    mask = np.zeros(image.shape[:2], np.uint8)
    both = cv2.convexHull(np.vstack([hull, hull + offset]).astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(both).astype(np.int32), (255,))
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, lie.half_px * 0.16))
    image[:] = (image * (1 - light.shadow * light.strength * 1.4 * (soft[..., None] / 255.0))).astype(np.uint8)


def _paint_body(  # noqa: PLR0913
    image: np.ndarray,
    solid: Solid,
    rotation: np.ndarray,
    pixels: np.ndarray,
    hull: np.ndarray,
    design: DieDesign,
    lie: Lie,
    light: Light,
    chance: np.random.Generator,
) -> None:
    shape, size = image.shape[:2], image.shape[1::-1]
    colour = np.zeros((*shape, 3), np.float32)
    marks: np.ndarray = np.zeros(shape, np.uint8)
    gloss = np.zeros(shape, np.float32)
    for face, loop in enumerate(solid.faces):
        normal, middle = rotation @ solid.normal(face), rotation @ solid.centre(face)
        if normal @ (lie.camera - middle) <= 0:
            continue
        shade = light.ambient + light.strength * max(0.0, float(normal @ light.direction))
        polygon = np.round(16 * pixels[list(loop)]).astype(np.int32)
        cv2.fillConvexPoly(colour, polygon, (shade, shade, shade), cv2.LINE_AA, 4)
        marks = cv2.max(marks, _warp_mark(solid, face, rotation, design, lie, size))
        if design.rounding > 0.2 and chance.random() < 0.3:
            cv2.polylines(gloss, [polygon], True, 0.5, max(1, round(lie.half_px * 0.08)), cv2.LINE_AA, 4)
    body = _make_marble(design, shape, lie.half_px, chance)
    blurred = cv2.GaussianBlur(colour, (0, 0), max(0.4, lie.half_px * design.rounding * 0.25))
    inked = marks[..., None].astype(np.float32) / 255
    painted = body * (1 - inked) + design.mark * inked
    painted = painted * np.clip(blurred, 0.25, 1.5) + 90 * gloss[..., None]
    alpha = _round_silhouette(hull, shape, lie.half_px * design.rounding)
    image[:] = np.clip(image * (1 - alpha) + painted * alpha, 0, 255).astype(np.uint8)


def _round_silhouette(hull: np.ndarray, shape: tuple[int, int], radius: float) -> np.ndarray:
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(16 * hull).astype(np.int32), 255, cv2.LINE_AA, 4)
    side = max(1, 2 * round(radius * 0.8) + 1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)[..., None].astype(np.float32) / 255


def _warp_mark(
    solid: Solid, face: int, rotation: np.ndarray, design: DieDesign, lie: Lie, size: tuple[int, int]
) -> np.ndarray:
    normal, top = rotation @ solid.normal(face), rotation @ solid.tops[face]
    right = cross(top, normal)
    turned = np.cos(design.turn) * top + np.sin(design.turn) * right
    across = cross(turned, normal)
    half = MARK_SIDES[design.shape] * (1 if design.shape == PIPS else design.size)
    wide = half * (1 if design.shape == PIPS else design.stretch)
    middle = rotation @ solid.centre(face)
    square = np.array([middle - wide * across + half * turned, middle + wide * across + half * turned,
                       middle + wide * across - half * turned, middle - wide * across - half * turned])  # fmt: skip
    target = (project(square, lie.camera, lie.half_px) + lie.centre_px).astype(np.float32)
    source = np.array([(0, 0), (TEXTURE_PX, 0), (TEXTURE_PX, TEXTURE_PX), (0, TEXTURE_PX)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    return cv2.warpPerspective(_mark_face(design, face), matrix, size)


def _make_marble(design: DieDesign, shape: tuple[int, int], half_px: float, chance: np.random.Generator) -> np.ndarray:
    body = np.broadcast_to(design.body, (*shape, 3))
    if not design.marble:
        return body
    cells = max(3, round(max(shape) / half_px * (2 if design.marble < 0.5 else 6)))
    noise = cv2.resize(chance.random((cells, cells)).astype(np.float32), shape[::-1], interpolation=cv2.INTER_CUBIC)
    return body + (design.second - design.body) * np.clip(2 * noise - 0.5, 0, 1)[..., None]


def draw_tray(chance: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """Return an empty matte tray, (rows, columns, 3) of uint8, with uneven light."""
    width, height = size
    colour = _choose_colour(chance) * 0.75 + 25
    slope = chance.uniform(-0.2, 0.2, 2)
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    light = 1 + slope[0] * (columns / width - 0.5) + slope[1] * (rows / height - 0.5)
    cloth = 1 + chance.uniform(0.005, 0.04) * chance.standard_normal((height, width), dtype=np.float32)
    return np.clip(colour * (light * cloth)[..., None], 0, 255).astype(np.uint8)


def photograph(image: np.ndarray, chance: np.random.Generator, hardest: float = 1.0) -> np.ndarray:
    """Return the image as a cheap camera sees it: blurred, noisy, tinted and compressed."""
    blurred = cv2.GaussianBlur(image, (0, 0), chance.uniform(0.3, 0.3 + 1.0 * hardest))
    tint, gamma = chance.uniform(0.88, 1.1, 3), chance.uniform(0.75, 1.3)
    tone = np.linspace(0, 1, 256)[:, None] * tint
    toned = cv2.LUT(blurred, (255 * tone.clip(0, 1) ** gamma).astype(np.float32)[:, None, :])
    noisy = toned + chance.uniform(0.5, 1 + 6 * hardest) * chance.standard_normal(image.shape, dtype=np.float32)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(60, 96))]
    jpeg = cv2.imencode(".jpg", noisy.clip(0, 255).astype(np.uint8), quality)[1]
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR))


def draw_roll(
    chance: np.random.Generator, designs: list[DieDesign], size: tuple[int, int] = (640, 480), die_px: float = 60
) -> tuple[np.ndarray, list[DrawnDie]]:
    """Return a picture of dice that lie apart on a tray, and the truth about each."""
    image, light = draw_tray(chance, size), draw_light(chance)
    for _ in range(20):
        colour = image.reshape(-1, 3).mean(axis=0)
        if all(np.linalg.norm(colour - design.body) > 90 for design in designs):
            break
        image = draw_tray(chance, size)
    dice = [draw_die(image, design, _draw_lie(chance, design, place, size, die_px), light, chance)
            for design, place in zip(designs, _scatter(chance, len(designs), size, die_px), strict=True)]  # fmt: skip
    return photograph(image, chance, 0.6), dice


def _scatter(chance: np.random.Generator, count: int, size: tuple[int, int], die_px: float) -> list[np.ndarray]:
    places: list[np.ndarray] = []
    while len(places) < count:
        place = chance.uniform((die_px, die_px), (size[0] - die_px, size[1] - die_px))
        if all(np.linalg.norm(place - other) > 1.75 * die_px for other in places):
            places.append(place)
    return places


def _draw_lie(
    chance: np.random.Generator, design: DieDesign, place: np.ndarray, size: tuple[int, int], die_px: float
) -> Lie:
    half = half_edge(design, die_px)
    camera = np.append((np.array(size) / 2 - place) * (1, -1) / half, 0.95 * max(size) / half)
    return Lie(place, half, int(chance.integers(len(design.order))), chance.uniform(0, 2 * np.pi), 0.0, camera)


def half_edge(design: DieDesign, die_px: float) -> float:
    """Return half the edge of a cube, or the radius of a d10's equator, of a die of this width in pixels."""
    return die_px / 2 if design.shape in (PIPS, DIGITS) else die_px * 0.53
