"""Two tags on one tray: their readings of the model become one reading, as of the first tag.

Both lie in one plane, so one tag's view of that plane (place, heading, size and shape) also gives the place of the
other. One is enough; two are weighted by their covariances. If they contradict each other by more than they claim and
gluing explains, the program reports it and the uncertainty grows by it.
"""

import cmath
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from tablecam.base.i18n import Message
from tablecam.base.units import to_inches
from tablecam.sensing.tracking.observation import LEAST_VARIANCE, SIX, WHOLE, Observation, wrap_angle
from tablecam.table.miniature import Miniature, Roster

# This share of a model's assembly variance comes from the tag's gluing, which two tags halve; the remainder comes from
# the seat of the base, which they have in common. Each tag's gluing error is assumed to be at most the whole variance.
OF_THE_TAG = 0.5
# contradictions of at least this ratio to the claimed variance are reported after this many readings in a row
TOLD_WORSE, TOLD_AFTER = 9.0, 3
# tags further apart than this do not lie on one tray: one of the numbers is glued to something else
TWO_PLACES_IN = 1.5


@dataclass(frozen=True)
class _Pair:
    """The fused reading of two tags on one tray. worse: the ratio of their contradiction to their claims."""

    of: tuple[Observation, Observation]
    reading: Observation
    apart_in: float
    worse: float


class PairedTags:
    """The models of a roster that wear two tags. One thread."""

    def __init__(self, roster: Roster, assembly_sigma_mm: float) -> None:
        self._models = tuple(model for model in roster.models if model.second_tag is not None)
        self._glue_in2 = to_inches(assembly_sigma_mm) ** 2
        self._known_pairs: dict[str, _Pair] = {}
        self._contradiction_runs: dict[str, int] = {}

    def join_pairs(self, singles: Mapping[int, Observation]) -> dict[int, Observation]:
        """Return the readings by tag, with one reading under the first tag of each model that wears two."""
        readings = dict(singles)
        for model in self._models:
            tag_readings = [readings.pop(tag) for tag in model.tags if tag in readings]
            if tag_readings:
                readings[model.tag] = self._combine_readings(model, tag_readings)
        return readings

    def find_hidden_tags(self, hidden: frozenset[int], singles: Mapping[int, Observation]) -> frozenset[int]:
        """Return the hidden tags: for each such model the first, if one is covered and none is read whole."""
        for model in self._models:
            hidden_tags = hidden.intersection(model.tags)
            is_read = any(tag in singles and singles[tag].seen == WHOLE for tag in model.tags)
            hidden = (hidden - hidden_tags) | ({model.tag} if hidden_tags and not is_read else frozenset())
        return hidden

    @property
    def problems(self) -> tuple[Message, ...]:
        """The models whose tags contradict each other, as sentences."""
        return tuple(
            _describe_contradiction(model, self._known_pairs[model.id].apart_in)
            for model in self._models
            if self._contradiction_runs.get(model.id, 0) >= TOLD_AFTER
        )

    def _combine_readings(self, model: Miniature, own: list[Observation]) -> Observation:
        whole_readings = [reading for reading in own if reading.seen == WHOLE] or own
        if len(whole_readings) == 1:
            return as_first(_drop_lean(whole_readings[0]), model)
        pair = self._known_pairs.get(model.id)
        if pair is None or pair.of[0] is not whole_readings[0] or pair.of[1] is not whole_readings[1]:
            new_pair = _fuse_pair(_drop_lean(whole_readings[0]), _drop_lean(whole_readings[1]), model, self._glue_in2)
            pair = self._known_pairs[model.id] = replace(new_pair, of=(whole_readings[0], whole_readings[1]))
            contradicts = pair.worse >= TOLD_WORSE
            self._contradiction_runs[model.id] = self._contradiction_runs.get(model.id, 0) + 1 if contradicts else 0
        return pair.reading


def as_first(reading: Observation, model: Miniature) -> Observation:
    """Return the reading of either tag of a model as one of its first tag, (6, 6) if its shape was measured."""
    if reading.tag == model.tag:
        return reading
    (right, ahead), (first_right, first_ahead) = ((to_inches(x_mm), to_inches(y_mm)) for x_mm, y_mm in model.offsets_mm)
    arm = complex(ahead - first_ahead, first_right - right) * cmath.exp(1j * reading.heading_rad)
    shear = reading.shear if reading.shaped else 0.0
    seen_arm = arm + shear * arm.conjugate()
    step = reading.scale * seen_arm
    # the derivative of the first tag's place by the heading, the scale and the shape that were read
    slopes = [
        reading.scale * 1j * (arm - shear * arm.conjugate()),
        seen_arm,
        reading.scale * arm.conjugate(),
        reading.scale * 1j * arm.conjugate(),
    ]
    size = len(reading.covariance)
    lever = np.eye(size)
    for column, slope in zip(range(2, size), slopes, strict=False):
        # a shape that was not measured counts as a level tag's
        if column < 4 or reading.shaped:
            lever[:2, column] = slope.real, slope.imag
    return replace(
        reading,
        tag=model.tag,
        x_in=reading.x_in + step.real,
        y_in=reading.y_in + step.imag,
        covariance=lever @ reading.covariance @ lever.T,
    )


