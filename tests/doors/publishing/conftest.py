"""A broker as a house has one."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from couriers import until
from services import answers, free_port, mosquitto

from tablecam.doors.hub.bus import BrokerAddress


@pytest.fixture
def open_broker(tmp_path: Path) -> Iterator[BrokerAddress]:
    """A broker of a house, which lets everybody in."""
    port = free_port()
    with subprocess.Popen([mosquitto(), "-p", str(port)], cwd=tmp_path, stderr=subprocess.DEVNULL) as running:
        until(lambda: answers(port))
        yield BrokerAddress("127.0.0.1", port, secure=False)
        running.kill()
