"""Several cameras' readings of one tag become one reading.

A square at a height is four numbers: place, heading, height; two more for its lean, and one for the size of its print.
Each camera reads it as a square on z = 0 along its own sight lines. All readings are fitted at once, weighted by their
covariances (Gauss-Newton). The result is expressed as one eye would have read it, so that the tracker need not know how
many cameras there are. Two sight lines that cross give a height, and so the size of the print, far better than the
apparent size of a tag does. Where a shape was not measured, the tag counts as level and printed at its size. A tag
whose readings still hold is not fitted again.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.sensing.tracking.lean import foreshorten_square
from tablecam.sensing.tracking.observation import LEAST_VARIANCE, SIX, WHOLE, Observation, wrap_angle
from tablecam.sensing.tracking.rest import LEANS_RAD, LEANS_SIGMAS

# Tags as several cameras see them at once: place, heading, height, lean and the size of the print, seven numbers each.
#
# All tags that changed in a moment are fitted side by side: NumPy takes as long for one of them as for ten.

# a fourth round would move nothing by more than a thirtieth of its sigma, at leans of up to twelve degrees
ROUNDS = 3
# no tag lies higher than this share of the lens's height
HIGHEST = 0.9
# The default priors allow any lean and any size of print; `lean` has a prior of its own.
ANY_LEAN_RAD = 0.5
FREE_SIZE = 0.1
# one sigma of the size of a true print, and of the lean of a tag that counts as level
TRUE_SIZE = LEVEL_RAD = 1e-6
# a reading that contradicts the known lean and print by this much, in squared sigmas a figure, is of another stance
OTHERWISE = 9.0
_STEPS = np.array([1e-4, 1e-4, 1e-5, 1e-4, 1e-4, 1e-4, 1e-5])
_PROBES = np.concatenate([np.zeros((1, 7)), np.diag(_STEPS), -np.diag(_STEPS)])


@dataclass(frozen=True)
class LeaningSquare:
    """A fitted square. state: (7,) x, y, heading, height, lean (2), size over the true size; covariance: (7, 7) of it.

    slopes: (n, 6, 7), the derivative of each camera's figures by the state. free_size: whether the size of the print
    was fitted. worse: the ratio of the readings' contradiction to their claims. surprise: the squared contradiction, in
    sigmas; spare: its degrees of freedom.
    """

    state: np.ndarray
    covariance: np.ndarray
    slopes: np.ndarray
    free_size: bool
    worse: float = 1.0
    surprise: float = 0.0
    spare: int = 0

    @property
    def height_sigma_in(self) -> float:
        """One sigma of the tag's height."""
        return math.sqrt(self.covariance[3, 3])

    @property
    def leans(self) -> bool:
        """Whether the tag surely leans."""
        sigma = math.sqrt((self.covariance[4, 4] + self.covariance[5, 5]) / 2)
        return math.hypot(self.state[4], self.state[5]) > max(LEANS_RAD, LEANS_SIGMAS * sigma)


@dataclass(frozen=True)
class SquareQuestion:
    """The fit of the readings of one tag.

    size_sigma: one sigma of its print's size. known: what is known of lean and print beforehand. level: whether it
    counts as level and printed at its size, whatever shape was measured.
    """

    readings: Sequence[Observation]
    size_sigma: float = FREE_SIZE
    known: LeaningSquare | None = None
    level: bool = False

    @property
    def free_size(self) -> bool:
        """Whether the size of the print is fitted."""
        return not self.level and (self.known.free_size if self.known is not None else self.size_sigma == FREE_SIZE)

    @property
    def figures_left(self) -> int:
        """The number of figures that were read, or known, beyond the unknowns."""
        if self.level:
            return 4 * (len(self.readings) - 1)
        unknowns = 7 if self.free_size else 6
        return SIX * len(self.readings) - unknowns + (unknowns - 4 if self.known is not None else 0)

    @property
    def prior(self) -> tuple[np.ndarray, np.ndarray]:
        """The prior knowledge: information, (7, 7), and the state, (7,)."""
        information, expected = np.zeros((7, 7)), np.zeros(7)
        expected[6] = 1.0
        if self.known is not None:
            information[4:, 4:], expected[4:] = np.linalg.inv(self.known.covariance[4:, 4:]), self.known.state[4:]
            return information, expected
        lean, size = (LEVEL_RAD, TRUE_SIZE) if self.level else (ANY_LEAN_RAD, self.size_sigma)
        information[[4, 5, 6], [4, 5, 6]] = lean**-2, lean**-2, size**-2
        return information, expected

    @property
    def covariances(self) -> list[np.ndarray]:
        """The covariances of the six figures of each reading, (6, 6); the shape of a level tag counts for nothing."""
        if not self.level:
            return [reading.full_covariance for reading in self.readings]
        return [replace(reading, covariance=reading.covariance[:4, :4]).full_covariance for reading in self.readings]


