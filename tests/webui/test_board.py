"""The board under fingers: zoom, pan and tap, the tape, what if, the page turned round, states, and the floor."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from fake_table import ShownLive, camera, picture, position, roster
from flask import Flask
from playwright.sync_api import Locator, Page, expect
from screen_pool import LastingPage
from screens import EACH_SIZE, FINGER_PX, SIZES, Axe

from tablecam.live.live_loop import PublishedFrame
from webui import create_app
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Place = tuple[float, float]


@pytest.fixture
def said() -> list[tuple[str, str | None]]:
    return []


@pytest.fixture
def app(live: ShownLive, said: list[tuple[str, str | None]]) -> Flask:
    return create_app(Dependencies(live, roster, stand_on=lambda model, name: said.append((model, name))))


@pytest.fixture
def page(address: str, lasting_page: LastingPage) -> Iterator[Page]:
    with lasting_page.opened(address, "[data-model=ann]") as page:
        yield page


def middle(of: Locator) -> Place:
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def model(page: Page, name: str) -> Locator:
    return page.locator(f".board [data-model={name}] .base")


def tap(page: Page, at: Place) -> None:
    page.touchscreen.tap(*at)


def tap_model(page: Page, name: str) -> None:
    tap(page, middle(model(page, name)))


def at_inches(page: Page, x_in: float, y_in: float, turned: bool = False) -> Place:
    """Where a place of the whole table is on the screen."""
    box = page.locator(".board .mat").bounding_box()
    assert box is not None
    right, up = x_in / 48, y_in / 48
    if turned:
        right, up = 1 - right, 1 - up
    return box["x"] + box["width"] * right, box["y"] + box["height"] * (1 - up)


def fingers(page: Page, *paths: tuple[Place, Place], steps: int = 5) -> None:
    """Real touches: each finger goes from one place to another, all at once."""
    session = page.context.new_cdp_session(page)
    for step in range(steps + 1):
        share = step / steps
        points = [{"x": x1 + (x2 - x1) * share, "y": y1 + (y2 - y1) * share} for (x1, y1), (x2, y2) in paths]
        kind = "touchMove" if step else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def stroked(page: Page, *corners: Place, steps: int = 12) -> None:
    """One finger goes by these places without being lifted, a little unsteadily."""
    session = page.context.new_cdp_session(page)
    points = [corners[0]]
    for (x1, y1), (x2, y2) in pairwise(corners):
        points += [
            (x1 + (x2 - x1) * n / steps + n % 2, y1 + (y2 - y1) * n / steps - n % 2) for n in range(1, steps + 1)
        ]
    for number, (x, y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def zoomed(page: Page) -> float:
    """How many times larger than the whole table it is shown."""
    found = re.search(r"scale\(([\d.]+)\)", page.locator(".board .all").get_attribute("transform") or "")
    assert found is not None
    return float(found[1])


def test_two_fingers_zoom_and_fit_brings_the_whole_table_back(page: Page) -> None:
    x, y = at_inches(page, 24, 24)
    fingers(page, ((x - 40, y), (x - 120, y)), ((x + 40, y), (x + 120, y)))
    assert zoomed(page) == pytest.approx(3.0, rel=0.1)
    expect(page.locator("[data-range-to]")).to_have_count(0)
    page.get_by_role("button", name="Fit").tap()
    assert zoomed(page) == 1


def test_two_fingers_that_begin_on_a_model_zoom_and_pull_no_tape(page: Page) -> None:
    x, y = middle(page.locator(".board [data-model=cal] .pull"))
    session = page.context.new_cdp_session(page)
    one, other = {"x": x, "y": y, "id": 1}, {"x": x + 60, "y": y, "id": 2}
    for kind, points in (
        ("touchStart", [one]),
        ("touchMove", [one | {"y": y + 9}]),
        ("touchStart", [one, other]),
        ("touchMove", [one | {"x": x - 30}, other | {"x": x + 90}]),
        ("touchMove", [one | {"x": x - 60}, other | {"x": x + 120}]),
        ("touchEnd", []),
    ):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert zoomed(page) == pytest.approx(3.0, rel=0.15)
    expect(page.locator(".tape")).to_have_count(0)
    # afterwards one finger pulls as before
    x, y = middle(page.locator(".board [data-model=cal] .pull"))
    fingers(page, ((x, y), (x + 70, y + 40)))
    expect(page.locator(".tape")).to_have_count(1)


def test_one_finger_pans_what_is_zoomed_and_the_model_goes_with_it(page: Page) -> None:
    page.get_by_label("Zoom in").tap()
    x, y = middle(model(page, "cal"))
    # from a model a finger pulls a tape
    fingers(page, ((x - 60, y), (x + 10, y + 50)))
    assert middle(model(page, "cal")) == pytest.approx((x + 70, y + 50), abs=3)
    expect(page.locator("[data-range-to]")).to_have_count(0)


def test_the_wheel_zooms_about_the_pointer(page: Page) -> None:
    x, y = middle(model(page, "ann"))
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    assert zoomed(page) > 1.3
    assert middle(model(page, "ann")) == pytest.approx((x, y), abs=25)


def test_a_view_held_still_is_neither_panned_nor_pinched_but_is_tapped(page: Page) -> None:
    page.get_by_label("Zoom in").tap()
    page.get_by_label("Lock the view").tap()
    before = page.locator(".board .all").get_attribute("transform")
    x, y = middle(model(page, "cal"))
    fingers(page, ((x, y), (x + 70, y)))
    fingers(page, ((x - 30, y), (x - 90, y)), ((x + 30, y), (x + 90, y)))
    assert page.locator(".board .all").get_attribute("transform") == before
    tap_model(page, "cal")
    expect(page.locator("[data-range-to]").first).to_be_visible()


def test_the_board_alone_keeps_touches_from_the_browser(page: Page) -> None:
    keeps = "element => getComputedStyle(element).touchAction"
    assert page.locator(".board > svg").evaluate(keeps) == "none"
    assert page.locator(".panel").evaluate(keeps) != "none"
    assert page.locator("meta[name=viewport]").get_attribute("content") == "width=device-width, initial-scale=1"


def test_without_a_game_the_rings_of_the_usual_rulebook_are_drawn_and_named(page: Page) -> None:
    tap_model(page, "ann")
    expect(page.locator("[data-range-to=fox] .row-text")).to_have_text("long")
    expect(page.locator(".range-rings text")).to_have_text(
        [re.compile(name) for name in ("short", "medium", "long", "extreme")]
    )
    page.get_by_role("button", name="Rings").tap()
    expect(page.locator(".range-rings")).to_have_count(0)


def test_a_second_tap_on_an_enemy_tells_range_band_and_sight(page: Page) -> None:
    tap_model(page, "ann")
    expect(page.locator("[data-range-to]").first).to_be_visible()
    tap_model(page, "fox")
    expect(page.locator(".verdict")).to_have_text("Hidden")
    expect(page.locator(".answer .far")).to_contain_text("24.82″")
    expect(page.locator(".target-advice")).to_have_text("long")


def test_a_tape_lies_from_a_base_edge_to_a_place(page: Page) -> None:
    page.get_by_label("Tape measure").tap()
    tap_model(page, "ann")
    tap(page, at_inches(page, 10, 22))
    read = page.locator(".taped strong")
    expect(read).to_have_text(re.compile(r"^11\.\d\d″$"))
    assert float((read.text_content() or "").rstrip("″")) == pytest.approx(12 - 16 / 25.4, abs=0.06)
    expect(page.locator(".taped small").first).to_have_text(re.compile("^± 0.0"))


def test_a_tape_can_be_dragged_and_snaps_to_a_model(page: Page) -> None:
    page.get_by_label("Tape measure").tap()
    tap_model(page, "ann")
    tap(page, at_inches(page, 10, 22))
    expect(page.locator(".taped strong")).to_have_text(re.compile("″"))
    before = page.locator(".board .all").get_attribute("transform")
    fingers(page, (middle(page.locator("[data-handle=tape-1] .grip")), middle(model(page, "fox"))))
    expect(page.locator(".taping [role=status]")).to_have_text("Sergeant Ann to Trooper Fox")
    expect(page.locator(".taped strong")).to_have_text("24.82″")
    assert page.locator(".board .all").get_attribute("transform") == before


def test_the_tape_is_put_away_by_its_button(page: Page) -> None:
    page.get_by_label("Tape measure").tap()
    tap_model(page, "ann")
    page.get_by_label("Put the tape away").tap()
    expect(page.locator(".tape")).to_have_count(0)
    tap_model(page, "ann")
    expect(page.locator("[data-range-to]").first).to_be_visible()


def test_what_if_is_asked_by_taps_alone(page: Page) -> None:
    tap_model(page, "ann")
    page.get_by_role("button", name="What if").tap()
    tap(page, at_inches(page, 14, 10))
    expect(page.locator(".way strong")).to_have_text(re.compile(r"^4\.0\d″|3\.9\d″$"))
    before = page.locator("[data-range-to=cal] .far strong").text_content() or ""
    for _ in range(2):
        page.get_by_label("Half an inch to the right").tap()
    expect(page.locator("[data-range-to=cal] .far strong")).not_to_have_text(before)
    page.get_by_label("Close “What if”").tap()
    expect(page.locator("[data-range-to=fox] .far strong")).to_have_text("24.82")


def test_a_ghost_is_dragged_and_the_ranges_are_those_from_there(page: Page) -> None:
    tap_model(page, "ann")
    page.get_by_role("button", name="What if").tap()
    fingers(page, (middle(page.locator("[data-handle=ghost] .outline")), at_inches(page, 14, 10)))
    expect(page.locator(".way strong")).to_have_text(re.compile(r"^4\.0\d″|3\.9\d″$"))
    expect(page.locator("[data-range-to=fox] .far strong")).to_have_text(re.compile(r"^20\.\d\d$"))
    expect(page.locator("[data-model=ann]")).to_have_attribute("transform", "translate(10 38)")


@pytest.mark.long
def test_a_path_is_drawn_in_one_stroke_and_has_few_corners(page: Page, axe: Axe) -> None:
    tap_model(page, "ann")
    page.get_by_role("button", name="What if").tap()
    page.locator("[data-stroke]").tap()
    assert axe(page) == []
    stroked(page, *(at_inches(page, *place) for place in ((10, 10), (16, 10), (16, 16))))
    expect(page.locator(".way")).to_contain_text("via 1 point")
    expect(page.locator(".way strong")).to_have_text(re.compile(r"^1[12]\.\d\d″$"))
    # the view has not moved, the next finger drags again, and the shortest path is a tap away
    assert zoomed(page) == 1
    expect(page.locator("[data-stroke]")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-stroke-sheet]")).to_have_count(0)
    page.locator("[data-no-turns]").tap()
    expect(page.locator(".way strong")).to_have_text(re.compile(r"^8\.\d\d″$"))

    # past the wall of the house, and with more corners than a path may have
    page.locator("[data-stroke]").tap()
    zigzag = [(10.0 + 2 * n, 12.0 if n % 2 else 16.0) for n in range(9)]
    stroked(page, *(at_inches(page, *place) for place in ((10, 10), (5.9, 30), *zigzag)), steps=4)
    expect(page.locator(".way")).to_contain_text(re.compile("via [1-8] points"))
    expect(page.locator(".way")).not_to_have_class(re.compile("unfit"))


def test_turned_round_the_page_is_tapped_dragged_and_measured_as_before(page: Page) -> None:
    page.get_by_label("Turn the page").tap()
    assert middle(page.locator(".bar"))[1] > 700
    tap_model(page, "ann")
    expect(page.locator("[data-range-to=fox] .far strong")).to_have_text("24.82")
    page.get_by_role("button", name="What if").tap()
    fingers(page, (middle(page.locator("[data-handle=ghost] .outline")), at_inches(page, 14, 10, turned=True)))
    expect(page.locator(".way strong")).to_have_text(re.compile(r"^4\.0\d″|3\.9\d″$"))
    page.get_by_label("Close “What if”").tap()
    page.get_by_label("Zoom in").tap()
    x, y = middle(model(page, "cal"))
    fingers(page, ((x - 60, y), (x, y + 40)))
    assert middle(model(page, "cal")) == pytest.approx((x + 60, y + 40), abs=3)


def test_codes_can_be_read_from_both_sides(page: Page) -> None:
    codes = page.locator(".board [data-model=ann] .code")
    expect(codes).to_have_count(1)
    page.get_by_role("button", name="Menu").tap()
    page.locator("[data-settings]").tap()
    page.get_by_role("button", name="Names both ways").tap()
    page.get_by_role("button", name="Close", exact=True).tap()
    expect(codes).to_have_text(["A1", "A1"])
    (_, first), (_, second) = middle(codes.first), middle(codes.last)
    assert first > middle(model(page, "ann"))[1] > second


def test_sides_differ_by_the_pattern_of_their_bases(page: Page) -> None:
    fills = [model(page, name).evaluate("base => getComputedStyle(base).fill") for name in ("ann", "fox")]
    assert ["side-0" in fills[0], "side-1" in fills[1]] == [True, True]


def test_sheets_are_turned_round_too_and_a_reload_keeps_it(page: Page) -> None:
    page.get_by_label("Turn the page").tap()
    page.reload()
    page.wait_for_selector("[data-model=bea]")
    tap_model(page, "bea")
    page.get_by_role("button", name="Stands on").tap()
    assert page.locator("dialog").evaluate("sheet => getComputedStyle(sheet).rotate") == "180deg"


def test_the_floor_of_a_model_is_put_right_in_two_taps(page: Page, said: list[tuple[str, str | None]]) -> None:
    tap_model(page, "bea")
    page.get_by_role("button", name="Stands on").tap()
    expect(page.get_by_role("button", name="house, 3″ up")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="The table", exact=True).tap()
    expect(page.locator("dialog")).to_have_count(0)
    page.get_by_role("button", name="Stands on").tap()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="As measured by the camera").tap()
    expect(page.locator("dialog")).to_have_count(0)
    assert said == [("bea", "table"), ("bea", None)]


def test_a_model_on_its_way_draws_the_way_it_has_gone(page: Page, live: ShownLive, view: PublishedFrame) -> None:
    expect(page.locator("[data-trail]")).to_have_count(0)
    live.show(replace(view, number=2, paths={"cal": ((15.0, 18.0), (18.0, 17.0), (21.0, 16.0))}))
    expect(page.locator("[data-trail=cal] .trail")).to_have_attribute("d", "M15 30L18 31L21 32L21 32")


def test_no_state_looks_like_another(page: Page) -> None:
    """Fill and line of the base tell them apart without colour: hatched is remembered, broken is unsure."""
    looks = {
        name: model(page, name).evaluate(
            "base => { const style = getComputedStyle(base);"
            " return [style.fill.includes('hatch') ? 'hatch' : style.fill === 'none' ? 'empty' : 'full',"
            " style.strokeDasharray, style.strokeWidth].join(); }"
        )
        for name in ("ann", "cal", "dot", "gus", "hal")
    }
    assert len(set(looks.values())) == 5, looks
    assert all("hatch" in looks[name] for name in ("dot", "hal"))


def test_a_settled_model_not_seen_for_a_second_looks_remembered(
    page: Page, live: ShownLive, view: PublishedFrame
) -> None:
    here = position()
    models = tuple(replace(one, seen_s=1.5) if one.model.id == "ann" else one for one in here.models)
    live.show(replace(view, number=2, snapshot=replace(here, models=models)))
    expect(page.locator(".board [data-model=ann]")).to_have_class(re.compile("occluded"))


def test_the_picture_carries_the_marks_of_the_board(page: Page, live: ShownLive) -> None:
    live.show(PublishedFrame(5, position(), camera(), picture()))
    tap_model(page, "ann")
    tap_model(page, "fox")
    page.get_by_role("button", name="Camera").tap()
    expect(page.locator(".picture .selected[data-model=ann]")).to_be_visible()
    expect(page.locator(".picture .target[data-model=fox]")).to_be_visible()
    expect(page.locator(".picture .lines line.hidden")).to_have_count(1)


@pytest.mark.parametrize("size", EACH_SIZE)
def test_tools_fit_every_screen_and_every_finger(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.locator(".row", has_text="Sergeant Ann").tap()
    page.get_by_role("button", name="What if").tap()
    expect(page.locator("[data-handle=ghost]")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    targets = "all => all.map(one => one.getBoundingClientRect()).map(({width, height}) => Math.min(width, height))"
    assert min(page.locator("button:visible, .handle .reach").evaluate_all(targets)) >= FINGER_PX
    board = page.locator(".board > svg").bounding_box()
    assert board is not None
    assert min(board["width"], board["height"]) >= 300


@pytest.mark.long
@pytest.mark.parametrize("size", ["landscape", "phone", "portrait", "small"])
def test_axe_finds_no_barrier(page: Page, axe: Axe, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    assert axe(page) == []
    page.locator(".row", has_text="Sergeant Ann").tap()
    expect(page.locator("[data-range-to]").first).to_be_visible()
    assert axe(page) == []
    page.locator("[data-range-to=fox]").tap()
    expect(page.locator(".hiders")).to_be_visible()
    assert axe(page) == []
