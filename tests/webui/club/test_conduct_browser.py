"""A way to play chosen for a new event, a penalty and points for a late player, and a prize that phones vote on."""

from pathlib import Path

import pytest
from evening import Evening, served_here
from organiser import night, sheet_of, to, yes
from playwright.sync_api import expect
from screens import SIZES, Axe, Opened

from tablecam.club.tournament.drawing import marked_present

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_a_new_event_is_a_round_robin_with_a_top_cut_and_becomes_one_of_teams(opened: Opened, tmp_path: Path) -> None:
    with served_here(tmp_path) as address:
        page = opened(f"{address}/club", SIZES["phone"])
        page.locator("input[name=title]").fill("Friday")
        page.locator("[data-how] summary").tap()
        page.locator("[data-way=round-robin]").tap()
        page.locator("[data-cut='4']").tap()
        page.locator("[data-begin]").tap()
        page.locator(".club-page").wait_for()
        way = night(page)["way"]
        assert (way["pairing"], way["cut"], way["doubles"]) == ("round-robin", 4, False)
        for name in ("Ann + Bob", "Cat + Dan"):
            sheet_of(page, "[data-enter]")
            page.locator("input[name=name]").fill(name)
            yes(page)
        sheet_of(page, "[data-way-row]")
        for key in ("[data-way=swiss]", "[data-cut='2']", "[data-doubles]"):
            page.locator(f"dialog {key}").tap()
        yes(page)
        expect(page.locator("[data-way-row]")).to_contain_text("Swiss, by the guide; top cut of 2; teams of two")
        sheet_of(page, "[data-enter]")
        expect(page.locator("dialog")).to_contain_text("Both names, such as")
        page.locator("input[name=name]").fill("Eve")
        page.locator("dialog [data-yes]").tap()
        expect(page.locator("dialog [role=alert]").filter(has_text="this event is for teams of two")).to_be_visible()


def test_a_late_player_a_penalty_and_a_vote(opened: Opened, tmp_path: Path, axe: Axe) -> None:
    evening = Evening(tmp_path, 6, host="127.0.0.1")
    evening.club.act("TO", lambda event: event.decide(lambda state, by: marked_present(state, "p1", "late", by)))
    evening.draw()
    evening.settle()
    evening.club.act("TO", lambda event: event.decide(lambda state, by: marked_present(state, "p1", "here", by)))
    with evening.served() as address:
        page = opened(f"{address}/club/1/entrants", SIZES["phone"])
        sheet_of(page, "[data-player=p1]")
        page.locator("[data-missed] [data-granted='12']").tap()
        page.locator("[data-grant]").tap()
        expect(page.locator("[data-missed]")).to_have_count(0)
        page.locator("[data-penalise]").tap()
        page.locator("[data-card=yellow]").tap()
        page.locator("[data-points='4']").tap()
        page.locator("[data-reason]").first.tap()
        page.locator("[data-give-penalty]").tap()
        expect(page.locator("[data-conduct]")).to_contain_text("a yellow card and 4 points less")
        assert axe(page) == []
        page.get_by_role("button", name="Close", exact=True).first.tap()
        to(page, "standings")
        expect(page.locator("[data-place=p1]")).to_contain_text("4 penalty points deducted")
        expect(page.locator("[data-place=p1] strong")).to_have_text("8")
        page.locator("[data-open-vote]").tap()
        expect(page.locator("[data-prize='Best painted']")).to_contain_text("0 votes so far")
        phone = opened(f"{address}/card/{evening.code('p1')}", SIZES["phone"])
        expect(phone.locator("[data-penalties]")).to_contain_text("slow play")
        phone.locator("[data-vote] summary").tap()
        phone.locator("[data-vote-for=p3]").tap()
        expect(phone.locator("[data-vote] summary")).to_contain_text("you vote for Cat Crane")
        assert axe(phone) == []
        evening.phone("p2").post("/api/card/vote", prize="Best painted", player="p3")
        evening.phone("p3").post("/api/card/vote", 409, prize="Best painted", player="p3")
        expect(page.locator("[data-voted=p3] strong")).to_have_text("2")
        page.locator("[data-vote-at-desk] summary").tap()
        page.locator("select[name=voter]").select_option("p4")
        page.locator("select[name=player]").select_option("p3")
        assert axe(page) == []
        page.locator("[data-vote-told]").tap()
        expect(page.locator("[data-voted=p3] strong")).to_have_text("3")
        expect(page.locator("select[name=voter]")).to_have_value("")
        page.locator("[data-turn-vote]").tap()
        expect(phone.locator("[data-won='Best painted']")).to_contain_text("Cat Crane")
        shown = str([act["sentence"] for act in night(page)["audit"]])
        assert "has voted: Best painted" in shown
