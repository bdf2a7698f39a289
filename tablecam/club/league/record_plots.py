"""Records of a season as SVG: shares as bars, luck beside what was to be expected, and games by their length.

A table or a fact beside each says the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from tablecam.club.league.rating_plots import (
    BAND_PX,
    DOT_PX,
    FOOT_PX,
    PAD_PX,
    ROW_PX,
    TEXT_PX,
    WIDTH_PX,
    bar,
    drawing,
    words,
)
from tablecam.game.replay.report_svg import GRID, INK, SIDES, SOFT, STONE
from tablecam.table.measure import svg

TALL_PX, ABOVE_PX, GAP = 200.0, 30.0, 0.12
# room for the shortest bar of a number that is not nothing
LEAST_PX = 2.0

Row = TypeVar("Row")


@dataclass(frozen=True)
class ShareBar:
    """A row: what it is, its share from 0 to 1, and the share in words."""

    label: str
    share: float
    says: str


@dataclass(frozen=True)
class LuckDot:
    """A row: who, passes more than expected, and how many more or fewer 95 of 100 cases have; 0 if nobody knows."""

    label: str
    more: float
    within: float
    says: str


def shares_svg(title: str, rows: Sequence[ShareBar]) -> str:
    """A bar for each share, and a line at one half."""
    height = PAD_PX + len(rows) * ROW_PX
    half = WIDTH_PX / 2
    body = []
    for row, top, middle in _place_rows(rows):
        right = PAD_PX + (WIDTH_PX - 2 * PAD_PX) * row.share
        body += [bar(PAD_PX, max(right, PAD_PX + LEAST_PX), middle, SIDES[1]), *_label_row(top, row.label, row.says)]
        body.append(svg.line([(half, middle - BAND_PX - 3), (half, middle + BAND_PX + 3)], stroke=INK))
    return drawing(title, height, body)


def luck_svg(title: str, rows: Sequence[LuckDot]) -> str:
    """A dot for each person's luck on the band in which 95 of 100 cases lie; the line is what was to be expected."""
    height = PAD_PX + len(rows) * ROW_PX
    far = max(1.0, *(max(abs(row.more), row.within) for row in rows))

    def across(more: float) -> float:
        return WIDTH_PX / 2 + (WIDTH_PX / 2 - PAD_PX - DOT_PX) * more / far

    body = []
    for row, top, middle in _place_rows(rows):
        body += [bar(across(-row.within), across(row.within), middle)] if row.within else []
        body += [
            svg.line([(across(0), middle - BAND_PX - 3), (across(0), middle + BAND_PX + 3)], stroke=INK),
            svg.circle((across(row.more), middle), DOT_PX, fill=SIDES[1]),
            *_label_row(top, row.label, row.says),
        ]
    return drawing(title, height, body)


def steps_svg(title: str, steps: Sequence[tuple[str, int]]) -> str:
    """A column for each step with its number above and its name below."""
    most = max(1, *(number for _name, number in steps))
    bottom, wide = TALL_PX - FOOT_PX, (WIDTH_PX - 2 * PAD_PX) / len(steps)
    body = [svg.line([(PAD_PX, bottom), (WIDTH_PX - PAD_PX, bottom)], stroke=GRID)]
    for column, (name, number) in enumerate(steps):
        left, right = PAD_PX + wide * (column + GAP), PAD_PX + wide * (column + 1 - GAP)
        top = bottom - (bottom - ABOVE_PX) * number / most
        middle = (left + right) / 2
        fill = SIDES[1] if number else STONE
        body.append(svg.area([[(left, top), (right, top), (right, bottom), (left, bottom)]], fill=fill))
        body.append(words((middle, top - 6), str(number), "middle", INK))
        # no wider than the column, or they would run into each other
        if column % _columns_per_name(len(steps)) == 0:
            body.append(words((middle, TALL_PX - 8), name, "middle", SOFT))
    return drawing(title, TALL_PX, body)


def _columns_per_name(columns: int) -> int:
    """The number of columns that share a name."""
    return max(1, round(columns * 3 * TEXT_PX / (WIDTH_PX - 2 * PAD_PX)))


def _place_rows(rows: Sequence[Row]) -> list[tuple[Row, float, float]]:
    return [(row, PAD_PX + index * ROW_PX, PAD_PX + (index + 1) * ROW_PX - 14) for index, row in enumerate(rows)]


def _label_row(top: float, label: str, says: str) -> list[str]:
    return [
        words((PAD_PX, top + TEXT_PX), label, "start", INK),
        words((WIDTH_PX - PAD_PX, top + TEXT_PX), says, "end", INK),
    ]
