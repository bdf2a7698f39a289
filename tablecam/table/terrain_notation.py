"""The line of one terrain feature in the position's text form. Any name may be a material: rulebooks define them."""

import shapely
from shapely import Polygon

from tablecam.table.terrain import SOLID, Feature, misspelt_solid
from tablecam.table.words import Words, inches, plain, quote_word

MATERIAL = f"a material such as {SOLID}"


def read_feature(words: Words) -> Feature:
    """The feature in the rest of the line, after the word `terrain`."""
    name = words.word("the feature's name")
    material = words.word(MATERIAL)
    if not material[:1].isalpha() or misspelt_solid(material):
        raise words.unreadable(MATERIAL, material)
    bottom_in = words.number("the height of its underside in inches")
    words.keyword("to")
    top_in = words.number("the height of its top in inches")
    if top_in <= bottom_in:
        raise words.impossible(f"the top of {name} is not above its underside")
    standable = words.peek() == "standable"
    if standable:
        words.word("standable")
    piece = None
    if words.peek() == "piece":
        words.word("piece")
        piece = words.word("the name of the piece")
    return Feature(name, material, bottom_in, top_in, standable, _read_outline(words, name), piece)


def write_feature(feature: Feature) -> str:
    """The feature's line."""
    heights = f"{plain(feature.z_bottom_in)} to {plain(feature.z_top_in)}"
    words = ["terrain", quote_word(feature.name), feature.material, heights]
    words += ["standable"] * feature.standable
    words += ["piece", quote_word(feature.piece)] if feature.piece is not None else []
    words += ["at", *_write_corners(feature.polygon.exterior)]
    for hole in feature.polygon.interiors:
        words += ["hole", *_write_corners(hole)]
    return " ".join(words)


def _read_outline(words: Words, name: str) -> Polygon:
    words.keyword("at")
    rings = [_read_ring(words)]
    while words.left:
        words.keyword("hole")
        rings.append(_read_ring(words))
    if any(len(set(ring)) < 3 for ring in rings):
        raise words.impossible(f"the outline of {name} has fewer than three corners")
    polygon = Polygon(rings[0], rings[1:])
    if not polygon.is_valid or not polygon.area > 0:
        raise words.impossible(f"the outline of {name} crosses itself or is flat ({shapely.is_valid_reason(polygon)})")
    return polygon


def _read_ring(words: Words) -> list[tuple[float, float]]:
    corners = []
    while words.left and words.peek() != "hole":
        x_in, y_in = words.numbers("a corner such as 18,8", 2)
        corners.append((x_in, y_in))
    return corners


def _write_corners(ring: shapely.LinearRing) -> list[str]:
    """All corners except the last, which repeats the first."""
    return [f"{inches(x)},{inches(y)}" for x, y, *_ in ring.coords[:-1]]
