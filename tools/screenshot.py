"""Makes the pictures of the pages in docs/.

table.png and why.png: the demo's page with one model tapped, and with a second one tapped then. docs/tablet and
docs/club: what the tests that play a whole evening and a whole event come by, which takes some minutes. docs/streaming:
the overlay over a picture. Needs the dev extra and a Chromium.
"""

import subprocess
import sys
from pathlib import Path
from shutil import which

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs"
# Of the second it sees a part past a piece of terrain.
CHOSEN, LOOKED_AT = "A3", "B2"
# The demo's table is known within three seconds; a hand is in the picture soon after.
SETTLED_MODELS = 10
PLAYED = (
    ("tablet", "tests/webui/journey/test_evening.py"),
    ("club", "tests/webui/club/test_thirteen.py"),
    ("club", "tests/webui/club/test_club_site_browser.py"),
    ("streaming", "tests/webui/replay/test_overlay.py"),
)


def main() -> None:
    """Starts the demo, opens its page, taps two models and keeps the pictures; then has the tests play."""
    command = [sys.executable, "-m", "tablecam", "demo", "--no-browser", "--port", "0", *sys.argv[1:]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as demo:
        try:
            assert demo.stdout is not None
            take(demo.stdout.readline().split()[4])
        finally:
            demo.terminate()
    for folder, test in PLAYED:
        played = [sys.executable, "-m", "pytest", "-q", test, "--pictures", str(PICTURES / folder)]
        subprocess.run(played, cwd=ROOT, check=True)


def take(address: str) -> None:
    """Keeps pictures of the page at this address."""
    with sync_playwright() as playwright:
        program = which("chromium-headless-shell") or which("chromium")
        browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=False)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        # the tour of the demo is for its first start
        page.add_init_script("localStorage.setItem('tour-seen', '1')")
        page.goto(address)
        page.locator(".board .settled").nth(SETTLED_MODELS - 1).wait_for(state="attached")
        page.locator(".row", has_text=CHOSEN).click()
        page.wait_for_selector("[data-range-to]")
        page.wait_for_timeout(500)
        page.screenshot(path=PICTURES / "table.png")
        page.locator("[data-range-to]", has_text=LOOKED_AT).click()
        page.wait_for_selector("[data-wedge]")
        page.wait_for_timeout(500)
        page.screenshot(path=PICTURES / "why.png")
        browser.close()


if __name__ == "__main__":
    main()
