"""What the umpire sees coming, on the board and in the list beside it."""

import pytest
from fake_game import FakeGame
from fake_table import position
from playwright.sync_api import Page, expect
from screens import Axe

from tablecam.measure.ranges import ranges_from
from webui import present

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEEN = {"share": 0.6, "spread": [0.58, 0.62], "answer": "seen", "leans": "seen", "enough": 0.25, "hiding": []}
SQUARE = [[8, 8], [12, 8], [12, 12], [8, 12]]
FORESIGHT = {
    "model": "ann",
    "bands": [{"name": "short", "end_in": 12}, {"name": "medium", "end_in": 24}],
    "reach": [{"kind": "move", "inches": 4, "rings": [SQUARE]}, {"kind": "rush", "inches": 8, "rings": [SQUARE]}],
    "charges": [
        {"target": "fox", "length_in": 24.8, "allowance_in": 8, "lawful": False, "way_in": [[10, 10], [36, 12]]},
        {"target": "eve", "length_in": 7.8, "allowance_in": 8, "lawful": True, "way_in": [[10, 10], [34, 33]]},
    ],
    "priority": {"targets": ["eve"], "why": "the nearest enemy in sight"},
    "targets": [
        {
            "id": "eve", "band": "long", "visible": True, "cover": "solid", "priority": True,
            "shots": [{"weapon": "rifle", "kills": "3/10", "per_cent": 30}],
        },
        {"id": "fox", "band": None, "visible": False, "cover": "", "priority": False, "shots": []},
    ],
}  # fmt: skip


def measured(model: str) -> dict:
    return {"model": model, "ranges": [one | {"sight": SEEN} for one in present.ranges(ranges_from(position(), model))]}


@pytest.fixture
def fake(fake: FakeGame) -> FakeGame:
    fake.answers |= {"/api/ranges": (measured("ann"), 200), "/api/foresight": (FORESIGHT, 200)}
    return fake


def choose_ann(page: Page) -> None:
    page.locator(".board [data-model=ann]").tap()
    expect(page.locator("[data-range-to]").first).to_be_visible()


def test_the_priority_target_is_marked_with_its_reason(page: Page) -> None:
    choose_ann(page)
    expect(page.locator(".priority .sign")).to_have_text("★ priority")
    expect(page.locator(".first-why")).to_have_text("★ priority Captain Eve: the nearest enemy in sight")
    expect(page.locator("[data-range-to=eve] .first-target")).to_be_visible()
    expect(page.locator("[data-range-to=fox] .first-target")).to_have_count(0)


def test_a_target_has_its_band_cover_and_the_odds_of_each_weapon(page: Page) -> None:
    choose_ann(page)
    row = page.locator("[data-range-to=eve]")
    expect(row.locator(".band-name")).to_have_text("long")
    expect(row.locator(".shooting")).to_contain_text("solid cover")
    expect(row.locator(".odds")).to_have_text("rifle 30 %")


def test_reach_is_that_of_the_rules_and_one_kind_at_a_time(page: Page) -> None:
    choose_ann(page)
    page.get_by_role("button", name="Move 4″").tap()
    expect(page.locator(".reachable")).to_have_count(1)
    page.get_by_role("button", name="Charge").tap()
    expect(page.locator(".reachable")).to_have_count(0)
    expect(page.locator(".charges path")).to_have_count(2)
    expect(page.locator(".charges .too-far")).to_have_count(1)
    expect(page.locator(".charge-list")).to_contain_text("Captain Eve: 7.80″ of 8″ ✓")
    page.get_by_role("button", name="Charge").tap()
    expect(page.locator(".charges")).to_have_count(0)


def test_a_supposed_place_says_for_which_move_it_is_near_enough(page: Page, fake: FakeGame) -> None:
    way = {"length_in": 5.5, "points": [[10, 10], [15.5, 10]]}
    fake.answers["/api/whatif"] = (measured("ann") | {"way": way, "fits": True, "why_not": ""}, 200)
    choose_ann(page)
    page.get_by_role("button", name="What if").tap()
    expect(page.locator(".way")).to_have_text("5.50″within its rush of 8″")
    way["length_in"] = 9.0
    page.get_by_label("Half an inch to the right").tap()
    expect(page.locator(".way.unfit")).to_have_text("9.00″farther than it may move")


def test_a_watcher_is_drawn_where_it_first_sees_the_way(page: Page, fake: FakeGame) -> None:
    fake.say(alerts=[{"model": "eve", "kind": "shot", "at_in": [20.5, 16.5], "share": 0.6}])
    expect(page.locator("[data-alert=eve] .sign")).to_have_text("B1 shot 60 %")
    expect(page.locator("[data-alert=eve] .watch")).to_have_attribute("d", "M34 14.5L20.5 31.5")


def test_a_nudged_model_has_a_ghost_where_it_stood_and_how_far_it_goes_back(page: Page, fake: FakeGame) -> None:
    fake.say(nudged=[{"model": "gus", "from_in": [38.4, 13.6], "to_in": [37.26, 12.0], "by_in": 1.96}])
    expect(page.locator("[data-nudged=gus] .ghost")).to_have_attribute("transform", "translate(38.4 34.4)")
    expect(page.locator("[data-nudged=gus] .sign")).to_have_text("B3 back 2.0″")
    expect(page.locator("[data-nudged=gus] .pushed")).to_have_count(2)


def test_axe_finds_no_barrier_in_what_is_foreseen(page: Page, axe: Axe) -> None:
    choose_ann(page)
    expect(page.locator(".first-why")).to_be_visible()
    assert axe(page) == []


def test_in_a_game_the_list_begins_with_the_enemy(page: Page) -> None:
    choose_ann(page)
    expect(page.get_by_role("button", name="Other side")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-range-to=cal]")).to_have_count(0)
    page.get_by_role("button", name="All").tap()
    expect(page.locator("[data-range-to=cal]")).to_have_count(1)
