"""Judges whether the light is too bright, too dark, or flickers."""

from collections import deque

import cv2
import numpy as np

from tablecam.base.i18n import Message
from tablecam.sensing.vision.light import BURNT
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, Finding

# The grey level below which all detail is lost.
DARK = 10
# Glare hides tags one by one; a hundredth of the picture is a lamp's reflection.
MOST_CLIPPED, SOME_CLIPPED = 0.02, 0.002
# The least brightness of white paper; in good light a fifth of the table is brighter.
DIM, VERY_DIM = 80, 45
# Rows whose brightness swings by more than this show light that flickers with the mains.
SOME_FLICKER, MUCH_FLICKER = 0.012, 0.04
LEAST_FRAMES, REMEMBERED = 8, 24
PROFILE = (64, 48)


def exposure(grey: np.ndarray) -> Finding:
    """Judges the grey levels of a (rows, columns) uint8 picture; value: the brightness that a fifth exceeds."""
    counts = np.bincount(grey[::4, ::4].ravel(), minlength=256)
    shares = counts / counts.sum()
    clipped, dark = float(shares[BURNT:].sum()), float(shares[:DARK].sum())
    bright = float(np.searchsorted(np.cumsum(shares), 0.8))
    if clipped > MOST_CLIPPED:
        burnt = f"{clipped:.0%}"
        text = Message("{share} of the picture is burnt out: expose less, or turn the lamp away.", share=burnt)
        return Finding(BAD, text, bright)
    if bright < VERY_DIM:
        return Finding(BAD, Message("The picture is too dark: give more light, or expose longer."), bright)
    if clipped > SOME_CLIPPED:
        burnt = f"{clipped:.1%}"
        text = Message("{share} of the picture is burnt out: tags in the glare are lost.", share=burnt)
        return Finding(FAIR, text, bright)
    if bright < DIM or dark > 0.5:
        return Finding(FAIR, Message("The picture is rather dark: more light makes it less noisy."), bright)
    return Finding(GOOD, Message("Neither burnt out nor too dark."), bright)


class Flicker:
    """Remembers the brightness of the rows of the last pictures. One thread passes it every frame."""

    def __init__(self) -> None:
        self._profiles: deque[np.ndarray] = deque(maxlen=REMEMBERED)

    def see(self, grey: np.ndarray) -> Finding:
        """Judges this picture and the last ones; value: the swing of the rows' brightness, as a share."""
        self._profiles.append(cv2.resize(grey, PROFILE, interpolation=cv2.INTER_AREA).astype(np.float32) + 1)
        if len(self._profiles) < LEAST_FRAMES:
            return Finding(UNKNOWN, Message("Watching whether the light flickers."))
        rows = np.array(self._profiles)
        # a hand changes some of the columns, flicker all of them: hence the median along the row
        wave = np.median(rows / np.median(rows, axis=0), axis=2)
        swing = float(np.median(wave.std(axis=0)))
        if swing > MUCH_FLICKER:
            share = f"{swing:.0%}"
            text = Message("The light flickers by {share}: set the camera to your mains, 50 or 60 Hz.", share=share)
            return Finding(BAD, text, swing)
        if swing > SOME_FLICKER:
            return Finding(FAIR, Message("The light flickers a little, by {share}.", share=f"{swing:.1%}"), swing)
        return Finding(GOOD, Message("The light is steady."), swing)
