"""Whatever is asked, on every screen: large enough for a thumb and for tired eyes, and nothing off its edge."""

from typing import Any

import pytest
from fake_game import FakeGame, question, roll
from playwright.sync_api import Page, expect
from screens import BROKEN_WORDS, SIZES

pytestmark = [pytest.mark.browser, pytest.mark.long]

FINGER_PX, THUMB_PX, GAP_PX, LETTER_PX, NUMBER_PX = 48, 64, 8, 18, 32
OPTIONS = [
    {"id": "rush", "label": "Rush"}, {"id": "move+shoot", "label": "Move and shoot"},
    {"id": "charge", "label": "Charge", "why_not": "Ann is panicked and may not charge", "clause": "UW-QS Panicked"},
]  # fmt: skip
MOVE = {"kind": "Move", "model": "ann", "allowance_in": 8, "purpose": "move", "seat": "red"}
LIVE = {"raw": {"length_in": 6.3}, "says": "6.3″ ± 0.04 of at most 8″", "ready": True, "why_not": ""}
SETTLE = {"kind": "Settle", "purpose": "at most", "about": "ann to eve", "value": 11.98, "sigma": 0.03, "limit": 12}
LOOK = {"kind": "Look", "viewer": "ann", "targets": ["eve", "fox"], "transparent": []}
ASSIGN = {"kind": "Assign", "seat": "red", "purpose": "orders", "items": ["ann", "bea", "cal"], "options": OPTIONS[:2]}
ASKED: dict[str, Any] = {
    "one die": roll(),
    "five dice": roll(count=5),
    "choice": question("7.42.0", "What does Ann do?", {"kind": "Choose", "seat": "red", "options": OPTIONS}),
    "move": question("7.43.0", "Ann moves, up to 8″", MOVE, measured=LIVE),
    "by hand": question("7.44.0", "Ann moves, up to 8″", MOVE),
    "settle": question("7.45.0", "Ann to Eve: is it at most 12″?", SETTLE),
    "sight": question("7.46.0", "How much does Ann see of Eve and Fox?", LOOK),
    "orders": question("7.47.0", "Red gives orders", ASSIGN),
}
LONG_NAMES = {"ann": "Constable Ida", "bea": "Quartermaster Bea", "cal": "Inspector Oakes", "eve": "Eve"}
BOXES = """all => all.filter(one => one.checkVisibility()).map(one => {
  const box = one.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; })"""
LETTERS = """all => all.filter(one => one.checkVisibility() && one.textContent.trim())
  .map(one => parseFloat(getComputedStyle(one).fontSize))"""


def close_together(boxes: list[list[float]]) -> list[tuple[list[float], list[float]]]:
    """Pairs of boxes with less than the gap between them."""
    pairs = [(a, b) for number, a in enumerate(boxes) for b in boxes[number + 1 :]]
    return [(a, b) for a, b in pairs if max(between(a, b, 0), between(a, b, 1)) < GAP_PX - 0.5]


def between(a: list[float], b: list[float], axis: int) -> float:
    first, second = sorted((a, b), key=lambda box: box[axis])
    return second[axis] - (first[axis] + first[axis + 2])


def off_the_edge(page: Page) -> list[str]:
    """What scrolls sideways: the page, or a part of the panel."""
    found: list[str] = page.evaluate(
        "[document.documentElement, ...document.querySelectorAll('.game-body, .game-head, .game-foot, .sheet-body')]"
        ".filter(one => one.scrollWidth > one.clientWidth).map(one => `${one.className || 'page'} scrolls sideways`)"
    )
    return found


