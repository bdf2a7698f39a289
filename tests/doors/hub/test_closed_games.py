"""The closed games of all tables, taken from a real record into a database of one's own."""

import gzip
import json
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest
from click.testing import CliRunner
from evenings import closed_duel
from services import Database

from tablecam.commands.hub import hub
from tablecam.commands.league import league
from tablecam.doors.hub.anti_entropy import Debt
from tablecam.doors.hub.record import GameRecord, Parcel
from tablecam.doors.hub.retention import forget, list_closed_games, pack, read_closed_log
from tablecam.doors.hub.topics import FULL, Place, StreamTopic
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore

# a database, and games in it
pytestmark = pytest.mark.slow

TESTS = Path(__file__).resolve().parents[2]
OLD, RULES = TESTS / "golden" / "old" / "games.db.gz", TESTS.parent / "examples" / "league.toml"
GAMES = ("8f14e45f-ceea-467f-a0e6-1f6f5d0a1b2c", "c9f0f895-fb98-4b91-99f5-1fd0297e236d")


def sent(record: GameRecord, game: str, table: str, lines: list[str], *, ended: bool = True) -> None:
    """The record gets a game, as a table sends it."""
    debt = Debt()
    debt.grow(lines, ended=ended)
    debt.begin_connection(0.0)
    about = StreamTopic(Place("mill", table), game, FULL)
    record.take([Parcel(about, batch) for batch in debt.due(10.0)])


@pytest.fixture
def lines(tmp_path: Path) -> list[str]:
    return closed_duel(GameStore(open_database(str(tmp_path / "table.db"))))


def test_games_of_all_tables_are_fetched_once_and_a_game_in_progress_is_not(
    database: Database, record: GameRecord, tmp_path: Path, lines: list[str]
) -> None:
    sent(record, GAMES[0], "one", lines)
    sent(record, GAMES[1], "two", lines[:5], ended=False)
    assert [(game.uuid, game.place.table) for game in list_closed_games(record)] == [(GAMES[0], "one")]
    assert read_closed_log(record, GAMES[0]) == tuple(lines)
    assert read_closed_log(record, GAMES[1]) == ()
    own = tmp_path / "own.db"
    words = ["fetch", "--db", database.url, "--into", str(own)]
    assert CliRunner().invoke(hub, words).stdout == f"{own}: 1 new games: 1\n"
    sent(record, GAMES[1], "two", lines)
    assert CliRunner().invoke(hub, words).stdout == f"{own}: 1 new games: 2\n"
    assert CliRunner().invoke(hub, words).stdout == f"{own}: 0 new games\n"
    store = GameStore(open_database(str(own)))
    assert list(store.read(1)) == lines
    # what came from a record is not sent to one again
    kept = [store.settings(number) for number in (1, 2)]
    assert [(each["hub game"], each["hub done"]) for each in kept] == [(game, "yes") for game in GAMES]
    begun = {game.uuid: game.begun.isoformat(timespec="seconds") for game in list_closed_games(record)}
    assert {listed.begun[:19] for listed in store.games()} == {text[:19] for text in begun.values()}


def test_a_game_whose_log_was_forgotten_is_listed_and_has_none(record: GameRecord, lines: list[str]) -> None:
    sent(record, GAMES[0], "one", lines)
    pack(record, timedelta())
    assert read_closed_log(record, GAMES[0]) == tuple(lines)
    forget(record, timedelta())
    assert [game.forgotten for game in list_closed_games(record)] == [True]
    assert read_closed_log(record, GAMES[0]) == ()


def test_the_league_takes_the_games_of_all_tables_once_and_says_why_another_is_left_out(
    database: Database, record: GameRecord, tmp_path: Path
) -> None:
    """Two tables have said who plays, a third has not, and of a fourth one player is not in the league."""
    ann, bob, nobody = {"Red player": "Ann", "Blue player": "Bob"}, {"Red player": "Bob", "Blue player": "Ann"}, {}
    for table, tags in enumerate((ann, bob, nobody, {"Red player": "Ann", "Blue player": "Zed"})):
        sent(record, str(UUID(int=table + 1)), f"t{table}", over(tags, tmp_path))
    own = str(tmp_path / "own.db")
    assert CliRunner().invoke(hub, ["fetch", "--db", database.url, "--into", own]).exit_code == 0
    said("new", "City League", "--rules", str(RULES), "--db", own)
    for person in ("Ann", "Bob"):
        said("enter", person, "--db", own)
    added = said("add-games", "--agreed", "Ann", "--agreed", "Bob", "--db", own)
    assert [line.split(":", 1)[0] for line in added] == [
        "game 1", "game 2", "game 3 is left out", "game 4 is left out",
    ]  # fmt: skip
    assert added[2].endswith("its log does not say who played red and blue: add it with --seat")
    assert added[3].endswith("nobody in the league is called Zed")
    # Red lost both, once as each of them; both have agreed to all of theirs
    rows = [line for line in said("standings", "--db", own) if "; " in line]
    assert [row.rsplit("; ")[1] for row in rows] == ["1-0-1", "1-0-1"], rows
    assert [line for line in said("add-games", "--db", own) if "left out" not in line] == []


def over(tags: dict[str, str], folder: Path) -> list[str]:
    """The log of a game of Urban War that is over, with who plays."""
    (folder / "old.db").write_bytes(gzip.decompress(OLD.read_bytes()))
    lines = list(GameStore(open_database(str(folder / "old.db"))).read(1))
    return [json.dumps({**json.loads(lines[0]), "tags": tags}, separators=(",", ":")), *lines[1:]]


def said(*words: str) -> list[str]:
    ran = CliRunner().invoke(league, words)
    assert ran.exit_code == 0, ran.output
    return ran.stdout.splitlines()
