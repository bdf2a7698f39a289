"""As much of MQTT 5 and of WebSockets as viewers and tables of the bench need, thousands of them in one program."""

import base64
import os
import socket
import struct
from collections.abc import Iterator

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
    """Where the body of the packet at `at` begins and ends; None where it is not all there."""
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