@pytest.mark.parametrize("size", SIZES)
def test_targets_gaps_and_letters_of_every_question_and_of_the_menu(page: Page, fake: FakeGame, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    faults = {}
    for asked, told in ASKED.items():
        fake.say(questions=[told])
        page.wait_for_selector(f"[data-question='{told['key']}'] .form:not([inert])")
        faults[asked] = too_small(page)
    page.get_by_role("button", name="Menu of the game").tap()
    expect(page.locator("dialog")).to_be_visible()
    boxes = page.locator("dialog button").evaluate_all(BOXES)
    faults["menu"] = [*off_the_edge(page), *close_together(boxes), *(box for box in boxes if min(box[2:]) < FINGER_PX)]
    assert {asked: found for asked, found in faults.items() if found} == {}


def too_small(page: Page) -> list[object]:
    """What is wrong with targets, gaps, letters and numbers of the panel."""
    boxes = page.locator(".panel.game button").evaluate_all(BOXES)
    play_critical = page.locator(".form .big, .form .key, .form .slot, [data-undo], [data-interrupt]").evaluate_all(
        BOXES
    )
    assert play_critical
    letters = page.locator(".panel.game :is(p, li, h1, h2, span, button, small, b)").evaluate_all(LETTERS)
    numbers = page.locator(".key, .need, .on b, .typed, .live-length").evaluate_all(LETTERS)
    return [
        *off_the_edge(page),
        *(box for box in boxes if min(box[2:]) < FINGER_PX),
        *(box for box in play_critical if min(box[2:]) < THUMB_PX - 0.01),
        # the foot stays where it is while the body scrolls under it
        *(pair for part in (".game-body", ".game-foot")
          for pair in close_together(page.locator(f"{part} button").evaluate_all(BOXES))),
        *(f"letters of {size} px" for size in letters if size < LETTER_PX),
        *(f"a number of {size} px" for size in numbers if size < NUMBER_PX),
    ]  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
def test_names_are_broken_between_words_and_keys_stand_below_each_other_where_they_must(
    page: Page, fake: FakeGame, size: str
) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    options = [{"id": id, "label": name} for id, name in LONG_NAMES.items()]
    fake.say(
        names={id: {"name": name, "side": "red", "code": "A12"} for id, name in LONG_NAMES.items()},
        questions=[question("7.63.0", "Who?", {"kind": "Choose", "seat": "red", "options": options})],
    )
    for letters in ("usual", "large", "largest"):
        page.evaluate("letters => { document.documentElement.dataset.letters = letters }", letters)
        keys = page.locator("[data-question='7.63.0'] .form:not([inert]) .big")
        expect(keys).to_have_count(len(LONG_NAMES))
        # on a phone of large letters a word that has no room in a row of its own is broken, or it would be cut off
        broken = keys.evaluate_all(BROKEN_WORDS) if letters == "usual" or size != "phone" else []
        cut = keys.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length")
        assert (broken, cut, off_the_edge(page)) == ([], 0, []), letters


@pytest.mark.parametrize("size", ["landscape", "small", "phone"])
def test_the_whole_dice_pad_is_in_sight_whatever_was_told_before(page: Page, fake: FakeGame, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    told = ["Ann moves 3.2 in", "Ann passes the command check to shoot at another target (7 and 8, 20 in all)",
            "Ann chooses to move and shoot", "Ann shoots at Fox with the Carbine at medium range"]  # fmt: skip
    fake.lines = [{"n": number, "kind": "event", "text": text, "seat": "red"} for number, text in enumerate(told, 41)]
    for key, count in (("7.50.0", 1), ("7.51.0", 3)):
        fake.say(questions=[roll(key, count=count)])
        page.wait_for_selector(f"[data-question='{key}'] .form:not([inert])")
        expect(page.locator(".lately-told li").last).to_have_text("Ann shoots at Fox with the Carbine at medium range")
        box, foot = page.locator(".form [data-key='10']").bounding_box(), page.locator(".game-foot").bounding_box()
        assert box
        assert foot
        assert box["y"] + box["height"] <= foot["y"]
        odds, why = page.locator(".on b").bounding_box(), page.locator(".why-number").bounding_box()
        assert odds
        assert why
        assert odds["x"] + odds["width"] <= why["x"]


@pytest.mark.parametrize("size", SIZES)
def test_one_button_in_the_bar_leads_everywhere_also_without_a_game_and_while_measuring(
    page: Page, fake: FakeGame, size: str
) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    button = page.locator(".bar .menu-button")
    box = button.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= FINGER_PX
    assert box["x"] + box["width"] <= width
    fake.game = None
    page.locator(".rows [data-model], .rows button").first.tap()
    button.tap()
    for named in ("Settings", "Set up the table", "Games played", "Club event", "Join"):
        expect(page.get_by_role("button", name=named)).to_be_visible()
    page.locator("[data-settings]").tap()
    page.get_by_role("button", name="Rotated").tap()
    expect(page.locator("html")).to_have_class("flipped")
