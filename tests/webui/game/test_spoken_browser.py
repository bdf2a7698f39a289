"""A device speaks a game: all that a spectator may read, each thing once, and it is silent at a key."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting import BLUE, RED, choose
from playwright.sync_api import Page, expect
from real_game import RealGame, real_game
from screens import Opened

from webui.entrance.access import COOKIE, Access, alone

pytestmark = [pytest.mark.browser, pytest.mark.long]

# a device with one offline voice, which remembers what it says
VOICE = """
window.said = []; window.hushed = 0;
const voice = { localService: true, lang: "en-GB", default: true };
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => [voice], addEventListener: () => {}, cancel: () => { window.hushed++; },
  speak: ({ text }) => window.said.push(text),
} });
localStorage.setItem("speak", "on");
"""


@pytest.fixture
def access() -> Access:
    return alone(("red", "blue"))


@pytest.fixture
def game(tmp_path: Path, access: Access) -> Iterator[RealGame]:
    with real_game(tmp_path, access) as game:
        yield game


def said(page: Page) -> list[str]:
    texts: list[str] = page.evaluate("window.said")
    return texts


def wait_until_said(page: Page, words: str) -> None:
    page.wait_for_function("words => window.said.some(text => text.includes(words))", arg=words)


def test_a_seats_screen_speaks_what_all_may_hear_each_thing_once(
    opened: Opened, game: RealGame, access: Access
) -> None:
    page = opened("about:blank", lasting=False)
    page.context.add_cookies([{"name": COOKIE, "value": access.token("red"), "url": game.address}])
    page.add_init_script(VOICE)
    page.goto(game.address)
    expect(page.get_by_role("complementary", name="The game")).to_be_visible()
    choose(game.host, "red", dict.fromkeys(RED, "overwatch"))
    choose(game.host, "blue", dict.fromkeys(BLUE, "snap-fire"))
    wait_until_said(page, "Red rolls for initiative")
    choose(game.host, "red", [9])
    choose(game.host, "blue", [3])
    wait_until_said(page, "Red rolls 9 and Blue rolls 3 for initiative: Red wins.")
    wait_until_said(page, "Go first or second?")
    texts = said(page)
    assert len(texts) == len(set(texts))
    # the orders that this very screen has given lie face down for everybody who hears it
    assert not any("overwatch" in text.lower() for text in texts)
    hushed = page.evaluate("window.hushed")
    page.keyboard.press("Shift")
    assert page.evaluate("window.hushed") == hushed + 1
