"""The position as text: one line a model, one a terrain feature, so that a test, a log or a letter can hold it.

    table 44 by 30
    grid hex 2 at 22,15
    model ann red 30mm at 10.00,10.00
    model bob blue oval 60x35mm at 20.00,10.00 facing 90deg z 3 on "ruin floor" tag 22
    terrain "ruin floor" solid 2.85 to 3 standable piece ruin at 18,8 22,8 22,12 18,12

Inches, but for bases (mm) and `facing` (degrees anticlockwise from +x). A `#` begins a comment. Defaults
may be left out: on the table, facing 0deg, settled, 1.25 in tall. Kept: places and their uncertainty. Not kept: how a
tag sits on its tray, which the roster knows.
"""

import json
import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import shapely
from shapely import Polygon

from tablecam.base.errors import BadFile
from tablecam.base.i18n import to_english
from tablecam.table.elevation import TABLE
from tablecam.table.miniature import Base, Circle, Ellipse, Miniature, Placed, Rectangle
from tablecam.table.snapshot import Snapshot
from tablecam.table.table import HexGrid
from tablecam.table.terrain import SOLID, Feature, misspelt_solid

# a quoted text with JSON's escapes, or anything up to a blank or the comment sign
WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"#]+')
BARE = re.compile(r'[^\s"#]+')


class BadNotation(BadFile):
    """The text is not a position; the message names the line and what was expected there."""


class Unreadable(BadNotation):
    """The text cannot be read: a word is missing, unknown or of the wrong kind."""


class Ambiguous(BadNotation):
    """The text is ambiguous: something is given twice, or left open."""


class Impossible(BadNotation):
    """The text can be read but describes no possible table: a base of size 0, an outline that crosses itself."""


class Words:
    """The words of a line, read from the left. where: the name of the line's place in a message."""

    def __init__(self, line: str, where: str) -> None:
        self.where = where
        self._words = _split_words(line, where)
        self._next = 0

    @property
    def left(self) -> bool:
        """Whether there are more words."""
        return self._next < len(self._words)

    def peek(self) -> str:
        """The next word as written, without taking it; empty at the end."""
        return self._words[self._next] if self.left else ""

    def word(self, expected: str) -> str:
        """The next word, without its quotes."""
        if not self.left:
            raise self.unreadable(expected, "the end of the line")
        raw = self._words[self._next]
        self._next += 1
        if not raw.startswith('"'):
            return raw
        try:
            return str(json.loads(raw))
        except json.JSONDecodeError as fault:
            raise self.unreadable(f"{expected} in sound quotes", raw) from fault

    def keyword(self, expected: str) -> None:
        """Takes the one word that must come here."""
        raw = self.peek() or "the end of the line"
        if raw != expected:
            raise self.unreadable(expected, raw)
        self._next += 1

    def numbers(self, expected: str, count: int, unit: str = "", between: str = ",") -> tuple[float, ...]:
        """`count` finite numbers in one word, such as 10.00,12.5 or 60x35mm."""
        raw = self.word(expected)
        try:
            values = tuple(float(number) for number in raw.removesuffix(unit).split(between))
        except ValueError:
            values = ()
        if len(values) != count or not raw.endswith(unit) or not all(map(math.isfinite, values)):
            raise self.unreadable(expected, raw)
        return values

    def number(self, expected: str, unit: str = "") -> float:
        """One finite number, with its unit."""
        return self.numbers(expected, 1, unit)[0]

    def whole(self, expected: str) -> int:
        """A whole number, 0 or more."""
        raw = self.word(expected)
        if not (raw.isascii() and raw.isdecimal() and len(raw) <= 9):
            raise self.unreadable(expected, raw)
        return int(raw)

    def unreadable(self, expected: str, found: str) -> Unreadable:
        """The error for a word other than the expected one."""
        return Unreadable(f"{self.where}: expected {expected}, found {found:.60}")

    def ambiguous(self, sentence: str) -> Ambiguous:
        """The error for an ambiguous text."""
        return Ambiguous(f"{self.where}: {sentence:.200}")

    def impossible(self, sentence: str) -> Impossible:
        """The error for an impossible table."""
        return Impossible(f"{self.where}: {sentence:.200}")


