"""The step "gauge": reads the printed card of 12.00 in on the table with the cameras, and keeps the readings."""

import math
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.registration import Registration
from hardware.gauge import LEFT_TAG, LENGTH_IN, RIGHT_TAG, TAG_HEIGHT_MM, TAG_INSET_IN, TAG_MARKS_IN, TAG_OVERALL_MM
from hardware.tag_art import black_mm
from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Counted, Message
from tablecam.base.units import to_inches, to_mm
from tablecam.sensing.tracking.observation import observe
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.frame import Frame
from tablecam.sensing.vision.full_search import fit_detection
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, Finding, combine_findings, join_sentences
from tablecam.setup.place_step import lens_for, register_camera, search_tags
from tablecam.setup.setup_files import SetupState, digest_cameras, load_files
from tablecam.setup.true_scale import RULE, TRUE_SHARE, ScaleReading

PART = "gauge"
TRUE_IN = LENGTH_IN - 2 * TAG_INSET_IN
# least distance or turn of a reading from the earlier ones that makes it a new one
ELSEWHERE_IN, TURNED_DEG = 4.0, 25.0
# number of latest readings that count, for each camera
MOST_READINGS = 12


@dataclass(frozen=True)
class CardMark:
    """A tag of the card. printed_in: its inch mark. read_in: its place along the card, from the left tag's on.

    sigma_in: of `read_in`.
    """

    printed_in: float
    read_in: float
    sigma_in: float


@dataclass(frozen=True)
class GaugeReading:
    """The card in one place, read by one camera.

    at_in: its middle. turn_deg: its direction, 0 to 180. sigma_in: of `measured_in`. camera: its number, from 0.
    marks: its tags from left to right; empty in readings that were kept before cards had more than two.
    """

    at_in: tuple[float, float]
    turn_deg: float
    measured_in: float
    sigma_in: float
    camera: int = 0
    marks: tuple[CardMark, ...] = ()


class GaugeReadings:
    """The readings of one folder. Any thread may call."""

    def __init__(self, folder: Path, state: SetupState) -> None:
        self._folder = folder
        self._state = state
        self._lock = threading.Lock()

    @property
    def all(self) -> tuple[GaugeReading, ...]:
        """The readings of this table through these lenses, oldest first."""
        if self.stale:
            return ()
        try:
            return read_rows(self._state.part(PART).get("readings", []))
        except (TypeError, ValueError):
            return ()

    @property
    def stale(self) -> bool:
        """Whether there are readings of another table, or through another lens."""
        stored, digest = self._state.part(PART), digest_cameras(self._folder)
        return bool(stored.get("readings")) and stored.get("made_on", digest) != digest

    @property
    def true_mm(self) -> float:
        """The length between the ticks at 1 and 11, measured with a steel rule."""
        true_mm = self._state.part(PART).get("true_mm")
        return float(true_mm) if isinstance(true_mm, int | float) else to_mm(TRUE_IN)

    @property
    def ruled(self) -> bool:
        """Whether a player has measured the card with a steel rule."""
        return self._state.part(PART).get("ruled") is True

    def add(self, reading: GaugeReading) -> None:
        """Keeps one more reading. Raises BadFile."""
        with self._lock:
            readings = self.all
            camera_readings = [earlier for earlier in readings if earlier.camera == reading.camera]
            too_old = camera_readings[: max(0, len(camera_readings) + 1 - MOST_READINGS)]
            self._save_readings(
                [*(earlier for earlier in readings if earlier not in too_old), reading], self.true_mm, self.ruled
            )

    def set_true(self, true_mm: float) -> None:
        """Keeps the length that a steel rule shows. Raises BadFile."""
        with self._lock:
            self._save_readings(self.all, true_mm, ruled=True)

    def forget(self) -> None:
        """Drops all readings. Raises BadFile."""
        with self._lock:
            self._save_readings((), self.true_mm, self.ruled)

    def _save_readings(self, readings: Sequence[GaugeReading], true_mm: float, ruled: bool) -> None:
        origin = {"made_on": digest_cameras(self._folder), "ruled": ruled}
        self._state.keep(PART, {"true_mm": true_mm, "readings": as_rows(readings)} | origin)


