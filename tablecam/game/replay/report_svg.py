"""A turn of a game seen from above, for paper, and the style of a battle report."""

import base64
import hashlib
import html
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import pgettext
from tablecam.table.measure import svg
from tablecam.table.measure.svg import Point
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

WIDTH_PX = 720.0
# room around the table for the numbers along its edges
MARGIN_IN = 2.2
# ink: the emblem and the letter of the code tell the sides apart on a grey printer too
INK, SOFT, EDGE, GRID, MAT, STONE, LIGHT = "#1b1f23", "#4b555e", "#8b959e", "#e3e6e9", "#fbfaf7", "#d5d9dd", "#ffffff"
SIDES = ("#b8400f", "#1257a8", "#6b6130", "#7a2fa0")
FALLEN = "#a8001c"
CODE_IN, RULER_IN, HEAD_IN = 0.95, 0.95, 0.7
# a shorter path is a nudge of a hand, not worth an arrow
LEAST_WAY_IN = 0.4


@dataclass(frozen=True)
class Turn:
    """The content of a drawing. before, after: positions at the beginning and at the end of the turn.

    ways: the measured points of each model's path, (x, y) in inches; fell: models that fell in this turn; gone: before
    it. codes: short names by id; sides: in their order.
    """

    before: Snapshot
    after: Snapshot
    ways: Mapping[str, Sequence[Point]]
    fell: frozenset[str]
    gone: frozenset[str]
    codes: Mapping[str, str]
    sides: Sequence[str]
    title: str


def turn_svg(turn: Turn) -> str:
    """The SVG of a turn, +y up, in table inches, with no reference to anything outside it."""
    wide, deep = turn.after.width_in, turn.after.depth_in
    box = (-MARGIN_IN, -deep - MARGIN_IN, wide + 2 * MARGIN_IN, deep + 2 * MARGIN_IN)
    # a model that stands about and is in no force has no code, and no part in the game
    drawn_models = [placed for placed in turn.after.models if placed.model.id in turn.codes.keys() - turn.gone]
    body = [
        *mat(wide, deep),
        *terrain(turn.after),
        *(_draw_start(turn, placed) for placed in drawn_models),
        *(_draw_path(turn, placed) for placed in drawn_models),
        *(_draw_model(turn, placed) for placed in drawn_models),
        *(_draw_code(turn, placed) for placed in drawn_models),
    ]
    min_x, min_y, width, height = (f"{length_in:g}" for length_in in box)
    return (
        # no text
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{min_x} {min_y} {width} {height}" width="{WIDTH_PX:g}" '
        f'height="{WIDTH_PX * box[3] / box[2]:.0f}" role="img" font-family="system-ui, DejaVu Sans, sans-serif">'
        f"<title>{html.escape(turn.title)}</title>{''.join(body)}</svg>"
    )


def mat(wide: float, deep: float) -> Iterable[str]:
    """The bare table with lines each half foot, and its rulers."""
    yield svg.area([[(0, 0), (wide, 0), (wide, -deep), (0, -deep)]], fill=MAT, stroke=INK, stroke_width=0.12)
    for x in range(6, math.ceil(wide), 6):
        yield svg.line([(x, 0), (x, -deep)], stroke=GRID, stroke_width=0.08 if x % 12 == 0 else 0.04)
    for y in range(6, math.ceil(deep), 6):
        yield svg.line([(0, -y), (wide, -y)], stroke=GRID, stroke_width=0.08 if y % 12 == 0 else 0.04)
    for x in range(0, math.ceil(wide) + 1, 12):
        yield text((x, 1.4), str(x), RULER_IN, SOFT)
    for y in range(0, math.ceil(deep) + 1, 12):
        yield text((-1.2, -y + 0.35), str(y), RULER_IN, SOFT)


