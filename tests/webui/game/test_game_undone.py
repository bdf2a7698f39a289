"""A question whose answer was taken back is open again, and takes another answer: each kind of question."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from fake_game import ROLE, FakeGame, question, roll, wait_until
from playwright.sync_api import Page, expect
from real_game import RealGame, real_game
from screens import PATIENCE_MS, SIZES

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
Kind = tuple[dict[str, Any], Taps, Taps]
KINDS: dict[str, Kind] = {
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


def give(page: Page, key: str, taps: Taps) -> None:
    """Taps an answer on the form of that question, which takes none that was meant for the one before."""
    page.wait_for_selector(f"[data-question='{key}'] .form:not([inert])")
    for each in taps:
        if each.startswith("type "):
            page.get_by_label("Answer", exact=True).fill(each.removeprefix("type "))
        else:
            page.locator(each).tap()


def given(fake: FakeGame) -> list[Any]:
    return [body.get("raw", "the app's dice") for body in fake.done(ANSWER)]


def taken_back(fake: FakeGame) -> None:
    """The last answer counts no more."""
    line = 46 + len(fake.lines)
    fake.lines = [
        *fake.lines,
        {"n": line, "kind": "answer", "text": "Red answers", "seat": "red"},
        {"n": line + 1, "kind": "struck", "text": "Taken back", "seat": "", "struck": [line, line]},
    ]


def each_kind(fake: FakeGame, kinds: Sequence[Kind]) -> Iterator[tuple[dict[str, Any], Taps, Taps]]:
    """Every kind of question after the other as it is asked, and how it is answered, first and otherwise."""
    for number, (ask, first, other) in enumerate(kinds):
        asked = ask | {"key": f"7.{50 + number}.0", "line": 50 + number}
        fake.posts.clear()
        fake.say(questions=[asked])
        yield asked, first, other
        wait_until_given(fake, 2)
        assert given(fake)[0] != given(fake)[1]


def wait_until_given(fake: FakeGame, count: int) -> None:
    end = time.monotonic() + PATIENCE_MS / 1000
    while len(given(fake)) < count:
        assert time.monotonic() < end, f"it was never answered: {fake.posts}"
        time.sleep(0.02)


@pytest.mark.long
@pytest.mark.parametrize(
    "at_once", [pytest.param(False, id="told in turn"), pytest.param(True, id="told at once", marks=pytest.mark.long)]
)
def test_what_was_taken_back_is_answered_otherwise_whatever_is_asked(page: Page, fake: FakeGame, at_once: bool) -> None:
    """at_once: another device took it back before this page heard that its answer counted."""
    for asked, first, other in each_kind(fake, list(KINDS.values())):
        give(page, asked["key"], first)
        wait_until_given(fake, 1)
        expect(page.locator(".question .waiting")).to_have_text("Sent …")
        if not at_once:
            fake.say(questions=[])
            expect(page.locator(".question")).to_have_count(0)
        taken_back(fake)
        fake.say(questions=[asked])
        give(page, asked["key"], other)


@pytest.mark.long
def test_with_two_phones_the_other_side_takes_back_and_the_same_phone_answers_otherwise(
    fake: FakeGame, address: str, opened: Opened
) -> None:
    """Whatever is asked; and what only red's own eyes may read."""
    red, blue = (seats_phone(opened, address, seat) for seat in ("red", "blue"))
    secret = [in_private(KINDS[kind]) for kind in ("choice", "assignment")]
    for asked, first, other in each_kind(fake, [*KINDS.values(), *secret]):
        give(red, asked["key"], first)
        wait_until_given(fake, 1)
        fake.say(questions=[], last={"line": asked["line"], "by": "red", "text": f"Red answers {asked['key']}"})
        expect(red.locator(".question")).to_have_count(0)
        expect(blue.locator(".undo .last")).to_contain_text(asked["key"])
        blue.locator("[data-undo]").tap()
        wait_until(blue, lambda: len(fake.done("/api/game/undo")) == 1)
        taken_back(fake)
        fake.say(questions=[asked])
        give(red, asked["key"], other)
        expect(blue.locator(".form")).to_have_count(0)


def in_private(kind: Kind) -> Kind:
    """The same, for red's own eyes."""
    ask, first, other = kind
    return ask | {"ask": ask["ask"] | {"seen_by": ["red"]}}, first, other


def seats_phone(opened: Opened, address: str, seat: str) -> Page:
    """A seat's own telephone."""
    page = opened("about:blank", SIZES["phone"])
    page.context.add_cookies([{"name": ROLE, "value": seat, "url": address}])
    page.goto(address)
    expect(page.locator(".panel.game")).to_be_visible()
    return page


def test_what_is_half_entered_stays_while_another_question_is_answered(page: Page, fake: FakeGame) -> None:
    """The key of a question counts those that are open before it."""
    ask, *_taps = KINDS["assignment"]
    others = question("7.44.0", "Blue decides", {"kind": "Confirm", "seat": "blue"}, mine=False)
    fake.say(questions=[others, ask | {"key": "7.45.1", "line": 45, "which": 1}])
    given = page.locator(".form [data-option=rush]").first
    expect(page.locator(".form[inert]")).to_have_count(0)
    given.tap()
    expect(given).to_have_attribute("aria-pressed", "true")
    fake.say(questions=[ask | {"key": "7.45.0", "line": 45}])
    expect(page.locator(".question")).to_have_count(1)
    expect(given).to_have_attribute("aria-pressed", "true")


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
