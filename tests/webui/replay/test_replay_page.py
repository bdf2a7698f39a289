"""The log beside the board, a whole game gone through again, and its report, by touch in a browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect
from screens import SIDEWAYS, SIZES, TOO_SMALL, Axe, Opened, tap_log
from shelf import IN_PROGRESS, OVER, Shelf, shelf, shown

from tablecam.game.replay import camera_film, film

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOTH = pytest.mark.parametrize("size", [pytest.param("landscape", marks=pytest.mark.long), "phone"])


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return shelf(tmp_path_factory.mktemp("shelf"))


@pytest.fixture(scope="module")
def address(kept: Shelf) -> Iterator[str]:
    with shown(kept) as address:
        yield address


def fits(page: Page, axe: Axe) -> None:
    """Everything can be hit with a finger, nothing runs off the side, and axe finds no barrier."""
    assert page.evaluate(TOO_SMALL) == []
    assert not page.evaluate(SIDEWAYS)
    assert axe(page) == []


def answered(kept: Shelf) -> tuple[int, str]:
    """A measured answer in the middle of the game in progress: its number for the table, and its text."""
    lines = kept.host.log("table", None, 0)["lines"]
    found = [line for line in lines if line["kind"] == "answer" and line["fact"]]
    line = found[len(found) // 2]
    return line["n"], line["text"]


@BOTH
def test_a_tapped_line_of_the_log_shows_the_board_as_it_was_and_back(
    size: str, opened: Opened, kept: Shelf, address: str, axe: Axe
) -> None:
    number, text = answered(kept)
    with kept.archive.reading(IN_PROGRESS) as past:
        true = past.view_as("").true(number)
    kept.pictured(IN_PROGRESS, true, "ida", "gruff")
    page = opened(address, SIZES[size])
    page.locator("[data-log-tab]").tap()
    page.locator("[data-every-line]").tap()
    line = page.locator(f"[data-line='{number}'] .log-line")
    line.tap()
    expect(page.locator(".then-banner")).to_contain_text(f"line {number}")
    expect(page.locator(".then-card")).to_contain_text(text)
    expect(page.locator("[data-crop]")).to_have_count(2)
    for picture in page.locator(".crops img").all():
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("image => image.naturalWidth") > 20
    assert line.get_attribute("aria-pressed") == "true"
    fits(page, axe)
    page.locator("[data-now]").tap()
    expect(page.locator(".then-banner")).to_have_count(0)
    tap_log(page, opens=False)
    expect(page.locator(".game-log")).to_have_count(0)


@BOTH
def test_a_whole_game_is_gone_through_by_steps_slider_and_play(
    size: str, opened: Opened, address: str, axe: Axe
) -> None:
    page = opened(f"{address}/replay", SIZES[size])
    page.locator(f"[data-game='{OVER}']").tap()
    slider = page.locator(".scrub input")
    # it opens where models stand, and not on the empty board of its first line
    expect(page.locator(".unmeasured")).to_have_count(0)
    expect(page.locator(".model")).to_have_count(12)
    fits(page, axe)
    slider.fill("0")
    expect(page.locator(".unmeasured")).to_be_visible()
    # a place of the slider is an action, and a step of the buttons a line of it
    begun = page.locator(".then-line").get_attribute("data-moment") or ""
    page.locator("[data-step='1']").tap()
    expect(page.locator(".then-line")).not_to_have_attribute("data-moment", begun)
    page.get_by_label("One turn forward").tap()
    page.get_by_label("One turn forward").tap()
    expect(page.locator(".scrub-slider p")).to_have_text(re.compile(r"Turn 2, action 1 of \d+"))
    expect(page.locator(".model")).to_have_count(12)
    at = int(slider.input_value())
    page.get_by_label("Play", exact=True).tap()
    expect(slider).not_to_have_value(str(at))
    assert int(slider.input_value()) > at
    page.get_by_label("Stop").tap()
    slider.fill(slider.get_attribute("max") or "")
    expect(page.locator(".then-line")).to_contain_text("wins")
    assert re.search(r"/replay/2\?line=\d+$", page.url)
    page.reload()
    expect(page.locator(".then-line")).to_contain_text("wins")
    page.locator("[data-outcome]").tap()
    expect(page.locator(".outcome")).to_contain_text("Blue wins")
    expect(page.locator(".outcome [data-dice]")).to_have_count(2)
    fits(page, axe)


@BOTH
def test_a_roll_shows_its_sum_and_the_clauses_of_all_that_was_added(
    size: str, opened: Opened, kept: Shelf, address: str, axe: Axe
) -> None:
    with kept.archive.reading(OVER) as past:
        known = past.view_as("whole")
        rolls = [line for line in known.lines if line["kind"] == "answer" and known.log_view.reasons(line["n"])]
        last, reasons = rolls[-1], known.log_view.reasons(rolls[-1]["n"])
    page = opened(f"{address}/replay/{OVER}?line={last['n']}", SIZES[size])
    expect(page.locator(".then-line")).to_contain_text(last["text"])
    expect(page.locator(".then-line .lead small")).to_have_text(f"[{last['clause']}]")
    expect(page.locator(".roll-reasons li")).to_have_count(len(reasons))
    expect(page.locator(".roll-reasons li").first).to_contain_text(reasons[0]["clause"])
    # beside the line that is looked at no other roll has its clause
    rows = page.locator(f".line-answer:not([data-line='{last['n']}']) .line-text small:not(.section-sign)")
    expect(rows).to_have_count(0)
    fits(page, axe)


@BOTH
def test_a_look_is_drawn_on_the_board_with_its_reasons_for_each_target(
    size: str, opened: Opened, kept: Shelf, address: str
) -> None:
    with kept.archive.reading(OVER) as past:
        lines = past.view_as("whole").lines
    looks = [line["n"] for line in lines if line["kind"] == "answer" and line["text"].count(" % of ") > 1]
    page = opened(f"{address}/replay/{OVER}?line={looks[0]}", SIZES[size])
    expect(page.locator(".wedge")).to_have_count(1)
    first = page.locator(".sentence").inner_text()
    page.locator("[data-look]").nth(1).tap()
    expect(page.locator(".sentence")).not_to_have_text(first)
    expect(page.locator(".eye-view")).to_be_visible()


@pytest.mark.long
def test_what_was_taken_back_stays_crossed_out(opened: Opened, tmp_path: Path) -> None:
    one = shelf(tmp_path, turns=1)
    with one.host.reading() as open_game:
        last = open_game.last_act("")
    one.host.do(lambda open_game, role, said: open_game.game.undo(), "table", {})
    with shown(one) as address:
        page = opened(address)
        page.locator("[data-log-tab]").tap()
        page.locator("[data-every-line]").tap()
        expect(page.locator(f"[data-line='{last.number}'].gone s")).to_be_visible()
        expect(page.locator(f"[data-line='{last.number}']")).to_contain_text("taken back")
        page.locator(f"[data-line='{last.number}'] .log-line").tap()
        expect(page.locator(".then-card s")).to_be_visible()


def play_highlights(page: Page, kept: Shelf) -> None:
    """The film of the camera's frames is made, plays in the browser, and goes with the frames."""
    film = page.locator("[data-camera-film]")
    expect(film).to_contain_text("are kept in the folder frames")
    film.locator("[data-make-highlights]").tap()
    video = film.locator("video")
    expect(video).to_be_visible(timeout=120_000)
    page.wait_for_function("() => document.querySelector('[data-camera-film] video').readyState >= 2")
    assert video.evaluate("video => [video.videoWidth, video.videoHeight]") == [960, 540]
    assert video.evaluate("video => video.duration") == pytest.approx(13.0, abs=0.2)
    expect(film.locator("[data-save-highlights]")).to_have_attribute(
        "href", re.compile(r"/camera-film\.\w+\?download=1")
    )
    film.get_by_text("Delete the frames …").tap()
    film.get_by_text("Delete the frames and their film").tap()
    expect(film).to_have_count(0)
    assert kept.recorder.ring.list_frames(OVER) == ()


