"""Two tags on one tray: what both say of their model becomes one reading, as of the first tag.

Both lie in one plane, so the picture of that plane that one of them gives (place, heading, size and shape) also says
where the other must be. One is enough; two are weighed by their covariances, and if they contradict each other by more
than they claim and gluing explains, that is told and the uncertainty grows by it.
"""

import cmath
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from tablecam.base.i18n import Message
from tablecam.base.units import to_inches
from tablecam.sensing.tracking.average import LEAST_VARIANCE, wrapped
from tablecam.sensing.tracking.observation import SIX, WHOLE, Observation
from tablecam.table.miniature import Miniature
from tablecam.table.roster import Roster

# Of the variance with which a model was put together, this share is the tag's gluing, which two tags halve; the rest is
# how the base sits, which they have in common. Either tag is believed to be glued as badly as all of it, at most.
OF_THE_TAG = 0.5
# contradictions from so many times the claimed variance on are told, once so many readings in a row show them
TOLD_WORSE, TOLD_AFTER = 9.0, 3
# what lies that far apart does not lie on one tray: one of the numbers is glued to something else
TWO_PLACES_IN = 1.5


@dataclass(frozen=True)
class _Pair:
    """What two readings of one tray make. worse: how many times their claims the contradiction is."""

    of: tuple[Observation, Observation]
    reading: Observation
    apart_in: float
    worse: float


class PairedTags:
    """The models of a roster that wear two tags. One thread."""

    def __init__(self, roster: Roster, assembly_sigma_mm: float) -> None:
        self._models = tuple(model for model in roster.models if model.second_tag is not None)
        self._glue_in2 = to_inches(assembly_sigma_mm) ** 2
        self._known: dict[str, _Pair] = {}
        self._contradicting: dict[str, int] = {}

    def of(self, singles: Mapping[int, Observation]) -> dict[int, Observation]:
        """The readings by tag, with one reading under the first tag of each model that wears two."""
        readings = dict(singles)
        for model in self._models:
            own = [readings.pop(tag) for tag in model.tags if tag in readings]
            if own:
                readings[model.tag] = self._reading(model, own)
        return readings

    def hidden(self, hidden: frozenset[int], singles: Mapping[int, Observation]) -> frozenset[int]:
        """The hidden tags, of each such model the first, if something is over one and none is read whole."""
        for model in self._models:
            over = hidden.intersection(model.tags)
            read = any(tag in singles and singles[tag].seen == WHOLE for tag in model.tags)
            hidden = (hidden - over) | ({model.tag} if over and not read else frozenset())
        return hidden

    @property
    def problems(self) -> tuple[Message, ...]:
        """Whose tags contradict each other, as sentences."""
        return tuple(
            _contradict(model, self._known[model.id].apart_in)
            for model in self._models
            if self._contradicting.get(model.id, 0) >= TOLD_AFTER
        )

    def _reading(self, model: Miniature, own: list[Observation]) -> Observation:
        whole = [reading for reading in own if reading.seen == WHOLE] or own
        if len(whole) == 1:
            return as_first(_level(whole[0]), model)
        known = self._known.get(model.id)
        if known is None or known.of[0] is not whole[0] or known.of[1] is not whole[1]:
            pair = _paired(_level(whole[0]), _level(whole[1]), model, self._glue_in2)
            known = self._known[model.id] = replace(pair, of=(whole[0], whole[1]))
            contradicts = known.worse >= TOLD_WORSE
            self._contradicting[model.id] = self._contradicting.get(model.id, 0) + 1 if contradicts else 0
        return known.reading


def as_first(reading: Observation, model: Miniature) -> Observation:
    """The reading of either tag of a model as one of its first tag, (6, 6) if its shape was measured."""
    if reading.tag == model.tag:
        return reading
    (right, ahead), (own_right, own_ahead) = ((to_inches(x_mm), to_inches(y_mm)) for x_mm, y_mm in model.offsets_mm)
    way = complex(ahead - own_ahead, own_right - right) * cmath.exp(1j * reading.heading_rad)
    shape = reading.shear if reading.shaped else 0.0
    seen = way + shape * way.conjugate()
    step = reading.scale * seen
    # how the first tag's place changes with the heading, the scale and the shape that were read
    slopes = [
        reading.scale * 1j * (way - shape * way.conjugate()),
        seen,
        reading.scale * way.conjugate(),
        reading.scale * 1j * way.conjugate(),
    ]
    size = len(reading.covariance)
    lever = np.eye(size)
    for column, slope in zip(range(2, size), slopes, strict=False):
        # a shape that was not measured is taken to be a level tag's
        if column < 4 or reading.shaped:
            lever[:2, column] = slope.real, slope.imag
    return replace(
        reading,
        tag=model.tag,
        x_in=reading.x_in + step.real,
        y_in=reading.y_in + step.imag,
        covariance=lever @ reading.covariance @ lever.T,
    )


