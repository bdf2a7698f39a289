"""50,000 lines, in the middle of which archiver, broker and database are killed: none lost, none doubled."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from couriers import Written, kept, until
from services import Broker, Database

from tablecam.doors.hub.broker_access import ARCHIVER, Registrar
from tablecam.doors.hub.courier import Courier
from tablecam.doors.hub.record import GameRecord
from tablecam.doors.hub.retention import verify
from tablecam.doors.hub.topics import Place

# a broker, a database, and waits for both
pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[3]
HERE = Place("hall", "one")
LINES = 50_000


@contextmanager
def archiver(broker: Broker, database: Database) -> Iterator["subprocess.Popen[bytes]"]:
    """`tablecam hub`, a program of its own."""
    url = f"mqtt://{ARCHIVER}:{broker.secrets[ARCHIVER]}@127.0.0.1:{broker.port}"
    told = os.environ | {"TABLECAM_HUB_DB": database.url, "TABLECAM_HUB_BROKER": url}
    command = [sys.executable, "-m", "tablecam", "hub"]
    with subprocess.Popen(command, cwd=ROOT, env=told, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.terminate()


def test_each_of_them_is_killed_in_the_middle(broker: Broker, database: Database, record: GameRecord) -> None:
    Registrar(broker.registrar).admit(HERE, "secret")
    written = Written(LINES)

    def has(share: float) -> None:
        """Waits until the record has said that it has so much of it."""
        until(lambda: written.debt.upto >= LINES * share)

    with Courier(HERE, broker.address(HERE.user, "secret"), written).running():
        with archiver(broker, database) as first:
            has(0.2)
            first.send_signal(signal.SIGKILL)
        with archiver(broker, database):
            has(0.4)
            broker.kill()
            broker.start()
            has(0.6)
            database.kill()
            database.start()
            has(0.8)
            broker.kill()
            database.kill()
            broker.start()
            database.start()
            until(lambda: written.debt.whole)
    assert kept(record, written) == written.lines
    assert [(stream.lines, stream.fault) for stream in verify(record)] == [(LINES, "")]