def terrain(snapshot: Snapshot) -> Iterable[str]:
    """Terrain, the lowest first, each with its name and, if it is not solid, a broken edge."""
    features = sorted(snapshot.terrain.features, key=lambda feature: feature.z_top_in)
    for feature in features:
        look: svg.Look = {"fill": STONE, "fill_opacity": 0.75, "stroke": EDGE, "stroke_width": 0.1}
        if not feature.solid:
            look |= {"stroke_dasharray": "0.4 0.25", "fill_opacity": 0.35}
        yield svg.shape(feature.polygon, svg.UPWARDS, **look)
    for feature in features:
        min_x, min_y, max_x, max_y = feature.polygon.bounds
        size = min(0.8, 1.6 * (max_x - min_x) / max(len(feature.name), 1))
        if size > 0.35 and max_y - min_y > size:
            label_point = feature.polygon.representative_point()
            yield text((label_point.x, -label_point.y + size / 3), feature.name, size, SOFT)


def _draw_start(turn: Turn, placed: Placed) -> str:
    """A model's outline at the beginning of the turn, if it has left that place."""
    path = turn.ways.get(placed.model.id, ())
    initial = next((earlier for earlier in turn.before.models if earlier.model.id == placed.model.id), None)
    if initial is None or length(path) < LEAST_WAY_IN:
        return ""
    outline = initial.footprint.outline(48)
    colour = _side_colour(turn, placed)
    return svg.shape(outline, svg.UPWARDS, fill="none", stroke=colour, stroke_width=0.09, stroke_dasharray="0.25 0.2")


def _draw_path(turn: Turn, placed: Placed) -> str:
    """An arrow along the measured points, with its head at the edge of the base."""
    points = [(x, -y) for x, y in turn.ways.get(placed.model.id, ())]
    if length(points) < LEAST_WAY_IN:
        return ""
    tip_centre = points[-1]
    # points at the very end lie under its base, and would turn the head in any direction
    earlier_points = [
        point for point in points[:-1] if math.dist(point, tip_centre) > placed.footprint.extent_in(0.0) + HEAD_IN
    ]
    if not earlier_points:
        return ""
    direction = math.atan2(tip_centre[1] - earlier_points[-1][1], tip_centre[0] - earlier_points[-1][0])
    tip = _offset_point(tip_centre, direction, -placed.footprint.extent_in(-direction))
    wings = [_offset_point(tip, direction + spread, -HEAD_IN) for spread in (-0.45, 0.45)]
    colour = _side_colour(turn, placed)
    shaft = svg.line([*earlier_points, tip], stroke=colour, stroke_width=0.16, stroke_linejoin="round")
    return shaft + svg.area([[tip, *wings]], fill=colour)


def _draw_model(turn: Turn, placed: Placed) -> str:
    colour, size = _side_colour(turn, placed), min(placed.model.base.half_extents_in)
    x, y = placed.x_in, -placed.y_in
    base = svg.shape(placed.footprint.outline(48), svg.UPWARDS, fill=LIGHT, stroke=colour, stroke_width=0.14)
    shapes = base + emblem((x, y), size * 0.6, _side_index(turn, placed), colour)
    if placed.model.id in turn.fell:
        arm = size * 1.15
        for slope in (math.pi / 4, -math.pi / 4):
            ends = [_offset_point((x, y), slope, arm), _offset_point((x, y), slope, -arm)]
            shapes += svg.line(ends, stroke=FALLEN, stroke_width=0.26, stroke_linecap="round")
    return shapes


def emblem(at: Point, size: float, side: int, colour: str) -> str:
    """Disc, diamond, square, triangle, as on the tablet."""
    if side == 0:
        return svg.circle(at, size * 0.85, fill=colour)
    corners = {
        1: ((0, -1), (1, 0), (0, 1), (-1, 0)),
        2: ((-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75)),
        3: ((0, -1), (0.9, 0.7), (-0.9, 0.7)),
    }[side]
    return svg.area([[(at[0] + x * size, at[1] + y * size) for x, y in corners]], fill=colour)


