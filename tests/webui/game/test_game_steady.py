"""Nothing moves under a finger, and whoever looks is shown what counts now: the place, the wait, the latest turn."""

from typing import Any

import pytest
from fake_game import FakeGame, question, roll, wait_until
from playwright.sync_api import CDPSession, Page, expect
from screens import BOUNCE_MS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANSWER = "/api/game/answer"
MOVE = {"kind": "Move", "seat": "red", "model": "ann", "allowance_in": 8}
DEPLOY = {"kind": "Deploy", "seat": "red", "model": "nil", "allowance_in": 6}
LIVE = {"raw": {"length_in": 6.3}, "says": "6.30″ of at most 8″", "ready": True, "why_not": ""}
# counts how often forms were closed to taps for a moment
COUNT_RESTS = """() => {
  window.rests = 0;
  new MutationObserver(seen => seen.forEach(({ target }) => target.inert && window.rests++))
    .observe(document.querySelector(".game-body"), { attributes: true, attributeFilter: ["inert"], subtree: true });
}"""


def move(key: str, measured: Any = None, awaited: bool = False) -> dict[str, Any]:
    return question(key, "Ann moves, up to 8″", MOVE, measured=measured) | {"awaited": awaited}


def deploy(key: str, measured: Any = None) -> dict[str, Any]:
    """Of a model that is not on the table."""
    return question(key, "Nil is put down", DEPLOY, measured=measured)


def touch(cdp: CDPSession, page: Page, where: str) -> None:
    """A finger is put down, and stays."""
    box = page.locator(where).bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})


def lift(cdp: CDPSession) -> None:
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_question_stays_under_the_finger_that_answers_it(page: Page, fake: FakeGame) -> None:
    cdp = page.context.new_cdp_session(page)
    expect(page.locator(".form[inert]")).to_have_count(0)
    touch(cdp, page, "[data-key='7']")
    fake.say(questions=[roll("7.60.0") | {"text": "Another question"}], alerts=[{"model": "eve", "text": "Look there"}])
    # what is told after the game has come to the page as well
    fake.trouble = {"database": "away"}
    expect(page.locator("[data-banner=database]")).to_be_visible()
    expect(page.locator(".question h2")).to_have_text("Ann shoots at Fox with her rifle")
    expect(page.locator(".alert-card")).to_have_count(0)
    lift(cdp)
    wait_until(page, lambda: len(fake.done(ANSWER)) == 1)
    assert fake.done(ANSWER)[0]["key"] == "7.41.0"
    expect(page.locator(".question h2")).to_have_text("Another question")
    expect(page.locator(".alert-card")).to_have_text("Look there")


def test_a_form_takes_no_tap_for_a_moment_after_it_was_moved(page: Page, fake: FakeGame) -> None:
    expect(page.locator(".form[inert]")).to_have_count(0)
    page.evaluate(COUNT_RESTS)
    fake.say(heading="Red: Ann shoots")
    expect(page.locator(".game-head h1")).to_contain_text("Ann shoots")
    assert page.evaluate("window.rests") == 0
    fake.say(alerts=[{"model": "eve", "text": "Eve could break in here"}])
    page.wait_for_function("() => window.rests > 0")
    expect(page.locator(".form[inert]")).to_have_count(0)


def test_a_question_waits_for_the_camera_and_then_changes_by_a_tap_alone(page: Page, fake: FakeGame) -> None:
    keypad, done = page.locator(".inches-pad"), page.locator("[data-done]")
    fake.say(questions=[move("7.61.0", awaited=True)])
    expect(page.locator("[data-awaited]")).to_have_text("The table is measuring …")
    expect(keypad).to_have_count(0)
    fake.say(questions=[move("7.61.0", LIVE)])
    expect(done).to_be_enabled()
    before = done.bounding_box()
    # a hand comes over the model: the form stays, and says why
    fake.say(questions=[move("7.61.0")])
    expect(done).to_be_disabled()
    expect(page.locator(".measured .why-not")).to_contain_text("Measure by hand")
    expect(keypad).to_have_count(0)
    assert done.bounding_box() == before
    page.get_by_role("button", name="Measure by hand").tap()
    expect(keypad).to_be_visible()
    first = page.locator(".form [data-key='1']")
    place = first.bounding_box()
    fake.say(questions=[move("7.61.0", LIVE)])
    by_table = page.locator("[data-by-table]")
    expect(by_table).to_have_text("Measured by the table: 6.30″ of at most 8″")
    assert first.bounding_box() == place
    by_table.tap()
    done.tap()
    wait_until(page, lambda: len(fake.done(ANSWER)) == 1)
    assert fake.done(ANSWER)[0]["source"] == "table"
    # one that the camera does not see is typed at once
    fake.say(questions=[move("7.62.0")])
    expect(keypad).to_be_visible()


