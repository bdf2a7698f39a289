"""A game in progress at a table, over a real broker into a real record."""

from pathlib import Path

import pytest
from couriers import Client, archiving, until
from evenings import begun, blue_orders, duel, played, rules
from services import Broker
from sqlalchemy import text

from tablecam.doors.hub.broker_access import ARCHIVER, Registrar
from tablecam.doors.hub.courier import to_hub
from tablecam.doors.hub.message import read_batch
from tablecam.doors.hub.public_log import PublicLog
from tablecam.doors.hub.record import GameRecord
from tablecam.doors.hub.retention import load_texts, verify
from tablecam.doors.hub.settings import HubLink
from tablecam.doors.hub.topics import FULL, SEALED, TOLD, Place
from tablecam.storage.database import open_database
from tablecam.storage.database_file import line_sum
from tablecam.storage.game_store import GameStore

# a broker, a database, and waits for both
pytestmark = pytest.mark.slow

HERE = Place("hall", "one")


@pytest.fixture
def link(broker: Broker) -> HubLink:
    Registrar(broker.registrar).admit(HERE, "secret")
    return HubLink(HERE, broker.address(HERE.user, "secret"))


@pytest.fixture
def store(tmp_path: Path) -> GameStore:
    return GameStore(open_database(str(tmp_path / "games.db")))


def streams(record: GameRecord) -> dict[str, list[str]]:
    """What the record has, by stream."""
    with record.engine.connect() as connection:
        heads = connection.execute(text("SELECT game, stream, upto FROM head")).all()
        return {stream: load_texts(connection, str(game), stream, upto) for game, stream, upto in heads}


def test_the_traffic_of_a_running_game_has_nothing_hidden(
    broker: Broker, record: GameRecord, link: HubLink, store: GameStore
) -> None:
    ear, visitor = Client(broker.address(ARCHIVER), ("tc/1/in/#",), "ear"), Client(broker.address(), ("tc/1/pub/#",))
    with (
        ear.bus,
        visitor.bus,
        archiving(record, broker.archiver),
        to_hub(link, store, rules, print),
        store.new() as kept,
    ):
        assert ear.is_up.wait(60)
        assert visitor.is_up.wait(60)
        game = begun(kept)
        blue_orders(game, "overwatch")
        played(game, 5, 40)
        lines = list(kept.lines)
        told = PublicLog(game.system).grow(lines)
        until(lambda: streams(record).get(TOLD) == told)
    batches = [read_batch(payload) for _, payload in ear.heard]
    public = [payload.decode() for _, payload in visitor.heard]
    traffic = "\n".join([*(line for batch in batches for line in (*batch.lines, *batch.sums)), *public])
    assert {topic.rpartition("/")[2] for topic, _ in ear.heard} == {TOLD, SEALED}
    assert public
    hidden = [line for line in lines if line.startswith('{"answer"') and '"secret":true' in line]
    sums = [""]
    for line in lines:
        sums.append(line_sum(sums[-1], line))
    assert len(hidden) >= 2
    assert [line for line in hidden if line in traffic] == []
    first = lines.index(hidden[0])
    assert [sum_ for sum_ in sums[first + 1 :] if sum_ in traffic] == []
    # nor how long the full log is: every number is one of what is told, and nothing has an end
    assert max(batch.last for batch in batches) <= len(told) < len(lines)
    assert {batch.end for batch in batches} == {None}


def test_a_closed_game_is_in_the_record_as_it_was_played(
    broker: Broker, record: GameRecord, link: HubLink, store: GameStore
) -> None:
    with archiving(record, broker.archiver), to_hub(link, store, rules, print), store.new() as kept:
        game = played(duel(kept), 3)
        game.close("table")
        until(lambda: len(streams(record).get(FULL, ())) == len(kept.lines))
        until(lambda: store.settings(1).get("hub done") == "yes")
    assert streams(record)[FULL] == list(kept.lines)
    assert [(stream.stream, stream.fault) for stream in verify(record)] == [(FULL, ""), (SEALED, ""), (TOLD, "")]


def test_a_table_plays_on_without_its_hub_and_says_how_far_it_is_behind(
    broker: Broker, record: GameRecord, link: HubLink, store: GameStore
) -> None:
    broker.kill()
    with to_hub(link, store, rules, print) as courier, store.new() as kept:
        assert courier
        played(duel(kept), 3)
        until(lambda: courier.state.behind > 0 and courier.state.late and not courier.state.connected)
        broker.start()
        with archiving(record, broker.archiver):
            until(lambda: courier.state.behind == 0 and not courier.state.late)


def test_without_a_hub_there_is_no_courier(store: GameStore) -> None:
    with to_hub(None, store, rules, print) as courier:
        assert courier is None
