"""The event of 13 of the terminal's transcript, by touch: an organiser's tablet, a player's phone and the projector."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import thirteen
from fingers import keep
from organiser import begin_entering, enter_late, extend, night, publish, settle, sheet_of, to, twice, yes
from playwright.sync_api import Page, expect
from room import HERE, Served
from screens import SIZES, Opened

pytestmark = [pytest.mark.browser, pytest.mark.long]

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "tournament" / "script_of_13.txt"
HD = (1280, 720)
# who reports his own games; his opponents are 8, 11, 6 and 14
OWN = 5
# the rounds of his in which the opponent's phone says something else, and in which nobody's does but his
DISPUTED, ALONE = 2, 4
PICTURED = 3
# for whoever wants to look at every page on every screen
SHOTS = os.environ.get("TABLECAM_SHOTS", "")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Served]:
    room = Served(tmp_path, host=HERE)
    yield room
    room.end()


@pytest.fixture
def pictures(pytestconfig: pytest.Config) -> Path | None:
    """Where pictures of the pages are kept, if somebody wants them."""
    wanted = pytestconfig.getoption("--pictures")
    return Path(wanted) if wanted else None


def test_13_play_by_touch_to_the_standings_of_the_terminals_script(
    opened: Opened, room: Served, pictures: Path | None
) -> None:
    page = opened(room.address)
    enter_all(page)
    to(page, "clock")
    page.locator("[data-hall-names]").tap()
    expect(page.locator("[data-hall-names]")).to_have_attribute("aria-pressed", "true")
    to(page, "entrants")
    wall = opened(f"{room.address}/projector/1", HD)
    code = next(each["code"] for each in night(page)["entrants"] if each["id"] == str(OWN))
    phone = opened(f"{room.address}/card/1.{code}", SIZES["phone"])
    phone.locator(".card-page").wait_for()
    for number in range(1, thirteen.ROUNDS + 1):
        between(page, number)
        if number == 2:
            a_breach_is_shown_and_taken_back(page)
        publish(page, number, drafted=number == 2)
        expect(wall.locator(".p-head")).to_contain_text(f"Round {number} of {thirteen.ROUNDS}")
        expect(phone.locator(".card-page header")).to_contain_text(f"round {number} of {thirteen.ROUNDS}")
        if number == 1:
            the_clock_runs_down(page)
        if number == PICTURED and pictures:
            show(page, phone, wall, pictures)
        play(page, phone, room, number)
    the_standings_are_those_of_the_script(page, wall, room)


def show(page: Page, phone: Page, wall: Page, pictures: Path) -> None:
    """Keeps a picture of each of the three, in the middle of a round."""
    to(page, "clock")
    page.locator("[data-start]").tap()
    extend(page, -40 * 60)
    to(page, "round")
    page.get_by_role("button", name=f"Round {PICTURED}", exact=True).tap()
    page.locator(".toast .away").evaluate_all("all => all.forEach(one => one.click())")
    expect(page.locator(".toast")).to_have_count(0)
    phone.locator(f"[data-lost='{thirteen.lost(OWN, PICTURED) // 2}']").tap()
    wall.reload()
    wall.locator("[data-page='tables-0']").wait_for()
    for each, name in ((page, "round"), (phone, "phone"), (wall, "projector")):
        settle(each)
        keep(each, pictures, name)


def look(page: Page, name: str) -> None:
    """Nothing runs out of the screen, whichever it is."""
    own = page.viewport_size
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} at {width} x {height}"
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{name}-{size}.png")
    assert own is not None
    page.set_viewport_size(own)


def enter_all(page: Page) -> None:
    """An event with the seed of the script, and the players with their lists."""
    page.locator("input[name=title]").fill("Thirteen")
    page.get_by_text("Seed of the draws").tap()
    page.locator("input[name=seed]").fill(str(thirteen.SEED))
    page.locator("[data-begin]").tap()
    for player in range(1, 14):
        begin_entering(page, str(player), thirteen.name(player), thirteen.faction(player))
        page.locator("[data-with-list]").tap()
        page.locator("textarea[name=list]").fill(f"Captain 60\n{thirteen.models(player) - 1} x Trooper 220")
        yes(page)
        expect(page.locator("[data-player]")).to_have_count(player)
    page.locator("[data-advised]").tap()
    expect(page.locator("[data-tables]")).to_contain_text("Tables 1–8")
    look(page, "entrants")


def between(page: Page, number: int) -> None:
    """Who goes home and who comes before a round."""
    if number not in {2, 3}:
        return
    to(page, "entrants")
    if number == 3:
        begin_entering(page, "14", thirteen.name(14), thirteen.faction(14))
        enter_late(page, thirteen.models(14), thirteen.GRANTED)
    page.locator("[data-player='2']").tap()
    if number == 2:
        twice(page, "leaves …", f"Yes, drop {thirteen.name(2)}")
    else:
        page.locator("[data-reinstate]").tap()
    expect(page.locator("[data-player='2'].dropped")).to_have_count(1 if number == 2 else 0)


def a_breach_is_shown_and_taken_back(page: Page) -> None:
    """Two who have met are drawn against each other by hand, and the tables changed; undo gives the draw back."""
    to(page, "round")
    page.locator("[data-next-round]").tap()
    page.locator("[data-draft]").tap()
    page.locator(".good-news").wait_for()
    drawn = night(page)["draft"]["pairs"]
    one, other = (each["id"] for each in night(page)["drawn"][0]["games"][0]["players"])
    pair = next(each for each in drawn if one in [who["id"] for who in each["players"]])
    opponent = next(who["id"] for who in pair["players"] if who["id"] != one)
    page.locator(f"[data-seat='{other}']").tap()
    page.locator(f"[data-seat='{opponent}']").tap()
    page.locator("dialog [data-reason]").first.tap()
    yes(page)
    expect(page.locator(".broken")).to_contain_text("again, against")
    look(page, "breach")
    free = next(table for table in night(page)["advice"]["tables"] if table not in [each["table"] for each in drawn])
    page.locator(f"[data-move='{pair['table']}']").tap()
    page.locator(f"dialog [data-to='{free}']").tap()
    look(page, "move")
    yes(page)
    expect(page.locator(f"[data-move='{free}']")).to_be_visible()
    for left in (free, None):
        sheet_of(page, "[data-undo]")
        look(page, f"undo-{left}")
        yes(page)
        expect(page.locator(f"[data-move='{free}']")).to_have_count(0)
    page.locator(".good-news").wait_for()
    assert night(page)["draft"]["pairs"] == drawn


def the_clock_runs_down(page: Page) -> None:
    """To the signal of 10 minutes, and back."""
    to(page, "clock")
    look(page, "clock-waits")
    page.locator("[data-start]").tap()
    expect(page.locator("[data-face=running]")).to_be_visible()
    extend(page, -70 * 60 - 30)
    expect(page.locator("[data-signal='10']")).to_be_visible()
    look(page, "clock")
    extend(page, 70 * 60 + 30)


def play(page: Page, phone: Page, room: Served, number: int) -> None:
    """Every result of a round: that of the phone's owner from there, the others as slips."""
    look(page, f"round-{number}")
    to(page, "scores")
    look(page, f"scores-{number}")
    for game in night(page)["games"]:
        players = [int(each["id"]) for each in game["players"]]
        if OWN in players:
            opponent = next(player for player in players if player != OWN)
            from_the_phone(page, phone, room, number, game["table"], opponent)
        else:
            slip(page, number, game["table"], players)
        expect(page.locator(f"[data-game='{game['table']}'].over")).to_be_visible()
    expect(page.get_by_text(f"All results of round {number} are in")).to_be_visible()
    expect(phone.locator(".closed")).to_be_visible()
    look(phone, f"card-closed-{number}")


