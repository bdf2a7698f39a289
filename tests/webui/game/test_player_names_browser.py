"""Names that are typed when a game starts stand on every page where a side is named, and stay text."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_languages import shipped
from playwright.sync_api import Page, expect
from real_game import RealGame, real_game
from screens import SIZES, Opened, tap_log

from webui.entrance.access import COOKIE, Access, alone

pytestmark = [pytest.mark.browser, pytest.mark.long]

ANNA, BEN = "Anna Lind", "<b>Ben</b> of the long, long name {x}"
SEAT_WORD = re.compile(r"\b(Red|Blue|red|blue)\b")
READ = "() => document.body.innerText + [...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel)"
# what a long name pushes out of its frame
CUT_OFF = """() => [...document.querySelectorAll('.panel button, .panel h2, .panel p, .panel .side-mark, main h1')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.outerHTML.slice(0, 90))"""
SHOTS = os.environ.get("SHOTS")


@pytest.fixture
def access() -> Access:
    return alone(("red", "blue"))


@pytest.fixture
def game(tmp_path: Path, access: Access) -> Iterator[RealGame]:
    with real_game(tmp_path, access) as game:
        yield game


def begin_named(page: Page) -> None:
    """Starts a game in which both have typed their names."""
    page.locator(".menu-button").tap()
    page.locator("[data-new-game]").tap()
    page.locator(".two-forces input").nth(0).fill(ANNA)
    page.locator(".two-forces input").nth(1).fill(BEN)
    page.locator("[data-begin]").tap()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".game-head h1")).to_have_text("Table sides")


def read(page: Page, name: str) -> str:
    """All words of a page, those for ears too."""
    page.wait_for_timeout(500)
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/names-{name}.png")
    text: str = page.evaluate(READ)
    assert page.evaluate(CUT_OFF) == [], name
    assert page.locator("b", has_text=re.compile("^Ben$")).count() == 0, "a name is text, not markup"
    return text


def seat(opened: Opened, game: RealGame, access: Access, role: str, path: str = "/") -> Page:
    page = opened("about:blank", SIZES["phone"])
    page.context.add_cookies([{"name": COOKIE, "value": access.token(role), "url": game.address}])
    page.goto(f"{game.address}{path}")
    return page


def test_typed_names_stand_on_tablet_phones_result_list_and_report(
    opened: Opened, game: RealGame, access: Access
) -> None:
    tablet = opened(game.address)
    tablet.wait_for_selector(".panel.game")
    begin_named(tablet)
    phone = seat(opened, game, access, "red")
    phone.wait_for_selector(".panel.game")
    expect(phone.locator(".question h2").first).to_contain_text(ANNA)
    for page, name in ((tablet, "tablet"), (phone, "phone")):
        text = read(page, name)
        assert not SEAT_WORD.search(text), (name, SEAT_WORD.search(text))
        assert ANNA in text
        assert BEN in text
    tap_log(tablet, opens=True)
    assert not SEAT_WORD.search(read(tablet, "log"))
    tap_log(tablet, opens=False)
    join = seat(opened, game, access, "red", "/join")
    expect(join.locator("body")).to_contain_text(f"{ANNA}’s seat")
    assert not SEAT_WORD.search(read(join, "join"))
    _ends(tablet, phone)
    _is_listed(opened, game)


def _ends(tablet: Page, phone: Page) -> None:
    """Ben gives up at the tablet, and both read who has won."""
    tablet.locator(".menu-button").tap()
    tablet.locator("[data-stop]").tap()
    tablet.get_by_role("button", name=f"{BEN} concedes …").tap()
    tablet.get_by_role("button", name=f"Yes, {BEN} concedes").tap()
    for page, name in ((tablet, "over"), (phone, "over-phone")):
        expect(page.locator(".panel.game")).to_contain_text(f"{ANNA} wins")
        assert not SEAT_WORD.search(read(page, name))


def _is_listed(opened: Opened, game: RealGame) -> None:
    number = game.told["id"]
    page = opened(f"{game.address}/replay", SIZES["phone"])
    title = f"{ANNA} (Harbour Watch) against {BEN} (Tunnel Kin)"
    expect(page.locator(f"[data-game='{number}'] strong")).to_have_text(title)
    read(page, "list")
    page.goto(f"{game.address}/replay/{number}")
    expect(page.locator("h1").first).to_have_text(title)
    assert not SEAT_WORD.search(read(page, "replay"))
    page.goto(f"{game.address}/api/games/{number}/report.html")
    expect(page.locator(".verdict")).to_contain_text(f"{ANNA} wins")
    assert not SEAT_WORD.search(read(page, "report"))


def test_a_side_without_a_name_is_called_by_its_seat_in_german(opened: Opened, game: RealGame, tmp_path: Path) -> None:
    shipped(tmp_path)
    tablet = opened(f"{game.address}/icon.svg")
    tablet.context.add_cookies([{"name": "language", "value": "de", "url": game.address}])
    tablet.goto(game.address)
    tablet.wait_for_selector(".panel.game")
    game.host.begin({"forces": {"red": "harbour-watch", "blue": "tunnel-kin"}, "instead": True})
    expect(tablet.locator(".question h2").first).to_contain_text("Rot")
    text = read(tablet, "german")
    assert not re.search(r"\b(Red|Blue)\b", text), text
    assert "Blau" in text
