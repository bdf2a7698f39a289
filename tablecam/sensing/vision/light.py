"""Whether a picture shows anything. In the dark, or behind a cover, models are not lost: nobody can see them."""

import numpy as np

from tablecam.base.i18n import Message

# so many samples across the picture: the white of a tag is wider than the gap between them
ACROSS = 240
# the white of four reference tags on a black mat is no more of the picture than that
BRIGHTEST, DARKEST = 0.9995, 0.0005
# of 255: tags of which the white is darker still are read by chance, and their places are not to be relied on
DARK_BELOW = 32
# of 255: from here on print is lost in white
BURNT = 250
# with fewer grey levels between white and black, nothing in the picture is a tag
FLAT_BELOW = 24
# a lamp goes out between two looks, but no model is lost in so short a time
LOOKS_EVERY_S = 0.3

TOO_DARK = Message("it is too dark to see the tags: readings are held back until there is light")
COVERED = Message("the picture shows nothing at all: see whether something covers the camera")


class LightWatch:
    """Looks at the light of a film now and then."""

    def __init__(self) -> None:
        self._looked_at: float | None = None
        self._trouble: Message | None = None

    def trouble(self, grey: np.ndarray, time: float) -> Message | None:
        """Why the picture shows nothing, or None; as of the last look, which is no older than a third of a second."""
        if self._looked_at is None or not 0 <= time - self._looked_at < LOOKS_EVERY_S:
            return self.look(grey, time)
        return self._trouble

    def look(self, grey: np.ndarray, time: float) -> Message | None:
        """The same as of this picture."""
        self._looked_at, self._trouble = time, unlit(grey)
        return self._trouble


def unlit(grey: np.ndarray) -> Message | None:
    """Why a picture, (rows, columns) of uint8, shows nothing: it is too dark, or the lens is covered. Else None."""
    step = max(1, grey.shape[1] // ACROSS)
    samples = grey[::step, ::step].ravel()
    low, high = round(DARKEST * (samples.size - 1)), round(BRIGHTEST * (samples.size - 1))
    ordered = np.partition(samples, (low, high))
    darkest, brightest = int(ordered[low]), int(ordered[high])
    if brightest < DARK_BELOW:
        return TOO_DARK
    return COVERED if brightest - darkest < FLAT_BELOW else None
