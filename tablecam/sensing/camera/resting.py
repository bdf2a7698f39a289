"""How often a table at rest is looked at: a few times a second, and at once when the size of its pictures changes.

Decoding a picture of 4K costs several times what reading it does. Its size in bytes costs nothing, and something large
that comes into the picture changes it by more than noise does.
"""

from tablecam.sensing.vision.frame import Frame, JpegFrame

# a table at rest is looked at so often: a move is noticed within this and the time of one reading
EVERY_S = 0.24
# and rests after nothing has happened for so long
AFTER_S = 3.0
# a picture's size is unusual so many mean deviations from the mean, and never within this share of it
UNUSUAL, LEAST_SHARE = 6.0, 0.001
# of the latest sizes, so much counts that was known before
MEMORY = 0.9
LEAST_SIZES = 10


class RestingPace:
    """Decides which frames of one camera are worth a look. Whoever calls keeps threads apart."""

    def __init__(self) -> None:
        self._resting = False
        self._busy_at = float("-inf")
        self._looked_at = float("-inf")
        self._stirred = False
        self._mean, self._scatter, self._sizes = 0.0, 0.0, 0

    @property
    def resting(self) -> bool:
        """Whether frames are passed over."""
        return self._resting and not self._stirred

    def calm(self, calm: bool, now: float) -> None:
        """Whether the last reading found everything at rest."""
        if not calm or self._stirred:
            self._busy_at = now
        self._stirred = False
        self._resting = calm and now - self._busy_at >= AFTER_S

    def arrived(self, frame: Frame) -> None:
        """Notes a picture that came, whether or not somebody looks at it."""
        if not isinstance(frame, JpegFrame):
            return
        size = float(len(frame.jpeg))
        off = abs(size - self._mean)
        if self._sizes >= LEAST_SIZES and off > max(UNUSUAL * self._scatter, LEAST_SHARE * self._mean):
            # another picture from now on, until its own sizes are known
            self._stirred = self._stirred or self._resting
            self._mean, self._scatter, self._sizes = size, 0.0, 0
            return
        kept = MEMORY if self._sizes else 0.0
        self._mean = kept * self._mean + (1 - kept) * size
        self._scatter = kept * self._scatter + (1 - kept) * (off if self._sizes else 0.0)
        self._sizes += 1

    def wants(self, now: float) -> bool:
        """Whether the newest picture is to be looked at now."""
        return not self.resting or now - self._looked_at >= EVERY_S

    def looked(self, now: float) -> None:
        """A picture is being looked at."""
        self._looked_at = now
