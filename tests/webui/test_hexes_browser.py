"""The hexes of a table that has a grid, drawn on the board."""

import math
from dataclasses import replace

import pytest
from fake_table import ShownLive
from playwright.sync_api import expect
from screens import SIZES, Opened

from tablecam.live.live_loop import PublishedFrame
from tablecam.table.table import Hex, HexGrid

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GRID = HexGrid(3.0, (10.0, 12.0))
# whether the outline passes through a place, in drawing coordinates; [x, y] in inches, y downwards
DRAWN = "(path, [x, y]) => path.isPointInStroke(new DOMPoint(x, y))"


def test_a_table_with_a_grid_shows_its_hexes_in_place_of_the_inches(
    opened: Opened, address: str, live: ShownLive, view: PublishedFrame
) -> None:
    assert view.snapshot
    page = opened(address, SIZES["landscape"])
    page.wait_for_selector(".board .grid.half")
    live.show(replace(view, number=2, snapshot=replace(view.snapshot, grid=GRID)))
    hexes = page.locator(".board path.hexes")
    expect(hexes).to_have_count(1)
    expect(page.locator(".board .grid.half")).to_have_count(0)
    deep = view.snapshot.depth_in
    # a hair of a stroke, so that a point beside an edge is beside it
    hexes.evaluate("path => { path.style.strokeWidth = '0.02px'; path.style.vectorEffect = 'none'; }")
    for q, r in ((0, 0), (2, 3), (7, -2)):
        x, y = GRID.middle(Hex(q, r))
        for turn in range(6):
            corner = math.radians(60 * turn)
            far = GRID.size_in / math.sqrt(3)
            at = [x + far * math.cos(corner), deep - y - far * math.sin(corner)]
            assert hexes.evaluate(DRAWN, at), (q, r, turn)
            side = math.radians(60 * turn + 30)
            at = [x + GRID.size_in / 2 * math.cos(side), deep - y - GRID.size_in / 2 * math.sin(side)]
            assert hexes.evaluate(DRAWN, at), (q, r, turn)
        assert not hexes.evaluate(DRAWN, [x, deep - y])
    live.show(replace(view, number=3))
    expect(hexes).to_have_count(0)
