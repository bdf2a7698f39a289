"""Sign-up and check-in by touch: a phone signs up, another waits and gets in, the desk checks in, the draw warns."""

from pathlib import Path

import pytest
from evening import Evening
from organiser import sheet_of, to
from playwright.sync_api import Page, expect
from screens import BOTH_SIZES, SIDEWAYS, SIZES, Axe, Opened
from test_every_page import small_letters, small_ones

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.schedule import PlannedRound
from tablecam.club.tournament.sign_up_list import SignUpSet
from tablecam.club.tournament.signing_up import sign_up_set
from tablecam.club.tournament.wishes import describe_table

pytestmark = [pytest.mark.browser, pytest.mark.long]


def opening(evening: Evening, places: int) -> None:
    settings = SignUpSet(open=True, places=places, check_in=True)
    evening.club.act("TO", lambda event: event.sign(lambda state: sign_up_set(state, settings)))


def sign(page: Page, name: str, models_list: str = "") -> None:
    page.locator("input[name=name]").fill(name)
    if models_list:
        page.locator("[data-with-list]").tap()
        page.locator("textarea[name=list]").fill(models_list)
    page.locator("[data-yes]").tap()


def has_room(page: Page, axe: Axe) -> None:
    assert axe(page) == []
    assert small_ones(page) == []
    assert small_letters(page) == []
    assert not page.evaluate(SIDEWAYS)


@pytest.mark.parametrize("size", BOTH_SIZES)
def test_a_phone_signs_up_and_who_waits_gets_the_place_of_who_does_not_come(
    opened: Opened, tmp_path: Path, axe: Axe, size: str
) -> None:
    evening = Evening(tmp_path, 4)
    opening(evening, 5)
    with evening.served() as address:
        fay, gil = (opened(f"{address}/signup/1", SIZES[size]) for _ in range(2))
        sign(fay, "Fay Ford", "Captain 45\n3 x Hulk 270")
        expect(fay.get_by_role("alert").filter(has_text="15 over the 300")).to_be_visible()
        has_room(fay, axe)
        fay.locator("textarea[name=list]").fill("Captain 45\n3 x Hulk 240")
        fay.locator("[data-yes]").tap()
        expect(fay.locator("[data-stands=in]")).to_contain_text("Fay Ford, you have a place")
        expect(gil.locator("[data-yes]")).to_have_text("Wait for a place")
        sign(gil, "Gil")
        expect(gil.locator("[data-stands=waiting]")).to_contain_text("first on the waiting list")
        has_room(gil, axe)
        fay.get_by_role("button", name="I am not coming …").tap()
        fay.get_by_role("button", name="Yes, cancel my sign-up").tap()
        expect(fay.locator("[data-stands=left]")).to_be_visible()
        expect(gil.locator("[data-stands=in]")).to_be_visible()
        gil.locator("[data-card]").tap()
        gil.locator("[data-here]").tap()
        expect(gil.get_by_text("You are checked in")).to_be_visible()
        has_room(gil, axe)


@pytest.mark.parametrize("size", BOTH_SIZES)
def test_the_desk_opens_sign_up_checks_in_and_is_warned_of_who_is_not_here(
    opened: Opened, tmp_path: Path, axe: Axe, size: str
) -> None:
    evening = Evening(tmp_path, 4, host="127.0.0.1")
    with evening.served() as address:
        page = opened(f"{address}/club/1/entrants", SIZES[size])
        sheet_of(page, "[data-sign-up]")
        page.locator("[data-open-sign-up]").tap()
        page.locator("input[name=places]").fill("4")
        page.locator("[data-places]").tap()
        phone = opened(f"{address}/signup/1", SIZES["phone"])
        sign(phone, "Gil")
        expect(page.locator("[data-waits=gil]")).to_contain_text("Gil (gil)")
        has_room(page, axe)
        page.locator("[data-waits=gil] [data-admit]").tap()
        expect(phone.locator("[data-stands=in]")).to_be_visible()
        page.get_by_role("button", name="Close", exact=True).first.tap()
        page.locator("[data-checking]").tap()
        for player in ("p1", "p2", "gil"):
            page.locator(f"[data-check-in={player}]").tap()
            expect(page.locator(f"[data-check-in={player}][aria-pressed=true]")).to_be_visible()
        expect(page.locator("[data-here='3']")).to_be_visible()
        has_room(page, axe)
        page.get_by_role("button", name="Open the player").tap()
        sheet_of(page, "[data-player=p3]")
        page.locator("[data-presence=late]").tap()
        page.locator("[data-paid]").tap()
        expect(page.locator("[data-paid][aria-pressed=true]")).to_be_visible()
        has_room(page, axe)
        page.get_by_role("button", name="Close", exact=True).first.tap()
        to(page, "round")
        expect(page.locator("[data-unchecked]")).to_contain_text("Dan Drake (p4)")
        expect(page.locator("[data-late]")).to_contain_text("Cat Crane (p3)")
        page.locator("[data-draft]").tap()
        expect(page.locator(".club-draft")).not_to_contain_text("Cat Crane")
        has_room(page, axe)
        evening.club.act("TO", ClubEvent.publish)
        to(page, "entrants")
        sheet_of(page, "[data-player=p3]")
        page.locator("[data-seat]").tap()
        expect(page.locator("[data-presence=here][aria-pressed=true]")).to_be_visible()
        assert "p3" in evening.club.state.event.drawn[0].byes


@pytest.mark.parametrize("size", ["wall", "landscape"])
def test_the_projector_shows_the_code_and_the_schedule_and_the_card_what_the_table_has(
    opened: Opened, tmp_path: Path, axe: Axe, size: str
) -> None:
    evening = Evening(tmp_path, 4)
    opening(evening, 8)
    evening.club.act("TO", lambda event: event.set_schedule("18:30", [PlannedRound(80, 15), PlannedRound(60)]))
    evening.club.act("TO", lambda event: event.decide(lambda _s, by: describe_table(1, "ruins", True, by)))
    with evening.served() as address:
        wall = opened(f"{address}/projector/1", SIZES.get(size, (1920, 1080)))
        wall.locator("[data-page=sign-up] img").wait_for(timeout=30_000)
        expect(wall.locator("[data-page=sign-up]")).to_contain_text("4 of 8 places are taken")
        assert axe(wall) == []
        assert not wall.evaluate(SIDEWAYS)
        wall.locator("[data-page=schedule-0]").wait_for(timeout=30_000)
        expect(wall.locator("[data-page=schedule-0]")).to_contain_text("18:30 to 19:50")
        evening.draw()
        (first,) = [game.pair[0] for game in evening.club.state.event.games if game.table == 1]
        phone = opened(f"{address}/card/{evening.code(first)}", SIZES["phone"])
        expect(phone.locator("[data-traits]")).to_have_text("The table: ruins, with a camera")
        assert not phone.evaluate(SIDEWAYS)
