"""The net log of a browser shows whatever a page asks of others."""

import subprocess
import sys
from pathlib import Path

import pytest
from net_log import free_port, hosts_asked, recorded, wait_for
from playwright.sync_api import Playwright

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CALLS_HOME = """
() => {
  document.head.insertAdjacentHTML("beforeend", '<link rel="prefetch" href="http://prefetched.test/a.js">');
  new Image().src = "http://pictured.test/b.png";
  return fetch("http://fetched.test/c.json", { mode: "no-cors" }).catch(() => {});
}
"""


def test_the_net_log_shows_what_a_page_asks_of_others_and_not_what_the_browser_does(
    playwright: Playwright, program: str, tmp_path: Path
) -> None:
    log, port = tmp_path / "net.json", free_port()
    server = subprocess.Popen([sys.executable, "-m", "http.server", "--bind", "127.0.0.1", str(port)], cwd=tmp_path)
    try:
        wait_for(f"http://127.0.0.1:{port}/")
        browser = playwright.chromium.launch(
            executable_path=program,
            chromium_sandbox=False,
            args=recorded(log),
        )
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{port}/")
        page.evaluate(CALLS_HOME)
        # a full Chromium looks for updates in the first seconds
        page.wait_for_timeout(3000)
        browser.close()
    finally:
        server.kill()
        server.wait()
    assert hosts_asked(log) == {"127.0.0.1", "prefetched.test", "pictured.test", "fetched.test"}
