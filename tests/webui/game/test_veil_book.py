"""A game of hidden blocks by touch: picked, counted, held against each other, and named only once they are revealed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting import Table, miniature
from playwright.sync_api import Page, expect
from real_game import RealGame
from screens import Opened
from serving import served
from veil import WHO, WITH_VEIL

from tablecam.game.hosting.game_host import GameHost
from tablecam.game.replay.archive import Archive
from tablecam.live.game_observer import GameObserver
from tablecam.rules.books.game_setups import GameSetups
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Placed, Roster
from webui import create_app
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = {model: name for blocks in WHO.values() for model, name in blocks.items()}


@pytest.fixture
def veil(tmp_path: Path) -> Iterator[RealGame]:
    """The six blocks stand on the table; no game is on."""
    table, store = Table(), GameStore(open_database(str(tmp_path / "games.db")))
    noise = table.placed["ida"].covariance
    table.placed = {
        model: Placed(miniature(model, "red" if model[0] == "r" else "blue"), 8.0 + 5 * n, 12.0, 0.0, 0.0, noise)
        for n, model in enumerate(NAMES)
    }
    table.show()
    follower = GameObserver(table)
    host = GameHost(store, GameSetups(books=WITH_VEIL), dict, follower)
    roster = Roster(tuple(placed.model for placed in table.placed.values()))
    parts = Dependencies(table, lambda: roster, host=host, archive=Archive(store, WITH_VEIL), books=WITH_VEIL)
    with served(create_app(parts)) as address:
        follower.follow(host)
        try:
            yield RealGame(host, table, address)
        finally:
            follower.stop()
            table.stop()
            host.close()


def tap(page: Page, css: str) -> None:
    page.locator(f".form {css}").tap()


@pytest.mark.long
def test_blocks_are_picked_counted_and_revealed_by_touch(opened: Opened, veil: RealGame) -> None:
    page = opened(veil.address)
    page.locator(".begin-game").tap()
    page.locator("[data-book=veil]").tap()
    page.locator("[data-begin]").tap()
    # the shared tablet knows no block of either side
    expect(page.locator(".question h2")).to_have_text("Blocks that fire")
    expect(page.locator(".form [data-option=r1]")).to_contain_text("Block 1")
    for block in ("r2", "r1"):
        tap(page, f"[data-option={block}]")
    expect(page.locator(".form [data-option=r3]")).to_be_disabled()
    tap(page, "[data-confirm]")

    expect(page.locator(".question h2")).to_have_text("Hexes in sight")
    expect(page.locator(".count-form")).to_contain_text("V-1")
    tap(page, "[data-key='1']")
    tap(page, "[data-key='4']")
    tap(page, "[data-step='1']")
    page.get_by_role("button", name="Confirm 15").tap()

    # the camera says how far it is
    tap(page, "[data-option=b2]")
    expect(page.locator("[data-side=red]").first).to_contain_text("+1")
    for face in ("7", "7"):
        page.locator(f".question .form [data-key='{face}']").first.tap()
    # ahead by its modifier: the enemy is revealed, and is called by name from now on
    expect(page.locator(".hit-chances li")).to_have_count(4)
    expect(page.locator(".lately-told")).to_contain_text("Quick rifles")
    assert veil.told["names"]["b2"]["name"] == "Quick rifles"
    assert veil.told["names"]["b1"]["name"] == "Block 4"
    tap(page, "[data-key='6']")

    tap(page, "[data-item=r1][data-option=on]")
    tap(page, "[data-confirm]")
    expect(page.locator(".game-head h1")).to_have_text("Turn of Blue")
    page.locator("[data-undo]").tap()
    expect(page.locator(".question h2")).to_have_text("Who stands on wall or beside it?")


def test_a_side_sees_who_its_blocks_are_while_the_other_looks_away(opened: Opened, veil: RealGame) -> None:
    veil.host.begin({"book": "veil"})
    page = opened(veil.address)
    page.locator("[data-own=red]").tap()
    page.get_by_role("button", name="Show for 20 s").tap()
    expect(page.locator(".hidden-counters")).to_contain_text("Lady Zenobia")
    expect(page.locator(".hidden-counters li")).to_have_count(3)
