"""Urban Operations by touch: the scenario is begun, a block acts face down, and a fight is counted and rolled."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting import Table, miniature
from playwright.sync_api import Page, expect
from real_game import RealGame
from screens import Opened
from serving import served

from tablecam.hosting.game_host import GameHost
from tablecam.observing.game_observer import GameObserver
from tablecam.replay.archive import Archive
from tablecam.rulebooks.catalogue import BOOKS
from tablecam.rulebooks.game_setups import GameSetups
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Placed
from tablecam.table.roster import Roster
from webui import create_app
from webui.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.slow]

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


def wait_until_asked(game: RealGame, action: str) -> None:
    """A tap on the page reaches the host a little later."""
    number = game.host.number
    for _time in range(60):
        with game.host.reading() as open_game:
            if open_game and any(question.ask.action == action for question in open_game.game.open):
                return
        number = game.host.wait(number, 0.5)
    raise AssertionError(f"{action} is never asked")


def answer(game: RealGame, action: str, raw: Any) -> None:
    """What the players say while nobody looks at the page, once it is asked."""
    wait_until_asked(game, action)
    with game.host.reading() as sitting:
        assert sitting
        question = next(each for each in sitting.game.open if each.ask.action == action)
        seat = question.ask.seat or "red"
        key = sitting.key(question, seat)
    game.host.answer(seat, {"key": key, "raw": raw, "source": "keypad"})


def test_blocks_face_down_act_and_a_fight_is_rolled_by_touch(opened: Opened, quarter: RealGame) -> None:
    page = opened(quarter.address)
    page.locator(".begin-game").tap()
    page.locator("[data-book=urban-operations]").tap()
    page.locator("[data-begin]").tap()
    expect(page.locator(".question h2").first).to_contain_text("The salt market")
    for action, raw in (
        ("set-up", True), ("event.title", "none"), ("event.title", "none"), ("3d.by", "done"), ("3d.by", "done"),
        ("starts", "first"), ("impulse", "Anchor"),
    ):  # fmt: skip
        answer(quarter, action, raw)
    expect(page.locator(".question h2").first).to_contain_text("Anchor")
    # the shared tablet knows no block of either side
    expect(page.locator(".form [data-option=block-2]")).to_contain_text("Block 2")
    tap(page, "[data-option=block-2]")
    answer(quarter, "action", "fire")
    answer(quarter, "how", "stand")
    expect(page.locator(".question h2").first).to_contain_text("Whom does Marines 2 fire at?")
    answer(quarter, "target.fire", "block-14")
    expect(page.locator(".question h2").first).to_contain_text("within 15 EP")
    answer(quarter, "sees", True)
    expect(page.locator(".count-form")).to_be_visible()
    tap(page, "[data-key='4']")
    page.get_by_role("button", name="Confirm 4").tap()
    # what the aid lost is asked with its row
    expect(page.locator(".question h2").first).to_contain_text("inside a building? [UO Weaponry (UO-003)]")
    tap(page, "[data-option=no]")
    expect(page.locator(".question h2").first).to_contain_text("whole game")
    tap(page, "[data-option=game]")
    answer(quarter, "withdraw", "stay")
    answer(quarter, "aid", "yes")
    answer(quarter, "aid.scope", "game")
    answer(quarter, "cover", "nobody")
    answer(quarter, "supporting", "nobody")
    tap(page, "[data-option=chain]")
    tap(page, "[data-confirm]")
    expect(page.locator(".question h2").first).to_contain_text("Which weapons does Rocket team use?")
    tap(page, "[data-option=light]")
    answer(quarter, "bonuses", [])
    expect(page.locator(".question").first).to_contain_text("critical rows that are unknown count as ordinary")
    for face in ("5", "2"):
        page.locator(f".question .form [data-key='{face}']").first.tap()
    expect(page.locator(".lately-told")).to_contain_text("loses")
