"""Files of other programs on the page: a roster with unknown models, and a plan without a scale."""

import json
from pathlib import Path

import pytest
from empty_table import Empty
from playwright.sync_api import expect
from screens import Axe, Opened

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROSTER = """<roster name="Gulls"><forces><force><selections>
<selection name="Constable" number="2" type="model"/><selection name="Gull" number="4" type="model"/>
<selection name="Banner" number="1" type="upgrade"/></selections></force></forces></roster>"""


def test_a_roster_comes_in_by_touch(opened: Opened, empty: Empty, tmp_path: Path, axe: Axe) -> None:
    (tmp_path / "gulls.ros").write_text(ROSTER)
    page = opened(f"{empty.address}/setup/roster")
    page.get_by_label("The file of a roster").set_input_files(tmp_path / "gulls.ros")
    expect(page.get_by_text("Which cards are these models?")).to_be_visible()
    go = page.locator(".unknown-models button")
    expect(go).to_be_disabled()
    page.get_by_label("Gull (4 in the roster)").select_option("Constable")
    assert axe(page) == []
    go.tap()
    expect(page.locator(".roster-report")).to_contain_text("Banner is no model and was left out")
    expect(page.locator("[data-force='red gulls']")).to_be_visible()
    assert (empty.folder / "forces" / "gulls.toml").exists()


def test_pasted_text_that_is_no_roster_is_refused_in_a_sentence(opened: Opened, empty: Empty) -> None:
    page = opened(f"{empty.address}/setup/roster")
    page.get_by_label("The text of a roster").fill("12\n")
    page.get_by_role("button", name="Import this text").tap()
    expect(page.get_by_text("has no model that a card stands for")).to_be_visible()


def test_a_plan_of_any_origin_comes_in_with_unit_and_scale(
    opened: Opened, empty: Empty, tmp_path: Path, axe: Axe
) -> None:
    plan = {"type": "Polygon", "coordinates": [[[100, 100], [300, 100], [300, 200], [100, 200], [100, 100]]]}
    (tmp_path / "plan.geojson").write_text(json.dumps(plan))
    page = opened(f"{empty.address}/setup/terrain")
    page.get_by_label("A terrain file").set_input_files(tmp_path / "plan.geojson")
    page.get_by_label("Unit").select_option("millimetres")
    page.get_by_label("Scale: 1 to").fill("2")
    assert axe(page) == []
    page.locator("[data-import]").tap()
    expect(page.get_by_text("1 part was imported from plan.geojson")).to_be_visible()
    expect(page.locator("[data-part]")).to_have_count(1)
