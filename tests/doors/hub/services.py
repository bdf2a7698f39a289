"""The servers of the hub's tests: they can be killed and started again."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tablecam.doors.hub.broker_access import ARCHIVER, REGISTRAR
from tablecam.doors.hub.bus import BrokerAddress
from tests.storage.conftest import as_whom, binary, run


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@dataclass
class Broker:
    """A mosquitto that can be killed and started again on the same port."""

    program: str
    folder: Path
    port: int
    websockets: int
    secrets: dict[str, str]
    process: subprocess.Popen[bytes] | None = field(default=None)

    def start(self) -> None:
        command = [self.program, "-c", str(self.folder / "mosquitto.conf")]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if all(map(answers, (self.port, self.websockets))):
                return
            time.sleep(0.02)
        raise AssertionError("the broker does not listen")

    def kill(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def address(self, user: str = "", secret: str = "") -> BrokerAddress:
        return BrokerAddress("127.0.0.1", self.port, user, secret or self.secrets.get(user, ""), secure=False)

    @property
    def archiver(self) -> BrokerAddress:
        return self.address(ARCHIVER)

    @property
    def registrar(self) -> BrokerAddress:
        return self.address(REGISTRAR)


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine that vouches for itself, and its key."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("no openssl on this machine, which makes the certificate")
    made = folder / "cert.pem", folder / "key.pem"
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    wanted = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    command = [openssl, "req", "-x509", *wanted, *names, "-out", made[0], "-keyout", made[1]]
    subprocess.run(command, check=True, capture_output=True)
    return made


def mosquitto() -> str:
    found = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        pytest.skip("no mosquitto on this machine: Debian's package mosquitto has it (tools/system.sh test)")
    return found


@dataclass
class Database:
    """A PostgreSQL that can be killed and started again."""

    folder: Path
    control: str

    @property
    def url(self) -> str:
        return f"postgresql://tablecam@/postgres?host={self.folder}"

    def _run(self, *words: str) -> None:
        run([self.control, "-w", "-D", self.folder / "data", *words], as_whom(self.folder))

    def start(self) -> None:
        settings = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c fsync=off"
        self._run("-l", str(self.folder / "log"), "-o", settings, "start")

    def kill(self) -> None:
        """Every process of it ends at once, as after a crash."""
        self._run("-m", "immediate", "stop")


@contextmanager
def running_database() -> Iterator[Database]:
    """A PostgreSQL of its own, which ends with the block; skips where none is installed."""
    initdb, control = binary("initdb"), binary("pg_ctl")
    if initdb is None or control is None:
        pytest.skip("no PostgreSQL on this machine: Debian's package postgresql has it (tools/system.sh test)")
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    make = [initdb, "--no-sync", "--no-locale", "-E", "UTF8", "-A", "trust", "-U", "tablecam", "-D", folder / "data"]
    run(make, as_whom(folder))
    server = Database(folder, control)
    server.start()
    try:
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder)
