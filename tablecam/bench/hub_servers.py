"""A mosquitto and a PostgreSQL of the bench's own, in folders that are deleted at the end."""

import getpass
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from tablecam.errors import TablecamError
from tablecam.hub.broker_access import listeners, write_broker
from tablecam.hub.bus import BrokerAddress
from tablecam.storage.text_file import write_text
from tablecam.system import given_to, raise_descriptors, server_program

HOST = "127.0.0.1"
STARTS_S = 60.0


class AbsentServer(TablecamError):
    """A server is not installed here; the message is one sentence."""


@dataclass(frozen=True)
class OwnBroker:
    """A mosquitto that runs. port: for tables; websockets: for browsers; secrets: by user; version: as it says it."""

    process: psutil.Process
    port: int
    websockets: int
    secrets: dict[str, str]
    version: str

    def address(self, user: str, secret: str = "") -> BrokerAddress:
        """How a user reaches it."""
        return BrokerAddress(HOST, self.port, user, secret or self.secrets[user], secure=False)


@contextmanager
def own_broker() -> Iterator[OwnBroker]:
    """A broker as `tablecam hub init` sets one up. AbsentServer."""
    program = server_program("mosquitto")
    if program is None:
        raise AbsentServer("mosquitto is not installed here, so no broker was measured")
    folder = Path(tempfile.mkdtemp(prefix="mq"))
    port, websockets = _free_port(), _free_port()
    made = write_broker(folder, listeners(HOST, port, websockets))
    # started by root it would become another user, who may not write there
    configuration = folder / "mosquitto.conf"
    write_text(configuration, f"{configuration.read_text(encoding='utf-8')}user {getpass.getuser()}\n")
    # it may have as many connections as this program
    raise_descriptors()
    command = [program, "-c", str(configuration)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _await(port, websockets)
        yield OwnBroker(psutil.Process(process.pid), port, websockets, made, _version(program))
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder)


@contextmanager
def own_database() -> Iterator[str]:
    """The URL of an empty PostgreSQL, which keeps on disk what it has committed. AbsentServer."""
    initdb, control = server_program("initdb"), server_program("pg_ctl")
    if initdb is None or control is None:
        raise AbsentServer("PostgreSQL is not installed here, so no record was measured")
    # short: a socket's path may have 107 characters at most
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    data, who = folder / "data", given_to("postgres", folder)

    def run(*command: str | Path) -> None:
        subprocess.run(command, check=True, capture_output=True, cwd=folder.parent, **who)

    try:
        run(initdb, "--no-sync", "--no-locale", "-E", "UTF8", "-A", "trust", "-U", "tablecam", "-D", data)
        settings = f"-c listen_addresses='' -c unix_socket_directories={folder}"
        run(control, "-w", "-D", data, "-l", folder / "log", "-o", settings, "start")
        try:
            yield f"postgresql://tablecam@/postgres?host={folder}"
        finally:
            run(control, "-w", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


def _version(program: str) -> str:
    """Such as `mosquitto 2.0.11`, from the first line of its help."""
    told = subprocess.run([program, "-h"], capture_output=True, text=True, check=False).stdout
    return next(iter(told.splitlines()), "").replace(" version", "")


def _free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


def _await(*ports: int) -> None:
    until = time.monotonic() + STARTS_S
    for port in ports:
        while True:
            with socket.socket() as tried:
                if tried.connect_ex((HOST, port)) == 0:
                    break
            if time.monotonic() > until:
                raise AbsentServer("mosquitto does not listen, so no broker was measured")
            time.sleep(0.02)