def quote_word(text: str) -> str:
    """A text as one word: bare if it reads back the same, else in quotes."""
    return text if BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def inches(number: float) -> str:
    """A length to a ten-thousandth, with at least two decimals: 10.00, 10.0625."""
    text = f"{number:.4f}"
    return _drop_zero_sign(text[:-2] + text[-2:].rstrip("0"))


def plain(number: float, places: int = 4) -> str:
    """A number rounded to some places, without trailing zeros: 30, 28.5."""
    text = f"{number:.{places}f}"
    return _drop_zero_sign(text.rstrip("0").rstrip(".") if "." in text else text)


def significant(number: float) -> str:
    """A number to six figures, for uncertainties of any size."""
    return f"{number:.6g}"


def _drop_zero_sign(text: str) -> str:
    """The text without the sign of a negative zero."""
    return text.removeprefix("-") if not text.strip("-0.") else text


def _split_words(line: str, where: str) -> list[str]:
    words: list[str] = []
    start = 0
    while True:
        start += len(line[start:]) - len(line[start:].lstrip())
        if start == len(line) or line[start] == "#":
            return words
        match = WORD.match(line, start)
        if match is None or _runs_on(line, match.end()):
            raise Unreadable(
                f"{where}: expected a closing quote and a blank after it, found {line[start:].strip():.60}"
            )
        words.append(match.group())
        start = match.end()


def _runs_on(line: str, end: int) -> bool:
    """Whether a word runs into a quote or a comment without a blank between."""
    return end < len(line) and not line[end].isspace()


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
    sigma_in = 0.0
    if words.peek() == "sigma":
        words.word("sigma")
        sigma_in = _read_sigma(words, "one sigma of its place in inches")
    return Feature(name, material, bottom_in, top_in, standable, _read_outline(words, name), piece, sigma_in)


def write_feature(feature: Feature) -> str:
    """The feature's line."""
    heights = f"{plain(feature.z_bottom_in)} to {plain(feature.z_top_in)}"
    words = ["terrain", quote_word(feature.name), feature.material, heights]
    words += ["standable"] * feature.standable
    words += ["piece", quote_word(feature.piece)] if feature.piece is not None else []
    words += ["sigma", significant(feature.sigma_in)] if feature.sigma_in else []
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


USUAL_HEIGHT_IN = 1.25
# the tag of a model without one in the text; no family has this number
NO_TAG = -1
# each may appear once
SETTINGS = ("table", "grid", "time", "scale_sigma", "held_back")
NOTHING_KNOWN = Snapshot(0.0, ())

Covariance = tuple[tuple[float, float, float], ...]


def parse(text: str, source: str = "", onto: Snapshot = NOTHING_KNOWN) -> Snapshot:
    """The position in a text; models and terrain are added to those of `onto`.

    source: the file's name, for messages. Raises Unreadable, Ambiguous or Impossible, all of them BadFile; the message
    names the line.
    """
    snapshot = onto
    prefix = f"{source}, " if source else ""
    used: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        words = Words(line, f"{prefix}line {number}")
        if words.left:
            snapshot = _read_line(snapshot, words, used)
    return snapshot


def write(snapshot: Snapshot) -> str:
    """The text of a position; `parse` gives it back to a ten-thousandth of an inch and a thousandth of a degree."""
    lines = [f"table {plain(snapshot.width_in)} by {plain(snapshot.depth_in)}"]
    if snapshot.grid:
        x, y = snapshot.grid.origin_in
        lines.append(f"grid hex {plain(snapshot.grid.size_in)} at {inches(x)},{inches(y)}")
    if snapshot.time:
        lines.append(f"time {plain(snapshot.time)}")
    if snapshot.scale_sigma:
        lines.append(f"scale_sigma {significant(snapshot.scale_sigma)}")
    if snapshot.pose_untrusted:
        lines.append("held_back")
    lines += [f"unknown_tag {tag}" for tag in snapshot.unknown_tags]
    lines += [f"problem {quote_word(to_english(sentence))}" for sentence in snapshot.problems]
    lines += [write_feature(feature) for feature in snapshot.terrain.features]
    lines += [write_model(model) for model in snapshot.models]
    return "\n".join(lines) + "\n"


