"""The models on the table as objects of TUIO 1.1 (2Dobj) and 2.0 (tok), which programs for tangible tables read.

x and y run from 0 to 1 over the table, from its far left corner to the right and towards the near edge, as pixels do.
The angle is clockwise in radians, 0 where the front points away from the near edge. Speeds are tables and
turns a second. The class of an object is the number of its tag.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pythonosc.osc_bundle import OscBundle
from pythonosc.osc_bundle_builder import IMMEDIATELY, OscBundleBuilder
from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import ArgValue, OscMessageBuilder
from pythonosc.parsing import osc_types

from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

# no text: what is sent
SOURCE = "tablecam"
LOST = "lost"
TURN = 2 * math.pi
# the size of the sensor, which TUIO 2.0 tells in whole numbers, is told in hundredths of an inch
DOTS_PER_INCH = 100


class TuioObject(NamedTuple):
    """A model as TUIO tells it; its session begins when it appears and ends when it is lost."""

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
    """Makes frames of snapshots in their order: remembers who had which session, and where everybody was."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._number = 0
        self._sessions = 0
        self._time = 0.0
        self._objects: dict[str, TuioObject] = {}

    def frame(self, snapshot: Snapshot) -> TuioFrame:
        """The next frame."""
        passed_s = snapshot.time - self._time
        there = [placed for placed in snapshot.models if placed.state != LOST]
        self._objects = {placed.model.id: self._object(placed, snapshot, passed_s) for placed in there}
        self._time = snapshot.time
        self._number += 1
        size = snapshot.width_in, snapshot.depth_in
        return TuioFrame(self._number, self._clock(), size, tuple(self._objects.values()))

    def _object(self, placed: Placed, snapshot: Snapshot, passed_s: float) -> TuioObject:
        before = self._objects.get(placed.model.id)
        if before is None:
            self._sessions += 1
        now = TuioObject(
            before.session if before else self._sessions,
            placed.model.tag,
            placed.x_in / snapshot.width_in,
            1 - placed.y_in / snapshot.depth_in,
            (math.pi / 2 - placed.heading_rad) % TURN,
        )
        return _moving(now, before, passed_s) if before and passed_s > 0 else now


def _moving(now: TuioObject, before: TuioObject, passed_s: float) -> TuioObject:
    """The object with its motion since the frame before."""
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
    return _bundle(
        (
            _message(address, ("source", SOURCE)),
            _message(address, ("alive", *(each.session for each in frame.objects))),
            *(_message(address, ("set", *each)) for each in frame.objects),
            _message(address, ("fseq", frame.number)),
        )
    )


def bundle_2_0(frame: TuioFrame) -> OscBundle:
    """The frame in TUIO 2.0, whose tokens have a type and a user between session and class: both unknown."""
    return _bundle(
        (
            _beginning(frame),
            *(_message("/tuio2/tok", (each.session, 0, *each[1:])) for each in frame.objects),
            _message("/tuio2/alv", tuple(each.session for each in frame.objects)),
        )
    )


def _beginning(frame: TuioFrame) -> OscMessage:
    """The message that begins a frame, byte by byte: the builder knows no arguments that are times."""
    width, depth = (round(side_in * DOTS_PER_INCH) for side_in in frame.size)
    return OscMessage(
        osc_types.write_string("/tuio2/frm")
        + osc_types.write_string(",itis")
        + osc_types.write_int(frame.number)
        + osc_types.write_date(frame.time)
        + osc_types.write_int(width << 16 | depth)
        + osc_types.write_string(SOURCE)
    )


def _message(address: str, values: Sequence[ArgValue]) -> OscMessage:
    builder = OscMessageBuilder(address)
    for value in values:
        builder.add_arg(value)
    return builder.build()


def _bundle(messages: Iterable[OscMessage]) -> OscBundle:
    builder = OscBundleBuilder(IMMEDIATELY)
    for message in messages:
        builder.add_content(message)
    return builder.build()
