"""A browser, and the game's page over a game that says what it is told to."""

from collections.abc import Iterator

import pytest
from fake_game import FakeGame, serve
from playwright.sync_api import Page
from screens import Opened


@pytest.fixture
def fake() -> Iterator[FakeGame]:
    fake = FakeGame()
    yield fake
    fake.closed = True


@pytest.fixture
def page(fake: FakeGame, opened: Opened) -> Page:
    """The shared tablet of the fake game."""
    _, address = serve(fake)
    page = opened(address)
    page.wait_for_selector(".panel.game")
    return page
