"""Chances as bars: the text says all, the bar its length, and the sum is a tap away."""

from typing import Any

import pytest
from fake_game import FakeGame, question
from playwright.sync_api import Page, expect
from screens import FINGER_PX, Axe

from tablecam.rules.books.views import dump_view
from tablecam.rules.check import Check, Duel, DuelSide, Modifier
from tablecam.rules.dice import D10

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DIE = {"name": "d10", "first": 1, "last": 10}


def chance(label: str, share: str, *sums: str) -> dict[str, Any]:
    return {"label": label, "share": share, "per_cent": 1, "sums": list(sums)}


def advised(*odds: dict[str, Any]) -> dict[str, Any]:
    row = {
        "key": "initiative", "kind": "target", "target": "", "badge": "", "mark": "", "text": "", "notes": [],
        "number": None, "odds": list(odds), "line": None, "style": "plain", "clause": "", "group": None, "option": "",
        "closed": "", "facts": [],
    }  # fmt: skip
    return {"advice": {"model": "", "rings": [], "regions": [], "rows": [row], "note": None}, "advising": ""}


def test_initiative_is_read_as_bars_with_the_sums_a_tap_away(page: Page, fake: FakeGame, axe: Axe) -> None:
    ask = {
        "kind": "Roll",
        "purpose": "initiative",
        "action": "roll-off.initiative",
        "seat": "red",
        "die": DIE,
        "count": 1,
    }
    odds = (chance("Red wins", "36/91", "−1 Cap is panicked", "Ties"), chance("Blue wins", "55/91", "Ties"))
    fake.say(questions=[question("7.80.0", "Red rolls for initiative", ask) | advised(*odds)])
    chances = page.locator(".odds-chance")
    expect(chances).to_have_text(["Red wins 40\u00a0%", "Blue wins 60\u00a0%"])
    full, red, blue = (
        page.locator(css).nth(at).evaluate("bar => bar.getBoundingClientRect().width")
        for css, at in ((".odds-bar", 0), (".odds-bar > span", 0), (".odds-bar > span", 1))
    )
    assert red / full == pytest.approx(36 / 91, abs=0.02)
    assert blue / full == pytest.approx(55 / 91, abs=0.02)
    assert page.locator(".odds-bar:not([aria-hidden=true])").count() == 0

    why = page.get_by_role("button", name="Why?")
    expect(why).to_have_attribute("aria-expanded", "false")
    box = why.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= FINGER_PX
    why.tap()
    expect(why).to_have_attribute("aria-expanded", "true")
    # what the first sum has told the second does not tell again
    expect(page.locator(".odds-lines ul li")).to_have_text(["−1 Cap is panicked", "Ties"])
    assert axe(page) == []


def test_a_check_and_a_duel_have_their_bars(page: Page, fake: FakeGame) -> None:
    check = Check(name="to hit", target=10, modifiers=(Modifier(4, "SH"),)).record()
    ask = {"kind": "Roll", "purpose": "to hit", "seat": "red", "die": DIE, "count": 1, "check": check}
    fake.say(questions=[question("7.81.0", "Red rolls", ask)])
    expect(page.locator(".on b")).to_have_text("50\u00a0%")
    expect(page.locator(".on .odds-bar > span")).to_have_attribute("style", "width: 50%;")
    duel = Duel(name="duel", sides=(DuelSide("red"), DuelSide("blue")), ties="again", die=D10)
    fake.say(questions=[question("7.82.0", "Red rolls", ask | {"check": dump_view(duel.record())})])
    expect(page.locator(".duel-odds .odds-bar")).to_have_count(2)


def test_a_watcher_reads_what_breaking_in_would_come_to(page: Page, fake: FakeGame) -> None:
    odds = [chance("check", "17/20", "Check: 7+ on 2d10"), chance("hit", "1/2", "To hit: 4+ on d10")]
    alert = {"model": "fox", "text": "Fox could break in", "short": "40 %", "at_in": [20, 20], "odds": odds}
    fake.say(alerts=[alert])
    card = page.locator(".alert-card")
    expect(card.locator(".odds-chance")).to_have_text(["check 85\u00a0%", "hit 50\u00a0%"])
    card.get_by_role("button", name="Why? The calculation for: Fox could break in").tap()
    expect(card.locator(".odds-lines ul li")).to_have_text(["Check: 7+ on 2d10", "To hit: 4+ on d10"])
