"""Outlines that the picture proposes: accepted, dismissed and dragged by touch; nothing counts before."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from empty_table import Empty, over
from helped import says_what_can_be_done
from playwright.sync_api import Page, expect
from screens import SIZES, Axe, Opened

from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.stage import Stage
from tablecam.storage.terrain_geojson import read_terrain

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def furnished_plain(tmp_path: Path) -> Iterator[Empty]:
    """A plain mat with a chapel and a hill, of which nothing is drawn yet."""
    scene = two_forces(1920, 1080, "plain", company=make_company(BOOKS.usual))
    two = tuple(one for one in scene.terrain.features if one.name in ("chapel", "hill"))
    stage = Stage(replace(scene, terrain=replace(scene.terrain, features=two), spots={}))
    for table in over(stage, tmp_path / "table"):
        (tmp_path / "table" / "terrain.geojson").unlink()
        yield table


def test_outlines_are_proposed_and_count_when_they_are_accepted(
    opened: Opened, furnished_plain: Empty, axe: Axe
) -> None:
    table, page = furnished_plain, opened(f"{furnished_plain.address}/setup/terrain")
    page.add_init_script(
        "addEventListener('pointerdown', () => (sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1), true);"
    )
    page.reload()
    page.locator("[data-propose]").tap()
    expect(page.locator("[data-proposed]")).to_have_count(2)
    expect(page.locator("[data-proposals='2']")).to_contain_text("2 outlines are proposed")
    assert axe(page) == []
    says_what_can_be_done(page, "Proposed outlines", "does not fit", "is not found", "Heights")
    page.locator("[data-assumed='2']").tap()
    expect(page.locator("[data-assumed='2']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-propose]")).to_be_enabled()
    # no piece is on the table yet
    expect(page.locator("[data-part]")).to_have_count(0)
    assert not (table.folder / "terrain.geojson").exists()
    page.locator("[data-accept='0']").tap()
    expect(page.locator("[data-part='piece 1']")).to_be_visible()
    page.locator("[data-dismiss='0']").tap()
    expect(page.locator("[data-proposals='0']")).to_contain_text("Nothing else stands out")
    # what was dismissed or accepted is not proposed again
    page.locator("[data-propose]").tap()
    expect(page.locator("[data-propose]")).to_be_enabled()
    expect(page.locator("[data-proposals='0']")).to_be_visible()
    page.locator("[data-save]").tap()
    expect(page.locator("[data-save]")).to_have_text("Saved")
    taps = int(page.evaluate("sessionStorage.taps"))
    (piece,) = read_terrain(table.folder / "terrain.geojson").features
    hill = next(one.polygon for one in table.stage.scene.terrain.features if one.name == "hill")
    assert piece.polygon.intersection(hill).area / piece.polygon.union(hill).area > 0.8
    assert piece.z_top_in == 2.0
    print(f"taps for a piece of terrain that is proposed, one that is dismissed and a second look: {taps}")
    assert taps <= 6
    drags_a_corner(page)
    another_screen_saves_too(page, table)
    page.set_viewport_size(dict(zip(("width", "height"), SIZES["phone"], strict=True)))
    # the page draws its table again when it hears of its new size
    expect(page.locator("html")).to_have_js_property("scrollWidth", SIZES["phone"][0])


def drags_a_corner(page: Page) -> None:
    """An accepted piece is a drawn one: its corners have handles."""
    page.locator("[data-choose='piece 1']").tap()
    expect(page.locator("[data-handle='corner-0-0']")).to_be_visible()


def another_screen_saves_too(page: Page, table: Empty) -> None:
    """Neither screen's drawing is lost: whoever changes what was changed elsewhere chooses which counts."""
    page.locator("[data-nudge=left]").tap()
    step = table.setup.terrain
    step.save([], step.stamp)
    expect(page.get_by_role("button", name="Use that version")).to_be_visible()
    assert page.locator("[data-save]").is_disabled()
    page.get_by_role("button", name="Keep mine").tap()
    page.locator("[data-save]").tap()
    expect(page.locator("[data-save]")).to_have_text("Saved")
    assert len(read_terrain(table.folder / "terrain.geojson").features) == 1
