"""The tablet's page in a real browser, with a probe that records when each event has been drawn."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from shutil import which
from typing import TYPE_CHECKING, Any

from webui.server.page import BUILT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SCREEN = (1280, 800)
PATIENCE_MS = 60_000
SETTLED = "() => document.querySelectorAll('[data-model]').length >= 10"
# A frame has been drawn when a message sent in its callback arrives. An event of the stream counts if it has moved a
# model on the board: `moved` is set by the change of the document itself.
PROBE = """
(() => {
  const bench = (window.bench = { drawn: [], took: {}, first: null, told: {} });
  let last = null, tapped = null, expected = {};
  const drawn = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(0);
  });
  const epoch = (now) => (performance.timeOrigin + now) / 1000;
  new MutationObserver((changes) => {
    const moved = changes.some((one) => one.attributeName === "transform" && one.target.dataset?.model);
    if (last && moved) last.moved = true;
    if (bench.first === null && document.querySelector("[data-model]")) {
      bench.first = 0;
      drawn((now) => (bench.first = now));
    }
    if (tapped === null) return;
    for (const [name, there] of Object.entries(expected)) {
      if (!there()) continue;
      delete expected[name];
      const from = tapped;
      drawn((now) => (bench.took[name] = now - from));
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  addEventListener("pointerup", (event) => (tapped ??= event.timeStamp), true);
  bench.expect = (conditions) => ([expected, bench.took, tapped] = [conditions, {}, null]);
  const listen = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (name, take) {
    listen.call(this, name, (event) => {
      bench.told[name] = event.data.length;
      const told = (last = { view: parseInt(event.lastEventId), heard: epoch(performance.now()), moved: false });
      take(event);
      if (name === "table") drawn((now) => told.moved && bench.drawn.push({ ...told, drawn: epoch(now) }));
    });
  };
})();
"""
POST = """
async ([path, body]) => {
  const began = performance.now();
  const headers = { "Content-Type": "application/json", "X-Tablecam": "page" };
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify({ ...body, id }) });
  await answer.text();
  return [answer.status, performance.now() - began];
}
"""

Json = dict[str, Any]


def why_not() -> str:
    """Why no browser can be used, as a sentence; "" if one can."""
    if program() is None:
        return "there is no browser: `sh tools/system.sh test` installs chromium-headless-shell"
    return "" if (BUILT / "index.html").is_file() else "the page is not built: `make page` builds it"


def program() -> str | None:
    """The browser's program."""
    return which("chromium-headless-shell") or which("chromium")


class Server:
    """`tablet_server.py` in its own program."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        hello = self._read_reply()
        self.port: int = hello["port"]
        self.address = f"http://127.0.0.1:{self.port}"
        self.spectator: str = hello["spectator"]

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def tell(self, do: str, **arguments: Any) -> Any:
        """Sends it a command; its answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": do, **arguments}) + "\n")
        self._process.stdin.flush()
        return self._read_reply()

    def _read_reply(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())


@contextmanager
def server(size: str, how: str) -> Iterator[Server]:
    """The page, served. size: of the camera's picture, "4k" or "1080p". how: "drawn" live, or "filmed" before."""
    with (
        tempfile.TemporaryDirectory(prefix="tablecam-") as folder,
        child("tablet_server", size, how, folder) as process,
    ):
        yield Server(process)


@contextmanager
def child(module: str, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """A module of this folder as a program, until its input ends."""
    command = [sys.executable, "-m", f"tools.bench.{module}", *arguments]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait()


@contextmanager
def browser() -> Iterator["Browser"]:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program(), chromium_sandbox=False)
        yield chromium
        chromium.close()


@contextmanager
def opened(chromium: "Browser", address: str, slower: int = 1) -> Iterator["Page"]:
    """The page on a tablet's screen, with the probe, on a later visit than the first.

    slower: how many times its processor is slowed down.
    """
    width, height = SCREEN
    context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(f"localStorage.setItem('tour-seen', '1'); {PROBE}")
    if slower > 1:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(address)
    yield page
    context.close()


def moves_drawn(page: "Page", served: Server, seconds: float) -> list[Json]:
    """Each moved view that the page has drawn within some seconds, with the times of its frame; at least one."""
    served.tell("frames")
    page.evaluate("() => (bench.drawn = [])")
    time.sleep(seconds)
    page.wait_for_function("() => bench.drawn.length > 0")
    return joined(served.tell("frames"), page.evaluate("() => bench.drawn"))


def joined(frames: Sequence[Json], drawn: Sequence[Json]) -> list[Json]:
    """The times that server and page recorded for the same views: begun (or None), came, read, heard, drawn."""
    by_view = {frame["view"]: frame for frame in frames}
    return [by_view[drawing["view"]] | drawing for drawing in drawn if drawing["view"] in by_view]


def post(page: "Page", path: str, **body: Any) -> tuple[int, float]:
    """The status of an answer to the page, and how many milliseconds it took."""
    status, took = page.evaluate(POST, [path, body])
    return status, took


def paint_ms(chromium: "Browser", address: str, slower: int) -> float:
    """Milliseconds from the address to the board with its models, for a browser with an empty cache."""
    with opened(chromium, address, slower) as page:
        page.wait_for_function("() => bench.first > 0")
        return float(page.evaluate("() => bench.first"))


def tap_on_a_model(page: "Page", model: str) -> float:
    """Milliseconds from the tap to the model's ranges and sight; the model is deselected afterwards."""
    _expect(page, "ranges", "() => document.querySelector('.rows.ranges[aria-busy=false] [data-range-to]') !== null")
    at = page.locator(f"[data-model='{model}']").bounding_box()
    assert at is not None
    page.touchscreen.tap(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    took = _wait_for_times(page, "ranges")
    page.locator("button.close").click()
    page.wait_for_selector("button.close", state="detached")
    return took["ranges"]


def tap_on_a_die(page: "Page", key: str, face: int) -> tuple[float, float]:
    """Milliseconds from the tap to the page's own reaction, and to the server's result."""
    card = f'[data-question="{key}"]'
    number = page.locator(f"{card} .form:not([inert]) [data-key='{face}']")
    number.wait_for()
    _expect(
        page, "seen", f"() => !document.querySelector('{card} .key')",
        "confirmed", f"() => !document.querySelector('{card}')",
    )  # fmt: skip
    number.tap()
    took = _wait_for_times(page, "confirmed")
    return took["seen"], took["confirmed"]


def heap_mb(page: "Page") -> float:
    """The memory of the page's script after garbage collection, in megabytes."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    used: float = session.send("Runtime.getHeapUsage")["usedSize"]
    session.detach()
    return used / 2**20


def _expect(page: "Page", *named: str) -> None:
    pairs = ", ".join(f"{name}: {condition}" for name, condition in zip(named[::2], named[1::2], strict=True))
    page.evaluate(f"() => bench.expect({{ {pairs} }}) && null")


def _wait_for_times(page: "Page", last: str) -> dict[str, float]:
    page.wait_for_function(f"() => bench.took.{last}")
    took: dict[str, float] = page.evaluate("() => bench.took")
    return took
