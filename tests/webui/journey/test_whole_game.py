"""A game of forces of three, from a table that is set up to the last model of a side, through the pages."""

import os
import subprocess
import sys
from pathlib import Path

import cv2
import forces
import numpy as np
import pytest
from demo_process import LONG_S, ROOT, Json, until
from fingers import Finger, keep
from player import Temper
from playwright.sync_api import Browser, Locator, Page, expect
from table_evening import SEATS, Evening, evening
from whole_forces import begin

from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.source import SIZES
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.storage.crops import MOST_BYTES
from webui.table.present import RIM_IN

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEED = 11
ROLES = ("table", *SEATS)
# nobody waits, and who attacks is lucky: it is to be over before midnight
BOLD = Temper(luck=6, mercy=3, waits=0.0, breaks_in=0.0, charges=0.5, worth_a_shot=5.0)
PLAYING = dict(zip(SEATS, ("dawn_watch", "dawn_kin"), strict=True))
FEW = {seat: tuple(model for model, *_ in forces.QUICK[name][2]) for seat, name in PLAYING.items()}
ALL_LOST = "3 of 3"
# of an earlier year: as many as may be kept, and of a game that has another number
OLD, OLD_GAME = 20, 900
# how like a piece of the camera's picture is to the place that it was cut from, from -1 to 1
ALIKE = 0.9


@pytest.mark.timeout(1800)  # some 110 taps at 2 to 6 s each, by how busy the machine is
def test_a_whole_game_ends_by_losses_and_is_read_again(
    chromium: Browser, tmp_path: Path, pictures: Path | None, filmed: str
) -> None:
    kept = tmp_path / "table"
    ring = full_of_old_pictures(kept / "games.db.crops")
    for name in PLAYING.values():
        forces.written(name, kept / "forces")
    with evening(chromium, tmp_path, SEED, "--models", "boxed", "--picture", filmed, roles=ROLES) as here:
        table = here.join("table")
        begin(table, here, BOLD, PLAYING, FEW)
        here.play_until("rolls to hit")
        keep(here.pages["red"], pictures, "whole-dice")
        the_last_look_has_pictures_of_both(table, here, pictures, SIZES[filmed])
        here.play_until("no such question")
        record(here)
        lost = it_is_over_everywhere(here)
        keep(here.pages["table"], pictures, "whole-over")
        lines_show_who_was_there(table, pictures)
        its_log_is_verified(kept)
        its_report_opens(table, here, lost, pictures)
    assert sum(each.stat().st_size for each in ring.iterdir()) <= MOST_BYTES
    assert 0 < len(list(ring.glob(f"{OLD_GAME}-*"))) < OLD


