"""Acting at the model: a tap is a whole shot, a pull measures, a long press shows the card; the log has a line for each
action.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_game import wait_until
from hosting import choose, orders
from playwright.sync_api import Page, expect
from real_game import RealGame, real_game
from screens import FINGER_PX, Axe, Opened, tap_log

from webui.entrance.access import COOKIE, Access, alone

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_LINES = 6


@pytest.fixture
def access() -> Access:
    return alone(("red", "blue"))


@pytest.fixture
def game(tmp_path: Path, access: Access) -> Iterator[RealGame]:
    with real_game(tmp_path, access) as game:
        yield game


def red_goes_first(game: RealGame) -> None:
    orders(game.host)
    choose(game.host, "red", [9], source="dice pad")
    choose(game.host, "blue", [3], source="dice pad")
    choose(game.host, "red", "first")


def middle(page: Page, model: str) -> tuple[float, float]:
    box = page.locator(f".board [data-model={model}] .pull").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_two_taps_are_a_shot_and_the_log_has_a_line_for_it(
    opened: Opened, game: RealGame, access: Access, axe: Axe
) -> None:
    game.table.put("swift", x_in=6.0, y_in=19.0)
    game.accept("swift")
    red_goes_first(game)
    page = opened("about:blank")
    page.context.add_cookies([{"name": COOKIE, "value": access.token("red"), "url": game.address}])
    page.goto(game.address)
    expect(page.locator(".question [data-option=brandt]")).to_be_visible()

    # a pull measures, and the next tap puts the tape away
    (x, y), (to_x, to_y) = middle(page, "brandt"), middle(page, "swift")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=4)
    page.mouse.up()
    expect(page.locator(".tape .sign text")).to_have_text("6.00″")
    page.locator(".panel.game").click(position={"x": 5, "y": 5})
    # a long press shows the card
    page.mouse.move(x, y)
    page.mouse.down()
    page.wait_for_selector("[data-card=brandt]")
    page.mouse.up()
    page.keyboard.press("Escape")
    expect(page.locator("[data-card]")).to_have_count(0)

    page.touchscreen.tap(x, y)
    shot = page.locator("[data-bubble=brandt] [data-deed='plan:target swift']")
    expect(shot).to_contain_text("Shoot Swift")
    expect(shot).to_contain_text("6″")
    expect(shot).to_contain_text("%")
    size = shot.bounding_box()
    assert size
    assert size["height"] >= FINGER_PX
    assert axe(page) == []
    shot.tap()
    game.wait_until_asked("hit")
    expect(page.locator(".question [data-key='10'].succeeds")).to_be_visible()
    expect(page.locator(".question [data-key='1']:not(.succeeds)")).to_be_visible()
    page.locator(".question [data-key='10']").tap()
    game.wait_until_asked("damage")
    page.locator(".question [data-key='1']").tap()
    wait_until(page, lambda: "damage" not in game.asked())

    tap_log(page, opens=True)
    lines = page.locator(".log-action-line", has_text="Brandt")
    expect(lines.last).to_have_text("Brandt shoots Swift: hit, no damage")
    assert lines.count() <= MOST_LINES
    expect(page.locator("[data-line]", has_text="rolled 1, ")).to_have_count(0)
    lines.last.tap()
    roll = page.locator("[data-line]", has_text="rolled 1, ")
    expect(roll).to_be_visible()
    expect(roll.locator(".section-sign")).to_have_text("§")
    expect(roll.locator("[data-overrule]")).to_be_visible()