def _drop_lean(reading: Observation) -> Observation:
    """Return the reading without a lean from several cameras: only a shape seen by one camera carries over."""
    if not reading.tells_lean:
        return reading
    views = tuple(view[:4, :4] for view in reading.views)
    return replace(reading, covariance=reading.covariance[:4, :4], views=views, shear=0.0, tells_lean=False)


def _fuse_pair(first: Observation, second: Observation, model: Miniature, glue_in2: float) -> _Pair:
    """Fuse both readings, with the gluing in their weights and out of the covariance."""
    readings = first, as_first(second, model)
    glue = np.zeros((SIX, SIX))
    glue[[0, 1], [0, 1]] = glue_in2 * first.scale**2
    noise = [reading.full_covariance + np.eye(SIX) * LEAST_VARIANCE for reading in readings]
    weights = [np.linalg.inv(reading_noise + glue) for reading_noise in noise]
    pooled = np.linalg.inv(weights[0] + weights[1])
    gains = [pooled @ weight for weight in weights]
    difference = _compute_difference(readings[1], readings[0])
    apart_in = math.hypot(difference[0], difference[1]) / first.scale
    excess = _compute_excess(difference, noise[0] + noise[1] + 2 * glue, all(reading.shaped for reading in readings))
    # one of them may be entirely wrong, and no averaging over time will show which
    doubt_in2 = (apart_in / 2) ** 2 * (1 - 1 / excess)
    if apart_in > TWO_PLACES_IN:
        return _Pair((first, second), replace(first, assembly_in2=glue_in2 + apart_in**2), apart_in, excess)
    glue_share_in2 = sum(float(np.trace((gain @ glue @ gain.T)[:2, :2])) for gain in gains) / 2 / first.scale**2
    covariance = (gains[0] @ noise[0] @ gains[0].T + gains[1] @ noise[1] @ gains[1].T) * excess
    step = gains[1] @ difference
    shaped = any(reading.shaped for reading in readings)
    reading = replace(
        first,
        x_in=first.x_in + float(step[0]),
        y_in=first.y_in + float(step[1]),
        heading_rad=wrap_angle(first.heading_rad + float(step[2])),
        scale=first.scale + float(step[3]),
        shear=first.shear + complex(step[4], step[5]) if shaped else 0.0,
        covariance=covariance if shaped else covariance[:4, :4],
        fresh=first.fresh or second.fresh,
        views=max((reading.views for reading in readings), key=len),
        assembly_in2=glue_in2 * (1 - OF_THE_TAG) + glue_share_in2 * OF_THE_TAG + doubt_in2,
    )
    return _Pair((first, second), reading, apart_in, excess)


def _compute_excess(off: np.ndarray, spread: np.ndarray, shaped: bool) -> float:
    """Return the ratio of the squared contradiction to its claim: of all figures, or of the place alone."""
    figure_count = SIX if shaped else 4
    excess_of_all = float(off @ np.linalg.solve(spread, off)) / figure_count
    excess_of_place = float(off[:2] @ np.linalg.solve(spread[:2, :2], off[:2])) / 2
    return max(1.0, excess_of_all, excess_of_place)


def _compute_difference(reading: Observation, other: Observation) -> np.ndarray:
    turn = wrap_angle(reading.heading_rad - other.heading_rad)
    shear = reading.shear - other.shear
    shift_in = (reading.x_in - other.x_in, reading.y_in - other.y_in)
    return np.array([*shift_in, turn, reading.scale - other.scale, shear.real, shear.imag])


def _describe_contradiction(model: Miniature, apart_in: float) -> Message:
    return Message(
        "the two tags of {model} ({first} and {second}) disagree by {apart} in about its position: check that "
        "both are glued flat and in their places, and that models.toml states where",
        model=model.name,
        first=model.tag,
        second=model.second_tag or 0,
        apart=f"{apart_in:.2f}",
    )