def as_rows(readings: Iterable[GaugeReading]) -> list[list[Any]]:
    """Converts readings for a JSON file: x, y, turn, measured, sigma, camera, marks."""
    return [
        [
            *(round(number, 5) for number in (*reading.at_in, reading.turn_deg, reading.measured_in, reading.sigma_in)),
            reading.camera,
            [[round(number, 5) for number in astuple(mark)] for mark in reading.marks],
        ]
        for reading in readings
    ]


def read_rows(rows: Iterable[Sequence[Any]]) -> tuple[GaugeReading, ...]:
    """Reads rows that `as_rows` wrote; one without a camera is the first's. Raises TypeError and ValueError."""

    def read(row: Sequence[Any]) -> GaugeReading:
        x, y, turn_deg, measured_in, sigma_in = map(float, row[:5])
        camera = int(row[5]) if len(row) > 5 else 0
        marks = tuple(CardMark(*map(float, mark)) for mark in (row[6] if len(row) > 6 else ()))
        return GaugeReading((x, y), turn_deg, measured_in, sigma_in, camera, marks)

    return tuple(map(read, rows))


def select_one_per_place(readings: Iterable[GaugeReading]) -> tuple[GaugeReading, ...]:
    """Returns one gauge reading for each place of the card, the first, whichever camera gave it."""
    places: list[GaugeReading] = []
    for reading in readings:
        if not any(same_place(reading, place) for place in places):
            places.append(reading)
    return tuple(places)


def same_place(a: GaugeReading, b: GaugeReading) -> bool:
    """Whether both readings are of the card in one place."""
    distance_in = math.dist(a.at_in, b.at_in)
    turn_deg = abs((a.turn_deg - b.turn_deg + 90) % 180 - 90)
    return distance_in < ELSEWHERE_IN and turn_deg < TURNED_DEG


EDGE_IN, HEIGHT_IN = to_inches(black_mm(TAG_OVERALL_MM)), to_inches(TAG_HEIGHT_MM)
# Printers that fit pages to paper shrink them by up to a tenth; a length further off belongs to another card.
LEAST_TRUE_MM, MOST_TRUE_MM = 228.0, 272.0
# reading error of a steel rule, one sigma
RULE_SIGMA_MM = 0.25
# The frames of one reading, and the greatest distance of the card's ends from their mean.
FRAMES, STILL_IN = 6, 0.03
WANTED_READINGS = 3
GOOD_IN, FAIR_IN = 0.03, 0.06

ALREADY_READ = Message("Done here. Lay the card somewhere else, or turn it.")


@dataclass(frozen=True)
class GaugeSeen:
    """A frame with the card. ends_px: the corners of its visible tags, (4, 2) each. now: the reading of the card."""

    size: tuple[int, int]
    ends_px: tuple[np.ndarray, ...]
    now: GaugeReading | None
    says: Message


@dataclass(frozen=True)
class GaugeVerdict:
    """readings: one for each place and camera. true_in: between the tags' centres. finding: the verdict on all
    readings.
    """

    readings: tuple[GaugeReading, ...]
    true_in: float
    finding: Finding

    @property
    def places(self) -> int:
        """The number of places where the card was read."""
        return len(select_one_per_place(self.readings))


