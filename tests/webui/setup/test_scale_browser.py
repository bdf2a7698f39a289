"""The true scale by touch: tags printed at 97 % pass unnoticed until the mat's edge is confirmed."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from empty_table import Empty, watched
from helped import says_what_can_be_done
from playwright.sync_api import Page, expect
from screens import SIZES, Axe, Opened

from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces, without_terrain
from tablecam.sensing.camera.synthetic.scene import Scene, Spot
from tablecam.sensing.camera.synthetic.stage import Stage
from tablecam.setup.true_scale import scale_tags
from tablecam.storage.camera_yaml import write_camera
from tablecam.storage.table_toml import read_table, write_table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHRUNK = 0.97


def printed() -> Scene:
    """A table whose reference tags were printed at 97 %."""
    drawn = without_terrain(two_forces(1920, 1080, "plain", company=make_company(BOOKS.usual)))
    tags = tuple(replace(tag, size_mm=tag.size_mm * SHRUNK) for tag in drawn.table.reference_tags)
    return replace(drawn, table=replace(drawn.table, reference_tags=tags))


@pytest.fixture
def shrunken(tmp_path: Path) -> Iterator[Empty]:
    """That table, laid by its tags: everything reads 3 % too long."""
    scene = printed()
    stage = Stage(scene)
    stage.bare()
    folder = tmp_path / "table"
    folder.mkdir()
    write_camera(folder / "camera.yaml", scene.camera.intrinsics)
    write_table(folder / "table.toml", scale_tags(scene.table, 1 / SHRUNK))
    with watched(stage, folder) as table:
        yield table


def corner_tag(table: Empty) -> tuple[float, float]:
    return read_table(table.folder / "table.toml").reference_tags[0].center_in


@pytest.mark.long
def test_the_mat_is_offered_dragged_confirmed_and_taken_back(opened: Opened, shrunken: Empty, axe: Axe) -> None:
    page = opened(f"{shrunken.address}/setup/gauge")
    before = corner_tag(shrunken)
    offer = page.locator("[data-offer=mat]")
    expect(offer).to_contain_text("according to the printed tags it would be 49.")
    expect(page.locator("[data-certified=none]")).to_contain_text("depend only on the printed tags")
    expect(page.locator("[data-line=mat] .mat-corner")).to_have_count(4)
    assert corner_tag(shrunken) == before
    assert axe(page) == []
    says_what_can_be_done(page, "mat’s edge", "bank card", "by a ruler", "contradict")

    # a corner goes where a tap puts it, and back where a finger drags it
    near_left = corner_px(shrunken, 0.0, 0.0)
    tap_at(page, *near_left)
    expect(page.locator(".mat-corner.chosen")).to_have_count(1)
    tap_at(page, *corner_px(shrunken, 2.0, 2.0))
    expect(offer).to_contain_text("according to the printed tags it would be 48.")
    drag(page, corner_px(shrunken, 2.0, 2.0), near_left)
    expect(offer).to_contain_text("according to the printed tags it would be 49.")

    page.locator("[data-use=mat]").tap()
    expect(page.locator("[data-certified=mat]")).to_contain_text("Lengths are based on the mat’s edge")
    expect(page.locator(".true-scale")).to_contain_text("Printed at 97.0%: the sheet of reference tags.")
    truth = shrunken.stage.scene.table.reference_tags[0].center_in
    assert corner_tag(shrunken) == pytest.approx(truth, abs=0.15)
    # the card says the same, and the step is done without a gauge card
    shrunken.stage.show_bank_card(Spot(24.0, 3.0, 0.0, 1.4))
    expect(page.locator("[data-offer=card]")).to_contain_text("85.60 mm")
    expect(page.locator("[data-use=card]")).to_have_text("Yes: lengths are right")
    expect(page.locator("[data-to=gauge]")).to_have_attribute("data-state", "done")
    expect(page.locator("[data-to=gauge]")).to_contain_text("Lengths are based on the mat’s edge")

    page.locator("[data-drop-scale]").tap()
    expect(page.locator("[data-certified=none]")).to_be_visible()
    assert corner_tag(shrunken) == pytest.approx(before, abs=0.01)
    # on a phone nothing is cut off, and the card alone serves
    page.set_viewport_size(dict(zip(("width", "height"), SIZES["phone"], strict=True)))
    page.locator("[data-use=card]").tap()
    expect(page.locator("[data-certified=card]")).to_contain_text("Lengths are based on the bank card")
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"][0]
    assert corner_tag(shrunken) == pytest.approx(truth, abs=0.15)


def corner_px(table: Empty, x_in: float, y_in: float) -> tuple[float, float]:
    x, y = table.stage.scene.camera.project(np.array([x_in, y_in, 0.0]))
    return float(x), float(y)


def on_screen(page: Page, x_px: float, y_px: float) -> tuple[float, float]:
    x, y = page.locator("svg.live").evaluate(
        "(svg, [x, y]) => { const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); return [at.x, at.y]; }",
        [x_px, y_px],
    )
    return x, y


def tap_at(page: Page, x_px: float, y_px: float) -> None:
    page.touchscreen.tap(*on_screen(page, x_px, y_px))


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*on_screen(page, *start))
    page.mouse.down()
    page.mouse.move(*on_screen(page, *end), steps=5)
    page.mouse.up()
