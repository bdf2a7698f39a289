"""Two servers on one table's folder: the second begins no game behind the first one's back."""

import logging
from contextlib import ExitStack
from pathlib import Path

import pytest
from hosting import STANDING, Table

from tablecam.game.hosting.game_host import GameHost
from tablecam.live.lifecycle import hosting
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.table.miniature import Roster

pytestmark = pytest.mark.slow


def server(stack: ExitStack, folder: Path, db: str = "games.db") -> GameHost:
    table = Table()
    host = stack.enter_context(hosting(str(folder / db), table, lambda: Roster(()), BOOKS, folder))
    # the observer's thread ends with its table
    stack.callback(table._stopped.set)
    return host


@pytest.mark.parametrize("db", ["games.db", "another.db"])
def test_the_second_server_begins_and_opens_no_game_and_says_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, db: str
) -> None:
    with ExitStack() as one:
        first = server(one, tmp_path)
        first.begin(STANDING)
        with ExitStack() as other, caplog.at_level(logging.WARNING):
            second = server(other, tmp_path, db)
            assert "another tablecam is running at this table (process" in caplog.text
            for do in (lambda: second.begin({**STANDING, "instead": True}), lambda: second.open({"game": 1})):
                with pytest.raises(IllegalAnswer, match="continue there, or stop it and try again here"):
                    do()
            assert second.view_for("table") == {"game": None}
            assert len(first.list_games()) == 1


def test_when_the_first_has_ended_the_second_goes_on_with_its_game_before_it_begins_another(tmp_path: Path) -> None:
    with ExitStack() as other:
        with ExitStack() as one:
            server(one, tmp_path).begin(STANDING)
            second = server(other, tmp_path)
            with pytest.raises(IllegalAnswer, match="another tablecam"):
                second.begin(STANDING)
        with pytest.raises(IllegalAnswer, match="game 1 is in progress"):
            second.begin(STANDING)
        assert second.view_for("table")["game"]["id"] == 1
