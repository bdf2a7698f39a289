"""The time of an event: the machine's wall clock as a steady clock carries it on, and the jumps of the wall clock.

    event_time = EventTime(wall=store.now, steady=store.steady)
    event_time.now()      # the same as the wall clock, until a time server or a person sets that one
    event_time.jump_s     # how far it has been set since
    event_time.follow()   # goes on from the wall clock as it is now
    event_time.restore(event_time.clocks())     # in the next program: a jump while none ran is a jump too

A round lasts by the steady clock. Once the jump is in the log of the event (`WallClockJumped`), everybody follows the
wall clock again, and the round ends when it would have ended. A line about the clock has both clocks, so that a program
that starts later notices a jump that happened while none ran, as long as the machine was not started again.
"""

from collections.abc import Callable
from datetime import UTC, datetime

from tablecam.club.event.log import MachineClocks

# a smaller jump counts as none: it moves the end of a round by no more than that
UNNOTICED_JUMP_S = 2.0
# the name under which a server writes into the log that the clock has jumped
MACHINE_CLOCK = "clock"  # no text: logs keep it


class EventTime:
    """The time of one event in one program. wall: the machine's clock; steady: seconds that nobody sets.

    boot: names the start of the machine, since which they count. Without a steady clock it is the wall clock, which
    then never jumps.
    """

    def __init__(self, wall: Callable[[], datetime], steady: Callable[[], float] | None, boot: str = "") -> None:
        self._wall, self._steady, self._boot = wall, steady, boot
        self.follow()

    def clocks(self, jump_s: float = 0.0) -> MachineClocks | None:
        """The machine's clocks for the log, after a jump that is noted now; None where it does not tell them."""
        tells = self._steady and self._boot
        return MachineClocks(self._boot, round(self._ahead_s + jump_s, 3)) if tells else None

    def restore(self, clocks: MachineClocks | None) -> None:
        """Go on from clocks in the log, if they are of this start of this machine."""
        if clocks is not None and self._steady and clocks.boot == self._boot:
            self._ahead_s = clocks.ahead_s

    def follow(self) -> None:
        """Take the time from the wall clock, however it was set."""
        self._ahead_s = self._wall().timestamp() - self._steady() if self._steady else 0.0

    def now(self) -> datetime:
        """The time, in UTC."""
        return datetime.fromtimestamp(self._ahead_s + self._steady(), UTC) if self._steady else self._wall()

    @property
    def jump_s(self) -> float:
        """The seconds by which the wall clock is ahead of this time; 0 for a jump that counts as none."""
        if not self._steady:
            return 0.0
        jump_s = self._wall().timestamp() - self._steady() - self._ahead_s
        return jump_s if abs(jump_s) > UNNOTICED_JUMP_S else 0.0
