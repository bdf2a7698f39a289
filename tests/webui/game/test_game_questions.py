"""Each question is drawn as what it is, and answered with as few taps as it can be."""

import re
from typing import Any

import pytest
from fake_game import FakeGame, question, roll
from playwright.sync_api import Page, expect

from tablecam.rules.check import Duel, DuelSide, Ladder, Modifier
from tablecam.rules.dice import D6, D10_FROM_0

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANSWER = "/api/game/answer"


def put(page: Page, fake: FakeGame, asked: dict[str, Any]) -> None:
    """Puts a question in place of the one before, as soon as the page has it: no tap may fall on the earlier one."""
    fake.say(questions=[asked])
    expect(page.locator(f"[data-question='{asked['key']}']")).to_be_visible()


def key(page: Page, value: object) -> None:
    page.locator(f".form [data-key='{value}']").tap()


def size_of(page: Page, css: str) -> float:
    return float(page.locator(css).first.evaluate("element => parseFloat(getComputedStyle(element).fontSize)"))


def test_the_question_says_for_whom_and_what_by_shape_letter_and_words(page: Page) -> None:
    card = page.locator(".question")
    expect(card.locator(".side-mark")).to_have_text("A Red")
    expect(card.locator(".side-mark svg circle")).to_have_count(1)
    expect(card.locator("h2")).to_have_text("Ann shoots at Fox with her rifle")


def test_number_needed_and_odds_are_read_at_arms_length_before_the_dice_fall(page: Page) -> None:
    expect(page.locator(".need")).to_have_text("8+")
    expect(page.locator(".on b")).to_have_text("30\u00a0%")
    assert size_of(page, ".need") >= 32
    assert size_of(page, ".on b") >= 32


def test_modifiers_with_their_clauses_are_one_tap_away(page: Page) -> None:
    page.get_by_role("button", name="Why 8+?").tap()
    expect(page.locator(".modifiers li")).to_have_text(
        [re.compile(r"\+4 SH"), re.compile(r"−2 panicked UW-QS Panicked"), re.compile("10 or more UW-QS Shooting")]
    )


def test_one_die_is_one_tap(page: Page, fake: FakeGame) -> None:
    key(page, 7)
    (given,) = fake.awaited(ANSWER)
    assert (given["key"], given["raw"], given["source"]) == ("7.41.0", [7], "dice pad")
    assert re.fullmatch("[0-9a-f]{24}", given["id"])


def test_a_tap_that_bounces_answers_once(page: Page, fake: FakeGame) -> None:
    page.locator(".form [data-key='7']").dblclick()
    fake.awaited(ANSWER)
    page.wait_for_timeout(300)
    assert len(fake.done(ANSWER)) == 1


def test_several_dice_fill_a_row_that_sends_itself_and_can_be_corrected_before(page: Page, fake: FakeGame) -> None:
    put(page, fake, roll("7.50.0", count=3))
    expect(page.locator(".slot")).to_have_count(3)
    key(page, 3)
    key(page, 9)
    assert fake.done(ANSWER) == []
    page.locator(".slot").first.tap()
    key(page, 4)
    key(page, 1)
    (given,) = fake.awaited(ANSWER)
    assert given["raw"] == [4, 9, 1]


def test_the_app_rolls_only_when_told_to(page: Page, fake: FakeGame) -> None:
    page.get_by_role("button", name="Let the app roll the die").tap()
    (given,) = fake.awaited(ANSWER)
    assert given["app_dice"] is True
    assert "raw" not in given


def test_half_entered_dice_are_there_after_a_reload(page: Page, fake: FakeGame) -> None:
    put(page, fake, roll("7.50.0", count=3))
    expect(page.locator(".slot")).to_have_count(3)
    key(page, 3)
    page.reload()
    expect(page.locator(".slot").first).to_have_text("3")


