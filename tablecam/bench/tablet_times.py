"""Times of frames from camera to tablet, as figures and text."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tablecam.bench.figure import Figure, Target

# the stages of a frame; `begun` is when a synthetic camera began to draw it
STATIONS = ("begun", "came", "read", "heard", "drawn")
LEGS = ("drawing it", "reading it", "sending it", "showing it")


def late_ms(moves: Sequence[Mapping[str, Any]], since: str, until: str = "drawn") -> list[float]:
    """Milliseconds from one stage to another, for frames that reached both."""
    times = ((move[since], move[until]) for move in moves)
    return [1000 * (there - here) for here, there in times if here is not None and there is not None]


def stage_medians(moves: Sequence[Mapping[str, Any]]) -> str:
    """The median of every stage, in words."""
    legs = ((leg, late_ms(moves, *ends)) for leg, *ends in zip(LEGS, STATIONS, STATIONS[1:], strict=False))
    return ", ".join(f"{leg} {np.median(took):.0f}" for leg, took in legs if took)


def median_ms(what: str, took: Sequence[float], at_most: float | None = None, note: str = "") -> Figure:
    """A median in milliseconds with its quartiles; the note begins with the 95 % quantile."""
    target = None if at_most is None else Target(at_most=at_most)
    if not took:
        return Figure(what, float("nan"), " ms", (), target, note=note)
    low, median, high, nearly_all = (float(quantile) for quantile in np.quantile(took, (0.25, 0.5, 0.75, 0.95)))
    note_text = f"95 % within {nearly_all:.0f} ms" + (f"; {note}" if note else "")
    return Figure(what, median, " ms", (), target, len(took), (low, high), note_text)


def ratio(one: Sequence[float], other: Sequence[float]) -> float:
    """The ratio of two medians; NaN if one is missing."""
    return float(np.median(one) / np.median(other)) if one and other else float("nan")
