"""What becomes of closed games in the record: in months, as long as their hall keeps them, and sealed."""

import gzip
import json
from datetime import timedelta

import pytest
from services import Database
from sqlalchemy import text

from tablecam.doors.hub.anti_entropy import Debt
from tablecam.doors.hub.public_log import Sealer
from tablecam.doors.hub.record import VERSION_TABLE, GameRecord, NoPlace, Parcel, open_record, register
from tablecam.doors.hub.retention import forget, keep_for, months, pack, pack_texts, unpack_texts, verify
from tablecam.doors.hub.topics import FULL, SEALED, Place, StreamTopic

pytestmark = pytest.mark.slow

LINES = [f'{{"line":{number}}}' for number in range(1, 31)]
GAME = "00000000-0000-4000-8000-{:012}"
ALL = timedelta()


def closed(record: GameRecord, place: Place, number: int, at: str = "2026-10-31 23:30+00", **streams: list[str]) -> str:
    """A game that was closed then; its id."""
    game = GAME.format(number)
    for stream, lines in ({FULL: LINES} | streams).items():
        debt = Debt()
        debt.grow(lines, ended=True)
        debt.begin_connection(0.0)
        record.take([Parcel(StreamTopic(place, game, stream), batch) for batch in debt.due(1.0)])
    with record.engine.begin() as connection:
        connection.execute(text("UPDATE game SET closed = :at WHERE id = :game"), {"at": at, "game": game})
    return game


def archived(record: GameRecord) -> list[str]:
    with record.engine.connect() as connection:
        return [str(game) for game in connection.execute(text("SELECT game FROM archive ORDER BY game")).scalars()]


def months_of(record: GameRecord) -> list[str]:
    with record.engine.connect() as connection:
        return months(connection)


def test_games_are_packed_by_the_month_in_which_they_were_closed(record: GameRecord) -> None:
    here = register(record, "The old mill", "Table 1")
    closed(record, here, 1, "2026-09-30 23:59:59+00")
    closed(record, here, 2, "2026-10-01 00:00:00+00")
    closed(record, here, 3, "2026-12-31 23:59:59+00")
    assert len(pack(record, timedelta(days=-365))) == 3
    assert months_of(record) == ["archive_2026_09", "archive_2026_10", "archive_2026_12"]
    assert [stream.fault for stream in verify(record)] == [""] * 3
    assert forget(record, timedelta(days=-365)) == 3
    assert months_of(record) == []


def test_each_hall_keeps_its_logs_as_long_as_it_wants_and_results_stay(record: GameRecord) -> None:
    short, usual = register(record, "The old mill", "Table 1"), register(record, "The barn", "Table 1")
    with record.engine.connect() as connection:
        ago = connection.execute(text("SELECT (now() - interval '100 days')::text")).scalar_one()
    first, second = closed(record, short, 1, ago), closed(record, usual, 2, ago)
    pack(record)
    keep_for(record, short.hall, 99)
    assert forget(record, timedelta(days=101)) == 1
    assert archived(record) == [second]
    # what was forgotten is no fault, and its place in the record stays
    assert {stream.game: stream.fault for stream in verify(record)} == {second: ""}
    with record.engine.connect() as connection:
        assert connection.execute(text("SELECT upto FROM head WHERE game = :game"), {"game": first}).scalar() == 30
    keep_for(record, usual.hall, 200)
    assert forget(record, timedelta(days=50)) == 0
    keep_for(record, usual.hall, None)
    assert forget(record, timedelta(days=50)) == 1


def test_a_log_comes_out_as_it_was_packed_by_this_version_or_an_earlier_one() -> None:
    texts = [*LINES, "Äpfel \N{SNOWMAN}"]
    assert unpack_texts(pack_texts(texts)) == unpack_texts(gzip.compress(json.dumps(texts).encode())) == texts


def test_a_hall_that_nobody_registered_has_no_rule(record: GameRecord) -> None:
    with pytest.raises(NoPlace, match="no hall nowhere"):
        keep_for(record, "nowhere", 7)


def test_a_log_that_was_changed_after_it_was_sealed_is_found_though_its_sums_follow(record: GameRecord) -> None:
    here = register(record, "The old mill", "Table 1")
    told = [(number, json.dumps({"event": number})) for number in range(1, 31)]
    sealer = Sealer(bytes(32))
    seals = [*sealer.grow(LINES, told), sealer.end()]
    closed(record, here, 1, **{SEALED: seals})
    closed(record, here, 2, **{SEALED: seals, FULL: [*LINES[:4], "another", *LINES[5:]]})
    faults = {(stream.game, stream.stream): stream.fault for stream in verify(record)}
    assert faults[GAME.format(1), SEALED] == faults[GAME.format(2), FULL] == ""
    assert faults[GAME.format(2), SEALED] == "has another log than that which was sealed (seal 1 of 3)"
    pack(record, timedelta(days=-365))
    assert {(stream.game, stream.stream): stream.fault for stream in verify(record)} == faults


def test_an_archive_of_before_the_months_is_taken_over(database: Database, record: GameRecord) -> None:
    from alembic.migration import MigrationContext
    from alembic.operations import Operations

    from tablecam.doors.hub.migrations.versions import v0001_record, v0002_months_and_halls

    url = f"{database.url}&options=-csearch_path%3Dbefore"
    with record.engine.begin() as connection:
        connection.execute(text("CREATE SCHEMA before"))
        connection.execute(text("SET search_path TO before"))
        with Operations.context(MigrationContext.configure(connection)):
            v0001_record.upgrade()
        connection.execute(text(f"CREATE TABLE {VERSION_TABLE} (version_num text)"))
        connection.execute(text(f"INSERT INTO {VERSION_TABLE} VALUES ('{v0001_record.revision}')"))
        game = {"game": GAME.format(1)}
        connection.execute(text("INSERT INTO game VALUES (:game, 'hall', 'one', NULL, now(), '2025-02-03')"), game)
        connection.execute(text("INSERT INTO head VALUES (:game, 'full', 1, 'x', 'whole', 1)"), game)
        connection.execute(text("INSERT INTO archive VALUES (:game, 'full', 1, 'x', 'body')"), game)
        connection.execute(text("RESET search_path"))
    later = open_record(url)
    try:
        assert archived(later) == [GAME.format(1)]
        assert months_of(later) == ["archive_2025_02"]
        assert v0002_months_and_halls.down_revision == v0001_record.revision
    finally:
        later.engine.dispose()
        with record.engine.begin() as connection:
            connection.execute(text("DROP SCHEMA before CASCADE"))