def test_closed_options_are_listed_with_their_reason(page: Page, fake: FakeGame) -> None:
    options = [{"id": "rush", "label": "Rush"}, {"id": "charge", "label": "Charge", "why_not": "Ann is panicked"}]
    put(page, fake, question("7.51.0", "What does Ann do?", {"kind": "Choose", "seat": "red", "options": options}))
    closed = page.locator("[data-option=charge]")
    expect(closed).to_be_disabled()
    expect(closed).to_contain_text("Ann is panicked")
    page.locator("[data-option=rush]").tap()
    assert fake.awaited(ANSWER)[0]["raw"] == "rush"


def test_options_that_are_models_have_their_shape_and_code(page: Page, fake: FakeGame) -> None:
    ask = {"kind": "Choose", "seat": "red", "options": [{"id": "eve", "label": "Eve"}, {"id": "fox", "label": "Fox"}]}
    put(page, fake, question("7.51.0", "Whom?", ask))
    expect(page.locator("[data-option=eve]")).to_contain_text("B1")
    expect(page.locator("[data-option=eve] svg")).to_have_count(1)


def test_a_measurement_too_close_to_call_is_settled_with_its_value_and_limit(page: Page, fake: FakeGame) -> None:
    ask = {"kind": "Settle", "purpose": "at most", "about": "ann to eve", "value": 11.98, "sigma": 0.03, "limit": 12}
    put(page, fake, question("7.52.0", "Ann to Eve", ask))
    expect(page.locator(".need")).to_have_text("11.98″")
    expect(page.locator(".on b")).to_have_text("± 0.06″")
    page.get_by_role("button", name="No, more than 12″").tap()
    assert fake.awaited(ANSWER)[0]["raw"] is False


MOVE = {"kind": "Move", "model": "ann", "allowance_in": 8, "purpose": "move", "seat": "red"}


def test_a_move_is_live_and_taken_when_the_model_rests(page: Page, fake: FakeGame) -> None:
    live = {"raw": {"length_in": 6.3}, "says": "6.3″ of at most 8″", "ready": False, "why_not": "Ann is still moving"}
    put(page, fake, question("7.53.0", "Ann moves", MOVE, measured=live))
    expect(page.locator(".live-length")).to_have_text("6.3″ of at most 8″")
    expect(page.locator("[data-done]")).to_be_disabled()
    expect(page.locator(".question")).to_contain_text("Ann is still moving")
    rested = live | {"raw": {"length_in": 7.1}, "says": "7.1″ of at most 8″", "ready": True, "why_not": ""}
    put(page, fake, question("7.53.0", "Ann moves", MOVE, measured=rested))
    page.locator("[data-done]").tap()
    (given,) = fake.awaited(ANSWER)
    assert given["source"] == "table"


def test_without_a_camera_the_inches_are_typed(page: Page, fake: FakeGame) -> None:
    put(page, fake, question("7.53.0", "Ann moves", MOVE))
    for each in "6.5":
        key(page, each)
    expect(page.locator(".typed")).to_have_text("6.5″")
    page.get_by_role("button", name="Enter").tap()
    (given,) = fake.awaited(ANSWER)
    assert (given["raw"], given["source"]) == (6.5, "keypad")


def test_ranges_are_typed_model_by_model(page: Page, fake: FakeGame) -> None:
    ask = {"kind": "Ranges", "model": "ann", "others": ["eve", "fox"], "limits": [12]}
    put(page, fake, question("7.54.0", "How far?", ask))
    key(page, 9)
    page.get_by_role("button", name="Next").tap()
    key(page, 4)
    page.get_by_role("button", name="Enter").tap()
    assert fake.awaited(ANSWER)[0]["raw"] == {"eve": 9, "fox": 4}


def test_sight_is_told_by_tap_in_the_rulebooks_words(page: Page, fake: FakeGame) -> None:
    cover = {"visible": 0.5, "obstructions": [{"material": "solid"}]}
    choices = [
        {"label": "All of it", "raw": {"visible": 1}},
        {"label": "Behind something solid", "raw": cover},
    ]
    ask = {"kind": "Look", "viewer": "ann", "targets": ["eve", "fox"], "choices": choices}
    put(page, fake, question("7.55.0", "How much does Ann see?", ask))
    page.get_by_role("button", name="All of it").tap()
    page.get_by_role("button", name="Behind something solid").tap()
    assert fake.awaited(ANSWER)[0]["raw"] == {"eve": {"visible": 1}, "fox": cover}


