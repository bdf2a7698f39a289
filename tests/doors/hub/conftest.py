"""A PostgreSQL and a mosquitto of the tests' own, as real as those of a hall."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from services import Broker, Database, certificate, free_port, mosquitto, running_database
from sqlalchemy import text

from tablecam.doors.hub.broker_access import listeners, write_broker
from tablecam.doors.hub.record import GameRecord, open_record


@pytest.fixture
def broker() -> Iterator[Broker]:
    """A broker with its own accounts, nobody's tables, and no certificate."""
    with running_broker() as started:
        yield started


@pytest.fixture
def secure_broker() -> Iterator[Broker]:
    """One with a certificate, `cert.pem` in its folder, that it vouches for itself."""
    with running_broker(secure=True) as started:
        yield started


@contextmanager
def running_broker(*, secure: bool = False) -> Iterator[Broker]:
    program = mosquitto()
    folder = Path(tempfile.mkdtemp(prefix="mq"))
    port, websockets = free_port(), free_port()
    tls = certificate(folder) if secure else None
    made = write_broker(folder, listeners("127.0.0.1", port, websockets, tls))
    if os.geteuid() == 0:
        with (folder / "mosquitto.conf").open("a") as file:
            file.write("\nuser root\n")
    started = Broker(program, folder, port, websockets, made)
    started.start()
    try:
        yield started
    finally:
        started.kill()
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def database() -> Iterator[Database]:
    """A running server of this folder's own, which a test leaves running."""
    with running_database() as server:
        yield server


@pytest.fixture
def record(database: Database) -> Iterator[GameRecord]:
    """An empty record."""
    record = open_record(database.url)
    with record.engine.begin() as connection:
        connection.execute(text("TRUNCATE place, game, head, line, archive, refused, hall_keeps"))
    yield record
    record.engine.dispose()
