"""The board in drawings, as SVG and in pixels: the one renderer of reports, shared images and films.

    board_svg(moment_of(known, 41, codes))      # one moment, with title and caption
    turn_svg(turn)                              # a turn with the paths of its models, for paper
    png(drawing)                                # either in pixels

Drawings are in table inches with +y up, refer to nothing outside them, and contain only what a role may know.
"""

import html
import itertools
import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.log_view import match_title
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.rules.books.side_names import title_sides
from tablecam.table.measure import svg
from tablecam.table.measure.svg import Point
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot
from tablecam.table.table import COLUMN, HexGrid
from tablecam.table.terrain import Terrain

# ink: the emblem and the letter of the code tell the sides apart on a grey printer too
INK, SOFT, EDGE, GRID, MAT, STONE, LIGHT = "#1b1f23", "#4b555e", "#8b959e", "#e3e6e9", "#fbfaf7", "#d5d9dd", "#ffffff"
SIDES = ("#b8400f", "#1257a8", "#6b6130", "#7a2fa0")
FALLEN, HEX = "#a8001c", "#b9c0c6"
CODE_IN, RULER_IN, HEAD_IN = 0.95, 0.95, 0.7
# the corners of a side's emblem, in shares of its size; the first side has a disc
EMBLEMS = {
    1: ((0, -1), (1, 0), (0, 1), (-1, 0)),
    2: ((-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75)),
    3: ((0, -1), (0.9, 0.7), (-0.9, 0.7)),
}
AT_REST = "settled"


def draw_svg(box: tuple[float, float, float, float], width_px: float, title: str, body: Iterable[str]) -> str:
    """A whole drawing; box: left, top, width and height in inches, where y runs down."""
    left, top, width, height = box
    return (
        # no text
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}" '
        f'width="{width_px:g}" height="{width_px * height / width:.0f}" role="img" '
        f'font-family="system-ui, DejaVu Sans, sans-serif"><title>{html.escape(title)}</title>{"".join(body)}</svg>'
    )


def draw_mat(wide: float, deep: float) -> Iterable[str]:
    """The bare table with lines each half foot."""
    yield svg.area([[(0, 0), (wide, 0), (wide, -deep), (0, -deep)]], fill=MAT, stroke=INK, stroke_width=0.12)
    for x in range(6, math.ceil(wide), 6):
        yield svg.line([(x, 0), (x, -deep)], stroke=GRID, stroke_width=0.08 if x % 12 == 0 else 0.04)
    for y in range(6, math.ceil(deep), 6):
        yield svg.line([(0, -y), (wide, -y)], stroke=GRID, stroke_width=0.08 if y % 12 == 0 else 0.04)


def draw_rulers(wide: float, deep: float) -> Iterable[str]:
    """The feet along two edges of the table, in inches."""
    for x in range(0, math.ceil(wide) + 1, 12):
        yield draw_label((x, 1.4), str(x), RULER_IN, SOFT)
    for y in range(0, math.ceil(deep) + 1, 12):
        yield draw_label((-1.2, -y + 0.35), str(y), RULER_IN, SOFT)


def draw_terrain(terrain: Terrain) -> Iterable[str]:
    """Terrain, the lowest first; a feature that is not solid has a broken edge."""
    for feature in sorted(terrain.features, key=lambda feature: feature.z_top_in):
        look: svg.Look = {"fill": STONE, "fill_opacity": 0.75, "stroke": EDGE, "stroke_width": 0.1}
        if not feature.solid:
            look |= {"stroke_dasharray": "0.4 0.25", "fill_opacity": 0.35}
        yield svg.shape(feature.polygon, svg.UPWARDS, **look)


def draw_terrain_names(terrain: Terrain) -> Iterable[str]:
    """The name of each feature that has room for it."""
    for feature in terrain.features:
        min_x, min_y, max_x, max_y = feature.polygon.bounds
        size = min(0.8, 1.6 * (max_x - min_x) / max(len(feature.name), 1))
        if size > 0.35 and max_y - min_y > size:
            label_point = feature.polygon.representative_point()
            yield draw_label((label_point.x, -label_point.y + size / 3), feature.name, size, SOFT)


def draw_models(
    models: Sequence[Placed], codes: Mapping[str, str], sides: Iterable[str], fallen: frozenset[str]
) -> Iterable[str]:
    """Models with their short names over them all. sides: in their order; fallen: ids."""
    order = list(sides)
    for placed in models:
        yield draw_model(placed, find_side(order, placed.model.side), placed.model.id in fallen)
    for placed in models:
        yield draw_code(placed, codes[placed.model.id], placed.model.id in fallen)


