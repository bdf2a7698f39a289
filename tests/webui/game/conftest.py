"""A browser, and the game's page over a game that says what it is told to."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_game import FakeGame
from made_languages import shipped
from playwright.sync_api import Page, expect
from screens import Opened
from serving import served


@pytest.fixture
def fake() -> FakeGame:
    return FakeGame()


@pytest.fixture
def address(fake: FakeGame) -> Iterator[str]:
    """Where the fake game is served."""
    with served(fake.app()) as address:
        yield address
        fake.closed = True


@pytest.fixture
def page(address: str, opened: Opened) -> Page:
    """The shared tablet of the fake game."""
    page = opened(address)
    page.wait_for_selector(".panel.game")
    return page


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
        fake.closed = True
