"""The answers to a question with all that speaks for each: rows and lines, linked both ways."""

import os
from typing import Any

import pytest
from fake_game import FakeGame, question
from playwright.sync_api import Page, Route, expect
from screens import EACH_SIZE, FINGER_PX, SIZES, Axe, Opened

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHOTS = os.environ.get("TABLECAM_SHOTS", "")
NAMES = {
    "ann": {"name": "Ann", "side": "red", "code": "A1"},
    "eve": {"name": "Captain Eve", "side": "blue", "code": "B1"},
    "fox": {"name": "Trooper Fox", "side": "blue", "code": "B2"},
    "hal": {"name": "Walker Hal", "side": "blue", "code": "B4"},
}


def fact(key: str, label: str, text: str, unsure: str = "") -> dict[str, str]:
    return {"key": key, "label": label, "text": text, "unsure": unsure, "clause": ""}


def chance(label: str, per_cent: int) -> dict[str, Any]:
    return {"label": label, "share": f"{per_cent}/100", "per_cent": per_cent, "sums": [f"{label}: 7+ on d10"]}


def row(target: str, style: str, **more: Any) -> dict[str, Any]:
    plain = {
        "key": f"target {target}", "kind": "target", "target": target, "badge": "", "mark": "", "text": "", "notes": [],
        "number": None, "odds": [], "line": None, "style": style, "clause": "", "group": None, "option": target,
        "closed": "", "facts": [],
    }  # fmt: skip
    return plain | more


ROWS = [
    row("fox", "first", badge="★ priority", mark="★", text="12.8 in: the nearest in sight; Eve is nearer, but unseen",
        odds=[chance("hit", 40), chance("wound", 24), chance("remove", 24)], line=[[10, 10], [20, 20]],
        facts=[fact("range", "Range", "12.8 in, medium", "short if at most 12 in: hits on 6+, else 7+"),
               fact("sight", "Sight", "you see 38\u00a0% of them, they see 61\u00a0% of you"),
               fact("cover", "Cover", "solid, saves on 6+"), fact("need", "To hit", "7+")]),
    row("hal", "checked", odds=[chance("check", 34), chance("hit", 14), chance("wound", 8), chance("remove", 0)],
        line=[[10, 10], [30, 30]], facts=[fact("range", "Range", "20.1 in, medium")]),
    row("eve", "too_far", closed="not seen: less than 25\u00a0%", clause="UW-QS Line of Sight",
        facts=[fact("range", "Range", "9.0 in, short")]),
]  # fmt: skip
OPTIONS = [{"id": "eve", "why_not": "Ann does not see Eve"}, {"id": "fox"}, {"id": "hal"}, {"id": "nobody"}]


def target_question(**more: Any) -> dict[str, Any]:
    ask = {"kind": "Choose", "purpose": "target of ann", "action": "shoot.target", "subject": ["ann"],
           "options": OPTIONS, "seat": "red"}  # fmt: skip
    advice = {"model": "ann", "rings": [], "regions": [], "rows": ROWS, "note": None}
    return question("7.60.0", "Whom does Ann shoot at?", ask) | {"advice": advice, "advising": ""} | more


def one_is_lit(page: Page, row: str) -> None:
    """Waits until the line of a row is lit, and no other."""
    expect(page.locator(".advice-line.lit")).to_have_count(1)
    expect(page.locator(".advice-line.lit")).to_have_attribute("data-line-of", row)


