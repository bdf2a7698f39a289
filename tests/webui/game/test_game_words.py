"""Words of the rulebook in a question explain themselves at a tap, and so does what lies beside a model."""

import pytest
from fake_game import FakeGame, question
from playwright.sync_api import Page, expect
from screens import Axe

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OPTIONS = [
    {"id": "rush", "label": "Rush"},
    {"id": "charge", "label": "Charge", "why_not": "Ann is panicked and may not charge", "clause": "UW-QS Panicked"},
]
ASKED = "Ann checks for a disruption shot: not the shot at the as yet unshaken, another disruption shot"


def test_a_word_is_marked_once_and_a_tap_explains_it_with_its_clause(page: Page, fake: FakeGame, axe: Axe) -> None:
    fake.say(questions=[question("7.42.0", ASKED, {"kind": "Choose", "seat": "red", "options": OPTIONS})])
    heading = page.locator(".question h2")
    # the text is the same for who reads it aloud; AS is a word only in capitals
    expect(heading).to_have_text(ASKED)
    expect(heading.locator("[data-word]")).to_have_text(["checks", "disruption shot"])
    heading.locator("[data-word='disruption-shot']").tap()
    said = page.locator("dialog [data-explained='disruption-shot']")
    expect(said).to_contain_text("A model on overwatch shoots")
    expect(said).to_contain_text("[UW-QS Overwatch (UW-055)]")
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    # the words of the answers, by keyboard
    page.locator("[data-words]").focus()
    page.keyboard.press("Enter")
    explained = page.locator("dialog [data-explained]")
    expect(explained).to_have_count(3)
    assert sorted(explained.evaluate_all("all => all.map(one => one.dataset.explained)")) == [
        "charge", "panicked", "rush",
    ]  # fmt: skip
    page.keyboard.press("Escape")


def test_a_counter_is_explained_on_the_card(page: Page) -> None:
    page.locator("[data-counters=bea]").tap()
    expect(page.locator("dialog [data-explained='panicked']")).to_contain_text("[UW-QS Morale (Panic) (UW-102)]")
