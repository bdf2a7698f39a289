"""Several cameras over one table as one: their images come together as a `SharedMoment`.

The first camera sets the pace. While it is silent the next one does, so that a lost camera blocks nobody. Cameras can
be added and removed while they are read; a single camera is read directly.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from functools import reduce
from itertools import count
from typing import Generic, TypeVar

from tablecam.base.i18n import Message, to_english
from tablecam.sensing.camera.hot_swap import OwnedSource
from tablecam.sensing.camera.latest_frame import LOOK_EVERY_S, LatestFrame, every_frame
from tablecam.sensing.camera.source import Source, frames
from tablecam.sensing.camera.watch import Text
from tablecam.sensing.vision.frame import Frame, SharedMoment

# a camera that is silent for this long no longer sets the pace; a table at rest is read twice as often
SILENT_S = 0.6
# how often the remaining cameras are polled while the pacemaker is silent
ASK_EVERY_S = 0.02
# clocks further apart than this are different clocks: those of recordings start when they are played
OTHER_CLOCK_S = 0.5

C = TypeVar("C", bound=OwnedSource)


@dataclass
class _Member(Generic[C]):
    """One of the cameras. taken: the number of its last image. behind_s: its clock's lag behind ours, once known."""

    capture: C
    came_at: float
    taken: int = -1
    behind_s: float | None = None


