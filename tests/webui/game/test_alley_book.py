"""Chits, smoke and a pool of dice by touch: what is drawn, where a template lies on the board, and what fell."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from alley import SIDES, WITH_ALLEY
from hosting import Table, miniature
from playwright.sync_api import Page, expect
from real_game import RealGame
from screens import Opened
from serving import served

from tablecam.game.hosting.game_host import GameHost
from tablecam.game.replay.archive import Archive
from tablecam.live.game_observer import GameObserver
from tablecam.rules.books.game_setups import GameSetups
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Placed, Roster
from webui import create_app
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture
def alley(tmp_path: Path) -> Iterator[RealGame]:
    """The four models face each other across the table; no game is on."""
    table, store = Table(), GameStore(open_database(str(tmp_path / "games.db")))
    noise = table.placed["ida"].covariance
    table.placed = {
        model: Placed(miniature(model, seat), 10.0 + 10 * n, 10.0 if seat == "red" else 30.0, 0.0, 0.0, noise)
        for seat, models in SIDES.items()
        for n, model in enumerate(models)
    }
    table.show()
    follower = GameObserver(table)
    host = GameHost(store, GameSetups(books=WITH_ALLEY), dict, follower)
    roster = Roster(tuple(placed.model for placed in table.placed.values()))
    parts = Dependencies(table, lambda: roster, host=host, archive=Archive(store, WITH_ALLEY), books=WITH_ALLEY)
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


def answer_as(alley: RealGame, seat: str, **said: object) -> None:
    """What a seat says on its own device."""
    alley.wait_until_asked("")
    alley.host.answer(seat, {"key": alley.key("", seat), **said})


def test_chits_templates_and_pools_are_entered_by_touch(opened: Opened, alley: RealGame) -> None:
    page = opened(alley.address)
    page.locator(".begin-game").tap()
    page.locator("[data-book=alley]").tap()
    page.locator("[data-begin]").tap()
    # the cards are for each side's own eyes; with red's in its hand, only the app draws for blue
    answer_as(alley, "red", raw=["aim", "luck"])
    answer_as(alley, "blue", app_dice=True)

    expect(page.locator(".question h2")).to_have_text("Draw 1 from the bag")
    expect(page.locator(".form [data-option=red]")).to_contain_text("2 left")
    tap(page, "[data-option=red]")
    tap(page, "[data-option=ann]")
    tap(page, "[data-option=smoke]")

    # a tap on the board moves the template, numbers move it exactly, and it lies there once it is confirmed
    expect(page.locator(".question h2")).to_have_text("Red: where does smoke 1 lie?")
    before = page.locator("[data-place=x]").input_value()
    page.locator(".board svg[role=group]").tap(position={"x": 150, "y": 150})
    expect(page.locator("[data-place=x]")).not_to_have_value(before)
    page.locator("[data-place=x]").fill("10")
    page.locator("[data-place=y]").fill("18")
    expect(page.locator(".template.draft")).to_have_count(1)
    tap(page, "[data-confirm]")
    expect(page.locator("[data-template=smoke-1].terrain")).to_have_count(1)
    expect(page.locator(".template.draft")).to_have_count(0)

    # the table sees through no smoke: bea stands right behind it, for a look as for a shot
    rows = page.request.get(f"{alley.address}/api/ranges?model=ann").json()["ranges"]
    (behind,) = (row["sight"] for row in rows if row["id"] == "bea")
    assert (behind["share"], behind["hiding"][0]["name"]) == (0, "smoke 1")
    tap(page, "[data-option=red]")
    tap(page, "[data-option=ann]")
    tap(page, "[data-option=shoot]")
    expect(page.locator(".form [data-option=bea]")).to_be_disabled()
    tap(page, "[data-option=bob]")
    answer_as(alley, "red", raw="nothing")

    expect(page.locator("[data-symbol=hit] [data-number='4']")).to_contain_text("3 %")
    expect(page.locator("[data-app-dice]")).to_have_text("Let the app roll 2 dice")
    tap(page, "[data-face='hit+hit']")
    tap(page, "[data-face=hit]")
    expect(page.locator(".question h2")).to_have_text("Draw 1 from the bag")
    assert alley.told["state"]["models"]["bob"]["alive"] is False
    # both of red's chits are out
    expect(page.locator(".form [data-option=red]")).to_have_count(0)
    page.locator("[data-app-draws]").tap()
    # with blue's chit bea acts; the last chit ends the turn, and red's are in the bag again
    expect(
        page.locator(".form").locator("[data-option=bea], [data-option=shoot], [data-option=red]").first
    ).to_be_visible()