def full_of_old_pictures(folder: Path) -> Path:
    """A ring of pictures that has no room left: what is kept now is kept in the place of the oldest."""
    folder.mkdir(parents=True)
    for number in range(OLD):
        with (folder / f"{OLD_GAME}-{number + 1}-old.jpg").open("wb") as file:
            file.truncate(MOST_BYTES // OLD)
        os.utime(file.name, (1e9 + number, 1e9 + number))
    return folder


def it_is_over_everywhere(here: Evening) -> str:
    """The side that has nobody left, as every page has it."""
    endings = []
    for page in here.pages.values():
        expect(page.locator(".game-head h1")).to_have_text("The game is over")
        endings.append(page.locator("[data-ending]").inner_text())
        expect(page.locator("[data-ending] .lead").first).to_contain_text("destroyed")
    winner = here.pages["table"].locator(".winner").inner_text()
    assert winner in {"Red wins", "Blue wins", "Nobody wins"}
    assert all(winner in each and ALL_LOST in " ".join(each.split()) for each in endings)
    return winner


def record(here: Evening) -> None:
    """For whoever wants the figures: pytest -s."""
    print(f"turn {here.turn}")
    for seat, player in here.players.items():
        print(f"{seat}: {player.finger.taps} taps, {player.dice} of them dice; answered {player.answered}")
        print(f"{seat}: typed by hand: {player.by_hand}")


def the_last_look_has_pictures_of_both(
    table: Finger, here: Evening, pictures: Path | None, size: tuple[int, int]
) -> None:
    """While the dice lie ready nobody moves: what was kept of the two is what the camera sees there now."""
    page = table.page
    table.whole_log()
    crops = pictures_of(table, " % of ", 2)
    keep(page, pictures, "whole-log")
    shown = {crop.get_attribute("data-crop") or "": crop.locator("img") for crop in crops.all()}
    stands, now = here.hands.truth(), whole_picture(page)
    assert len(shown) >= len(SEATS)
    for model, image in shown.items():
        expect(image).to_have_js_property("complete", True)
        crop = fetched(page, str(image.get_attribute("src")))
        assert crop.std() > 10, model
        assert lies_over(crop, now, model, stands[model], size), model
    table.tap("[data-now]")
    table.tap("[data-log-tab]")


def pictures_of(table: Finger, words: str, models: int) -> Locator:
    """Taps the last line of these words; the pictures that it shows, once there are those of so many models.

    They are cut out beside the game, and nobody waits for them: whoever is too early taps again.
    """
    page = table.page
    line = page.locator("[data-line]:not(.gone)", has_text=words).last.locator("button[aria-pressed]")
    crops = page.locator(".then-card [data-crop]")

    def shown() -> bool:
        if page.locator("[data-now]").count():
            table.tap("[data-now]")
        table.tap(line)
        expect(page.locator(".then-card")).to_be_visible()
        return crops.count() >= models

    until(shown, f"no pictures of {models} models with{words}")
    return crops


def fetched(page: Page, path: str) -> np.ndarray:
    """A picture of the server's, grey."""
    answer = page.request.get(f"{page.url.split('/', 3)[0]}//{page.url.split('/', 3)[2]}{path}")
    assert answer.ok, path
    return cv2.imdecode(np.frombuffer(answer.body(), np.uint8), cv2.IMREAD_GRAYSCALE)


def whole_picture(page: Page) -> np.ndarray:
    """The part of the camera's picture that shows the table, as the page has it, grey."""
    return fetched(page, "/api/picture.jpg")


def lies_over(crop: np.ndarray, picture: np.ndarray, model: str, spot: Json, size: tuple[int, int]) -> bool:
    """Whether a piece is found on the picture, and foot and head of the model are within it."""
    _, alike, _, (left, top) = cv2.minMaxLoc(cv2.matchTemplate(picture, crop, cv2.TM_CCOEFF_NORMED))
    scene = two_forces(*size, company=make_company(BOOKS.usual))
    low, middle, high = -RIM_IN, 24.0, 48.0 + RIM_IN
    around = [(x, y, 0.0) for x in (low, middle, high) for y in (low, middle, high) if (x, y) != (middle, middle)]
    corner = scene.camera.project(np.array(around)).min(axis=0).astype(int)
    heights = (spot["z_in"], spot["z_in"] + scene.roster.by_id[model].height_in)
    feet = scene.camera.project(np.array([(spot["x_in"], spot["y_in"], z) for z in heights])) - corner - (left, top)
    return bool(alike > ALIKE and (feet > 0).all() and (feet < crop.shape[::-1]).all())


def lines_show_who_was_there(table: Finger, pictures: Path | None) -> None:
    """Lines of the log, of shots and of moves, tapped when all is over: each shows its models as they were then."""
    page = table.page
    table.whole_log()
    for words, models in ((" % of ", 2), (" rushes ", 1)):
        for image in pictures_of(table, words, models).locator("img").all():
            assert fetched(page, str(image.get_attribute("src"))).std() > 10
        table.tap("[data-now]")
    keep(page, pictures, "whole-log-over")
    table.tap("[data-log-tab]")


def its_log_is_verified(folder: Path) -> None:
    """Every ruling is made again from the answers that were kept."""
    command = [sys.executable, "-m", "tablecam", "replay", "1", "--verify", "--db", str(folder / "games.db")]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=LONG_S)
    assert said.returncode == 0, said.stdout + said.stderr


def its_report_opens(table: Finger, here: Evening, winner: str, pictures: Path | None) -> None:
    """From the screen that tells the end to the replay, and to the report."""
    page = table.page
    table.button("Confirm the result …")
    table.button("Both players confirm")
    page.goto(f"{here.wires['table'].address}/replay")
    table.tap("[data-game]")
    expect(page.locator(".scrub input")).to_be_visible()
    table.tap("[data-outcome]")
    expect(page.locator(".outcome")).to_contain_text(ALL_LOST)
    report = page.context.new_page()
    report.goto(f"{here.wires['table'].address}{page.locator('[data-report]').get_attribute('href')}")
    models = (model for seat in SEATS for model in FEW[seat])
    for said in ("Dawn Watch", "Dawn Kin", *(forces.CALLED[model] for model in models)):
        expect(report.get_by_text(said).filter(visible=True).first).to_be_visible()
    assert winner.split(maxsplit=1)[0] in report.locator("body").inner_text()
    keep(report, pictures, "whole-report")
