"""An evening at the table: from a camera and nothing else to a finished game, by touch alone."""

from functools import partial
from pathlib import Path

import forces
import pytest
from demo_process import Hands, until
from fingers import Finger, keep
from player import Temper
from playwright.sync_api import Browser, Page, expect
from setting_up import everybody, set_up, terrain
from table_evening import SEATS, Evening, Plan, evening, orders_heard
from whole_forces import HASTE

pytestmark = [pytest.mark.browser, pytest.mark.long]

SEED = 5
# nobody waits, and who attacks is lucky
BOLD = Temper(luck=6, mercy=3, waits=0.0, breaks_in=0.0, charges=0.5, worth_a_shot=5.0)
# red has one model wait in the first turn and blue has none: the word is nowhere in what the others may know
PLANS = {seat: Plan(models, forces.STRIPS[seat], (seat == "red",)) for seat, models in forces.SIDES.items()}
ACTION = "Choose What does"
BANNER = "[data-banner=offline]"


@pytest.mark.timeout(2400)
def test_an_evening_from_an_empty_table_to_the_battle_report(
    chromium: Browser, begun: Path, pictures: Path | None, filmed: str
) -> None:
    folder = begun.parent
    with evening(chromium, folder, SEED, "--from-scratch", "--picture", filmed) as here:
        table = here.join("table")
        kept = partial(keep, table.page, pictures)
        set_up(table, here.hands, kept, partial(terrain, table, folder, kept), everybody())
        begin(table, here, folder)
        a_die_is_put_right(here, pictures)
        the_first_orders_lie_face_down(here, pictures)
        two_taps_are_one_and_a_reload_loses_nothing(here)
        a_power_cut_is_said_and_got_over(here)
        a_lost_camera_is_said_and_comes_back(here)
        play_to_the_end(here, pictures)
        record(here)
        nothing_face_down_was_heard(here)
        read_it_again(table, here, pictures)


def begin(table: Finger, here: Evening, folder: Path) -> None:
    """Two small forces come in files; the seats join by their codes; all models are back in their box."""
    page = table.page
    table.tap("[data-to=roster]")
    for name in forces.FORCES:
        table.button("Change")
        page.get_by_label("The files of a force").set_input_files(forces.written(name, folder / name))
        expect(page.get_by_text("The force is in the list.")).to_be_visible()
        table.tap("[data-force='red harbour_watch']")
    table.tap("[data-to=play]")
    expect(page.locator("[data-play]")).to_be_visible()
    table.tap("[data-play]")
    table.tap("[data-force='red night_watch']")
    table.tap("[data-force='blue night_kin']")
    for seat in SEATS:
        here.join(seat)
    here.join("spectator")
    table.tap("[data-begin]")
    expect(page.locator(".game-head h1")).to_have_text("Table sides")
    here.hands.do("pace", haste=HASTE)
    here.sit_down(PLANS, Temper())


def the_first_orders_lie_face_down(here: Evening, pictures: Path | None) -> None:
    here.play_until("Assign")
    keep(here.pages["red"], pictures, "phone-orders")
    here.play_until("Choose Which model is activated?")
    for role in ("blue", "spectator", "table"):
        assert {order for order, _ in orders_heard(here.wires[role].heard, "red")} <= {"hidden"}, role
    assert ("Overwatch", False) in set(orders_heard(here.wires["red"].heard, "red"))


def a_die_is_put_right(here: Evening, pictures: Path | None) -> None:
    """Blue says that its die was read wrongly, and red agrees."""
    here.play_until("Choose Go first or second?")
    blue, red = (Finger(here.pages[seat]) for seat in ("blue", "red"))
    blue.tap("[data-log-tab]")
    blue.tap("[data-every-line]")
    wrong = blue.page.locator("[data-overrule]")
    blue.tap(blue.page.locator("[data-line]:not(.gone)", has_text="Blue rolls", has=wrong).last.locator(wrong))
    blue.tap("dialog [data-key='10']")
    expect(blue.page.locator("[data-proposal]")).to_contain_text("Waiting for Red")
    keep(red.page, pictures, "phone-correction")
    red.tap("[data-agree=red]")
    expect(blue.page.locator("[data-proposal]")).to_have_count(0)
    blue.tap("[data-log-tab]")


def two_taps_are_one_and_a_reload_loses_nothing(here: Evening) -> None:
    here.play_until("Choose Which model is activated?")
    asked = [seat for seat in SEATS if here.players[seat].asked()]
    page = here.pages[asked[0]]
    question = here.players[asked[0]].asked()[0]
    page.reload()
    expect(page.locator(f"[data-question='{question['key']}']")).to_contain_text(question["text"])
    option = page.locator(f"[data-question='{question['key']}'] .form:not([inert]) [data-option]").first
    expect(option).to_be_enabled()
    box = option.bounding_box()
    assert box is not None
    lines = log_length(page)
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(f"[data-question='{question['key']}']")).to_have_count(0)
    page.wait_for_timeout(700)
    answers = [line for line in log(page)[lines:] if line["kind"] == "answer"]
    assert len([line for line in answers if line.get("seat", "") in ("", asked[0])]) <= 1 + measured(answers)


