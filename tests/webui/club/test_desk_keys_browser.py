"""The desk without a mouse, with many players, and with a second organiser."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from evening import Evening, report_of, served_here
from organiser import PAUSE_MS, TRIES, night
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as NotThere
from screens import Opened

from webui.entrance.access import COOKIE

pytestmark = [pytest.mark.browser, pytest.mark.long]

# a tablet on a stand, lying on its side
TABLET = (1280, 800)
ENTERS = """async number => {
    for (let one = 1; one <= number; one++) {
        const body = JSON.stringify({
            command: "enter", name: `Player ${one}`, models: 9, id: String(one).padStart(24, "0"),
        });
        const headers = { "Content-Type": "application/json", "X-Tablecam": "page" };
        const answer = await fetch("/api/club/1/act", { method: "POST", headers, body });
        if (!answer.ok) throw new Error(await answer.text());
    }
}"""
SHOTS = os.environ.get("TABLECAM_SHOTS", "")


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[str]:
    with served_here(tmp_path) as address:
        yield address


def keep_shot(page: Page, name: str) -> None:
    """A picture for whoever looks at these pages, in the folder that TABLECAM_SHOTS names."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_thirty_players_are_entered_and_a_round_is_published_by_keys_alone(opened: Opened, venue: str) -> None:
    page = opened(f"{venue}/club", TABLET)
    title = page.locator("input[name=title]")
    title.wait_for()
    while not title.evaluate("one => one === document.activeElement"):
        press(page, "Tab")
    page.keyboard.type("Friday")
    press(page, "Enter")
    page.locator("[data-enter]").wait_for()
    # Enter opens the sheet, whose first field is ready, and Enter adds the player
    enter_first(page, 24)
    for number in range(25, 31):
        open_sheet(page)
        expect(page.locator("dialog input[name=name]")).to_be_focused()
        page.keyboard.type(f"Player {number}")
        expect(page.locator("dialog [data-yes]")).to_be_enabled()
        press(page, "Enter")
        expect(page.locator("dialog")).to_have_count(0)
        expect(page.locator("[data-player]")).to_have_count(number)
    assert [each["name"] for each in night(page)["entrants"]] == [f"Player {number}" for number in range(1, 31)]
    searches(page)
    page.locator("[data-room=round]").focus()
    press(page, "Enter")
    page.locator("[data-draft]").wait_for()
    press(page, "Enter")
    publish = page.get_by_role("button", name="Publish round 1")
    # it looks like the main key that it is
    expect(publish).to_have_class("big go")
    keep_shot(page, "draft")
    press(page, "Enter")
    expect(page.get_by_role("button", name="Yes, publish round 1")).to_be_visible()
    press(page, "Enter")
    expect(page.get_by_role("heading", name=re.compile("^Round 1 of"))).to_be_visible()
    assert night(page)["round"] == 1


def enter_first(page: Page, number: int) -> None:
    """Enters so many players as another desk does, to save the time of the same keys again."""
    page.evaluate(ENTERS, number)
    expect(page.locator("[data-player]")).to_have_count(number)


def open_sheet(page: Page) -> None:
    """By Enter; a key that comes back too soon has bounced, and is pressed again."""
    sheet = page.locator("dialog")
    for _ in range(TRIES):
        press(page, "Enter")
        with suppress(NotThere):
            sheet.wait_for(timeout=PAUSE_MS)
            return
    pytest.fail("Enter opens no sheet")


def searches(page: Page) -> None:
    """Some of thirty players are found by a part of their name, and Enter opens the first."""
    search = page.locator("input[name=wanted]")
    search.focus()
    page.keyboard.type("plAyer 2")
    expect(page.locator("[data-player]")).to_have_count(12)
    keep_shot(page, "search")
    press(page, "Enter")
    expect(page.locator("dialog h1")).to_contain_text("Player 2 ")
    press(page, "Escape")
    expect(page.locator("dialog")).to_have_count(0)
    search.fill("nobody")
    expect(page.get_by_text("No player has “nobody”")).to_be_visible()
    search.fill("")


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path)
    evening.draw()
    return evening


def desk_of(opened: Opened, evening: Evening, address: str, room: str) -> Page:
    page = opened("about:blank", TABLET)
    page.context.add_cookies([{"name": COOKIE, "value": evening.access.token("umpire"), "url": address}])
    page.goto(f"{address}/club/1/{room}")
    page.locator(".club-page").wait_for()
    return page


