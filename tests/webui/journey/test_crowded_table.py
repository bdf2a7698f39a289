"""A game is played while a thousand look on from one address; one more is told that there is no room."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fingers import keep
from player import Temper
from playwright.sync_api import Browser, expect
from table_evening import SEATS, Evening, evening
from whole_forces import begin

from tools.bench.tablet import crowd_at

pytestmark = [pytest.mark.browser, pytest.mark.long]

SEED = 3
STREAMS = 1000
# the connections of pages come on top
OPTIONS = ("--guest-streams", str(STREAMS), "--guest-connections", str(STREAMS + 200))
BANNER = "[data-banner=offline]"


def test_a_game_is_played_while_a_thousand_look_on(chromium: Browser, tmp_path: Path, pictures: Path | None) -> None:
    with evening(chromium, tmp_path, SEED, "--models", "boxed", *OPTIONS) as here:
        table = here.join("table")
        begin(table, here, Temper())
        with a_crowd(here):
            here.play_until("Which model is activated?")
            for role in ("table", *SEATS):
                expect(here.pages[role].locator(BANNER)).to_have_count(0)
                keep(here.pages[role], pictures, f"crowded-{role}")
            here.join("spectator")
            expect(here.pages["spectator"].locator(BANNER)).to_contain_text("The limit of spectators from your address")
            keep(here.pages["spectator"], pictures, "crowded-spectator")
        expect(here.pages["spectator"].locator(BANNER)).to_have_count(0)
        expect(here.pages["spectator"].locator("[data-model]")).to_have_count(12)


@contextmanager
def a_crowd(here: Evening) -> Iterator[None]:
    """A thousand streams, all of which are served."""
    with crowd_at(here.demo.port, STREAMS) as came:
        yield
    assert len(came) == STREAMS
    assert min(came) > 0
