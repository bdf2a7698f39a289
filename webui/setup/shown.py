"""How the set-up's findings and outlines look as JSON."""

from typing import Any

import numpy as np

from tablecam.setup.finding import Finding

Json = dict[str, Any]
# A tenth of a pixel is finer than any line that is drawn.
DECIMALS = 1


def finding(found: Finding) -> Json:
    """{"verdict": "good|fair|bad|unknown", "says": "a sentence", "value": 1.2 or null}."""
    return {"verdict": found.verdict, "says": found.says, "value": figure(found.value)}


def points(px: np.ndarray | None) -> list[list[float]] | None:
    """[[x, y], ...] in the picture's own pixels; null where there are none, or the camera cannot see them."""
    if px is None or not np.isfinite(px).all():
        return None
    rounded: list[list[float]] = np.round(np.asarray(px, float), DECIMALS).tolist()
    return rounded


def figure(value: float | None, decimals: int = 4) -> float | None:
    """A number that JSON can have."""
    return round(value, decimals) if value is not None and np.isfinite(value) else None


def size(pixels: tuple[int, int]) -> Json:
    """{"width", "height"} of the whole picture."""
    return {"width": pixels[0], "height": pixels[1]}
