"""A browser, and the game's page over a game that says what it is told to."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_game import FakeGame
from made_languages import shipped
from playwright.sync_api import Page, expect
from screen_pool import LastingPage
from screens import Opened
from serving import served


@pytest.fixture(scope="module")
def fake_served() -> Iterator[tuple[FakeGame, str]]:
    """A fake game for all tests of a file, and where it is served."""
    fake = FakeGame()
    with served(fake.app()) as address:
        yield fake, address
        fake.closed = True


@pytest.fixture
def fake(fake_served: tuple[FakeGame, str]) -> FakeGame:
    """The fake game as it begins."""
    fake, _address = fake_served
    fake.begin_again()
    return fake


@pytest.fixture
def address(fake_served: tuple[FakeGame, str]) -> str:
    """Where the fake game is served."""
    return fake_served[1]


@pytest.fixture
def page(fake: FakeGame, address: str, lasting_page: LastingPage) -> Iterator[Page]:
    """The shared tablet of the fake game."""
    with lasting_page.opened(address, ".panel.game") as page:
        yield page


@pytest.fixture
def german_page(fake: FakeGame, opened: Opened, tmp_path: Path) -> Iterator[Page]:
    """The same on a light device that speaks German."""
    with served(fake.app(shipped(tmp_path))) as address:
        page = opened(f"{address}/icon.svg", scheme="light")
        page.context.add_cookies([{"name": "language", "value": "de", "url": address}])
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.locator("html")).to_have_attribute("data-theme", "light")
        page.wait_for_selector(".panel.game")
        yield page
