"""A mosquitto and a PostgreSQL of the bench's own, in folders that are deleted at the end."""

import base64
import getpass
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import psutil

from tablecam.base.errors import TablecamError
from tablecam.base.system import raise_descriptors
from tablecam.doors.hub.broker_access import listeners, write_broker
from tablecam.doors.hub.bus import BrokerAddress
from tablecam.storage.text_file import write_text

HOST = "127.0.0.1"
STARTS_S = 60.0
# where Debian keeps the programs of servers
POSTGRESQL, SERVERS = Path("/usr/lib/postgresql"), Path("/usr/sbin")


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


def server_program(name: str) -> str | None:
    """The path of a server's program, such as mosquitto or initdb, or None; Debian keeps them off the path."""
    newest = sorted(POSTGRESQL.glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]), reverse=True)
    return str(newest[0]) if newest else shutil.which(name) or shutil.which(name, path=str(SERVERS))


def give_folder(user: str, folder: Path) -> dict[str, Any]:
    """Gives a folder to a user, if this program runs as root; returns subprocess's arguments to run as that user.

    Empty for everybody else: a server that refuses to run as root then runs as the user who started this program.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return {}
    pwd: Any = import_module("pwd")
    account = pwd.getpwnam(user)
    shutil.chown(folder, account.pw_uid, account.pw_gid)
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


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
    data, who = folder / "data", give_folder("postgres", folder)

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


CONNECT, SUBSCRIBE, PUBLISH = 0x10, 0x82, 0x31
KIND, IS_PUBLISH = 0xF0, 0x30
CLEAN, NAMED = 0x02, 0xC0


def connect(client: str, user: str = "", secret: str = "") -> bytes:
    """Connects, for ever: nobody is asked whether they are still there."""
    flags = CLEAN | (NAMED if user else 0)
    named = _text(user) + _text(secret) if user else b""
    return _packet(CONNECT, _text("MQTT") + bytes([5, flags, 0, 0, 0]) + _text(client) + named)


def subscribe(*topics: str) -> bytes:
    """Subscribes to all of them, at most once each message."""
    return _packet(SUBSCRIBE, b"\0\1\0" + b"".join(_text(topic) + b"\0" for topic in topics))


def publish(topic: str, payload: bytes) -> bytes:
    """A message that is retained."""
    return _packet(PUBLISH, _text(topic) + b"\0" + payload)


class MessageReader:
    """The messages in what a broker sends. websocket: they are in frames."""

    def __init__(self, websocket: bool = False) -> None:
        self._websocket = websocket
        self._frames = bytearray()
        self._packets = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The payload of each message that is whole now."""
        if self._websocket:
            self._frames += data
            self._unframe()
        else:
            self._packets += data
        packets, at = self._packets, 0
        while whole := _length(packets, at):
            body, end = whole
            if packets[at] & KIND == IS_PUBLISH:
                topic = body + 2 + int.from_bytes(packets[body : body + 2], "big")
                # such a message has few properties: their length is one byte
                yield bytes(packets[topic + 1 + packets[topic] : end])
            at = end
        del packets[:at]

    def _unframe(self) -> None:
        frames, at = self._frames, 0
        while len(frames) - at >= 2:
            short = frames[at + 1] & 0x7F
            wide = {126: 2, 127: 8}.get(short, 0)
            body = at + 2 + wide
            end = body + (int.from_bytes(frames[at + 2 : body], "big") if wide else short)
            if len(frames) < max(body, end):
                break
            self._packets += frames[body:end]
            at = end
        del frames[:at]


def browser(host: str, port: int, client: str, *topics: str) -> socket.socket:
    """A visitor without a name who subscribes over WebSockets, as a browser does."""
    opened = socket.create_connection((host, port))
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        "GET /mqtt HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: mqtt",
    )
    opened.sendall("\r\n".join((*lines, "", "")).encode())
    while not opened.recv(4096).endswith(b"\r\n\r\n"):
        pass
    opened.sendall(_framed(connect(client)) + _framed(subscribe(*topics)))
    return opened


def _framed(content: bytes) -> bytes:
    """A frame of at most 125 bytes, masked with zeros."""
    return struct.pack("!BB4x", 0x82, 0x80 | len(content)) + content


def _packet(kind: int, body: bytes) -> bytes:
    length, digits = len(body), bytearray()
    while True:
        length, digit = divmod(length, 128)
        digits.append(digit | (0x80 if length else 0))
        if not length:
            return bytes([kind]) + bytes(digits) + body


def _text(text: str) -> bytes:
    content = text.encode()
    return struct.pack("!H", len(content)) + content


def _length(packets: bytearray, at: int) -> tuple[int, int] | None:
    """The bounds of the body of the packet at `at`; None while it is incomplete."""
    length = 0
    for place in range(4):
        if at + 1 + place >= len(packets):
            return None
        digit = packets[at + 1 + place]
        length |= (digit & 0x7F) << (7 * place)
        if digit < 0x80:
            body = at + 2 + place
            return (body, body + length) if body + length <= len(packets) else None
    return None
