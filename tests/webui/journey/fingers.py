"""What a finger does on a page, counted."""

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page, expect
from screens import BOUNCE_MS

# drawing, reading and fitting share the machine with five browsers, and some machines are slow by themselves
PATIENCE_MS = 120_000
# fewer where a photograph would make the picture larger than a page of documentation bears
COLOURS, MOST_BYTES = (160, 64, 32, 20, 12), 120_000


class Finger:
    """Taps on one page, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, where: str | Locator, patience_ms: float = PATIENCE_MS) -> None:
        """Taps the first of these that is to be seen, as soon as it can be tapped."""
        target = self.page.locator(where) if isinstance(where, str) else where
        target.first.tap(timeout=patience_ms)
        self.taps += 1

    def button(self, name: str, exact: bool = False) -> None:
        """Taps the button of that name."""
        self.tap(self.page.get_by_role("button", name=name, exact=exact))

    def onward(self, title: str) -> None:
        """Goes to the next step of the set-up, when the present one is done."""
        button = self.page.get_by_role("button", name=f"Next: {title}")
        expect(button).to_be_enabled(timeout=PATIENCE_MS)
        self.tap(button)

    def whole_log(self) -> None:
        """Opens the log, and in it every turn that is over."""
        self.tap("[data-log-tab]")
        expect(self.page.locator(".game-log")).to_be_visible()
        self.tap("[data-every-line]")
        expect(self.page.locator("[data-every-line][aria-pressed=true]")).to_be_visible()
        folded = self.page.locator("[data-turn][aria-expanded=false]")
        for left in range(folded.count() - 1, -1, -1):
            self.tap(folded)
            # a second tap before the page has drawn the first one's turn would fold it again
            expect(folded).to_have_count(left)
        while self.page.locator("[data-earlier]").count():
            self.tap("[data-earlier]")
            self.page.wait_for_timeout(BOUNCE_MS)

    def picture(self, x_px: float, y_px: float) -> None:
        """Taps a place of the camera's picture, given in its own pixels."""
        self._at("svg.live", x_px, y_px)

    def board(self, x_in: float, y_in: float, depth_in: float = 48.0) -> None:
        """Taps a place of the board, given in inches of the table."""
        self._at(".board svg g.all", x_in, depth_in - y_in)

    def _at(self, drawing: str, x: float, y: float) -> None:
        place = self.page.locator(drawing).evaluate(
            "(drawn, [x, y]) => { const at = new DOMPoint(x, y).matrixTransform(drawn.getScreenCTM()); "
            "return [at.x, at.y]; }",
            [x, y],
        )
        self.page.touchscreen.tap(*place)
        self.taps += 1


def keep(page: Page, folder: Path | None, name: str) -> None:
    """Keeps what the page shows, as a small picture; nothing where there is no folder."""
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    shown = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    for colours in COLOURS:
        drawn = io.BytesIO()
        shown.quantize(colours, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(drawn, "png", optimize=True)
        if drawn.tell() <= MOST_BYTES:
            break
    (folder / f"{name}.png").write_bytes(drawn.getvalue())