def log(page: Page) -> list[dict]:
    lines: list[dict] = page.evaluate("fetch('/api/game/log').then(answer => answer.json()).then(told => told.lines)")
    return lines


def log_length(page: Page) -> int:
    return len(log(page))


def measured(answers: list[dict]) -> int:
    """How many of these the table gave by itself."""
    return sum(bool(line.get("fact")) for line in answers)


def a_power_cut_is_said_and_got_over(here: Evening) -> None:
    here.play_until(ACTION)
    asked, stood = here.asked_of(ACTION), here.hands.truth()
    assert asked
    here.demo.kill()
    for page in here.pages.values():
        expect(page.locator(BANNER)).to_be_visible()
    here.demo.start()
    here.hands.do("pace", haste=HASTE)
    put_back(here.hands, stood)
    for page in here.pages.values():
        expect(page.locator(BANNER)).to_have_count(0)
    until(lambda: here.asked_of(ACTION) == asked, "the pages do not ask what they asked before")


def put_back(hands: Hands, stood: dict) -> None:
    """The drawn table begins without models; a real one has them where they were."""
    for model, spot in stood.items():
        hands.do("put", model=model, **{name: spot[name] for name in ("x_in", "y_in", "z_in", "heading_rad")})
    until(lambda: hands.truth().keys() == stood.keys(), "not all models are back on the table")


def a_lost_camera_is_said_and_comes_back(here: Evening) -> None:
    here.hands.do("lose_camera")
    for page in here.pages.values():
        expect(page.locator("[data-banner=camera]")).to_be_visible()
    here.hands.do("return_camera")
    for page in here.pages.values():
        expect(page.locator("[data-banner=camera]")).to_have_count(0)


def play_to_the_end(here: Evening, pictures: Path | None) -> None:
    """To the last model of a side; both are bold and lucky from now on, or it would be a long evening."""
    for player in here.players.values():
        player.temper = BOLD
    here.play_until("Move")
    keep(here.pages["table"], pictures, "game-move")
    here.play_until("rolls to hit")
    keep(here.pages["table"], pictures, "game-dice")
    here.play_until("no such question")
    print(f"turn {here.turn}")
    for page in here.pages.values():
        ending = page.locator("[data-ending]")
        expect(page.locator(".game-head h1")).to_have_text("The game is over")
        expect(ending).to_contain_text("Casualties")
        expect(ending.locator(".lead").first).to_contain_text("destroyed")
        expect(ending.locator(".winner")).to_have_text(here.pages["table"].locator(".winner").inner_text())
    keep(here.pages["table"], pictures, "game-over")


def record(here: Evening) -> None:
    """For whoever wants the figures: pytest -s."""
    for seat, player in here.players.items():
        print(f"{seat}: {player.finger.taps} taps, {player.dice} of them dice; answered {player.answered}")
        print(f"{seat}: typed by hand: {player.by_hand}")


def nothing_face_down_was_heard(here: Evening) -> None:
    """All that came to a device: what the other side lays face down is only ever told as hidden before it is shown."""
    for role, others in (("blue", ("red",)), ("red", ("blue",)), ("spectator", SEATS), ("table", SEATS)):
        heard = here.wires[role].heard
        for seat in others:
            face_down = {order for order, shown in orders_heard(heard, seat) if not shown}
            assert face_down == {"hidden"}, role
            for model in forces.SIDES[seat]:
                told = f'"{model}":"'
                assert f"{told}overwatch" not in heard, (role, model)
                assert f"{told}snap-fire" not in heard, (role, model)


def read_it_again(table: Finger, here: Evening, pictures: Path | None) -> None:
    """A line of the log is tapped; the game is gone through; the report is opened."""
    page = table.page
    table.whole_log()
    # what a model saw; in a game of charges alone nobody shot
    lines = page.locator("[data-line]:has(button[aria-pressed])")
    seen = lines.filter(has_text=" % of ")
    table.tap((seen if seen.count() else lines).last.locator("button[aria-pressed]"))
    expect(page.locator(".then-card")).to_be_visible()
    keep(page, pictures, "log-line")
    table.tap("[data-now]")
    table.tap("[data-log-tab]")
    table.button("Confirm the result …")
    table.button("Both players confirm")
    page.goto(f"{here.wires['table'].address}/replay")
    table.tap("[data-game]")
    expect(page.locator(".scrub input")).to_be_visible()
    page.locator(".scrub input").fill("12")
    table.tap("[data-step='1']")
    keep(page, pictures, "replay")
    table.tap("[data-outcome]")
    expect(page.locator(".outcome")).to_contain_text("Casualties")
    report = page.request.get(
        f"{here.wires['table'].address}{page.locator('[data-report]').get_attribute('href')}"
    ).text()
    assert "Night Watch" in report
    assert "Night Kin" in report
    assert "<script" not in report
    read = page.context.new_page()
    read.goto(f"{here.wires['table'].address}{page.locator('[data-report]').get_attribute('href')}")
    keep(read, pictures, "report")