def test_sight_is_told_by_tap_where_the_rulebook_offers_no_words(page: Page, fake: FakeGame) -> None:
    ask = {"kind": "Look", "viewer": "ann", "targets": ["eve"]}
    put(page, fake, question("7.55.0", "How much does Ann see?", ask))
    page.get_by_role("button", name="Nothing, or too little").tap()
    assert fake.awaited(ANSWER)[0]["raw"] == {"eve": {"visible": 0}}


def test_contacts_are_ticked(page: Page, fake: FakeGame) -> None:
    ask = {"kind": "Touch", "model": "ann", "others": ["eve", "fox"]}
    put(page, fake, question("7.56.0", "Whom does Ann touch?", ask))
    page.locator(".form [data-option=eve]").tap()
    page.get_by_role("button", name="Confirm 1 model").tap()
    assert fake.awaited(ANSWER)[0]["raw"] == ["eve"]


COUNT = {"kind": "Count", "purpose": "hits", "least": 0, "most": 9, "clause": "UR Magic (UR-37)"}


def test_a_number_is_stepped_or_tapped_and_confirmed(page: Page, fake: FakeGame) -> None:
    put(page, fake, question("7.60.0", "How many hits by magic?", COUNT))
    expect(page.locator(".count-form")).to_contain_text("UR Magic (UR-37)")
    expect(page.locator("[data-step='-1']")).to_be_disabled()
    key(page, 3)
    # three steps in quick succession are three
    page.locator("[data-step='1']").evaluate("b => [0, 100, 200].forEach((ms) => setTimeout(() => b.click(), ms))")
    expect(page.locator(".count-form .typed")).to_have_text("6")
    page.locator("[data-step='-1']").tap()
    expect(page.locator(".count-form .typed")).to_have_text("5")
    page.reload()
    expect(page.locator(".count-form .typed")).to_have_text("5")
    page.get_by_role("button", name="Confirm 5").tap()
    assert fake.awaited(ANSWER)[0]["raw"] == 5


def test_a_large_number_is_typed_and_cannot_leave_its_bounds(page: Page, fake: FakeGame) -> None:
    put(page, fake, question("7.61.0", "How many?", COUNT | {"least": 10, "most": 40}))
    expect(page.locator(".count-form .typed")).to_contain_text("10")
    key(page, 3)
    expect(page.locator("[data-confirm]")).to_be_disabled()
    expect(page.locator(".count-form")).to_contain_text("Only 10 to 40.")
    key(page, 7)
    key(page, 2)
    # 372 is too many: a number begins again
    expect(page.locator("[data-confirm]")).to_be_disabled()
    key(page, 5)
    page.get_by_role("button", name="Confirm 25").tap()
    assert fake.awaited(ANSWER)[0]["raw"] == 25


GUARDS = [{"id": "eve", "label": "Eve"}, {"id": "fox", "label": "Fox"}, {"id": "ann", "label": "Ann"},
          {"id": "cal", "label": "Cal", "why_not": "Cal has gone"}]  # fmt: skip


def test_some_of_several_are_ticked_and_confirmed(page: Page, fake: FakeGame) -> None:
    ask = {"kind": "Pick", "seat": "red", "purpose": "guards", "options": GUARDS, "least": 1, "most": 2}
    put(page, fake, question("7.62.0", "Who stands guard?", ask))
    expect(page.locator("[data-confirm]")).to_be_disabled()
    expect(page.locator(".form [data-option=cal]")).to_be_disabled()
    for model in ("fox", "eve"):
        page.locator(f".form [data-option={model}]").tap()
    expect(page.locator(".form [data-option=ann]")).to_be_disabled()
    page.locator(".form [data-option=fox]").tap()
    page.locator(".form [data-option=ann]").tap()
    page.get_by_role("button", name="Confirm: Eve, Ann").tap()
    assert fake.awaited(ANSWER)[0]["raw"] == ["eve", "ann"]


