"""A game of a rulebook that no file of the program names, by touch: from its choice to its report."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from duel_book import WITH_DUEL
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

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# who stands where, in inches
STANDING = {
    "ann": ("red", 10.0, 10.0), "dan": ("red", 16.0, 10.0), "bob": ("blue", 10.0, 20.0), "cat": ("blue", 16.0, 20.0),
}  # fmt: skip
ORDERS = {"red": {"ann": "walk", "dan": "wait"}, "blue": {"bob": "wait", "cat": "walk"}}


@contextmanager
def table_of_the_duel(folder: Path) -> Iterator[RealGame]:
    """The four models of the duel stand on the table; no game is on."""
    table, store = Table(), GameStore(open_database(str(folder / "games.db")))
    noise = table.placed["ida"].covariance
    table.placed = {
        model: Placed(miniature(model, side), x, y, 0.0, 0.0, noise) for model, (side, x, y) in STANDING.items()
    }
    table.show()
    follower = GameObserver(table)
    host = GameHost(store, GameSetups(WITH_DUEL), dict, follower)
    roster = Roster(tuple(placed.model for placed in table.placed.values()))
    parts = Dependencies(table, lambda: roster, host=host, archive=Archive(store, WITH_DUEL), books=WITH_DUEL)
    with served(create_app(parts)) as address:
        follower.follow(host)
        try:
            yield RealGame(host, table, address)
        finally:
            follower.stop()
            table.stop()
            host.close()


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[RealGame]:
    with table_of_the_duel(tmp_path) as duel:
        yield duel


def begin(page: Page) -> None:
    page.locator(".begin-game").tap()
    page.locator("[data-book=duel]").tap()
    expect(page.locator(".force")).to_have_count(0)
    page.locator("[data-scenario=street]").tap()
    page.locator("[data-begin]").tap()
    expect(page.locator(".game-head h1")).to_have_text("Orders of turn 1")


def give_orders(page: Page, seat: str) -> None:
    """One side's hidden answer: the finger holds, each model gets its order, and the cover closes."""
    if page.locator(f"[data-open-own={seat}]").count():
        page.locator(f"[data-open-own={seat}]").tap()
    page.get_by_role("button", name="Show for 20 s").tap()
    for model, order in ORDERS[seat].items():
        page.locator(f"[data-item={model}][data-option={order}]").tap()
    tap_what_closes(page, "Done: 2 given")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(f"[data-secret={seat}]")).to_have_count(0)


def tap_what_closes(page: Page, name: str) -> None:
    """A tap on a button that is gone before the tap is over."""
    button = page.get_by_role("button", name=name)
    expect(button).to_be_enabled()
    # away from the bar at the lower edge, which covers what has been scrolled to just behind it
    button.evaluate("button => button.scrollIntoView({block: 'center'})")
    box = button.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def activate(page: Page, model: str) -> None:
    """Which models walk is hidden too."""
    page.get_by_role("button", name="Show for 20 s").tap()
    page.locator(f".own-question [data-option={model}]").tap()


def roll(page: Page, *faces: int) -> None:
    for face in faces:
        page.locator(f".form [data-key='{face}']").tap()


def counters(duel: RealGame, role: str, model: str) -> list[object]:
    found: list[object] = duel.host.view_for(role)["game"]["state"]["models"][model]["counters"]
    return found


def test_a_book_of_one_row_is_played_from_its_choice_to_its_report(opened: Opened, duel: RealGame) -> None:
    page = opened(duel.address)
    begin(page)
    # the duel has no phases
    expect(page.locator(".turn .whole")).to_have_text("Turn 1")
    for seat in ("red", "blue"):
        give_orders(page, seat)
    expect(page.locator(".game-head h1")).to_have_text("Activation")
    # what each side has ordered, the shared tablet does not know
    for model in STANDING:
        assert counters(duel, "table", model) == [{"label": "Order", "value": None, "kind": "hidden"}]

    activate(page, "ann")
    expect(page.locator(".live-length")).to_be_visible()
    duel.table.carry("ann", [(10.0, 13.0)])
    expect(page.locator(".live-length")).to_contain_text("3.00″")
    page.locator("[data-done]").tap()
    page.locator(".form [data-option=bob]").tap()

    # the table has measured the range; the die hits, is taken back, and misses
    expect(page.locator(".question h2")).to_have_text("Red rolls: Ann to hit Bob")
    expect(page.locator(".need")).to_have_text("6+")
    roll(page, 9)
    expect(page.locator(".lately-told")).to_contain_text("Bob takes a wound")
    page.locator("[data-undo]").tap()
    expect(page.locator(".question h2")).to_have_text("Red rolls: Ann to hit Bob")
    roll(page, 3)
    expect(page.locator(".game-foot .last")).to_contain_text("Ann to hit Bob, 6+: rolled 3, fails")
    assert duel.told["state"]["models"]["bob"]["left"] == 2

    dispute(page)
    expect(page.locator(".question h2")).to_have_text("Blue rolls: nerve")
    assert duel.told["state"]["models"]["bob"]["left"] == 1
    roll(page, 9, 8)
    concede(page)
    result = duel.told["result"]
    assert (result["winner"], result["reason"]) == ("blue", "the other side has conceded")
    replay(page)
    report(page)


def dispute(page: Page) -> None:
    """The die was a nine: it counts when both sides have said so."""
    page.get_by_role("button", name="Menu of the game").tap()
    page.locator("[data-log]").tap()
    page.locator("[data-every-line]").tap()
    page.locator("[data-line]:not(.gone)", has_text="Ann to hit Bob, 6+: rolled 3, fails").locator(
        "[data-overrule]"
    ).tap()
    page.locator("dialog [data-key='9']").tap()
    expect(page.locator("[data-proposal]")).to_contain_text("Bob takes a wound")
    page.locator("[data-agree=red]").tap()
    expect(page.locator("[data-agree=red]")).to_be_disabled()
    page.locator("[data-agree=blue]").tap()
    expect(page.locator("[data-proposal]")).to_have_count(0)
    page.locator("[data-log-tab]").tap()


def concede(page: Page) -> None:
    page.get_by_role("button", name="Menu of the game").tap()
    page.locator("[data-stop]").tap()
    page.get_by_role("button", name="Red concedes …").tap()
    page.get_by_role("button", name="Yes, Red concedes").tap()
    expect(page.locator(".winner")).to_have_text("Blue wins")
    expect(page.locator("[data-result=red]")).to_contain_text("2 of 2")


def replay(page: Page) -> None:
    """The game gone through again, at the moment of the hit."""
    page.locator("[data-ending] [data-replay]").tap()
    page.locator(".log-line", has_text="Bob takes a wound").last.tap()
    expect(page.locator(".then-line")).to_contain_text("Bob takes a wound")
    expect(page.locator(".scrub-slider p")).to_have_text(re.compile(r"Turn 1, action \d+ of \d+"))
    expect(page.locator(".model")).to_have_count(4)


def report(page: Page) -> None:
    page.locator("[data-outcome]").tap()
    expect(page.locator(".outcome")).to_contain_text("Blue wins")
    with page.expect_popup() as popup:
        page.locator("[data-report]").tap()
    for words in ("Blue wins", "Standing", "Bob takes a wound", "Red concedes"):
        expect(popup.value.locator("body")).to_contain_text(words)