def slip(page: Page, number: int, table: int, players: list[int]) -> None:
    """A result slip typed in."""
    page.locator(f"[data-game='{table}']").tap()
    for player in players:
        half = page.locator(f"dialog [data-half='{player}']")
        if thirteen.conceded(player, number):
            half.locator("[data-conceded]").tap()
            continue
        half.locator(f"[data-lost='{thirteen.lost(player, number)}']").tap()
        if thirteen.withdrew(player, number):
            half.locator("[data-withdrew]").tap()
        if thirteen.bonus(player, number):
            half.get_by_label("One more").tap()
    if table == 1:
        look(page, f"slip-{number}")
    for player in players:
        if thirteen.conceded(player, number):
            expect(page.locator("dialog [data-yes]")).to_have_text(f"Yes, {thirteen.name(player)} conceded")
    yes(page)


def from_the_phone(page: Page, phone: Page, room: Served, number: int, table: int, opponent: int) -> None:
    """He enters both halves; the opponent agrees, or says something else, or has no phone."""
    own, theirs = thirteen.lost(OWN, number), thirteen.lost(opponent, number)
    if number == 1:
        look(phone, "card")
    for lost in (theirs, own):
        phone.locator(f"[data-lost='{lost}']").tap()
        phone.locator("[data-next]").tap()
    if number == 1:
        look(phone, "card-read")
    phone.locator("[data-send]").tap()
    expect(phone.get_by_role("heading", name="Waiting for")).to_be_visible()
    if number not in {DISPUTED, ALONE}:
        room.organiser().phone(str(opponent)).agree()
        return
    if number == DISPUTED:
        room.organiser().phone(str(opponent)).report(theirs, own - 1)
        expect(phone.get_by_role("alert").filter(has_text="differ")).to_be_visible()
        look(phone, "card-disputed")
        expect(page.locator("[data-room=scores] .mark")).to_contain_text("!")
        look(page, "scores-disputed")
    page.locator(f"[data-game='{table}']").tap()
    look(page, f"settling-{number}")
    page.locator(f"[data-report='{OWN}']").tap()
    if thirteen.bonus(opponent, number):
        page.locator(f"dialog [data-half='{opponent}']").get_by_label("One more").tap()
    yes(page)


