"""Bars with their expectation, as SVG for paper and page; a table beside it says the same."""

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tablecam.game.replay.report_svg import GRID, INK, LIGHT, SIDES, SOFT, STONE
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
