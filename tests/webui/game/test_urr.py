"""A storm of Urr by touch: a tablet in the middle, a phone for each side, from the choice of the book to the report."""

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hosting import NOISE, Table, miniature
from playwright.sync_api import Page, expect
from real_game import RealGame
from screens import SIZES, Opened
from serving import served

from tablecam.game.hosting.game_host import GameHost
from tablecam.game.replay.archive import Archive
from tablecam.live.game_observer import GameObserver
from tablecam.live.live_loop import PublishedFrame
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.books.urr.rulebook import URR_BOOK
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Placed, Roster
from tablecam.table.snapshot import Snapshot
from webui import create_app
from webui.entrance.access import COOKIE, Access, alone
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.long]

# words of other books: nothing in Urr is called so
FOREIGN = ("wound", "order", "casualt", "overwatch", "points", "osl", "activat", "face down")


class Walls(Table):
    """The table of Urr's demonstration, without a camera."""

    def show(self, *changes: object) -> PublishedFrame:
        table = URR_BOOK.demo().table
        assert table
        tops = {feature.name: feature.z_top_in for feature in table.terrain.features}
        self.placed = {
            each.id: Placed(
                replace(miniature(each.id, each.seat), name=each.name, base=each.base, height_in=each.height_in),
                each.x_in, each.y_in, tops.get(each.on, 0.0), math.radians(each.heading_deg), NOISE,
                stands_on=each.on or "table",
            )
            for each in table.models
        }  # fmt: skip
        self._publish(PublishedFrame(1, Snapshot(self.time, tuple(self.placed.values()), terrain=table.terrain)))
        return self.view


@pytest.fixture
def access() -> Access:
    return alone(("red", "blue"))


@pytest.fixture
def siege(tmp_path: Path, access: Access) -> Iterator[RealGame]:
    """Host and guards stand on the table; no game is on."""
    table, store = Walls(), GameStore(open_database(str(tmp_path / "games.db")))
    follower = GameObserver(table)
    host = GameHost(store, GameSetups(BOOKS), dict, follower)
    roster = Roster(tuple(placed.model for placed in table.placed.values()))
    parts = Dependencies(table, lambda: roster, host=host, archive=Archive(store, BOOKS), books=BOOKS, access=access)
    with served(create_app(parts)) as address:
        follower.follow(host)
        try:
            yield RealGame(host, table, address)
        finally:
            follower.stop()
            table.stop()
            host.close()


def phone(opened: Opened, siege: RealGame, access: Access, seat: str) -> Page:
    """A seat's own device."""
    page = opened("about:blank", SIZES["phone"])
    page.context.add_cookies([{"name": COOKIE, "value": access.token(seat), "url": siege.address}])
    page.goto(siege.address)
    page.wait_for_selector(".panel.game")
    return page


def tap(page: Page, css: str) -> None:
    page.locator(f".form {css}").first.tap()


def begin(page: Page) -> None:
    page.locator(".begin-game").tap()
    page.locator("[data-book=urr]").tap()
    page.locator("[data-scenario=storm]").tap()
    # the club's events are of another book
    expect(page.locator(".seating")).to_have_count(0)
    page.locator("[data-begin]").tap()
    expect(page.locator(".question h2")).to_contain_text("What have raids taken off the rolls of Long arm")


def report_of(page: Page) -> Page:
    """The battle report, by way of the replay."""
    page.locator("[data-ending] [data-replay]").tap()
    page.locator("[data-outcome]").tap()
    with page.expect_popup() as popup:
        page.locator("[data-report]").tap()
    return popup.value


def test_a_storm_is_played_by_touch_on_a_tablet_and_two_phones(opened: Opened, siege: RealGame, access: Access) -> None:
    page = opened(siege.address)
    begin(page)
    tap(page, "[data-key='1']")
    page.get_by_role("button", name="Confirm 1").tap()
    expect(page.locator(".question h2")).to_contain_text("What have raids taken off the rolls of Grey arm")
    for action, raw in (
        ("raid", 0), ("sapping.section", "nobody"), ("flood.place", "nothing"), ("project", "nothing"),
        ("project", "nothing"), ("project", "nothing"), ("engine", "nothing"), ("engine", "nothing"),
        ("tactical", True),
    ):  # fmt: skip
        siege.answer(action, raw)

    red, blue = (phone(opened, siege, access, seat) for seat in ("red", "blue"))
    # who stands at the wall the table has seen
    tap(page, "[data-option=second-section]")
    expect(page.locator(".question h2")).to_have_text("Which unit do Night knives go with?")
    expect(page.locator(".turn .whole")).to_have_text("Week 1, Storm on Outer 2, strength 2")
    tap(page, "[data-option=ash_spears_1]")
    tap(page, "[data-option=nobody]")

    # each side decides on its own device, and the tablet knows neither
    tap(red, "[data-option=attack]")
    expect(page.locator("[data-secret=blue]")).to_be_visible()
    assert "attacks" not in page.locator(".counters").inner_text()
    tap(blue, "[data-option=defend]")

    # ten is two hits, and the side that suffers them says who takes them
    expect(page.locator(".question h2").first).to_have_text("First wall watch shoots")
    expect(page.locator(".hit-chances li")).to_have_count(4)
    tap(page, "[data-key='6']")
    tap(red, "[data-option=ash_spears_2]")
    tap(red, "[data-option=cinder_axes]")
    expect(page.locator("[data-counters=cinder_axes]")).to_contain_text("3 steps")
    expect(page.locator("[data-counters=cinder_axes]")).to_contain_text("attacks")
    while "fight-on" not in siege.asked():
        action = siege.asked()[0]
        siege.answer(action, [2] if action.startswith("roll") else None)
    tap(red, "[data-option=yes]")
    tap(blue, "[data-option=no]")
    # the two questions of a moment ago may still be there
    expect(page.locator(".question h2").first).to_have_text("Where is the next combat?")
    said = page.locator("body").inner_text().lower()
    assert [word for word in FOREIGN if word in said] == []

    while "combat.place" in siege.asked():
        siege.answer("combat.place", "no-more")
    tap(red, "[data-option=no]")
    tap(blue, "[data-option=no]")
    expect(page.locator(".winner")).to_have_text("The players judge who has won")
    expect(page.locator("[data-ending]")).to_contain_text("Both sides agree to end it")
    for screen in (page, red):
        box = screen.locator("[data-ending]").bounding_box()
        assert box
        assert box["x"] + box["width"] <= screen.evaluate("innerWidth"), "the result is cut off"
    report = report_of(page)
    for words in ("Ash Host", "Lantern Guard", "First wall watch", "both sides agree to end it"):
        expect(report.locator("body")).to_contain_text(words)
    told = report.locator("body").inner_text().lower()
    assert [word for word in FOREIGN if word in told] == []
