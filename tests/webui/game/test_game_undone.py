"""A question whose answer was taken back is open again, and takes another answer: each kind of question."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_game import FakeGame, question, roll, wait_until
from playwright.sync_api import Page, expect
from real_game import RealGame, real_game

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANSWER = "/api/game/answer"
# not that of the question which the fake game begins with
KEY = "7.45.0"
ORDERS = [{"id": "rush", "label": "Rush"}, {"id": "wait", "label": "Wait"}]
Opened = Callable[..., Page]
# a button's CSS, or a text to type into the keypad or the line, with the button that ends it
Taps = tuple[str, ...]


def button(name: str) -> str:
    return f".form button:has-text('{name}')"


def asked(text: str, **ask: Any) -> dict[str, Any]:
    return question(KEY, text, {"seat": "red"} | ask)


# the question, how it is answered first, and how it is answered after that was taken back
KINDS: dict[str, tuple[dict[str, Any], Taps, Taps]] = {
    "one die": (roll(KEY), (".form [data-key='7']",), (".form [data-key='3']",)),
    "two dice": (
        roll(KEY, count=2),
        (".form [data-key='7']", ".form [data-key='2']"),
        (".form [data-key='4']", ".form [data-key='9']"),
    ),
    "dice of the app": (roll(KEY), (button("Let the app roll"),), (".form [data-key='3']",)),
    "choice": (
        asked("What does Ann do?", kind="Choose", options=ORDERS),
        (".form [data-option=rush]",),
        (".form [data-option=wait]",),
    ),
    "assignment": (
        asked("What does each do?", kind="Assign", items=["ann", "bea"], options=ORDERS),
        (".form [data-all=rush]", button("Done: 2 given")),
        (".form [data-all=wait]", button("Done: 2 given")),
    ),
    "yes or no": (
        asked("Does Ann fall back?", kind="Confirm"),
        (".form [data-option=yes]",),
        (".form [data-option=no]",),
    ),
    "too close to call": (
        asked("Ann to Eve", kind="Settle", about="ann to eve", value=11.98, sigma=0.03, limit=12),
        (".form [data-option=yes]",),
        (".form [data-option=no]",),
    ),
    "move": (
        asked("Ann moves", kind="Move", model="ann", allowance_in=8),
        (".form [data-key='6']", button("Enter")),
        (".form [data-key='5']", button("Enter")),
    ),
    "ranges": (
        asked("How far?", kind="Ranges", model="ann", others=["eve"], limits=[12]),
        (".form [data-key='9']", button("Enter")),
        (".form [data-key='4']", button("Enter")),
    ),
    "sight": (
        asked("How much does Ann see?", kind="Look", viewer="ann", targets=["eve"], transparent=[]),
        (".form [data-choice='0']",),
        (".form [data-choice='2']",),
    ),
    "contact": (
        asked("Whom does Ann touch?", kind="Touch", model="ann", others=["eve"]),
        (".form [data-option=eve]", button("Confirm 1 model")),
        (button("None"),),
    ),
    "a kind of its own": (
        asked("How much does Red stake?", kind="Wager", highest=5),
        ("type 3", button("Answer wager")),
        ("type 4", button("Answer wager")),
    ),
}
TAKEN_BACK = [
    {"n": 46, "kind": "answer", "text": "Red answers", "seat": "red"},
    {"n": 47, "kind": "struck", "text": "Taken back", "seat": "", "struck": [46, 46]},
]


def give(page: Page, taps: Taps) -> None:
    # a question takes no tap that was meant for the one before
    expect(page.locator(".form[inert]")).to_have_count(0)
    for each in taps:
        if each.startswith("type "):
            page.get_by_label("Answer", exact=True).fill(each.removeprefix("type "))
        else:
            page.locator(each).tap()


def given(fake: FakeGame) -> list[Any]:
    return [body.get("raw", "the app's dice") for body in fake.done(ANSWER)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("at_once", [False, True], ids=["told in turn", "told at once"])
def test_what_was_taken_back_is_answered_otherwise(page: Page, fake: FakeGame, kind: str, at_once: bool) -> None:
    """at_once: another device took it back before this page heard that its answer counted."""
    ask, first, other = KINDS[kind]
    fake.say(questions=[ask])
    # the question before may have the same text
    expect(page.locator(".question")).to_have_count(1)
    expect(page.locator(f"[data-question='{KEY}']")).to_be_visible()
    give(page, first)
    wait_until(page, lambda: len(given(fake)) == 1)
    expect(page.locator(".question .waiting")).to_have_text("Sent …")
    if not at_once:
        fake.say(questions=[])
        expect(page.locator(".question")).to_have_count(0)
    fake.lines = TAKEN_BACK
    fake.say(questions=[ask])
    give(page, other)
    wait_until(page, lambda: len(given(fake)) == 2)
    assert given(fake)[0] != given(fake)[1]


def test_a_private_answer_that_nobody_saw_taken_back_is_asked_for_again(page: Page, fake: FakeGame) -> None:
    ask = asked("Which model is activated?", kind="Choose", seen_by=["red"], options=ORDERS)
    fake.say(questions=[], waits="red", heading="Red")
    fake.answers["/api/game/private"] = ({"seat": "red", "hidden": [], "questions": [ask]}, 200)
    for number, option in enumerate(("rush", "wait"), start=1):
        page.get_by_role("button", name="Show for 20 s").tap()
        page.locator(f".revealed [data-option={option}]").tap()
        wait_until(page, lambda wanted=number: len(given(fake)) == wanted)  # type: ignore[misc]
        expect(page.locator(".revealed [data-option]")).to_have_count(0)
    assert given(fake) == ["rush", "wait"]


@pytest.fixture
def game(tmp_path: Path) -> Iterator[RealGame]:
    with real_game(tmp_path) as game:
        yield game


def test_in_a_real_game_each_answer_can_be_taken_back_and_given_otherwise(game: RealGame, opened: Opened) -> None:
    page = opened(game.address)
    for seat in ("red", "blue"):
        if seat == "red":
            page.locator("[data-open-own=red]").tap()
        page.get_by_role("button", name="Show for 20 s").tap()
        page.locator("[data-all='snap-fire']").tap()
        page.get_by_role("button", name="Done: 6 given").tap()
        expect(page.locator(f"[data-secret={seat}]")).to_have_count(0)
    red = page.locator(".question", has=page.locator(".side-mark", has_text="Red"))
    red.locator("[data-key='9']").tap()
    expect(red).to_have_count(0)
    page.locator("[data-undo]").tap()
    red.locator("[data-key='8']").tap()
    expect(red).to_have_count(0)
    page.locator(".question [data-key='2']").tap()
    page.locator(".form [data-option]").first.tap()
    page.locator("[data-name=brandt]").tap()
    page.locator(".form [data-option=rush]").tap()
    expect(page.locator(".live-length")).to_be_visible()
    page.locator("[data-undo]").tap()
    page.locator(".form [data-option='move+shoot']").tap()
    expect(page.locator(".live-length")).to_be_visible()
    assert game.told["last"]["text"] == "Red: Move and shoot"
