"""The errors of the lengths on a table, from the gauge card read in several places and directions.

Every place has a scale of its own: the slope of what the camera reads along the card over the marks on it. The scales
of all places share a part, differ by direction where the table is stretched, and differ by place where it is not flat.
An expanded uncertainty (k = 2, in the spirit of VDI/VDE 2634 part 1 and the GUM) follows for any length.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.base.i18n import Message
from tablecam.base.units import to_mm
from tablecam.setup.finding import BAD, FAIR, GOOD, Finding, join_sentences
from tablecam.setup.gauge_step import (
    FAIR_IN,
    GOOD_IN,
    RULE_SIGMA_MM,
    TRUE_IN,
    TURNED_DEG,
    CardMark,
    GaugeReading,
    select_one_per_place,
)
from tablecam.setup.true_scale import NAMES, Certificate

COVERAGE = 2.0
# A stretch or an unevenness counts from four sigmas on: chance shows one on fewer than 1 of 100 flat tables (a test).
CERTAIN = 4.0
LEAST_DIRECTIONS = 3
# the scale, and a stretch along one direction
UNKNOWNS = 3
# the length that rules ask for most often
DECIDED_IN = 12.0
# one sigma of a steel rule read at both ends of 10 in, as a share
RULE_SHARE = RULE_SIGMA_MM / to_mm(TRUE_IN)
# greatest expanded uncertainties at 12 in, twice the errors that a reading of the card may have
CERTAIN_IN, DOUBTFUL_IN = 0.06, 0.12

TURN_THE_CARD = Message("Lay the card in three directions: along the table, across it, and askew.")
RULE_NAME = Message("the steel rule that measured the card")
UNTRACED = Message("All lengths rest on the print, whose scale is unknown and not included.")
OLDER_CARD = Message("The card has two tags: print it again to measure six lengths instead of one.")


@dataclass(frozen=True)
class LengthErrors:
    """Errors as shares of a length, each with one sigma.

    common: of all lengths. stretch: of the longest direction against the shortest. along_deg: the longest direction, 0
    to 180. uneven: one sigma between places; uneven_certain: whether they surely differ. mark_in: one sigma of a tag's
    place along the card. places, directions, lengths_in: what was measured.
    """

    common: float
    common_sigma: float
    stretch: float
    stretch_sigma: float
    along_deg: float
    uneven: float
    uneven_certain: bool
    mark_in: float
    places: int
    directions: int
    lengths_in: tuple[float, ...]

    @property
    def is_stretched(self) -> bool:
        """Whether lengths surely depend on their direction."""
        return self.stretch > CERTAIN * self.stretch_sigma

    def compute_uncertainty(self, length_in: float, reference_sigma: float, *, corrected: bool) -> float:
        """The expanded uncertainty of a length on the table, in inches, k = 2.

        reference_sigma: one sigma of the length on which the card rests, as a share. corrected: whether the table's
        scale rests on something better than the card, so that the common error is the card's own.
        """
        share = math.sqrt(reference_sigma**2 + self.common_sigma**2 + self.stretch**2 / 8 + self.uneven**2)
        bias = 0.0 if corrected else abs(self.common) * length_in
        return bias + COVERAGE * math.hypot(math.sqrt(2) * self.mark_in, share * length_in)


def estimate_errors(readings: Sequence[GaugeReading], true_in: float) -> LengthErrors | None:
    """Estimates the errors from readings in different places; None while they are too few or in too few directions.

    true_in: the distance between the card's outer tags.
    """
    directions, places = count_directions(readings), len(select_one_per_place(readings))
    if directions < LEAST_DIRECTIONS or places <= UNKNOWNS:
        return None
    marks = [_get_marks(reading, true_in) for reading in readings]
    shares, sigmas = np.array([_fit_share(card_marks) for card_marks in marks]).T
    angles = np.radians([2 * reading.turn_deg for reading in readings])
    columns = np.column_stack([np.ones(len(readings)), np.cos(angles), np.sin(angles)])
    _solution, residuals, _covariance = _solve(columns, shares, sigmas)
    freedom = len(readings) - UNKNOWNS
    chi_square = float(((residuals / sigmas) ** 2).sum())
    uneven = math.sqrt(max(0.0, float((residuals**2).sum()) / freedom - float((sigmas**2).mean())))
    solution, _residuals, covariance = _solve(columns, shares, np.hypot(sigmas, uneven))
    stretch = 2 * math.hypot(solution[1], solution[2])
    along = np.array([solution[1], solution[2]]) / max(math.hypot(solution[1], solution[2]), 1e-12)
    return LengthErrors(
        common=float(solution[0]),
        common_sigma=math.sqrt(covariance[0, 0]),
        stretch=stretch,
        stretch_sigma=2 * math.sqrt(float(along @ covariance[1:, 1:] @ along)),
        along_deg=math.degrees(math.atan2(solution[2], solution[1])) / 2 % 180,
        uneven=uneven,
        uneven_certain=chi_square > freedom + CERTAIN * math.sqrt(2 * freedom),
        mark_in=math.sqrt(np.mean([mark.sigma_in**2 for card_marks in marks for mark in card_marks])),
        places=places,
        directions=directions,
        lengths_in=list_lengths(marks[0]),
    )


def count_directions(readings: Sequence[GaugeReading]) -> int:
    """Counts the directions of the card that differ by 25 degrees or more."""
    directions: list[float] = []
    for reading in readings:
        if all(abs((reading.turn_deg - other + 90) % 180 - 90) >= TURNED_DEG for other in directions):
            directions.append(reading.turn_deg)
    return len(directions)


def list_lengths(marks: Sequence[CardMark]) -> tuple[float, ...]:
    """The lengths between any two marks, in inches, shortest first."""
    pairs = itertools.combinations(sorted(mark.printed_in for mark in marks), 2)
    return tuple(sorted(round(second - first, 2) for first, second in pairs))


def _get_marks(reading: GaugeReading, true_in: float) -> tuple[CardMark, ...]:
    """The marks at their true places, as the steel rule has them; those at the ends where no others were kept."""
    end_sigma = reading.sigma_in / math.sqrt(2)
    marks = reading.marks or (CardMark(1.0, 0.0, end_sigma), CardMark(11.0, reading.measured_in, end_sigma))
    printed = marks[-1].printed_in - marks[0].printed_in
    return tuple(
        CardMark((mark.printed_in - marks[0].printed_in) * true_in / printed, mark.read_in, mark.sigma_in)
        for mark in marks
    )


def _fit_share(marks: Sequence[CardMark]) -> tuple[float, float]:
    """The share by which the camera reads lengths too long along the card, and one sigma of it."""
    true, read, sigmas = np.array([(mark.printed_in, mark.read_in, mark.sigma_in) for mark in marks]).T
    solution, _residuals, covariance = _solve(np.column_stack([true, np.ones(len(true))]), read, sigmas)
    return float(solution[0]) - 1, math.sqrt(covariance[0, 0])


def _solve(columns: np.ndarray, values: np.ndarray, sigmas: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Weighted least squares: the solution, the residuals of the values, and the solution's covariance."""
    weighted = columns / sigmas[:, None]
    covariance = np.linalg.inv(weighted.T @ weighted)
    solution = covariance @ weighted.T @ (values / sigmas)
    return solution, values - columns @ solution, covariance


