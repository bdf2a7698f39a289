"""Firefox and WebKit as Debian packages them, which walk by themselves from page to page and report what they find.

The app under test sends a script with each of its pages. It gathers the page's faults, waits for what the page is to
show, reports both, and goes to the next page. So a browser needs no driver and no package from PyPI: any program that
opens an address will do.
"""

import json
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, jsonify, request

LONG_S = 120
SCREEN = "1280x800x24"
WALKER = """
let faults = [], path = location.pathname;
const ask = fetch.bind(window);
const note = (kind, what) => faults.push(`${kind}: ${what}`);
addEventListener('error', (event) => note('error', event.message || `${event.target.outerHTML} does not load`), true);
addEventListener('unhandledrejection', (event) => note('rejection', event.reason?.stack || event.reason));
addEventListener('securitypolicyviolation', (event) =>
  note('policy', `${event.violatedDirective} ${event.blockedURI}`));
const error = console.error;
console.error = (...words) => { note('console', words.join(' ')); error(...words); };
localStorage.setItem('tour-seen', '1');
const isShown = (part) => Boolean(document.querySelector(part)?.getBoundingClientRect().width)
  && [...document.images].every((image) => image.complete);
const measureBoard = () => {
  const box = document.querySelector('.board .mat')?.getBoundingClientRect();
  return box ? box.width * box.height / (innerWidth * innerHeight) : 0;
};
const walk = async () => {
  const about = (values) => `/walk?${new URLSearchParams({ path, ...values })}`;
  const { part } = await (await ask(about({}))).json();
  for (let left = 1200; !isShown(part); left--) {
    if (left === 0) { note('missing', part); break; }
    await new Promise((done) => setTimeout(done, 50));
  }
  const found = { faults, board: measureBoard() };
  const { next, turns } = await (await ask(about({ found: JSON.stringify(found) }))).json();
  if (!next) return;
  if (!turns) { location.assign(next); return; }
  history.pushState(null, '', next);
  dispatchEvent(new PopStateEvent('popstate'));
  [faults, path] = [[], next];
  await walk();
};
void walk();
"""


@dataclass(frozen=True)
class Found:
    """faults: errors, refused scripts and what never appeared, a line each. board: its share of the window."""

    faults: list[str]
    board: float


class Walk:
    """The pages of an app one after the other. stops: what stands on each once it is shown, by its path.

    turned: the paths that the page before them turns into; each other one is loaded.
    """

    def __init__(self, app: Flask, stops: Mapping[str, str], turned: Collection[str] = ()) -> None:
        self.found: dict[str, Found] = {}
        self._stops, self._turned = dict(stops), turned
        self._over = threading.Event()
        app.add_url_rule("/walker.js", "walker", lambda: Response(WALKER, mimetype="text/javascript"))
        app.add_url_rule("/walk", "walk", self._hear)
        app.before_request(_ask_for_plain_text)
        app.after_request(_add_walker)

    @property
    def begins(self) -> str:
        """The first path."""
        return next(iter(self._stops))

    def await_end(self) -> None:
        """Returns when the last page has been reported."""
        heard = -1
        while not self._over.wait(LONG_S):
            assert len(self.found) > heard, f"nothing is heard any more after {list(self.found)[-1:]}"
            heard = len(self.found)

    def _hear(self) -> Response:
        path = request.args["path"]
        if "found" not in request.args:
            return jsonify(part=self._stops[path])
        self.found[path] = Found(**json.loads(request.args["found"]))
        following = next((stop for stop in self._stops if stop not in self.found), None)
        if following is None:
            self._over.set()
        return jsonify(next=following, turns=following in self._turned)


def _ask_for_plain_text() -> None:
    request.environ["HTTP_ACCEPT_ENCODING"] = ""


def _add_walker(response: Response) -> Response:
    if response.mimetype == "text/html":
        response.direct_passthrough = False
        text = response.get_data(as_text=True)
        response.set_data(text.replace("<head>", '<head><script src="/walker.js"></script>', 1))
    return response


Open = Callable[[str, Path], AbstractContextManager[None]]
FIREFOX_SETTINGS = {
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
}


def find_firefox() -> Open | None:
    """Opens an address in Firefox, with a new profile in a folder; None where there is no Firefox."""
    program = shutil.which("firefox-esr")
    return None if program is None else lambda address, folder: _open_firefox(program, address, folder)


@contextmanager
def _open_firefox(program: str, address: str, folder: Path) -> Iterator[None]:
    settings = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in FIREFOX_SETTINGS.items()]
    (folder / "user.js").write_text("\n".join(settings))
    with _run([program, "--headless", "--no-remote", "--profile", str(folder), address], HOME=str(folder)):
        yield


def find_webkit() -> Open | None:
    """Opens an address in WebKit, on a screen that nobody sees; None where one of the two is missing."""
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    screen = shutil.which("Xvfb")
    if screen is None or not browsers:
        return None
    return lambda address, folder: _open_webkit(screen, str(browsers[-1]), address, folder)


@contextmanager
def _open_webkit(screen: str, program: str, address: str, folder: Path) -> Iterator[None]:
    number = folder / "display"
    with number.open("w") as file:
        shown = [screen, "-displayfd", str(file.fileno()), "-screen", "0", SCREEN]
        with _run(shown, pass_fds=(file.fileno(),)):
            display = f":{_await_text(number)}"
            with _run([program, "--full-screen", address], HOME=str(folder), DISPLAY=display):
                yield


@contextmanager
def _run(command: list[str], pass_fds: tuple[int, ...] = (), **variables: str) -> Iterator[None]:
    """A program with those variables besides ours; at the end of the block, all that it has started ends too."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        command, stdout=quiet, stderr=quiet, env=os.environ | variables, pass_fds=pass_fds, start_new_session=True
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(LONG_S)


def _await_text(file: Path) -> str:
    end = time.monotonic() + LONG_S
    while not (text := file.read_text()).endswith("\n"):
        assert time.monotonic() < end, f"{file} stays empty"
        time.sleep(0.05)
    return text.strip()