def the_standings_are_those_of_the_script(page: Page, wall: Page, room: Served) -> None:
    """On the desk, on the wall, in the export, and by the terminal from the same database."""
    standings, pairings = GOLDEN.read_text().split("\n\n")
    to(page, "standings")
    expect(page.get_by_text("Final.")).to_be_visible()
    look(page, "standings")
    assert [line_of(each) for each in page.locator("[data-place]").evaluate_all(PLACES)] == standings.splitlines()
    names = [line.split("  ", 2)[-1].split(" (")[0].strip() for line in standings.splitlines()]
    expect(wall.locator(".p-head")).to_contain_text("Final standings")
    assert wall.locator(".p-rows span").all_inner_texts() == names
    exported = page.evaluate("fetch('/api/club/1/export/pairings.csv').then(answer => answer.text())")
    assert exported.splitlines() == pairings.splitlines()
    words = [sys.executable, "-m", "tablecam", "tournament", "standings", "--db", "games.db"]
    said = subprocess.run(words, cwd=room.folder, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines() == standings.splitlines()
    to(page, "log")
    look(page, "log")
    page.locator("[data-menu]").tap()
    look(page, "menu")


# the parts of each place, as they are read
PLACES = """all => all.map(one => [
    one.querySelector(".tag").textContent, one.querySelector(".name b").firstChild.textContent, one.dataset.place,
    one.querySelector("strong").textContent, one.querySelector(".working").textContent,
])"""


def line_of(place: list[str]) -> str:
    """A line of the page as the terminal has it."""
    rank, name, player, points, working = place
    of = working.removeprefix("Tie-break ").removesuffix(", and a bye")
    return f"{rank.replace('–', '-'):>3}  {name} ({player}): {points} points, tie-break {of}"
