"""What the umpire sees coming, on the board and in the list beside it."""

from typing import Any

import pytest
from fake_game import FakeGame
from fake_table import position
from playwright.sync_api import Page, expect
from screens import Axe

from tablecam.table.measure.ranges import measure_ranges
from webui.table import present

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEEN = {
    "share": 0.6,
    "spread": [0.58, 0.62],
    "answer": "seen",
    "leans": "seen",
    "enough": 0.25,
    "loose": [],
    "hiding": [],
}
SQUARE = [[8, 8], [12, 8], [12, 12], [8, 12]]
CHARGE = {"key": "charge", "label": "Charge"}


def row(target: str, kind: str = "target", **more: Any) -> dict[str, Any]:
    plain = {
        "key": f"{kind} {target}", "kind": kind, "target": target, "badge": "", "mark": "", "text": "", "notes": [],
        "number": None, "odds": [], "line": None, "style": "plain", "clause": "", "group": None,
    }  # fmt: skip
    return plain | more


ADVICE = {
    "model": "ann",
    "rings": [{"name": "short", "end_in": 12}, {"name": "medium", "end_in": 24}],
    "regions": [
        {"key": "move", "label": "Move 4″", "inches": 4, "rings": [SQUARE]},
        {"key": "rush", "label": "Rush 8″", "inches": 8, "rings": [SQUARE]},
    ],
    "rows": [
        row(
            "eve", badge="★ priority", mark="★", text="long", notes=["solid cover"], style="first",
            odds=[{"label": "Rifle", "share": "3/10", "per_cent": 30}], line=[[10, 10], [34, 33]],
        ),
        row("fox", text="out of range", style="checked", line=[[10, 10], [36, 12]]),
        row(
            "fox", "way", group=CHARGE, number={"value": 24.8, "limit": 8, "ok": "no"}, style="too_far",
            text="too far", line=[[10, 10], [36, 12]],
        ),
        row("eve", "way", group=CHARGE, number={"value": 7.8, "limit": 8, "ok": "yes"}, line=[[10, 10], [34, 33]]),
    ],
    "note": {
        "text": "★ priority Captain Eve: the nearest enemy in sight", "clause": "UW-QS Target Priority",
        "odds": {"label": "check", "share": "3/5", "per_cent": 60},
    },
}  # fmt: skip


def measured(model: str) -> dict[str, Any]:
    return {
        "model": model,
        "ranges": [one | {"sight": SEEN} for one in present.ranges(measure_ranges(position(), model))],
    }


@pytest.fixture
def fake(fake: FakeGame) -> FakeGame:
    fake.answers |= {"/api/ranges": (measured("ann"), 200), "/api/advice": (ADVICE, 200)}
    return fake


def choose_ann(page: Page) -> None:
    page.locator(".board [data-model=ann]").tap()
    expect(page.locator("[data-range-to]").first).to_be_visible()


def test_a_row_with_a_mark_is_marked_on_the_board_and_its_reason_told(page: Page) -> None:
    choose_ann(page)
    expect(page.locator(".model-marks .sign")).to_have_text("★ priority")
    expect(page.locator(".advice-note")).to_have_text(
        "★ priority Captain Eve: the nearest enemy in sight check 60 % [UW-QS Target Priority]"
    )
    expect(page.locator("[data-range-to=eve] .badge-text")).to_be_visible()
    expect(page.locator("[data-range-to=fox] .badge-text")).to_have_count(0)


def test_a_target_has_its_text_notes_and_odds_beside_its_range(page: Page) -> None:
    choose_ann(page)
    row = page.locator("[data-range-to=eve]")
    expect(row.locator(".row-text")).to_have_text("long")
    expect(row.locator(".advice")).to_contain_text("solid cover")
    expect(row.locator(".odds")).to_have_text("Rifle 30 %")


def test_the_lines_of_targets_are_drawn_each_in_its_style(page: Page) -> None:
    choose_ann(page)
    expect(page.locator(".advice-lines path")).to_have_count(2)
    expect(page.locator("[data-line-of='target eve'].style-first")).to_have_attribute("d", "M10 38L34 15")
    expect(page.locator("[data-line-of='target fox'].style-checked")).to_have_count(1)


