"""A roll in the dice tray on the pad: its picture, the tap that takes it, and the tap that corrects it."""

from typing import Any

import pytest
from fake_game import FakeGame, roll
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANSWER, KEY = "/api/game/answer", "7.41.0"


def die(x: float, shown: int | None, trouble: str = "") -> dict[str, Any]:
    outline = [[x, 0.4], [x + 0.08, 0.4], [x + 0.08, 0.52], [x, 0.52]]
    return {"outline": outline, "kind": "d10", "shown": shown, "colour": "light", "trouble": trouble}


def tray(number: int, *faces: int | None, **more: Any) -> dict[str, Any]:
    """A tray with a roll for the open question, if any faces are given."""
    dice = [die(0.2 + 0.2 * place, face and face % 10) for place, face in enumerate(faces)]
    taken = {
        "roll": number, "dice": dice, "places": list(range(len(faces))), "faces": list(faces),
        "sure": None not in faces, "later": None, "agreed": [],
    }  # fmt: skip
    rolls = {KEY: taken | more.pop("taken", {})} if faces else {}
    told = {"number": number, "resting": True, "trouble": "", "ignored": "", "roll": None, "rolls": rolls}
    return told | {"throws": False} | more


@pytest.fixture
def tray_page(page: Page, fake: FakeGame) -> Page:
    """The page of a game with a tray in which nothing lies, and two dice asked for."""
    page.evaluate("() => localStorage.setItem('tray confirms', 'no')")
    fake.trouble = {"tray": True}
    fake.answers["/api/tray"] = tray(1), 200
    fake.say(questions=[roll(KEY, count=2)])
    page.reload()
    expect(page.locator("[data-tray='resting']")).to_contain_text("Roll in the tray.")
    yield page
    page.evaluate("() => localStorage.removeItem('tray confirms')")


def test_a_roll_fills_the_pad_and_one_tap_takes_it(tray_page: Page, fake: FakeGame) -> None:
    fake.answers["/api/tray"] = tray(2, 3, 10), 200
    expect(tray_page.locator(".slot")).to_have_text(["3", "10"])
    expect(tray_page.locator(".tray-picture .die-outline")).to_have_count(2)
    expect(tray_page.get_by_role("img", name="The roll in the tray: d10 3, d10 0")).to_be_visible()
    assert fake.done(ANSWER) == []
    tray_page.locator("[data-take-roll]").tap()
    (given,) = fake.awaited(ANSWER)
    assert (given["raw"], given["source"]) == ([3, 10], "dice tray")


def test_a_tap_on_a_die_corrects_it(tray_page: Page, fake: FakeGame) -> None:
    fake.answers["/api/tray"] = tray(2, 3, 10), 200
    tray_page.locator("[data-die='0']").click()
    expect(tray_page.locator("[data-die='0']")).to_have_attribute("data-chosen", "")
    tray_page.locator(".form [data-key='8']").tap()
    (given,) = fake.awaited(ANSWER)
    assert (given["raw"], given["source"]) == ([8, 10], "dice tray")


def test_a_die_that_is_not_sure_is_asked_about(tray_page: Page, fake: FakeGame) -> None:
    fake.answers["/api/tray"] = tray(2, 3, None), 200
    expect(tray_page.locator(".ask-die")).to_contain_text("One die cannot be read")
    expect(tray_page.locator("[data-take-roll]")).to_have_count(0)
    expect(tray_page.locator(".die-label")).to_have_text(["3", "?"])
    expect(tray_page.locator("[data-die='1']")).to_have_attribute("data-chosen", "")
    tray_page.locator(".form [data-key='6']").tap()
    (given,) = fake.awaited(ANSWER)
    assert given["raw"] == [3, 6]


def test_a_sure_roll_confirms_itself_where_the_device_is_set_so(tray_page: Page, fake: FakeGame) -> None:
    tray_page.evaluate("() => localStorage.setItem('tray confirms', 'yes')")
    tray_page.reload()
    expect(tray_page.locator("[data-tray='resting']")).to_be_visible()
    fake.answers["/api/tray"] = tray(2, 4, 5), 200
    (given,) = fake.awaited(ANSWER)
    assert (given["raw"], given["source"]) == ([4, 5], "dice tray")


def test_why_a_roll_does_not_count_is_said_beside_its_picture(tray_page: Page, fake: FakeGame) -> None:
    ignored = "2 dice are asked for; dice rolled: 1"
    lying = {"number": 2, "dice": [die(0.3, 7, "This die leans.")]}
    fake.answers["/api/tray"] = tray(2, ignored=ignored, roll=lying), 200
    expect(tray_page.locator(".tray-roll .why-not")).to_have_text(ignored)
    expect(tray_page.locator(".die-outline.troubled")).to_have_count(1)


def test_a_later_roll_is_offered_to_both_sides(tray_page: Page, fake: FakeGame) -> None:
    fake.answers["/api/tray"] = tray(3, 3, 4, taken={"later": 9}), 200
    tray_page.get_by_role("button", name="Both sides agree: take the new roll").tap()
    (agreed,) = fake.awaited("/api/tray/agree")
    assert (agreed["key"], agreed["roll"]) == (KEY, 9)


def test_a_key_corrects_the_only_die(tray_page: Page, fake: FakeGame) -> None:
    fake.say(questions=[roll(KEY)])
    fake.answers["/api/tray"] = tray(2, 4), 200
    expect(tray_page.locator(".die-label")).to_have_text(["4"])
    tray_page.locator(".form [data-key='8']").tap()
    (given,) = fake.awaited(ANSWER)
    assert given["raw"] == [8]
