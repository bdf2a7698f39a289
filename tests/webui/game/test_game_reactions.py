"""Breaking in on a side's own phone: what each way would come to, what is closed and why, and that nothing is heard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting import choose, orders
from playwright.sync_api import Page, expect
from real_game import RealGame, real_game
from screens import BOTH_SIZES, SIZES, TOO_SMALL, Axe, Opened

from tablecam.table.notation import parse
from webui.entrance.access import COOKIE, Access, alone

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WALL = parse("terrain wall solid 0 to 9 at 12,20 48,20 48,21 12,21\n").terrain
BUZZES = """
Object.defineProperty(Navigator.prototype, "vibrate", { value: () => { window.buzzes = (window.buzzes ?? 0) + 1; } });
localStorage.setItem("vibration", "on");
"""


@pytest.fixture
def access() -> Access:
    return alone(("red", "blue"))


@pytest.fixture
def game(tmp_path: Path, access: Access) -> Iterator[RealGame]:
    """Pit stands near Ida, a wall hides her from Shale, and orders are asked for."""
    with real_game(tmp_path, access) as game:
        game.table.terrain = WALL
        game.table.put("pit", x_in=10.0, y_in=18.0)
        game.accept("pit")
        yield game


def phone(opened: Opened, game: RealGame, access: Access, seat: str, size: str = "phone") -> Page:
    page = opened("about:blank", SIZES[size])
    page.context.add_cookies([{"name": COOKIE, "value": access.token(seat), "url": game.address}])
    page.add_init_script(BUZZES)
    page.goto(game.address)
    page.wait_for_selector(".panel.game")
    return page


def ida_acts(game: RealGame) -> None:
    orders(game.host, shale="overwatch", pit="overwatch")
    choose(game.host, "red", [9])
    choose(game.host, "blue", [3])
    choose(game.host, "red", "first")
    choose(game.host, "red", "ida")


@pytest.mark.parametrize("size", BOTH_SIZES)
def test_each_way_to_break_in_shows_what_it_would_come_to(
    size: str, opened: Opened, game: RealGame, access: Access, axe: Axe
) -> None:
    ida_acts(game)
    page = phone(opened, game, access, "blue", size)
    shot, charge = (page.locator(f"[data-row='pit {kind}']") for kind in ("shot", "charge"))
    expect(shot).to_contain_text("Pit shoots")
    expect(shot.locator(".range-fact")).to_have_text("5.0 in, short")
    for fact in ("sight", "cover", "check", "need"):
        expect(shot.locator(f"[data-fact={fact}]")).to_be_visible()
    expect(shot.locator(".row-chances")).to_contain_text("check")
    expect(charge).to_contain_text("Pit charges")
    expect(charge.locator(".range-fact")).to_have_text("5.0 of 8 in")
    assert page.evaluate(TOO_SMALL) == []
    assert axe(page) == []


def test_what_cannot_be_is_closed_and_the_other_side_reads_nothing_of_it(
    opened: Opened, game: RealGame, access: Access
) -> None:
    ida_acts(game)
    blue, red = phone(opened, game, access, "blue"), phone(opened, game, access, "red")
    closed = blue.locator("[data-row='shale shot']")
    expect(closed).to_contain_text("Shale does not see Ida")
    expect(closed.locator("button")).to_be_disabled()
    expect(red.locator("[data-option='move+shoot']")).to_be_visible()
    assert "does not see" not in red.locator(".panel.game").inner_text()
    assert "break into" not in red.locator(".panel.game").inner_text().lower()


def test_an_offer_to_break_in_is_silent(opened: Opened, game: RealGame, access: Access) -> None:
    blue = phone(opened, game, access, "blue")
    blue.wait_for_selector("[data-kind=Assign]")
    ida_acts(game)
    expect(blue.locator("[data-row='pit shot']")).to_be_visible()
    before = blue.evaluate("window.buzzes ?? 0")
    game.host.answer("red", {"key": game.key("action", "red"), "raw": "rush"})
    expect(blue.locator("[data-kind=Move]")).to_be_visible()
    expect(blue.locator("[data-row='pit shot']")).to_be_visible()
    assert before > 0
    assert blue.evaluate("window.buzzes") == before


def test_a_tap_on_what_is_open_breaks_in(opened: Opened, game: RealGame, access: Access) -> None:
    ida_acts(game)
    blue = phone(opened, game, access, "blue")
    blue.locator("[data-option='pit shot']").tap()
    game.wait_until_asked("check.disruption-shot")


def test_a_charge_is_closed_while_nobody_is_within_reach(opened: Opened, game: RealGame, access: Access) -> None:
    game.table.put("pit", x_in=14.0, y_in=30.0)
    game.accept("pit")
    ida_acts(game)
    red = phone(opened, game, access, "red")
    charge = red.locator("[data-option=charge]")
    expect(charge).to_be_disabled()
    expect(charge).to_contain_text("Ida charges 9 in")