def judge_lengths(errors: LengthErrors, scale: Certificate | None, ruled: bool) -> tuple[Finding, Finding, Finding]:
    """Judges directions and places, the expanded uncertainty, and the decision at 12 in.

    scale: the source of lengths, if that is more than prints. ruled: whether a steel rule measured the card.
    """
    reference_sigma = scale.sigma if scale is not None else RULE_SHARE if ruled else 0.0

    def compute_uncertainty(length_in: float) -> float:
        return errors.compute_uncertainty(length_in, reference_sigma, corrected=scale is not None)

    uncertainty_in = compute_uncertainty(DECIDED_IN)
    verdict = GOOD if uncertainty_in <= CERTAIN_IN else FAIR if uncertainty_in <= DOUBTFUL_IN else BAD
    says = Message(
        "± {short} in at 6 in, ± {usual} in at 12 in, ± {long} in at 24 in (k = 2), from {n} places, {directions} "
        "directions and {lengths} lengths of {least} to {most} in.",
        short=f"{compute_uncertainty(6.0):.3f}", usual=f"{uncertainty_in:.3f}", long=f"{compute_uncertainty(24.0):.3f}",
        n=errors.places, directions=errors.directions, lengths=len(errors.lengths_in),
        least=f"{errors.lengths_in[0]:g}", most=f"{errors.lengths_in[-1]:g}",
    )  # fmt: skip
    source = NAMES[scale.source] if scale is not None else RULE_NAME if ruled else None
    traced = UNTRACED if source is None else Message("All lengths rest on {source}.", source=source)
    older = OLDER_CARD if len(errors.lengths_in) == 1 else None
    return (
        judge_errors(errors),
        Finding(verdict, join_sentences(join_sentences(says, traced), older), uncertainty_in),
        Finding(verdict, describe_decision(uncertainty_in), uncertainty_in),
    )


def judge_errors(errors: LengthErrors) -> Finding:
    """Names a stretch along one direction, and places that differ."""
    share = max(errors.stretch if errors.is_stretched else 0.0, 2 * errors.uneven if errors.uneven_certain else 0.0)
    verdict = GOOD if share * DECIDED_IN <= GOOD_IN else FAIR if share * DECIDED_IN <= FAIR_IN else BAD
    if verdict == GOOD:
        says = Message(
            "Directions differ by {stretch} ± {sigma}, places by {uneven}.",
            stretch=f"{errors.stretch:.2%}", sigma=f"{2 * errors.stretch_sigma:.2%}", uneven=f"{errors.uneven:.2%}",
        )  # fmt: skip
        return Finding(GOOD, says, share)
    stretched = Message(
        "Lengths at {turn}° read {share} longer than across: measure the distances of the reference tags along both "
        "sides again, and print sheets that are stretched again.",
        turn=f"{errors.along_deg:.0f}", share=f"{errors.stretch:.2%}",
    )  # fmt: skip
    uneven = Message(
        "Lengths differ by {share} from place to place: measure the distances of the reference tags again, make the "
        "table and the mat flat, then calibrate the lens again.",
        share=f"{errors.uneven:.2%}",
    )
    says = join_sentences(stretched, uneven if errors.uneven_certain else None) if errors.is_stretched else uneven
    return Finding(verdict, says, share)


def describe_decision(uncertainty_in: float) -> Message:
    """The rule by which "within 12 in" is decided, and its risk."""
    return Message(
        "A range of up to {within} in is confirmed to be within {length} in, and one of {beyond} in or more is "
        "refuted. Each is wrong in at most 1 of 40 cases. Between them the question is open.",
        within=f"{math.floor(100 * (DECIDED_IN - uncertainty_in)) / 100:.2f}",
        beyond=f"{math.ceil(100 * (DECIDED_IN + uncertainty_in)) / 100:.2f}",
        length=f"{DECIDED_IN:g}",
    )
