"""The news in the header of the table's page, on every tablet: whole, and nothing else moves for it."""

from dataclasses import replace
from itertools import pairwise

import pytest
from fake_table import ShownLive
from playwright.sync_api import Page, expect
from screens import SIZES, Opened

from tablecam.live.live_loop import PublishedFrame
from tablecam.sensing.tracking.changes import CameraMoved, TrackMoved, WentMissing

pytestmark = [pytest.mark.browser, pytest.mark.long]

TABLETS = ("landscape", "portrait", "small")
UNSEEN = TrackMoved(model="ann", time=12.4, path_in=None, straight_in=12.3, gaps=1)
NEWS = {
    "Sergeant Ann stands 12.3″ from its earlier position": UNSEEN,
    "Trooper Fox is out of sight and keeps its last position": WentMissing(model="fox", time=12.4),
    "The camera was moved: readings are held back": CameraMoved(time=12.4),
}
# the lines that the words take, and what there is to see of them
WHOLE = """news => {
    const words = document.createRange(); words.selectNodeContents(news);
    const lines = [...words.getClientRects()], box = news.getBoundingClientRect();
    return lines.length > 0 && lines.every(line => line.left >= box.left - 1 && line.right <= box.right + 1
        && line.top >= box.top - 1 && line.bottom <= box.bottom + 1 && line.right <= innerWidth);
}"""


def news_of(page: Page, live: ShownLive, view: PublishedFrame, says: str) -> None:
    live.show(replace(view, number=2, changes=(NEWS[says],)))
    expect(page.locator(".latest")).to_have_text(says)


@pytest.mark.parametrize("size", TABLETS)
@pytest.mark.parametrize("says", NEWS)
def test_the_latest_news_is_read_whole(
    opened: Opened, address: str, live: ShownLive, view: PublishedFrame, size: str, says: str
) -> None:
    page = opened(address, SIZES[size])
    news_of(page, live, view, says)
    assert page.locator(".latest").evaluate(WHOLE)


@pytest.mark.parametrize("size", TABLETS)
def test_the_board_stays_where_it_is_when_news_comes(
    opened: Opened, address: str, live: ShownLive, view: PublishedFrame, size: str
) -> None:
    page = opened(address, SIZES[size])
    page.wait_for_selector("[data-model=ann]")
    before = page.locator(".view").bounding_box()
    news_of(page, live, view, next(iter(NEWS)))
    assert page.locator(".view").bounding_box() == before


def test_the_header_of_a_phone_is_one_row_and_the_menu_has_what_is_rarer(
    opened: Opened, address: str, live: ShownLive, view: PublishedFrame
) -> None:
    page = opened(address, SIZES["phone"])
    page.wait_for_selector("[data-model=ann]")
    boxes = page.locator(".bar > *").evaluate_all(
        "all => all.filter(one => one.offsetParent).map(one => one.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) == 2
    assert max(box["top"] for box in boxes) < min(box["bottom"] for box in boxes)
    # nothing lies on its neighbour
    boxes.sort(key=lambda box: box["left"])
    assert all(left["right"] <= right["left"] for left, right in pairwise(boxes))
    live.show(replace(view, number=2, trouble="the camera sends nothing"))
    expect(page.locator(".health.trouble")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".menu-button").tap()
    page.locator("[data-view]").tap()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".picture")).to_be_visible()


def test_the_news_is_whole_at_twice_the_text_size(
    opened: Opened, address: str, live: ShownLive, view: PublishedFrame
) -> None:
    page = opened(address, SIZES["landscape"])
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    news_of(page, live, view, next(iter(NEWS)))
    assert page.locator(".latest").evaluate(WHOLE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
