"""A real broker, a real database, and whatever befalls them: none lost, none doubled."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest
from couriers import Client, Written, archiving, kept, kept_lines, put_aside, until
from evenings import begun, played, rules
from services import Broker, Database

from tablecam.doors.hub.archiver import Archiver
from tablecam.doors.hub.broker_access import ARCHIVER, REGISTRAR, Registrar, new_secret
from tablecam.doors.hub.courier import Courier
from tablecam.doors.hub.message import OPEN, Have
from tablecam.doors.hub.public_log import PublicLog
from tablecam.doors.hub.record import GameRecord
from tablecam.doors.hub.retention import verify
from tablecam.doors.hub.topics import CARD, FULL, TOLD, Place, StreamTopic
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore

# a broker, a database, and waits for both
pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
HERE = Place("hall", "one")
# so many before something is killed, and as many after
HALF = 3000

Table = Callable[[Written], Courier]


@pytest.fixture
def table(broker: Broker) -> Table:
    """Makes a table that owes lines, and lets it in."""
    secret = new_secret()
    Registrar(broker.registrar).admit(HERE, secret)
    return lambda written: Courier(HERE, broker.address(HERE.user, secret), written)


def whole(record: GameRecord, *outboxes: Written) -> None:
    for written in outboxes:
        assert kept(record, written) == written.lines
    assert [stream.fault for stream in verify(record) if stream.fault] == []


def second_half(record: GameRecord, written: Written, kills: Callable[[], None]) -> None:
    """Something is killed when the record has some lines of the first half, and then there are as many more."""
    until(lambda: kept_lines(record) > 0)
    kills()
    written.more(HALF)


def test_what_a_table_owes_arrives_and_the_table_knows(broker: Broker, record: GameRecord, table: Table) -> None:
    written = Written(1000)
    with archiving(record, broker.archiver), table(written).running() as courier:
        until(lambda: written.debt.whole)
        until(lambda: courier.state.behind == 0 and courier.state.connected)
    whole(record, written)


def test_a_table_that_was_offline_catches_up_and_each_of_two_archivers_helps(
    broker: Broker, record: GameRecord, table: Table
) -> None:
    written = Written(10_000)
    with archiving(record, broker.archiver) as first, archiving(record, broker.archiver) as second:
        with table(written).running():
            until(lambda: written.debt.whole)
        assert first.taken > 0
        assert second.taken > 0
    whole(record, written)


@pytest.mark.long
def test_the_archiver_is_killed(broker: Broker, database: Database, record: GameRecord, table: Table) -> None:
    url = f"mqtt://{ARCHIVER}:{broker.secrets[ARCHIVER]}@127.0.0.1:{broker.port}"
    command = [sys.executable, "-m", "tablecam", "hub"]
    told = os.environ | {"TABLECAM_HUB_DB": database.url, "TABLECAM_HUB_BROKER": url}
    written = Written(HALF, ended=False)

    def started() -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, cwd=ROOT, env=told, stderr=subprocess.DEVNULL)

    def kills() -> None:
        first.send_signal(signal.SIGKILL)
        first.wait()

    with started() as first, table(written).running():
        second_half(record, written, kills)
        with started() as second:
            until(lambda: written.debt.whole)
            second.terminate()
    assert second.returncode == 0
    whole(record, written)


@pytest.mark.long
def test_the_games_of_a_database_are_sent_by_a_program_of_their_own(
    broker: Broker, record: GameRecord, tmp_path: Path
) -> None:
    Registrar(broker.registrar).admit(HERE, "secret")
    db, url = tmp_path / "games.db", f"mqtt://{HERE.user}:secret@127.0.0.1:{broker.port}"
    store = GameStore(open_database(str(db)))
    with store.new() as kept:
        played(begun(kept), 1, 20)
    command = [sys.executable, "-m", "tablecam", "hub", "send", "--db", str(db), "--hub", url]
    visitor = Client(broker.address(), (HERE.part("card"),), "visitor")
    with (
        visitor.bus,
        archiving(record, broker.archiver),
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as sender,
    ):
        told = PublicLog(rules("urban-war")).grow(kept.lines)
        until(lambda: kept_lines(record, TOLD) == len(told))
        # a wall shows who plays there, though nobody watches
        until(lambda: any(json.loads(card).get("game") for _topic, card in visitor.heard))
        shown = json.loads(visitor.heard[-1][1])
        assert [(name, score) for _seat, name, score in shown["sides"]] == [
            ("Harbour Watch", "6/6"), ("Tunnel Kin", "6/6"),
        ]  # fmt: skip
        assert shown["turn"]
        sender.terminate()
        assert sender.stdout
        assert b"lines behind" in sender.stdout.read()
    assert sender.returncode == 0


def test_the_broker_is_killed(broker: Broker, record: GameRecord, table: Table) -> None:
    written = Written(HALF, ended=False)
    with archiving(record, broker.archiver), table(written).running() as courier:
        second_half(record, written, broker.kill)
        until(lambda: not courier.state.connected)
        broker.start()
        until(lambda: written.debt.whole)
    whole(record, written)


def test_the_broker_is_killed_with_a_full_queue_and_no_archiver(
    broker: Broker, record: GameRecord, table: Table
) -> None:
    written = Written(HALF)
    with table(written).running() as courier:
        until(lambda: courier.state.connected and courier.state.behind == HALF)
        broker.kill()
        broker.start()
        with archiving(record, broker.archiver):
            until(lambda: written.debt.whole)
    whole(record, written)


def test_the_database_is_killed(broker: Broker, database: Database, record: GameRecord, table: Table) -> None:
    written = Written(HALF, ended=False)
    with archiving(record, broker.archiver), table(written).running():
        second_half(record, written, database.kill)
        database.start()
        until(lambda: written.debt.whole)
    whole(record, written)


def test_the_table_begins_again_and_is_reminded_by_what_is_retained(
    broker: Broker, record: GameRecord, table: Table
) -> None:
    before = Written(500, ended=False)
    with archiving(record, broker.archiver), table(before).running():
        until(before.has_arrived)
    again = Written(500, game=before.game, ended=False)
    with table(again).running():
        # there is no archiver now: only the broker can have said so
        until(again.has_arrived)


def test_a_message_that_is_none_keeps_nobody_back(broker: Broker, record: GameRecord, table: Table) -> None:
    written, topic = Written(300), StreamTopic(HERE, Written(1).game, FULL).to_topic("in")
    with archiving(record, broker.archiver) as archiver, table(written).running() as courier:
        # before the archiver has subscribed, the broker drops what is published
        until(lambda: archiver.taken > 0)
        for payload in (b"", b"{}", random.Random(1).randbytes(300)):
            courier._bus.publish(topic, payload)
        courier._bus.publish(f"tc/1/in/{HERE.hall}/{HERE.table}/no/told", b"x")
        until(lambda: written.debt.whole)
        until(lambda: len(put_aside(record)) == 4)
    assert {topic for topic, _why in put_aside(record)} == {topic, f"tc/1/in/{HERE.hall}/{HERE.table}/no/told"}
    whole(record, written)


def test_a_fork_stops_the_table_and_the_record_keeps_its_version(
    broker: Broker, record: GameRecord, table: Table
) -> None:
    first = Written(300)
    with archiving(record, broker.archiver), table(first).running():
        until(lambda: first.debt.whole)
    other = Written(300, word="other", game=first.game)
    with archiving(record, broker.archiver), table(other).running():
        until(lambda: other.debt.forked)
    whole(record, first)


def test_a_credential_that_is_revoked_ends_the_connection(broker: Broker, record: GameRecord, table: Table) -> None:
    written = Written(100, ended=False)
    with archiving(record, broker.archiver), table(written).running() as courier:
        until(written.has_arrived)
        Registrar(broker.registrar).revoke(HERE)
        until(lambda: not courier.state.connected and "uthorized" in courier.state.why)
        written.more(100)
        until(lambda: courier.state.behind == 100)
    assert kept_lines(record) == 100


def test_a_table_has_nothing_retained_but_the_parts_of_its_view(broker: Broker, record: GameRecord) -> None:
    place, secret = Place("hall", "two"), new_secret()
    Registrar(broker.registrar).admit(place, secret)
    filler = Client(broker.address(place.user, secret), (), place.user)
    reader = Client(broker.address(), ("tc/1/pub/#",), "visitor")
    with filler.bus, reader.bus:
        assert filler.is_up.wait(60)
        assert reader.is_up.wait(60)
        filler.bus.publish(place.part("rubbish"), b"x", retain=True)
        until(lambda: bool(filler.refused))
        filler.bus.publish(place.part(CARD), b"card", retain=True)
        until(lambda: bool(reader.heard))
    assert [topic for topic, _ in reader.heard] == [place.part(CARD)]


def test_nothing_of_a_revoked_table_is_retained_however_much_there_was(broker: Broker, record: GameRecord) -> None:
    place, secret = Place("hall", "two"), new_secret()
    registrar = Registrar(broker.registrar)
    registrar.admit(place, secret)
    registrar.announce(place, "The old mill", "Table 2")
    with Client(broker.address(place.user, secret), (), place.user).bus as filler:
        topics = [StreamTopic(place, str(uuid4()), TOLD).to_topic("in") for _ in range(1500)]
        for topic in (*topics, place.part(CARD), place.part(CARD, "in")):
            assert filler.deliver(topic, b"x" * 100, 60)
    assert registrar._find_retained(place)
    registrar.revoke(place)
    assert registrar._find_retained(place) == set()


def test_a_batch_that_a_table_has_retained_is_cleared(broker: Broker, record: GameRecord, table: Table) -> None:
    registrar, written = Registrar(broker.registrar), Written(100)
    with archiving(record, broker.archiver), table(written).running() as courier:
        until(lambda: written.debt.whole)
        about = StreamTopic(HERE, str(uuid4()), TOLD)
        courier._bus.publish(about.to_topic("in"), b"retained", retain=True)
        until(lambda: bool(put_aside(record)))
        until(lambda: about.to_topic("in") not in registrar._find_retained(HERE))
    assert kept(record, written) == written.lines


def test_whoever_has_no_credential_reads_what_is_public_and_nothing_else(
    broker: Broker, record: GameRecord, table: Table
) -> None:
    public, everything, words = (
        Client(broker.address(), (topic,), f"visitor{number}")
        for number, topic in enumerate(("tc/1/pub/#", "#", "tc/1/have/#"))
    )
    written = Written(100)
    with public.bus, everything.bus, words.bus:
        public.is_up.wait(60)
        until(lambda: bool(everything.refused and words.refused))
        with archiving(record, broker.archiver), table(written).running():
            until(lambda: written.debt.whole)
            until(lambda: bool(public.heard))
        public.bus.publish(HERE.status, b"forged", retain=True)
        until(lambda: bool(public.refused))
    assert everything.heard == words.heard == []
    assert {topic for topic, _ in public.heard} == {HERE.status}
    assert b"forged" not in {payload for _, payload in public.heard}


def test_a_table_writes_nothing_under_another_s_name(broker: Broker, record: GameRecord) -> None:
    there, secret = Place("hall", "two"), new_secret()
    Registrar(broker.registrar).admit(there, secret)
    forger = Client(broker.address(there.user, secret), (there.words,), there.user)
    about = StreamTopic(HERE, Written(1).game, TOLD)
    forged = (
        about.to_topic("in"),
        HERE.status,
        about.to_topic("have"),
        StreamTopic(there, about.game, TOLD).to_topic("have"),
    )
    with archiving(record, broker.archiver) as archiver, forger.bus:
        forger.is_up.wait(60)
        for topic in forged:
            forger.bus.publish(topic, Have(1, "0123456789ab", OPEN).encode(), retain=True)
        until(lambda: len(forger.refused) == len(forged))
        assert archiver.taken == 0


def test_a_credential_serves_its_own_client_id_alone(broker: Broker) -> None:
    secret = new_secret()
    Registrar(broker.registrar).admit(HERE, secret)
    thief = Client(broker.address(HERE.user, secret), (), "another")
    with thief.bus:
        until(lambda: bool(thief.down))
    assert not thief.is_up.is_set()


def test_an_archiver_ends_when_it_is_told_while_the_database_is_away(
    broker: Broker, database: Database, record: GameRecord, table: Table
) -> None:
    written, stop = Written(100), threading.Event()
    thread = threading.Thread(target=Archiver(record, broker.archiver).run, args=(stop,))
    thread.start()
    database.kill()
    try:
        with table(written).running() as courier:
            until(lambda: courier.state.connected and courier.state.behind == 100)
            stop.set()
            thread.join(60)
        assert not thread.is_alive()
    finally:
        database.start()


def test_the_broker_listens_where_it_is_told_and_nowhere_else(broker: Broker) -> None:
    import psutil

    assert broker.process
    listening = psutil.Process(broker.process.pid).net_connections("inet")
    found = {(each.laddr.ip, each.laddr.port) for each in listening if each.status == psutil.CONN_LISTEN}
    assert found == {("127.0.0.1", broker.port), ("127.0.0.1", broker.websockets)}


def test_a_broker_whose_certificate_nobody_vouches_for_is_not_spoken_to(
    secure_broker: Broker, record: GameRecord
) -> None:
    written = Written(10)
    trusting = replace(secure_broker.address(ARCHIVER), secure=True, ca=secure_broker.folder / "cert.pem")
    with Courier(HERE, replace(trusting, ca=None), written).running() as courier:
        until(lambda: "certificate" in courier.state.why)
    with archiving(record, trusting):
        Registrar(replace(trusting, user=REGISTRAR, secret=secure_broker.secrets[REGISTRAR])).admit(HERE, "secret")
        with Courier(HERE, replace(trusting, user=HERE.user, secret="secret"), written).running():
            until(lambda: written.debt.whole)
    whole(record, written)