def write_model(placed: Placed) -> str:
    """The line of one model."""
    model = placed.model
    place = f"at {inches(placed.x_in)},{inches(placed.y_in)}"
    words = ["model", quote_word(model.id), quote_word(model.side), _base_text(model.base), place]
    facing = plain(math.degrees(placed.heading_rad), 3)
    optional_parts = [
        (facing == "0", f"facing {facing}deg"),
        (plain(placed.z_in) == "0", f"z {plain(placed.z_in)}"),
        (placed.stands_on == TABLE, f"on {quote_word(placed.stands_on)}"),
        (model.height_in == USUAL_HEIGHT_IN, f"tall {plain(model.height_in)}"),
        (model.tag == NO_TAG, f"tag {model.tag}"),
        (model.name == model.id, f"name {quote_word(model.name)}"),
        (model.profile is None, f"profile {quote_word(model.profile or '')}"),
        (placed.state == "settled", f"state {quote_word(placed.state)}"),
        (placed.seen_s == 0, f"unseen {plain(placed.seen_s)}"),
        (_is_certain(placed.covariance), _covariance_text(placed.covariance)),
        (placed.sigma_z_in == 0, f"sigma_z {significant(placed.sigma_z_in)}"),
    ]
    return " ".join(words + [words_of_detail for usual, words_of_detail in optional_parts if not usual])


def _read_line(snapshot: Snapshot, words: Words, used: set[str]) -> Snapshot:
    kind = words.word("a line's first word")
    if kind in SETTINGS:
        if kind in used:
            raise words.ambiguous(f"{kind} is said twice, leave one of the two")
        used.add(kind)
        snapshot = _read_setting(snapshot, kind, words)
    elif kind == "unknown_tag":
        snapshot = replace(snapshot, unknown_tags=(*snapshot.unknown_tags, words.whole("a tag's number")))
    elif kind == "problem":
        snapshot = replace(snapshot, problems=(*snapshot.problems, words.word("a sentence in quotes")))
    elif kind == "terrain":
        features = (*snapshot.terrain.features, read_feature(words))
        snapshot = replace(snapshot, terrain=replace(snapshot.terrain, features=features))
    elif kind == "model":
        snapshot = replace(snapshot, models=(*snapshot.models, _read_model(words, snapshot)))
    else:
        raise words.unreadable(
            "model, terrain, table, grid, time, scale_sigma, held_back, unknown_tag or problem", kind
        )
    if words.left:
        raise words.unreadable("the end of the line", words.peek())
    return snapshot


def _read_setting(snapshot: Snapshot, kind: str, words: Words) -> Snapshot:
    if kind == "held_back":
        return replace(snapshot, pose_untrusted=True)
    if kind == "grid":
        return replace(snapshot, grid=_read_grid(words))
    if kind == "time":
        return replace(snapshot, time=words.number("seconds"))
    if kind == "scale_sigma":
        return replace(snapshot, scale_sigma=_read_sigma(words, "the shared sigma of all distances, such as 0.0002"))
    width_in = words.number("the table's width in inches")
    words.keyword("by")
    depth_in = words.number("the table's depth in inches")
    if width_in <= 0 or depth_in <= 0:
        raise words.impossible("a table is larger than nothing both ways")
    return replace(snapshot, width_in=width_in, depth_in=depth_in)


def _read_grid(words: Words) -> HexGrid:
    words.keyword("hex")
    size_in = words.number("how far the middles of two hexes side by side are apart, in inches")
    if size_in <= 0:
        raise words.impossible("a hex is larger than nothing")
    words.keyword("at")
    x_in, y_in = words.numbers("the middle of a hex such as 24,24", 2)
    return HexGrid(size_in, (x_in, y_in))


def _read_model(words: Words, snapshot: Snapshot) -> Placed:
    name = words.word("the model's id")
    if any(placed.model.id == name for placed in snapshot.models):
        raise words.ambiguous(f"{name} stands on the table already, give each model its own id")
    side = words.word("the model's side")
    base = _read_base(words)
    words.keyword("at")
    x_in, y_in = words.numbers("a place such as 10.00,12.50", 2)
    model = Miniature(name, name, side, NO_TAG, 16.0, (0.0, 0.0), 1.2, base, USUAL_HEIGHT_IN)
    placed = Placed(model, x_in, y_in, 0.0, 0.0)
    used: set[str] = set()
    while words.left:
        word = words.word("a word about the model")
        if word in used:
            raise words.ambiguous(f"{word} is said twice of {name}, leave one of the two")
        used.add(word)
        placed = _read_detail(placed, word, words)
    return placed


