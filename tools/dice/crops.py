"""The crops that the network learns from and is judged by, of drawn dice and of photographs, apart by die and source.

Photographs come from a folder with `labels.json`; they are read from there and never copied into the repository.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from tablecam.sensing.dice.crops import cut_square, get_circle
from tablecam.sensing.dice.faces import CLASSES, NONE, TENS
from tablecam.sensing.dice.outlines import find_outlines
from tools.dice import draw

# half the diameter of a die in units of the longer side of its box, for boxes around the die
BOX_RADII = {"rune55": 0.5}
BOX_RADIUS = 0.6
# of the dice of the source that boxes pips, where the die itself is not found
USUAL_RADIUS_PX = 50.0
HELD_OUT_SOURCES = ("matteop65", "burksbuilds")
HELD_OUT_DICE = ("d10 teal", "d6 with digits, green", "d6 with digits, clear violet")
SHAPES = (draw.PIPS, draw.DIGITS, draw.TEN, draw.TENS, NONE)
SHARES = (0.24, 0.17, 0.35, 0.06, 0.18)


@dataclass
class CropSet:
    """Crops with their classes and the names of the dice that they come from."""

    images: list[np.ndarray] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    dice: list[str] = field(default_factory=list)

    def add(self, image: np.ndarray, label: int, die: str) -> None:
        """Add one crop."""
        self.images.append(image)
        self.labels.append(label)
        self.dice.append(die)

    def to_arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the crops (n, size, size, 3) and their classes (n,)."""
        return np.array(self.images, np.uint8), np.array(self.labels, np.int64)


def find_class(shape: str, face: int) -> int:
    """Return the number of a class."""
    return CLASSES.index((shape, 0 if shape in (TENS, NONE) else face))


def draw_crops(seed: int, count: int, *, held_out: bool) -> CropSet:
    """Return crops of drawn dice, all of designs that are held out of training, or none of them."""
    chance, crops = np.random.default_rng(seed), CropSet()
    for shape in chance.choice(SHAPES, count, p=SHARES):
        number = 3 * int(chance.integers(100_000)) + (2 if held_out else int(chance.integers(2)))
        image, label = _draw_none(chance, number) if shape == NONE else _draw_face(chance, number, str(shape))
        crops.add(image, label, f"{shape} {number}")
    return crops


def _draw_scene(
    chance: np.random.Generator, number: int, shape: str, *, tilt: float = 0.0
) -> tuple[np.ndarray, draw.DrawnDie]:
    die_px = float(np.exp(chance.uniform(np.log(27), np.log(62))))
    side = round(2.7 * die_px)
    image, light = draw.draw_tray(chance, (side, side)), draw.draw_light(chance)
    design = draw.make_design(number, shape)
    if np.linalg.norm(image.reshape(-1, 3).mean(axis=0) - design.body) < 60:
        image = 255 - image
    if chance.random() < 0.3:
        _draw_neighbour(chance, image, number, die_px, light)
    lie = make_lie(chance, design, np.full(2, side / 2), die_px, tilt)
    return image, draw.draw_die(image, design, lie, light, chance)


def make_lie(
    chance: np.random.Generator, design: draw.DieDesign, place: np.ndarray, die_px: float, tilt: float
) -> draw.Lie:
    """Return how a die lies that the camera sees at a slant of up to 22 degrees."""
    half, angle = draw.half_edge(design, die_px), chance.uniform(0, 2 * np.pi)
    distance = chance.uniform(9, 25)
    aside = distance * np.tan(chance.uniform(0, np.radians(22)))
    camera = np.array([aside * np.cos(angle), aside * np.sin(angle), distance])
    face = int(chance.integers(len(design.order)))
    return draw.Lie(place, half, face, chance.uniform(0, 2 * np.pi), tilt, camera)


def _draw_neighbour(
    chance: np.random.Generator, image: np.ndarray, number: int, die_px: float, light: draw.Light
) -> None:
    angle = chance.uniform(0, 2 * np.pi)
    place = np.full(2, image.shape[0] / 2) + die_px * chance.uniform(1.2, 1.5) * np.array(
        [np.cos(angle), np.sin(angle)]
    )
    other = draw.make_design(number + 3, str(chance.choice((draw.PIPS, draw.DIGITS, draw.TEN))))
    draw.draw_die(image, other, make_lie(chance, other, place, die_px, 0.0), light, chance)


def _draw_face(chance: np.random.Generator, number: int, shape: str) -> tuple[np.ndarray, int]:
    image, die = _draw_scene(chance, number, shape)
    return _finish(chance, image, die), find_class(shape, die.face)


def _finish(chance: np.random.Generator, image: np.ndarray, die: draw.DrawnDie) -> np.ndarray:
    if chance.random() < 0.15:
        image = _smear(chance, image, die.radius_px * 0.12)
    image = draw.photograph(image, chance, min(1.0, die.radius_px / 38))
    return cut_square(image, tuple(die.centre_px), die.radius_px)


def _smear(chance: np.random.Generator, image: np.ndarray, length: float) -> np.ndarray:
    side = max(1, 2 * round(length / 2) + 1)
    kernel = np.zeros((side, side), np.float32)
    direction = chance.uniform(0, np.pi)
    step = side / 2 * np.array([np.cos(direction), np.sin(direction)])
    middle = np.full(2, side / 2)
    cv2.line(kernel, tuple(map(int, middle - step)), tuple(map(int, middle + step)), 1.0)
    return cv2.filter2D(image, -1, kernel / max(1.0, float(kernel.sum())))


