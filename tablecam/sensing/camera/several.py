"""Several cameras over one table as one: their newest pictures come together as a `SharedMoment`.

The first camera sets the pace. While it is silent the next one does, so that a lost camera stops nobody. Cameras come
and go while they are read; one that is alone is read as it is.
"""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import reduce
from itertools import count
from typing import Generic, TypeVar

from tablecam.base.i18n import Message
from tablecam.sensing.camera.hot_swap import OwnedSource
from tablecam.sensing.camera.watch import Text
from tablecam.sensing.vision.frame import Frame
from tablecam.sensing.vision.shared_moment import SharedMoment

# a camera that gives nothing for so long no longer sets the pace; a table at rest is looked at twice as often
SILENT_S = 0.6
# how often the others are asked while the pace-maker is silent
ASK_EVERY_S = 0.02
# clocks that are further apart were not set by the same hand: those of recordings begin when they are played
OTHER_CLOCK_S = 0.5

C = TypeVar("C", bound=OwnedSource)


@dataclass
class _Member(Generic[C]):
    """A camera among the others. taken: the number of its last picture. behind_s: its clock behind ours, once known."""

    capture: C
    came_at: float
    taken: int = -1
    behind_s: float | None = None


class SeveralCameras(AbstractContextManager["SeveralCameras[C]"], Generic[C]):
    """Reads running cameras as one source of frames. Owns and closes all but the first.

    One thread reads; any may add a camera or remove one. late_s: how late the pictures of a camera are, in seconds.
    """

    def __init__(
        self,
        captures: Sequence[C],
        clock: Callable[[], float] = time.monotonic,
        late_s: Callable[[C], float] = lambda _capture: 0.0,
    ) -> None:
        # replaced as a whole, so that who reads needs no lock
        self._members = tuple(_Member(capture, clock()) for capture in captures)
        self._changing = threading.Lock()
        self._clock = clock
        self._late_s = late_s
        self._base_s: float | None = None
        self._number = -1

    @property
    def captures(self) -> tuple[C, ...]:
        """The cameras by their numbers."""
        return tuple(member.capture for member in self._members)

    @property
    def trouble(self) -> Text | None:
        """The trouble with the cameras, once all are in trouble; it names each of several."""
        troubles = [trouble for capture in self.captures if (trouble := capture.trouble) is not None]
        if len(troubles) < len(self._members):
            return None
        return troubles[0] if len(troubles) == 1 else reduce(_and_then, map(_of_camera, count(1), troubles))

    @property
    def over(self) -> Text | None:
        """A sentence once all recordings are at their end."""
        ends = [capture.over for capture in self.captures]
        return ends[0] if all(end is not None for end in ends) else None

    def add(self, capture: C) -> int:
        """Reads this camera too from now on; its number."""
        with self._changing:
            self._members = (*self._members, _Member(capture, float("-inf")))
            return len(self._members) - 1

    def remove(self, number: int) -> None:
        """Closes that camera; those after it move up by one. ValueError for the first, which others own."""
        if number == 0:
            raise ValueError("the first camera is not owned")
        with self._changing:
            members = self._members
            self._members = (*members[:number], *members[number + 1 :])
        members[number].capture.close()

    def wait(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """The pictures that are new; None when none came within `timeout` s. `after` is the number of those before."""
        until = self._clock() + timeout
        while True:
            members, left_s = self._members, max(0.0, until - self._clock())
            frame = self._alone(members[0], left_s) if len(members) == 1 else self._moment(members, left_s)
            if frame is not None:
                self._number = max(frame.number, self._number + 1, after + 1)
                # the same frame, where it can be: it is decoded once for all
                return frame if frame.number == self._number else frame.stamped(frame.time, self._number)
            if self._clock() >= until:
                return None

    def calm(self, calm: bool) -> None:
        """Whether the last frames showed a table at rest: the camera that sets the pace is then looked at less often.

        The others are looked at together with it.
        """
        members = self._members
        pace = self._pace(members)
        for member in members:
            member.capture.calm(calm and member is pace)

    def close(self) -> None:
        """Closes all cameras but the first."""
        for capture in self.captures[1:]:
            capture.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _alone(self, member: _Member[C], patience_s: float) -> Frame | None:
        """The next picture of the only camera, with its own time."""
        self._base_s = None
        return self._next(member, patience_s)

    def _moment(self, members: tuple[_Member[C], ...], left_s: float) -> SharedMoment | None:
        """The new pictures, once the camera that sets the pace has one."""
        pace = self._pace(members)
        first = self._next(pace, min(ASK_EVERY_S, left_s))
        if first is None:
            return None
        found = {}
        for number, member in enumerate(members):
            frame = first if member is pace else self._next(member, 0.0)
            if frame is not None:
                found[number] = self._on_one_clock(member, frame)
        late = {number: self._late_s(member.capture) for number, member in enumerate(members)}
        return SharedMoment(found, 0, _lost(members), min(found), late)

    def _pace(self, members: tuple[_Member[C], ...]) -> _Member[C]:
        now = self._clock()
        heard = (member for member in members if now - member.came_at < SILENT_S)
        # where all are silent, each is asked in turn
        return next(heard, members[int(now / ASK_EVERY_S) % len(members)])

    def _next(self, member: _Member[C], patience_s: float) -> Frame | None:
        frame = member.capture.wait(member.taken, patience_s)
        if frame is not None:
            member.taken, member.came_at = frame.number, self._clock()
        return frame

    def _on_one_clock(self, member: _Member[C], frame: Frame) -> Frame:
        """The frame with its time on the clock of the camera that came first: a recording counts from its beginning."""
        behind_s = self._clock() - frame.time
        if self._base_s is None:
            self._base_s = behind_s
        known_s = behind_s if member.behind_s is None else member.behind_s
        # a clock that jumps belongs to another camera
        member.behind_s = known_s if abs(behind_s - known_s) < OTHER_CLOCK_S else behind_s
        ahead_s = member.behind_s - self._base_s
        return frame if abs(ahead_s) < OTHER_CLOCK_S else frame.stamped(frame.time + ahead_s, frame.number)


def _of_camera(number: int, problem: Text) -> Message:
    return Message("camera {number}: {problem}", number=number, problem=problem)


def _and_then(before: Message, next_one: Message) -> Message:
    return Message("{before}; {next}", before=before, next=next_one)


def _lost(members: Sequence[_Member[C]]) -> dict[int, Text]:
    troubles = ((number, one.capture.trouble or one.capture.over) for number, one in enumerate(members))
    return {number: trouble for number, trouble in troubles if trouble is not None}
