"""What lies face down is shown to its own player alone, for as long as a finger holds."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from fake_game import FakeGame, question, shown_order
from playwright.sync_api import CDPSession, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PRIVATE = "/api/game/private"
RESTS_MS = 500
GIVE = {
    "kind": "Assign", "secret": True, "purpose": "orders", "items": ["ann", "bea", "cal"],
    "options": [{"id": "overwatch", "label": "Overwatch"}, {"id": "snap-fire", "label": "Snap-fire"}],
}  # fmt: skip
ORDERS = [
    question(f"7.46.{n}", f"{seat} gives orders", GIVE | {"seat": seat.lower()})
    for n, seat in enumerate(["Red", "Blue"])
]
ACTIVATE = question(
    "7.47.0", "Which model is activated?",
    {"kind": "Choose", "seat": "red", "seen_by": ["red"], "purpose": "activate",
     "options": [{"id": "ann", "label": "Ann"}, {"id": "cal", "label": "Cal"}]},
)  # fmt: skip


@pytest.fixture
def secret(fake: FakeGame) -> FakeGame:
    """Red may be activated; which of its models lie on overwatch only Red may know."""
    announce = {"seat": "red", "title": "Name a model, or look first", "models": ["ann", "bea"], "after": None}
    fake.say(questions=[], waits="red", heading="Red", announce=announce)
    orders = {"ann": "Snap-fire", "bea": "Overwatch", "cal": "Snap-fire"}
    hidden = [{"model": model, "counters": [shown_order(order, "own")]} for model, order in orders.items()]
    fake.answers[PRIVATE] = ({"seat": "red", "hidden": hidden, "questions": [ACTIVATE]}, 200)
    return fake


class Finger:
    """One finger on the glass, another beside it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self.down: list[dict[str, Any]] = []

    def press(self, css: str) -> None:
        box = self.page.locator(css).bounding_box()
        assert box
        self.down.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": len(self.down)})
        self.cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": self.down})

    def lift(self) -> None:
        self.cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [self.down.pop()]})


def test_a_held_finger_shows_and_a_lifted_one_hides(secret: FakeGame, page: Page) -> None:
    expect(page.get_by_text("Blue: look away.")).to_be_visible()
    assert secret.done(PRIVATE) == []
    finger = Finger(page)
    finger.press(".hold")
    expect(page.locator(".hidden-counters")).to_contain_text("Overwatch")
    finger.lift()
    expect(page.locator(".hidden-counters")).to_have_count(0)
    assert "overwatch" not in page.content().lower()
    assert [body["seat"] for body in secret.done(PRIVATE)] == ["red"]


def test_a_model_named_aloud_is_told_to_the_server_and_nothing_private_is_fetched(secret: FakeGame, page: Page) -> None:
    page.locator("[data-name=ann]").tap()
    expect(page.locator("[data-name=bea]")).to_be_disabled()
    assert [body["model"] for body in secret.awaited("/api/game/name")] == ["ann"]
    assert secret.done(PRIVATE) == []


def test_only_the_models_that_the_server_offers_may_be_announced(secret: FakeGame, page: Page) -> None:
    expect(page.locator(".question h2")).to_have_text("Name a model, or look first")
    expect(page.locator("[data-name]")).to_have_count(2)
    secret.say(announce={"seat": "red", "title": "Name a model", "models": ["ann"], "after": None})
    expect(page.locator("[data-name]")).to_have_count(1)
    expect(page.locator("[data-name=ann]")).to_be_visible()


def test_announcing_the_next_model_answers_the_question_that_it_ends(fake: FakeGame, page: Page) -> None:
    ask = {"kind": "Choose", "seat": "red", "options": [{"id": "shoot"}, {"id": "end"}]}
    announce = {"seat": "blue", "title": "Or end it, and Blue goes on with", "models": ["eve"], "after": "7.50.0"}
    fake.say(questions=[question("7.50.0", "What does Ann do next?", ask) | {"announce": announce}])
    expect(page.locator(".announce-next .lead")).to_have_text("Or end it, and Blue goes on with")
    page.locator(".announce-next [data-name=eve]").tap()
    expect(page.locator(".question .waiting")).to_have_text("Sent …")
    assert [(body["model"], body["after"]) for body in fake.awaited("/api/game/name")] == [("eve", "7.50.0")]


def test_a_second_finger_answers_while_the_first_one_holds(secret: FakeGame, page: Page) -> None:
    finger = Finger(page)
    finger.press(".hold")
    page.wait_for_selector(".revealed [data-option=cal]")
    # what has just appeared rests, and takes no tap
    page.wait_for_timeout(RESTS_MS)
    expect(page.locator(".revealed [inert] [data-option=cal]")).to_have_count(0)
    finger.press(".revealed [data-option=cal]")
    finger.lift()
    expect(page.locator(".revealed [data-option=cal]")).to_have_count(0)
    (given,) = secret.awaited("/api/game/answer")
    assert (given["seat"], given["raw"]) == ("red", "cal")
    finger.lift()


def test_twenty_seconds_with_a_countdown_do_the_same_by_tap_alone(secret: FakeGame, page: Page) -> None:
    page.get_by_role("button", name="Show for 20 s").tap()
    expect(page.locator(".hidden-counters")).to_be_visible()
    expect(page.locator(".count-down")).to_have_text(re.compile("^1[0-9]$"))
    page.get_by_role("button", name="Hide").tap()
    expect(page.locator(".hidden-counters")).to_have_count(0)