def _draw_code(turn: Turn, placed: Placed) -> str:
    model = placed.model.id
    below = placed.y_in - placed.footprint.extent_in(-math.pi / 2) - CODE_IN * 0.9
    return text((placed.x_in, -below), turn.codes.get(model, model), CODE_IN, FALLEN if model in turn.fell else INK)


def text(at: Point, words: str, size: float, colour: str) -> str:
    """Words around a point, with a rim of the mat's colour."""
    rim = f'stroke="{MAT}" stroke-width="{size / 5:.3f}" paint-order="stroke" stroke-linejoin="round"'
    place = f'x="{at[0]:.2f}" y="{at[1]:.2f}" font-size="{size:.2f}" text-anchor="middle"'
    return f'<text {place} fill="{colour}" font-weight="600" {rim}>{html.escape(words)}</text>'


def length(points: Sequence[Point]) -> float:
    """The length of a path through points."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def _side_index(turn: Turn, placed: Placed) -> int:
    return turn.sides.index(placed.model.side) % len(SIDES) if placed.model.side in turn.sides else len(SIDES) - 1


def _side_colour(turn: Turn, placed: Placed) -> str:
    return SIDES[_side_index(turn, placed)]


def _offset_point(at: Point, turned: float, far: float) -> Point:
    return at[0] + far * math.cos(turned), at[1] + far * math.sin(turned)


# Colours by meaning, light and dark; drawings contain the light ones, so that each drawing is complete by itself.
COLOURS = {
    "paper": ("#ffffff", "#12171b"),
    "ink": (INK, "#eef2f4"),
    "soft": ("#4d5760", "#b9bfd0"),
    "line": ("#c9cfd4", "#3a454e"),
    "a": ("#8f3009", "#ffab70"),
    "b": ("#0f4a94", "#79c2ff"),
}
DRAWN = {
    INK: "#eef2f4",
    SOFT: "#c3c9d6",
    EDGE: "#8a97a2",
    GRID: "#2a333a",
    MAT: "#161c21",
    STONE: "#333e47",
    LIGHT: "#0e1216",
    FALLEN: "#ff9f90",
    **dict(zip(SIDES, ("#ffab70", "#79c2ff", "#e9e6dc", "#dcaaff"), strict=True)),
}


def _dark_rules(where: str) -> str:
    """The rules that make a report dark where a selector matches."""
    names = " ".join(f"--{name}: {dark};" for name, (_light, dark) in COLOURS.items())
    drawing_rules = "".join(
        # no text
        f"{where} svg [{attribute}='{light}'] {{ {attribute}: {dark}; }}\n"
        for light, dark in DRAWN.items()
        for attribute in ("fill", "stroke")
    )
    # no text
    return f"{where} {{ color-scheme: dark; {names} }}\n{drawing_rules}"


# no text
THEMES = f"""
:root {{ color-scheme: light; {" ".join(f"--{name}: {light};" for name, (light, _dark_one) in COLOURS.items())} }}
@media screen and (prefers-color-scheme: dark) {{ {_dark_rules(":root:not(:has(#light:checked))")} }}
@media screen {{ {_dark_rules(":root:has(#dark:checked)")} }}
"""

# no text
STYLE = THEMES + Path(__file__).with_name("battle_report.css").read_text(encoding="utf-8")
# The file's rights, wherever it is opened: use this style sheet, and show images that it carries. No script runs,
# not even one that found its way into a name, and no server is asked for anything.
POLICY = (
    # no text
    f"default-src 'none'; style-src 'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'; "
    "img-src data:; base-uri 'none'; form-action 'none'"
)


def theme_choice() -> str:
    """A choice of dark or light that needs no script."""
    choices = (("device", _("Match device")), ("dark", _("Dark")), ("light", pgettext("of a page", "Light")))
    labels = "".join(
        f'<label><input type="radio" name="theme" id="{name}"{" checked" if name == "device" else ""}> '
        f"{html.escape(title)}</label>"
        for name, title in choices
    )
    name = html.escape(_("Colours"))
    return f'<fieldset class="themes" aria-label="{name}">{labels}</fieldset>\n'
