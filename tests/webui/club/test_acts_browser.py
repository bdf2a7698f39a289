"""The desk draws the form of an act that only the server knows."""

from pathlib import Path

import pytest
from evening import Evening
from made_act import ACTS
from organiser import night, sheet_of, yes
from playwright.sync_api import expect
from screens import SIZES, TOO_SMALL, Axe, Opened

from tablecam.club.event.commands import CLUB_ACTS

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("size", [pytest.param("portrait", marks=pytest.mark.long), "phone"])
def test_a_new_act_has_a_key_and_a_form(
    opened: Opened, tmp_path: Path, axe: Axe, monkeypatch: pytest.MonkeyPatch, size: str
) -> None:
    monkeypatch.setitem(CLUB_ACTS, "cheer", ACTS.acts["cheer"])
    evening = Evening(tmp_path, 4, host="127.0.0.1")
    with evening.served() as address:
        page = opened(f"{address}/club/1/clock", SIZES[size])
        sheet_of(page, "[data-open-act=cheer]")
        expect(page.locator("dialog [data-yes]")).to_be_disabled()
        page.locator("select[name=player]").select_option("p2")
        page.get_by_role("button", name="One more").tap()
        page.locator("dialog [data-reason]").tap()
        assert page.evaluate(TOO_SMALL) == []
        assert axe(page) == []
        yes(page)
        assert night(page)["publicity"]["place"] == "p2, 2, False, came late"