def test_a_model_that_is_still_to_be_put_down_is_waited_for(page: Page, fake: FakeGame) -> None:
    fake.say(questions=[deploy("7.66.0")])
    done = page.locator("[data-done]")
    expect(done).to_be_disabled()
    expect(page.locator(".measured .why-not")).to_have_text("Put nil on the table: the camera measures the position.")
    expect(page.locator(".inches-pad")).to_have_count(0)
    before = done.bounding_box()
    fake.say(questions=[deploy("7.66.0", LIVE)])
    expect(done).to_be_enabled()
    assert done.bounding_box() == before
    done.tap()
    wait_until(page, lambda: len(fake.done(ANSWER)) == 1)
    assert fake.done(ANSWER)[0]["source"] == "table"


def test_who_is_waited_for_is_said_where_nothing_can_be_seen_of_the_question(page: Page, fake: FakeGame) -> None:
    fake.say(role="red", questions=[], waits="blue", private={})
    expect(page.locator(".game-body > .waiting")).to_have_text("Waiting for Blue …")
    fake.say(role="spectator", questions=[], waits="")
    expect(page.locator(".game-body > .waiting")).to_have_text("Waiting for the players …")
    # on a phone a new question is read from its beginning, wherever the one before was left
    page.set_viewport_size({"width": 390, "height": 844})
    fake.say(role="red", questions=[roll("7.63.0", count=5)])
    expect(page.locator("[data-question='7.63.0']")).to_be_visible()
    body = page.locator(".game-body")
    body.evaluate("body => body.scrollTo(0, body.scrollHeight)")
    fake.say(questions=[roll("7.64.0")])
    expect(page.locator("[data-question='7.64.0'] h2")).to_be_in_viewport(ratio=1)
    # a single choice lies ready
    fight = {"kind": "Choose", "seat": "red", "options": [{"id": "eve"}, {"id": "fox", "why_not": "Fox is out"}]}
    fake.say(questions=[question("7.65.0", "Whom does Ann fight?", fight)])
    ready = page.locator(".form [data-option=eve]")
    assert ready.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(13, 45, 33)"


def test_a_game_that_begins_has_the_page(page: Page, fake: FakeGame) -> None:
    game = fake.game
    page.locator("[data-log-tab]").tap()
    fake.game = None
    expect(page.locator("[data-new-game]")).to_be_visible()
    page.locator(".panel .row", has_text="Ann").first.tap()
    expect(page.locator(".head.chosen")).to_be_visible()
    page.get_by_role("button", name="Camera").tap()
    assert game
    fake.game = game | {"id": 8}
    expect(page.locator(".game-body")).to_be_visible()
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator(".view-switch")).to_have_accessible_name("Camera")


@pytest.mark.long
@pytest.mark.parametrize(
    ("trouble", "now", "begins", "ends"),
    [
        ("unplugged", {"camera": "lost"}, {"do": "lose_camera"}, {"do": "return_camera"}),
        ("dark", {"light": 0}, {"do": "light", "share": 0}, {"do": "light", "share": 1}),
        ("bumped", {"bumped": True}, {"do": "bump_camera"}, {"do": "bump_camera"}),
    ],
)
def test_what_goes_wrong_in_a_room_is_made_to_happen_from_the_menu_of_the_demo(
    fake: FakeGame, page: Page, trouble: str, now: dict, begins: dict, ends: dict
) -> None:
    good = {"camera": "on", "bumped": False, "light": 1}
    fake.answers["/api/stage"] = (good, 200)
    page.reload()
    page.locator(".menu-button").tap()
    page.locator("[data-demo]").tap()
    key = page.locator(f"[data-trouble={trouble}]")
    # closed until the page knows the room: what it asked before would be answered with what comes next
    expect(key).to_be_enabled()
    expect(key).to_have_attribute("aria-pressed", "false")
    fake.answers["/api/stage"] = (good | now, 200)
    key.tap()
    expect(key).to_have_attribute("aria-pressed", "true")
    fake.answers["/api/stage"] = (good, 200)
    page.wait_for_timeout(BOUNCE_MS)
    key.tap()
    expect(key).to_have_attribute("aria-pressed", "false")
    # a page that waits for an answer says the same again, under the same number
    said = {body["id"]: body for body in fake.done("/api/stage")}.values()
    told = [{name: value for name, value in body.items() if name != "id"} for body in said]
    assert told == [begins, ends]


