"""What befalls a hall: two halls on one broker, a viewer that stops reading, a courier that doubles, a wrong clock."""

import base64
import os
import random
import socket
import struct
import time
from dataclasses import replace

import pytest
from couriers import Client, Written, archiving, kept, kept_lines, until
from services import Broker
from sqlalchemy import text

from tablecam.doors.hub.anti_entropy import Debt
from tablecam.doors.hub.broker_access import ARCHIVER, Registrar
from tablecam.doors.hub.bus import Bus, BusListener
from tablecam.doors.hub.courier import Courier
from tablecam.doors.hub.record import GameRecord, list_places, register
from tablecam.doors.hub.retention import verify
from tablecam.doors.hub.topics import Place, StreamTopic

# a broker, a database, and waits for both
pytestmark = pytest.mark.slow

HERE = Place("hall", "one")
DAY_S = 86_400.0


def courier(broker: Broker, place: Place, written: Written) -> Courier:
    Registrar(broker.registrar).admit(place, "secret")
    return Courier(place, broker.address(place.user, "secret"), written)


def test_two_halls_share_a_broker_and_neither_hears_of_the_other(broker: Broker, record: GameRecord) -> None:
    mill, barn = register(record, "The old mill", "Table 1"), register(record, "The barn", "Table 1")
    assert mill.hall != barn.hall
    first, second = Written(300, word="mill"), Written(200, word="barn")
    watching = Client(broker.address(), (f"tc/1/pub/{mill.hall}/#",))
    with watching.bus, archiving(record, broker.archiver):
        assert watching.is_up.wait(60)
        with courier(broker, mill, first).running(), courier(broker, barn, second).running():
            until(lambda: first.debt.whole and second.debt.whole)
            # the archiver tells what the table is called
            until(lambda: mill.part("names") in dict(watching.heard))
        spy = Client(broker.address(mill.user, "secret"), (f"tc/1/have/{barn.hall}/#",), mill.user)
        with spy.bus:
            until(lambda: bool(spy.refused))
    assert kept(record, first) == first.lines
    assert kept(record, second) == second.lines
    assert {(each.hall_name, each.lines, each.closed) for each in list_places(record)} == {
        ("The old mill", 300, 1), ("The barn", 200, 1),
    }  # fmt: skip
    assert {topic for topic, _ in watching.heard} == {mill.status, mill.part("names")}


def test_batches_that_come_doubled_and_in_any_order_over_the_broker_are_kept_once(
    broker: Broker, record: GameRecord
) -> None:
    Registrar(broker.registrar).admit(HERE, "secret")
    debt, about = Debt(), StreamTopic(HERE, Written(1).game, "full")
    lines = [f'{{"line":{number}}}' for number in range(1, 2901)]
    debt.grow(lines, ended=True)
    debt.begin_connection(0.0)
    batches = [batch.encode() for batch in debt.due(1.0)] * 2
    random.Random(4).shuffle(batches)
    up: list[bool] = []
    listener = BusListener(up=lambda: up.append(True))
    with (
        archiving(record, broker.archiver) as archiver,
        Bus(broker.address(HERE.user, "secret"), listener, client_id=HERE.user) as bus,
    ):
        until(lambda: bool(up))

        def sent_till_one_is_there() -> bool:
            """What is sent before the archiver has subscribed goes to nobody."""
            bus.publish(about.to_topic("in"), batches[0])
            return archiver.taken > 0

        until(sent_till_one_is_there)
        for payload in batches:
            bus.publish(about.to_topic("in"), payload)
        until(lambda: kept_lines(record) == len(lines))
    assert kept_lines(record) == len(lines)
    assert [(stream.lines, stream.fault) for stream in verify(record)] == [(len(lines), "")]


def stalled_viewer(broker: Broker) -> socket.socket:
    """A browser that subscribes to everything public over WebSockets, and reads no more."""
    viewer = socket.socket()
    viewer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    viewer.connect(("127.0.0.1", broker.websockets))
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        "GET /mqtt HTTP/1.1",
        "Host: hub",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
    )
    viewer.sendall("\r\n".join((*lines, "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: mqtt", "", "")).encode())
    while not viewer.recv(4096).endswith(b"\r\n\r\n"):
        pass
    viewer.sendall(framed(packet(0x10, b"\0\4MQTT\5\2\0\x3c\0\0\7stalled")))
    viewer.sendall(framed(packet(0x82, b"\0\1\0\0\x0atc/1/pub/#\0")))
    return viewer


def packet(kind: int, body: bytes) -> bytes:
    return bytes([kind, len(body)]) + body


def framed(content: bytes) -> bytes:
    """A binary frame, masked with zeros."""
    return struct.pack("!BB4x", 0x82, 0x80 | len(content)) + content


def test_a_viewer_that_stops_reading_keeps_nobody_back(broker: Broker, record: GameRecord) -> None:
    """What the broker keeps for it has a limit: the broker stays small, and others are told at once."""
    import psutil

    Registrar(broker.registrar).admit(HERE, "secret")
    reading = Client(broker.address(), ("tc/1/pub/#",))
    topic, size, count = f"tc/1/pub/{HERE.hall}/{HERE.table}/table", 100_000, 1500
    stalled = stalled_viewer(broker)
    assert broker.process
    up: list[bool] = []
    listener = BusListener(up=lambda: up.append(True))
    with reading.bus, Bus(broker.address(HERE.user, "secret"), listener, client_id=HERE.user) as bus:
        assert reading.is_up.wait(60)
        until(lambda: bool(up))
        for number in range(count):
            bus.publish(topic, b"%08d" % number + bytes(size), qos=0)
            # as a table does, which never sends more than is taken
            until(lambda number=number: len(reading.heard) > number - 20)
        until(lambda: reading.heard[-1][1].startswith(b"%08d" % (count - 1)))
        held_mb = psutil.Process(broker.process.pid).memory_info().rss / 1e6
    stalled.close()
    # of 150 MB that were sent
    assert held_mb < 130
    written = Written(50)
    with archiving(record, broker.archiver), Courier(HERE, broker.address(HERE.user, "secret"), written).running():
        until(lambda: written.debt.whole)


@pytest.mark.parametrize("wrong_s", [DAY_S, -DAY_S])
def test_a_table_whose_clock_is_wrong_by_a_day_sends_as_any_other(
    broker: Broker, record: GameRecord, monkeypatch: pytest.MonkeyPatch, wrong_s: float
) -> None:
    """It waits by a clock that does not go back, and the record dates what comes by its own."""
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + wrong_s)
    written = Written(500, ended=False)
    with archiving(record, broker.archiver), courier(broker, HERE, written).running():
        until(written.has_arrived)
        monkeypatch.setattr(time, "time", right)
        written.more(100)
        until(written.has_arrived)
    with record.engine.connect() as connection:
        off = text("SELECT max(abs(extract(epoch FROM now() - at))) FROM line")
        assert connection.execute(off).scalar_one() < DAY_S / 2
    assert kept(record, written) == written.lines


def test_a_certificate_of_another_name_is_not_spoken_to(secure_broker: Broker) -> None:
    trusting = replace(secure_broker.address(ARCHIVER), secure=True, ca=secure_broker.folder / "cert.pem")
    with Courier(HERE, replace(trusting, host="localhost"), Written(10)).running() as table:
        until(lambda: "certificate" in table.state.why)
        assert not table.state.connected