def _level(reading: Observation) -> Observation:
    """The reading; without its lean where that is no shape as one camera sees it, which alone is carried over here."""
    if not reading.tells_lean:
        return reading
    views = tuple(view[:4, :4] for view in reading.views)
    return replace(reading, covariance=reading.covariance[:4, :4], views=views, shear=0.0, tells_lean=False)


def _paired(first: Observation, second: Observation, model: Miniature, glue_in2: float) -> _Pair:
    """One reading of both, with the gluing in its weights and out of its covariance."""
    readings = first, as_first(second, model)
    glue = np.zeros((SIX, SIX))
    glue[[0, 1], [0, 1]] = glue_in2 * first.scale**2
    noise = [reading.full_covariance + np.eye(SIX) * LEAST_VARIANCE for reading in readings]
    weights = [np.linalg.inv(own + glue) for own in noise]
    both = np.linalg.inv(weights[0] + weights[1])
    gains = [both @ weight for weight in weights]
    off = _difference(readings[1], readings[0])
    apart_in = math.hypot(off[0], off[1]) / first.scale
    worse = _worse(off, noise[0] + noise[1] + 2 * glue, all(reading.shaped for reading in readings))
    # one of them may be all wrong, and no averaging over time will tell which
    doubt_in2 = (apart_in / 2) ** 2 * (1 - 1 / worse)
    if apart_in > TWO_PLACES_IN:
        return _Pair((first, second), replace(first, assembly_in2=glue_in2 + apart_in**2), apart_in, worse)
    halved = sum(float(np.trace((gain @ glue @ gain.T)[:2, :2])) for gain in gains) / 2 / first.scale**2
    covariance = (gains[0] @ noise[0] @ gains[0].T + gains[1] @ noise[1] @ gains[1].T) * worse
    step = gains[1] @ off
    shaped = any(reading.shaped for reading in readings)
    seen = replace(
        first,
        x_in=first.x_in + float(step[0]),
        y_in=first.y_in + float(step[1]),
        heading_rad=wrapped(first.heading_rad + float(step[2])),
        scale=first.scale + float(step[3]),
        shear=first.shear + complex(step[4], step[5]) if shaped else 0.0,
        covariance=covariance if shaped else covariance[:4, :4],
        fresh=first.fresh or second.fresh,
        views=max((reading.views for reading in readings), key=len),
        assembly_in2=glue_in2 * (1 - OF_THE_TAG) + halved * OF_THE_TAG + doubt_in2,
    )
    return _Pair((first, second), seen, apart_in, worse)


def _worse(off: np.ndarray, spread: np.ndarray, shaped: bool) -> float:
    """How many times as large the squared contradiction is as claimed: of all figures, or of the place alone."""
    measured = SIX if shaped else 4
    everything = float(off @ np.linalg.solve(spread, off)) / measured
    place = float(off[:2] @ np.linalg.solve(spread[:2, :2], off[:2])) / 2
    return max(1.0, everything, place)


def _difference(reading: Observation, other: Observation) -> np.ndarray:
    turn = wrapped(reading.heading_rad - other.heading_rad)
    shear = reading.shear - other.shear
    place = (reading.x_in - other.x_in, reading.y_in - other.y_in)
    return np.array([*place, turn, reading.scale - other.scale, shear.real, shear.imag])


def _contradict(model: Miniature, apart_in: float) -> Message:
    return Message(
        "the two tags of {model} ({first} and {second}) put it {apart} in apart: check that both are glued flat and in "
        "their places, and that models.toml says where",
        model=model.name,
        first=model.tag,
        second=model.second_tag or 0,
        apart=f"{apart_in:.2f}",
    )
