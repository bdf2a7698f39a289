"""Setting a table up by touch, from a camera and nothing else to two forces that wear their tags."""

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import urljoin

from demo_process import Hands, until
from fingers import PATIENCE_MS, Finger
from playwright.sync_api import expect

from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import demo_terrain, two_forces
from tablecam.table.terrain import Feature

# of the ways to hold the chart, those that go into every part of the picture and tilt it each way
POSES = (0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
# where in their rows models are put for their tags: clear of the terrain
ROWS = (5.0, 10.0, 15.0, 32.0, 38.0, 44.0), (4.0, 44.0)
TRACED, PUT = "container", "crate 1"
MOST_STEPS, NEAR_IN = 60, 0.01
Keep = Callable[[str], None]
Spot = tuple[float, float]


def calibrated(finger: Finger, hands: Hands, keep: Keep) -> None:
    """The first steps of the set-up by touch, from an empty folder: camera, print and lens."""
    finger.page.goto(urljoin(finger.page.url, "/setup"))
    counted(finger, {"camera, print": lambda: camera(finger, keep), "lens": lambda: lens(finger, hands, keep)})


def set_up(finger: Finger, hands: Hands, keep: Keep, furnish: Callable[[], None], models: Mapping[str, Spot]) -> None:
    """The steps that are left once the lens is known, each by touch. furnish: the step of the terrain, where nobody
    stands yet. models: who is put down, and where.
    """
    finger.page.goto(urljoin(finger.page.url, "/setup"))
    steps: dict[str, Callable[[], None]] = {
        "table": lambda: place(finger, keep),
        "check": lambda: gauge(finger, hands, keep),
        "terrain": furnish,
        "models": lambda: roster(finger, hands, keep, models),
    }
    counted(finger, steps)


def counted(finger: Finger, steps: Mapping[str, Callable[[], None]]) -> None:
    """Does these steps; tells what each took, for whoever wants the figures: pytest -s."""
    for name, step in steps.items():
        taps, began = finger.taps, time.monotonic()
        step()
        print(f"set-up, {name}: {finger.taps - taps} taps, {time.monotonic() - began:.0f} s")


def camera(finger: Finger, keep: Keep) -> None:
    page = finger.page
    expect(page.locator("[data-finding=Focus]:is([data-verdict=good], [data-verdict=fair])")).to_be_visible(
        timeout=PATIENCE_MS
    )
    keep("set-up-camera")
    # a green "Next", or "Go on all the same" where the picture is coarse
    finger.tap("[data-next=camera]:enabled")
    expect(page.locator("[data-step=print]")).to_be_visible()
    finger.tap("[data-force='red harbour_watch']")
    finger.tap("[data-force='blue tunnel_kin']")
    expect(page.locator(".forces-chosen")).to_be_visible(timeout=PATIENCE_MS)
    keep("set-up-print")
    # the drawn models wear their tags already: the sheet names them, and so the set-up knows them
    opened = page.request.get(urljoin(page.url, "/api/setup/print/a4/models.pdf"))
    assert opened.ok
    finger.button("I have them all")


def lens(finger: Finger, hands: Hands, keep: Keep) -> None:
    page = finger.page
    for count, pose in enumerate(POSES, 1):
        hands.do("show_chart", pose=pose)
        expect(page.locator(f"[data-kept='{count}']")).to_be_visible(timeout=PATIENCE_MS)
    keep("set-up-lens")
    finish = page.get_by_role("button", name="Finish: keep this lens")
    expect(finish).to_be_enabled(timeout=PATIENCE_MS)
    finger.tap(finish)
    expect(page.get_by_text("The lens is known")).to_be_visible(timeout=PATIENCE_MS)
    hands.do("show_table")
    finger.onward("Table")


def place(finger: Finger, keep: Keep) -> None:
    page = finger.page
    finger.tap("[data-to=place]")
    expect(page.get_by_text("8 reference tags are visible")).to_be_visible(timeout=PATIENCE_MS)
    size = str(page.locator("svg.live").get_attribute("viewBox")).split()[2:]
    x, y = two_forces(*map(int, size), company=make_company(BOOKS.usual)).camera.project([[-1.0, -1.0, 0.0]])[0]
    finger.picture(float(x), float(y))
    expect(page.locator("[data-tag='40']")).to_contain_text("used", timeout=PATIENCE_MS)
    keep("set-up-table")
    finger.onward("Check")


def gauge(finger: Finger, hands: Hands, keep: Keep) -> None:
    page = finger.page
    expect(page.locator("[data-step=gauge]")).to_be_visible(timeout=PATIENCE_MS)
    hands.do("show_gauge")
    expect(page.locator("[data-finding=Verdict][data-verdict=good]")).to_be_visible(timeout=PATIENCE_MS)
    keep("set-up-check")
    hands.do("show_table")
    finger.onward("Terrain")


def terrain(finger: Finger, folder: Path, keep: Keep) -> None:
    """One piece is traced, one is taken from the library, and the others come in a file."""
    page = finger.page
    expect(page.locator(".from-above")).to_be_visible(timeout=PATIENCE_MS)
    features = {feature.name: feature for feature in demo_terrain(make_company(BOOKS.usual).light).features}
    finger.tap("[data-trace]")
    for x, y in features[TRACED].polygon.exterior.coords[:-1]:
        finger.board(x, y)
    finger.tap("[data-close]")
    top_at(finger, features[TRACED].z_top_in)
    finger.tap(page.get_by_role("button", name="Done with this piece"))
    finger.tap(page.locator("[data-shape]", has_text="rate").first)
    middle = features[PUT].polygon.centroid
    finger.board(middle.x, middle.y)
    finger.tap(page.get_by_role("button", name="Done with this piece"))
    brought(finger, [feature for name, feature in features.items() if name not in (TRACED, PUT)], folder)
    keep("set-up-terrain-drawn")
    finger.onward("Models")


def brought(finger: Finger, features: list[Feature], folder: Path) -> None:
    """A file of these is handed over, and read."""
    finger.page.get_by_label("A terrain file").set_input_files(written(features, folder / "terrain.geojson"))
    told = f"{len(features)} parts were imported from"
    expect(finger.page.get_by_text(told)).to_be_visible(timeout=PATIENCE_MS)


def top_at(finger: Finger, wanted_in: float) -> None:
    """Less or more, tap by tap, until the page has it: a tap that follows on another too fast does not count."""
    height = finger.page.get_by_role("group", name="Its top is at")
    for _ in range(MOST_STEPS):
        off = float(height.locator("output").inner_text().rstrip("″")) - wanted_in
        if abs(off) < NEAR_IN:
            return
        finger.tap(height.get_by_role("button", name="Its top is at: less" if off > 0 else "Its top is at: more"))
        finger.page.wait_for_timeout(120)
    raise AssertionError(f"its top never came to {wanted_in:g} in")


def written(features: list[Feature], path: Path) -> Path:
    """A file of terrain as another program would hand it over."""
    path.write_text(json.dumps({"type": "FeatureCollection", "features": [as_geojson(each) for each in features]}))
    return path


def as_geojson(feature: Feature) -> dict[str, object]:
    properties = {
        "name": feature.name, "piece": feature.piece, "material": feature.material, "standable": feature.standable,
        "z_bottom_in": feature.z_bottom_in, "z_top_in": feature.z_top_in,
    }  # fmt: skip
    ring = [[round(x, 3), round(y, 3)] for x, y in feature.polygon.exterior.coords]
    return {"type": "Feature", "properties": properties, "geometry": {"type": "Polygon", "coordinates": [ring]}}


def everybody() -> dict[str, Spot]:
    """A place for each model of both starter forces."""
    (along, deep), known = ROWS, two_forces(company=make_company(BOOKS.usual)).roster.by_id
    return {model: (along[number % 6], deep[number // 6]) for number, model in enumerate(known)}


def roster(finger: Finger, hands: Hands, keep: Keep, models: Mapping[str, Spot]) -> None:
    """Each of these models is put under the camera, and is known by its printed tag."""
    page = finger.page
    expect(page.locator("[data-step=roster]")).to_be_visible(timeout=PATIENCE_MS)
    for number, (model, (x_in, y_in)) in enumerate(models.items()):
        hands.do("put", model=model, x_in=x_in, y_in=y_in)
        expect(page.locator(f"[data-card={model}]")).to_contain_text("✓ seen", timeout=PATIENCE_MS)
        if number == 7:
            keep("set-up-models")
    cards = page.locator("[data-card]").count()
    told = (
        "Every model has its tag, and the camera sees them all."
        if len(models) == cards
        else f"the camera sees {len(models)} of {cards}"
    )
    expect(page.get_by_text(told)).to_be_visible(timeout=PATIENCE_MS)
    until(lambda: len(hands.truth()) == len(models), "not all models are on the table")
    finger.onward("Play")
    # on a slow machine the step is done a moment after its button was tapped
    expect(page.locator("[data-play]")).to_be_visible()
    for model in models:
        hands.do("take_away", model=model)
