"""`tablecam hub` from the outside: a broker is set up, a table registered, looked at, checked and put out."""

import re
from datetime import timedelta
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from couriers import Client, Written, archiving, until
from services import Broker, Database
from sqlalchemy import text

from tablecam.commands.hub import hub
from tablecam.doors.hub.broker_access import REGISTRAR, Registrar
from tablecam.doors.hub.bus import BadBroker, BrokerAddress
from tablecam.doors.hub.courier import Courier
from tablecam.doors.hub.record import GameRecord
from tablecam.doors.hub.retention import forget, pack, verify
from tablecam.doors.hub.topics import Place, find_place

# a broker, a database, and waits for both
pytestmark = pytest.mark.slow

# upper and lower half of a character, light or dark
SQUARES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}


def run(*words: str) -> Result:
    return CliRunner().invoke(hub, list(words))


@pytest.fixture
def at(broker: Broker, database: Database, record: GameRecord) -> tuple[str, ...]:
    """The options of what changes both."""
    url = f"mqtt://{REGISTRAR}:{broker.secrets[REGISTRAR]}@127.0.0.1:{broker.port}"
    return "--db", database.url, "--broker", url


def added(at: tuple[str, ...], table: str) -> BrokerAddress:
    """A new table's address, as its hub.toml has it."""
    said = run("add-table", "The old mill", table, *at)
    assert said.exit_code == 0, said.output
    found = re.search(r'^broker = "(.+)"$', said.stdout, re.MULTILINE)
    assert found
    assert scanned(said.stdout) == found[1]
    return BrokerAddress.from_url(found[1])


def scanned(shown: str) -> str:
    """What a phone reads off the terminal: each character is two squares, one above the other."""
    lines = [line for line in shown.splitlines() if line and set(line) <= set(SQUARES)]
    squares = np.array([[SQUARES[one][half] for one in line] for line in lines for half in (0, 1)], np.uint8)
    picture = np.kron(255 * squares, np.ones((8, 8), np.uint8))
    framed = cv2.copyMakeBorder(picture, *4 * [40], cv2.BORDER_CONSTANT, value=255)
    # the plain detector misses one code in a hundred
    return cv2.QRCodeDetectorAruco().detectAndDecode(framed)[0]


def test_a_table_is_registered_sends_is_looked_at_and_put_out(
    at: tuple[str, ...], broker: Broker, database: Database, record: GameRecord
) -> None:
    address, other = added(at, "Table 1"), added(at, "Table 2")
    place, second = find_place(address.user), find_place(other.user)
    assert place
    assert second
    assert place.hall == second.hall
    written = Written(300)
    with archiving(record, broker.archiver), Courier(place, address, written).running() as courier:
        until(lambda: written.debt.whole)
        listed = run("status", "--db", database.url).stdout.splitlines()
        assert listed[0].startswith(f"{place.user}  The old mill, Table 1: 1 games (1 closed), 300 lines")
        assert run("revoke", place.user, *at).exit_code == 0
        until(lambda: not courier.state.connected)
    assert run("status", "--db", database.url).stdout.splitlines()[0].endswith("; revoked")
    assert run("verify", "--db", database.url).stdout == "1 streams of 300 lines: every chain of sums is whole\n"


def test_a_broker_that_has_lost_the_names_of_tables_is_told_them_again(
    at: tuple[str, ...], broker: Broker, record: GameRecord
) -> None:
    address = added(at, "Table 1")
    place = find_place(address.user)
    assert place
    named = (place.part("names"), b'{"hall": "The old mill", "table": "Table 1"}')
    broker.kill()
    # what it had written of what it retained is gone
    (broker.folder / "mosquitto.db").unlink(missing_ok=True)
    broker.start()
    # credentials that were given since the broker began are in their own file
    visitor = Client(broker.address(), ("tc/1/pub/#",), "visitor")
    with visitor.bus, archiving(record, broker.archiver), Courier(place, address, Written(10)).running():
        until(lambda: named in visitor.heard)


def test_a_line_that_was_changed_in_the_record_is_found(broker: Broker, database: Database, record: GameRecord) -> None:
    sent(record, broker, written := Written(50))
    with record.engine.begin() as connection:
        connection.execute(text("UPDATE line SET text = 'another' WHERE n = 20"))
    checked = run("verify", "--db", database.url)
    assert checked.exit_code == 1
    assert f"game {written.game}, full: has lines that are not those that were sent" in checked.stderr


def test_a_closed_game_is_packed_after_a_day_and_forgotten_later(broker: Broker, record: GameRecord) -> None:
    sent(record, broker, Written(250), Written(100, ended=False))
    assert pack(record) == []
    assert [about.stream for about in pack(record, timedelta())] == ["full"]
    assert [(stream.lines, stream.fault) for stream in sorted(verify(record), key=lambda each: each.lines)] == [
        (100, ""), (250, ""),
    ]  # fmt: skip
    with record.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM line")).scalar() == 100
    assert forget(record, timedelta(days=730)) == 0
    assert forget(record, timedelta()) == 1


def sent(record: GameRecord, broker: Broker, *outboxes: Written) -> None:
    """Every outbox from a table of its own."""
    with archiving(record, broker.archiver):
        for number, written in enumerate(outboxes):
            place = Place("hall", f"t{number}")
            Registrar(broker.registrar).admit(place, "secret")
            with Courier(place, broker.address(place.user, "secret"), written).running():
                until(written.has_arrived)


def test_a_broker_is_set_up_once(tmp_path: Path) -> None:
    first = run("init", str(tmp_path / "broker"))
    assert [line.partition(":")[0] for line in first.stdout.splitlines()] == ["archiver", "registrar", "delayer"]
    assert (tmp_path / "broker" / "mosquitto.conf").is_file()
    again = run("init", str(tmp_path / "broker"))
    assert again.exit_code == 2
    assert "would be lost" in again.stderr


def test_no_broker_is_open_to_the_network_without_a_certificate(tmp_path: Path) -> None:
    refused = run("init", str(tmp_path), "--address", "0.0.0.0")
    assert refused.exit_code == 2
    assert "--cert and --key" in refused.stderr


@pytest.mark.parametrize("url", ["hub.example", "http://hub.example", "mqtts://", "mqtts://hub:port"])
def test_what_is_no_broker_s_address_is_refused(url: str) -> None:
    with pytest.raises(BadBroker, match="mqtts://user:secret@"):
        BrokerAddress.from_url(url)


def test_a_secret_with_any_characters_is_read() -> None:
    address = BrokerAddress.from_url("mqtts://hall.one:a%2Fb%40c@hub.example")
    assert (address.secret, address.port, address.secure) == ("a/b@c", 8883, True)
