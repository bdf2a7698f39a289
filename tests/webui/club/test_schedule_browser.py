"""The schedule of an evening: planned by touch on the desk, read on a player's phone."""

from pathlib import Path

import pytest
from evening import Evening
from playwright.sync_api import expect
from screens import SIDEWAYS, SIZES, Opened

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_plan_made_on_the_desk_is_read_on_a_phone(opened: Opened, tmp_path: Path) -> None:
    evening = Evening(tmp_path, 5, host="127.0.0.1")
    with evening.served() as address:
        desk = opened(f"{address}/club/1/clock", SIZES["phone"])
        desk.locator("[data-schedule]").tap()
        desk.locator("input[name=start]").fill("18:30")
        desk.locator("[data-planned='2'] input[name=minutes]").fill("60")
        desk.locator("[data-planned='1'] input[name=pause]").fill("10")
        desk.locator("dialog [data-yes]").tap()
        expect(desk.locator("dialog")).to_have_count(0)
        rows = desk.locator("[data-times] li")
        expect(rows).to_have_count(3)
        expect(rows.nth(0)).to_contain_text("18:30 to 19:50")
        expect(rows.nth(0)).to_contain_text("then 10 minutes’ break")
        expect(rows.nth(1)).to_contain_text("20:00 to 21:00")
        phone = opened(f"{address}/card/{evening.code('p1')}", SIZES["phone"])
        shown = phone.locator("[data-times] li")
        expect(shown).to_have_count(3)
        expect(shown.nth(1)).to_contain_text("20:00 to 21:00")
        assert not phone.evaluate(SIDEWAYS)
        # a round is on: the plan is folded up, and the round is marked in it
        evening.draw()
        expect(phone.locator("[data-times] [aria-current=step]")).to_have_count(1)
        expect(phone.locator("[data-times] [aria-current=step]")).to_contain_text("18:30")
        desk.locator("[data-schedule]").tap()
        desk.locator("[data-unplan]").tap()
        expect(desk.locator("[data-times]")).to_have_count(0)
        expect(phone.locator("[data-times]")).to_have_count(0)
