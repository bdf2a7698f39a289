"""Light and dark, large letters and a phone in one hand: choices of a device, in the menu, for every page."""

import io
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import pytest
from contrast import faint_in_both_themes
from fake_game import FakeGame, roll
from PIL import Image
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as NotThere
from screens import SIZES
from test_game_sizes import off_the_edge

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Opened = Callable[..., Page]
# where a thumb comes to on a phone whose lower corner it holds, in CSS pixels: some 80 mm
THUMB_PX = 500
# a key takes what comes sooner for a bounce
PAUSE_MS, TAPS = 400, 20


def brightness(page: Page) -> float:
    shown = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("L"), float)
    return float(np.median(shown))


def open_menu(page: Page) -> None:
    """A finger that came back too soon comes again."""
    menu = page.locator("dialog")
    for _ in range(TAPS):
        with suppress(NotThere):
            page.get_by_role("button", name="Menu of the game and the table").tap(timeout=4 * PAUSE_MS)
        with suppress(NotThere):
            menu.wait_for(timeout=PAUSE_MS)
            return
    pytest.fail("the menu does not open")


def choose(page: Page, value: str) -> None:
    open_menu(page)
    page.locator("[data-settings]").tap()
    page.locator(f"dialog [data-appears={value}]").tap()
    expect(page.locator(f"dialog [data-appears={value}]")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Close").tap()


def test_a_page_is_light_or_dark_as_its_device_is_or_as_somebody_chose(
    opened: Opened, address: str, fake: FakeGame
) -> None:
    page = opened(address, scheme="light")
    page.wait_for_selector(".panel.game")
    assert brightness(page) > 200
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert brightness(page) < 50
    # another tab of the device is told at once
    other = page.context.new_page()
    other.emulate_media(color_scheme="dark")
    other.goto(address)
    choose(page, "light")
    assert brightness(page) > 200
    expect(other.locator("html")).to_have_attribute("data-theme", "light")
    page.reload()
    page.wait_for_selector(".panel.game")
    assert brightness(page) > 200
    assert page.locator("meta[name=theme-color]").get_attribute("content") in ("#fff", "#ffffff")
    choose(page, "device")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.long
def test_a_phone_in_one_hand_has_its_keys_in_the_corner_of_the_thumb_and_large_letters_break_nothing(
    opened: Opened, address: str, fake: FakeGame
) -> None:
    width, height = SIZES["phone"]
    page = opened(address, SIZES["phone"])
    page.wait_for_selector(".panel.game")
    choose(page, "left")
    for hand, corner in (("left", 0), ("right", width)):
        if hand == "right":
            choose(page, "right")
        fake.say(questions=[roll(f"7.{50 if hand == 'left' else 60}.0")])
        page.wait_for_selector(f"[data-question='7.{50 if hand == 'left' else 60}.0'] .key")
        for name in (".key", ".undo button", ".bar .menu-button"):
            for box in page.locator(name).evaluate_all(
                "all => all.filter(one => one.checkVisibility()).map(one => { const b = one.getBoundingClientRect();"
                " return [b.left + b.width / 2, b.top + b.height / 2, b.top, b.bottom]; })"
            ):
                assert np.hypot(box[0] - corner, box[1] - height) <= THUMB_PX, (hand, name, box)
                assert 0 <= box[2] < box[3] <= height, (hand, name, box)
    open_menu(page)
    close = page.get_by_role("button", name="Close").bounding_box()
    assert close is not None
    assert close["y"] > height / 2
    page.get_by_role("button", name="Close").tap()
    for size, px in (("large", 24), ("largest", 32)):
        choose(page, size)
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == px
        # a phone in very large letters is judged by eye
        for screen in [screen for screen in SIZES.values() if size == "large" or screen != SIZES["phone"]]:
            page.set_viewport_size({"width": screen[0], "height": screen[1]})
            assert off_the_edge(page) == [], (size, screen)
    assert faint_in_both_themes(page) == []
