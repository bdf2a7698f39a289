"""What holds for every page at every size: fingers, letters, darkness, rest, and leaving it by accident."""

import io
from collections.abc import Iterator

import numpy as np
import pytest
from contrast import faint_in_both_themes
from PIL import Image
from playwright.sync_api import Page, Route, expect
from screens import FINGER_PX, SIZES, Axe, Opened
from serving import served
from whole import whole

pytestmark = [pytest.mark.browser, pytest.mark.slow]

USUAL_PAGES = ("/", "/join", "/club", "/setup/terrain")
PAGES = (
    *USUAL_PAGES,
    "/replay",
    "/setup",
    "/setup/camera",
    "/setup/cameras",
    "/setup/roster",
    "/setup/print",
    "/setup/play",
)
EACH_PAGE = [page if page in USUAL_PAGES else pytest.param(page, marks=pytest.mark.long) for page in PAGES]
TARGETS = "button, select, summary, a.button, a.big, input:not([type=file])"
BODY_PX = 18
# luminance of the ground, and the share of a screen that may be white
DARK, MOST_WHITE = 0.05, 0.2


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a page with all of its parts, a game in progress among them."""
    everything = whole(tmp_path_factory.mktemp("whole"))
    with served(everything.app) as address:
        yield address
        everything.parts.live.stop()


def at(opened: Opened, address: str, size: str) -> Page:
    page = opened(address, SIZES[size])
    expect(page.locator(TARGETS).first).to_be_visible()
    page.wait_for_timeout(400)
    return page


def small_ones(page: Page) -> list[str]:
    """Targets in sight that are too small for a finger."""
    found: list[str] = page.locator(TARGETS).evaluate_all(
        """(all, least) => all.filter(one => one.checkVisibility({opacityProperty: true}))
          .map(one => [one.getBoundingClientRect(), one])
          .filter(([box]) => Math.min(box.width, box.height) < least - 0.5)
          .map(([box, one]) => `${box.width} x ${box.height}: ${one.outerHTML.slice(0, 100)}`)""",
        FINGER_PX,
    )
    return found


def small_letters(page: Page) -> list[str]:
    """Words in sight that are set too small; the letters in drawings have their own measure."""
    found: list[str] = page.evaluate(
        """least => [...document.querySelectorAll('body *')]
          .filter(one => !one.closest('svg') && one.checkVisibility()
            && [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim())
            && parseFloat(getComputedStyle(one).fontSize) < least - 0.1)
          .map(one => `${getComputedStyle(one).fontSize}: ${one.textContent.slice(0, 60)}`)""",
        BODY_PX,
    )
    return found


def sideways_px(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.parametrize("path", EACH_PAGE)
def test_every_page_has_room_for_fingers_and_eyes_at_every_size_and_is_dark(
    opened: Opened, everywhere: str, axe: Axe, path: str
) -> None:
    page = at(opened, f"{everywhere}{path}", "landscape")
    assert page.locator("[data-open-appearance], .menu-button").count() == 1, "the choice of a theme"
    assert faint_in_both_themes(page) == []
    is_dark_without_white_areas(page)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert sideways_px(page) <= 0, size
        assert small_ones(page) == [], size
        assert small_letters(page) == [], size
        # between the narrowest screen and the widest no element is another
        assert size not in {"landscape", "phone"} or axe(page) == [], size
    page.set_viewport_size(dict(zip(("width", "height"), SIZES["landscape"], strict=True)))  # type: ignore[arg-type]
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.wait_for_timeout(200)
    assert sideways_px(page) <= 0, "letters of twice the size"


def is_dark_without_white_areas(page: Page) -> None:
    shown = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), float) / 255
    linear = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
    assert np.median(linear @ [0.2126, 0.7152, 0.0722]) < DARK
    assert (shown.min(axis=2) > 0.9).mean() < MOST_WHITE


def test_with_less_motion_nothing_moves_by_itself(opened: Opened, everywhere: str) -> None:
    page = at(opened, everywhere, "landscape")
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Zoom in").tap()
    assert page.evaluate("document.getAnimations().length") == 0
    moving = page.evaluate(
        "[...document.querySelectorAll('*')].filter(one => "
        "getComputedStyle(one).transitionDuration.split(',').some(each => parseFloat(each) > 0)).length"
    )
    assert moving == 0


def test_a_finger_that_slides_off_a_button_has_done_nothing(opened: Opened, everywhere: str) -> None:
    page = at(opened, f"{everywhere}/join", "landscape")
    box = page.locator("[data-letter]").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    expect(page.get_by_label("Code", exact=True)).to_have_text("")
    page.mouse.click(box["x"] + 20, box["y"] + 20)
    expect(page.get_by_label("Code", exact=True)).not_to_have_text("")


def test_a_part_that_the_server_has_no_more_loads_the_page_anew(opened: Opened, everywhere: str) -> None:
    page = at(opened, f"{everywhere}/setup/camera", "landscape")
    gone: list[str] = []

    def missing(route: Route) -> None:
        if gone:
            route.continue_()
        else:
            gone.append(route.request.url)
            route.fulfill(status=404)

    page.route("**/assets/roster-*.js", missing)
    page.locator("[data-to=roster]").tap()
    expect(page.locator("[data-step=roster]")).to_be_visible()
    assert len(gone) == 1


@pytest.mark.long
def test_a_page_looks_the_same_wherever_one_comes_from(opened: Opened, everywhere: str) -> None:
    """Pages share one document: the looks of one stay while the next one is shown."""
    straight, around = (at(opened, f"{everywhere}{path}", "landscape") for path in ("/", "/setup/terrain"))
    expect(around.locator("[data-step=terrain]")).to_be_visible()
    around.locator("[data-to=roster]").tap()
    expect(around.locator("[data-step=roster]")).to_be_visible()
    around.get_by_role("button", name="Back to the table").first.tap()
    measure = """() => [...document.querySelectorAll('.panel.game *, .bar *')].map(one => {
        const box = one.getBoundingClientRect();
        return `${one.tagName}.${one.getAttribute('class') ?? ''} ${Math.round(box.width)} x ${Math.round(box.height)}`;
    }).filter(each => !each.includes('dot'))"""
    for page in (straight, around):
        expect(page.locator(".panel.game .question").first).to_be_visible()
        page.wait_for_timeout(500)
    assert around.evaluate(measure) == straight.evaluate(measure)
