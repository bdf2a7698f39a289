"""Help in place: the tour of the demo, `?` on every page, and messages with the button that does what they ask for."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as NotThere
from screens import FINGER_PX, PATIENCE_MS, SIZES, Axe
from serving import served
from whole import Whole, whole

from tablecam.rules.books.catalogue import BOOKS

# the address, and what its help is about
PAGES = {
    "/": "game", "/setup": "setup", "/setup/camera": "setup", "/setup/play": "setup", "/join": "join",
    "/replay": "games", "/replay/1": "replay", "/club": "events", "/club/1": "desk", "/club/1/print": "print",
    "/projector/1": "projector", "/card/1": "card", "/signup/1": "signup", "/replay/statistics": "statistics",
}  # fmt: skip
CARDS = 5
PRESSES, SHEET_MS, SETTLED_MS = 8, 3000, 300


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return whole(tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="module")
def everywhere(everything: Whole) -> Iterator[str]:
    with served(everything.app) as address:
        yield address
        everything.parts.live.stop()


def test_the_words_of_a_book_are_told_with_their_forms_and_clauses(everything: Whole) -> None:
    client = everything.app.test_client()
    told = client.get("/api/glossary?book=urban-war").json["words"]
    assert len(told) == len(BOOKS.book("urban-war").glossary)
    (panicked,) = [word for word in told if word["id"] == "panicked"]
    assert "panics" in panicked["forms"]
    assert panicked["clause"] == "UW-QS Morale (Panic) (UW-102)"
    assert client.get("/api/glossary?book=nothing").json == {"words": []}


@pytest.mark.long
@pytest.mark.browser
def test_the_tour_comes_once_and_every_page_says_what_can_be_done(chromium: Browser, everywhere: str, axe: Axe) -> None:
    width, height = SIZES["landscape"]
    context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(everywhere)
    goes_through_the_tour(page, axe)
    page.reload()
    expect(page.get_by_role("button", name="Menu of the game")).to_be_visible()
    expect(page.locator("[data-tour]")).to_have_count(0)
    page.get_by_role("button", name="Menu of the game").tap()
    page.locator("[data-demo]").tap()
    page.locator("[data-tour-again]").tap()
    expect(page.locator("[data-tour='0']")).to_be_visible()
    page.locator("[data-tour-end]").tap()
    expect(page.locator("[data-tour]")).to_have_count(0)
    for path, about in PAGES.items():
        page.goto(f"{everywhere}{path}")
        has_help(page, about)
    context.close()
    assert faults == []


def goes_through_the_tour(page: Page, axe: Axe) -> None:
    """The first visit says what this is; each card shows its thing, the first one the hand that carries models."""
    welcome = page.locator("dialog.welcome")
    expect(welcome.get_by_role("heading")).to_have_text("tablecam")
    expect(welcome.locator("[data-set-up]")).to_be_visible()
    assert axe(page) == []
    welcome.locator("[data-try]").tap()
    for card in range(CARDS):
        expect(page.locator(f"[data-tour='{card}']")).to_be_visible()
        if card == 0:
            assert axe(page) == []
        page.locator("[data-tour-show]").tap()
        if card == 0:
            expect(page.locator(".hand-bar")).to_be_visible()
        expect(page.locator(".pointed-at")).not_to_have_count(0)
        # a second tap within this time would count as a bounce
        page.wait_for_timeout(400)
        page.locator("[data-tour-next]").tap()
    expect(page.locator("[data-tour]")).to_have_count(0)


def has_help(page: Page, about: str) -> None:
    """`?` is large enough, opens by its key, can be searched, and closes by Escape."""
    button = page.locator("[data-help]")
    expect(button).to_have_count(1)
    sheet = page.locator(f"[data-help-sheet={about}]")
    for _ in range(PRESSES):
        # a page that has only just been drawn listens to no key yet; in an open sheet the key would be searched for
        if not sheet.is_visible():
            page.keyboard.press("?")
        with suppress(NotThere):
            sheet.locator("dt").nth(1).wait_for(timeout=SHEET_MS)
        # the help of a page that is still being fetched goes with it
        page.wait_for_timeout(SETTLED_MS)
        if sheet.is_visible():
            break
    expect(sheet.locator("dt").nth(1)).to_be_visible()
    sheet.get_by_role("searchbox").fill("escape")
    expect(sheet.locator("dt")).to_have_text(["Keyboard"])
    page.keyboard.press("Escape")
    if page.locator("dialog").count():
        # the first Escape may have emptied the search
        page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    box = button.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= FINGER_PX
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
