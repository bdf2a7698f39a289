"""A browser, and the game's page over a game that says what it is told to."""

from collections.abc import Iterator

import pytest
from fake_game import FakeGame
from playwright.sync_api import Page
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
