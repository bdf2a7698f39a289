"""The list of kept games: each log is folded once, and what came of it is kept in the database."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text
from table_game import Player, begun, played

from tablecam.game.replay.archive import AT_HAND, Archive
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.database import VERSION_TABLE, open_database
from tablecam.storage.game_store import GameStore


class Unread(GameStore):
    """Games of which nobody may read a log."""

    def since(self, id: int, after: int, before: str) -> tuple[tuple[str, ...], str]:
        pytest.fail(f"the log of game {id} was read")


@pytest.fixture(scope="module")
def over() -> tuple[str, ...]:
    """The log of a game that is over."""
    store = GameStore(open_database("sqlite://"))
    played(store, seed=6, turns=2)
    return store.read(1)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


@pytest.fixture
def store(file: str) -> GameStore:
    return GameStore(open_database(file))


def kept(store: GameStore, *logs: Sequence[str]) -> None:
    for log in logs:
        with store.new() as game:
            game.append(log)


def stand(archive: Archive) -> dict[int, Any]:
    return {listed.id: told for listed, told in archive.summaries()}


@pytest.mark.slow
def test_games_are_listed_the_newest_first_with_how_they_stand(store: GameStore, over: tuple[str, ...]) -> None:
    kept(store, over, over[:200])
    (second, goes_on), (first, ended) = Archive(store, BOOKS).summaries()
    assert (second.id, second.lines, first.id, first.lines) == (2, 200, 1, len(over))
    assert (goes_on["over"], ended["over"]) == (False, True)
    assert ended["turn"] == 2
    assert (goes_on["result"], set(ended["result"])) == ({"winner": ""}, {"winner"})
    assert ended["result"]["winner"] in ("red", "blue", "")


@pytest.mark.slow
def test_the_next_program_lists_games_by_one_query_and_reads_no_log(
    store: GameStore, file: str, over: tuple[str, ...]
) -> None:
    kept(store, over, over[:200], over[:300])
    before = stand(Archive(store, BOOKS))
    next_one = Unread(open_database(file))
    asked: list[str] = []
    event.listen(next_one.engine, "before_cursor_execute", lambda *said: asked.append(said[2]))
    assert stand(Archive(next_one, BOOKS)) == before
    assert len(asked) == 1


@pytest.mark.slow
def test_a_game_that_went_on_is_told_as_it_stands_now(store: GameStore) -> None:
    player: Player = begun(store, seed=2)
    archive = Archive(store, BOOKS)
    assert stand(archive)[1]["turn"] < 2
    while player.game.state.turn < 2:
        player.one_answer()
    assert stand(archive)[1]["turn"] == 2
    assert stand(Archive(store, BOOKS))[1]["turn"] == 2


@pytest.mark.slow
def test_what_another_version_of_the_program_kept_is_not_taken_over(store: GameStore, over: tuple[str, ...]) -> None:
    kept(store, over)
    store.sum_up(1, len(over), "0.0.1", json.dumps({"over": False, "turn": 9, "result": None}))
    assert stand(Archive(store, BOOKS, program="0.0.1"))[1]["turn"] == 9
    assert stand(Archive(store, BOOKS, program="0.0.2"))[1]["turn"] == 2


@pytest.mark.slow
@pytest.mark.parametrize("damaged", ["", "{", "[]", "null"])
def test_a_summary_that_cannot_be_read_is_made_again(store: GameStore, over: tuple[str, ...], damaged: str) -> None:
    kept(store, over)
    store.sum_up(1, len(over), "", damaged)
    assert stand(Archive(store, BOOKS, program=""))[1]["over"]
    assert stand(Archive(Unread(store.engine), BOOKS, program=""))[1]["over"]


@pytest.mark.slow
def test_a_database_from_before_there_were_summaries_is_listed_as_well(
    store: GameStore, file: str, over: tuple[str, ...]
) -> None:
    kept(store, over)
    with store.engine.begin() as connection:
        connection.execute(text("DROP TABLE game_summaries"))
        connection.execute(text(f"DROP TABLE {VERSION_TABLE}"))
    store.engine.dispose()
    assert stand(Archive(GameStore(open_database(file)), BOOKS))[1]["over"]
    assert stand(Archive(Unread(open_database(file)), BOOKS))[1]["over"]


@pytest.mark.slow
def test_where_nothing_can_be_written_games_are_listed_all_the_same(store: GameStore, over: tuple[str, ...]) -> None:
    kept(store, over)
    with store.engine.begin() as connection:
        never = "CREATE TRIGGER full BEFORE INSERT ON game_summaries BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        connection.execute(text(never))
    archive = Archive(store, BOOKS)
    assert stand(archive)[1]["over"]
    assert stand(archive)[1]["over"]


def test_a_log_that_is_broken_says_so_in_the_list_and_is_not_kept_as_broken(
    store: GameStore, over: tuple[str, ...]
) -> None:
    kept(store, over)
    with store.engine.begin() as connection:
        connection.execute(text("DROP TRIGGER events_no_update"))
        connection.execute(text("UPDATE events SET sum = 'x' || sum WHERE line = 9"))
    assert "changed or cut short" in stand(Archive(store, BOOKS))[1]["broken"]
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE events SET sum = substr(sum, 2) WHERE line = 9"))
    assert "broken" not in stand(Archive(store, BOOKS))[1]


@pytest.mark.slow
def test_the_list_puts_no_game_away_that_is_at_hand(store: GameStore, over: tuple[str, ...]) -> None:
    kept(store, *[over[:100]] * (AT_HAND + 2))
    archive = Archive(store, BOOKS)
    with archive.reading(1) as before:
        pass
    assert len(stand(archive)) == AT_HAND + 2
    with archive.reading(1) as after:
        assert after is before
