"""Each state of the table's page by itself: room for fingers and eyes, half a tablet for the board, nothing twice."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from contrast import faint_in_both_themes
from gallery_pages import BOARD_SHARE, State, find_layout_faults, find_repeated_facts, gallery_app, to_size, walk_states
from made_languages import LONGER, RIGHT_TO_LEFT, in_hebrew_letters, lengthened, made_of_the_catalogues, shipped
from playwright.sync_api import Page, expect
from screens import Axe, Opened, settle
from serving import served

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOARD = """() => {
  const { width, height } = document.querySelector('.board .mat').getBoundingClientRect();
  return width * height / (innerWidth * innerHeight);
}"""
# the first answer of one's own question, where one is open and nothing lies over it
FIRST_ANSWER = ".panel.game .question .form:not([inert]) :is(button, input)"
Judge = Callable[[State], list[str]]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(gallery_app()) as address:
        yield address


def judge_all(page: Page, address: str, judge: Judge) -> dict[str, list[str]]:
    """Of each state what `judge` finds, where it finds something."""
    found = {state.name: judge(state) for state in walk_states(page, address)}
    return {name: faults for name, faults in found.items() if faults}


def find_faults(page: Page, state: State, axe: Axe) -> list[str]:
    """On a tablet and on a phone, with usual letters, and on a tablet with letters of twice the size."""
    settle(page)
    faults = [*axe(page, "color-contrast"), *find_layout_faults(page), *find_repeated_facts(page)]
    if state.has_game and page.locator(".board .mat").count() and page.evaluate(BOARD) < BOARD_SHARE:
        faults.append(f"the board has {page.evaluate(BOARD):.0%}")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        faults.append("wider than its screen at 200 %")
    page.evaluate("document.documentElement.style.fontSize = ''")
    to_size(page, "phone")
    faults += [f"phone: {fault}" for fault in (*find_layout_faults(page), *find_repeated_facts(page))]
    answer = page.locator(FIRST_ANSWER).first
    if not page.locator("dialog").count() and answer.count():
        expect(answer).to_be_in_viewport(ratio=1)
    return faults


def test_no_state_has_a_barrier_a_small_target_a_cut_word_a_fact_twice_or_a_small_board(
    opened: Opened, address: str, axe: Axe
) -> None:
    page = opened(f"{address}/icon.svg")
    assert judge_all(page, address, lambda state: find_faults(page, state, axe)) == {}


@pytest.mark.long
def test_no_word_of_any_state_is_faint_in_either_theme(opened: Opened, address: str) -> None:
    page = opened(f"{address}/icon.svg")

    def judge(_state: State) -> list[str]:
        settle(page)
        return faint_in_both_themes(page)

    assert judge_all(page, address, judge) == {}


@pytest.mark.long
@pytest.mark.parametrize("language", ["de", LONGER, RIGHT_TO_LEFT])
def test_every_state_holds_its_layout_in_other_languages(opened: Opened, tmp_path: Path, language: str) -> None:
    made = {LONGER: lengthened, RIGHT_TO_LEFT: in_hebrew_letters}
    languages = shipped(tmp_path) if language == "de" else made_of_the_catalogues(tmp_path, made)
    with served(gallery_app(languages)) as address:
        page = opened(f"{address}/icon.svg", scheme="light")
        page.context.add_cookies([{"name": "language", "value": language, "url": address}])

        def judge(_state: State) -> list[str]:
            settle(page)
            faults = find_layout_faults(page)
            if language == "de":
                faults += faint_in_both_themes(page)
            to_size(page, "phone")
            return [*faults, *(f"phone: {fault}" for fault in find_layout_faults(page))]

        assert judge_all(page, address, judge) == {}
        expect(page.locator("html")).to_have_attribute("lang", language)
