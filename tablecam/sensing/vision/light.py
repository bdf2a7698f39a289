"""Checks whether an image shows anything. In darkness or behind a cover, models are hidden, not lost."""

import numpy as np

from tablecam.base.i18n import Message

# samples across the image: the white of a tag is wider than the gap between them
ACROSS = 240
# on a black mat the white of four reference tags is no larger share of the image
BRIGHTEST, DARKEST = 0.9995, 0.0005
# of 255: tags with a darker white are read by chance, and their places are unreliable
DARK_BELOW = 32
# of 255: from here on print is lost in white
BURNT = 250
# with fewer grey levels between white and black, nothing in the image is a tag
FLAT_BELOW = 24
# a lamp may go out between two checks, but no model is lost in so short a time
LOOKS_EVERY_S = 0.3

TOO_DARK = Message("it is too dark to see the tags: measurements stop until there is light")
COVERED = Message("the image shows nothing at all: check whether something covers the camera")


class LightWatch:
    """Checks the light of a stream of images now and then."""

    def __init__(self) -> None:
        self._checked_at: float | None = None
        self._trouble: Message | None = None

    def trouble(self, grey: np.ndarray, time: float) -> Message | None:
        """Return why the image shows nothing, or None, from the latest check, at most a third of a second old."""
        if self._checked_at is None or not 0 <= time - self._checked_at < LOOKS_EVERY_S:
            return self.look(grey, time)
        return self._trouble

    def look(self, grey: np.ndarray, time: float) -> Message | None:
        """Check this image and return why it shows nothing, or None."""
        self._checked_at, self._trouble = time, unlit(grey)
        return self._trouble


def unlit(grey: np.ndarray) -> Message | None:
    """Return why an image, (rows, columns) of uint8, shows nothing: too dark, or the lens is covered. Else None."""
    step = max(1, grey.shape[1] // ACROSS)
    samples = grey[::step, ::step].ravel()
    dark_rank, bright_rank = round(DARKEST * (samples.size - 1)), round(BRIGHTEST * (samples.size - 1))
    ordered = np.partition(samples, (dark_rank, bright_rank))
    darkest, brightest = int(ordered[dark_rank]), int(ordered[bright_rank])
    if brightest < DARK_BELOW:
        return TOO_DARK
    return COVERED if brightest - darkest < FLAT_BELOW else None
