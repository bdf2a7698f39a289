"""Setting a table up by touch, from nothing to a table that is read, on the drawn camera."""

import json
import re

import pytest
from empty_table import Empty
from playwright.sync_api import Page, expect
from screens import FINGER_PX, SIZES, Axe, Opened

from tablecam.storage.camera_yaml import read_camera
from tablecam.storage.table_toml import read_table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# of the ways to hold the chart, those that go into every part of the picture and tilt it each way
POSES = (0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
MOST_TAPS = 12
# a reload keeps the count
COUNT_TAPS = (
    "addEventListener('pointerdown', () => (sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1), true);"
)
GOOD_OR_FAIR = re.compile("good|fair")


def tap_picture(page: Page, x_px: float, y_px: float) -> None:
    """Taps a place of the camera's picture, given in its own pixels."""
    at = page.locator("svg.live").evaluate(
        "(svg, [x, y]) => { const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); return [at.x, at.y]; }",
        [x_px, y_px],
    )
    page.touchscreen.tap(*at)


def onward(page: Page, title: str) -> None:
    button = page.get_by_role("button", name=f"Next: {title}")
    expect(button).to_be_enabled()
    button.tap()


def test_from_camera_to_gauge_card_by_touch(opened: Opened, empty: Empty) -> None:
    page = opened(f"{empty.address}/setup")
    page.add_init_script(COUNT_TAPS)
    page.reload()
    expect(page.locator("[data-step=camera]")).to_be_visible()
    expect(
        page.locator("[data-finding=Focus][data-verdict=good], [data-finding=Focus][data-verdict=fair]")
    ).to_be_visible()
    # 1080p shows tags too small: nothing is green beside a red verdict, and what is gone past is not ticked
    expect(page.locator("[data-finding='24 mm tags'][data-verdict=bad]")).to_be_visible()
    expect(page.locator(".onward.ready")).to_have_count(0)
    page.get_by_role("button", name="Go on all the same").tap()
    expect(page.locator("[data-to=camera]")).to_have_attribute("data-state", "skipped")

    # the key back is a step back
    page.go_back()
    expect(page.locator("[data-step=camera]")).to_be_visible()
    page.go_forward()
    print_sheets(page)
    calibrate(page, empty)
    truth = empty.stage.scene.camera.intrinsics
    found = read_camera(empty.folder / "camera.yaml")
    assert found.matrix[0, 0] == pytest.approx(truth.matrix[0, 0], rel=0.003)

    empty.stage.show_table()
    onward(page, "Table")
    expect(page.get_by_text("8 reference tags are seen")).to_be_visible()
    tap_picture(page, *truth_px(empty, -1.0, -1.0))
    expect(page.locator("[data-tag='40']")).to_contain_text("used")
    onward(page, "Check")
    expect(page.locator("[data-step=gauge]")).to_be_visible()
    table = read_table(empty.folder / "table.toml")
    for tag, true in zip(
        sorted(table.reference_tags, key=lambda tag: tag.id), empty.stage.scene.table.reference_tags, strict=True
    ):
        assert tag.center_in == pytest.approx(true.center_in, abs=0.05)

    empty.stage.show_gauge()
    expect(page.locator("[data-finding=Verdict][data-verdict=good]")).to_be_visible()
    expect(page.locator("[data-measured] output")).to_have_text("10.00″")
    empty.stage.show_table()
    onward(page, "Terrain")
    # the sheets were there: what they are for is done
    for step in ("camera", "print", "lens", "place", "gauge"):
        expect(page.locator(f"[data-to={step}]")).to_have_attribute("data-state", "done")

    page.get_by_role("button", name="Skip for now").tap()
    models_are_known_when_they_are_put_down(page, empty)
    taps = int(page.evaluate("sessionStorage.taps"))
    print(f"taps of the set-up without terrain, for two models and for twelve alike: {taps}")
    assert taps <= MOST_TAPS
    # terrain was left out, and is said to be
    expect(page.locator("[data-step=play]")).to_have_attribute("data-ready", "false")
    expect(page.locator("[data-lacks=terrain]")).to_contain_text("Skipped")
    expect(page.locator("[data-lacks]")).to_have_count(1)
    a_lost_camera_stops_every_step(page, empty)


def print_sheets(page: Page) -> None:
    """The forces first; the sheet with the names is made, the others are said to be there already."""
    page.locator("[data-force='red harbour_watch']").tap()
    page.locator("[data-force='blue tunnel_kin']").tap()
    expect(page.locator("[data-sheet=models]")).to_contain_text("with the models’ names")
    assert page.request.get(page.url.replace("/setup/print", "/api/setup/print/a4/models.pdf")).ok
    expect(page.locator("[data-sheet=models]")).to_have_count(0)
    expect(page.locator("[data-next=print]")).not_to_have_class(re.compile("ready"))
    page.get_by_role("button", name="I have them all").tap()
    expect(page.locator("[data-to=print]")).to_have_attribute("data-state", "skipped")


def models_are_known_when_they_are_put_down(page: Page, empty: Empty) -> None:
    expect(page.locator("[data-card]")).to_have_count(12)
    for model, place in (("ida", (20.0, 10.0)), ("anvil", (30.0, 40.0))):
        empty.stage.put_model(model, place, 1.5)
        expect(page.locator(f"[data-card={model}]")).to_contain_text("seen")
    expect(page.get_by_text("2 of 12 are seen")).to_be_visible()
    bases = {model.id: model.base for model in empty.setup.roster.models}
    assert bases == {model.id: model.base for model in empty.stage.scene.roster.models}
    onward(page, "Play")


def a_lost_camera_stops_every_step(page: Page, empty: Empty) -> None:
    empty.stage.lose_camera()
    for step in ("lens", "place", "gauge"):
        page.locator(f"[data-to={step}]").tap()
        expect(page.locator(f"[data-step={step}] [data-lost]")).to_contain_text("plugged in")
        expect(page.locator(".onward.ready")).to_have_count(0)
    empty.stage.return_camera()
    expect(page.locator("[data-lost]")).to_have_count(0)


def calibrate(page: Page, empty) -> None:
    expect(page.locator("[data-step=lens]")).to_be_visible()
    # the first capture begins by itself
    for count, pose in enumerate(POSES, 1):
        empty.stage.show_chart(pose)
        expect(page.locator(f"[data-kept='{count}']")).to_be_visible()
        if count == 4:
            page.reload()
            expect(page.locator("[data-kept='4']")).to_be_visible()
    finish = page.get_by_role("button", name="Finish: keep this lens")
    expect(finish).to_be_enabled()
    finish.tap()
    expect(page.get_by_text("The lens is known")).to_be_visible()


def truth_px(empty, x_in: float, y_in: float) -> tuple[float, float]:
    x, y = empty.stage.scene.camera.project([[x_in, y_in, 0.0]])[0]
    return float(x), float(y)


def test_a_step_is_skipped_and_taken_up_again(opened: Opened, empty: Empty) -> None:
    page = opened(f"{empty.address}/setup/lens")
    page.get_by_role("button", name="Skip for now").tap()
    expect(page.locator("[data-step=place]")).to_be_visible()
    expect(page.locator("[data-to=lens]")).to_have_attribute("data-state", "skipped")
    page.reload()
    expect(page.locator("[data-to=lens]")).to_have_attribute("data-state", "skipped")
    page.locator("[data-to=lens]").tap()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()


def test_giving_views_up_takes_two_taps(opened: Opened, empty: Empty) -> None:
    page = opened(f"{empty.address}/setup/lens")
    page.get_by_role("button", name="Discard these views").tap()
    assert empty.setup.lens.begun
    page.get_by_role("button", name="Yes, discard them").tap()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    assert not empty.setup.lens.begun


@pytest.mark.parametrize("size", SIZES)
def test_every_step_fits_every_screen_and_every_finger(opened: Opened, empty: Empty, size: str, axe: Axe) -> None:
    width, height = SIZES[size]
    page = opened(f"{empty.address}/setup", (width, height))
    expect(page.locator("[data-to=play], [data-step]").first).to_be_visible()
    for step in ("camera", "lens", "place", "gauge"):
        page.goto(f"{empty.address}/setup/{step}")
        expect(page.locator("svg.live[data-live=true]")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        boxes = page.locator("button, summary").evaluate_all(
            "all => all.filter(one => one.offsetParent).map(one => [one.offsetWidth, one.offsetHeight])"
        )
        assert min(min(box) for box in boxes) >= FINGER_PX
        letters = page.locator(".step p, .step td, .step button").evaluate_all(
            "all => all.filter(one => one.offsetParent).map(one => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert min(letters) >= 18
        assert axe(page) == [], json.dumps(step)
