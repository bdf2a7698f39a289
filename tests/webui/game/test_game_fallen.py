"""What a game shows beside its questions: who has fallen, and where a question begins."""

import pytest
from fake_game import FakeGame, counters, roll, state, wait_until
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_who_has_fallen_is_crossed_out_on_the_board_and_goes_from_it_with_the_model(page: Page, fake: FakeGame) -> None:
    expect(page.locator("[data-fallen=fox]")).to_be_attached()
    count = page.locator(".sides .count").last
    left = int(count.inner_text())
    # nobody sees it: it was put back into its box
    expect(page.locator(".board [data-model=hal]")).to_be_attached()
    fallen = {"hal": counters("blue", alive=False, wounds=0)}
    fake.say(state={"models": state()["state"]["models"] | fallen})
    expect(page.locator(".board [data-model=hal]")).to_have_count(0)
    expect(page.locator("[data-fallen=hal]")).to_have_count(0)
    expect(count).to_have_text(str(left - 1))


def test_a_question_is_read_from_its_beginning(page: Page, fake: FakeGame) -> None:
    page.set_viewport_size({"width": 390, "height": 600})
    fake.say(questions=[roll("7.60.0")])
    expect(page.locator("[data-question='7.60.0']")).to_be_visible()
    body = page.locator(".game-body")
    assert body.evaluate("body => (body.scrollTop = 400, body.scrollTop)") > 0
    fake.say(questions=[roll("7.61.0")])
    expect(page.locator("[data-question='7.61.0']")).to_be_visible()
    wait_until(page, lambda: body.evaluate("body => body.scrollTop") == 0)
