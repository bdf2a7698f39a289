"""The umpire says what happened: a form for each kind of event, and JSON where no form will do."""

import pytest
from fake_game import FakeGame, wait_until
from playwright.sync_api import Page, expect
from screens import Axe

from tablecam.rules.books.urban_war.rules.attack_events import CombatDecided
from tablecam.rules.books.urban_war.rules.rulebook import UrbanWar
from tablecam.rules.books.urban_war.rules.turn_events import RolledOff
from tablecam.rules.books.urban_war.wording.wording import UrbanWarPhrases
from tablecam.rules.event import Event

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WOUNDED = {
    "name": "Wounded", "title": "Wounded", "says": "A model loses wounds.", "often": True,
    "fields": [
        {"name": "model", "title": "model", "takes": "model", "needed": True},
        {"name": "wounds", "title": "wounds", "takes": "whole", "needed": False, "usual": 1},
    ],
}  # fmt: skip
SCATTERED = {
    "name": "Scattered", "title": "Scattered", "says": "Something went astray.", "often": False,
    "fields": [{"name": "where", "title": "where", "takes": "json", "needed": True}],
}  # fmt: skip
REAL = [each for each in UrbanWarPhrases().list_forms() if each["name"] in ("RolledOff", "CombatDecided")]


def to_ruling(page: Page, fake: FakeGame) -> None:
    fake.answers["/api/game/events"] = ({"events": [WOUNDED, SCATTERED, *REAL]}, 200)
    page.get_by_role("button", name="Menu").tap()
    page.locator("[data-ruling]").tap()


def test_the_umpire_says_what_happened_by_a_form_of_its_kind(page: Page, fake: FakeGame, axe: Axe) -> None:
    to_ruling(page, fake)
    page.locator("[data-event=Wounded]").tap()
    ruled = page.locator("[data-ruled]")
    page.get_by_label("Reason").fill("the wound was forgotten")
    expect(ruled).to_be_disabled()
    page.locator("[data-field=model] [data-option=fox]").tap()
    page.locator("[data-field=wounds] input").fill("2")
    expect(page.locator("textarea")).to_have_count(0)
    assert axe(page) == []
    ruled.tap()
    wait_until(page, lambda: len(fake.done("/api/game/correct")) == 1)
    (said,) = fake.done("/api/game/correct")
    assert said["event"] == {"name": "Wounded", "model": "fox", "wounds": 2}
    assert said["why"] == "the wound was forgotten"
    expect(page.locator("dialog")).to_have_count(0)


def ruled(page: Page, fake: FakeGame) -> Event:
    """What is sent when the ruling is given, as the rulebook reads it."""
    page.get_by_label("Reason").fill("it was said wrongly")
    expect(page.locator("textarea")).to_have_count(0)
    page.locator("[data-ruled]").tap()
    wait_until(page, lambda: len(fake.done("/api/game/correct")) == 1)
    return UrbanWar().event(fake.done("/api/game/correct")[0]["event"])


def to_form(page: Page, fake: FakeGame, name: str) -> None:
    to_ruling(page, fake)
    page.get_by_role("button", name="Everything that can happen").tap()
    page.locator(f"[data-event={name}]").tap()
    page.get_by_label("Reason").fill("not yet")


def test_a_roll_off_is_a_number_for_each_side(page: Page, fake: FakeGame, axe: Axe) -> None:
    to_form(page, fake, "RolledOff")
    page.locator("[data-field=purpose] [data-option=initiative]").tap()
    page.locator("[data-count=red]").fill("3")
    expect(page.locator("[data-ruled]")).to_be_disabled()
    page.locator("[data-count=blue]").fill("8")
    page.locator("[data-field=winner] [data-option=blue]").tap()
    assert axe(page) == []
    assert ruled(page, fake) == RolledOff(purpose="initiative", faces={"red": 3, "blue": 8}, winner="blue")


def test_a_close_combat_is_decided_by_the_hits_of_those_in_it(page: Page, fake: FakeGame, axe: Axe) -> None:
    to_form(page, fake, "CombatDecided")
    page.locator("[data-field=hits] [data-option=ann]").tap()
    page.locator("[data-field=hits] [data-option=fox]").tap()
    page.locator("[data-field=hits] [data-option=bea]").tap()
    page.locator("[data-count=ann]").fill("2")
    page.locator("[data-count=bea]").fill("")
    page.locator("[data-field=loser] [data-option=fox]").tap()
    # a number half said is none
    expect(page.locator("[data-ruled]")).to_be_disabled()
    # a button rests for a moment after each tap
    page.wait_for_timeout(300)
    page.locator("[data-field=hits] [data-option=bea]").tap()
    expect(page.locator("[data-count]")).to_have_count(2)
    assert axe(page) == []
    assert ruled(page, fake) == CombatDecided(loser="fox", hits={"ann": 2, "fox": 0})


def test_a_close_combat_may_have_no_loser(page: Page, fake: FakeGame) -> None:
    to_form(page, fake, "CombatDecided")
    page.locator("[data-field=hits] [data-option=ann]").tap()
    expect(page.locator("[data-ruled]")).to_be_disabled()
    page.locator("[data-field=loser]").get_by_role("button", name="Nobody").tap()
    assert ruled(page, fake) == CombatDecided(loser="", hits={"ann": 0})


def test_what_no_form_can_say_is_written_as_the_log_has_it(page: Page, fake: FakeGame) -> None:
    to_ruling(page, fake)
    expect(page.locator("[data-event=Scattered]")).to_have_count(0)
    page.get_by_role("button", name="Everything that can happen").tap()
    page.locator("[data-event=Scattered]").tap()
    page.get_by_label("Reason").fill("a marker fell off")
    page.locator("textarea").fill("{")
    page.locator("[data-ruled]").tap()
    expect(page.get_by_role("alert").get_by_text("not valid JSON")).to_be_visible()
    # a button rests for a moment after each tap
    page.wait_for_timeout(300)
    page.locator("textarea").fill('{"name": "Scattered", "where": {"x": 3}}')
    page.locator("[data-ruled]").tap()
    wait_until(page, lambda: len(fake.done("/api/game/correct")) == 1)
    assert fake.done("/api/game/correct")[0]["event"]["where"] == {"x": 3}
