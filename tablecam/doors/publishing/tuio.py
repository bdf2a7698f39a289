"""The models on the table as objects of TUIO 1.1 (2Dobj) and 2.0 (tok), for programs that read tangible tables.

x and y run from 0 to 1 over the table, from its far left corner to the right and towards the near edge, as pixels do.
The angle is clockwise in radians, 0 where the front points away from the near edge. Speeds are tables and
turns a second. The class of an object is the number of its tag.
"""

from __future__ import annotations

import logging
import math
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from tablecam.base.errors import TablecamError

if TYPE_CHECKING:
    from tablecam.live.live_loop import LiveLoop
    from tablecam.table.miniature import Placed
    from tablecam.table.snapshot import Snapshot

# no text: text in messages
SOURCE = "tablecam"
LOST = "lost"
TURN = 2 * math.pi
# TUIO 2.0 gives the size of the sensor in whole numbers; here they are hundredths of an inch
DOTS_PER_INCH = 100
# OSC counts the seconds from the beginning of 1900, in steps of 2**-32 s; 1 means at once
NTP_TO_UNIX_S, IMMEDIATELY = 2_208_988_800, 1


class TimeTag(int):
    """A time of OSC."""


# the tag of a type in a message of OSC, and the form of its value
OSC_CODES = {str: ("s", ""), int: ("i", "i"), float: ("f", "f"), TimeTag: ("t", "Q")}


class TuioObject(NamedTuple):
    """A model in TUIO; its session begins when it appears and ends when it is lost."""

    session: int
    tag: int
    x: float
    y: float
    angle: float
    x_speed: float = 0.0
    y_speed: float = 0.0
    turn_speed: float = 0.0
    acceleration: float = 0.0
    turn_acceleration: float = 0.0


class TuioFrame(NamedTuple):
    """All objects at one time. number: counts frames from 1; time: of the clock; size: of the table in inches."""

    number: int
    time: float
    size: tuple[float, float]
    objects: tuple[TuioObject, ...]