def _read_detail(placed: Placed, word: str, words: Words) -> Placed:
    """The model with one more detail."""
    if word in OF_PLACE:
        field, read = OF_PLACE[word]
        return replace(placed, **{field: read(words)})
    if word in OF_MODEL:
        field, read = OF_MODEL[word]
        return replace(placed, model=replace(placed.model, **{field: read(words)}))
    raise words.unreadable("one of " + ", ".join(sorted(OF_PLACE | OF_MODEL)), word)


def _read_base(words: Words) -> Base:
    expected = "a base such as 30mm, oval 60x35mm or rect 50x25mm"
    shapes: dict[str, type[Ellipse | Rectangle]] = {"oval": Ellipse, "rect": Rectangle}
    shape = shapes.get(words.peek())
    if shape is not None:
        words.word(expected)
        length_mm, width_mm = words.numbers(expected, 2, "mm", "x")
        return shape(_require_above_zero(words, length_mm), _require_above_zero(words, width_mm))
    if "x" in words.peek() and words.peek().endswith("mm"):
        raise words.ambiguous(f"{words.peek()} may be oval or rect, say which before it")
    return Circle(_require_above_zero(words, words.number(expected, "mm")))


def _require_above_zero(words: Words, number: float) -> float:
    if number <= 0:
        raise words.impossible(f"a size is more than nothing, not {plain(number)}")
    return number


def _read_sigma(words: Words, expected: str) -> float:
    number = words.number(expected)
    if number < 0:
        raise words.impossible(f"a sigma is nothing or more, not {significant(number)}")
    return number


def _base_text(base: Base) -> str:
    if isinstance(base, Circle):
        return f"{plain(base.diameter_mm)}mm"
    shape = "oval" if isinstance(base, Ellipse) else "rect"
    return f"{shape} {plain(base.length_mm)}x{plain(base.width_mm)}mm"


def _is_certain(covariance: Covariance) -> bool:
    return not any(number for row in covariance for number in row)


def _circular_covariance(sigma: float) -> Covariance:
    return ((sigma * sigma, 0.0, 0.0), (0.0, sigma * sigma, 0.0), (0.0, 0.0, 0.0))


def _full_covariance(upper: tuple[float, ...]) -> Covariance:
    xx, xy, xh, yy, yh, hh = upper
    return ((xx, xy, xh), (xy, yy, yh), (xh, yh, hh))


def _covariance_text(covariance: Covariance) -> str:
    (xx, xy, xh), (_, yy, yh), (_, _, hh) = covariance
    if xx == yy and not (xy or xh or yh or hh):
        return f"sigma {significant(math.sqrt(xx))}"
    return "covariance " + ",".join(significant(number) for number in (xx, xy, xh, yy, yh, hh))


# The details that may follow a model's place, in any order: the word, its field and its reader.
Details = dict[str, tuple[str, Callable[[Words], Any]]]
OF_PLACE: Details = {
    "facing": ("heading_rad", lambda words: math.radians(words.number("degrees such as 90deg", "deg"))),
    "z": ("z_in", lambda words: words.number("a height in inches")),
    "on": ("stands_on", lambda words: words.word("what the model stands on")),
    "state": ("state", lambda words: words.word("a state such as settled")),
    "unseen": ("seen_s", lambda words: words.number("seconds since it was seen")),
    "sigma": ("covariance", lambda words: _circular_covariance(_read_sigma(words, "one sigma in inches"))),
    "covariance": ("covariance", lambda words: _full_covariance(words.numbers("xx,xy,xh,yy,yh,hh", 6))),
    "sigma_z": ("sigma_z_in", lambda words: _read_sigma(words, "one sigma of the height in inches")),
}
OF_MODEL: Details = {
    "tall": ("height_in", lambda words: _require_above_zero(words, words.number("the model's height in inches"))),
    "tag": ("tag", lambda words: words.whole("a tag's number")),
    "name": ("name", lambda words: words.word("the model's name")),
    "profile": ("profile", lambda words: words.word("the model's profile")),
}
