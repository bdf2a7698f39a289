"""A whole activation by keys alone, as somebody without a pointer or with a screen reader plays it: roles and names."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from real_game import RealGame, real_game

from webui.entrance.access import Access, alone

pytestmark = [pytest.mark.browser, pytest.mark.long]

Opened = Callable[..., Page]
# as many stops of the Tab key as any page of a game has
STOPS = 120
FOCUSED = "one => one === document.activeElement"
SEEN = "one => getComputedStyle(one).outlineStyle !== 'none' && parseFloat(getComputedStyle(one).outlineWidth) >= 2"
# what a screen reader is told without the focus going there
TOLD = """() => {
  window.told = [];
  const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
  new MutationObserver(changes => changes.forEach(({target}) => {
    const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(live);
    if (region && region.textContent.trim()) window.told.push(region.textContent.trim());
  })).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


@pytest.fixture
def game(tmp_path: Path) -> Iterator[RealGame]:
    access: Access = alone(("red", "blue"))
    with real_game(tmp_path, access) as game:
        yield game


def reach(page: Page, button: Locator) -> None:
    """Tab until a button has the focus, which is seen."""
    expect(button).to_be_visible()
    for _stop in range(STOPS):
        if button.evaluate(FOCUSED):
            assert button.evaluate(SEEN), "the focus is not seen"
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no key comes to {button}")


def press(page: Page, button: Locator, key: str = "Enter") -> None:
    reach(page, button)
    page.keyboard.press(key)


def button(page: Page, name: str | re.Pattern[str], part: Locator | None = None) -> Locator:
    return (part or page).get_by_role("button", name=name).first


def question(page: Page, seat: str) -> Locator:
    return page.get_by_role("region", name=f"Question for {seat}")


def orders(page: Page, seat: str) -> None:
    """Face-down orders: shown for some seconds, one for all, handed in."""
    opens = button(page, f"{seat}: in secret …")
    if opens.count():
        press(page, opens)
        expect(page.get_by_role("dialog")).to_be_visible()
    press(page, button(page, "Show for 20 s"))
    press(page, button(page, "All: snap-fire"), "Space")
    press(page, button(page, re.compile(r"^Done: \d given")))
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(f"[data-secret={seat.lower()}]")).to_have_count(0)


def roll(page: Page, seat: str, face: str) -> None:
    """The first key of the pad, and then the digit that the die shows."""
    keys = question(page, seat).get_by_role("group", name=re.compile("^Result on the d10"))
    reach(page, keys.get_by_role("button").first)
    page.keyboard.press("ArrowRight")
    assert keys.get_by_role("button", name="2", exact=True).evaluate(FOCUSED)
    asked = keys.locator("xpath=ancestor::*[@data-question][1]").get_attribute("data-question")
    page.keyboard.press(face)
    # the next roll has the same keys
    expect(page.locator(f"[data-question='{asked}']")).to_have_count(0)


def test_a_whole_activation_needs_no_pointer_and_is_told_to_those_who_do_not_see_it(
    opened: Opened, game: RealGame
) -> None:
    page = opened(game.address)
    expect(page.get_by_role("complementary", name="The game")).to_be_visible()
    page.evaluate(TOLD)
    page.evaluate("window.pointed = 0; addEventListener('pointerdown', () => window.pointed++, true)")
    orders(page, "Red")
    orders(page, "Blue")
    roll(page, "Red", "9")
    roll(page, "Blue", "3")
    press(page, question(page, "Red").get_by_role("button").first)
    # whoever goes on with keys is at the question that has come
    first = page.get_by_role("button", name=re.compile("Brandt$"))
    press(page, first.first)
    press(page, button(page, re.compile("^move and shoot", re.IGNORECASE), question(page, "Red")))
    expect(page.get_by_role("heading", name=re.compile("Brandt is activated"))).to_be_visible()
    placed = game.table.placed["brandt"]
    game.table.carry("brandt", [(placed.x_in, placed.y_in + 2.0)])
    expect(page.get_by_text("2.00″").first).to_be_visible()
    press(page, button(page, re.compile("^Done"), question(page, "Red")))
    # not the key that chooses without the odds, while they are worked out
    press(page, question(page, "Red").locator("[data-option]:visible").first)
    roll(page, "Red", "0")
    told = page.get_by_role("list", name="Just now")
    expect(told).to_contain_text(re.compile("rolled 10, a hit"))
    assert page.evaluate("window.pointed") == 0
    heard = page.evaluate("window.told")
    assert any("rolled 10, a hit" in text for text in heard)
