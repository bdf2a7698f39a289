"""Send frames of TUIO over UDP to the targets of the command line, as long as a table is watched."""

import logging
import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from pythonosc.osc_bundle import OscBundle
from pythonosc.osc_bundle_builder import IMMEDIATELY, OscBundleBuilder
from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import ArgValue, OscMessageBuilder
from pythonosc.parsing import osc_types
from pythonosc.udp_client import UDPClient

from tablecam.base.errors import TablecamError
from tablecam.doors.publishing.tuio_target import TuioTarget
from tablecam.live.live_loop import LiveLoop
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

# The models on the table as objects of TUIO 1.1 (2Dobj) and 2.0 (tok), for programs that read tangible tables.
#
# x and y run from 0 to 1 over the table, from its far left corner to the right and towards the near edge, as pixels
# do. The angle is clockwise in radians, 0 where the front points away from the near edge. Speeds are tables and turns
# a second. The class of an object is the number of its tag.

# no text: text in messages
SOURCE = "tablecam"
LOST = "lost"
TURN = 2 * math.pi
# TUIO 2.0 gives the size of the sensor in whole numbers; here they are hundredths of an inch
DOTS_PER_INCH = 100


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


def bundle_1_1(frame: TuioFrame) -> OscBundle:
    """The frame in TUIO 1.1."""
    address = "/tuio/2Dobj"
    return _build_bundle(
        (
            _build_message(address, ("source", SOURCE)),
            _build_message(address, ("alive", *(token.session for token in frame.objects))),
            *(_build_message(address, ("set", *token)) for token in frame.objects),
            _build_message(address, ("fseq", frame.number)),
        )
    )


def bundle_2_0(frame: TuioFrame) -> OscBundle:
    """The frame in TUIO 2.0, whose tokens have a type and a user between session and class: both unknown."""
    return _build_bundle(
        (
            _frame_message(frame),
            *(_build_message("/tuio2/tok", (token.session, 0, *token[1:])) for token in frame.objects),
            _build_message("/tuio2/alv", tuple(token.session for token in frame.objects)),
        )
    )


def _frame_message(frame: TuioFrame) -> OscMessage:
    """The message that begins a frame, byte by byte: the builder cannot write times."""
    width, depth = (round(side_in * DOTS_PER_INCH) for side_in in frame.size)
    return OscMessage(
        osc_types.write_string("/tuio2/frm")
        + osc_types.write_string(",itis")
        + osc_types.write_int(frame.number)
        + osc_types.write_date(frame.time)
        + osc_types.write_int(width << 16 | depth)
        + osc_types.write_string(SOURCE)
    )


def _build_message(address: str, values: Sequence[ArgValue]) -> OscMessage:
    builder = OscMessageBuilder(address)
    for value in values:
        builder.add_arg(value)
    return builder.build()


def _build_bundle(messages: Iterable[OscMessage]) -> OscBundle:
    builder = OscBundleBuilder(IMMEDIATELY)
    for message in messages:
        builder.add_content(message)
    return builder.build()


log = logging.getLogger(__name__)

PATIENCE_S = 1.0
BUNDLES = {"1.1": bundle_1_1, "2.0": bundle_2_0}


class TuioSender:
    """A sender of complete snapshots, so that the next datagram makes up for a lost one."""

    def __init__(self, target: TuioTarget) -> None:
        """TablecamError if the host is not known."""
        try:
            self._client = UDPClient(target.host, target.port)
        except OSError as refused:
            # no text: for the command line
            raise TablecamError(f"--tuio {target.host}: {refused.strerror}: give another host") from refused
        self._bundle = BUNDLES[target.version]
        self._frames = TuioFrames(time.time)
        self._fails = False

    def send(self, snapshot: Snapshot) -> None:
        """Send the next frame. It logs a network failure once, and retries with each frame."""
        try:
            self._client.send(self._bundle(self._frames.frame(snapshot)))
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