@BOTH
def test_a_film_is_made_beside_the_pictures_of_what_was_counted(
    size: str, opened: Opened, address: str, kept: Shelf, axe: Axe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film, "MOST_SCENES", 3)
    monkeypatch.setattr(camera_film, "CLIP_IMAGES", 64)
    kept.film_frames(OVER)
    page = opened(f"{address}/replay/{OVER}", SIZES[size])
    page.locator("[data-outcome]").tap()
    expect(page.locator("[data-chart]")).to_have_count(4)
    for picture in page.locator(".chart img").all():
        assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 720
    page.locator("[data-chart=faces] summary").tap()
    expect(page.locator("[data-chart=faces] tbody tr")).to_have_count(10)
    if page.locator("[data-film=none]").count():
        page.get_by_text("Make a film").tap()
    with page.expect_download() as saved:
        page.get_by_text("Save the film").tap()
    with Image.open(saved.value.path()) as shown:
        assert getattr(shown, "n_frames", 1) == 3
    play_highlights(page, kept)
    fits(page, axe)
    page.goto(f"{address}/replay")
    page.locator("[data-statistics]").tap()
    expect(page.get_by_role("status")).to_have_text("1 closed game")
    expect(page.locator("[data-chart=shots] img")).to_be_visible()
    fits(page, axe)


@BOTH
def test_a_report_asks_nobody_for_anything(size: str, opened: Opened, address: str) -> None:
    page = opened("about:blank", SIZES[size])
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/api/games/{OVER}/report.html")
    expect(page.locator("h1")).to_have_text("Harbour <Watch> against Kin & Co")
    expect(page.locator("section.turn figure svg")).not_to_have_count(0)
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if not url.startswith("data:")] == [f"{address}/api/games/{OVER}/report.html"]
    assert not page.evaluate(SIDEWAYS)
    colour = page.evaluate("getComputedStyle(document.querySelector('h2')).borderBottomColor")
    assert colour == "rgb(238, 242, 244)"