def test_rings_are_drawn_from_the_base_edge_with_their_names(page: Page) -> None:
    choose_ann(page)
    expect(page.locator(".range-rings text")).to_have_text(["12″ short", "24″ medium"])
    ring = page.locator(".range-ring").first.evaluate(
        "ring => { const box = ring.getBBox(); return [box.width, box.height]; }"
    )
    assert ring == pytest.approx([24 + 32 / 25.4] * 2, abs=0.05)
    page.get_by_role("button", name="Rings").tap()
    expect(page.locator(".range-ring")).to_have_count(0)


def test_regions_and_groups_are_drawn_one_at_a_time(page: Page) -> None:
    choose_ann(page)
    page.get_by_role("button", name="Move 4″").tap()
    expect(page.locator(".reachable")).to_have_count(1)
    page.locator("[data-advice-choice=charge]").tap()
    expect(page.locator(".reachable")).to_have_count(0)
    expect(page.locator(".advice-lines path")).to_have_count(2)
    expect(page.locator(".advice-lines .style-too-far")).to_have_count(1)
    expect(page.locator(".advice-rows")).to_contain_text("Captain Eve: 7.80″ of 8″ ✓")
    expect(page.locator("[data-advice='way fox']")).to_contain_text("24.80″ of 8″ ✗ too far")
    page.locator("[data-advice-choice=charge]").tap()
    expect(page.locator(".advice-rows")).to_have_count(0)


def test_a_supposed_place_says_for_which_move_it_is_near_enough(page: Page, fake: FakeGame) -> None:
    way = {"length_in": 5.5, "points": [[10, 10], [15.5, 10]]}
    within = {"text": "within its rush of 8″", "ok": True}
    found = measured("ann") | {"way": way, "fits": True, "why_not": "", "within": within}
    fake.answers["/api/whatif"] = (found, 200)
    choose_ann(page)
    page.get_by_role("button", name="What if").tap()
    expect(page.locator(".way")).to_have_text("5.50″within its rush of 8″")
    way["length_in"] = 9.0
    within |= {"text": "farther than it may move", "ok": False}
    page.get_by_label("Half an inch to the right").tap()
    expect(page.locator(".way.unfit")).to_have_text("9.00″farther than it may move")


def test_a_watcher_is_drawn_where_it_first_sees_the_way(page: Page, fake: FakeGame) -> None:
    text = "Eve could break in: shot, sees 60 %"
    fake.say(alerts=[{"model": "eve", "text": text, "short": "B1 60 %", "at_in": [20.5, 16.5]}])
    expect(page.locator(".alert-card")).to_have_text(text)
    expect(page.locator("[data-alert=eve] .sign")).to_have_text("B1 60 %")
    expect(page.locator("[data-alert=eve] .watch")).to_have_attribute("d", "M34 14.5L20.5 31.5")


def test_a_nudged_model_has_a_ghost_where_it_stood_and_how_far_it_goes_back(page: Page, fake: FakeGame) -> None:
    fake.say(nudged=[{"model": "gus", "from_in": [38.4, 13.6], "to_in": [37.26, 12.0], "by_in": 1.96}])
    expect(page.locator("[data-nudged=gus] .ghost")).to_have_attribute("transform", "translate(38.4 34.4)")
    expect(page.locator("[data-nudged=gus] .sign")).to_have_text("B3 back 2.0″")
    expect(page.locator("[data-nudged=gus] .pushed")).to_have_count(2)


def test_axe_finds_no_barrier_in_what_is_foreseen(page: Page, axe: Axe) -> None:
    choose_ann(page)
    expect(page.locator(".advice-note")).to_be_visible()
    assert axe(page) == []


def test_in_a_game_the_list_begins_with_the_enemy(page: Page) -> None:
    choose_ann(page)
    expect(page.get_by_role("button", name="Other side")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-range-to=cal]")).to_have_count(0)
    page.get_by_role("button", name="All", exact=True).tap()
    expect(page.locator("[data-range-to=cal]")).to_have_count(1)
