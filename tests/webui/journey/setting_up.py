"""Setting a table up by touch, from a camera and nothing else to two forces that wear their tags."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin

from demo_process import Hands, until
from fingers import PATIENCE_MS, Finger
from playwright.sync_api import expect

from tablecam.camera.synthetic.demo import demo_terrain, two_forces
from tablecam.commands.drawn_table import company_of
from tablecam.rulebooks.catalogue import BOOKS
from tablecam.table.terrain import Feature

# of the ways to hold the chart, those that go into every part of the picture and tilt it each way
POSES = (0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
# where in their rows models are put for their tags: clear of the terrain
ROWS = (5.0, 10.0, 15.0, 32.0, 38.0, 44.0)
TRACED, PUT = "container", "crate 1"
MOST_STEPS, NEAR_IN = 60, 0.01
Keep = Callable[[str], None]


def set_up(finger: Finger, hands: Hands, folder: Path, keep: Keep, size: tuple[int, int]) -> None:
    """All steps of the set-up, each by touch. folder: for the file of terrain that is brought in. size: of the
    camera's picture.
    """
    steps: dict[str, Callable[[], None]] = {
        "camera, print": lambda: camera(finger, keep),
        "lens": lambda: lens(finger, hands, keep),
        "table": lambda: place(finger, keep, size),
        "check": lambda: gauge(finger, hands, keep),
        "terrain": lambda: terrain(finger, folder, keep),
        "models": lambda: roster(finger, hands, keep),
    }
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


def place(finger: Finger, keep: Keep, size: tuple[int, int]) -> None:
    page = finger.page
    expect(page.get_by_text("8 reference tags are seen")).to_be_visible(timeout=PATIENCE_MS)
    x, y = two_forces(*size, company=company_of(BOOKS.usual)).camera.project([[-1.0, -1.0, 0.0]])[0]
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
    features = {feature.name: feature for feature in demo_terrain(company_of(BOOKS.usual).light).features}
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
    others = [feature for name, feature in features.items() if name not in (TRACED, PUT)]
    page.get_by_label("A file of terrain").set_input_files(written(others, folder / "others.geojson"))
    expect(page.get_by_text(f"{len(others)} parts were imported from")).to_be_visible(timeout=PATIENCE_MS)
    keep("set-up-terrain-drawn")
    finger.onward("Models")


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


def roster(finger: Finger, hands: Hands, keep: Keep) -> None:
    """Each model of both forces is put under the camera, and is known by its printed tag."""
    page = finger.page
    expect(page.locator("[data-step=roster]")).to_be_visible(timeout=PATIENCE_MS)
    known = two_forces(company=company_of(BOOKS.usual)).roster.by_id
    for number, model in enumerate(known):
        hands.do("put", model=model, x_in=ROWS[number % 6], y_in=(4.0, 44.0)[number // 6])
        expect(page.locator(f"[data-card={model}]")).to_contain_text("✓ seen", timeout=PATIENCE_MS)
        if number == 7:
            keep("set-up-models")
    expect(page.get_by_text("Every model has its tag, and is seen.")).to_be_visible(timeout=PATIENCE_MS)
    until(lambda: len(hands.truth()) == len(known), "not all models are on the table")
    finger.onward("Play")
    # on a slow machine the step is done a moment after its button was tapped
    expect(page.locator("[data-play]")).to_be_visible()
