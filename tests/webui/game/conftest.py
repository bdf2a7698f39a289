"""A browser, and the game's page over a game that says what it is told to."""

from collections.abc import Callable, Iterator
from shutil import which

import pytest
from fake_game import FakeGame, serve
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from webui.page import BUILT

SIZES = {"landscape": (1280, 800), "portrait": (800, 1280), "small": (960, 600), "phone": (390, 844)}
Opened = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    program = which("chromium-headless-shell") or which("chromium")
    if program is None:
        pytest.fail("no browser: `sh tools/system.sh test` installs chromium-headless-shell")
    if not (BUILT / "index.html").is_file():
        pytest.fail("the page is not built: `make page` builds it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=False)
        yield browser
        browser.close()


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Opened]:
    """Opens an address on a screen of its own; a fault of the page fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(address: str, size: tuple[int, int] = SIZES["landscape"]) -> Page:
        context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if "Content Security" in said.text else None)
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def fake() -> Iterator[FakeGame]:
    fake = FakeGame()
    yield fake
    fake.closed = True


@pytest.fixture
def page(fake: FakeGame, opened: Opened) -> Page:
    """The shared tablet of the fake game."""
    _, address = serve(fake)
    page = opened(address)
    page.wait_for_selector(".panel.game")
    return page
