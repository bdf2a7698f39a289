"""What a set-up tells people whose hands are full: a tone and a buzz for each view, and a drawing of what to hold."""

import pytest
from empty_table import Empty
from playwright.sync_api import Page, expect
from screens import Opened

pytestmark = [pytest.mark.browser, pytest.mark.long]

# counts what a device would sound and how often it would shake; a reload keeps the counts
COUNTED = """
const count = (name) => (sessionStorage[name] = Number(sessionStorage[name] ?? 0) + 1);
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { count("tones"); return start.apply(this, at); };
Object.defineProperty(Navigator.prototype, "vibrate", { value: () => { count("buzzes"); return true; } });
"""
DRAWN = {
    "camera": "looking straight down",
    "print": "Glue each tag flat on a tray",
    "lens": "tilted to each side",
    "place": "A tag at each corner",
}


def counts(page: Page) -> tuple[int, int]:
    tones, buzzes = page.evaluate("[sessionStorage.tones ?? 0, sessionStorage.buzzes ?? 0]")
    return int(tones), int(buzzes)


def test_each_view_that_is_taken_sounds_and_buzzes_until_that_is_switched_off(opened: Opened, empty: Empty) -> None:
    page = opened(f"{empty.address}/setup")
    page.add_init_script(COUNTED)
    page.goto(f"{empty.address}/setup/lens")
    for kept, pose in enumerate((0, 1), 1):
        empty.stage.show_chart(pose)
        expect(page.locator(f"[data-kept='{kept}']")).to_be_visible()
        assert counts(page) == (kept, kept)
    page.locator("[data-sound]").tap()
    expect(page.locator("[data-sound]")).to_have_attribute("aria-pressed", "false")
    empty.stage.show_chart(2)
    expect(page.locator("[data-kept='3']")).to_be_visible()
    assert counts(page) == (2, 2)
    # the device remembers it
    page.reload()
    expect(page.locator("[data-sound]")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("step", DRAWN)
def test_what_is_held_laid_or_hung_is_drawn(opened: Opened, empty: Empty, step: str) -> None:
    page = opened(f"{empty.address}/setup/{step}")
    drawing = page.locator(f"[data-drawing={step}]")
    expect(drawing).to_contain_text(DRAWN[step])
    box = drawing.locator("svg").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 60
    assert drawing.locator("svg *").count() > 3
