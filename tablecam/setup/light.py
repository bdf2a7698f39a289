"""Whether there is too much light, too little, or light that flickers."""

from collections import deque

import cv2
import numpy as np

from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, Finding

# Grey levels: what lies beyond has lost its detail.
CLIPPED, DARK = 250, 10
# Glare blacks out tags one by one; a hundredth of the picture is a lamp's reflection.
MOST_CLIPPED, SOME_CLIPPED = 0.02, 0.002
# White paper should come out at least so bright; a fifth of the table is brighter than this where light is good.
DIM, VERY_DIM = 80, 45
# Rows of a picture that go up and down by more than this are light at the mains' frequency.
SOME_FLICKER, MUCH_FLICKER = 0.012, 0.04
LEAST_FRAMES, REMEMBERED = 8, 24
PROFILE = (64, 48)


def exposure(grey: np.ndarray) -> Finding:
    """What the spread of grey levels (rows, columns, uint8) says; value: the brightness that a fifth exceeds."""
    counts = np.bincount(grey[::4, ::4].ravel(), minlength=256)
    shares = counts / counts.sum()
    clipped, dark = float(shares[CLIPPED:].sum()), float(shares[:DARK].sum())
    bright = float(np.searchsorted(np.cumsum(shares), 0.8))
    if clipped > MOST_CLIPPED:
        return Finding(BAD, f"{clipped:.0%} of the picture is burnt out: expose less, or turn the lamp away.", bright)
    if bright < VERY_DIM:
        return Finding(BAD, "The picture is too dark: give more light, or expose longer.", bright)
    if clipped > SOME_CLIPPED:
        return Finding(FAIR, f"{clipped:.1%} of the picture is burnt out: tags that glare there are lost.", bright)
    if bright < DIM or dark > 0.5:
        return Finding(FAIR, "The picture is rather dark: more light makes it less noisy.", bright)
    return Finding(GOOD, "Neither burnt out nor too dark.", bright)


class Flicker:
    """Remembers how bright the rows of the last pictures were. Told of each frame, by one thread."""

    def __init__(self) -> None:
        self._profiles: deque[np.ndarray] = deque(maxlen=REMEMBERED)

    def see(self, grey: np.ndarray) -> Finding:
        """What this picture and those before it say; value: how far rows go up and down, as a share."""
        self._profiles.append(cv2.resize(grey, PROFILE, interpolation=cv2.INTER_AREA).astype(np.float32) + 1)
        if len(self._profiles) < LEAST_FRAMES:
            return Finding(UNKNOWN, "Watching whether the light flickers.")
        rows = np.array(self._profiles)
        # a hand takes some of the columns, flicker all of them: hence the median along the row
        wave = np.median(rows / np.median(rows, axis=0), axis=2)
        swing = float(np.median(wave.std(axis=0)))
        if swing > MUCH_FLICKER:
            return Finding(BAD, f"The light flickers by {swing:.0%}: set the camera to your mains, 50 or 60 Hz.", swing)
        if swing > SOME_FLICKER:
            return Finding(FAIR, f"The light flickers a little, by {swing:.1%}.", swing)
        return Finding(GOOD, "The light is steady.", swing)
