"""Several cameras' readings of one tag become one reading.

A square at a height is four numbers: place, heading, height; two more for its lean, and one for the size at which it
was printed. Each camera reads it as a square on z = 0 along its own sight lines. All readings are fitted at once,
weighed by their covariances (Gauss-Newton), and the result is told as one eye would have read it, so that whoever
follows the tags need not know how many cameras there are. Two sight lines that cross tell a height far better than the
size of a tag does, and so the size of its print too. Where a shape was not measured, the tag counts as level and
printed at its size. A tag whose readings still hold is not fitted again.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.sensing.tracking.average import LEAST_VARIANCE, wrapped
from tablecam.sensing.tracking.leaning_square import (
    FREE_SIZE,
    OTHERWISE,
    TRUE_SIZE,
    LeaningSquare,
    SquareQuestion,
    squares,
)
from tablecam.sensing.tracking.observation import SIX, WHOLE, Observation

# two cameras that see a number so far apart see two tags
TWO_PLACES_IN = 1.5
# who stands so near to where it stood was not taken up
SAME_STANCE_IN = 0.25
# players are told of cameras that see the models so far apart
TOLD_APART_IN = 0.15
LEAST_TAGS = 3

Readings = tuple[Observation, ...]


@dataclass(frozen=True)
class _FusedTag:
    """What was made of a tag, of which readings (none where they are not to be fused), and how far apart they were:
    0 where that is not known.
    """

    of: Readings
    readings: Readings
    apart_in: float = 0.0


class Fusion:
    """Fuses the readings of several cameras, tag by tag, into readings as from one eye, `eye_in` (3,)."""

    def __init__(self, eye_in: np.ndarray) -> None:
        self._eye_in = eye_in
        # what has not changed is not fused again
        self._known: dict[int, _FusedTag] = {}
        # leans and prints that several cameras told last
        self._squares: dict[int, LeaningSquare] = {}

    def of(self, by_camera: Mapping[int, Sequence[Observation]]) -> list[Observation]:
        """One reading a tag of the readings that each camera has at one time.

        A tag that one camera sees twice, or two cameras see in two places, keeps two readings.
        """
        found: dict[int, _FusedTag] = {}
        # the readings of tags that have to be fitted, all and those that tell something new
        changed: dict[int, tuple[Readings, Readings]] = {}
        for tag, own in sorted(_by_tag(by_camera).items()):
            most = max(own, key=len)
            if len(most) > 1 or not all(math.isfinite(readings[0].scale) for readings in own):
                # two of one number, or a tag of unknown size: there is nothing to fuse
                found[tag] = _FusedTag((), tuple(most))
                continue
            whole = _whole([readings[0] for readings in own])
            held = _held(self._known.get(tag), whole)
            if held is not None:
                found[tag] = held
            else:
                changed[tag] = whole, tuple(reading for reading in whole if reading.fresh) or whole
        self._known = found | self._fused(changed)
        return [reading for tag in sorted(self._known) for reading in self._known[tag].readings]

    @property
    def apart_in(self) -> float | None:
        """How far apart the cameras see most tags; None while that is little, or too few are seen by two."""
        apart = [known.apart_in for known in self._known.values() if known.apart_in > 0]
        if len(apart) < LEAST_TAGS or (middle := float(np.median(apart))) < TOLD_APART_IN:
            return None
        return middle

    def _fused(self, changed: Mapping[int, tuple[Readings, Readings]]) -> dict[int, _FusedTag]:
        found, questions = {}, {}
        for tag, (whole, telling) in changed.items():
            apart = apart_in(telling) if len(telling) > 1 else 0.0
            # what one camera reads stays as it is unless other words are to be found for it
            found[tag] = _FusedTag(whole, telling[:2], apart)
            if apart <= TWO_PLACES_IN and (len(telling) > 1 or self._to_tell(telling[0])):
                questions[tag] = _question(telling, self._squares.get(tag))
        for tag, (question, square) in zip(questions, answers(list(questions.values())), strict=True):
            self._note(tag, question, square)
            reading = question.readings[0]
            if len(question.readings) > 1 or not question.level or not self._own_words(reading):
                reading = told(question, square, self._eye_in)
            # the size of a tag that leans tells no height, so neither does it tell how far apart the cameras see it
            apart = 0.0 if square.leans else found[tag].apart_in
            found[tag] = replace(found[tag], readings=(reading,), apart_in=apart)
        return found

    def _to_tell(self, reading: Observation) -> bool:
        return not self._own_words(reading) or (reading.shaped and reading.tag in self._squares)

    def _own_words(self, reading: Observation) -> bool:
        return reading.eye_in is self._eye_in or np.array_equal(reading.eye_in, self._eye_in)

    def _note(self, tag: int, question: SquareQuestion, square: LeaningSquare) -> None:
        """Keeps the lean that several told, until a camera alone sees that it is another."""
        if len(question.readings) > 1 and not question.level:
            self._squares[tag] = square
        elif len(question.readings) == 1 and question.level and question.readings[0].shaped:
            self._squares.pop(tag, None)


def _by_tag(by_camera: Mapping[int, Sequence[Observation]]) -> dict[int, list[list[Observation]]]:
    """The readings of each tag, those of each camera that has any together."""
    tags: dict[int, list[list[Observation]]] = defaultdict(list)
    for readings in by_camera.values():
        own: dict[int, list[Observation]] = defaultdict(list)
        for reading in readings:
            own[reading.tag].append(reading)
        for tag, same in own.items():
            tags[tag].append(same)
    return tags


def _whole(readings: Sequence[Observation]) -> Readings:
    """Whole readings count before parts."""
    return tuple(reading for reading in readings if reading.seen == WHOLE) or tuple(readings)


def _held(known: _FusedTag | None, readings: Readings) -> _FusedTag | None:
    """What was made of readings that are still the same; None where they are not.

    Readings that hold, none of them fresh any more, leave what was made of them, as one that holds.
    """
    if known is None or len(known.of) != len(readings):
        return None
    pairs = list(zip(known.of, readings, strict=True))
    if all(was is now for was, now in pairs):
        return known
    if any(now.fresh for now in readings) or not all(_same(was, now) for was, now in pairs):
        return None
    return replace(known, of=readings, readings=tuple(replace(reading, fresh=False) for reading in known.readings))


def _same(a: Observation, b: Observation) -> bool:
    """Whether two readings are of the same fit, under the same camera."""
    return (
        (a.x_in, a.y_in, a.heading_rad, a.scale, a.seen) == (b.x_in, b.y_in, b.heading_rad, b.scale, b.seen)
        and float(a.covariance[0, 0]) == float(b.covariance[0, 0])
        and a.eye_in.tolist() == b.eye_in.tolist()
    )


def apart_in(readings: Sequence[Observation]) -> float:
    """How far apart the readings put a tag that is as high as its size says, inches.

    At the height where the sight lines meet they would agree, wherever the cameras were.
    """
    weights = [1 / (reading.height_sigma_in**2 + LEAST_VARIANCE) for reading in readings]
    heights = [reading.height_in for reading in readings]
    height_in = sum(weight * height for weight, height in zip(weights, heights, strict=True)) / sum(weights)
    places = [reading.at_height(height_in)[0].tolist() for reading in readings]
    return max(math.dist(place[:2], places[0][:2]) for place in places)


def fused(readings: Sequence[Observation], eye_in: np.ndarray) -> Observation:
    """The reading that all readings of one tag together make, as from `eye_in`.

    Readings that contradict each other by more than they claim make its covariance so much larger.
    """
    ((question, square),) = answers([_question(readings, None)])
    return told(question, square, eye_in)


def _question(readings: Sequence[Observation], known: LeaningSquare | None) -> SquareQuestion:
    """The tag with its lean and its print, where all tell a shape and are several, or one and its lean is known."""
    shaped = all(reading.shaped for reading in readings)
    if len(readings) > 1:
        return SquareQuestion(readings, level=not shaped)
    return SquareQuestion(readings, known=known if shaped else None, level=known is None or not shaped)


def answers(questions: Sequence[SquareQuestion]) -> list[tuple[SquareQuestion, LeaningSquare]]:
    """The square of each question, with that question, or with the one that took its place where it asked too much."""
    first = list(zip(questions, squares(questions), strict=True))
    better = [_better_question(*answer) for answer in first]
    instead = iter(squares([question for question in better if question is not None]))
    return [
        answer if question is None else (question, next(instead))
        for answer, question in zip(first, better, strict=True)
    ]


def _better_question(question: SquareQuestion, square: LeaningSquare) -> SquareQuestion | None:
    if question.level:
        return None
    if question.known is not None:
        # a tag that is still where several saw it leans as they told
        stays = math.dist(square.state[:2], question.known.state[:2]) < SAME_STANCE_IN
        return None if stays and square.worse < OTHERWISE else SquareQuestion(question.readings, level=True)
    if square.height_sigma_in > min(reading.height_sigma_in for reading in question.readings):
        # eyes so near to each other tell a height by the size of the tag, if that is as it should be
        return replace(question, size_sigma=TRUE_SIZE) if question.size_sigma == FREE_SIZE else None
    return None


def told(question: SquareQuestion, square: LeaningSquare, eye_in: np.ndarray) -> Observation:
    """The square as from `eye_in`."""
    readings, count = question.readings, 4 if question.level else SIX
    seen, slope, back = _seen_from(eye_in, square.state)
    slope, back = slope[:count, :count], back[:count, :count]
    size = (float(square.state[6]), math.sqrt(square.covariance[6, 6])) if square.free_size else None
    return replace(
        readings[0],
        x_in=seen[0],
        y_in=seen[1],
        heading_rad=wrapped(seen[2]),
        scale=seen[3],
        covariance=slope @ square.covariance[:count, :count] @ slope.T,
        eye_in=eye_in,
        shear=0.0 if question.level else complex(square.state[4], square.state[5]),
        field_in2=_shared_field(readings),
        focal_sigma=max(reading.focal_sigma for reading in readings),
        views=tuple(square.slopes[:, :count, :count] @ back),
        tells_lean=not question.level,
        printed=size,
        # in sigmas of what is claimed now
        agreement=(square.surprise / square.worse, square.spare) if len(readings) > 1 else None,
    )


def _shared_field(readings: Sequence[Observation]) -> float:
    """The variance that the places of the cameras leave: each has its own; 0 where one knows its place exactly."""
    fields = [reading.field_in2 for reading in readings]
    return 1 / sum(1 / field for field in fields) if all(fields) else 0.0


def _seen_from(eye_in: np.ndarray, state: np.ndarray) -> tuple[list[float], np.ndarray, np.ndarray]:
    """What an eye reads of a square: x, y, heading, scale on z = 0; how that and the lean change with the square's
    place, heading, height and lean, (6, 6), and the inverse of that.
    """
    x, y, heading, height = state[:4].tolist()
    eye_x, eye_y, high = eye_in.tolist()
    scale = high / (high - height)
    growth = scale**2 / high
    slope, back = np.eye(SIX), np.eye(SIX)
    slope[0, 0] = slope[1, 1] = scale
    back[0, 0] = back[1, 1] = 1 / scale
    slope[3, 3], back[3, 3] = growth, 1 / growth
    slope[:2, 3] = (x - eye_x) * growth, (y - eye_y) * growth
    back[:2, 3] = (eye_x - x) / scale, (eye_y - y) / scale
    return [eye_x + (x - eye_x) * scale, eye_y + (y - eye_y) * scale, heading, scale], slope, back
