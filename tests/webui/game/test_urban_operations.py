"""Urban Operations by touch: the scenario is begun, a block acts face down, and a fight is counted and rolled."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting import Table, miniature
from playwright.sync_api import Page, expect
from real_game import RealGame
from screens import Opened
from serving import served

from tablecam.game.hosting.game_host import GameHost
from tablecam.game.replay.archive import Archive
from tablecam.live.game_observer import GameObserver
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Placed, Roster
from webui import create_app
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.long]

BLOCKS = {f"block-{n}": "red" if n <= 10 else "blue" for n in range(1, 21)}


@pytest.fixture
def quarter(tmp_path: Path) -> Iterator[RealGame]:
    """Ten blocks a side stand on the table; no game is on."""
    table, store = Table(), GameStore(open_database(str(tmp_path / "games.db")))
    noise = table.placed["ida"].covariance
    table.placed = {
        block: Placed(miniature(block, side), 4.0 + 4 * (n % 10), 8.0 if n < 10 else 30.0, 0.0, 0.0, noise)
        for n, (block, side) in enumerate(BLOCKS.items())
    }
    table.show()
    follower = GameObserver(table)
    host = GameHost(store, GameSetups(BOOKS), dict, follower)
    roster = Roster(tuple(placed.model for placed in table.placed.values()))
    parts = Dependencies(table, lambda: roster, host=host, archive=Archive(store, BOOKS), books=BOOKS)
    with served(create_app(parts)) as address:
        follower.follow(host)
        try:
            yield RealGame(host, table, address)
        finally:
            follower.stop()
            table.stop()
            host.close()


def tap(page: Page, css: str) -> None:
    page.locator(f".form {css}").first.tap()


def test_blocks_face_down_act_and_a_fight_is_rolled_by_touch(opened: Opened, quarter: RealGame) -> None:
    page = opened(quarter.address)
    page.locator(".begin-game").tap()
    page.locator("[data-book=urban-operations]").tap()
    page.locator("[data-begin]").tap()
    expect(page.locator(".question h2").first).to_contain_text("The salt market")
    quarter.answer("set-up", True)
    # what the aid lost is proposed once, and what the table plays otherwise is asked at once
    expect(page.locator(".question h2").first).to_contain_text("The player aid has lost")
    tap(page, "[data-option=look]")
    expect(page.locator("[data-option='smoke.units=rifles']")).to_contain_text("Which units may fire smoke grenades?")
    tap(page, "[data-option='weapon.first.no_building=no']")
    tap(page, "[data-confirm]")
    expect(page.locator(".question h2").first).to_contain_text("barred from firing inside a building?")
    tap(page, "[data-option='each time']")
    for action, raw in (
        ("event.title", "none"), ("event.title", "none"), ("3d.by", "done"), ("3d.by", "done"), ("starts", "first"),
        ("impulse", "Anchor"),
    ):  # fmt: skip
        quarter.answer(action, raw)
    expect(page.locator(".question h2").first).to_contain_text("Anchor")
    # the shared tablet knows no block of either side
    expect(page.locator(".form [data-option=block-2]")).to_contain_text("Block 2")
    tap(page, "[data-option=block-2]")
    quarter.answer("action", "fire")
    quarter.answer("how", "stand")
    expect(page.locator(".question h2").first).to_contain_text("Whom does Marines 2 fire at?")
    quarter.answer("target.fire", "block-14")
    expect(page.locator(".question h2").first).to_contain_text("16 stands for everything beyond 15")
    expect(page.locator(".count-form .notes")).to_have_text("2 EP: wall of a building and outer wall")
    tap(page, "[data-key='4']")
    page.get_by_role("button", name="Confirm 4").tap()
    quarter.answer("sees", True)
    quarter.answer("inside", True)
    # what is still open is asked with the block, the weapon and the row
    expect(page.locator(".question h2").first).to_contain_text(
        "Marines 2, light weapons: Is a weapon of the first kind"
    )
    expect(page.locator(".question h2").first).to_contain_text("[UO Weaponry (UO-003)]")
    expect(page.locator("[data-option='now:no']")).to_contain_text("No, only now")
    tap(page, "[data-option=no]")
    quarter.answer("withdraw", "stay")
    quarter.answer("cover", "nobody")
    quarter.answer("supporting", "nobody")
    tap(page, "[data-option=chain]")
    tap(page, "[data-confirm]")
    quarter.answer("inside", False)
    expect(page.locator(".question h2").first).to_contain_text("Which weapons does Rocket team use?")
    tap(page, "[data-option=light]")
    quarter.answer("bonuses", [])
    for face in ("5", "2"):
        page.locator(f".question .form [data-key='{face}']").first.tap()
    expect(page.locator(".lately-told")).to_contain_text("loses")
