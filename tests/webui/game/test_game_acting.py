"""The action in progress on every board: who acts, how far it may go, the path it goes, what was said beforehand."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hosting import choose, orders
from playwright.sync_api import Page, expect
from real_game import RealGame, real_game
from screens import FINGER_PX, SIZES, Axe, tap_log

from tablecam.game.hosting import commands
from webui.entrance.access import COOKIE, Access, alone

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Opened = Callable[..., Page]
SHOTS = os.environ.get("TABLECAM_SHOTS", "")


@pytest.fixture
def access() -> Access:
    return alone(("red", "blue"))


@pytest.fixture
def game(tmp_path: Path, access: Access) -> Iterator[RealGame]:
    with real_game(tmp_path, access) as game:
        yield game


def shot(page: Page, name: str) -> None:
    """For the eye, at the sizes of a tablet and a phone."""
    for size in ("landscape", "small", "phone") if SHOTS else ():
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        if size == "phone" and page.locator(".board-button[aria-pressed=false]").count():
            page.locator(".board-button").tap()
        page.wait_for_timeout(300)
        page.screenshot(path=f"{SHOTS}/{name}-{size}.png")
    if SHOTS:
        page.set_viewport_size({"width": 1280, "height": 800})


def brandt_acts(game: RealGame) -> None:
    orders(game.host)
    choose(game.host, "red", [9], source="dice pad")
    choose(game.host, "blue", [3], source="dice pad")
    choose(game.host, "red", "first")
    game.host.do(commands.name, "red", {"model": "brandt"})


def carried(game: RealGame, *ys: float) -> None:
    for y in ys:
        game.table.put("brandt", y_in=y, state="moving")


def test_both_sides_see_who_acts_how_far_by_which_path_and_what_is_intended(
    opened: Opened, game: RealGame, access: Access, axe: Axe
) -> None:
    # one to shoot at, and a friend who stands half before that one
    game.table.put("swift", x_in=6.0, y_in=19.0)
    game.table.put("lund", x_in=6.6, y_in=16.5)
    game.accept("swift", "lund")
    brandt_acts(game)
    tablet, blue = opened(game.address), opened("about:blank")
    blue.context.add_cookies([{"name": COOKIE, "value": access.token("blue"), "url": game.address}])
    blue.goto(game.address)
    both = (tablet, blue)
    for page in both:
        expect(page.locator("[data-acting=brandt]")).to_be_visible()
        expect(page.locator("[data-region] .sign text")).to_have_text(["Move 4″", "Rush 9″ / Charge 9″"])
        expect(page.locator("[data-reached-row=swift] .reached-odds")).to_contain_text("% they fall")
    expect(tablet.locator("[data-displaced]")).to_have_count(0)
    shot(tablet, "action")

    # what is intended is said from a ghost, and withdrawn by its own side alone
    tablet.locator(".board [data-model=brandt]").tap()
    tablet.get_by_role("button", name="What if …").tap()
    tablet.get_by_role("button", name="Half an inch up").tap()
    tablet.get_by_role("button", name="Half an inch up").tap()
    expect(tablet.locator(".way strong")).to_have_text("1.00″")
    # a path of one's own goes by the places that are named
    tablet.locator("[data-turn-here]").tap()
    tablet.get_by_role("button", name="Half an inch to the right").tap()
    tablet.get_by_role("button", name="Half an inch to the right").tap()
    expect(tablet.locator(".way strong")).to_have_text("2.00″")
    shot(tablet, "declare")
    assert axe(tablet) == []
    tablet.locator("[data-declare=brandt]").tap()
    tablet.locator(".back-to-game").tap()
    for page in both:
        expect(page.locator("[data-intention=brandt] .sign text")).to_have_text("Red: A1 2.0″")
        expect(page.locator("[data-intended=brandt] span")).to_have_text("Red intends: Brandt to 7.0, 13.0, 2.0 in")
    button = tablet.locator("[data-withdraw=brandt]").bounding_box()
    assert button
    assert min(button["width"], button["height"]) >= FINGER_PX
    expect(blue.locator("[data-withdraw=brandt]")).to_have_count(0)

    choose(game.host, "red", "move+shoot")
    carried(game, 12.5, 13.5, 15.2)
    for page in both:
        expect(page.locator("[data-live-way=brandt] .sign text")).to_have_text("3.2 of 4 in")
        expect(page.locator("[data-live-way=brandt] .live-beyond")).to_have_count(0)
    shot(tablet, "move")
    carried(game, 16.9)
    expect(tablet.locator("[data-live-way=brandt]")).to_have_class("over")
    for page in both:
        expect(page.locator("[data-live-way=brandt] .sign text")).to_have_text("✗ 4.9 of 4 in")
        expect(page.locator("[data-live-way=brandt] .live-beyond")).to_have_count(1)
        expect(page.locator("[data-region]")).to_have_attribute("data-region", "move")
    shot(tablet, "too-far")
    assert axe(tablet) == []
    shot(blue, "too-far-blue")

    # it is put back, goes within reach, and shoots: the line stands while that is decided
    game.table.carry("brandt", [(6.0, 12.0)])
    expect(tablet.locator("[data-live-way]")).to_have_count(0)
    game.table.carry("brandt", [(6.0, 13.0)])
    expect(tablet.locator("[data-live-way=brandt] .sign text")).to_have_text("1 of 4 in")
    tablet.locator("[data-done]").tap()
    game.answer("shoot.target", "swift")
    game.answer("weapon")
    for page in both:
        expect(page.locator("[data-action-line='brandt swift']")).to_have_count(1)
        expect(page.locator("[data-acting=brandt]")).to_be_visible()
        expect(page.locator("[data-crossed] .sign text")).to_have_text(re.compile("Lund hides [0-9]+"))
    stroke = tablet.locator("[data-crossed] .sign text").evaluate("text => getComputedStyle(text).stroke")
    assert stroke == "none"
    shot(tablet, "shot")

    # the log has the line, and the board of that line has what was said
    tap_log(tablet, opens=True)
    tablet.locator("[data-every-line]").tap()
    tablet.locator(".log-lines > .line-intends > .log-line").tap()
    expect(tablet.locator(".then-board [data-intention=brandt]")).to_have_count(1)
    shot(tablet, "log")
    tablet.locator("[data-now]").tap()
    expect(tablet.locator("[data-now]")).to_have_count(0)
    tap_log(tablet, opens=False)
    tablet.locator("[data-withdraw=brandt]").tap()
    for page in both:
        expect(page.locator("[data-intention]")).to_have_count(0)
