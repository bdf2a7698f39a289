"""Films the page while two players play the demo: docs/demo.webp, the moving picture that opens the README.

    .venv/bin/python tools/moving_picture.py [FILE]

A real demo runs, two players answer on devices of their own, and the table's own screen is filmed. Waits are cut. Needs
the dev extra and a Chromium.
"""

import base64
import io
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import which
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "docs" / "demo.webp"
SIZE_PX, MOST_BYTES, QUALITIES = (960, 600), 2_500_000, (70, 60, 50, 40, 30, 20)
# the film is this long, runs at this pace, and shows nothing longer than this
LONGEST_S, STEP_MS, PAUSE_MS, LAST_MS = 26.0, 120, 450, 2500
SEED = 7


@dataclass
class Recording:
    """The images that a page has shown, with their times in seconds."""

    images: list[tuple[float, bytes]] = field(default_factory=list)

    @contextmanager
    def of(self, page: Page) -> Iterator[None]:
        """Records inside the block, whatever else plays there."""
        session = page.context.new_cdp_session(page)

        def keep(shown: Any) -> None:
            self.images.append((shown["metadata"]["timestamp"], base64.b64decode(shown["data"])))
            session.send("Page.screencastFrameAck", {"sessionId": shown["sessionId"]})

        session.on("Page.screencastFrame", keep)
        session.send("Page.startScreencast", {"format": "jpeg", "quality": 92, "everyNthFrame": 1})
        yield
        session.send("Page.stopScreencast")

    def cut(self) -> tuple[list[Image.Image], list[int]]:
        """The film: images a step apart and how long each is shown, in milliseconds; long waits are short."""
        images: list[Image.Image] = []
        durations: list[int] = []
        shown_at = -1.0
        for at, jpeg in self.images:
            if images and (at - shown_at) * 1000 < STEP_MS:
                continue
            image = Image.open(io.BytesIO(jpeg)).convert("RGB").resize(SIZE_PX, Image.Resampling.LANCZOS)
            if images and image.tobytes() == images[-1].tobytes():
                continue
            if images:
                durations.append(min(PAUSE_MS, round((at - shown_at) * 1000)))
            images.append(image)
            shown_at = at
            if sum(durations) >= LONGEST_S * 1000:
                break
        return images, [*durations, LAST_MS]


def make(path: Path = FILE) -> None:
    """Plays, films and writes the file."""
    images, durations = play().cut()
    for quality in QUALITIES:
        film = io.BytesIO()
        images[0].save(
            film, "WEBP", save_all=True, append_images=images[1:], duration=durations, loop=0, quality=quality, method=4
        )
        if film.tell() <= MOST_BYTES:
            break
    path.write_bytes(film.getvalue())
    print(f"{path}: {len(images)} images, {sum(durations) / 1000:.0f} s, {film.tell() / 1e6:.1f} MB")


def play() -> Recording:
    """Plays the first turn of the demo by the players of the tests, and films the table's screen."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    sys.path[:0] = [
        str(ROOT),
        *(str(ROOT / folder) for folder in settings["tool"]["pytest"]["ini_options"]["pythonpath"]),
    ]
    from player import Temper
    from table_evening import evening
    from whole_forces import begin

    recording = Recording()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        program = which("chromium-headless-shell") or which("chromium")
        chromium = playwright.chromium.launch(executable_path=program, chromium_sandbox=False)
        with evening(chromium, Path(folder), SEED, roles=("table", "red", "blue")) as here:
            table = here.join("table")
            begin(table, here, Temper(luck=6, waits=0.0))
            here.play_until("Which model is activated?")
            with recording.of(here.pages["table"]):
                here.play_until("no such question", last_turn=1)
        chromium.close()
    return recording


if __name__ == "__main__":
    make(*map(Path, sys.argv[1:2]))
