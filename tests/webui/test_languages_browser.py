"""Every page in a language of longer words, and in one that is written from the right; and the choice of a device."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest
from contrast import faint_in_both_themes
from made_languages import LONGER, RIGHT_TO_LEFT, in_hebrew_letters, lengthened, made_of_the_catalogues, shipped
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as NotThere
from screens import SIZES, Axe, Opened
from serving import served
from test_every_page import PAGES as EVERY_PAGE
from whole import Whole, whole

from webui import create_app

pytestmark = [pytest.mark.browser, pytest.mark.long]

# taps that may be taken for a bounce, and how long a page takes to follow one
TAPS, PAUSE_MS = 8, 1_000

TRIED = ("landscape", "small", "phone")
PAGES = ("/", "/join", "/replay", "/setup", "/setup/terrain", "/club", "/club/1/round", "/projector/1")
FROM_THE_RIGHT = ("/", "/setup/roster", "/club/1/round")
# words that a button cuts off, and buttons and headings that reach over the page's edge, but for rows that scroll
BROKEN = """() => {
  const scrolls = (one) => one && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  return [...document.querySelectorAll('button, a.big, summary, h1, h2, label')]
    .filter((one) => one.checkVisibility({ opacityProperty: true }) && !one.closest('svg'))
    .filter((one) => {
      const box = one.getBoundingClientRect();
      const cut = one.scrollWidth > one.clientWidth + 2 || one.scrollHeight > one.clientHeight + 6;
      const out = box.left < -1 || box.right > innerWidth + 1;
      return (one.matches('button, a.big') && cut) || (out && !scrolls(one.parentElement));
    })
    .map((one) => one.outerHTML.slice(0, 200));
}"""


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    made = whole(tmp_path_factory.mktemp("whole"))
    yield made
    assert made.parts.live is not None
    made.parts.live.stop()


@pytest.fixture(scope="module")
def foreign(everything: Whole, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """All pages, in two languages that no person speaks."""
    made = {LONGER: lengthened, RIGHT_TO_LEFT: in_hebrew_letters}
    languages = made_of_the_catalogues(tmp_path_factory.mktemp("made"), made)
    with served(create_app(replace(everything.parts, languages=languages))) as address:
        yield address


def speaking(page: Page, address: str, **cookies: str) -> None:
    page.context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])


def holds(page: Page, where: str) -> list[str]:
    """What is wrong with the layout at each size."""
    wrong = []
    for size in TRIED:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if over > 0:
            wrong.append(f"{where} at {size}: {over} px too wide")
        wrong += [f"{where} at {size}: {one}" for one in page.evaluate(BROKEN)]
    return wrong


@pytest.mark.parametrize(("language", "paths"), [(LONGER, PAGES), (RIGHT_TO_LEFT, FROM_THE_RIGHT)])
def test_every_page_holds_its_layout(opened: Opened, foreign: str, language: str, paths: tuple[str, ...]) -> None:
    page = opened(f"{foreign}/icon.svg")
    speaking(page, foreign, language=language)
    wrong = []
    for path in paths:
        page.goto(f"{foreign}{path}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("h1:visible, button:visible").first).to_be_visible()
        page.wait_for_timeout(300)
        wrong += holds(page, path)
        if path == "/":
            page.locator(".menu-button").tap()
            expect(page.locator("dialog")).to_be_visible()
            wrong += holds(page, "the menu")
    if language == RIGHT_TO_LEFT:
        expect(page.locator("html")).to_have_attribute("dir", "rtl")
    assert wrong == []


def chosen(page: Page, choice: str, value: str) -> None:
    """Chosen in the menu and kept by the device: a finger that came back too soon comes again."""
    for _ in range(TAPS):
        with suppress(NotThere):
            page.locator(".menu-button").tap(timeout=PAUSE_MS)
        with suppress(NotThere):
            page.locator("[data-settings]").tap(timeout=PAUSE_MS)
        with suppress(NotThere):
            page.locator(f"[data-{choice}={value}]").tap(timeout=PAUSE_MS)
        page.wait_for_timeout(PAUSE_MS)
        if any((kept["name"], kept["value"]) == (choice, value) for kept in page.context.cookies()):
            return
    pytest.fail(f"the device does not keep {value}")


def test_two_devices_at_one_table_read_it_in_german_and_in_english(
    opened: Opened, everything: Whole, tmp_path_factory: pytest.TempPathFactory, axe: Axe
) -> None:
    languages = shipped(tmp_path_factory.mktemp("shipped"))
    with served(create_app(replace(everything.parts, languages=languages))) as address:
        english, german = opened(address), opened(address, SIZES["phone"])
        chosen(german, "language", "de")
        expect(german.locator("html")).to_have_attribute("lang", "de")
        chosen(german, "unit", "cm")
        expect(german.locator(".menu-button")).to_be_visible()
        asked = [page.locator(".question h2").first.inner_text() for page in (english, german)]
        assert asked[0] != asked[1]
        assert axe(german) == []
        expect(english.locator("html")).to_have_attribute("lang", "en")
        # the choice holds on every page
        german.goto(f"{address}/replay")
        expect(german.get_by_role("heading", level=1)).to_have_text("Gespielte Spiele")
        expect(german.locator("[data-language=de]")).to_have_attribute("aria-pressed", "true")
        expect(german.locator("[data-unit=cm]")).to_have_attribute("aria-pressed", "true")
        for path in ("/setup", "/club", "/join", "/card"):
            german.goto(f"{address}{path}")
            expect(german.locator("[data-language=de]").first).to_have_attribute("aria-pressed", "true")
            assert axe(german) == [], path


def test_no_german_page_has_a_barrier_or_a_faint_word_in_either_theme(
    opened: Opened, everything: Whole, tmp_path_factory: pytest.TempPathFactory, axe: Axe
) -> None:
    languages = shipped(tmp_path_factory.mktemp("shipped"))
    with served(create_app(replace(everything.parts, languages=languages))) as address:
        german = opened(f"{address}/icon.svg")
        speaking(german, address, language="de")
        for path in {*PAGES, *EVERY_PAGE}:
            german.goto(f"{address}{path}")
            expect(german.locator("html")).to_have_attribute("lang", "de")
            expect(german.locator("h1:visible, button:visible").first).to_be_visible()
            german.wait_for_timeout(300)
            # pixels are measured, and to more than axe-core asks for
            assert [*axe(german, "color-contrast"), *faint_in_both_themes(german)] == [], path