def _draw_none(chance: np.random.Generator, number: int) -> tuple[np.ndarray, int]:
    """Return a crop of what must not be read: a cocked, stacked, half hidden or eight-sided die, or no die."""
    kind = str(chance.choice(("cocked", "cocked", "stacked", "beside", "eight", "thing", "smeared")))
    shape = str(chance.choice((draw.PIPS, draw.DIGITS, draw.TEN)))
    if kind == "cocked":
        image, die = _draw_scene(chance, number, shape, tilt=float(chance.uniform(0.42, 0.8)))
    elif kind == "eight":
        image, die = _draw_scene(chance, number, draw.EIGHT)
    else:
        image, die = _draw_scene(chance, number, shape)
        image, die = SPOILERS[kind](chance, image, die)
    return _finish(chance, image, die), find_class(NONE, 0)


def _stack(chance: np.random.Generator, image: np.ndarray, die: draw.DrawnDie) -> tuple[np.ndarray, draw.DrawnDie]:
    angle, light = chance.uniform(0, 2 * np.pi), draw.draw_light(chance)
    offset = die.radius_px * chance.uniform(0.5, 0.9) * np.array([np.cos(angle), np.sin(angle)])
    other = draw.make_design(die.design.number + 3, str(chance.choice((draw.PIPS, draw.DIGITS, draw.TEN))))
    lie = make_lie(chance, other, die.centre_px + offset, die.radius_px * 1.55, float(chance.uniform(0, 0.4)))
    draw.draw_die(image, other, lie, light, chance)
    return image, _moved(die, offset / 2, 1.35)


def _put_beside(chance: np.random.Generator, image: np.ndarray, die: draw.DrawnDie) -> tuple[np.ndarray, draw.DrawnDie]:
    angle = chance.uniform(0, 2 * np.pi)
    return image, _moved(die, die.radius_px * chance.uniform(0.75, 1.2) * np.array([np.cos(angle), np.sin(angle)]), 0.9)


def _moved(die: draw.DrawnDie, offset: np.ndarray, larger: float) -> draw.DrawnDie:
    return draw.DrawnDie(die.design, die.face, die.centre_px + offset, die.radius_px * larger, die.flat)


def _put_thing(chance: np.random.Generator, image: np.ndarray, die: draw.DrawnDie) -> tuple[np.ndarray, draw.DrawnDie]:
    image = draw.draw_tray(chance, image.shape[1::-1])
    axes = tuple(int(die.radius_px * value) for value in chance.uniform(0.4, 1.1, 2))
    colour = tuple(map(float, chance.uniform(0, 255, 3)))
    cv2.ellipse(image, tuple(map(int, die.centre_px)), axes, chance.uniform(0, 180), 0, 360, colour, -1, cv2.LINE_AA)
    for _ in range(chance.integers(0, 4)):
        first, last = (tuple(map(int, die.centre_px + chance.uniform(-1, 1, 2) * die.radius_px)) for _ in range(2))
        ink = tuple(map(float, chance.uniform(0, 255, 3)))
        cv2.line(image, first, last, ink, int(chance.integers(1, 6)), cv2.LINE_AA)
    return image, die


def _blur_away(chance: np.random.Generator, image: np.ndarray, die: draw.DrawnDie) -> tuple[np.ndarray, draw.DrawnDie]:
    return _smear(chance, image, die.radius_px * chance.uniform(0.7, 1.2)), die


SPOILERS = {"stacked": _stack, "beside": _put_beside, "thing": _put_thing, "smeared": _blur_away}


def cut_photographs(folder: Path) -> dict[str, CropSet]:
    """Return the crops of labelled photographs: "training" and "held out"."""
    sets = {"training": CropSet(), "held out": CropSet()}
    for picture in json.loads((folder / "labels.json").read_text(encoding="utf-8"))["pictures"]:
        if picture["kind"] == "none" or "whole" in picture["file"]:
            continue
        name = "held out" if is_held_out_photograph(picture) else "training"
        image = np.asarray(cv2.imread(str(folder / picture["file"])))
        for index, (kind, face) in enumerate(zip(picture["kinds"], picture["faces"], strict=True)):
            centre, radius = _find_die(picture, image, index)
            crop = cut_square(image, centre, radius)
            sets[name].add(crop, find_class(name_shape(kind), face), f"{picture['source']} {picture.get('die')} {kind}")
    return sets


def is_held_out_photograph(picture: dict) -> bool:
    """Return True for photographs of dice or from sources that are held out of training."""
    other_shape = picture["kind"] in ("d8", "d12") and "wood" in picture["file"]
    return picture["source"] in HELD_OUT_SOURCES or picture.get("die") in HELD_OUT_DICE or other_shape


def name_shape(kind: str) -> str:
    """Return the shape of a label's kind; shapes that cannot be read are NONE."""
    return {"d6": draw.PIPS, "d6-digits": draw.DIGITS, "d10": draw.TEN}.get(kind, NONE)


def _find_die(picture: dict, image: np.ndarray, index: int) -> tuple[tuple[float, float], float]:
    if picture["boxes"]:
        left, top, right, bottom = picture["boxes"][index]
        share = BOX_RADII.get(picture["source"], BOX_RADIUS)
        centre, radius = ((left + right) / 2, (top + bottom) / 2), share * max(right - left, bottom - top)
        return _find_whole_die(image, centre) if picture["source"] == "matteop65" else (centre, radius)
    outlines = find_outlines(image)
    return get_circle(max(outlines, key=cv2.contourArea)) if outlines else ((240.0, 240.0), 100.0)


def _find_whole_die(image: np.ndarray, centre: tuple[float, float]) -> tuple[tuple[float, float], float]:
    """Return the circle around the die whose pips lie around a point; the labels of one source box the pips alone."""
    around = [outline for outline in find_outlines(image) if cv2.pointPolygonTest(outline, centre, False) > 0]
    return get_circle(around[0]) if around else (centre, USUAL_RADIUS_PX)
