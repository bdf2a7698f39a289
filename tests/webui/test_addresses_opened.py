"""An address that is opened directly: its style is there, nothing is cut off, and a wrong one says so."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from screens import SIZES, Opened
from serving import served
from whole import Whole, whole

pytestmark = [pytest.mark.browser, pytest.mark.long]

GO = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
# how the sides are drawn and set
SIDES = """() => [...document.querySelectorAll('.who-plays h2, .who-plays h2 *')].map((one) => {
  const { width, height } = one.getBoundingClientRect(), { fontSize, fill, color, display } = getComputedStyle(one);
  return `${one.tagName} ${Math.round(width)} ${Math.round(height)} ${fontSize} ${fill} ${color} ${display}`;
})"""
OUT_OF_SIGHT = """() => [...document.querySelectorAll('button, a, input')]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 80)])
  .filter(([box]) => box.left < -0.5 || box.right > innerWidth + 0.5)
  .map(([, html]) => html)"""
SIDEWAYS = """() => [...document.querySelectorAll('html, body, #page, #page *')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
  .map((one) => `${one.tagName}.${one.className}: ${one.scrollWidth} > ${one.clientWidth}`)"""


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return whole(tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="module")
def everywhere(everything: Whole) -> Iterator[str]:
    with served(everything.app) as address:
        yield address
        everything.parts.live.stop()


def sides(page: Page) -> list[str]:
    """What the sides look like on the step Print."""
    expect(page.locator(".who-plays h2 svg").first).to_be_visible()
    page.wait_for_timeout(300)
    found: list[str] = page.evaluate(SIDES)
    return found


def test_the_step_print_draws_the_sides_the_same_opened_directly_as_after_other_pages(
    opened: Opened, everywhere: str
) -> None:
    directly = sides(opened(f"{everywhere}/setup/print"))
    page = opened(f"{everywhere}/")
    for other in ("replay", "setup/roster", "setup/print"):
        page.evaluate(GO, f"/{other}")
        page.wait_for_timeout(600)
    assert sides(page) == directly


@pytest.mark.parametrize("path", ["/replay/statistics", "/replay", "/club/1/print", "/club/1/print/pairings"])
def test_no_key_is_cut_off_and_nothing_scrolls_sideways(opened: Opened, everywhere: str, path: str) -> None:
    page = opened(f"{everywhere}/icon.svg", SIZES["phone"])
    # in the longer language
    page.context.add_cookies([{"name": "language", "value": "de", "url": everywhere}])
    page.goto(f"{everywhere}{path}")
    expect(page.locator("[data-help]")).to_be_visible()
    for width, height in (SIZES["landscape"], SIZES["phone"], (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)
        assert page.evaluate(OUT_OF_SIGHT) == [], width
        assert page.evaluate(SIDEWAYS) == [], width


@pytest.mark.parametrize("path", ["/nowhere", "/game/7", "/api/nowhere", "/api/games/99/report.html"])
def test_an_unknown_address_is_a_page_with_a_way_back(opened: Opened, everywhere: str, path: str) -> None:
    page = opened(f"{everywhere}/icon.svg", SIZES["phone"])
    answer = page.goto(f"{everywhere}{path}")
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading", name="This page cannot be shown")).to_be_visible()
    says = "There is no game 99 here." if "99" in path else "There is no page at this address."
    expect(page.get_by_role("alert")).to_have_text(says)
    page.locator("[data-home]").tap()
    page.wait_for_url(f"{everywhere}/")
    expect(page.locator(".menu-button")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/projector", "This address names no event. Choose one from the list of events."),
        ("/projector/99", "Nothing here has that number: check the list again."),
    ],
)
def test_a_projector_without_an_event_says_so_and_leads_to_the_events(
    opened: Opened, everywhere: str, path: str, says: str
) -> None:
    page = opened(f"{everywhere}{path}")
    expect(page.get_by_role("alert")).to_contain_text(says)
    page.locator("[data-events]").tap()
    page.wait_for_url("**/club**")
    expect(page.locator("h1").first).to_be_visible()


def test_a_projector_that_lost_its_event_server_still_blames_the_connection(opened: Opened, everywhere: str) -> None:
    page = opened(f"{everywhere}/icon.svg")
    page.route("**/api/**", lambda route: route.abort())
    page.goto(f"{everywhere}/projector/1")
    expect(page.locator(".p-empty")).to_have_text("No connection to the computer of the event")
