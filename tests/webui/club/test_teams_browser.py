"""Teams whose captains pair their players on two phones, and an elimination, from the desk to the phones."""

from functools import partial
from pathlib import Path

import pytest
from evening import Evening
from organiser import sheet_of, to, yes
from playwright.sync_api import expect
from screens import SIZES, Axe, Opened

from tablecam.club.event.entrant_acts import choose_pairing
from tablecam.club.event.evening_acts import set_place_prize
from tablecam.club.event.team_acts import form_team
from tablecam.club.tournament.scoring import Side

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_captains_pair_their_players_by_nominations(opened: Opened, tmp_path: Path, axe: Axe) -> None:
    evening = Evening(tmp_path, 6, host="127.0.0.1")
    evening.club.act("TO", partial(choose_pairing, pairing="swiss", team_size=3))
    evening.club.act("TO", partial(form_team, team="Owls", captain="p4", second="p5", third="p6"))
    with evening.served() as address:
        page = opened(f"{address}/club/1/entrants", SIZES["phone"])
        sheet_of(page, "[data-new-team]")
        page.locator("input[name=team]").fill("Foxes")
        for seat, player in (("captain", "p1"), ("second", "p2"), ("third", "p3")):
            page.locator(f"select[name={seat}]").select_option(player)
        yes(page)
        expect(page.locator("[data-team=Foxes]")).to_contain_text("Ann Archer")
        assert axe(page) == []
        to(page, "round")
        page.locator("[data-draw-teams]").tap()
        expect(page.locator("[data-team-match]")).to_contain_text("Defender: waiting for")
        phone = opened(f"{address}/card/{evening.code('p1')}", SIZES["phone"])
        phone.locator("[data-nominate=p2]").tap()
        phone.locator("[data-nominated]").tap()
        expect(phone.locator("[data-captain=defender]")).to_contain_text("You have nominated Bob")
        assert axe(phone) == []
        other = opened(f"{address}/card/{evening.code('p4')}", SIZES["phone"])
        expect(other.locator("[data-captain=defender]")).not_to_contain_text("Bob")
        other.locator("[data-nominate=p5]").tap()
        other.locator("[data-nominated]").tap()
        # of three, both others attack
        expect(phone.locator("[data-captain=choice]")).to_contain_text("Defenders:")
        phone.locator("[data-nominate=p6]").tap()
        phone.locator("[data-nominated]").tap()
        # a captain without a phone
        page.locator("[data-nominate-for=Owls]").tap()
        page.locator("dialog [data-nominate=p1]").tap()
        page.locator("dialog [data-nominated]").tap()
        page.locator("[data-draft]").tap()
        expect(page.locator(".club-draft li")).to_have_count(3)
        assert axe(page) == []
        expect(phone.locator("[data-captain]")).to_have_count(0)
        # on paper, with the winners of the prizes once the evening is over
        evening.club.act("TO", partial(set_place_prize, place=1, prize="50 pounds"))
        evening.club.act("TO", lambda event: event.publish().set_rounds(1, "late"))
        for game in evening.club.state.event.open_games:
            foxes_first = sorted(game.pair)
            evening.club.act("TO", lambda event, p=foxes_first: event.report(Side(p[0]), Side(p[1], 8)))
        page.goto(f"{address}/club/1/print/teams")
        row = page.locator("main tr[data-team=Foxes]")
        expect(row).to_contain_text("1Foxes")
        expect(row).to_contain_text("Ann Archer")
        assert axe(page) == []
        page.get_by_role("button", name="Prizes").tap()
        expect(page.locator("main tbody tr")).to_have_text("150 poundsFoxes")
        assert axe(page) == []


def test_an_elimination_from_the_desk_to_a_phone_that_is_out(opened: Opened, tmp_path: Path, axe: Axe) -> None:
    evening = Evening(tmp_path, 4, host="127.0.0.1")
    with evening.served() as address:
        page = opened(f"{address}/club/1/entrants", SIZES["phone"])
        sheet_of(page, "[data-way-row]")
        page.locator("dialog [data-way=single-elimination]").tap()
        expect(page.locator("dialog [data-cut]")).to_have_count(0)
        yes(page)
        expect(page.locator("[data-way-row]")).to_contain_text("Single elimination")
        evening.draw()
        losers = []
        for game in evening.club.state.event.open_games:
            winner, loser = game.pair
            losers.append(loser)
            evening.club.act("TO", lambda event, w=winner, s=loser: event.report(Side(w), Side(s, 8)))
        evening.draw()
        phone = opened(f"{address}/card/{evening.code(losers[0])}", SIZES["phone"])
        expect(phone.get_by_role("status").filter(has_text="You are out of the bracket.")).to_be_visible()
        to(page, "standings")
        expect(page.locator(f"[data-place={losers[0]}]")).to_contain_text("=3")
        assert axe(page) == [] == axe(phone)