class SeveralCameras(AbstractContextManager["SeveralCameras[C]"], Generic[C]):
    """Reads running cameras as one source of frames. Owns and closes all but the first.

    One thread reads; any may add a camera or remove one. late_s: the delay of a camera's images, in seconds.
    """

    def __init__(
        self,
        captures: Sequence[C],
        clock: Callable[[], float] = time.monotonic,
        late_s: Callable[[C], float] = lambda _capture: 0.0,
    ) -> None:
        # replaced as a whole, so that readers need no lock
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
        return troubles[0] if len(troubles) == 1 else reduce(_join_troubles, map(_name_camera, count(1), troubles))

    @property
    def over(self) -> Text | None:
        """A sentence once all recordings are at their end."""
        end_messages = [capture.over for capture in self.captures]
        return end_messages[0] if all(end_message is not None for end_message in end_messages) else None

    def add(self, capture: C) -> int:
        """Read this camera too from now on; return its number."""
        with self._changing:
            self._members = (*self._members, _Member(capture, float("-inf")))
            return len(self._members) - 1

    def remove(self, number: int) -> None:
        """Close that camera; those after it move up by one. ValueError for the first, which has another owner."""
        if number == 0:
            raise ValueError("the first camera is not owned")
        with self._changing:
            members = self._members
            self._members = (*members[:number], *members[number + 1 :])
        members[number].capture.close()

    def wait(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """Return the new images; None if none came within `timeout` s. `after`: the number of the previous ones."""
        deadline = self._clock() + timeout
        while True:
            members, remaining_s = self._members, max(0.0, deadline - self._clock())
            frame = (
                self._wait_alone(members[0], remaining_s)
                if len(members) == 1
                else self._wait_for_moment(members, remaining_s)
            )
            if frame is not None:
                self._number = max(frame.number, self._number + 1, after + 1)
                # the same frame if possible: it is decoded once for all readers
                return frame if frame.number == self._number else frame.stamp_frame(frame.time, self._number)
            if self._clock() >= deadline:
                return None

    def calm(self, calm: bool) -> None:
        """Note whether the last frames showed a table at rest: the camera that sets the pace is then read less often.

        The remaining cameras are read together with it.
        """
        members = self._members
        pacemaker = self._choose_pacemaker(members)
        for member in members:
            member.capture.calm(calm and member is pacemaker)

    def close(self) -> None:
        """Close all cameras but the first."""
        for capture in self.captures[1:]:
            capture.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _wait_alone(self, member: _Member[C], patience_s: float) -> Frame | None:
        """Return the next image of the only camera, with its own time."""
        self._base_s = None
        return self._take_next(member, patience_s)

    def _wait_for_moment(self, members: tuple[_Member[C], ...], left_s: float) -> SharedMoment | None:
        """Return the new images, once the camera that sets the pace has one."""
        pacemaker = self._choose_pacemaker(members)
        first_frame = self._take_next(pacemaker, min(ASK_EVERY_S, left_s))
        if first_frame is None:
            return None
        frames = {}
        for number, member in enumerate(members):
            frame = first_frame if member is pacemaker else self._take_next(member, 0.0)
            if frame is not None:
                frames[number] = self._align_clock(member, frame)
        late_s = {number: self._late_s(member.capture) for number, member in enumerate(members)}
        return SharedMoment(frames, 0, _collect_troubles(members), min(frames), late_s)

    def _choose_pacemaker(self, members: tuple[_Member[C], ...]) -> _Member[C]:
        now_s = self._clock()
        active_members = (member for member in members if now_s - member.came_at < SILENT_S)
        # if all are silent, poll each in turn
        return next(active_members, members[int(now_s / ASK_EVERY_S) % len(members)])

    def _take_next(self, member: _Member[C], patience_s: float) -> Frame | None:
        frame = member.capture.wait(member.taken, patience_s)
        if frame is not None:
            member.taken, member.came_at = frame.number, self._clock()
        return frame

    def _align_clock(self, member: _Member[C], frame: Frame) -> Frame:
        """Return the frame with its time on the first camera's clock: a recording's time starts at its beginning."""
        behind_s = self._clock() - frame.time
        if self._base_s is None:
            self._base_s = behind_s
        known_s = behind_s if member.behind_s is None else member.behind_s
        # a clock that jumps belongs to another camera
        member.behind_s = known_s if abs(behind_s - known_s) < OTHER_CLOCK_S else behind_s
        ahead_s = member.behind_s - self._base_s
        return frame if abs(ahead_s) < OTHER_CLOCK_S else frame.stamp_frame(frame.time + ahead_s, frame.number)


def _name_camera(number: int, problem: Text) -> Message:
    return Message("camera {number}: {problem}", number=number, problem=problem)


def _join_troubles(before: Message, next_one: Message) -> Message:
    return Message("{before}; {next}", before=before, next=next_one)


def _collect_troubles(members: Sequence[_Member[C]]) -> dict[int, Text]:
    troubles = ((number, member.capture.trouble or member.capture.over) for number, member in enumerate(members))
    return {number: trouble for number, trouble in troubles if trouble is not None}


# frames of two recordings within this time are of one moment
ONE_MOMENT_S = 0.02


def moments(
    sources: Sequence[Source], say: Callable[[str], None], late_s: Callable[[int], float] = lambda _number: 0.0
) -> Iterator[Frame]:
    """Yield the frames of one source, or the moments of several; `say` receives each trouble once, when it begins.

    late_s: the delay of a live camera's images, seconds by its number.

    Recordings alone are read as fast as they are taken, by their own times, which all count from their beginnings. With
    a live camera among them, the newest images of all count, and recordings play at their own rate.
    """
    if len(sources) == 1:
        yield from every_frame(sources[0], say)
    elif any(source.live for source in sources):
        yield from _read_live(sources, say, late_s)
    else:
        yield from _read_recordings(sources, say)


def _read_recordings(sources: Sequence[Source], say: Callable[[str], None]) -> Iterator[Frame]:
    """Yield the moments of recordings that began together; the end of one is reported in the moments that follow."""
    streams = [frames(source, say) for source in sources]
    waiting = {number: frame for number, stream in enumerate(streams) if (frame := next(stream, None)) is not None}
    count = 0
    while waiting:
        first_time = min(frame.time for frame in waiting.values())
        new_frames = {number: frame for number, frame in waiting.items() if frame.time - first_time <= ONE_MOMENT_S}
        ended = {
            number: Message("{recording} has been read to its end", recording=source.name)
            for number, source in enumerate(sources)
            if number not in waiting
        }
        yield SharedMoment(new_frames, count, ended)
        count += 1
        for number in new_frames:
            next_frame = next(streams[number], None)
            waiting = {key: frame for key, frame in waiting.items() if key != number}
            waiting |= {} if next_frame is None else {number: next_frame}


def _read_live(
    sources: Sequence[Source], say: Callable[[str], None], late_s: Callable[[int], float]
) -> Iterator[Frame]:
    """Yield the newest images of all, again and again, until every source has ended."""
    with ExitStack() as stack:
        latest_frames = [stack.enter_context(LatestFrame(source)) for source in sources]
        cameras = SeveralCameras(latest_frames, late_s=lambda capture: late_s(latest_frames.index(capture)))
        number, reported_cameras = -1, set[int]()
        while not all(latest.ended for latest in latest_frames):
            moment = cameras.wait(number, LOOK_EVERY_S)
            troubles = {
                camera: trouble
                for camera, latest in enumerate(latest_frames)
                if (trouble := latest.trouble) is not None
            }
            for camera in troubles.keys() - reported_cameras:
                say(to_english(troubles[camera]))
            reported_cameras = set(troubles)
            if moment is not None:
                number = moment.number
                yield moment