class GaugeStep:
    """Reads the card wherever it lies still, with every camera that sees it.

    One thread for each camera calls `look`; any thread may call the other methods. certified: whether lengths rest on
    something that no printer made, so that the card can be wrong instead.
    """

    def __init__(self, folder: Path, state: SetupState, certified: Callable[[], bool] = lambda: False) -> None:
        self._folder = folder
        self._readings = GaugeReadings(folder, state)
        self._is_certified = certified
        # the last frames in which both tags were read, by camera number, and the digest of the table that they rest on
        self._recent_frames: dict[int, tuple[str, list[CardFrame]]] = {}

    @property
    def verdict(self) -> GaugeVerdict:
        """The verdict on the readings so far."""
        readings, true_in = self._readings.all, to_inches(self.true_mm)
        finding = judge_readings(readings, true_in, self._is_certified() and not self.ruled)
        if not readings and self.stale:
            finding = Finding(
                UNKNOWN, Message("The table or a lens has changed since the card was read: read it again.")
            )
        return GaugeVerdict(readings, true_in, finding)

    @property
    def true_mm(self) -> float:
        """The length between the ticks at 1 and 11, measured with a steel rule."""
        return self._readings.true_mm

    @property
    def ruled(self) -> bool:
        """Whether a player has measured the card with a steel rule."""
        return self._readings.ruled

    @property
    def stale(self) -> bool:
        """Whether there are readings of another table, or through another lens."""
        return self._readings.stale

    def by_rule(self) -> tuple[ScaleReading | None, float | None]:
        """Returns the table's scale by the ruler, and the card's printed size as a share of its true size, where known.

        Without a ruler, the share is right only if the table is.
        """
        readings = self._readings.all
        if not readings:
            return None, self.true_mm / to_mm(TRUE_IN) if self.ruled else None
        mean_in = sum(reading.measured_in for reading in readings) / len(readings)
        if not self.ruled:
            return None, mean_in / TRUE_IN
        reading_sigma = (
            max(reading.sigma_in for reading in readings) / mean_in / math.sqrt(len(select_one_per_place(readings)))
        )
        factor = to_inches(self.true_mm) / mean_in
        return ScaleReading(
            RULE, factor, math.hypot(RULE_SIGMA_MM / self.true_mm, reading_sigma)
        ), self.true_mm / to_mm(TRUE_IN)

    def set_true(self, true_mm: float) -> None:
        """Sets the length that a steel rule shows. Raises BadPicture for a length that no print of the card has."""
        if not LEAST_TRUE_MM <= true_mm <= MOST_TRUE_MM:
            raise BadPicture(
                Message(
                    "{length} mm from tick 1 to tick 11 does not fit any print of the card, which has {usual}: "
                    "give {least} to {most}, or print the card at true size",
                    length=f"{true_mm:g}",
                    usual=f"{to_mm(TRUE_IN):.1f}",
                    least=f"{LEAST_TRUE_MM:g}",
                    most=f"{MOST_TRUE_MM:g}",
                )
            )
        self._readings.set_true(true_mm)

    def forget(self) -> None:
        """Drops all readings."""
        self._readings.forget()

    def look(self, frame: Frame, camera: int = 0) -> GaugeSeen:
        """Finds the card in this frame, and reads it if it lies still in a new place. Raises BadPicture.

        camera: the number of the frame's camera, counted from 0.
        """
        folder = load_files(self._folder, camera)
        lens = lens_for(folder, frame)
        if folder.table is None:
            raise BadPicture(Message("the table is not known yet: complete the previous step first"))
        detections = search_tags(frame, tuple(TAG_MARKS_IN))
        card_tags = {detection.tag: detection for detection in detections if detection.tag in TAG_MARKS_IN}
        ends_px = tuple(card_tags[tag].corners_px for tag in (LEFT_TAG, RIGHT_TAG) if tag in card_tags)
        if len(ends_px) < 2:
            # the noise may hide a tag in any frame: a card that lies still is the same card in the next one
            says = Message("Lay the card flat on the table, with the tags at both ends in sight.")
            return GaugeSeen(frame.size, ends_px, None, says)
        registration = register_camera(folder.table, frame, detections, lens)
        reading, says = self._read_card(_measure_card(frame.grey, registration, card_tags), camera)
        return GaugeSeen(frame.size, ends_px, reading, says)

    def _read_card(self, card: "CardFrame", camera: int) -> tuple[GaugeReading, Message]:
        """Reads the card and says what to do next; keeps the reading if the card lies still in a new place."""
        digest = digest_cameras(self._folder)
        earlier_digest, earlier_frames = self._recent_frames.get(camera, (digest, []))
        recent_frames = [*(earlier_frames if earlier_digest == digest else ()), card][-FRAMES:]
        places = np.array([card_frame.ends_in for card_frame in recent_frames])
        if np.abs(places - places.mean(axis=0)).max() > STILL_IN:
            self._recent_frames[camera] = digest, recent_frames[-1:]
            return _make_reading([card], camera), Message("The card is moving: let it lie.")
        self._recent_frames[camera] = digest, recent_frames
        reading = _make_reading(recent_frames, camera)
        if any(earlier.camera == camera and same_place(reading, earlier) for earlier in self._readings.all):
            return reading, ALREADY_READ
        if len(recent_frames) < FRAMES:
            return reading, Message("Reading.")
        self._readings.add(reading)
        return reading, ALREADY_READ


