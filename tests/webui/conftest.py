"""A table that stands still: every state a model can be in, terrain of each kind, the page over it, and browsers."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import which

import pytest
from fake_table import ShownLive, position, roster
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright
from screen_pool import LastingPage, ScreenPool, open_page
from screens import PATIENCE_MS, SIZES, Axe, Opened, Scheme, settle
from serving import served

from tablecam.live.live_loop import PublishedFrame
from webui import create_app
from webui.server.dependencies import Dependencies
from webui.server.page import BUILT

AXE = Path(__file__).resolve().parents[2] / "webui" / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
# What axe-core counts as a barrier; the rest is advice.
BARRIERS = ("serious", "critical")
AXE_RUN = "how => axe.run(document, how).then(({violations}) => violations)"
AXE_BOTH = """async how => {
  const { dataset } = document.documentElement;
  const shown = dataset.theme;
  const found = [];
  for (const theme of ['dark', 'light']) {
    dataset.theme = theme;
    const { violations } = await axe.run(document, how);
    found.push(...violations.map(one => ({ ...one, id: `${one.id}, ${theme}` })));
  }
  dataset.theme = shown;
  return found;
}"""
# of one server or two, which may still be ending
MOST_THREADS = 200


@pytest.fixture
def view() -> PublishedFrame:
    return PublishedFrame(number=1, snapshot=position(), frames_per_s=24.0, reading_s=0.031)


@pytest.fixture
def live(view: PublishedFrame) -> Iterator[ShownLive]:
    live = ShownLive()
    live.show(view)
    yield live
    live.stop()


@pytest.fixture
def app(live: ShownLive) -> Flask:
    return create_app(Dependencies(live, roster))


@pytest.fixture
def address(app: Flask, live: ShownLive) -> Iterator[str]:
    """The page, served for real."""
    with served(app) as address:
        yield address
        live.stop()


@pytest.fixture
def pose_untrusted(view: PublishedFrame) -> PublishedFrame:
    assert view.snapshot is not None
    return replace(view, number=2, snapshot=replace(view.snapshot, pose_untrusted=True))


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright for all browser tests: a process can have but one."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def program() -> str:
    """The browser's program."""
    program = which("chromium-headless-shell") or which("chromium")
    if program is None:
        pytest.fail("no browser: `sh tools/system.sh test` installs chromium-headless-shell")
    if not (BUILT / "index.html").is_file():
        pytest.fail("the page is not built: `make page` builds it")
    return program


@pytest.fixture(scope="session")
def chromium(playwright: Playwright, program: str) -> Iterator[Browser]:
    """A browser for all tests; each opens contexts of its own."""
    browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=False)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def screen_pool(chromium: Browser) -> ScreenPool:
    """What `opened` opens its pages on."""
    return ScreenPool(chromium)


@pytest.fixture
def opened(screen_pool: ScreenPool) -> Iterator[Opened]:
    """Opens an address on a screen of its own, of a dark device by default; a fault of the page fails the test.

    A page whose clock the test sets needs a context that nobody borrows again: `lasting=False`.
    """
    contexts: list[tuple[BrowserContext, Scheme, bool]] = []
    faults: list[str] = []

    def opened(
        address: str, size: tuple[int, int] = SIZES["landscape"], scheme: Scheme = "dark", *, lasting: bool = True
    ) -> Page:
        context = screen_pool.borrow(scheme)
        contexts.append((context, scheme, lasting))
        page = open_page(context, size, faults)
        page.goto(address)
        return page

    yield opened
    for context, scheme, lasting in contexts:
        if lasting:
            screen_pool.give_back(context, scheme)
        else:
            context.close()
    assert faults == []


@pytest.fixture(scope="module")
def lasting_page(screen_pool: ScreenPool) -> Iterator[LastingPage]:
    """A page for all tests of a file, of a dark device that lies on its side."""
    context = screen_pool.borrow("dark")
    yield LastingPage(context)
    screen_pool.give_back(context, "dark")


@pytest.fixture
def axe() -> Axe:
    """`axe(page)`: the barriers that axe-core finds on a page as it stands, in both themes, a line each; or [].

    `axe(page, "color-contrast")`: but those of that rule.
    """
    if not AXE.is_file():
        pytest.fail("axe-core is not installed: `make page` installs the packages of the page")

    def barriers(page: Page, but: str = "") -> list[str]:
        settle(page)
        # evaluated, not added as a script: the page's own policy would refuse that
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
        # the contrast of 4.5:1 lies within the 7:1 that is asked of both themes below
        options = {"resultTypes": ["violations"], "rules": {but or "color-contrast": {"enabled": False}}}
        found = page.evaluate(AXE_RUN, options)
        if not but:
            # themes differ in colours alone; both have 7:1
            found += page.evaluate(AXE_BOTH, {"runOnly": ["color-contrast-enhanced"], "resultTypes": ["violations"]})
        return [
            f"{each['id']} ({each['impact']}): {node['html'][:160]}"
            for each in found
            if each["impact"] in BARRIERS
            for node in each["nodes"]
        ]

    return barriers


@pytest.fixture(scope="session", autouse=True)
def nothing_stays_open() -> Iterator[None]:
    """What tests open they close: threads that are left by each of hundreds bring a small machine down."""
    yield
    left = [each.name for each in threading.enumerate()]
    assert len(left) < MOST_THREADS, f"{len(left)} threads are left: {sorted(set(left))[:20]}"
