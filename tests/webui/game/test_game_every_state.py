"""Every state of the table's page: no barrier in English, no word faint in German in either theme, nothing off its
edge at 200 %.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from contrast import faint_in_both_themes, faint_words
from fake_game import FakeGame, question, roll
from fake_table import position
from playwright.sync_api import Page, expect
from screens import Axe, settle, tap_log
from test_game_questions import COUNT, GUARDS
from test_game_ruling import SCATTERED, WOUNDED
from test_game_secrets import ACTIVATE, GIVE, ORDERS
from test_game_sizes import ASKED, off_the_edge
from test_game_targets import target_question
from test_game_undone import KINDS

from tablecam.base.i18n import Message
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.check import Duel, DuelSide, Ladder, Modifier
from tablecam.rules.dice import D6, D10_FROM_0

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# brings the page into a state and names what shows that it is there
State = Callable[[Page, FakeGame], str]
STATES: dict[str, State] = {}
USUAL = "[data-question='7.41.0'] .form:not([inert])"
RESULT = {
    "headline": "Nobody wins", "reason": "all models of both sides are destroyed", "winner": "",
    "tournament": {"text": "On the card: a draw", "ahead": "", "steps": 0},
    "columns": [{"key": "lost", "title": "Lost"}, {"key": "level", "title": "Casualties"}],
    "sides": [{"seat": seat, "cells": {"lost": "2 of 6", "level": "moderate"}} for seat in ("red", "blue")],
}  # fmt: skip
PROPOSAL = {
    "key": "p1", "line": 12, "by": "red", "text": "Red rolls 2 for initiative", "why": "it was cocked",
    "instead_of": "Red rolls 9 for initiative", "undone": ["Red wins"], "told": ["Blue wins"], "lost": 1,
    "agreed": ["red"], "needs": ["blue"],
}  # fmt: skip
LINES = [
    {"n": 38, "kind": "boundary", "text": "Turn 2", "seat": ""},
    {"n": 39, "kind": "answer", "text": "Red rolls 9 for initiative", "seat": "red", "overrulable": True},
    {"n": 40, "kind": "event", "text": "Red goes first", "seat": "red", "clause": "UW-QS Initiative"},
    {"n": 41, "kind": "struck", "text": "Taken back: Blue rolls 3", "seat": "", "struck": [37, 37]},
]  # fmt: skip
WATCHING = [{"model": "eve", "text": "Eve could break in from here on: sees 38 %", "short": "Eve 38 %"}]
NUDGED = [{"model": "bea", "from_in": [10, 10], "to_in": [12, 10], "by_in": 2.0}]
MAY = {"may": ["codes"], "addresses": ["http://table.local:8000"], "joined": {"spectator": 2},
       "codes": [{"role": "red", "name": "Red", "code": "KAFEN", "joined": 1}]}  # fmt: skip
DEVICES = {"devices": [{"device": "d1", "role": "red", "called": "Red", "since": 1.7e9, "early": False, "seen_s": 4,
                        "here": True, "own": False}]}  # fmt: skip


def named(name: str) -> Callable[[State], State]:
    def keep(state: State) -> State:
        STATES[name] = state
        return state

    return keep


def shown(fake: FakeGame, **changes: Any) -> None:
    """Another view of the table."""
    fake.view = replace(fake.view, number=fake.view.number + 1, **changes)


def asks(asked: dict[str, Any]) -> State:
    def ask(page: Page, fake: FakeGame) -> str:
        fake.say(questions=[asked])
        return f"[data-question='{asked['key']}'] .form:not([inert])"

    return ask


LADDER = Ladder(name="shooting", steps=(6, 10, 14), modifiers=(Modifier(4, "archers"),), die=D6).record()
DUEL = Duel(name="fire", sides=(DuelSide("red", (Modifier(2, "cover"),)), DuelSide("blue")), die=D10_FROM_0).record()
DICE = {"d6": {"name": "d6", "first": 1, "last": 6}, "d10": {"name": "d10 from 0", "first": 0, "last": 9}}
PICK = {"kind": "Pick", "seat": "red", "purpose": "guards", "options": GUARDS, "least": 1, "most": 2}
STANDING = {"kind": "Standing", "feature": "wall 1", "models": ["ann", "eve"], "within_in": 0.1}
KINDS_BESIDES = ("yes or no", "ranges", "contact", "a kind of its own")
STATES |= {f"asked: {key}": asks(asked) for key, asked in ASKED.items()}
STATES |= {f"asked: {key}": asks(KINDS[key][0] | {"key": f"7.{70 + n}.0"}) for n, key in enumerate(KINDS_BESIDES)}
STATES |= {
    "asked: a number": asks(question("7.80.0", "How many hits by magic?", COUNT)),
    "asked: some of several": asks(question("7.81.0", "Who stands guard?", PICK)),
    "asked: who stands there": asks(question("7.82.0", "Who stands on wall 1?", STANDING)),
    "asked: a ladder": asks(roll("7.83.0", check=LADDER, die=DICE["d6"])),
    "asked: a duel": asks(roll("7.84.0", check=DUEL, die=DICE["d10"])),
    "asked: a target, advised": asks(target_question(key="7.85.0")),
    "asked: a target, advice is due": asks(target_question(key="7.86.0", advice=None, advising="due")),
    "asked: a target while models move": asks(target_question(key="7.87.0", advice=None, advising="moving")),
}


@named("why a chance is what it is")
def _why_odds(page: Page, fake: FakeGame) -> str:
    fake.say(questions=[target_question(key="7.88.0")])
    page.wait_for_selector("[data-question='7.88.0'] .form:not([inert])")
    page.locator("[data-sums]").first.tap()
    return "[aria-expanded=true]"


@named("no game")
def _no_game(page: Page, fake: FakeGame) -> str:
    fake.game = None
    return ".begin-game"


@named("not set up")
def _not_set_up(page: Page, fake: FakeGame) -> str:
    fake.game = None
    missing = "the table is not set up yet: camera.yaml (the lens) is still missing"
    shown(fake, snapshot=None, camera=None, missing=missing)
    return "[data-front-door]"


@named("before the first picture")
def _no_picture(page: Page, fake: FakeGame) -> str:
    fake.game = None
    shown(fake, snapshot=None, camera=None, frame=None)
    return "[data-banner=camera].waiting"


@named("empty table")
def _empty(page: Page, fake: FakeGame) -> str:
    fake.game = None
    shown(fake, snapshot=replace(position(), models=(), terrain=replace(position().terrain, features=())))
    return ".panel h1:text-matches('^0 ')"


@named("camera lost")
def _camera_lost(page: Page, fake: FakeGame) -> str:
    shown(fake, trouble="the camera sends nothing: is it plugged in?")
    return "[data-banner=camera].trouble"


@named("one camera of two lost")
def _one_camera_lost(page: Page, fake: FakeGame) -> str:
    shown(fake, away=(Message("camera 1 has failed; the other cameras continue: the plug is out"),))
    return "[data-banner=camera-away]"


@named("held back")
def _held_back(page: Page, fake: FakeGame) -> str:
    shown(fake, snapshot=position(pose_untrusted=True))
    return "[data-banner=camera].held_back"


@named("a recording ends")
def _ended(page: Page, fake: FakeGame) -> str:
    shown(fake, over="the recording is at its end")
    return "[data-banner=camera].ended"


@named("database lost")
def _database(page: Page, fake: FakeGame) -> str:
    fake.trouble = {"database": "lost"}
    return "[data-rescue]"


@named("database away")
def _database_away(page: Page, fake: FakeGame) -> str:
    fake.trouble = {"database": "away"}
    return "[data-banner=database]"


@named("offline, and something unsent")
def _offline(page: Page, fake: FakeGame) -> str:
    fake.silent = fake.away = True
    page.locator(".form .key").first.tap()
    expect(page.locator("[data-unsent]")).to_be_visible()
    return "[data-banner=offline]"


@named("waiting for the other side")
def _waiting(page: Page, fake: FakeGame) -> str:
    theirs = [{**ASKED["choice"], "key": "7.60.0", "mine": False, "seat": "blue"}]
    fake.say(role="red", questions=theirs, private={"red": False, "blue": False})
    return "[data-question='7.60.0']"


@named("waiting for a secret of the other side")
def _waiting_for_a_secret(page: Page, fake: FakeGame) -> str:
    fake.say(role="red", questions=[], waits="blue", active="blue", private={"red": False, "blue": False})
    return ".game-body > .waiting"


@named("the table measures")
def _measuring(page: Page, fake: FakeGame) -> str:
    fake.say(questions=[], waits="")
    return ".game-body .waiting"


@named("somebody looks on")
def _spectator(page: Page, fake: FakeGame) -> str:
    fake.say(role="spectator", questions=[{**ASKED["choice"], "mine": False}], private={})
    return f"[data-question='{ASKED['choice']['key']}']"


@named("both give orders in secret")
def _secrets(page: Page, fake: FakeGame) -> str:
    fake.say(questions=ORDERS, waits="", heading="Orders of turn 2")
    return "[data-open-own=blue]"


@named("a secret of one side")
def _one_secret(page: Page, fake: FakeGame) -> str:
    announce = {"seat": "red", "title": "Name a model, or look first", "models": ["ann", "bea"], "after": None}
    fake.say(questions=[], waits="red", heading="Red", announce=announce)
    return ".hold"


@named("a secret shown")
def _secret_shown(page: Page, fake: FakeGame) -> str:
    hidden = [{"model": "ann", "counters": [{"label": "Order", "value": "Overwatch", "kind": "own"}], "name": "Ida"}]
    fake.say(questions=[], waits="red", heading="Red")
    fake.answers["/api/game/private"] = ({"seat": "red", "hidden": hidden, "questions": [ACTIVATE]}, 200)
    page.locator("[data-show-timed]").tap()
    return ".revealed [data-option=cal]"


@named("orders in secret")
def _orders_shown(page: Page, fake: FakeGame) -> str:
    asked = question("7.61.0", "Red gives orders", GIVE | {"seat": "red"})
    fake.say(questions=[asked], waits="")
    fake.answers["/api/game/private"] = ({"seat": "red", "hidden": [], "questions": [asked]}, 200)
    page.locator("[data-show-timed]").tap()
    page.locator("[data-all=overwatch]").tap()
    return ".revealed [data-all=overwatch]"


@named("look away")
def _look_away(page: Page, fake: FakeGame) -> str:
    page.locator("[data-interrupt=blue]").tap()
    return "[data-cover=blue]"


@named("alerts, facts, what happened, and redo")
def _alerts(page: Page, fake: FakeGame) -> str:
    fake.lines = [*LINES, {"n": 42, "kind": "event", "text": "Fox takes a wound", "seat": ""}]
    facts = [{"line": 40, "kind": "Ranges", "text": "Ann to Fox: 12.8″", "sure": False}]
    redo = {"line": 40, "text": "Red: Move and shoot"}
    fake.say(alerts=WATCHING, nudged=NUDGED, facts=facts, redo=redo, stuck="The game cannot go on: a line is damaged.")
    return "[data-displaced]"


@named("refused")
def _refused(page: Page, fake: FakeGame) -> str:
    fake.answers["/api/game/undo"] = ({"error": {"code": "late", "says": "something else has happened"}}, 409)
    page.locator("[data-undo]").tap()
    return "[data-refused]"


@named("log")
def _log(page: Page, fake: FakeGame) -> str:
    fake.lines = LINES
    tap_log(page, opens=True)
    page.locator("[data-every-line]").tap()
    return "[data-line='39'] [data-overrule]"


@named("correction")
def _correction(page: Page, fake: FakeGame) -> str:
    _log(page, fake)
    wrong = {"line": 39, "text": "Red rolls 9", "ask": ASKED["one die"]["ask"], "raw": [9]}
    fake.answers["/api/game/line"] = (wrong, 200)
    page.locator("[data-line='39'] [data-overrule]").tap()
    return "dialog [data-key='10']"


@named("proposal")
def _proposal(page: Page, fake: FakeGame) -> str:
    fake.say(proposal=PROPOSAL)
    return "[data-proposal]"


@named("proposal that waits for the other side")
def _proposal_waits(page: Page, fake: FakeGame) -> str:
    fake.say(role="red", proposal=PROPOSAL | {"key": "p2"}, private={})
    return "[data-proposal] .waiting"


@named("menu")
def _menu(page: Page, fake: FakeGame) -> str:
    page.locator(".menu-button").tap()
    return "dialog .menu"


@named("ruling: which kind")
def _ruling(page: Page, fake: FakeGame) -> str:
    fake.answers["/api/game/events"] = ({"events": [WOUNDED, SCATTERED]}, 200)
    page.locator(".menu-button").tap()
    page.locator("[data-ruling]").tap()
    return "[data-event=Wounded]"


@named("ruling: its form")
def _ruling_form(page: Page, fake: FakeGame) -> str:
    _ruling(page, fake)
    page.locator("[data-event=Wounded]").tap()
    return "[data-form=Wounded]"


@named("new game")
def _new_game(page: Page, fake: FakeGame) -> str:
    kept = [{"id": 3, "title": "Ann against Bob", "begun": "2026-03-07T19:30:00Z", "open": False, "closed": False}]
    fake.answers["/api/game/setups"] = ({**GameSetups(BOOKS).list_books(), "kept": kept}, 200)
    page.locator(".menu-button").tap()
    page.locator("[data-new-game]").tap()
    return "[data-begin]"


@named("card")
def _card(page: Page, fake: FakeGame) -> str:
    page.locator("[data-counters=ann]").tap()
    return "dialog"


@named("join")
def _join(page: Page, fake: FakeGame) -> str:
    me, _ = fake.answers["/api/me"]
    fake.answers["/api/me"] = (me | MAY, 200)
    fake.answers["/api/devices"] = (DEVICES, 200)
    page.reload()
    page.locator(".menu-button").tap()
    page.locator("[data-join]").tap()
    return "dialog [data-seat=red]"


@named("leaving")
def _leaving(page: Page, fake: FakeGame) -> str:
    page.locator(".bar .turn").tap()
    page.evaluate("history.back()")
    return "[data-leave]"


@named("over")
def _over(page: Page, fake: FakeGame) -> str:
    fake.say(over=True, questions=[], result=RESULT, confirmed=["red"])
    return "[data-ending]"


@named("sent away")
def _sent_away(page: Page, fake: FakeGame) -> str:
    me, _ = fake.answers["/api/me"]
    fake.answers["/api/me"] = (me | {"role": "spectator", "ended": "Another device has sent this one away."}, 200)
    page.reload()
    return "[data-banner=seat]"


def back(page: Page, fake: FakeGame) -> None:
    """What was opened is closed, and the usual game is shown again."""
    fake.begin_again()
    if page.locator("dialog").count():
        page.keyboard.press("Escape")
    tap_log(page, opens=False)
    if page.locator("[data-refused]").count():
        page.locator("[data-refused] button").tap()
    expect(page.locator("dialog, .banner, [data-unsent], [data-refused]")).to_have_count(0)
    page.wait_for_selector(USUAL)


def faults_of(page: Page, axe: Axe | None) -> list[str]:
    """What is wrong with the page as it stands, and with letters of twice the size; without axe in both themes."""
    settle(page)
    # pixels are measured, and to more than axe-core asks for
    found = [*axe(page, "color-contrast"), *faint_words(page)] if axe else faint_in_both_themes(page)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    found += off_the_edge(page)
    page.evaluate("document.documentElement.style.fontSize = ''")
    return found


def faults_of_all(page: Page, fake: FakeGame, axe: Axe | None) -> dict[str, list[str]]:
    """Of each state that has some."""
    faults = {}
    for name, bring in STATES.items():
        back(page, fake)
        page.wait_for_selector(bring(page, fake))
        faults[name] = faults_of(page, axe)
    return {name: found for name, found in faults.items() if found}


def test_no_state_of_the_page_has_a_barrier_a_faint_word_or_something_off_its_edge(
    page: Page, fake: FakeGame, axe: Axe
) -> None:
    assert faults_of_all(page, fake, axe) == {}


@pytest.mark.long
def test_no_state_of_the_german_page_has_a_faint_word_or_something_off_its_edge(
    german_page: Page, fake: FakeGame
) -> None:
    # its words have other lengths, and so other grounds; its elements and colours are those of the English page
    assert faults_of_all(german_page, fake, None) == {}
