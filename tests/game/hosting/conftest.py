"""A game of the two starter teams that stand on the table."""

import pytest
from hosting import STANDING, hosted

from tablecam.game.hosting.game_host import GameHost


@pytest.fixture
def host(tmp_path) -> GameHost:
    host = hosted(tmp_path)
    host.begin(STANDING)
    return host
