"""Bars with what was to be expected of them, as SVG for paper and page; a table beside it says the same."""

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tablecam.game.replay.report_svg import GRID, INK, LIGHT, SIDES, SOFT, STONE
from tablecam.table.measure import svg

WIDTH_PX, ROW_PX, LABEL_PX, FOOT_PX, PAD_PX = 720.0, 30.0, 230.0, 24.0, 14.0
TEXT_PX, MOST_LETTERS = 14.0, 30
# so many stretches has a scale at most
STEPS = 5


@dataclass(frozen=True)
class Bar:
    """A row. value: what there was; expected and band: what was to be expected, None where nothing was.

    side: whose it is, by number; None for nobody's.
    """

    label: str
    value: float
    expected: float | None = None
    band: tuple[float, float] | None = None
    side: int | None = None


def bars_svg(title: str, bars: Sequence[Bar], marked: Callable[[str], str] = str) -> str:
    """The drawing: a bar for each value, the band as a broad pale bar behind it, the expectation as a stroke.

    marked: puts the unit to a number of the scale.
    """
    most = max([0.0, *(bar.value for bar in bars), *(bar.band[1] for bar in bars if bar.band)])
    step = _step(most)
    top = step * max(1, -(-most // step))
    height = len(bars) * ROW_PX + FOOT_PX + PAD_PX
    body = [*_scale(top, step, height, marked), *(_row(number, bar, top) for number, bar in enumerate(bars))]
    return (
        # no text
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH_PX:g} {height:g}" width="{WIDTH_PX:g}" '
        f'height="{height:g}" role="img" font-family="system-ui, DejaVu Sans, sans-serif">'
        f"<title>{html.escape(title)}</title>"
        f'<rect width="{WIDTH_PX:g}" height="{height:g}" fill="{LIGHT}"/>{"".join(body)}</svg>'
    )


def _scale(top: float, step: float, height: float, marked: Callable[[str], str]) -> list[str]:
    marks = [step * number for number in range(int(top / step + 0.5) + 1)]
    lines = [svg.line([(_x(at, top), PAD_PX), (_x(at, top), height - FOOT_PX)], stroke=GRID) for at in marks]
    return [*lines, *(_text((_x(at, top), height - 7), marked(f"{at:g}"), "middle", SOFT) for at in marks)]


def _row(number: int, bar: Bar, top: float) -> str:
    middle = PAD_PX + (number + 0.5) * ROW_PX
    colour = SOFT if bar.side is None else SIDES[bar.side % len(SIDES)]
    label = bar.label if len(bar.label) <= MOST_LETTERS else f"{bar.label[: MOST_LETTERS - 1]}…"
    drawn = _text((LABEL_PX - 10, middle + TEXT_PX / 3), label, "end", INK)
    if bar.band:
        drawn += _bar(bar.band, top, (middle, 10), STONE)
    drawn += _bar((0, bar.value), top, (middle, 4), colour)
    if bar.expected is not None:
        at = _x(bar.expected, top)
        drawn += svg.line([(at, middle - 11), (at, middle + 11)], stroke=INK, stroke_width=2.0)
    return drawn


def _bar(ends: tuple[float, float], top: float, at: tuple[float, float], colour: str) -> str:
    """From one value to another. at: its middle, and how far it reaches up and down."""
    (left, right), (middle, half) = (_x(end, top) for end in ends), at
    corners = [(left, middle - half), (right, middle - half), (right, middle + half), (left, middle + half)]
    return svg.area([corners], fill=colour)


def _x(value: float, top: float) -> float:
    return LABEL_PX + (WIDTH_PX - LABEL_PX - 2 * PAD_PX) * value / top


def _step(most: float) -> float:
    """The distance of the marks of a scale: 1, 2 or 5 times a power of ten."""
    step = 1.0
    while most / step > STEPS:
        step *= 2.5 if f"{step:.0e}".startswith("2") else 2
    return step


def _text(at: tuple[float, float], words: str, anchor: str, colour: str) -> str:
    place = f'x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{TEXT_PX:g}" text-anchor="{anchor}"'  # no text
    return f'<text {place} fill="{colour}">{html.escape(words)}</text>'
