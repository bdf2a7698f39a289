"""The tablet page in a real browser."""

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fake_table import ShownLive, camera, picture, position
from net_log import free_port, hosts_asked, recorded, wait_for
from playwright.sync_api import Browser, Page, Playwright, expect
from screen_pool import USUAL_VIEWPORT, LastingPage
from screens import EACH_SIZE, FINGER_PX, SIZES, Opened

from tablecam.live.live_loop import PublishedFrame
from tablecam.sensing.tracking.changes import TrackMoved

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="module")
def browser(playwright: Playwright, program: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    log = tmp_path_factory.mktemp("net") / "net.json"
    browser = playwright.chromium.launch(
        executable_path=program,
        chromium_sandbox=False,
        args=recorded(log),
    )
    yield browser
    browser.close()
    # Playwright's own events would not show what a page has the browser fetch ahead
    assert hosts_asked(log) == {"127.0.0.1"}


@pytest.fixture(scope="module")
def lasting_page(browser: Browser) -> LastingPage:
    return LastingPage(browser.new_context(viewport=USUAL_VIEWPORT, has_touch=True, color_scheme="dark"))


@pytest.fixture
def page(address: str, lasting_page: LastingPage) -> Iterator[Page]:
    with lasting_page.opened(address, "[data-model=ann]") as page:
        yield page


def tap_model(page: Page, model: str) -> None:
    box = page.locator(f".board [data-model={model}] .base").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_page_at_rest_asks_who_it_is_once(page: Page) -> None:
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(500)
    assert [url for url in asked if url.endswith("/api/me")] == []


def test_every_model_is_shown_with_its_state(page: Page) -> None:
    for placed in position().models:
        marker = page.locator(f".board [data-model={placed.model.id}]")
        expect(marker).to_have_count(1)
        assert placed.state in (marker.get_attribute("class") or "")
    expect(page.get_by_text("8 models on the table")).to_be_visible()
    expect(page.get_by_text("Medic Ida (B5)")).to_be_attached()


def test_a_tap_on_a_model_gives_its_ranges_nearest_first(page: Page) -> None:
    tap_model(page, "fox")
    rows = page.locator("[data-range-to]")
    expect(rows).to_have_count(7)
    expect(rows.first).to_contain_text("contact")
    expect(page.locator("[data-range-to=ann] .far strong")).to_have_text("24.82")
    expect(page.locator("[data-range-to=ann] .far small").first).to_have_text("± 0.02")
    assert page.locator(".lines line").count() > 1


def test_numbers_are_read_at_arms_length(page: Page) -> None:
    tap_model(page, "ann")
    number = page.locator("[data-range-to] .far strong").first
    assert number.evaluate("element => parseFloat(getComputedStyle(element).fontSize)") >= 32


def test_each_row_says_what_is_seen_and_what_hides_it(page: Page) -> None:
    tap_model(page, "ann")
    expect(page.locator("[data-range-to=cal] .sight")).to_have_text("sees all")
    expect(page.locator("[data-range-to=fox] .sight")).to_contain_text("courtyard wall hides")


def test_a_second_tap_tells_why_on_the_board_in_words_and_through_the_eye(page: Page) -> None:
    tap_model(page, "ann")
    page.locator("[data-range-to=fox]").tap()
    expect(page.locator("[data-wedge=fox]")).to_be_attached()
    expect(page.locator(".terrain.hides")).to_have_count(1)
    expect(page.get_by_text(re.compile("Sergeant Ann sees"))).to_be_visible()
    expect(page.locator(".hiders")).to_contain_text("courtyard wall")
    drawing = page.locator("figure img")
    assert drawing.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    # the server draws in the dark theme's colours, and the page puts its own in their place
    expect(drawing).to_have_attribute("src", re.compile("230e1216"))
    page.emulate_media(color_scheme="light")
    expect(drawing).not_to_have_attribute("src", re.compile("230e1216"))
    assert drawing.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0


def test_one_tap_leads_back_from_why_and_the_board_is_as_it_was(page: Page) -> None:
    board = page.locator(".board .all")
    whole = board.get_attribute("transform")
    tap_model(page, "ann")
    page.locator("[data-range-to=fox]").tap()
    expect(board).not_to_have_attribute("transform", whole or "")
    page.get_by_role("button", name="Back").tap()
    expect(page.locator("[data-range-to]").first).to_be_visible()
    expect(page.locator("[data-wedge]")).to_have_count(0)
    expect(board).to_have_attribute("transform", whole or "")


def test_the_model_looked_at_looks_back_at_one_tap(page: Page) -> None:
    tap_model(page, "ann")
    page.locator("[data-range-to=fox]").tap()
    page.get_by_role("button", name="Swap").tap()
    expect(page.locator("[data-wedge=ann]")).to_be_attached()
    expect(page.get_by_text(re.compile("Trooper Fox sees"))).to_be_visible()


def test_the_reasons_follow_a_model_that_moves(page: Page, live: ShownLive, view: PublishedFrame) -> None:
    tap_model(page, "ann")
    page.locator("[data-range-to=cal]").tap()
    expect(page.locator(".verdict")).to_have_text("Sees all")
    here = position()
    models = tuple(replace(one, x_in=36.0, y_in=13.5) if one.model.id == "cal" else one for one in here.models)
    live.show(replace(view, number=2, snapshot=replace(here, models=models)))
    expect(page.locator(".verdict")).not_to_have_text("Sees all")


def test_reach_is_drawn_when_asked_for_and_grows_by_the_inch(page: Page) -> None:
    tap_model(page, "ann")
    expect(page.locator(".reachable")).to_have_count(0)
    page.get_by_role("button", name="Reach").tap()
    expect(page.locator(".reachable")).to_be_visible()
    expect(page.locator("output")).to_have_text("4″")
    before = page.locator(".reachable").bounding_box()
    page.get_by_label("One inch more").tap()
    expect(page.locator("output")).to_have_text("5″")
    expect(page.locator("output[aria-busy=false]")).to_be_visible()
    after = page.locator(".reachable").bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > before["width"]


def test_what_happened_is_told_in_the_bar_and_in_the_list(page: Page, live: ShownLive, view: PublishedFrame) -> None:
    move = TrackMoved(time=12.0, model="ann", start=None, end=None, path_in=5.2, straight_in=5.0, gaps=0)
    live.show(replace(view, number=2, changes=(move,)))
    expect(page.locator(".latest")).to_have_text("Sergeant Ann moved 5.2″")
    expect(page.locator(".lately")).to_contain_text("Sergeant Ann moved 5.2″ just now")


def test_the_end_of_a_recording_is_told_without_alarm(page: Page, live: ShownLive, view: PublishedFrame) -> None:
    live.show(replace(view, number=2, over="video a.avi is at its end"))
    expect(page.locator(".banner.ended")).to_contain_text("Video a.avi is at its end")
    expect(page.locator(".view.held")).to_have_count(0)


def test_a_screen_that_is_kept_on_needs_no_note(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.add_init_script("Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => ({})}})")
    page.goto(address)
    page.wait_for_selector("[data-model=ann]")
    expect(page.locator("[data-note=sleep]")).to_have_count(0)
    page.close()


def test_without_a_wake_lock_a_moving_picture_keeps_the_screen_on(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.add_init_script("Object.defineProperty(navigator, 'wakeLock', {value: undefined})")
    page.goto(address)
    page.wait_for_selector("[data-model=ann]")
    expect(page.locator("video[data-awake]")).to_have_js_property("paused", False)
    expect(page.locator("[data-note=sleep]")).to_have_count(0)
    page.close()


def test_a_screen_that_nothing_keeps_on_is_told_what_to_set(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.add_init_script("Object.defineProperty(navigator, 'wakeLock', {value: undefined})")
    page.add_init_script("HTMLCanvasElement.prototype.captureStream = undefined")
    page.goto(address)
    expect(page.locator("[data-note=sleep]")).to_contain_text("never sleep")
    page.close()


def test_a_tap_on_nothing_or_the_cross_lets_the_model_go(page: Page) -> None:
    tap_model(page, "ann")
    page.get_by_label("Deselect this model").tap()
    expect(page.locator("[data-range-to]")).to_have_count(0)
    tap_model(page, "ann")
    expect(page.locator("[data-range-to]").first).to_be_visible()
    page.touchscreen.tap(80, 400)
    expect(page.locator("[data-range-to]")).to_have_count(0)


def test_the_ranges_can_be_those_of_the_other_side_only(page: Page) -> None:
    tap_model(page, "ann")
    page.get_by_role("button", name="Other side").tap()
    expect(page.locator("[data-range-to]")).to_have_count(4)


def test_the_chosen_model_is_still_chosen_after_a_reload(page: Page) -> None:
    tap_model(page, "ann")
    expect(page.locator("[data-range-to]").first).to_be_visible()
    page.reload()
    expect(page.locator("[data-range-to]").first).to_be_visible()


def test_ranges_follow_a_model_that_moves(page: Page, live: ShownLive, view: PublishedFrame) -> None:
    tap_model(page, "ann")
    expect(page.locator("[data-range-to=fox] .far strong")).to_have_text("24.82")
    here = position()
    models = tuple(replace(one, x_in=one.x_in + 6) if one.model.id == "fox" else one for one in here.models)
    live.show(replace(view, number=2, snapshot=replace(here, models=models)))
    expect(page.locator("[data-range-to=fox] .far strong")).to_have_text("30.80")


def test_ranges_of_a_model_that_comes_to_rest_are_asked_for_at_once(
    address: str, opened: Opened, live: ShownLive, view: PublishedFrame
) -> None:
    here = view.snapshot
    assert here is not None
    page = opened(address)
    tap_model(page, "ann")
    expect(page.locator("[data-range-to=fox] .far strong")).to_have_text("24.82")
    # no pause between two questions ends by itself from here on
    page.evaluate("() => { window.setTimeout = () => 0 }")
    for number, state in ((2, "moving"), (3, "settled")):
        models = tuple(
            replace(one, x_in=one.x_in + number, state=state) if one.model.id == "fox" else one for one in here.models
        )
        with page.expect_response("**/api/ranges*"):
            live.show(replace(view, number=number, snapshot=replace(here, models=models)))


def test_zoom_has_buttons_and_fit_restores(page: Page) -> None:
    board = page.locator(".board .all")
    whole = board.get_attribute("transform")
    page.get_by_label("Zoom in").tap()
    expect(board).not_to_have_attribute("transform", whole or "")
    page.get_by_role("button", name="Fit").tap()
    expect(board).to_have_attribute("transform", whole or "")


def test_a_drag_pans_and_chooses_nothing(page: Page) -> None:
    page.get_by_label("Zoom in").tap()
    board = page.locator(".board .all")
    before = board.get_attribute("transform")
    box = page.locator(".board [data-model=cal] .base").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 40, steps=4)
    page.mouse.up()
    expect(board).not_to_have_attribute("transform", before or "")
    expect(page.locator("[data-range-to]")).to_have_count(0)


def test_readings_held_back_are_told_on_a_banner(page: Page, live: ShownLive, pose_untrusted: PublishedFrame) -> None:
    live.show(pose_untrusted)
    expect(page.locator("[data-banner=camera]")).to_be_visible()
    expect(page.locator(".view.held")).to_be_visible()


def test_the_camera_picture_has_the_bases_drawn_in(page: Page, live: ShownLive) -> None:
    live.show(PublishedFrame(5, position(), camera(), picture()))
    page.get_by_role("button", name="Camera").tap()
    expect(page.locator(".picture image")).to_be_visible()
    expect(page.locator(".picture [data-model] .ring")).to_have_count(8)


@pytest.mark.parametrize("size", EACH_SIZE)
def test_the_reasons_fit_every_screen_and_every_finger(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.locator(".row", has_text="Sergeant Ann").tap()
    page.locator("[data-range-to=fox]").tap()
    expect(page.locator(".hiders li").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.querySelector('.panel').scrollWidth <= document.querySelector('.panel').clientWidth")
    sizes = page.locator("button:visible").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(sizes) >= FINGER_PX
    back = page.get_by_role("button", name="Back").bounding_box()
    assert back is not None
    assert back["height"] >= 64
    letters = page.locator(".why p, .why .name > span").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(letters) >= 18


@pytest.mark.parametrize("size", EACH_SIZE)
def test_every_target_is_wide_enough_for_a_finger_and_nothing_scrolls_sideways(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.locator(".row").first.tap()
    expect(page.locator("[data-range-to]").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.querySelector('.panel').scrollWidth <= document.querySelector('.panel').clientWidth")
    boxes = page.locator("button:visible, .board .reach").evaluate_all(
        "all => all.map(one => { const box = one.getBoundingClientRect(); return [box.width, box.height]; })"
    )
    assert min(min(box) for box in boxes) >= FINGER_PX


def test_text_at_twice_the_size_still_fits(page: Page) -> None:
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.locator(".row").first.tap()
    expect(page.locator("[data-range-to]").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


@pytest.mark.long
def test_a_dead_server_is_told_and_found_again(browser: Browser) -> None:
    port = free_port()
    page = browser.new_page()
    with served(port):
        page.goto(f"http://127.0.0.1:{port}")
        page.wait_for_selector("[data-model=ann]")
        expect(page.locator("[data-banner=offline]")).to_have_count(0)
    expect(page.locator("[data-banner=offline]")).to_be_visible()
    expect(page.locator("[data-model=ann]").first).to_be_attached()
    # long enough for a browser's own patience to wear thin
    page.wait_for_timeout(4000)
    with served(port):
        expect(page.locator("[data-banner=offline]")).to_have_count(0)
    page.close()


@contextlib.contextmanager
def served(port: int) -> Iterator[None]:
    """The page in a process of its own, killed without a word at the end."""
    process = subprocess.Popen([sys.executable, str(HERE / "fake_table.py"), str(port)], cwd=HERE.parents[1],
                               env={"PYTHONPATH": str(HERE.parents[1])})  # fmt: skip
    try:
        wait_for(f"http://127.0.0.1:{port}/")
        yield
    finally:
        process.kill()
        process.wait()
