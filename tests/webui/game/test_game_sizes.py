"""Long names, long lines and the dice pad on every screen; targets and letters are judged in the gallery."""

import pytest
from fake_game import FakeGame, question, roll
from playwright.sync_api import Page, expect
from screens import BROKEN_WORDS, SIZES

pytestmark = [pytest.mark.browser, pytest.mark.long]

FINGER_PX = 48
LONG_NAMES = {"ann": "Constable Ida", "bea": "Quartermaster Bea", "cal": "Inspector Oakes", "eve": "Eve"}


def off_the_edge(page: Page) -> list[str]:
    """What scrolls sideways: the page, or a part of the panel."""
    found: list[str] = page.evaluate(
        "[document.documentElement, ...document.querySelectorAll('.game-body, .game-head, .game-foot, .sheet-body')]"
        ".filter(one => one.scrollWidth > one.clientWidth).map(one => `${one.className || 'page'} scrolls sideways`)"
    )
    return found


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
