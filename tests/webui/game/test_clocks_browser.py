"""The players' clocks on the page: set under Settings, running for the side that is waited for, and paused."""

from pathlib import Path

import pytest
from hosting import choose, orders, watched
from playwright.sync_api import expect
from screens import SIZES, Axe, Opened
from serving import served
from test_game_appearance import open_menu

from tablecam.rules.books.catalogue import BOOKS
from tablecam.table.miniature import Roster
from webui import create_app
from webui.entrance.access import alone
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_clocks_are_set_run_for_the_side_that_is_waited_for_and_pause(opened: Opened, tmp_path: Path, axe: Axe) -> None:
    host, table, _follower = watched(tmp_path)
    roster = Roster(tuple(placed.model for placed in table.placed.values()))
    parts = Dependencies(table, lambda: roster, host=host, access=alone(("red", "blue")), books=BOOKS)
    with served(create_app(parts)) as address:
        page = opened(f"{address}/", SIZES["phone"])
        open_menu(page)
        page.locator("[data-settings]").tap()
        page.locator("[data-clock-minutes='45']").tap()
        expect(page.locator("[data-clock-minutes='0']")).to_have_attribute("aria-pressed", "false")
        page.get_by_role("button", name="Close").tap()
        expect(page.locator("[data-clocks='red blue']")).to_be_visible()
        orders(host)
        choose(host, "red", [9], source="dice pad")
        expect(page.locator("[data-clocks=blue] [data-clock=blue]")).to_have_class("runs")
        assert axe(page) == []
        page.locator("[data-pause-clocks]").tap()
        expect(page.locator("[data-clocks=paused]")).to_contain_text("Go on")
        expect(page.locator("[data-clock=blue]")).not_to_have_class("runs")
    host.close()
