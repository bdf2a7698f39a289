"""The findings and outlines of the set-up as JSON, with texts in the current language."""

from typing import Any

import numpy as np

from tablecam.setup.finding import Finding, Text
from webui.server.refusals import sentence

Json = dict[str, Any]
# A tenth of a pixel is finer than any line on the screen.
DECIMALS = 1


def text(says: Text | None) -> str:
    """A text as a sentence of its own; "" for None."""
    return sentence(str(says or ""))


def texts(says: tuple[Text, ...]) -> str:
    """Sentences joined into one text."""
    return " ".join(map(text, says))


def finding(found: Finding) -> Json:
    """{"verdict": "good|fair|bad|unknown", "says": "a sentence", "value": 1.2 or null}."""
    return {"verdict": found.verdict, "says": text(found.says), "value": figure(found.value)}


def points(px: np.ndarray | None) -> list[list[float]] | None:
    """[[x, y], ...] in the image's own pixels; null where there are none, or outside the camera's view."""
    if px is None or not np.isfinite(px).all():
        return None
    rounded: list[list[float]] = np.round(np.asarray(px, float), DECIMALS).tolist()
    return rounded


def figure(value: float | None, decimals: int = 4) -> float | None:
    """A rounded number; null for numbers that JSON lacks."""
    return round(value, decimals) if value is not None and np.isfinite(value) else None


def size(pixels: tuple[int, int]) -> Json:
    """{"width", "height"} of the complete image."""
    return {"width": pixels[0], "height": pixels[1]}
