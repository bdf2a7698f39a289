"""The organiser's finger on the desk: what is done there again and again, by touch."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as NotThere

NAMES = (
    "Ann Archer",
    "Bob Brook",
    "Cat Crane",
    "Dan Drake",
    "Eve East",
    "Fay Ford",
    "Gil Grant",
    "Hal Hill",
    "Ivo Ink",
)
FACTIONS = ("Junkers", "Syntha", "Triads")
# a finger that comes back sooner has bounced
PAUSE_MS = 320
# how often a finger tries, on a machine of any pace
TRIES = 40
# gives everybody so many seconds
EXTEND = """seconds => fetch('/api/club/1/act', {
    method: 'POST',
    headers: {'Content-Type': 'application/json', 'X-Tablecam': 'page'},
    body: JSON.stringify({
        command: 'extend', seconds, id: String(performance.now()).replace('.', '').padStart(24, '0'),
    }),
})"""


def to(page: Page, room: str) -> None:
    page.locator(f"[data-room={room}]").tap()
    page.locator(".club-page").wait_for()


def settle(page: Page) -> None:
    """Returns when nothing on the page moves or changes its colour any more."""
    page.evaluate("Promise.allSettled(document.getAnimations().map(one => one.finished))")


def yes(page: Page) -> None:
    page.locator("dialog [data-yes]").tap()
    expect(page.locator("dialog")).to_have_count(0)


def night(page: Page) -> dict[str, Any]:
    told = page.evaluate("fetch('/api/club/1').then(answer => answer.json())")
    assert isinstance(told, dict)
    return told


def sheet_of(page: Page, button: str) -> None:
    """Opens the sheet of a button; a finger that came back too soon comes again, if no sheet lies there."""
    sheet = page.locator("dialog")
    for _ in range(TRIES):
        with suppress(NotThere):
            page.locator(button).first.tap(timeout=4 * PAUSE_MS)
        with suppress(NotThere):
            sheet.wait_for(timeout=PAUSE_MS)
            return
    pytest.fail(f"no sheet comes of {button}")


def begin(page: Page, names: tuple[str, ...] = NAMES) -> None:
    """An event with its players, typed in by the organiser, and the tables that are advised."""
    page.locator("input[name=title]").fill("Friday")
    page.locator("[data-begin]").tap()
    for number, name in enumerate(names):
        sheet_of(page, "[data-enter]")
        page.locator("input[name=name]").fill(name)
        page.locator("input[name=faction]").fill(FACTIONS[number % len(FACTIONS)])
        yes(page)
        expect(page.locator("[data-player]")).to_have_count(number + 1)
    page.locator("[data-advised]").tap()
    expect(page.locator("[data-tables]")).to_contain_text(f"Tables 1–{len(names) // 2 + 2}")


def publish(page: Page, number: int, drafted: bool = False) -> None:
    to(page, "round")
    if number > 1:
        page.locator("[data-next-round]").tap()
    if not drafted:
        page.locator("[data-draft]").tap()
    expect(page.get_by_text("It breaks no clause of the guide")).to_be_visible()
    twice(page, f"Publish round {number} …", f"Yes, publish round {number}")
    # no draft any more
    expect(page.get_by_role("heading", name=re.compile(f"^Round {number} of"))).to_be_visible()


def twice(page: Page, first: str, second: str) -> None:
    """A command that needs a second tap elsewhere."""
    page.get_by_role("button", name=first).tap()
    again = page.get_by_role("button", name=second)
    away = page.get_by_role("button", name="No, cancel")
    one, other = away.bounding_box(), again.bounding_box()
    assert one is not None
    assert other is not None
    # neither where the first tap was nor beside it
    across = other["x"] - one["x"] - one["width"]
    assert across >= 24 or other["y"] - one["y"] - one["height"] >= 8
    again.tap()


def report(page: Page, table: str, losses: tuple[int, int]) -> None:
    sheet_of(page, f"[data-game='{table}']")
    for half, lost in zip(page.locator("dialog [data-half]").all(), losses, strict=True):
        half.locator(f"[data-lost='{lost}']").tap()
    yes(page)


def report_all(page: Page) -> None:
    to(page, "scores")
    page.locator("[data-game]").first.wait_for()
    for table in page.locator("[data-game]:not(.over)").evaluate_all("all => all.map(one => one.dataset.game)"):
        report(page, table, (int(table) % 4, 5 + int(table) % 5))
    expect(page.locator("[data-game]:not(.over)")).to_have_count(0)


def extend(page: Page, seconds: int) -> None:
    """Everybody has so much more time, or less."""
    page.evaluate(EXTEND, seconds)


def begin_entering(page: Page, player: str, name: str, faction: str) -> None:
    """The sheet for a new player, with who it is."""
    sheet_of(page, "[data-enter]")
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=player]").fill(player)
    page.locator("input[name=faction]").fill(faction)


def enter_late(page: Page, models: int, granted: tuple[int, ...]) -> None:
    """The rest of that sheet for somebody without a list, who gets points for the rounds that he missed."""
    shown = page.locator("dialog output")
    while (now := int(shown.inner_text())) != models:
        page.get_by_label("One model less" if now > models else "One model more").tap()
    for number, points in enumerate(granted, 1):
        of_round = page.get_by_role("group", name=f"Round {number}")
        of_round.get_by_role("button", name=str(points), exact=True).tap()
    yes(page)