def test_nobody_may_be_picked_where_none_is_asked_for(page: Page, fake: FakeGame) -> None:
    ask = {"kind": "Pick", "seat": "red", "purpose": "guards", "options": GUARDS, "least": 0}
    put(page, fake, question("7.63.0", "Who stands guard?", ask))
    page.get_by_role("button", name="Confirm: none").tap()
    assert fake.awaited(ANSWER)[0]["raw"] == []


def test_a_ladder_shows_the_chance_of_every_number_of_hits(page: Page, fake: FakeGame) -> None:
    ladder = Ladder(name="shooting", steps=(6, 10, 14), modifiers=(Modifier(4, "archers"),), die=D6).record()
    d6 = {"name": "d6", "first": 1, "last": 6}
    put(page, fake, roll("7.64.0", check=ladder, die=d6))
    expect(page.locator(".hit-chances li")).to_have_text(
        ["0 hits 17\u00a0%", "1 hit 67\u00a0%", "2 hits 17\u00a0%", "3 hits 0\u00a0%"]
    )
    expect(page.locator(".numbers-line")).to_contain_text("2+ / 6+ / – on d6")
    page.get_by_role("button", name="Why?").tap()
    expect(page.locator(".modifiers")).to_contain_text("archers")
    key(page, 6)
    assert fake.awaited(ANSWER)[0]["raw"] == [6]


def test_a_duel_shows_both_sides_and_the_chance_of_each(page: Page, fake: FakeGame) -> None:
    sides = (DuelSide("red", (Modifier(2, "cover"),)), DuelSide("blue"))
    record = Duel(name="fire", sides=sides, die=D10_FROM_0).record()
    put(page, fake, roll("7.65.0", check=record, die={"name": "d10 from 0", "first": 0, "last": 9}))
    expect(page.locator("[data-side=red]")).to_contain_text("64\u00a0%")
    expect(page.locator("[data-side=blue]")).to_contain_text("28\u00a0%")
    expect(page.locator(".needed")).to_contain_text("Tie: 8\u00a0%.")
    key(page, 0)
    assert fake.awaited(ANSWER)[0]["raw"] == [0]


def test_who_stands_on_terrain_is_told_by_hand(page: Page, fake: FakeGame) -> None:
    ask = {"kind": "Standing", "feature": "wall 1", "models": ["ann", "eve"], "within_in": 0.1}
    put(page, fake, question("7.66.0", "Who stands on wall 1 or beside it?", ask))
    page.locator("[data-item=ann][data-option=on]").tap()
    page.locator(".form [data-confirm]").tap()
    assert fake.awaited(ANSWER)[0]["raw"] == {"ann": "on"}


def test_a_kind_that_nobody_knows_has_a_form_of_what_it_carries(page: Page, fake: FakeGame) -> None:
    ask = {"kind": "Wager", "seat": "red", "purpose": "stake", "highest_stake": 5}
    put(page, fake, question("7.57.0", "How much does Red stake?", ask))
    expect(page.locator(".unknown dl")).to_contain_text("highest stake")
    page.get_by_label("Answer", exact=True).fill("3")
    page.get_by_role("button", name="Answer wager").tap()
    assert fake.awaited(ANSWER)[0]["raw"] == 3


def test_the_other_sides_question_is_waited_for(page: Page, fake: FakeGame) -> None:
    fake.say(role="red", questions=[roll("7.58.0") | {"seat": "blue", "mine": False}])
    expect(page.locator(".question .waiting")).to_have_text("Waiting for Blue …")
    expect(page.locator(".key")).to_have_count(0)


def test_a_tap_meant_for_the_question_before_does_not_answer_the_next(page: Page, fake: FakeGame) -> None:
    key(page, 7)
    fake.awaited(ANSWER)
    at = page.locator(".keys").bounding_box() if page.locator(".keys").count() else {"x": 860, "y": 410}
    assert at
    put(page, fake, roll("7.60.0"))
    page.wait_for_selector("[data-question='7.60.0']")
    page.touchscreen.tap(at["x"] + 20, at["y"] + 20)
    page.wait_for_timeout(100)
    assert len(fake.done(ANSWER)) == 1
