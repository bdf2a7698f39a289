"""The order of the page: the board has half of a tablet, a phone's question comes first, and the menu is short."""

import pytest
from fake_game import FakeGame
from playwright.sync_api import Page, expect
from screens import BOUNCE_MS, SIZES

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_ENTRIES, MOST_IN_A_GROUP = 15, 5
ROOM = {"camera": "on", "bumped": False, "light": 1}
MAT_SHARE = """() => {
  const mat = document.querySelector('.board .mat').getBoundingClientRect();
  return mat.width * mat.height / (innerWidth * innerHeight);
}"""


@pytest.fixture
def demo(fake: FakeGame, page: Page) -> Page:
    """The page of a drawn table, whose models a hand carries."""
    fake.answers["/api/stage"] = (ROOM, 200)
    page.reload()
    page.wait_for_selector(".panel.game")
    return page


def to_size(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


def test_the_board_has_half_of_a_tablet_also_beside_the_tour_and_the_demo_hand(demo: Page) -> None:
    assert demo.evaluate(MAT_SHARE) >= 0.5
    for entry in ("[data-demo-hand]", "[data-tour-again]"):
        demo.locator(".menu-button").tap()
        demo.locator("[data-demo]").tap()
        demo.locator(entry).tap()
        demo.wait_for_timeout(BOUNCE_MS)
    expect(demo.locator(".hand-bar")).to_be_visible()
    expect(demo.locator("[data-tour='0']")).to_be_visible()
    assert demo.evaluate(MAT_SHARE) >= 0.5


def test_the_menu_has_three_short_groups_and_the_settings_apart(demo: Page) -> None:
    demo.locator(".menu-button").tap()
    groups = demo.locator("dialog .menu-group")
    counts = [groups.nth(at).locator("button, a").count() for at in range(3)]
    expect(groups).to_have_count(3)
    assert max(counts) <= MOST_IN_A_GROUP
    assert demo.locator("dialog .menu :is(button, a)").count() <= MOST_ENTRIES
    demo.locator(".menu-apart [data-settings]").tap()
    expect(demo.locator("dialog [data-appearance]")).to_be_visible()
    demo.locator("[data-sheet-back]").tap()
    expect(groups).to_have_count(3)


def test_on_a_phone_the_header_is_one_line_with_the_names_and_the_question_comes_before_what_happened(
    page: Page, fake: FakeGame
) -> None:
    to_size(page, "phone")
    fake.lines = [{"n": n, "kind": "event", "text": f"What happened before {n}", "seat": "red"} for n in (41, 42, 43)]
    told = page.locator(".lately-told li").last
    expect(told).to_have_text("What happened before 43")
    box, question = told.bounding_box(), page.locator(".question").bounding_box()
    assert box
    assert question
    assert question["y"] < box["y"]
    heights = page.locator(".bar > *").evaluate_all(
        "all => all.filter(one => one.offsetParent).map(one => one.getBoundingClientRect().toJSON())"
    )
    assert max(box["top"] for box in heights) < min(box["bottom"] for box in heights)
    for name in page.locator(".sides .side-name").all():
        expect(name).to_be_in_viewport(ratio=1)
