"""The record in a real PostgreSQL: what follows is kept, once, in whatever order it comes."""

import random
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DataError, InterfaceError, OperationalError

from tablecam.doors.hub.anti_entropy import Debt
from tablecam.doors.hub.message import FORKED, OPEN, WHOLE, Batch, Have
from tablecam.doors.hub.record import WAITING, GameRecord, NoRecord, Parcel, PutAside, is_temporary, open_record
from tablecam.doors.hub.topics import FULL, TOLD, Place, StreamTopic
from tablecam.storage.database_fault import DatabaseFault
from tablecam.storage.database_file import line_sum

# a database server is started for it
pytestmark = pytest.mark.slow

HERE, THERE = Place("hall", "one"), Place("hall", "two")


def lines(count: int, word: str = "line") -> list[str]:
    return [f'{{"{word}":{number}}}' for number in range(1, count + 1)]


def batches(texts: list[str], *, ended: bool = False, parent: str = "") -> list[Batch]:
    debt = Debt(parent)
    debt.grow(texts, ended=ended)
    debt.begin_connection(0.0)
    return list(debt.due(1.0))


def stream(stream_name: str = TOLD, place: Place = HERE) -> StreamTopic:
    return StreamTopic(place, str(uuid4()), stream_name)


def kept(record: GameRecord, about: StreamTopic) -> list[str]:
    wanted = text("SELECT text FROM line WHERE game = :game AND stream = :stream ORDER BY n")
    with record.engine.connect() as connection:
        return list(connection.execute(wanted, {"game": about.game, "stream": about.stream}).scalars())


def test_lines_are_kept_once_in_whatever_order_they_come(record: GameRecord) -> None:
    about, texts, chance = stream(), lines(1500), random.Random(1)
    sent = [Parcel(about, batch) for batch in batches(texts) * 2]
    chance.shuffle(sent)
    for at in range(0, len(sent), 3):
        haves, aside = record.take(sent[at : at + 3])
        assert aside == []
    assert kept(record, about) == texts
    assert haves[about].upto == 1500


def test_a_stream_is_whole_when_its_last_line_is_there_and_takes_no_more(record: GameRecord) -> None:
    about, texts = stream(FULL), lines(450)
    first, second, third = (Parcel(about, batch) for batch in batches(texts, ended=True))
    assert record.take([third])[0][about] == Have(0, "", OPEN)
    assert record.take([first])[0][about].upto == 200
    assert record.take([second])[0][about].state == WHOLE
    more = Batch(451, ("x",), (line_sum(third.batch.sums[-1], "x"),))
    assert record.take([Parcel(about, more)])[0][about] == Have(450, third.batch.sums[-1], WHOLE)
    assert kept(record, about) == texts
    with record.engine.connect() as connection:
        assert connection.execute(text("SELECT closed IS NOT NULL FROM game")).scalar()


def test_lines_that_do_not_follow_are_deleted_and_asked_for_again(record: GameRecord) -> None:
    about, (batch,) = stream(), batches(lines(20))
    spoilt = Batch(1, (*batch.lines[:9], "spoilt", *batch.lines[10:]), batch.sums)
    assert record.take([Parcel(about, spoilt)])[0][about] == Have(9, batch.sums[8])
    assert kept(record, about) == lines(9)
    assert record.take([Parcel(about, batch)])[0][about].upto == 20
    assert kept(record, about) == lines(20)


def test_a_game_belongs_to_the_table_that_named_it_first(record: GameRecord) -> None:
    about, (batch,) = stream(), batches(lines(5))
    foreign = StreamTopic(THERE, about.game, about.stream)
    record.take([Parcel(about, batch)])
    haves, aside = record.take([Parcel(foreign, Batch(6, ("x",), (line_sum(batch.sums[-1], "x"),)))])
    assert haves == {}
    assert [each.topic for each in aside] == [foreign.to_topic("in")]
    assert kept(record, about) == lines(5)


def test_a_fork_leaves_the_first_version_and_the_next_game_names_it(record: GameRecord) -> None:
    about = stream()
    (old,), (new,) = batches(lines(30, "old")), batches(lines(10) + lines(20, "new"))
    record.take([Parcel(about, old)])
    assert record.take([Parcel(about, new)])[0][about] == Have(30, old.sums[-1])
    after = stream()
    (renamed,) = batches(lines(10) + lines(20, "new"), parent=about.game)
    assert record.take([Parcel(after, renamed)])[0][after].upto == 30
    assert record.take([Parcel(about, old)])[0][about].state == FORKED
    assert kept(record, about) == lines(30, "old")


def test_nobody_makes_a_fork_of_another_table_s_game(record: GameRecord) -> None:
    about, (batch,) = stream(), batches(lines(5))
    record.take([Parcel(about, batch)])
    (named,) = batches(lines(5), parent=about.game)
    record.take([Parcel(stream(place=THERE), named)])
    assert record.take([Parcel(about, batch)])[0][about].state == OPEN


def test_many_games_go_in_together(record: GameRecord) -> None:
    streams = [stream(name) for name in (TOLD, FULL) for _ in range(20)]
    sent = [Parcel(about, batch) for about in streams for batch in batches(lines(250))]
    random.Random(2).shuffle(sent)
    haves, _ = record.take(sent)
    assert {have.upto for have in haves.values()} == {250}
    assert {about: have.upto for about, have in record.open_heads().items()} == dict.fromkeys(streams, 250)


def test_what_waits_is_looked_up_and_not_the_whole_games(record: GameRecord) -> None:
    about = stream()
    record.take([Parcel(about, batch) for batch in batches(lines(3000))])
    with record.engine.connect() as connection:
        explained = text(f"EXPLAIN {WAITING.text}")
        plan = "\n".join(connection.execute(explained, {"games": [about.game], "most": 1}).scalars())
    assert "n > head.upto" in next(row for row in plan.splitlines() if "Index Cond" in row and "head.stream" in row)


def test_what_is_put_aside_is_there_to_look_at(record: GameRecord) -> None:
    record.put_aside([PutAside("tc/1/in/a", "no stream has that topic", b"\x00\xff")])
    with record.engine.connect() as connection:
        assert connection.execute(text("SELECT topic, why, body FROM refused")).one() == (
            "tc/1/in/a", "no stream has that topic", b"\x00\xff",
        )  # fmt: skip


@pytest.mark.parametrize(
    ("cause", "is_so"),
    [
        (OperationalError("", {}, Exception("no connection")), True),
        (InterfaceError("", {}, Exception("closed")), True),
        (OSError("no route"), True),
        (DataError("", {}, Exception("a NUL in a text")), False),
    ],
)
def test_a_database_that_is_away_may_take_the_same_later_and_one_that_refuses_it_never(
    cause: Exception, is_so: bool
) -> None:
    fault = DatabaseFault("the record takes no lines")
    fault.__cause__ = cause
    assert is_temporary(fault) is is_so


@pytest.mark.parametrize("url", ["games.db", "sqlite:///games.db"])
def test_only_postgresql_keeps_a_record(url: str) -> None:
    with pytest.raises(NoRecord, match="PostgreSQL"):
        open_record(url)
