"""The board of one moment as a drawing, in SVG and in pixels: where models stood, and what had just happened.

    board_svg(moment_of(known, 41, codes))

It contains only what a role may know.
"""

import html
import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.log_view import match_title
from tablecam.game.replay.report_svg import CODE_IN, FALLEN, INK, LIGHT, SIDES, SOFT, emblem, mat, terrain, text
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.rules.books.side_names import title_sides
from tablecam.table.measure import svg
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot
from tablecam.table.table import COLUMN, HexGrid

WIDTH_PX = 960.0
# the paper around the table: beside it, above it for the title and the sides, and below it for the caption
BESIDE_IN, ABOVE_IN, BELOW_IN = 2.2, 4.0, 4.6
PAPER, HEX = "#ffffff", "#b9c0c6"
TITLE_IN, SIDE_IN, SAYS_IN = 1.3, 0.95, 0.95
# the average width of a letter, as a share of its height
LETTER = 0.66
LINES = 2
AT_REST = "settled"


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
    """The SVG of a moment, +y up, in table inches, with no reference to anything outside it."""
    wide, deep = moment.snapshot.width_in, moment.snapshot.depth_in
    width, height = wide + 2 * BESIDE_IN, deep + ABOVE_IN + BELOW_IN
    left_in, top = -BESIDE_IN, -deep - ABOVE_IN
    drawn_models = [placed for placed in moment.snapshot.models if placed.model.id in moment.codes]
    body = [
        svg.area(
            [[(left_in, top), (left_in + width, top), (left_in + width, top + height), (left_in, top + height)]],
            fill=PAPER,
        ),
        *_draw_words(moment, wide, deep),
        *mat(wide, deep),
        *_draw_hexes(moment.snapshot.grid, wide, deep),
        *terrain(moment.snapshot),
        *(_draw_model(moment, placed) for placed in drawn_models),
        *(_draw_code(moment, placed) for placed in drawn_models),
    ]
    return (
        # no text
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left_in:g} {top:g} {width:g} {height:g}" '
        f'width="{WIDTH_PX:g}" height="{WIDTH_PX * height / width:.0f}" role="img" '
        f'font-family="system-ui, DejaVu Sans, sans-serif"><title>{html.escape(moment.title)}</title>'
        f"{''.join(body)}</svg>\n"
    )


def _draw_words(moment: BoardMoment, wide: float, deep: float) -> Iterable[str]:
    """The title, the sides with how many models of each still stand, and the caption."""
    yield _draw_line((0, -deep - 2.4), _shorten_text(moment.title, wide, TITLE_IN), TITLE_IN, INK)
    x = 0.0
    for number, (side, called) in enumerate(moment.sides.items()):
        colour = SIDES[number % len(SIDES)]
        side_text = _shorten_text(_side_text(moment, side, called), wide / len(moment.sides) - 2, SIDE_IN)
        yield emblem((x + 0.5, -deep - 1.05), 0.5, number % len(SIDES), colour)
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


def _draw_model(moment: BoardMoment, placed: Placed) -> str:
    side = _side_index(moment, placed)
    x, y, size = placed.x_in, -placed.y_in, min(placed.model.base.half_extents_in)
    look: svg.Look = {"fill": LIGHT, "stroke": SIDES[side], "stroke_width": 0.14}
    if placed.state != AT_REST:
        look["stroke_dasharray"] = "0.3 0.2"
    drawn = svg.shape(placed.footprint.outline(48), svg.UPWARDS, **look) + emblem((x, y), size * 0.6, side, SIDES[side])
    if placed.model.id in moment.fallen:
        arm = size * 0.85
        for slope in (1, -1):
            ends = [(x - arm, y - slope * arm), (x + arm, y + slope * arm)]
            drawn += svg.line(ends, stroke=FALLEN, stroke_width=0.26, stroke_linecap="round")
    return f'<g data-model="{html.escape(placed.model.id)}">{drawn}</g>'


def _draw_code(moment: BoardMoment, placed: Placed) -> str:
    below = placed.y_in - placed.footprint.extent_in(-math.pi / 2) - CODE_IN * 0.9
    colour = FALLEN if placed.model.id in moment.fallen else INK
    return text((placed.x_in, -below), moment.codes[placed.model.id], CODE_IN, colour)


def _side_index(moment: BoardMoment, placed: Placed) -> int:
    order = [*moment.sides]
    return order.index(placed.model.side) % len(SIDES) if placed.model.side in order else len(SIDES) - 1


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
