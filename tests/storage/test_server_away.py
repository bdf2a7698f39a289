"""A PostgreSQL that is started again, or cannot be reached for a while: nothing is lost, and nothing is kept twice."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import SQLAlchemyError

from tablecam.storage.database import TABLES, connect_engine, open_database
from tablecam.storage.database_fault import DatabaseFault
from tablecam.storage.game_store import GameStore

HEAD, NEXT, LAST = '{"game":"duel"}', '{"boundary":"a"}', '{"boundary":"b"}'


@pytest.fixture
def store(postgresql: str) -> Iterator[GameStore]:
    TABLES.drop_all(connect_engine(postgresql))
    store = GameStore(open_database(postgresql))
    yield store
    store.engine.dispose()


def connections_cut(url: str) -> None:
    """As at a restart: every connection but this one ends."""
    engine = connect_engine(url)
    with engine.connect() as connection:
        connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"))
    engine.dispose()


def socket_of(url: str) -> Path:
    return Path(str(make_url(url).query["host"])) / ".s.PGSQL.5432"


def test_a_server_that_was_started_again_is_reached_without_a_fault(store: GameStore, postgresql: str) -> None:
    with store.new() as kept:
        kept.append([HEAD])
        connections_cut(postgresql)
        kept.append([NEXT])
    assert store.read(1) == (HEAD, NEXT)


def test_what_could_not_be_written_is_written_once_when_the_server_is_back(store: GameStore, postgresql: str) -> None:
    with store.new() as kept:
        kept.append([HEAD])
        socket = socket_of(postgresql)
        connections_cut(postgresql)
        socket.rename(socket.with_name("away"))
        try:
            with pytest.raises(DatabaseFault, match="cannot be written") as fault:
                kept.append([NEXT])
        finally:
            socket.with_name("away").rename(socket)
        assert type(fault.value) is DatabaseFault
        assert fault.value.kind == "away"
        assert store.fault is fault.value
        kept.append([NEXT])
        kept.append([LAST])
        assert store.fault is None
    assert store.read(1) == (HEAD, NEXT, LAST)


def test_a_commit_whose_answer_was_lost_is_found_before_the_next(store: GameStore, monkeypatch) -> None:
    append = store.append

    def unheard(*given):
        append(*given)
        monkeypatch.setattr(store, "append", append)
        raise DatabaseFault("the connection was lost") from SQLAlchemyError()

    with store.new() as kept:
        kept.append([HEAD])
        monkeypatch.setattr(store, "append", unheard)
        with pytest.raises(DatabaseFault):
            kept.append([NEXT])
        kept.append([NEXT])
        kept.append([LAST])
    assert store.read(1) == (HEAD, NEXT, LAST)
