"""A knocked table by touch, on the shared tablet and two phones: one card, put back or accepted by both sides."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from real_game import RealGame, real_game
from screens import FINGER_PX, SIZES, Axe

from webui.entrance.access import COOKIE, Access, alone

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Opened = Callable[..., Page]
SHOTS = os.environ.get("TABLECAM_SHOTS", "")
KNOCKED = ("brandt", "ida", "lund", "pit", "shale", "swift")


@pytest.fixture
def access() -> Access:
    return alone(("red", "blue"))


@pytest.fixture
def game(tmp_path: Path, access: Access) -> Iterator[RealGame]:
    with real_game(tmp_path, access) as game:
        yield game


def phone(opened: Opened, game: RealGame, access: Access, role: str) -> Page:
    page = opened("about:blank")
    page.set_viewport_size(dict(zip(("width", "height"), SIZES["phone"], strict=True)))
    page.context.add_cookies([{"name": COOKIE, "value": access.token(role), "url": game.address}])
    page.goto(game.address)
    page.wait_for_selector(".panel.game")
    return page


def card(page: Page) -> Locator:
    return page.locator("[data-displaced]")


def heights(buttons: Locator) -> list[float]:
    return [box["height"] for button in buttons.all() if (box := button.bounding_box())]


def knock(game: RealGame) -> None:
    for number, model in enumerate(KNOCKED):
        placed = game.table.placed[model]
        game.table.put(model, x_in=placed.x_in + 1.5 + 0.3 * number, y_in=placed.y_in + 1.0)


def accepted_lines(game: RealGame) -> list[str]:
    lines = game.host.log("spectator", None, 0)
    return [line["text"] for line in (lines or {"lines": []})["lines"] if line["text"].startswith("Both sides accept")]


def shot(page: Page, name: str) -> None:
    """For the eye, dark and light."""
    for scheme in ("dark", "light") if SHOTS else ():
        page.evaluate("scheme => document.documentElement.dataset.theme = scheme", scheme)
        page.wait_for_timeout(300)
        page.screenshot(path=f"{SHOTS}/{name}-{scheme}.png")


@pytest.mark.long
def test_a_knocked_table_is_one_card_that_both_sides_settle(
    opened: Opened, game: RealGame, access: Access, axe: Axe
) -> None:
    tablet = opened(game.address)
    tablet.wait_for_selector(".panel.game")
    red, blue = phone(opened, game, access, "red"), phone(opened, game, access, "blue")
    pages = (tablet, red, blue)
    knock(game)
    for page in pages:
        expect(card(page).locator("summary")).to_have_text("6 models have moved out of turn")
        expect(card(page)).to_have_count(1)
        expect(page.locator(".alert-card")).to_have_count(1)
    # the question is still there, below the card
    question = red.locator("[data-secret=red], .question").first
    expect(question).to_be_in_viewport()
    shot(red, "knocked-phone")
    shot(tablet, "knocked-tablet")
    for page in (tablet, red):
        assert axe(page) == []
        assert min(heights(card(page).get_by_role("button"))) >= FINGER_PX

    # each model has its arrow, on a phone after a tap
    card(red).locator("[data-put-back]").tap()
    for page in (tablet, red):
        expect(page.locator("[data-nudged] .pushed")).to_have_count(2 * len(KNOCKED))
    expect(card(red)).to_contain_text("The arrows on the board show where each model belongs.")
    shot(red, "put-back-phone")
    game.table.put("shale", x_in=18.0, y_in=30.0)
    for page in pages:
        expect(card(page).locator("summary")).to_have_text("5 models have moved out of turn")

    one_side_changes_nothing(game, tablet, red, blue)
    for page in (tablet, blue):
        assert axe(page) == []
    both_sides_count(game, tablet, red, blue)


def one_side_changes_nothing(game: RealGame, tablet: Page, red: Page, blue: Page) -> None:
    card(red).locator("[data-accept]").tap()
    for page in (tablet, blue):
        expect(card(page)).to_contain_text("Red accepts new positions")
        expect(card(page).locator("[data-displaced-model]")).to_have_count(5)
    expect(card(red)).to_contain_text("Waiting for Blue")
    expect(card(tablet).locator("[data-agree=red]")).to_be_disabled()
    shot(blue, "accepting-phone")
    shot(tablet, "accepting-tablet")
    assert accepted_lines(game) == []


def both_sides_count(game: RealGame, *pages: Page) -> None:
    _tablet, red, blue = pages
    card(blue).locator("[data-decline]").tap()
    for page in pages:
        expect(page.locator("[data-accepting]")).to_have_count(0)
        expect(card(page)).to_have_count(1)
    card(red).locator("[data-accept]").tap()
    card(blue).locator("[data-agree=blue]").tap()
    for page in pages:
        expect(card(page)).to_have_count(0)
        expect(page.locator("[data-nudged]")).to_have_count(0)
    (line,) = accepted_lines(game)
    assert line.startswith("Both sides accept: Brandt moved 1.8 in, Ida moved 2.1 in, ")
    expect(red.locator(".last")).to_contain_text("Both sides accept: Brandt moved")

    # what both did can be taken back
    red.locator("[data-undo]").tap()
    for page in pages:
        expect(card(page)).to_have_count(1)


def test_at_the_shared_tablet_each_side_taps_its_own_button(opened: Opened, game: RealGame) -> None:
    tablet = opened(game.address)
    tablet.wait_for_selector(".panel.game")
    game.table.put("pit", x_in=27.0)
    expect(card(tablet)).to_contain_text("Pit was moved 13.0″ out of turn.")
    card(tablet).locator("[data-accept]").tap()
    expect(card(tablet).locator("[data-agree]")).to_have_count(2)
    card(tablet).locator("[data-agree=red]").tap()
    expect(card(tablet).locator("[data-agree=red]")).to_be_disabled()
    assert accepted_lines(game) == []
    card(tablet).locator("[data-agree=blue]").tap()
    expect(card(tablet)).to_have_count(0)
    assert accepted_lines(game) == ["Both sides accept: Pit moved 13.0 in"]
