"""The pace of a table at rest: a few looks a second, and one at once when the size of its images changes.

Decoding a 4K image costs several times as much as receiving it. Its size in bytes costs nothing, and something large
that comes into the image changes it by more than noise does.
"""

from tablecam.sensing.vision.frame import Frame, JpegFrame

# the interval of looks at a table at rest: a move is noticed within this and the time of one reading
EVERY_S = 0.24
# a table rests after this long without a change
AFTER_S = 3.0
# an image's size is unusual this many mean deviations from the mean, and never within this share of it
UNUSUAL, LEAST_SHARE = 6.0, 0.001
# the weight of the earlier sizes in the mean
MEMORY = 0.9
LEAST_SIZES = 10


class RestingPace:
    """Decides which frames of one camera are worth a look. The caller synchronises threads."""

    def __init__(self) -> None:
        self._is_resting = False
        self._last_busy_at = float("-inf")
        self._last_look_at = float("-inf")
        self._has_stirred = False
        self._mean_size, self._size_scatter, self._size_count = 0.0, 0.0, 0

    @property
    def resting(self) -> bool:
        """Whether frames are skipped."""
        return self._is_resting and not self._has_stirred

    def calm(self, calm: bool, now: float) -> None:
        """Note whether the last reading found everything at rest."""
        if not calm or self._has_stirred:
            self._last_busy_at = now
        self._has_stirred = False
        self._is_resting = calm and now - self._last_busy_at >= AFTER_S

    def arrived(self, frame: Frame) -> None:
        """Note an image that came, whether or not it is read."""
        if not isinstance(frame, JpegFrame):
            return
        size = float(len(frame.jpeg))
        deviation = abs(size - self._mean_size)
        if self._size_count >= LEAST_SIZES and deviation > max(
            UNUSUAL * self._size_scatter, LEAST_SHARE * self._mean_size
        ):
            # the image is different from now on: learn its sizes again
            self._has_stirred = self._has_stirred or self._is_resting
            self._mean_size, self._size_scatter, self._size_count = size, 0.0, 0
            return
        memory = MEMORY if self._size_count else 0.0
        self._mean_size = memory * self._mean_size + (1 - memory) * size
        self._size_scatter = memory * self._size_scatter + (1 - memory) * (deviation if self._size_count else 0.0)
        self._size_count += 1

    def wants(self, now: float) -> bool:
        """Report whether the newest image is due for a look."""
        return not self.resting or now - self._last_look_at >= EVERY_S

    def looked(self, now: float) -> None:
        """Note that an image is being read."""
        self._last_look_at = now
