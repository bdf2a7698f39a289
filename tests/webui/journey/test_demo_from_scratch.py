"""The demo from scratch, by taps on its page alone: from an empty folder to a checked table, by the demo's hands."""

import re
from functools import partial
from pathlib import Path
from urllib.parse import urljoin

import pytest
from fingers import PATIENCE_MS, Finger, keep
from playwright.sync_api import Browser, Page, expect
from table_evening import evening

from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.source import SIZES
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.storage.camera_yaml import read_camera
from tablecam.storage.models_toml import read_roster
from tablecam.storage.table_toml import read_table
from tablecam.storage.terrain_geojson import read_terrain

pytestmark = [pytest.mark.browser, pytest.mark.long]

STEPS = ("camera", "print", "lens", "place", "gauge", "terrain", "roster")
PLACES = 3
MOST_TAPS = 22


def test_a_user_finishes_the_set_up_of_the_demo_with_page_taps_alone(
    chromium: Browser, tmp_path: Path, pictures: Path | None, filmed: str
) -> None:
    with evening(chromium, tmp_path, 0, "--from-scratch", "--picture", filmed, roles=("table",)) as here:
        finger = here.join("table")
        page, kept = finger.page, partial(keep, finger.page, pictures)
        page.goto(urljoin(page.url, "/setup"))
        look_at_the_camera(finger)
        have_the_sheets(finger)
        hold_up_the_board(finger, kept)
        lay_out_the_table(finger, filmed)
        lay_the_card(finger, kept)
        accept_the_terrain(finger, kept)
        put_the_models_down(finger, kept)
        expect(page.locator("[data-step=play]")).to_have_attribute("data-ready", "true", timeout=PATIENCE_MS)
        kept("scratch-play")
        assert finger.taps <= MOST_TAPS
    it_is_the_table_that_was_drawn(tmp_path / "table", filmed)


def step(page: Page, name: str) -> None:
    expect(page.locator(f"[data-step={name}]")).to_be_visible(timeout=PATIENCE_MS)


def look_at_the_camera(finger: Finger) -> None:
    step(finger.page, "camera")
    expect(finger.page.locator("[data-finding=Focus]:is([data-verdict=good], [data-verdict=fair])")).to_be_visible(
        timeout=PATIENCE_MS
    )
    finger.tap("[data-next=camera]:enabled")


def have_the_sheets(finger: Finger) -> None:
    """Nothing is printed in a demo, and the page says so; the names on the tags are known all the same."""
    page = finger.page
    step(page, "print")
    expect(page.locator("[data-demo-hands=print]")).to_contain_text("You need not print anything")
    finger.tap("[data-force='red harbour_watch']")
    finger.tap("[data-force='blue tunnel_kin']")
    expect(page.locator(".forces-chosen")).to_be_visible(timeout=PATIENCE_MS)
    finger.button("I have them all")
    expect(page.locator("[data-to=print]")).to_have_attribute("data-state", "done", timeout=PATIENCE_MS)


def hold_up_the_board(finger: Finger, kept: partial[None]) -> None:
    page = finger.page
    step(page, "lens")
    finger.tap("[data-demo-do=lens]")
    expect(page.locator("[data-demo-hands=lens][data-shown=chart]")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("[data-kept='3']")).to_be_visible(timeout=PATIENCE_MS)
    kept("scratch-lens")
    finish = page.get_by_role("button", name="Finish: keep this lens")
    expect(finish).to_be_enabled(timeout=PATIENCE_MS)
    finger.tap(finish)
    expect(page.get_by_text("The lens is known")).to_be_visible(timeout=PATIENCE_MS)
    # the hands put the board away by themselves
    expect(page.locator("[data-demo-hands=lens]")).to_have_count(0, timeout=PATIENCE_MS)
    finger.onward("Table")


def lay_out_the_table(finger: Finger, filmed: str) -> None:
    page = finger.page
    step(page, "place")
    expect(page.get_by_text("8 reference tags are visible")).to_be_visible(timeout=PATIENCE_MS)
    camera = two_forces(*SIZES[filmed], company=make_company(BOOKS.usual)).camera
    x, y = camera.project([[-1.0, -1.0, 0.0]])[0]
    finger.picture(float(x), float(y))
    expect(page.locator("[data-tag='40']")).to_contain_text("used", timeout=PATIENCE_MS)
    finger.onward("Check")


def lay_the_card(finger: Finger, kept: partial[None]) -> None:
    """In one place after the other, each another one."""
    page = finger.page
    step(page, "gauge")
    rows = page.locator("table.figures").filter(has_text="Readings").locator("tbody tr")
    for places in range(1, PLACES + 1):
        finger.tap("[data-demo-do=gauge]")
        expect(rows).to_have_count(places, timeout=PATIENCE_MS)
    expect(page.locator("[data-finding=Verdict][data-verdict=good]")).to_be_visible(timeout=PATIENCE_MS)
    kept("scratch-check")
    finger.onward("Terrain")


def accept_the_terrain(finger: Finger, kept: partial[None]) -> None:
    """What was found counts as all there is only when somebody says so."""
    page = finger.page
    step(page, "terrain")
    finger.tap("[data-propose]")
    expect(page.locator("[data-accept-all]")).to_be_visible(timeout=PATIENCE_MS)
    finger.tap("[data-accept-all]")
    expect(page.locator("[data-unchecked]")).to_contain_text("pieces found. Check whether pieces are missing.")
    expect(page.locator("[data-to=terrain]")).not_to_have_attribute("data-state", "done")
    kept("scratch-terrain")
    finger.button("No piece is missing: continue")
    expect(page.locator("[data-to=terrain]")).to_have_attribute("data-state", "done", timeout=PATIENCE_MS)


def put_the_models_down(finger: Finger, kept: partial[None]) -> None:
    page = finger.page
    step(page, "roster")
    finger.tap("[data-demo-do=roster]")
    expect(page.get_by_text("Every model has its tag, and the camera sees them all.")).to_be_visible(
        timeout=PATIENCE_MS
    )
    kept("scratch-models")
    finger.onward("Play")


def it_is_the_table_that_was_drawn(folder: Path, filmed: str) -> None:
    scene = two_forces(*SIZES[filmed], company=make_company(BOOKS.usual))
    lens, table = read_camera(folder / "camera.yaml"), read_table(folder / "table.toml")
    assert lens.matrix[0, 0] == pytest.approx(scene.camera.intrinsics.matrix[0, 0], rel=0.005)
    true = {tag.id: tag.center_in for tag in scene.table.reference_tags}
    for tag in table.reference_tags:
        assert tag.center_in == pytest.approx(true[tag.id], abs=0.08)
    assert {model.id: model.tag for model in read_roster(folder / "models.toml").models} == {
        model.id: model.tag for model in scene.roster.models
    }
    pieces = read_terrain(folder / "terrain.geojson").features
    on_terrain = [any(piece.polygon.intersects(part.polygon) for part in scene.terrain.features) for piece in pieces]
    assert sum(on_terrain) >= 0.85 * len(pieces)
    assert all(re.fullmatch(r"piece \d+", piece.name) for piece in pieces)