def model_at(page: Page, model: str) -> None:
    """A tap on a model of the board."""
    box = page.locator(f"[data-model={model}]").first.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_rows_and_lines_are_linked_both_ways(page: Page, fake: FakeGame) -> None:
    # a page that waits says so, and never leaves anybody without a way on
    fake.say(names=NAMES, questions=[target_question(advice=None, advising="due")])
    expect(page.locator(".advice-awaited .waiting")).to_have_text("Working out the odds …")
    fake.say(questions=[target_question(advice=None, advising="moving")])
    expect(page.locator(".advice-awaited .waiting")).to_have_text("The odds are computed once the models are still …")

    fake.say(questions=[target_question()])
    rows = page.locator(".answer-row")
    expect(rows).to_have_count(3)
    assert rows.evaluate_all("them => them.map(one => one.dataset.row)") == ["target fox", "target hal", "target eve"]
    first = rows.first
    for text in ("★ priority", "B2", "12.8 in, medium", "the nearest in sight; Eve is nearer, but unseen",
                 "you see 38\u00a0% of them, they see 61\u00a0% of you", "solid, saves on 6+", "7+", "40\u00a0%",
                 "24\u00a0%", "Too close to call: short if at most 12 in: hits on 6+, else 7+"):  # fmt: skip
        expect(first).to_contain_text(text)
    expect(rows.last).to_contain_text("not seen: less than 25\u00a0%")
    expect(page.locator("[data-option=nobody]")).to_be_enabled()

    # on the board: thick to the priority, dashed where a check is needed, none to a closed one
    lines = page.locator(".advice-line")
    expect(lines).to_have_count(2)
    widths = lines.evaluate_all("them => them.map(one => parseFloat(getComputedStyle(one).strokeWidth))")
    assert widths[0] > widths[1]
    assert lines.last.evaluate("one => getComputedStyle(one).strokeDasharray") != "none"
    expect(page.locator(".model-marks")).to_contain_text("★")

    # a row lights its line, by pointer and by focus
    rows.nth(1).hover()
    expect(page.locator(".advice-line.lit")).to_have_count(1)
    one_is_lit(page, "target hal")
    page.locator(".answer-row [data-option=fox]").focus()
    page.mouse.move(5, 5)
    one_is_lit(page, "target fox")
    page.locator(".answer-row [data-option=fox]").blur()

    # a tap on the model picks its row and shows it; it answers nothing
    model_at(page, "hal")
    expect(page.locator(".answer-row[aria-current=true]")).to_have_attribute("data-row", "target hal")
    expect(page.locator(".answer-row[aria-current=true]")).to_be_in_viewport()
    one_is_lit(page, "target hal")
    assert fake.done("/api/game/answer") == []
    # where a chance comes from is a tap away
    page.locator("[data-sums='target fox']").tap()
    expect(page.locator(".row-sums")).to_contain_text("hit: 7+ on d10")
    page.locator(".answer-row [data-option=hal]").tap()
    assert [given["raw"] for given in fake.awaited("/api/game/answer")] == ["hal"]


def test_advice_on_a_chosen_model_is_asked_for_until_it_comes_and_the_page_says_that_it_waits(
    page: Page, fake: FakeGame
) -> None:
    unheard = ["at first"]

    def heard(route: Route) -> None:
        route.abort() if unheard else route.fallback()

    page.route("**/api/advice*", heard)
    note = {"text": "Fox at 26.4 in, the nearest in sight", "clause": "", "odds": None}
    advice = {"model": "ann", "rings": [], "regions": [], "rows": [], "note": note}
    fake.answers |= {"/api/advice": (advice, 200)}
    model_at(page, "ann")
    expect(page.locator(".advice-note")).to_have_text("Working out the odds …")
    unheard.clear()
    expect(page.locator(".advice-note")).to_contain_text("the nearest in sight")


@pytest.mark.parametrize("size", EACH_SIZE)
def test_rows_fit_every_screen_and_every_finger(
    opened: Opened, address: str, fake: FakeGame, axe: Axe, size: str
) -> None:
    fake.say(names=NAMES, questions=[target_question()])
    page = opened(address, SIZES[size])
    page.wait_for_selector(".answer-row")
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/targets-{size}.png")
    for button in page.locator(".answer-row button").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= FINGER_PX
    # nothing sticks out, and so no word is broken to make it fit
    wide = page.locator(".answer-row *").evaluate_all(
        "them => them.filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)"
        ".map(one => one.outerHTML)"
    )
    assert wide == []
    broken = page.locator(".answer-row, .answer-row *").evaluate_all(
        "them => them.filter(one => ['anywhere', 'break-word'].includes(getComputedStyle(one).overflowWrap)).length"
    )
    assert broken == 0
    assert axe(page) == []