def draw_model(placed: Placed, side: int, fallen: bool, colour: str = "") -> str:
    """A model's base with the emblem of its side, crossed out if it has fallen. colour: instead of the side's."""
    x, y, size = placed.x_in, -placed.y_in, min(placed.model.base.half_extents_in)
    look: svg.Look = {"fill": LIGHT, "stroke": colour or SIDES[side], "stroke_width": 0.14}
    if placed.state != AT_REST:
        look["stroke_dasharray"] = "0.3 0.2"
    shapes = svg.shape(placed.footprint.outline(48), svg.UPWARDS, **look)
    shapes += draw_emblem((x, y), size * 0.6, side, colour or SIDES[side])
    arm = size * 0.85
    for slope in (1, -1) if fallen else ():
        ends = [(x - arm, y - slope * arm), (x + arm, y + slope * arm)]
        shapes += svg.line(ends, stroke=FALLEN, stroke_width=0.26, stroke_linecap="round")
    return f'<g data-model="{html.escape(placed.model.id)}">{shapes}</g>'


def draw_code(placed: Placed, code: str, fallen: bool, scale: float = 1.0) -> str:
    """A model's short name below its base. scale: of its letters."""
    below = placed.y_in - placed.footprint.extent_in(-math.pi / 2) - CODE_IN * scale * 0.9
    return draw_label((placed.x_in, -below), code, CODE_IN * scale, FALLEN if fallen else INK)


def draw_emblem(at: Point, size: float, side: int, colour: str) -> str:
    """Disc, diamond, square, triangle, as on the tablet."""
    if side not in EMBLEMS:
        return svg.circle(at, size * 0.85, fill=colour)
    return svg.area([[(at[0] + x * size, at[1] + y * size) for x, y in EMBLEMS[side]]], fill=colour)


def draw_ringed_models(
    models: Sequence[Placed],
    codes: Mapping[str, str],
    sides: Iterable[str],
    fallen: frozenset[str],
    scale: float = 1.0,
) -> Iterable[str]:
    """Rings around models that a photograph shows, with the emblems of their sides, and their short names.

    scale: of strokes and letters; below 1 for a part of the table.
    """
    order = list(sides)
    for placed in models:
        yield _draw_ring(placed, find_side(order, placed.model.side), placed.model.id in fallen, scale)
    for placed in models:
        yield draw_code(placed, codes[placed.model.id], placed.model.id in fallen, scale)


def _draw_ring(placed: Placed, side: int, fallen: bool, scale: float) -> str:
    x, y, colour = placed.x_in, -placed.y_in, FALLEN if fallen else SIDES[side]
    reach = max(placed.model.base.half_extents_in) + 0.12
    rim = svg.circle((x, y), reach, fill="none", stroke=MAT, stroke_width=0.3 * scale)
    ring = svg.circle((x, y), reach, fill="none", stroke=colour, stroke_width=0.18 * scale)
    corner = (x + reach * 0.8, y - reach * 0.8)
    emblem = draw_emblem(corner, 0.5 * scale, side, MAT) + draw_emblem(corner, 0.38 * scale, side, colour)
    arm = reach * 0.7
    cross = "".join(
        svg.line(
            [(x - arm, y - slope * arm), (x + arm, y + slope * arm)],
            stroke=FALLEN,
            stroke_width=0.26 * scale,
            stroke_linecap="round",
        )
        for slope in ((1, -1) if fallen else ())
    )
    return f'<g data-model="{html.escape(placed.model.id)}">{rim}{ring}{cross}{emblem}</g>'


def draw_photograph(address: str, box: tuple[float, float, float, float]) -> str:
    """A photograph of a part of the table. box: left, bottom, right and top in inches, with y upwards."""
    left, bottom, right, top = box
    # no text
    return (
        f'<image href="{html.escape(address)}" x="{left:g}" y="{-top:g}" width="{right - left:g}" '
        f'height="{top - bottom:g}" preserveAspectRatio="none"/>'
    )


def draw_label(at: Point, words: str, size: float, colour: str) -> str:
    """Words around a point, with a rim of the mat's colour."""
    rim = f'stroke="{MAT}" stroke-width="{size / 5:.3f}" paint-order="stroke" stroke-linejoin="round"'
    place = f'x="{at[0]:.2f}" y="{at[1]:.2f}" font-size="{size:.2f}" text-anchor="middle"'
    return f'<text {place} fill="{colour}" font-weight="600" {rim}>{html.escape(words)}</text>'