def test_a_page_that_loses_its_focus_hides(secret: FakeGame, page: Page) -> None:
    page.get_by_role("button", name="Show for 20 s").tap()
    expect(page.locator(".hidden-counters")).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(page.locator(".hidden-counters")).to_have_count(0)


def test_nothing_secret_is_in_any_answer_before_it_is_asked_for(
    secret: FakeGame, address: str, opened: Callable[..., Page]
) -> None:
    page = opened("about:blank")
    texts: list[str] = []
    # the words of a book are explained to everybody alike, whatever is played
    told = ("/api/events", "/api/glossary")
    page.on(
        "response",
        lambda got: (
            texts.append(got.text()) if "/api/" in got.url and not any(one in got.url for one in told) else None
        ),
    )
    page.goto(address)
    page.wait_for_selector(".hold")
    page.wait_for_timeout(300)
    assert not any("overwatch" in text for text in texts)


def test_orders_of_both_sides_are_given_behind_covers_of_their_own(fake: FakeGame, page: Page) -> None:
    fake.say(questions=ORDERS, waits="", heading="Orders of turn 2")
    fake.answers[PRIVATE] = ({"seat": "blue", "hidden": [], "questions": [ORDERS[1]]}, 200)
    expect(page.locator("[data-secret]")).to_have_count(2)
    expect(page.locator("[data-all]")).to_have_count(0)
    page.locator("[data-open-own=blue]").tap()
    expect(page.get_by_role("heading", name="Red: look away")).to_be_visible()
    page.get_by_role("button", name="Show for 20 s").tap()
    page.locator("[data-all=overwatch]").tap()
    page.locator("[data-item=cal][data-option=snap-fire]").tap()
    page.get_by_role("button", name="Done: 3 given").tap()
    expect(page.locator("dialog")).to_have_count(0)
    (given,) = fake.awaited("/api/game/answer")
    assert given["seat"] == "blue"
    assert given["raw"] == {"ann": "overwatch", "bea": "overwatch", "cal": "snap-fire"}


def test_orders_half_given_are_still_there_after_the_finger_slipped(fake: FakeGame, page: Page) -> None:
    fake.say(questions=ORDERS[:1], waits="")
    fake.answers[PRIVATE] = ({"seat": "red", "hidden": [], "questions": [ORDERS[0]]}, 200)
    page.get_by_role("button", name="Show for 20 s").tap()
    page.locator("[data-item=ann][data-option=overwatch]").tap()
    page.get_by_role("button", name="Hide").tap()
    assert "overwatch" not in json.dumps(page.evaluate("({...sessionStorage, ...localStorage})"))
    page.get_by_role("button", name="Show for 20 s").tap()
    expect(page.locator("[data-item=ann][data-option=overwatch]")).to_have_attribute("aria-pressed", "true")


def test_the_waiting_side_can_always_ask_to_break_in_and_nothing_tells_whether_it_could(
    fake: FakeGame, page: Page
) -> None:
    expect(page.locator("[data-interrupt=blue]")).to_be_visible()
    expect(page.locator("[data-interrupt=red]")).to_have_count(0)
    before = page.locator("[data-interrupt=blue]").inner_html()
    fake.answers[PRIVATE] = ({"seat": "blue", "hidden": [], "questions": []}, 200)
    fake.say(questions=fake.game["questions"])  # type: ignore[index]
    assert page.locator("[data-interrupt=blue]").inner_html() == before
    page.locator("[data-interrupt=blue]").tap()
    expect(page.get_by_role("heading", name="Red: look away")).to_be_visible()
    page.get_by_role("button", name="Show for 20 s").tap()
    expect(page.get_by_text("Nothing to answer now.")).to_be_visible()


def test_a_seats_own_device_shows_its_orders_and_questions_as_they_are(fake: FakeGame, page: Page) -> None:
    fake.say(role="red", questions=[ACTIVATE], private={"red": False, "blue": False})
    expect(page.locator(".form [data-option=cal]")).to_be_visible()
    expect(page.locator(".hold")).to_have_count(0)
    page.locator(".form [data-option=cal]").tap()
    assert "seat" not in fake.awaited("/api/game/answer")[0]


@pytest.mark.parametrize("option", [0, 5, 11])
def test_the_button_that_hides_never_lies_over_an_answer(fake: FakeGame, page: Page, option: int) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    options = [{"id": f"m{number}", "label": f"Model {number}"} for number in range(12)]
    many = {**ACTIVATE, "ask": {**ACTIVATE["ask"], "options": options}}
    fake.say(questions=[], waits="red", heading="Red", announce=None)
    fake.answers[PRIVATE] = ({"seat": "red", "hidden": [], "questions": [many]}, 200)
    page.get_by_role("button", name=re.compile("Show for")).tap()
    answer = page.locator(f".revealed [data-option=m{option}]")
    expect(answer).to_be_visible()
    # where the page scrolls just so far that the answer is at the lower edge
    assert answer.evaluate(
        "button => { button.scrollIntoView({ block: 'end' }); const box = button.getBoundingClientRect();"
        " return button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"
    )
    expect(page.locator(".hide")).to_be_in_viewport()