def test_a_dispute_lies_above_the_fold_and_an_open_sheet_says_that_its_game_was_closed(
    opened: Opened, evening: Evening
) -> None:
    # not the players whose names are longer than any line
    game = next(game for game in evening.club.state.event.games if not {"p2", "p6"} & set(game.pair))
    for player, own, theirs in ((game.pair[0], 3, 2), (game.pair[1], 5, 4)):
        phone = evening.phone(player)
        phone.post("/api/card/report", **report_of(phone.card, own, theirs))
    with evening.served() as address:
        page = desk_of(opened, evening, address, "scores")
        page.locator(f"[data-game='{game.table}']").tap()
        page.locator("dialog [data-yes]").wait_for()
        keep_shot(page, "dispute")
        fold = page.locator("dialog .stuck").bounding_box()
        assert fold
        for extra in (*page.locator("dialog [data-report], dialog [data-clear], dialog [data-from-game]").all(),
                      *page.locator("dialog [data-withdrew], dialog [data-conceded]").all()):  # fmt: skip
            box = extra.bounding_box()
            assert box
            assert box["y"] + box["height"] <= fold["y"], extra.evaluate("one => one.outerHTML")
        page.locator("dialog [data-half]").first.locator("[data-lost='1']").tap()
        # the second organiser is quicker
        evening.settle([game])
        closed = page.locator("[data-closed-meanwhile]")
        expect(closed).to_contain_text("This game has since been closed")
        expect(closed).to_contain_text("points. Your entry here corrects it")
        expect(page.locator("dialog [data-half] [data-lost='1'][aria-pressed=true]")).to_have_count(1)
        expect(page.locator("dialog [data-yes]")).to_be_disabled()
        keep_shot(page, "closed-meanwhile")
        page.locator("[data-show-entered]").tap()
        expect(page.locator("dialog [data-half]").last.locator("[aria-pressed=true]")).to_have_text("4")
        page.keyboard.press("Escape")
        # a pair that is taken apart while its sheet is open
        other = evening.club.state.event.open_games[0]
        third = evening.club.state.event.open_games[1]
        page.locator(f"[data-game='{other.table}']").tap()
        page.locator("dialog [data-half]").first.wait_for()
        evening.browser("umpire").post(
            "/api/club/1/act", command="repair_swap", one=other.pair[0], other=third.pair[0], reason="a mistake"
        )
        expect(page.locator("dialog [data-gone]")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("dialog")).to_have_count(0)


def test_a_judge_is_called_on_a_phone_and_seen_on_every_page_of_the_desk(opened: Opened, evening: Evening) -> None:
    one, other = evening.club.state.event.games[0].pair
    with evening.served() as address:
        desk = desk_of(opened, evening, address, "entrants")
        phone = opened(f"{address}/card/{evening.code(one)}", (390, 844))
        phone.get_by_role("button", name="Call a judge").tap()
        phone.get_by_role("button", name="Yes, to table 1").tap()
        expect(phone.locator("[data-called]")).to_be_visible()
        expect(desk.locator("[data-call='1']")).to_contain_text("Table 1 asks for a judge")
        keep_shot(desk, "judge-desk")
        keep_shot(phone, "judge-phone")
        desk.locator("[data-room=clock]").tap()
        desk.locator("[data-take='1']").tap()
        expect(desk.locator("[data-call]")).to_have_count(0)
        expect(phone.get_by_role("button", name="Call a judge")).to_be_visible()
        # on the phone a keyboard goes on with Enter, from a loss that is chosen to the end
        for lost in (4, 2):
            phone.locator(f"[data-lost='{lost}']").focus()
            press(phone, "Enter")
            expect(phone.locator(f"[data-lost='{lost}'][aria-pressed=true]")).to_be_visible()
            press(phone, "Enter")
        phone.locator("[data-send]").wait_for()
        press(phone, "Enter")
        expect(phone.get_by_role("heading", name="Waiting for")).to_be_visible()
    sides = evening.club.state.card(evening.club.state.event.games[0]).reports[0]
    assert (sides.opponent.player, sides.opponent.lost) == (other, 4)


def test_round_opens_on_the_round_that_is_being_played(opened: Opened, evening: Evening) -> None:
    with evening.served() as address:
        page = desk_of(opened, evening, address, "round")
        expect(page.get_by_role("heading", name=re.compile("^Round 1 of"))).to_be_visible()
        page.locator("[data-next-round]").tap()
        expect(page.get_by_role("heading", name=re.compile("^Round 1 of"))).to_have_count(0)


def test_an_event_is_deleted_by_two_taps_after_one_that_shows_the_keys(opened: Opened, evening: Evening) -> None:
    with evening.served() as address:
        page = desk_of(opened, evening, address, "clock")
        page.locator("[data-hall-names]").tap()
        expect(page.locator("[data-hall-names]")).to_have_attribute("aria-pressed", "true")
        page.goto(f"{address}/club")
        page.locator("[data-event='1']").wait_for()
        page.locator("[data-delete-events]").tap()
        page.get_by_role("button", name="Delete event 1 …").tap()
        page.get_by_role("button", name="Yes, delete event 1 for good").tap()
        expect(page.get_by_text("There is no event yet")).to_be_visible()
    assert evening.house.listed() == ()
