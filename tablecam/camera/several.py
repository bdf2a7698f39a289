"""Several cameras over one table as one: their newest pictures come together as a `SharedMoment`.

The first camera sets the pace. While it is silent the next one does, so that a lost camera stops nobody.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from tablecam.camera.hot_swap import OwnedSource
from tablecam.camera.watch import Text
from tablecam.vision.frame import Frame
from tablecam.vision.shared_moment import SharedMoment

# a camera that gives nothing for so long no longer sets the pace; a table at rest is looked at twice as often
SILENT_S = 0.6
# how often the others are asked while the pace-maker is silent
ASK_EVERY_S = 0.02
# clocks that are further apart were not set by the same hand: those of recordings begin when they are played
OTHER_CLOCK_S = 0.5


class SeveralCameras(AbstractContextManager["SeveralCameras"]):
    """Reads several running cameras as one source of frames. Owns and closes all but the first. One thread reads.

    late_s: how late the pictures of a camera are, seconds by its number.
    """

    def __init__(
        self,
        captures: Sequence[OwnedSource],
        clock: Callable[[], float] = time.monotonic,
        late_s: Callable[[int], float] = lambda _number: 0.0,
    ) -> None:
        self._captures = tuple(captures)
        self._clock = clock
        self._late_s = late_s
        self._taken = [-1] * len(captures)
        self._came_at = [clock()] * len(captures)
        self._base_s: float | None = None
        self._behind_s: dict[int, float] = {}
        self._number = -1

    @property
    def trouble(self) -> Text | None:
        """The trouble with the first camera, once all are in trouble."""
        troubles = [capture.trouble for capture in self._captures]
        return troubles[0] if all(trouble is not None for trouble in troubles) else None

    @property
    def over(self) -> Text | None:
        """A sentence once all recordings are at their end."""
        ends = [capture.over for capture in self._captures]
        return ends[0] if all(end is not None for end in ends) else None

    def wait(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """The pictures that are new; None when none came within `timeout` s. `after` is the number of those before."""
        until = self._clock() + timeout
        while True:
            new = self._ask(min(ASK_EVERY_S, max(0.0, until - self._clock())))
            if new:
                self._number = max(self._number, after) + 1
                late = {number: self._late_s(number) for number in range(len(self._captures))}
                return SharedMoment(new, self._number, self._lost(), min(new), late)
            if self._clock() >= until:
                return None

    def calm(self, calm: bool) -> None:
        """Whether the last frames showed a table at rest: the camera that sets the pace is then looked at less often.

        The others are looked at together with it.
        """
        pace = self._pace()
        for number, capture in enumerate(self._captures):
            capture.calm(calm and number == pace)

    def close(self) -> None:
        """Closes all cameras but the first."""
        for capture in self._captures[1:]:
            capture.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, patience_s: float) -> dict[int, Frame]:
        """The new pictures, once the camera that sets the pace has one."""
        pace = self._pace()
        first = self._next(pace, patience_s)
        if first is None:
            return {}
        others = (number for number in range(len(self._captures)) if number != pace)
        found = {number: frame for number in others if (frame := self._next(number, 0.0)) is not None}
        return {pace: first, **found}

    def _pace(self) -> int:
        now = self._clock()
        heard = (number for number, came_at in enumerate(self._came_at) if now - came_at < SILENT_S)
        # where all are silent, each is asked in turn
        return next(heard, int(now / ASK_EVERY_S) % len(self._captures))

    def _next(self, number: int, patience_s: float) -> Frame | None:
        frame = self._captures[number].wait(self._taken[number], patience_s)
        if frame is None:
            return None
        self._taken[number], self._came_at[number] = frame.number, self._clock()
        return self._on_one_clock(number, frame)

    def _on_one_clock(self, number: int, frame: Frame) -> Frame:
        """The frame with its time on the clock of the camera that came first: a recording counts from its beginning."""
        behind_s = self._clock() - frame.time
        if self._base_s is None:
            self._base_s = behind_s
        known_s = self._behind_s.get(number, behind_s)
        # a clock that jumps belongs to another camera
        self._behind_s[number] = known_s if abs(behind_s - known_s) < OTHER_CLOCK_S else behind_s
        ahead_s = self._behind_s[number] - self._base_s
        return frame if abs(ahead_s) < OTHER_CLOCK_S else frame.stamped(frame.time + ahead_s, frame.number)

    def _lost(self) -> dict[int, Text]:
        troubles = ((number, capture.trouble or capture.over) for number, capture in enumerate(self._captures))
        return {number: trouble for number, trouble in troubles if trouble is not None}