def find_side(order: Iterable[str], side: str) -> int:
    """The index of a side's colour and emblem; the last for a side that does not play."""
    sides = list(order)
    return sides.index(side) % len(SIDES) if side in sides else len(SIDES) - 1


TURN_WIDTH_PX = 720.0
# marks of a photograph that is less wide than this are smaller
FULL_IN = 32.0
# room around the table for the numbers along its edges
MARGIN_IN = 2.2
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
    """The SVG of a turn."""
    wide, deep = turn.after.width_in, turn.after.depth_in
    # a model that stands about and is in no force has no code, and no part in the game
    drawn_models = [placed for placed in turn.after.models if placed.model.id in turn.codes.keys() - turn.gone]
    body = [
        *draw_mat(wide, deep),
        *draw_rulers(wide, deep),
        *draw_terrain(turn.after.terrain),
        *draw_terrain_names(turn.after.terrain),
        *(_draw_start(turn, placed) for placed in drawn_models),
        *(_draw_path(turn, placed) for placed in drawn_models),
        *draw_models(drawn_models, turn.codes, turn.sides, turn.fell),
    ]
    box = (-MARGIN_IN, -deep - MARGIN_IN, wide + 2 * MARGIN_IN, deep + 2 * MARGIN_IN)
    return draw_svg(box, TURN_WIDTH_PX, turn.title, body)


@dataclass(frozen=True)
class TablePicture:
    """A photograph of a part of the table, to be marked. address: of the image; box: left, bottom, right, top.

    codes: short names by id, of the models to mark; sides: in their order; fallen: models out of play.
    """

    address: str
    box: tuple[float, float, float, float]
    snapshot: Snapshot
    codes: Mapping[str, str]
    sides: Sequence[str]
    fallen: frozenset[str]
    title: str


def picture_svg(picture: TablePicture) -> str:
    """The SVG of a photograph with its models marked."""
    left, bottom, right, top = picture.box
    marked = [
        placed
        for placed in picture.snapshot.models
        if placed.model.id in picture.codes and left <= placed.x_in <= right and bottom <= placed.y_in <= top
    ]
    body = [
        draw_photograph(picture.address, picture.box),
        *draw_ringed_models(marked, picture.codes, picture.sides, picture.fallen, min(1.0, (right - left) / FULL_IN)),
    ]
    return draw_svg((left, -top, right - left, top - bottom), TURN_WIDTH_PX, picture.title, body)


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


def length(points: Sequence[Point]) -> float:
    """The length of a path through points."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def _side_colour(turn: Turn, placed: Placed) -> str:
    return SIDES[find_side(turn.sides, placed.model.side)]


def _offset_point(at: Point, turned: float, far: float) -> Point:
    return at[0] + far * math.cos(turned), at[1] + far * math.sin(turned)


WIDTH_PX = 960.0
# the paper around the table: beside it, above it for the title and the sides, and below it for the caption
BESIDE_IN, ABOVE_IN, BELOW_IN = 2.2, 4.0, 4.6
TITLE_IN, SIDE_IN, SAYS_IN = 1.3, 0.95, 0.95
# the average width of a letter, as a share of its height
LETTER = 0.66
LINES = 2


@dataclass(frozen=True)
class BoardMoment:
    """The content of a drawing. codes: short names by id, of the models drawn; fallen: models out of play.

    sides: names by id, in their order; title: above the board; says: below it, in one or two lines.
    """

    snapshot: Snapshot
    codes: Mapping[str, str]
    sides: Mapping[str, str]
    fallen: frozenset[str]
    title: str
    says: str


def find_moment(known: SeatHistory, number: int, codes: Mapping[str, str]) -> BoardMoment | None:
    """The board after one of a role's lines; None if no position had been measured."""
    position = known.moment(number)
    if position.snapshot is None:
        return None
    header = known.game.log.header
    sides = title_sides(header.seats, header.tags)
    state = position.state
    models: Mapping[str, Mapping[str, object]] = state["models"]
    fallen = frozenset(model for model, record in models.items() if not record["alive"])
    turn = _("{turn}, {phase}", turn=state["turn_title"], phase=state["phase"])
    when = turn if state["phase"] else str(state["turn_title"])
    says = _("{when}: {text}", when=when, text=position.line["text"])
    return BoardMoment(position.snapshot, codes, sides, fallen, match_title(sides.values()), says)


