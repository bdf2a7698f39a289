"""Setting a table up by touch, from nothing to a table that is read, on the drawn camera."""

import json
import re
import time
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from empty_table import Empty
from playwright.sync_api import Page, expect
from screens import EACH_SIZE, FINGER_PX, SIZES, Axe, Opened

from tablecam.storage.camera_yaml import read_camera
from tablecam.storage.table_toml import read_table
from tablecam.storage.terrain_geojson import read_terrain

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# of the ways to hold the chart, those that go into every part of the picture and tilt it each way
POSES = (0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
MOST_TAPS, MOST_TERRAIN_TAPS = 12, 4
# where in their rows models are put for their tags: clear of the terrain
ROWS = (5.0, 10.0, 15.0, 48.0, 54.0, 60.0)
# a reload keeps the count
COUNT_TAPS = (
    "addEventListener('pointerdown', () => (sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1), true);"
)
GOOD_OR_FAIR = re.compile("good|fair")


@dataclass
class Counted:
    """Taps and seconds of each step that was done, by its name; robot hands need no time of their own."""

    page: Page
    steps: dict[str, tuple[int, float]] = field(default_factory=dict)
    taps: int = 0
    since: float = field(default_factory=time.monotonic)

    def done(self, step: str) -> None:
        """What was done since the last of these was that step."""
        taps, now = int(self.page.evaluate("sessionStorage.taps ?? 0")), time.monotonic()
        self.steps[step] = (taps - self.taps, now - self.since)
        self.taps, self.since = taps, now

    def of(self, *steps: str) -> tuple[int, float]:
        """Taps and seconds of these together."""
        return sum(self.steps[step][0] for step in steps), sum(self.steps[step][1] for step in steps)


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


@pytest.mark.long
def test_from_camera_to_models_by_touch(opened: Opened, empty_wide: Empty) -> None:
    empty = empty_wide
    page = opened(f"{empty.address}/setup")
    page.add_init_script(COUNT_TAPS)
    page.reload()
    counted = Counted(page)
    expect(page.locator("[data-step=camera]")).to_be_visible()
    # the first question
    expect(page.locator("[data-table-size='48x48']")).to_be_visible()
    page.get_by_role("button", name="6′ × 4′").tap()
    expect(page.locator("[data-table-size='72x48']")).to_be_visible()
    # on a plain mat there are few edges to judge it by, and at 1080p it is near the limit
    expect(page.locator("[data-finding=Focus]:not([data-verdict=unknown])")).to_be_visible()
    # 1080p shows tags too small: nothing is green beside a red verdict, and what is gone past is not ticked
    expect(page.locator("[data-finding='24 mm tags'][data-verdict=bad]")).to_be_visible()
    expect(page.locator(".onward.ready")).to_have_count(0)
    page.get_by_role("button", name="Continue anyway").tap()
    expect(page.locator("[data-to=camera]")).to_have_attribute("data-state", "skipped")

    # the key back is a step back
    page.go_back()
    expect(page.locator("[data-step=camera]")).to_be_visible()
    page.go_forward()
    counted.done("Camera")
    print_sheets(page)
    counted.done("Print")
    calibrate(page, empty)
    truth = empty.stage.scene.camera.intrinsics
    found = read_camera(empty.folder / "camera.yaml")
    assert found.matrix[0, 0] == pytest.approx(truth.matrix[0, 0], rel=0.003)

    empty.stage.show_table()
    onward(page, "Table")
    counted.done("Lens")
    expect(page.get_by_text("8 reference tags are visible")).to_be_visible()
    # the size is still known, and the far corner tags lie where it has them
    expect(page.locator("[data-table-size='72x48']")).to_be_visible()
    tap_picture(page, *truth_px(empty, -1.0, -1.0))
    expect(page.locator("[data-tag='40']")).to_contain_text("used")
    onward(page, "Check")
    expect(page.locator("[data-step=gauge]")).to_be_visible()
    counted.done("Table")
    table = read_table(empty.folder / "table.toml")
    assert (table.width_in, table.depth_in) == (72.0, 48.0)
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

    counted.done("Check")
    expect(page.locator("[data-step=terrain]")).to_be_visible()
    page.get_by_role("button", name="Skip for now").tap()
    expect(page.locator("[data-step=roster]")).to_be_visible()
    counted.done("Terrain, skipped")
    expect(page.locator("[data-card]")).to_have_count(12)
    models = [model.id for model in empty.stage.scene.roster.models]
    put_down(page, empty, models[:2])
    bases = {model.id: model.base for model in empty.setup.roster.models}
    assert bases == {model.id: model.base for model in empty.stage.scene.roster.models}
    onward(page, "Play")
    # terrain was left out, and is said to be
    expect(page.locator("[data-step=play]")).to_have_attribute("data-ready", "false")
    expect(page.locator("[data-lacks=terrain]")).to_contain_text("Skipped")
    expect(page.locator("[data-lacks]")).to_have_count(1)
    counted.done("Models, two")
    terrain_is_accepted_from_the_picture(page, empty, counted)
    put_down(page, empty, models[2:])
    counted.done("Models, ten more")
    onward(page, "Play")
    expect(page.locator("[data-play]")).to_be_visible()
    tell(counted)
    a_lost_camera_stops_every_step(page, empty)


def tell(counted: Counted) -> None:
    """Prints what docs/tablet.md says, for two models and for twelve, with terrain and without."""
    always = ("Camera", "Print", "Lens", "Table", "Check", "Models, two")
    for step, (taps, seconds) in counted.steps.items():
        print(f"set-up, {step}: {taps} taps, {seconds:.0f} s")
    for models, more in (("two", ()), ("twelve", ("Models, ten more",))):
        for how, terrain in (("without", "Terrain, skipped"), ("with", "Terrain, accepted")):
            taps, seconds = counted.of(*always, *more, terrain)
            print(f"whole set-up, {models} models, {how} terrain: {taps} taps, {seconds:.0f} s")
            assert taps <= MOST_TAPS + (how == "with") * MOST_TERRAIN_TAPS


def terrain_is_accepted_from_the_picture(page: Page, empty: Empty, counted: Counted) -> None:
    """What stands out from the mat is found, has its height, and is accepted, all at once."""
    page.locator("[data-to=terrain]").tap()
    # the way back is no part of the step
    counted.done("the way back to Terrain")
    page.locator("[data-propose]").tap()
    expect(page.locator("[data-accept-all]")).to_be_visible()
    page.locator("[data-assumed='3']").tap()
    expect(page.locator("[data-assumed='3']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-propose]")).to_be_enabled()
    page.locator("[data-accept-all]").tap()
    expect(page.locator("[data-proposals='0']")).to_be_visible()
    expect(page.locator("[data-unchecked]")).to_be_visible()
    page.get_by_role("button", name="No piece is missing: continue").tap()
    expect(page.locator("[data-step=roster]")).to_be_visible()
    counted.done("Terrain, accepted")
    there, found = empty.stage.scene.terrain.features, read_terrain(empty.folder / "terrain.geojson").features
    told = [one for one in found if any(one.polygon.intersects(true.polygon) for true in there)]
    print(f"terrain: {len(found)} outlines accepted, {len(told)} of them on terrain; {len(there)} parts stand there")
    assert len(told) >= 0.9 * len(found)


def print_sheets(page: Page) -> None:
    """The forces first; the sheet with the names is made, the others are said to be there already."""
    page.locator("[data-force='red harbour_watch']").tap()
    page.locator("[data-force='blue tunnel_kin']").tap()
    expect(page.locator("[data-sheet=models]")).to_contain_text("with the models’ names")
    assert page.request.get(page.url.replace("/setup/print", "/api/setup/print/a4/models.pdf")).ok
    expect(page.locator("[data-sheet=models]")).to_have_count(0)
    expect(page.locator("[data-next=print]")).not_to_have_class(re.compile("ready"))
    page.get_by_role("button", name="I have them all").tap()
    expect(page.locator("[data-to=print]")).to_have_attribute("data-state", "done")


def put_down(page: Page, empty: Empty, models: list[str]) -> None:
    """Each is known by its printed tag as soon as it stands there."""
    for model in models:
        at = [one.id for one in empty.stage.scene.roster.models].index(model)
        empty.stage.put_model(model, (ROWS[at % 6], (4.0, 44.0)[at // 6]))
        expect(page.locator(f"[data-card={model}]")).to_contain_text("seen")
    seen = page.locator("[data-card]", has_text="✓ seen").count()
    expect(
        page.get_by_text(
            "Every model has its tag, and the camera sees them all." if seen == 12 else f"the camera sees {seen} of 12"
        )
    ).to_be_visible()


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


@pytest.mark.parametrize("size", ["phone", pytest.param("small", marks=pytest.mark.long)])
def test_the_front_door_has_room_for_all_that_it_says(opened: Opened, empty: Empty, size: str) -> None:
    page = opened(empty.address, SIZES[size])
    page.wait_for_selector("[data-front-door] .needed")
    parts = page.locator("[data-front-door] > :not(.live-picture)").evaluate_all(
        "parts => parts.map(part => [part.offsetTop, part.offsetHeight, part.scrollHeight])"
    )
    for (top, height, content), (below, *_) in pairwise(parts):
        assert top + max(height, content - 2) <= below
    wide, shown = page.locator("[data-front-door]").evaluate("door => [door.scrollWidth, door.clientWidth]")
    assert wide <= shown


def test_a_step_is_skipped_and_taken_up_again(opened: Opened, empty: Empty) -> None:
    page = opened(f"{empty.address}/setup/lens")
    with page.expect_response("**/api/setup/mark"):
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


@pytest.mark.parametrize("size", EACH_SIZE)
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
