"""What a game shows beside its questions: who has fallen, and where a question begins."""

import pytest
from fake_game import NAMES, FakeGame, model_view, roll, state, wait_until
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_who_has_fallen_is_crossed_out_on_the_board_and_goes_from_it_with_the_model(page: Page, fake: FakeGame) -> None:
    expect(page.locator("[data-fallen=fox]")).to_be_attached()
    # it is in no game, and nobody sees it: what the camera has seen of it before is no news
    expect(page.locator(".board [data-model=hal]")).to_have_count(0)
    models, hal = state()["state"]["models"], {"name": "Hal", "side": "blue", "code": "B4"}
    fake.say(names=NAMES | {"hal": hal}, state={"models": models | {"hal": model_view()}})
    expect(page.locator(".board [data-model=hal]")).to_be_attached()
    expect(page.locator(".sides .count")).to_have_text(["3", "2"])
    # it is still out of sight: it was put back into its box
    fake.say(state={"models": models | {"hal": model_view(alive=False, left=0)}})
    expect(page.locator(".board [data-model=hal]")).to_have_count(0)
    expect(page.locator("[data-fallen=hal]")).to_have_count(0)
    expect(page.locator(".sides .count")).to_have_text(["3", "1"])


def test_a_question_is_read_from_its_beginning(page: Page, fake: FakeGame) -> None:
    page.set_viewport_size({"width": 390, "height": 600})
    fake.say(questions=[roll("7.60.0")])
    expect(page.locator("[data-question='7.60.0']")).to_be_visible()
    body = page.locator(".game-body")
    assert body.evaluate("body => (body.scrollTop = 400, body.scrollTop)") > 0
    fake.say(questions=[roll("7.61.0")])
    expect(page.locator("[data-question='7.61.0']")).to_be_visible()
    wait_until(page, lambda: body.evaluate("body => body.scrollTop") == 0)
