"""Leagues in a database: lines that only grow, and names beside them that can be deleted for good."""

from pathlib import Path

import pytest
from sqlalchemy import delete
from sqlalchemy.exc import SQLAlchemyError

from tablecam.storage.backup import back_up, read_logs, restore, salvage
from tablecam.storage.database import LEAGUE_LINES, TABLES, open_database
from tablecam.storage.line_store import LeagueStore, LogTaken


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request, tmp_path: Path) -> LeagueStore:
    if request.param == "sqlite":
        return LeagueStore(open_database(str(tmp_path / "games.db")))
    where = request.getfixturevalue("postgresql")
    TABLES.drop_all(open_database(where))
    return LeagueStore(open_database(where))


def test_lines_and_names_are_kept_together_or_not_at_all(store: LeagueStore) -> None:
    id, before = store.append_named(None, 0, "", ['{"did":[]}'], {"p1": "Ann", "p2": "Bob"})
    store.append_named(id, 1, before, ['{"did":[1]}'], {"p1": "Ann Archer", "p2": None})
    with pytest.raises(LogTaken):
        store.append_named(id, 1, before, ['{"did":[2]}'], {"p1": "Cat"})
    assert store.names(id) == {"p1": "Ann Archer"}
    assert store.read(id) == ('{"did":[]}', '{"did":[1]}')
    with store.engine.connect() as connection, pytest.raises(SQLAlchemyError, match="only ever appended to"):
        connection.execute(delete(LEAGUE_LINES))


def test_a_backup_and_a_salvage_have_the_league_with_its_names(store: LeagueStore, tmp_path: Path) -> None:
    id, _sum = store.append_named(None, 0, "", ['{"did":[]}'], {"p1": "Ann"})
    back_up(store.engine, tmp_path / "backup.db")
    engine = open_database(str(tmp_path / "again.db"))
    assert restore(tmp_path / "backup.db", engine) == ["league 1"]
    assert LeagueStore(engine).names(id) == {"p1": "Ann"}
    assert list(salvage(store.engine).logs) == read_logs(store.engine)


def test_a_name_that_is_deleted_is_no_longer_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    store = LeagueStore(open_database(str(file)))
    id, before = store.append_named(None, 0, "", ['{"did":[]}'], {"p1": "Ann Archer"})
    store.engine.dispose()
    assert b"Ann Archer" in file.read_bytes()
    store.append_named(id, 1, before, ['{"did":[1]}'], {"p1": None})
    store.engine.dispose()
    assert b"Ann Archer" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
