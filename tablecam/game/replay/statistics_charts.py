"""Statistics of games in words and drawings: each chart with its table."""

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import localise_decimals
from tablecam.base.lengths import convert_to_unit, figures, format_length, short, with_sign
from tablecam.game.replay.board_svg import GRID, INK, LIGHT, SIDES, SOFT, STONE
from tablecam.game.replay.game_statistics import BAND, STRETCH_IN, STRETCHES, Kind, Rolls, Statistics
from tablecam.rules.books.catalogue import Catalogue
from tablecam.table.measure import svg

WIDTH_PX, ROW_PX, LABEL_PX, FOOT_PX, PAD_PX = 720.0, 30.0, 230.0, 24.0, 14.0
TEXT_PX, MOST_LETTERS = 14.0, 30
# a scale has at most this many steps
STEPS = 5


@dataclass(frozen=True)
class Bar:
    """A row. value: the count; expected and band: its expectation, None if there is none.

    side: its side, by number; None for no side.
    """

    label: str
    value: float
    expected: float | None = None
    band: tuple[float, float] | None = None
    side: int | None = None


def bars_svg(title: str, bars: Sequence[Bar], marked: Callable[[str], str] = str) -> str:
    """The drawing: a bar for each value, the band as a broad pale bar behind it, the expectation as a stroke.

    marked: adds the unit to a number of the scale.
    """
    highest = max([0.0, *(bar.value for bar in bars), *(bar.band[1] for bar in bars if bar.band)])
    step = _choose_step(highest)
    top = step * max(1, -(-highest // step))
    height = len(bars) * ROW_PX + FOOT_PX + PAD_PX
    body = [*_draw_scale(top, step, height, marked), *(_draw_row(number, bar, top) for number, bar in enumerate(bars))]
    return (
        # no text
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH_PX:g} {height:g}" width="{WIDTH_PX:g}" '
        f'height="{height:g}" role="img" font-family="system-ui, DejaVu Sans, sans-serif">'
        f"<title>{html.escape(title)}</title>"
        f'<rect width="{WIDTH_PX:g}" height="{height:g}" fill="{LIGHT}"/>{"".join(body)}</svg>'
    )


def _draw_scale(top: float, step: float, height: float, marked: Callable[[str], str]) -> list[str]:
    marks = [step * number for number in range(int(top / step + 0.5) + 1)]
    lines = [
        svg.line([(_to_pixels(mark, top), PAD_PX), (_to_pixels(mark, top), height - FOOT_PX)], stroke=GRID)
        for mark in marks
    ]
    return [
        *lines,
        *(_draw_text((_to_pixels(mark, top), height - 7), marked(f"{mark:g}"), "middle", SOFT) for mark in marks),
    ]


def _draw_row(number: int, bar: Bar, top: float) -> str:
    middle = PAD_PX + (number + 0.5) * ROW_PX
    colour = SOFT if bar.side is None else SIDES[bar.side % len(SIDES)]
    label = bar.label if len(bar.label) <= MOST_LETTERS else f"{bar.label[: MOST_LETTERS - 1]}…"
    shapes = _draw_text((LABEL_PX - 10, middle + TEXT_PX / 3), label, "end", INK)
    if bar.band:
        shapes += _draw_bar(bar.band, top, (middle, 10), STONE)
    shapes += _draw_bar((0, bar.value), top, (middle, 4), colour)
    if bar.expected is not None:
        expected_x = _to_pixels(bar.expected, top)
        shapes += svg.line([(expected_x, middle - 11), (expected_x, middle + 11)], stroke=INK, stroke_width=2.0)
    return shapes


def _draw_bar(ends: tuple[float, float], top: float, at: tuple[float, float], colour: str) -> str:
    """Draw a bar from one value to another. at: its middle, and how far it reaches up and down."""
    (start_x, end_x), (middle, reach) = (_to_pixels(value, top) for value in ends), at
    corners = [(start_x, middle - reach), (end_x, middle - reach), (end_x, middle + reach), (start_x, middle + reach)]
    return svg.area([corners], fill=colour)


def _to_pixels(value: float, top: float) -> float:
    return LABEL_PX + (WIDTH_PX - LABEL_PX - 2 * PAD_PX) * value / top


def _choose_step(most: float) -> float:
    """The distance between the marks of a scale: 1, 2 or 5 times a power of ten."""
    step = 1.0
    while most / step > STEPS:
        step *= 2.5 if f"{step:.0e}".startswith("2") else 2
    return step


def _draw_text(at: tuple[float, float], words: str, anchor: str, colour: str) -> str:
    place = f'x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{TEXT_PX:g}" text-anchor="{anchor}"'  # no text
    return f'<text {place} fill="{colour}">{html.escape(words)}</text>'


# returns the name of a rulebook's check
Titled = Callable[[Kind], str]


@dataclass(frozen=True)
class StatisticsChart:
    """A drawing and its table. key: a code; text: how to read it; columns and rows: of text, the first a heading.

    svg and rows are empty if nothing of the kind is recorded; the text says why.
    """

    key: str
    title: str
    text: str
    svg: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def make_titler(books: Catalogue) -> Titled:
    """A function that names a check in the words of its rulebook."""

    def titled(kind: Kind) -> str:
        return str(books.book(kind.game).phrases.check(kind.name))

    return titled


def charts(counted: Statistics, titled: Titled, sides: Mapping[str, str] | None = None) -> list[StatisticsChart]:
    """The charts of some statistics; empty ones are left out, or say why they are empty.

    sides: the names of the seats of one game, in order.
    """
    called = sides or {}
    all_charts = [
        _chart_checks(counted, titled, called),
        _chart_faces(counted),
        _chart_shots(counted),
        _chart_paths(counted, called),
    ]
    return [chart for chart in all_charts if chart.rows or not chart.svg]


def _chart_checks(counted: Statistics, titled: Titled, sides: Mapping[str, str]) -> StatisticsChart:
    seats = [*sides]
    rows = [
        (_label_check(sides, kind.seat, titled(kind)), rolls, seats.index(kind.seat) if kind.seat in seats else None)
        for kind, rolls in sorted(counted.rolls.items(), key=lambda item: _seat_place(item[0].seat, seats))
        if rolls.most
    ]
    title = _("Rolls compared with expectation")
    return StatisticsChart(
        "rolls", title, _reading_help(), bars_svg(title, [_share_bar(*row) for row in rows], _percent_text),
        (_("Roll"), *_number_titles()), tuple((label, *_figure_cells(rolls)) for label, rolls, _side in rows),
    )  # fmt: skip


def _chart_faces(counted: Statistics) -> StatisticsChart:
    rows = []
    for die, faces in counted.faces.items():
        for face in range(die.first, die.last + 1):
            rolls = Rolls()
            rolls.add(faces[face], die.chances(), faces.total())
            rows.append((_("{die}: {face}", die=die.name, face=face), rolls))
    title = _("Faces of the dice")
    return StatisticsChart(
        "faces", title, _reading_help(),
        bars_svg(title, [_share_bar(label, rolls) for label, rolls in rows], _percent_text),
        (_("Face"), _("Rolled"), _("Came up"), _("Expected"), _("Band")),
        tuple((label, *_figure_cells(rolls)) for label, rolls in rows),
    )  # fmt: skip


def _chart_shots(counted: Statistics) -> StatisticsChart:
    rows = [(_stretch_label(stretch), rolls) for stretch, rolls in sorted(counted.shots.items())]
    title = _("Shots by range, with their hits")
    if not rows and counted.rolls and counted.unaimed == counted.games:
        return StatisticsChart("shots", title, _missing_text(), "", (), ())
    text = f"{_reading_help()} {_partial_text()}" if counted.unaimed else _reading_help()
    return StatisticsChart(
        "shots", title, text, bars_svg(title, [_share_bar(label, rolls) for label, rolls in rows], _percent_text),
        (_("Range"), _("Shots"), _("Hits"), _("Expected"), _("Band")),
        tuple((label, *_figure_cells(rolls)) for label, rolls in rows),
    )  # fmt: skip


def _chart_paths(counted: Statistics, called: Mapping[str, str]) -> StatisticsChart:
    seats = [*called]
    rows = sorted(counted.walked.items(), key=lambda item: (_seat_place(item[0].seat, seats), -item[1]))
    title = _("Distance moved")
    sides = [seats.index(who.seat) if who.seat in seats else None for who, _far_in in rows]
    bars = [Bar(who.name, convert_to_unit(far_in), side=side) for (who, far_in), side in zip(rows, sides, strict=True)]
    return StatisticsChart(
        "ways", title, _("The distance that each model moved, between measured positions."),
        bars_svg(title, bars, with_sign),
        (_("Model"), _("Side"), _("Distance")),
        tuple((who.name, called.get(who.seat, who.seat), str(format_length(far_in))) for who, far_in in rows),
    )  # fmt: skip


def _share_bar(label: str, rolls: Rolls, side: int | None = None) -> Bar:
    """Rolls in per cent of their highest possible total, so that many and few stand side by side."""
    percent = 100 / rolls.most
    low, high = rolls.band()
    return Bar(label, rolls.scored * percent, rolls.expected * percent, (low * percent, high * percent), side)


def _figure_cells(rolls: Rolls) -> tuple[str, ...]:
    low, high = rolls.band()
    outside = "" if low <= rolls.scored <= high else " !"
    return str(rolls.rolled), f"{rolls.scored}{outside}", localise_decimals(f"{rolls.expected:.1f}"), f"{low}–{high}"


def _number_titles() -> tuple[str, ...]:
    return _("Rolled"), _("Passed"), _("Expected"), _("Band")


def _reading_help() -> str:
    return _(
        "The line marks the expected result. In {percent} games out of 100 the bar ends inside the pale band. "
        "A bar that ends outside it is marked with a !.",
        percent=round(100 * BAND),
    )


def _missing_text() -> str:
    return _("Not recorded: the rolls of this rulebook do not name the target, so no shot has a range.")


def _partial_text() -> str:
    return _("Games are left out if their rulebook’s rolls do not name the target.")


def _stretch_label(stretch: int) -> str:
    low = stretch * STRETCH_IN
    if stretch == STRETCHES - 1:
        return _("over {low}", low=short(low))
    return _("{low} to {high}", low=figures(low, 0), high=short(low + STRETCH_IN))


def _percent_text(number: str) -> str:
    return f"{number} %"


def _label_check(sides: Mapping[str, str], seat: str, title: str) -> str:
    return _("{side}: {check}", side=sides.get(seat, seat), check=title) if seat else title


def _seat_place(seat: str, seats: Sequence[str]) -> int:
    return seats.index(seat) if seat in seats else len(seats)