def sight_of_all(seen: Sequence[GaugeSeen]) -> GaugeSeen:
    """Combines the cameras' sights in the first one's picture; a camera that is still reading takes precedence."""
    first_sight = seen[0]
    reading_sights = sorted(
        (sight for sight in seen if sight.now is not None), key=lambda one: one.says == ALREADY_READ
    )
    return (
        replace(first_sight, now=reading_sights[0].now, says=reading_sights[0].says) if reading_sights else first_sight
    )


def judge_readings(readings: Sequence[GaugeReading], true_in: float, certified: bool = False) -> Finding:
    """Judges readings of one length, camera by camera; value: the worst error in inches.

    certified: the table's scale is true, and no player has measured the card: an error that all readings share is the
    card's.
    """
    by_camera: dict[int, list[GaugeReading]] = {0: []} if not readings else {}
    for reading in readings:
        by_camera.setdefault(reading.camera, []).append(reading)
    return combine_findings(
        {
            number: _judge_camera(camera_readings, true_in, certified)
            for number, camera_readings in sorted(by_camera.items())
        }
    )


def _judge_camera(readings: Sequence[GaugeReading], true_in: float, certified: bool) -> Finding:
    if not readings:
        return Finding(UNKNOWN, Message("The card has not been read yet."))
    mean_in = sum(reading.measured_in for reading in readings) / len(readings)
    if certified and abs(mean_in / true_in - 1) > TRUE_SHARE:
        spread = max(abs(reading.measured_in - mean_in) for reading in readings)
        advice = Message(
            "The card is printed at {share}: it cannot be used to check lengths.", share=f"{mean_in / true_in:.1%}"
        )
        return Finding(GOOD if spread <= GOOD_IN else FAIR if spread <= FAIR_IN else BAD, advice, spread)
    errors = [reading.measured_in - true_in for reading in readings]
    worst = max(errors, key=abs)
    result = Counted(
        "Read in {n} place, {worst} in off at worst.",
        "Read in {n} places, {worst} in off at worst.",
        len(readings),
        worst=f"{abs(worst):.3f}",
    )
    if abs(worst) <= GOOD_IN:
        few = len(readings) < WANTED_READINGS
        more = Message("Try a corner of the table and the other direction too.") if few else None
        return Finding(GOOD, join_sentences(result, more), abs(worst))
    verdict = FAIR if abs(worst) <= FAIR_IN else BAD
    return Finding(verdict, join_sentences(result, _suggest_remedy(errors, true_in)), abs(worst))


def _suggest_remedy(errors: Sequence[float], true_in: float) -> Message:
    """Names the most likely fault: the table's scale where all readings are wrong alike, otherwise the lens."""
    mean = sum(errors) / len(errors)
    spread = max(abs(error - mean) for error in errors)
    if len(errors) > 1 and spread > abs(mean):
        return Message(
            "The error differs from place to place: calibrate the lens again, with views all over the image."
        )
    share = f"{abs(mean) / true_in:.1%}"
    if mean > 0:
        return Message(
            "All lengths read {share} too long: measure the card's ticks with a steel rule, then check the "
            "table's size and the positions of its tags.",
            share=share,
        )
    return Message(
        "All lengths read {share} too short: measure the card's ticks with a steel rule, then check the "
        "table's size and the positions of its tags.",
        share=share,
    )


