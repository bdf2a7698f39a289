"""The troubles of a live camera as sentences, judged by the arrival of its images.

No thread, no clock, no camera: `LatestFrame` reports each event and its time.
"""

import math
from collections import deque
from dataclasses import dataclass, replace

import numpy as np

from tablecam.base.i18n import Message
from tablecam.sensing.vision.frame import Frame, JpegFrame

# Enough for an evening's log of a bad cable.
REMEMBERED = 200
# The pitch of the compared pixels: it is enough to detect a frozen image, as noise changes nearly every pixel.
SAMPLED_EVERY = 16


Text = str | Message


@dataclass(frozen=True, kw_only=True)
class Patience:
    """The limits, in seconds.

    silent_s: without any image. frozen_s: with the same image again and again; infinite where an image may repeat.
    told_s: how long a fault of one image stays in `trouble`.
    retry_s, retry_at_most_s: between attempts to open a lost camera, doubling.
    """

    silent_s: float = 2.0
    frozen_s: float = 3.0
    told_s: float = 2.0
    retry_s: float = 0.25
    retry_at_most_s: float = 4.0


@dataclass(frozen=True)
class Counts:
    """The numbers of images that came and were used.

    delivered + dropped + damaged + odd_sized + repeated is the number of arrivals, less the newest if nobody has taken
    it yet.
    lost, returned: how often the camera went, and came back.
    """

    delivered: int = 0
    dropped: int = 0
    damaged: int = 0
    odd_sized: int = 0
    repeated: int = 0
    lost: int = 0
    returned: int = 0


@dataclass(frozen=True)
class Noticed:
    """An entry for the log when a trouble begins: the time on the clock and a sentence."""

    time: float
    sentence: Text


class Watch:
    """Judges the images of one camera. Not for two threads at once."""

    def __init__(self, name: Text, size: tuple[int, int] | None, patience: Patience, began: float) -> None:
        self._name = name
        self._size = size
        self._patience = patience
        self._heard_at = began
        self._fresh_at = began
        self._last_frame: Frame | None = None
        self._loss: Text | None = None
        self._retries = 0
        self._fault: Text = ""
        self._fault_at = -math.inf
        self._in_trouble = False
        self.counts = Counts()
        self.noticed: deque[Noticed] = deque(maxlen=REMEMBERED)

    def check_frame(self, frame: Frame, now: float) -> bool:
        """Report whether this image is new: of the right size, and not a repetition of the last one."""
        self._note_arrival(now)
        if (
            math.isfinite(self._patience.frozen_s)
            and self._last_frame is not None
            and _is_same(frame, self._last_frame)
        ):
            self._add_count("repeated")
            self._notice_trouble(now)
            return False
        self._last_frame, self._fresh_at = frame, now
        self._size = self._size or frame.size
        if frame.size != self._size:
            self._add_count("odd_sized")
            skipped = Message(
                "{camera}: an image of {size} was skipped: set the camera to {wanted}",
                camera=self._name, size=_format_size(frame.size), wanted=_format_size(self._size),
            )  # fmt: skip
            self._report_fault(skipped, now)
            return False
        self._in_trouble = self._in_trouble and self.trouble(now) is not None
        return True

    def note_damage(self, sentence: Text, now: float) -> None:
        """Note an unusable image."""
        self._note_arrival(now)
        self._fresh_at = now
        self._add_count("damaged")
        self._report_fault(sentence, now)

    def note_loss(self, sentence: Text, now: float) -> float:
        """Note that the camera is lost; return how many seconds to wait before opening it again."""
        if self._loss is None:
            self._add_count("lost")
            self.noticed.append(Noticed(now, sentence))
        self._loss = sentence
        self._retries += 1
        return min(self._patience.retry_s * 2.0 ** (self._retries - 1), self._patience.retry_at_most_s)

    def note_drop(self) -> None:
        """Note an image that was replaced before anybody read it."""
        self._add_count("dropped")

    def note_delivery(self) -> None:
        """Note an image that was read."""
        self._add_count("delivered")

    def trouble(self, now: float) -> Text | None:
        """Return the current trouble, in one sentence, or None."""
        silent_s, frozen_s = now - self._heard_at, self._heard_at - self._fresh_at
        if self._loss is not None:
            return Message(
                "{trouble} (no image for {seconds} s, trying again)", trouble=self._loss, seconds=f"{silent_s:.0f}"
            )
        if silent_s > self._patience.silent_s:
            return Message(
                "no image from {camera} for {seconds} s: check the cable or the network; still waiting",
                camera=self._name, seconds=f"{silent_s:.0f}",
            )  # fmt: skip
        if frozen_s > self._patience.frozen_s:
            return Message(
                "{camera} is frozen or covered, with the same image for {seconds} s: switch it off and on",
                camera=self._name, seconds=f"{frozen_s:.0f}",
            )  # fmt: skip
        return self._fault if now - self._fault_at < self._patience.told_s else None

    def _note_arrival(self, now: float) -> None:
        silent_s = now - self._heard_at
        if self._loss is not None or silent_s > self._patience.silent_s:
            recovery = Message("{camera} is back after {seconds} s", camera=self._name, seconds=f"{silent_s:.1f}")
            self.noticed.append(Noticed(now, recovery))
        if self._loss is not None:
            self._add_count("returned")
            self._loss, self._retries, self._fresh_at = None, 0, now
        self._heard_at = now

    def _report_fault(self, fault: Text, now: float) -> None:
        self._fault, self._fault_at = fault, now
        self._notice_trouble(now)

    def _notice_trouble(self, now: float) -> None:
        """Log a trouble once, when it begins."""
        sentence = self.trouble(now)
        if sentence is not None and not self._in_trouble:
            self.noticed.append(Noticed(now, sentence))
            self._in_trouble = True

    def _add_count(self, what: str) -> None:
        self.counts = replace(self.counts, **{what: getattr(self.counts, what) + 1})


def _is_same(frame: Frame, other: Frame) -> bool:
    """Report whether two images are the same to the bit: sensor noise makes that impossible for a running camera."""
    if isinstance(frame, JpegFrame) or isinstance(other, JpegFrame):
        return isinstance(frame, JpegFrame) and isinstance(other, JpegFrame) and frame.jpeg == other.jpeg
    step = slice(None, None, SAMPLED_EVERY)
    return np.array_equal(frame.image[step, step], other.image[step, step])


def _format_size(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"