def test_the_demo_says_where_its_hand_is_and_the_end_of_an_action_what_it_does(fake: FakeGame, page: Page) -> None:
    fake.answers["/api/stage"] = ({}, 200)
    page.reload()
    deploys = {"kind": "Deploy", "seat": "red", "model": "ann", "allowance_in": 6}
    fake.say(questions=[question("7.66.0", "Ann is deployed", deploys)])
    page.locator("[data-hand-hint]").tap()
    expect(page.locator(".hand-bar")).to_be_visible()
    expect(page.locator("[data-hand-hint]")).to_have_count(0)
    ends = {"kind": "Choose", "seat": "red", "options": [{"id": "end", "label": "End the action"}]}
    going_on = {"seat": "blue", "title": "Or end it", "models": ["eve"], "after": "7.67.0", "note": "The tap ends it."}
    fake.say(questions=[question("7.67.0", "End the action?", ends) | {"announce": going_on}])
    expect(page.locator(".announce-note")).to_have_text("The tap ends it.")
    fake.lines = [
        {"n": 41, "kind": "event", "text": "Eve wants to charge", "seat": "blue", "aside": True},
        {"n": 42, "kind": "event", "text": "Eve cannot: too far", "seat": "blue", "aside": True},
    ]
    expect(page.locator(".lately-told li")).to_have_text(["Eve cannot: too far"])


def test_turns_that_are_over_are_folded_in_the_log(page: Page, fake: FakeGame) -> None:
    fake.lines = [
        {"n": number, "kind": "event", "text": f"Line {number}", "seat": "", "turn": turn, "turn_title": f"Turn {turn}"}
        for number, turn in enumerate([1] * 200 + [2] * 3, 1)
    ]
    page.locator("[data-log-tab]").tap()
    expect(page.locator(".log-line")).to_have_text(["Line 201", "Line 202", "Line 203"])
    folded = page.locator("[data-turn='1']")
    expect(folded).to_have_text("Turn 1200 lines▾")
    folded.tap()
    expect(page.locator("[data-line='200']")).to_have_count(1)
    expect(page.locator("[data-line='1']")).to_have_count(0)
    page.locator("[data-earlier]").tap()
    expect(page.locator("[data-line='1']")).to_have_count(1)
    expect(folded).to_have_attribute("aria-expanded", "true")


def test_what_only_repeats_the_sum_of_a_roll_has_no_line_in_the_log(page: Page, fake: FakeGame) -> None:
    told: list[tuple[str, str, dict[str, Any]]] = [
        ("answer", "Red: Fox", {}), ("event", "Ann shoots at Fox", {"aside": True}),
        ("answer", "to hit 7+ (SH 4): rolled 9, a hit", {"clause": "UW-QS Shooting"}),
        ("event", "Ann hits Fox", {"aside": True}), ("event", "Fox loses 1 wound", {}),
    ]  # fmt: skip
    fake.lines = [
        {"n": number, "kind": kind, "text": text, "seat": "", "turn": 1, "turn_title": "Turn 1", **more}
        for number, (kind, text, more) in enumerate(told, 1)
    ]
    page.locator("[data-log-tab]").tap()
    page.locator("[data-every-line]").tap()
    lines = page.locator(".log-line")
    expect(lines).to_have_count(4)
    for line, text in zip(lines.all(), (told[0][1], told[1][1], told[2][1], told[4][1]), strict=True):
        expect(line).to_contain_text(text)
