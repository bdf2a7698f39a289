"""What tables have, said on the desk by touch, and a player's wish that decides the table of the draft."""

from pathlib import Path

import pytest
from evening import Evening
from organiser import night, sheet_of, to
from playwright.sync_api import expect
from screens import SIZES, Opened

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_table_gets_a_camera_and_a_player_who_wishes_for_it(opened: Opened, tmp_path: Path) -> None:
    with Evening(tmp_path, 6, host="127.0.0.1").served() as address:
        page = opened(f"{address}/club/1/entrants", SIZES["phone"])
        sheet_of(page, "[data-traits]")
        page.locator("[data-traits-of='4']").tap()
        page.locator("input[name=terrain]").fill("ruins")
        page.locator("[data-camera]").tap()
        page.locator("dialog [data-yes]").tap()
        expect(page.locator("[data-traits-of='4']")).to_contain_text("ruins, with a camera")
        page.get_by_role("button", name="Close", exact=True).first.tap()
        sheet_of(page, "[data-player=p2]")
        page.locator("[data-wish-camera]").tap()
        expect(page.locator("[data-wish-camera][aria-pressed=true]")).to_be_visible()
        page.get_by_role("button", name="Close", exact=True).first.tap()
        expect(page.locator("[data-traits]")).to_contain_text("1 table described, 1 wish")
        to(page, "round")
        page.locator("[data-draft]").tap()
        expect(page.get_by_text("It breaks no clause of the guide")).to_be_visible()
        pairs = night(page)["draft"]["pairs"]
        assert [pair["table"] for pair in pairs if "p2" in [each["id"] for each in pair["players"]]] == [4]