@dataclass(frozen=True)
class CardFrame:
    """The card in one frame. centers_in: its tags' centres, (2,) each.

    covariances: of these, (2, 2) each. noise: the same without the camera's place, which all tags share.
    """

    centers_in: Mapping[int, np.ndarray]
    covariances: Mapping[int, np.ndarray]
    noise: Mapping[int, np.ndarray]

    @property
    def ends_in(self) -> np.ndarray:
        """The centres of the tags at the left and the right end, (2, 2)."""
        return np.array([self.centers_in[LEFT_TAG], self.centers_in[RIGHT_TAG]])

    @property
    def direction(self) -> np.ndarray:
        """The unit vector from the left end to the right one."""
        left, right = self.ends_in
        return (right - left) / np.linalg.norm(right - left)

    def compute_mark(self, tag: int) -> CardMark:
        """Computes the tag's place along the card."""
        read_in = (self.centers_in[tag] - self.centers_in[LEFT_TAG]) @ self.direction
        return CardMark(TAG_MARKS_IN[tag], float(read_in), self._get_sigma(self.noise[tag]))

    @property
    def sigma_in(self) -> float:
        """One sigma of the distance between the ends, in inches."""
        return self._get_sigma(self.covariances[LEFT_TAG] + self.covariances[RIGHT_TAG])

    def _get_sigma(self, covariance: np.ndarray) -> float:
        return float(np.sqrt(self.direction @ covariance @ self.direction))


def _measure_card(grey: np.ndarray, registration: Registration, card_tags: Mapping[int, Detection]) -> CardFrame:
    """Measures the card's tags at their height. Raises BadPicture if one at an end cannot be read well."""
    centers, covariances, noise = {}, {}, {}
    for tag, detection in card_tags.items():
        fit = fit_detection(grey, registration.camera, detection, EDGE_IN, registration.optics)
        if fit is None:
            if tag not in (LEFT_TAG, RIGHT_TAG):
                continue
            raise BadPicture(
                Message("tag {tag} of the card cannot be read well: clear it, or turn it out of the glare", tag=tag)
            )
        observation = observe(fit, registration.camera, EDGE_IN, registration.field_sigma_in)
        state, covariance = observation.compute_place(HEIGHT_IN)
        centers[tag], covariances[tag] = state[:2], covariance[:2, :2]
        noise[tag] = observe(fit, registration.camera, EDGE_IN, 0.0).compute_place(HEIGHT_IN)[1][:2, :2]
    return CardFrame(centers, covariances, noise)


def _make_reading(frames: Sequence[CardFrame], camera: int) -> GaugeReading:
    """Makes the reading from the frames of a card that lies still."""
    left_end, right_end = np.mean([card.ends_in for card in frames], axis=0)
    x, y = (left_end + right_end) / 2
    span = right_end - left_end
    turn = math.degrees(math.atan2(span[1], span[0])) % 180
    sigma = float(np.mean([card.sigma_in for card in frames]))
    marks = {tag: [card.compute_mark(tag) for card in frames if tag in card.centers_in] for tag in TAG_MARKS_IN}
    # the noise may hide an inner tag in some frames
    often_seen = tuple(_average_marks(tag_marks) for tag_marks in marks.values() if 2 * len(tag_marks) > len(frames))
    return GaugeReading((float(x), float(y)), turn, float(np.linalg.norm(span)), sigma, camera, often_seen)


def _average_marks(marks: Sequence[CardMark]) -> CardMark:
    printed_in, read_in, sigma_in = np.mean([astuple(mark) for mark in marks], axis=0)
    return CardMark(float(printed_in), float(read_in), float(sigma_in))
