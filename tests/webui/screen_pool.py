"""Browser contexts that one test after another borrows: scripts that one has fetched and compiled serve the next."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize
from screens import PATIENCE_MS, SIZES, TOUR_SEEN, Scheme
from serving import list_origins

# what a page can keep; never the browser's cache, which spares the next test the scripts
STORES = "local_storage,indexeddb,service_workers,cache_storage"
USUAL_VIEWPORT: ViewportSize = {"width": SIZES["landscape"][0], "height": SIZES["landscape"][1]}


class ScreenPool:
    """Contexts of a browser by what they prefer. A page of one has cookies, storage and routes of no test before."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: dict[Scheme, list[BrowserContext]] = defaultdict(list)

    def borrow(self, scheme: Scheme) -> BrowserContext:
        """A context without pages that nobody else has until it is given back."""
        return self._idle[scheme].pop() if self._idle[scheme] else self._make_context(scheme)

    def give_back(self, context: BrowserContext, scheme: Scheme) -> None:
        """Closes its pages and forgets its cookies, routes and permissions."""
        for page in context.pages:
            page.close()
        context.unroute_all()
        context.clear_cookies()
        context.clear_permissions()
        context.set_offline(False)
        self._idle[scheme].append(context)

    def _make_context(self, scheme: Scheme) -> BrowserContext:
        context = self._browser.new_context(viewport=USUAL_VIEWPORT, has_touch=True, color_scheme=scheme)
        context.add_init_script(TOUR_SEEN)
        context.set_default_timeout(PATIENCE_MS)
        return context


def open_page(context: BrowserContext, size: tuple[int, int], faults: list[str]) -> Page:
    """A page that remembers nothing, on a screen of a size; faults: where its faults are noted."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    for origin in list_origins():
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORES})
    session.detach()
    if size != SIZES["landscape"]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: _note_policy(message, faults))
    return page


def _note_policy(message: Any, faults: list[str]) -> None:
    if "Content Security" in message.text:
        faults.append(message.text)


class LastingPage:
    """A page that the tests of a file use one after another; each finds it as if it had just been opened.

    A test that adds a script to its page, or sets its clock, opens one of its own.
    """

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._faults: list[str] = []
        self._page = open_page(context, SIZES["landscape"], self._faults)

    @contextmanager
    def opened(self, address: str, ready: str) -> Iterator[Page]:
        """The page, once it shows at an address what a selector finds; a fault of the page fails the test."""
        self._faults.clear()
        self._page.goto(address)
        self._page.wait_for_selector(ready)
        yield self._page
        self._forget()
        assert self._faults == []

    def _forget(self) -> None:
        self._context.unroute_all()
        self._context.set_offline(False)
        self._context.clear_cookies()
        page = self._page
        for other in self._context.pages:
            if other != page:
                other.close()
        if page.is_closed() or not page.url.startswith("http"):
            self._replace()
            return
        page.unroute_all()
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.goto("about:blank")
        page.emulate_media(media="null", reduced_motion="null", color_scheme="dark")
        if page.viewport_size != USUAL_VIEWPORT:
            page.set_viewport_size(USUAL_VIEWPORT)

    def _replace(self) -> None:
        """What a page has kept that is gone already, or shows another place, only a new one can forget."""
        closed, self._page = self._page, open_page(self._context, SIZES["landscape"], self._faults)
        closed.close()