def board_svg(moment: BoardMoment) -> str:
    """The SVG of a moment."""
    wide, deep, terrain = moment.snapshot.width_in, moment.snapshot.depth_in, moment.snapshot.terrain
    left, top, width, height = box = (-BESIDE_IN, -deep - ABOVE_IN, wide + 2 * BESIDE_IN, deep + ABOVE_IN + BELOW_IN)
    paper = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    drawn_models = [placed for placed in moment.snapshot.models if placed.model.id in moment.codes]
    body = [
        svg.area([paper], fill=LIGHT),
        *_draw_words(moment, wide, deep),
        *draw_mat(wide, deep),
        *draw_rulers(wide, deep),
        *_draw_hexes(moment.snapshot.grid, wide, deep),
        *draw_terrain(terrain),
        *draw_terrain_names(terrain),
        *draw_models(drawn_models, moment.codes, moment.sides, moment.fallen),
    ]
    return draw_svg(box, WIDTH_PX, moment.title, body) + "\n"


def _draw_words(moment: BoardMoment, wide: float, deep: float) -> Iterable[str]:
    """The title, the sides with how many models of each still stand, and the caption."""
    yield _draw_line((0, -deep - 2.4), _shorten_text(moment.title, wide, TITLE_IN), TITLE_IN, INK)
    x = 0.0
    for number, (side, called) in enumerate(moment.sides.items()):
        colour = SIDES[number % len(SIDES)]
        side_text = _shorten_text(_side_text(moment, side, called), wide / len(moment.sides) - 2, SIDE_IN)
        yield draw_emblem((x + 0.5, -deep - 1.05), 0.5, number % len(SIDES), colour)
        yield _draw_line((x + 1.3, -deep - 0.7), side_text, SIDE_IN, colour)
        x += wide / len(moment.sides)
    for row, words in enumerate(_wrap_caption(moment.says, wide)):
        yield _draw_line((0, 2.8 + row * 1.4 * SAYS_IN), words, SAYS_IN, SOFT)


def _side_text(moment: BoardMoment, side: str, called: str) -> str:
    models = [placed.model.id for placed in moment.snapshot.models if placed.model.side == side]
    models = [model for model in models if model in moment.codes]
    standing = len(set(models) - moment.fallen)
    return _("{side}: {standing} of {all}", side=called, standing=standing, all=len(models)) if models else called


def _wrap_caption(says: str, wide: float) -> Sequence[str]:
    return textwrap.wrap(says, max(10, int(wide / (LETTER * SAYS_IN))), max_lines=LINES, placeholder=" …")


def _shorten_text(words: str, wide: float, size: float) -> str:
    return textwrap.shorten(words, max(10, int(wide / (LETTER * size))), placeholder=" …")


def _draw_line(at: svg.Point, words: str, size: float, colour: str) -> str:
    place = f'x="{at[0]:.2f}" y="{at[1]:.2f}" font-size="{size:.2f}"'
    return f'<text {place} fill="{colour}" font-weight="600">{html.escape(words)}</text>'


def _draw_hexes(grid: HexGrid | None, wide: float, deep: float) -> Iterable[str]:
    """The outline of each hex whose centre is on the table."""
    if grid is None:
        return
    corner, half_height = grid.size_in / math.sqrt(3), grid.size_in / 2
    origin_x, near = grid.origin_in
    step = COLUMN * grid.size_in
    for q in range(math.ceil(-origin_x / step), math.floor((wide - origin_x) / step) + 1):
        x = origin_x + q * step
        up = near + q * half_height
        for r in range(math.ceil(-up / grid.size_in), math.floor((deep - up) / grid.size_in) + 1):
            y = -(up + r * grid.size_in)
            ring = [(x - corner / 2, y - half_height), (x + corner / 2, y - half_height), (x + corner, y)]
            ring += [(x + corner / 2, y + half_height), (x - corner / 2, y + half_height), (x - corner, y)]
            yield svg.area([ring], fill="none", stroke=HEX, stroke_width=0.06)


# as high as a wide screen, and sharp on a telephone
PNG_WIDTH_PX = 1600
FAMILY = "Bitstream Vera Sans"  # no text: the name of a font
FILES = ("Vera.ttf", "VeraBd.ttf")  # no text


def png(drawing: str, width_px: int = PNG_WIDTH_PX) -> bytes:
    """The SVG text as a PNG of a width. Letters that the font lacks come from the fonts of the system."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawing,
            width=width_px,
            sans_serif_family=FAMILY,
            font_files=[str(file) for file in _font_files()],
        )
    )


def _font_files() -> list[Path]:
    """The files of the font, which come with the library that writes PDF."""
    spec = find_spec("reportlab")
    folders = spec.submodule_search_locations if spec else None
    return [Path(folder) / "fonts" / name for folder in folders or () for name in FILES]
