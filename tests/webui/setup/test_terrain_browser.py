"""Terrain is traced by taps on the camera's picture; models get their tags by taps on their cards."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from empty_table import Empty, over
from playwright.sync_api import Locator, Page, expect
from screens import EACH_SIZE, FINGER_PX, SIZES, Axe, Opened
from shapely import Polygon, affinity

from tablecam.commands.drawn_table import make_company
from tablecam.live.rectification import MARGIN_IN, PX_PER_IN
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.stage import Stage
from tablecam.storage.terrain_geojson import read_terrain
from tablecam.table.miniature import Circle
from tablecam.table.terrain import Feature, Terrain

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HANDHELD = (pytest.param("landscape", marks=pytest.mark.long), "phone")
# no finger taps twice sooner; a key takes what comes sooner for a bounce
A_FINGER_MS = 120
L_WALL = affinity.translate(
    affinity.rotate(Polygon([(0, 0), (7, 0), (7, 0.9), (0.9, 0.9), (0.9, 5), (0, 5)]), 20, origin=(0, 0)), 30, 30
)
# its corners as a person read them off the picture that is right at its top, in pixels from the table's far left corner
READ_PX = ((567.8, 267.2), (582.8, 261.2), (610.8, 337.5), (724.5, 295.8), (731.5, 312.5), (601.5, 360.2))


@pytest.fixture
def walled(tmp_path: Path) -> Iterator[Empty]:
    """A plain table with one wall around a corner, of which nothing is drawn yet."""
    scene = two_forces(1920, 1080, "plain", company=make_company(BOOKS.usual))
    wall = Feature("wall", "solid", 0.0, 3.0, False, L_WALL, "low wall")
    stage = Stage(replace(scene, terrain=Terrain((wall,)), spots=dict.fromkeys([], None)))
    for table in over(stage, tmp_path / "table"):
        (tmp_path / "table" / "terrain.geojson").unlink()
        table.setup.place.drop()
        yield table


def shown_at(page: Page, height: str) -> Locator:
    picture = page.locator(f".from-above[data-height='{height}']")
    expect(picture).to_be_visible()
    return picture


def tap_picture(page: Page, picture: Locator, at_px: tuple[float, float]) -> None:
    """Taps where the picture shows a place, wherever the page has it."""
    box = picture.bounding_box()
    assert box is not None
    scale = box["width"] / (48 + 2 * MARGIN_IN) / PX_PER_IN
    rim = MARGIN_IN * PX_PER_IN
    page.touchscreen.tap(box["x"] + (at_px[0] + rim) * scale, box["y"] + (at_px[1] + rim) * scale)


def drawn(table: Empty) -> tuple[Feature, ...]:
    path = table.folder / "terrain.geojson"
    return read_terrain(path).features if path.exists() else ()


@pytest.mark.parametrize("size", HANDHELD)
def test_a_wall_is_traced_where_it_stands(opened: Opened, walled: Empty, size: str) -> None:
    page = opened(f"{walled.address}/setup/terrain", SIZES[size])
    shown_at(page, "0")
    if size == "phone":
        page.get_by_role("button", name="Zoom in").tap()
    page.locator("[data-trace]").tap()
    page.get_by_role("group", name="The image is correct at").get_by_role("button", name="3″").tap()
    picture = shown_at(page, "3")
    for number, at_px in enumerate(READ_PX, 1):
        tap_picture(page, picture, at_px)
        expect(page.locator(".traced circle")).to_have_count(number)
    page.locator("[data-close]").tap()
    expect(page.locator("[data-part='piece 1']")).to_be_visible()

    page.reload()
    expect(page.locator("[data-part='piece 1']")).to_be_visible()
    assert drawn(walled) == ()
    page.locator("[data-save]").tap()
    expect(page.locator("[data-save]")).to_have_text("Saved")
    (wall,) = drawn(walled)
    assert wall.polygon.hausdorff_distance(L_WALL) < 0.3
    assert (wall.z_bottom_in, wall.z_top_in, wall.material) == (0.0, 3.0, "solid")
    # and the live table has it
    page.goto(page.url.replace("/setup/terrain", "/"))
    expect(page.locator(".terrain path").first).to_be_visible()


@pytest.mark.long
def test_a_piece_of_the_library_is_put_down_nudged_turned_and_taken_back(opened: Opened, walled: Empty) -> None:
    page = opened(f"{walled.address}/setup/terrain")
    picture = shown_at(page, "0")
    page.locator("[data-shape=container]").tap()
    tap_picture(page, picture, (200.0, 760.0))
    expect(page.locator("[data-part=container]")).to_be_visible()
    for _ in range(3):
        page.locator("[data-nudge=right]").tap()
        page.wait_for_timeout(A_FINGER_MS)
    page.get_by_role("button", name="Turn 15 degrees left").tap()
    page.locator("[data-top='4.5']").tap()
    page.get_by_role("button", name="Flimsy").tap()
    page.get_by_role("button", name="Undo").tap()
    page.locator("[data-save]").tap()
    expect(page.locator("[data-save]")).to_have_text("Saved")
    (container,) = drawn(walled)
    middle = container.polygon.centroid
    assert (middle.x, middle.y) == pytest.approx((10.3, 10.0), abs=0.1)
    true = affinity.rotate(Polygon([(-2.5, -1.1), (2.5, -1.1), (2.5, 1.1), (-2.5, 1.1)]), 15, origin=(0, 0))
    assert container.polygon.hausdorff_distance(affinity.translate(true, middle.x, middle.y)) < 0.01
    assert (container.z_top_in, container.material) == (4.5, "solid")


def test_a_corner_is_dragged_nudged_and_taken_away(opened: Opened, walled: Empty) -> None:
    page = opened(f"{walled.address}/setup/terrain")
    picture = shown_at(page, "0")
    page.locator("[data-shape=hill]").tap()
    tap_picture(page, picture, (480.0, 480.0))
    page.locator(".part-head .close").tap()
    page.locator("[data-shape=building]").tap()
    tap_picture(page, picture, (200.0, 200.0))
    expect(page.get_by_role("button", name="All 2 parts of building")).to_be_visible()
    page.get_by_role("button", name="This part alone").tap()
    page.locator(".part-head .close").tap()
    page.locator("[data-choose='building roof']").tap()
    corner = page.locator("[data-handle='corner-0-0']").bounding_box()
    assert corner is not None
    assert min(corner["width"], corner["height"]) >= FINGER_PX - 0.5
    x, y = corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y - 30, steps=4)
    page.mouse.up()
    # a tap right behind a drag is taken for its end
    page.wait_for_timeout(400)
    page.touchscreen.tap(x - 30, y - 30)
    expect(page.get_by_role("heading", name="Move the corner")).to_be_visible()
    page.locator("[data-nudge=far]").tap()
    page.get_by_role("button", name="Remove this corner").tap()
    page.locator("[data-save]").tap()
    expect(page.locator("[data-save]")).to_have_text("Saved")
    by_name = {feature.name: feature for feature in drawn(walled)}
    assert len(by_name["building walls"].polygon.interiors) == 1
    # the first corner is told again at the end
    corners = {feature.name: len(feature.polygon.exterior.coords) - 1 for feature in drawn(walled)}
    assert (corners["building walls"], corners["building roof"]) == (4, 3)


@pytest.mark.long
def test_terrain_goes_out_in_a_file_and_comes_in_again(opened: Opened, furnished: Empty, tmp_path: Path) -> None:
    page = opened(f"{furnished.address}/setup/terrain")
    shown_at(page, "0")
    before = drawn(furnished)
    for name, button in (("out.geojson", "Download GeoJSON"), ("out.uvtt", "Download Universal VTT")):
        with page.expect_download() as download:
            page.get_by_role("link", name=button).tap()
        download.value.save_as(tmp_path / name)
    (furnished.folder / "terrain.geojson").write_text('{"type": "FeatureCollection", "features": []}')
    page.reload()
    expect(page.get_by_text("There is no terrain on the table yet.")).to_be_visible()
    page.get_by_label("A terrain file").set_input_files(tmp_path / "out.geojson")
    expect(page.locator("[data-part]")).to_have_count(len(before))
    page.locator("[data-save]").tap()
    expect(page.locator("[data-save]")).to_have_text("Saved")
    assert drawn(furnished) == before

    assert "image" in json.loads((tmp_path / "out.uvtt").read_text())
    page.get_by_label("A terrain file").set_input_files(tmp_path / "out.uvtt")
    page.get_by_role("group", name="Height of the walls").get_by_role("button", name="4.5″").tap()
    page.locator("[data-import]").tap()
    expect(page.get_by_text("imported from out.uvtt")).to_be_visible()
    assert page.locator("[data-part]").count() > len(before)


@pytest.mark.long
@pytest.mark.parametrize("size", HANDHELD)
def test_two_models_get_their_tags_by_tapping_their_cards(opened: Opened, furnished: Empty, size: str) -> None:
    page = opened(f"{furnished.address}/setup/roster", SIZES[size])
    page.locator("[data-force='red harbour_watch']").tap()
    page.locator("[data-force='blue tunnel_kin']").tap()
    expect(page.locator("[data-card]")).to_have_count(12)
    for model, place in (("ida", (20.0, 10.0)), ("anvil", (30.0, 40.0))):
        furnished.stage.put_model(model, place, 1.5)
        expect(page.get_by_text("Tap its card.")).to_be_visible()
        page.locator(f"[data-card={model}]").tap()
        page.locator("[data-give]").tap()
        expect(page.locator(f"[data-card={model}][data-tagged=true]")).to_be_visible()
        expect(page.locator(f"[data-model={model}]")).to_be_visible()
    true = {model.id: model.tag for model in furnished.stage.scene.roster.models}
    assert {model.id: model.tag for model in furnished.setup.roster.models} == {
        "ida": true["ida"],
        "anvil": true["anvil"],
    }
    placed = furnished.live.view.snapshot.model("anvil")
    assert (placed.x_in, placed.y_in) == pytest.approx((30.0, 40.0), abs=0.05)

    # a mistake: it is another model, and then nobody's
    page.locator("[data-card=ida]").tap()
    page.locator("[data-wrong]").tap()
    page.locator("[data-swap=lund]").tap()
    expect(page.locator("[data-card=lund][data-tagged=true]")).to_be_visible()
    expect(page.locator("[data-card=ida][data-tagged=false]")).to_be_visible()
    page.reload()
    page.locator("[data-card=lund][data-tagged=true]").tap()
    page.get_by_role("button", name="Remove its tag").tap()
    page.get_by_role("button", name="Yes, remove it").tap()
    expect(page.locator("[data-card=lund][data-tagged=false]")).to_be_visible()
    assert [model.id for model in furnished.setup.roster.models] == ["anvil"]

    # tags that are stuck on already: put down in the order of the list, without a tap for each
    furnished.stage.remove_model("ida")
    expect(page.locator("[data-tag].free-tag")).to_have_count(0)
    page.locator("[data-in-order]").tap()
    for model, place in (("brandt", (12.0, 10.0)), ("ida", (20.0, 10.0))):
        expect(page.locator("[data-next=true]")).to_have_attribute("data-card", model)
        furnished.stage.put_model(model, place, 1.5)
        expect(page.locator(f"[data-card={model}][data-tagged=true]")).to_be_visible()
    worn = {model.id: model for model in furnished.setup.roster.models}
    assert (worn["brandt"].tag, worn["brandt"].base) == (true["brandt"], Circle(40.0))
    assert worn["ida"].tag == true["ida"]


@pytest.mark.long
def test_two_tags_on_one_tray_are_told_and_given_by_one_tap(opened: Opened, two_tagged: Empty) -> None:
    table = two_tagged
    page = opened(f"{table.address}/setup/roster", SIZES["phone"])
    page.locator("[data-force='red harbour_watch']").tap()
    page.locator("[data-force='blue tunnel_kin']").tap()
    table.stage.put_model("ida", (20.0, 10.0), 1.5)
    expect(page.locator("[data-pair]")).to_contain_text("seems to have two tags on its tray")
    page.locator("[data-card=ida]").tap()
    page.locator("[data-give-both]").tap()
    expect(page.locator("[data-card=ida][data-tagged=true]")).to_contain_text(re.compile("tags (58 and 2|2 and 58)"))
    (ida,) = table.setup.roster.models
    (true,) = (model for model in table.stage.scene.roster.models if model.id == "ida")
    assert set(ida.tags) == set(true.tags)
    expect(page.locator("[data-model=ida]")).to_be_visible()
    placed = table.live.view.snapshot.model("ida")
    assert (placed.x_in, placed.y_in) == pytest.approx((20.0, 10.0), abs=0.05)
    expect(page.locator("[data-pair]")).to_have_count(0)

    # one of them was peeled off, and glued on again
    page.locator("[data-card=ida]").tap()
    page.locator("[data-single]").tap()
    expect(page.locator("[data-pair]")).to_contain_text("Constable Ida")
    page.locator("[data-card=ida]").tap()
    page.locator("[data-second]").tap()
    expect(page.locator("[data-card=ida]")).to_contain_text("tags ")
    assert set(table.setup.roster.models[0].tags) == set(true.tags)


def test_the_last_step_says_what_is_missing_and_leads_to_a_game(opened: Opened, furnished: Empty) -> None:
    address = furnished.address
    page = opened(f"{address}/setup/play")
    expect(page.locator("[data-lacks=gauge]")).to_be_visible()
    expect(page.locator("[data-lacks=roster]")).to_be_visible()
    page.locator("[data-play]").tap()
    expect(page).to_have_url(f"{address}/")
    expect(page.get_by_role("dialog", name="A game")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("size", EACH_SIZE)
def test_each_of_these_steps_fits_every_screen_and_every_finger(
    opened: Opened, furnished: Empty, size: str, axe: Axe
) -> None:
    width, height = SIZES[size]
    page = opened(f"{furnished.address}/setup", (width, height))
    for step, ready in (
        ("terrain", ".from-above"),
        ("roster", "[data-force]"),
        ("print", "[data-sheet]"),
        ("play", "[data-play]"),
    ):
        page.goto(f"{page.url.split('/setup')[0]}/setup/{step}")
        expect(page.locator(ready).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, step
        assert page.evaluate("document.documentElement.scrollHeight") <= height, step
        boxes = page.locator("button, summary, a.button").evaluate_all(
            "all => all.filter(one => one.offsetParent).map(one => [one.offsetWidth, one.offsetHeight, one.innerText])"
        )
        small = [each for each in boxes if min(each[:2]) < FINGER_PX]
        assert small == [], step
        assert axe(page) == [], step