@dataclass(frozen=True)
class _CameraFigures:
    """The cameras' readings of n tags, each of up to m cameras: figures (n, m, 6) with weights, and eyes, (n, m, 3).

    If a tag has fewer readings, the last have no weight.
    """

    figures: np.ndarray
    weights: np.ndarray
    eyes_in: np.ndarray

    @classmethod
    def from_questions(cls, questions: Sequence[SquareQuestion]) -> "_CameraFigures":
        most_readings = max(len(question.readings) for question in questions)
        figures, eyes_in = np.zeros((len(questions), most_readings, SIX)), np.ones((len(questions), most_readings, 3))
        spread = np.tile(np.eye(SIX), (len(questions), most_readings, 1, 1))
        is_present = np.zeros((len(questions), most_readings, 1, 1))
        for row, question in enumerate(questions):
            count = len(question.readings)
            figures[row, :count] = [_list_figures(reading) for reading in question.readings]
            eyes_in[row] = question.readings[0].eye_in
            eyes_in[row, :count] = [reading.eye_in for reading in question.readings]
            spread[row, :count] = question.covariances
            is_present[row, :count] = 1.0
        return cls(figures, np.linalg.inv(spread + np.eye(SIX) * LEAST_VARIANCE) * is_present, eyes_in)

    def compute_residuals(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the residuals of the readings at states (n, 7), (n, m, 6), and the slopes there, (n, m, 6, 7)."""
        expected = predict_figures(self.eyes_in[:, :, None], (states[:, None] + _PROBES)[:, None])
        slopes = (expected[:, :, 1:8] - expected[:, :, 8:]) / (2 * _STEPS[:, None])
        residual = self.figures - expected[:, :, 0]
        residual[..., 2] = (residual[..., 2] + math.pi) % math.tau - math.pi
        return residual, slopes.swapaxes(-1, -2)


def squares(questions: Sequence[SquareQuestion]) -> list[LeaningSquare]:
    """Fit the square of each question: Gauss-Newton over place, heading, height, lean and print.

    If the readings contradict each other by more than they claim, the covariance grows by that factor (Birge's ratio).
    """
    if not questions:
        return []
    figures = _CameraFigures.from_questions(questions)
    prior, usual = (np.array(values) for values in zip(*(question.prior for question in questions), strict=True))
    states = np.array([_guess_state(question.readings) for question in questions])
    highest = HIGHEST * figures.eyes_in[:, :, 2].min(axis=1)
    for _ in range(ROUNDS):
        residual, slopes = figures.compute_residuals(states)
        pulls = slopes.swapaxes(-1, -2) @ figures.weights
        information = prior + (pulls @ slopes).sum(axis=1)
        pull = prior @ (usual - states)[..., None] + (pulls @ residual[..., None]).sum(axis=1)
        former_states, states = states, states + np.linalg.solve(information, pull)[..., 0]
        states[:, 3] = np.minimum(states[:, 3], highest)
        states[:, 4:6] = np.clip(states[:, 4:6], -ANY_LEAN_RAD, ANY_LEAN_RAD)
    # the last step is so short that the slopes before it hold
    residual = residual - (slopes @ (states - former_states)[:, None, :, None])[..., 0]
    surprise = np.einsum("nmi,nmij,nmj->n", residual, figures.weights, residual)
    prior_surprise = np.einsum("ni,nij,nj->n", usual - states, prior, usual - states)
    covariances = np.linalg.inv(information)
    fitted_squares = []
    for row, question in enumerate(questions):
        contradiction = float(surprise[row] + (prior_surprise[row] if question.known is not None else 0.0))
        spare = question.figures_left
        excess = max(1.0, contradiction / spare) if spare else 1.0
        tag_slopes = slopes[row, : len(question.readings)]
        fitted_squares.append(
            LeaningSquare(
                states[row], covariances[row] * excess, tag_slopes, question.free_size, excess, contradiction, spare
            )
        )
    return fitted_squares


def predict_figures(eyes_in: np.ndarray, states: np.ndarray) -> np.ndarray:
    """Return the six figures that eyes, (..., 3), read of squares, (..., 7): x, y, heading, scale and shear, (...,
    6).
    """
    eye, eye_height = eyes_in[..., 0] + 1j * eyes_in[..., 1], eyes_in[..., 2]
    grown = eye_height / (eye_height - states[..., 3])
    center = eye + (states[..., 0] + 1j * states[..., 1] - eye) * grown
    flat, bent = foreshorten_square((center - eye) / eye_height, states[..., 4] + 1j * states[..., 5])
    scale = states[..., 6] * grown * (np.abs(flat) ** 2 - np.abs(bent) ** 2) / np.abs(flat)
    shear = bent / flat.conj()
    return np.stack([center.real, center.imag, states[..., 2] + np.angle(flat), scale, shear.real, shear.imag], axis=-1)


def _guess_state(readings: Sequence[Observation]) -> list[float]:
    """Return a level square of true size, seven numbers, by the reading that knows its height best."""
    reading = min(readings, key=lambda reading: reading.height_sigma_in)
    eye_x, eye_y, _ = reading.eye_in.tolist()
    x, y = eye_x + (reading.x_in - eye_x) / reading.scale, eye_y + (reading.y_in - eye_y) / reading.scale
    return [x, y, reading.heading_rad, reading.height_in, 0.0, 0.0, 1.0]


def _list_figures(reading: Observation) -> list[float]:
    place = [reading.x_in, reading.y_in, reading.heading_rad, reading.scale]
    return [*place, complex(reading.shear).real, complex(reading.shear).imag]


# two cameras that see a number further apart than this see two tags
TWO_PLACES_IN = 1.5
# a model this near to its former place was not picked up
SAME_STANCE_IN = 0.25
# the program reports cameras that see the models this far apart
TOLD_APART_IN = 0.15
LEAST_TAGS = 3

Readings = tuple[Observation, ...]


@dataclass(frozen=True)
class _FusedTag:
    """The fused readings of a tag.

    of: their sources, none if they are not to be fused. apart_in: how far apart they were, 0 if unknown.
    """

    of: Readings
    readings: Readings
    apart_in: float = 0.0


class Fusion:
    """Fuses the readings of several cameras, tag by tag, into readings as from one eye, `eye_in` (3,)."""

    def __init__(self, eye_in: np.ndarray) -> None:
        self._eye_in = eye_in
        # unchanged tags are not fused again
        self._fused_tags: dict[int, _FusedTag] = {}
        # the latest leans and prints that several cameras measured
        self._known_squares: dict[int, LeaningSquare] = {}

    def fuse_cameras(self, by_camera: Mapping[int, Sequence[Observation]]) -> list[Observation]:
        """Return one reading a tag from the readings of each camera at one time.

        A tag that one camera sees twice, or two cameras see in two places, keeps two readings.
        """
        fused_tags: dict[int, _FusedTag] = {}
        # the readings of tags to fit: all, and the fresh ones
        changed: dict[int, tuple[Readings, Readings]] = {}
        for tag, tag_readings in sorted(_group_by_tag(by_camera).items()):
            longest = max(tag_readings, key=len)
            if len(longest) > 1 or not all(math.isfinite(readings[0].scale) for readings in tag_readings):
                # two tags of one number, or a tag of unknown size, cannot be fused
                fused_tags[tag] = _FusedTag((), tuple(longest))
                continue
            whole_readings = _prefer_whole([readings[0] for readings in tag_readings])
            reused_tag = _reuse_fused(self._fused_tags.get(tag), whole_readings)
            if reused_tag is not None:
                fused_tags[tag] = reused_tag
            else:
                changed[tag] = (
                    whole_readings,
                    tuple(reading for reading in whole_readings if reading.fresh) or whole_readings,
                )
        self._fused_tags = fused_tags | self._fuse_changed(changed)
        return [reading for tag in sorted(self._fused_tags) for reading in self._fused_tags[tag].readings]

    @property
    def apart_in(self) -> float | None:
        """The median distance between the cameras' places of tags; None while it is small, or with few common tags."""
        distances_in = [fused_tag.apart_in for fused_tag in self._fused_tags.values() if fused_tag.apart_in > 0]
        if len(distances_in) < LEAST_TAGS or (median_in := float(np.median(distances_in))) < TOLD_APART_IN:
            return None
        return median_in

    def _fuse_changed(self, changed: Mapping[int, tuple[Readings, Readings]]) -> dict[int, _FusedTag]:
        fused_tags, questions = {}, {}
        for tag, (whole_readings, fresh_readings) in changed.items():
            distance_in = apart_in(fresh_readings) if len(fresh_readings) > 1 else 0.0
            # the reading of one camera stays as it is unless it must be expressed from this eye
            fused_tags[tag] = _FusedTag(whole_readings, fresh_readings[:2], distance_in)
            if distance_in <= TWO_PLACES_IN and (len(fresh_readings) > 1 or self._needs_fit(fresh_readings[0])):
                questions[tag] = _build_question(fresh_readings, self._known_squares.get(tag))
        for tag, (question, square) in zip(questions, answers(list(questions.values())), strict=True):
            self._keep_square(tag, question, square)
            reading = question.readings[0]
            if len(question.readings) > 1 or not question.level or not self._is_from_eye(reading):
                reading = to_reading(question, square, self._eye_in)
            # the size of a tilted tag gives no height, and so no distance between the cameras' places either
            distance_in = 0.0 if square.leans else fused_tags[tag].apart_in
            fused_tags[tag] = replace(fused_tags[tag], readings=(reading,), apart_in=distance_in)
        return fused_tags

    def _needs_fit(self, reading: Observation) -> bool:
        return not self._is_from_eye(reading) or (reading.shaped and reading.tag in self._known_squares)

    def _is_from_eye(self, reading: Observation) -> bool:
        return reading.eye_in is self._eye_in or np.array_equal(reading.eye_in, self._eye_in)

    def _keep_square(self, tag: int, question: SquareQuestion, square: LeaningSquare) -> None:
        """Keep the lean that several cameras measured, until a camera alone sees a different one."""
        if len(question.readings) > 1 and not question.level:
            self._known_squares[tag] = square
        elif len(question.readings) == 1 and question.level and question.readings[0].shaped:
            self._known_squares.pop(tag, None)


def _group_by_tag(by_camera: Mapping[int, Sequence[Observation]]) -> dict[int, list[list[Observation]]]:
    """Group the readings by tag, and within a tag by camera."""
    by_tag: dict[int, list[list[Observation]]] = defaultdict(list)
    for readings in by_camera.values():
        camera_readings: dict[int, list[Observation]] = defaultdict(list)
        for reading in readings:
            camera_readings[reading.tag].append(reading)
        for tag, tag_readings in camera_readings.items():
            by_tag[tag].append(tag_readings)
    return by_tag


def _prefer_whole(readings: Sequence[Observation]) -> Readings:
    """Return the whole readings, or all if there is none."""
    return tuple(reading for reading in readings if reading.seen == WHOLE) or tuple(readings)


def _reuse_fused(known: _FusedTag | None, readings: Readings) -> _FusedTag | None:
    """Return the fused tag of unchanged readings; None if they have changed.

    If the readings hold but none is fresh any more, the fused readings become stale too.
    """
    if known is None or len(known.of) != len(readings):
        return None
    pairs = list(zip(known.of, readings, strict=True))
    if all(former is current for former, current in pairs):
        return known
    if any(reading.fresh for reading in readings) or not all(
        _is_same_fit(former, current) for former, current in pairs
    ):
        return None
    return replace(known, of=readings, readings=tuple(replace(reading, fresh=False) for reading in known.readings))


def _is_same_fit(a: Observation, b: Observation) -> bool:
    """Report whether two readings are of the same fit, under the same camera."""
    return (
        (a.x_in, a.y_in, a.heading_rad, a.scale, a.seen) == (b.x_in, b.y_in, b.heading_rad, b.scale, b.seen)
        and float(a.covariance[0, 0]) == float(b.covariance[0, 0])
        and a.eye_in.tolist() == b.eye_in.tolist()
    )


def apart_in(readings: Sequence[Observation]) -> float:
    """Return the distance between the readings' places of a tag, at the height that its size gives, inches.

    At the height where the sight lines meet they would agree, wherever the cameras were.
    """
    weights = [1 / (reading.height_sigma_in**2 + LEAST_VARIANCE) for reading in readings]
    heights = [reading.height_in for reading in readings]
    height_in = sum(weight * height for weight, height in zip(weights, heights, strict=True)) / sum(weights)
    places = [reading.compute_place(height_in)[0].tolist() for reading in readings]
    return max(math.dist(place[:2], places[0][:2]) for place in places)


def fuse_readings(readings: Sequence[Observation], eye_in: np.ndarray) -> Observation:
    """Fuse all readings of one tag into one, as from `eye_in`.

    If the readings contradict each other by more than they claim, the covariance grows by that factor.
    """
    ((question, square),) = answers([_build_question(readings, None)])
    return to_reading(question, square, eye_in)


def _build_question(readings: Sequence[Observation], known: LeaningSquare | None) -> SquareQuestion:
    """Build the fit of a tag: with lean and print if several readings give a shape, or if the lean is known."""
    shaped = all(reading.shaped for reading in readings)
    if len(readings) > 1:
        return SquareQuestion(readings, level=not shaped)
    return SquareQuestion(readings, known=known if shaped else None, level=known is None or not shaped)


def answers(questions: Sequence[SquareQuestion]) -> list[tuple[SquareQuestion, LeaningSquare]]:
    """Fit each question. Return it with its square, or the question that replaced it because it asked too much."""
    first_answers = list(zip(questions, squares(questions), strict=True))
    better_questions = [_revise_question(*answer) for answer in first_answers]
    better_squares = iter(squares([question for question in better_questions if question is not None]))
    return [
        answer if question is None else (question, next(better_squares))
        for answer, question in zip(first_answers, better_questions, strict=True)
    ]


def _revise_question(question: SquareQuestion, square: LeaningSquare) -> SquareQuestion | None:
    if question.level:
        return None
    if question.known is not None:
        # a tag that is still in the place that several cameras saw keeps the lean that they measured
        has_stayed = math.dist(square.state[:2], question.known.state[:2]) < SAME_STANCE_IN
        return None if has_stayed and square.worse < OTHERWISE else SquareQuestion(question.readings, level=True)
    if square.height_sigma_in > min(reading.height_sigma_in for reading in question.readings):
        # cameras this close together give a height only by the tag's size, which must then be true
        return replace(question, size_sigma=TRUE_SIZE) if question.size_sigma == FREE_SIZE else None
    return None


def to_reading(question: SquareQuestion, square: LeaningSquare, eye_in: np.ndarray) -> Observation:
    """Express the square as a reading from `eye_in`."""
    readings, count = question.readings, 4 if question.level else SIX
    figures, slope, inverse = _project_square(eye_in, square.state)
    slope, inverse = slope[:count, :count], inverse[:count, :count]
    print_size = (float(square.state[6]), math.sqrt(square.covariance[6, 6])) if square.free_size else None
    return replace(
        readings[0],
        x_in=figures[0],
        y_in=figures[1],
        heading_rad=wrap_angle(figures[2]),
        scale=figures[3],
        covariance=slope @ square.covariance[:count, :count] @ slope.T,
        eye_in=eye_in,
        shear=0.0 if question.level else complex(square.state[4], square.state[5]),
        field_in2=_combine_field_variances(readings),
        focal_sigma=max(reading.focal_sigma for reading in readings),
        views=tuple(square.slopes[:, :count, :count] @ inverse),
        tells_lean=not question.level,
        printed=print_size,
        # in sigmas of the present claim
        agreement=(square.surprise / square.worse, square.spare) if len(readings) > 1 else None,
    )


def _combine_field_variances(readings: Sequence[Observation]) -> float:
    """Combine the variances from the cameras' places, which are independent; 0 if one camera's place is exact."""
    fields = [reading.field_in2 for reading in readings]
    return 1 / sum(1 / field for field in fields) if all(fields) else 0.0


def _project_square(eye_in: np.ndarray, state: np.ndarray) -> tuple[list[float], np.ndarray, np.ndarray]:
    """Return the figures that an eye reads of a square (x, y, heading, scale on z = 0), their slopes and the inverse.

    The slopes, (6, 6), are those of the figures and the lean by the square's place, heading, height and lean.
    """
    x, y, heading, height = state[:4].tolist()
    eye_x, eye_y, eye_height = eye_in.tolist()
    scale = eye_height / (eye_height - height)
    growth = scale**2 / eye_height
    slope, inverse = np.eye(SIX), np.eye(SIX)
    slope[0, 0] = slope[1, 1] = scale
    inverse[0, 0] = inverse[1, 1] = 1 / scale
    slope[3, 3], inverse[3, 3] = growth, 1 / growth
    slope[:2, 3] = (x - eye_x) * growth, (y - eye_y) * growth
    inverse[:2, 3] = (eye_x - x) / scale, (eye_y - y) / scale
    return [eye_x + (x - eye_x) * scale, eye_y + (y - eye_y) * scale, heading, scale], slope, inverse