class TuioFrames:
    """A maker of frames from snapshots in their order: it remembers each model's session and place."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._number = 0
        self._sessions = 0
        self._time = 0.0
        self._objects: dict[str, TuioObject] = {}

    def frame(self, snapshot: Snapshot) -> TuioFrame:
        """The next frame."""
        passed_s = snapshot.time - self._time
        visible_models = [placed for placed in snapshot.models if placed.state != LOST]
        self._objects = {placed.model.id: self._build_object(placed, snapshot, passed_s) for placed in visible_models}
        self._time = snapshot.time
        self._number += 1
        size = snapshot.width_in, snapshot.depth_in
        return TuioFrame(self._number, self._clock(), size, tuple(self._objects.values()))

    def _build_object(self, placed: Placed, snapshot: Snapshot, passed_s: float) -> TuioObject:
        previous = self._objects.get(placed.model.id)
        if previous is None:
            self._sessions += 1
        current = TuioObject(
            previous.session if previous else self._sessions,
            placed.model.tag,
            placed.x_in / snapshot.width_in,
            1 - placed.y_in / snapshot.depth_in,
            (math.pi / 2 - placed.heading_rad) % TURN,
        )
        return _add_motion(current, previous, passed_s) if previous and passed_s > 0 else current


def _add_motion(now: TuioObject, before: TuioObject, passed_s: float) -> TuioObject:
    """The object with its motion since the last frame."""
    x_speed, y_speed = (now.x - before.x) / passed_s, (now.y - before.y) / passed_s
    turn_speed = math.remainder(now.angle - before.angle, TURN) / TURN / passed_s
    gained = math.hypot(x_speed, y_speed) - math.hypot(before.x_speed, before.y_speed)
    return now._replace(
        x_speed=x_speed,
        y_speed=y_speed,
        turn_speed=turn_speed,
        acceleration=gained / passed_s,
        turn_acceleration=(turn_speed - before.turn_speed) / passed_s,
    )


def bundle_1_1(frame: TuioFrame) -> bytes:
    """The frame in TUIO 1.1, as an OSC bundle."""
    address = "/tuio/2Dobj"
    return _encode_bundle(
        _encode_message(address, "source", SOURCE),
        _encode_message(address, "alive", *(token.session for token in frame.objects)),
        *(_encode_message(address, "set", *token) for token in frame.objects),
        _encode_message(address, "fseq", frame.number),
    )


def bundle_2_0(frame: TuioFrame) -> bytes:
    """The frame in TUIO 2.0, whose tokens have a type and a user between session and class: both unknown."""
    width, depth = (round(side_in * DOTS_PER_INCH) for side_in in frame.size)
    taken = TimeTag(round((frame.time + NTP_TO_UNIX_S) * 2**32))
    return _encode_bundle(
        _encode_message("/tuio2/frm", frame.number, taken, width << 16 | depth, SOURCE),
        *(_encode_message("/tuio2/tok", token.session, 0, *token[1:]) for token in frame.objects),
        _encode_message("/tuio2/alv", *(token.session for token in frame.objects)),
    )


def _encode_bundle(*messages: bytes) -> bytes:
    """An OSC bundle to be read at once."""
    sized = [struct.pack(">i", len(message)) + message for message in messages]
    return _encode_text("#bundle") + IMMEDIATELY.to_bytes(8) + b"".join(sized)


def _encode_message(address: str, *values: str | float) -> bytes:
    codes = [OSC_CODES[type(value)] for value in values]
    packed = [
        _encode_text(value) if isinstance(value, str) else struct.pack(f">{form}", value)
        for value, (_tag, form) in zip(values, codes, strict=True)
    ]
    return b"".join([_encode_text(address), _encode_text("," + "".join(tag for tag, _form in codes)), *packed])


def _encode_text(text: str) -> bytes:
    """A text of OSC: ended by a zero, and filled up with zeros to whole words of four bytes."""
    encoded = text.encode()
    return encoded + bytes(4 - len(encoded) % 4)


# the usual port of TUIO clients
USUAL_PORT = 3333


class TuioTarget(NamedTuple):
    """A receiver of frames. version: of TUIO."""

    host: str
    port: int
    version: str


def parse_tuio_target(text: str, version: str) -> TuioTarget:
    """The target of HOST or HOST:PORT. ValueError, a sentence, for anything else."""
    parts = urlsplit(f"//{text}")
    try:
        port = USUAL_PORT if parts.port is None else parts.port
    except ValueError:
        port = 0
    if not parts.hostname or not port or parts.netloc != text or "@" in text:
        raise ValueError(f"{text} is not a host and a port: write it like 127.0.0.1:{USUAL_PORT}")
    return TuioTarget(parts.hostname, port, version)


log = logging.getLogger(__name__)

PATIENCE_S = 1.0
BUNDLES = {"1.1": bundle_1_1, "2.0": bundle_2_0}


class TuioSender:
    """A sender of complete snapshots, so that the next datagram makes up for a lost one."""

    def __init__(self, target: TuioTarget) -> None:
        """TablecamError if the host is not known."""
        try:
            address = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_DGRAM)[0]
            self._socket, self._address = socket.socket(*address[:2]), address[-1]
        except OSError as refused:
            # no text: for the command line
            raise TablecamError(f"--tuio {target.host}: {refused.strerror}: give another host") from refused
        self._socket.setblocking(False)
        self._bundle = BUNDLES[target.version]
        self._frames = TuioFrames(time.time)
        self._fails = False

    def send(self, snapshot: Snapshot) -> None:
        """Send the next frame. It logs a network failure once, and retries with each frame."""
        try:
            self._socket.sendto(self._bundle(self._frames.frame(snapshot)), self._address)
            self._fails = False
        except OSError as refused:
            if not self._fails:
                log.warning("TUIO could not be sent: %s", refused)
            self._fails = True


@contextmanager
def sending(live: LiveLoop, targets: Sequence[TuioTarget]) -> Iterator[None]:
    """Send each view of a table while the block runs, in a thread of its own."""
    senders = [TuioSender(target) for target in targets]
    if not senders:
        yield
        return
    stopped = threading.Event()

    def run() -> None:
        number = -1
        while live.running and not stopped.is_set():
            view = live.wait(number, PATIENCE_S)
            if view.number > number and view.snapshot is not None:
                for sender in senders:
                    sender.send(view.snapshot)
            number = view.number

    thread = threading.Thread(target=run, name="tuio", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join(2 * PATIENCE_S)
