"""A set-up with two browsers, of which the server is killed in the middle: nothing that was done is lost."""

import shutil
from pathlib import Path

import pytest
from empty_table import Empty, watched
from playwright.sync_api import expect
from screens import Opened

from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.long]

FORCES = ("[data-force='red harbour_watch']", "[data-force='blue tunnel_kin']")


def test_two_browsers_and_a_kill_in_the_middle_lose_nothing(opened: Opened, empty: Empty, tmp_path: Path) -> None:
    one, other = (opened(f"{empty.address}/setup/{step}") for step in ("lens", "camera"))
    # what one of them says, both know
    other.get_by_role("button", name="6′ × 4′").tap()
    expect(other.locator("[data-table-size='72x48']")).to_be_visible()
    other.goto(f"{empty.address}/setup/print")
    for force in FORCES:
        other.locator(force).tap()
    expect(other.locator("[data-sheet=models]")).to_contain_text("with the models’ names")
    for count in (1, 2):
        empty.stage.show_chart(count - 1)
        expect(one.locator(f"[data-kept='{count}']")).to_be_visible()
    other.goto(f"{empty.address}/setup/lens")
    expect(other.locator("[data-kept='2']")).to_be_visible()
    one.goto(f"{empty.address}/setup/camera")
    expect(one.locator("[data-table-size='72x48']")).to_be_visible()

    # what lies on the disk now is all that a kill leaves
    left = shutil.copytree(empty.folder, tmp_path / "left")
    stage = Stage(two_forces(1920, 1080, company=make_company(BOOKS.usual)))
    stage.bare()
    with watched(stage, left) as again:
        page = opened(f"{again.address}/setup/lens")
        expect(page.locator("[data-kept='2']")).to_be_visible()
        stage.show_chart(2)
        expect(page.locator("[data-kept='3']")).to_be_visible()
        page.goto(f"{again.address}/setup/camera")
        expect(page.locator("[data-table-size='72x48']")).to_be_visible()
        page.goto(f"{again.address}/setup/print")
        expect(page.locator("[data-sheet=models]")).to_contain_text("with the models’ names")
