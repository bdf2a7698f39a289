"""Makes the pictures of README.md and docs/, all of them or the PARTs named:

    .venv/bin/python tools/screenshot.py [PART]...

page: table.png and why.png, the demo with one model tapped, and with a second one tapped then; film: demo.webp
(`moving_picture.py`); tablet, club: what the tests that play a whole evening and a whole event come by, which takes
some minutes; streaming: the overlay over a picture; wall: the wall of a hall. Needs the dev extra and a Chromium.
"""

import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import moving_picture
from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs"
# Of the second it sees a part past a piece of terrain.
CHOSEN, LOOKED_AT = "A3", "B2"
# The demo's table is known within three seconds; a hand is in the picture soon after.
SETTLED_MODELS = 10
COLOURS = 256


def main(parts: list[str]) -> None:
    """Makes these parts, or all."""
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        sys.exit(f"there is no part {unknown[0]}: choose from {', '.join(PARTS)}")
    for part in parts or PARTS:
        print(part, flush=True)
        PARTS[part]()


def make_page_pictures() -> None:
    """Starts the demo, opens its page, taps two models and keeps the pictures."""
    command = [sys.executable, "-m", "tablecam", "demo", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as demo:
        try:
            assert demo.stdout is not None
            take(demo.stdout.readline().split()[4])
        finally:
            demo.terminate()


def make_played_pictures(folder: str, *tests: str) -> None:
    """Has tests play, which keep pictures of what they come by; those that docs/ has are replaced."""
    with tempfile.TemporaryDirectory() as kept:
        played = [sys.executable, "-m", "pytest", "-q", *tests, "--pictures", kept]
        subprocess.run(played, cwd=ROOT, check=True)
        for picture in (PICTURES / folder).glob("*.png"):
            if (Path(kept) / picture.name).exists():
                shutil.copy(Path(kept) / picture.name, picture)


def take(address: str) -> None:
    """Keeps pictures of the page at this address."""
    with sync_playwright() as playwright:
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=False)
        page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="dark")
        # the tour of the demo is for its first start
        page.add_init_script("localStorage.setItem('tour-seen', '1')")
        page.goto(address)
        page.locator(".board .settled").nth(SETTLED_MODELS - 1).wait_for(state="attached")
        page.locator(".row", has_text=CHOSEN).click()
        page.wait_for_selector("[data-range-to]")
        page.wait_for_selector(".board image.photo", state="attached")
        keep(page, "table")
        page.locator("[data-range-to]", has_text=LOOKED_AT).click()
        page.wait_for_selector("[data-wedge]")
        keep(page, "why")
        browser.close()


def keep(page: Page, name: str) -> None:
    """Keeps what a page shows, in so few colours that the file stays small."""
    page.wait_for_timeout(1000)
    shown = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    # the sides' colours are rare, and must stay what they are
    palette = shown.quantize(COLOURS, Image.Quantize.MAXCOVERAGE)
    shown.quantize(palette=palette).save(PICTURES / f"{name}.png", optimize=True)


PARTS: dict[str, Callable[[], None]] = {
    "page": make_page_pictures,
    "film": moving_picture.make,
    "streaming": partial(make_played_pictures, "streaming", "tests/webui/replay/test_overlay.py"),
    "tablet": partial(make_played_pictures, "tablet", "tests/webui/journey/test_evening.py"),
    "wall": partial(make_played_pictures, "wall", "tests/webui/test_wall.py"),
    "club": partial(
        make_played_pictures,
        "club",
        "tests/webui/club/test_thirteen.py",
        "tests/webui/club/test_club_site_browser.py",
    ),
}

if __name__ == "__main__":
    main(sys.argv[1:])
