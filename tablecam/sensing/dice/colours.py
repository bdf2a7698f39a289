"""Names the colour of a die, so that the dice of two players can be told apart."""

import re

import cv2
import numpy as np

# the hue of OpenCV, 0 to 179, where the next name begins
HUE_ENDS = (8, 19, 36, 82, 98, 128, 148, 172, 180)
# the circle of hues begins and ends with the same name
HUES = re.findall(r"\w+", "red orange yellow green teal blue violet pink red")
# below these, a die has no colour but is light, grey or dark
LEAST_SATURATION, LEAST_VALUE = 62, 48
LIGHT_FROM, DARK_BELOW = 150, 80
# the share of the outline's pixels that are the die's body: pips, digits and highlights are the rest
INNER = 0.85


def name_colour(image_bgr: np.ndarray, outline: np.ndarray) -> str:
    """Return "light", "grey", "dark" or the name of a hue: the commonest colour inside the outline."""
    hue, saturation, value = (channel.astype(int) for channel in cv2.split(_get_body(image_bgr, outline)))
    coloured = (saturation > LEAST_SATURATION) & (value > LEAST_VALUE)
    if coloured.mean() > 0.5:
        return _name_hue(hue[coloured])
    brightness = float(np.median(value[~coloured]))
    return "light" if brightness >= LIGHT_FROM else "dark" if brightness < DARK_BELOW else "grey"


def _get_body(image_bgr: np.ndarray, outline: np.ndarray) -> np.ndarray:
    centre = outline.mean(axis=0)
    inner = np.round(centre + INNER * (outline - centre)).astype(np.int32)
    left, top, width, height = cv2.boundingRect(inner)
    left, top = max(left, 0), max(top, 0)
    crop = image_bgr[top : top + height, left : left + width]
    mask = cv2.fillPoly(np.zeros(crop.shape[:2], np.uint8), [inner - (left, top)], 255)
    return cv2.cvtColor(crop, cv2.COLOR_BGR2HSV)[mask > 0].reshape(-1, 1, 3)


def _name_hue(hue: np.ndarray) -> str:
    totals: dict[str, int] = dict.fromkeys(HUES, 0)
    places = np.searchsorted(HUE_ENDS, hue, side="right")
    for name, count in zip(HUES, np.bincount(places, minlength=len(HUES)), strict=True):
        totals[name] += int(count)
    return max(totals, key=lambda name: totals[name])
