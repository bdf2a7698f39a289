"""Settings of a game on the page: the players' clocks, and that frames of the camera are kept."""

from pathlib import Path

import pytest
from filmed_game import FilmedGame
from hosting import choose, orders, watched
from playwright.sync_api import expect
from screens import SIZES, Axe, Opened
from serving import served
from test_game_appearance import open_menu

from tablecam.game.replay.archive import Archive
from tablecam.rules.books.catalogue import BOOKS
from tablecam.table.miniature import Roster
from webui import create_app
from webui.entrance.access import alone
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_frames_are_kept_once_that_is_switched_on_and_the_page_says_so_until_it_is_switched_off(
    opened: Opened, tmp_path: Path, axe: Axe
) -> None:
    filmed = FilmedGame(tmp_path)
    roster = Roster(tuple(placed.model for placed in filmed.table.placed.values()))
    parts = Dependencies(
        filmed.table, lambda: roster, host=filmed.host, access=alone(("red", "blue")), books=BOOKS,
        archive=Archive(filmed.host.store, BOOKS), recorder=filmed.recorder,
    )  # fmt: skip
    with served(create_app(parts)) as address:
        page = opened(f"{address}/", SIZES["phone"])
        expect(page.locator("[data-frames-kept]")).to_have_count(0)
        open_menu(page)
        page.locator("[data-settings]").tap()
        expect(page.locator("[data-frames=off]")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("section", has=page.locator("[data-frames=on]"))).to_contain_text("show people who are in")
        page.locator("[data-frames=on]").tap()
        expect(page.locator("[data-frames-amount]")).to_contain_text("0 frames so far, 0.0 MB, in the folder frames")
        assert axe(page) == []
        page.get_by_role("button", name="Close").tap()
        expect(page.locator("[data-frames-kept]")).to_be_visible()
        filmed.film()
        filmed.play(2)
        assert len(filmed.ring.list_frames(filmed.game)) == 3
        open_menu(page)
        page.locator("[data-settings]").tap()
        expect(page.locator("[data-frames-amount]")).to_contain_text("3 frames so far")
        page.locator("[data-frames=off]").tap()
        expect(page.locator("[data-frames-amount]")).to_have_count(0)
        page.get_by_role("button", name="Close").tap()
        expect(page.locator("[data-frames-kept]")).to_have_count(0)
        filmed.recorder.step()
        assert filmed.ring.list_games() == frozenset()
    filmed.host.close()


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
