"""The step "gauge": the printed card of 12.00 in laid on the table, and what the camera makes of it."""

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.registration import Registration
from hardware.gauge import LEFT_TAG, LENGTH_IN, RIGHT_TAG, TAG_HEIGHT_MM, TAG_INSET_IN, TAG_OVERALL_MM
from hardware.tag_art import black_mm
from tablecam.errors import BadPicture
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, Finding
from tablecam.setup.known_places import known
from tablecam.setup.place_step import lens_for, registered, searched
from tablecam.setup.setup_state import SetupState
from tablecam.tracking.observe import observe
from tablecam.units import to_inches, to_mm
from tablecam.vision.detection import Detection
from tablecam.vision.frame import Frame
from tablecam.vision.full_search import fit_detection

PART = "gauge"
TRUE_IN = LENGTH_IN - 2 * TAG_INSET_IN
EDGE_IN, HEIGHT_IN = to_inches(black_mm(TAG_OVERALL_MM)), to_inches(TAG_HEIGHT_MM)
# Prints are off by two parts in a thousand; what is further off is another card.
LEAST_TRUE_MM, MOST_TRUE_MM = 250.0, 258.0
# A card that lies still is read so often for one reading; it lies still where its ends stay so near their mean.
FRAMES, STILL_IN = 6, 0.03
# Laid so far away, or turned so much, it tells something new.
ELSEWHERE_IN, TURNED_DEG = 4.0, 25.0
MOST_READINGS = 12
WANTED_READINGS = 3
GOOD_IN, FAIR_IN = 0.03, 0.06


@dataclass(frozen=True)
class GaugeReading:
    """The card in one place. at_in: its middle. turn_deg: which way it lies, 0 to 180. sigma_in: of `measured_in`."""

    at_in: tuple[float, float]
    turn_deg: float
    measured_in: float
    sigma_in: float


@dataclass(frozen=True)
class GaugeSeen:
    """What a frame says. ends_px: the card's two tags where they are seen, (4, 2) each. now: the card as it lies."""

    size: tuple[int, int]
    ends_px: tuple[np.ndarray, ...]
    now: GaugeReading | None
    says: str


@dataclass(frozen=True)
class GaugeVerdict:
    """readings: one a place. true_in: between the tags' centres. finding: what they come to."""

    readings: tuple[GaugeReading, ...]
    true_in: float
    finding: Finding


class GaugeStep:
    """Reads the card wherever it lies still. `look` is for one thread; the rest may be called from any."""

    def __init__(self, folder: Path, kept: SetupState) -> None:
        self._folder = folder
        self._kept = kept
        self._lock = threading.Lock()
        self._lately: list[tuple[np.ndarray, float]] = []

    @property
    def verdict(self) -> GaugeVerdict:
        """What the readings so far come to."""
        readings, true_in = self._readings(), to_inches(self.true_mm)
        return GaugeVerdict(readings, true_in, judged(readings, true_in))

    @property
    def true_mm(self) -> float:
        """Between the ticks at 1 and 11, as a steel rule says."""
        said = self._kept.part(PART).get("true_mm")
        return float(said) if isinstance(said, int | float) else to_mm(TRUE_IN)

    def set_true(self, true_mm: float) -> None:
        """What the steel rule says. Raises BadPicture for a length that no print of the card has."""
        if not LEAST_TRUE_MM <= true_mm <= MOST_TRUE_MM:
            raise BadPicture(
                f"{true_mm:g} mm from tick 1 to tick 11 is no print of the card, which has {to_mm(TRUE_IN):.1f}: "
                f"give {LEAST_TRUE_MM:g} to {MOST_TRUE_MM:g}, or print it at true size"
            )
        self._keep(self._readings(), true_mm)

    def forget(self) -> None:
        """Starts with no reading."""
        self._keep((), self.true_mm)

    def look(self, frame: Frame) -> GaugeSeen:
        """What this frame says; a card that lies still in a new place is read. Raises BadPicture."""
        folder = known(self._folder)
        lens = lens_for(folder, frame)
        if folder.table is None:
            raise BadPicture("the table is not known yet: do the step before this one first")
        found = searched(frame, (LEFT_TAG, RIGHT_TAG))
        ends = {each.tag: each for each in found if each.tag in (LEFT_TAG, RIGHT_TAG)}
        if len(ends) < 2:
            self._lately = []
            says = "Lay the card on the table, flat, both of its tags in sight."
            return GaugeSeen(frame.size, tuple(each.corners_px for each in ends.values()), None, says)
        registration = registered(folder.table, frame, found, lens)
        centers, sigma = _measured(frame.grey, registration, [ends[LEFT_TAG], ends[RIGHT_TAG]])
        now, says = self._read(centers, sigma)
        return GaugeSeen(frame.size, tuple(each.corners_px for each in ends.values()), now, says)

    def _read(self, centers: np.ndarray, sigma: float) -> tuple[GaugeReading, str]:
        """The card as it lies, and what to do with it; kept where it lies still and elsewhere than before."""
        self._lately = [*self._lately, (centers, sigma)][-FRAMES:]
        places = np.array([place for place, _ in self._lately])
        if np.abs(places - places.mean(axis=0)).max() > STILL_IN:
            self._lately = self._lately[-1:]
            return _reading(centers[None], sigma), "The card moves: let it lie."
        now = _reading(places, float(np.mean([each for _, each in self._lately])))
        readings = self._readings()
        if any(_same_place(now, other) for other in readings):
            return now, "Read. Lay the card somewhere else, or turn it."
        if len(self._lately) < FRAMES:
            return now, "Reading."
        self._keep((*readings, now)[-MOST_READINGS:], self.true_mm)
        return now, "Read. Lay the card somewhere else, or turn it."

    def _readings(self) -> tuple[GaugeReading, ...]:
        said = self._kept.part(PART).get("readings", [])
        try:
            return tuple(
                GaugeReading((float(x), float(y)), float(turn), float(measured), float(sigma))
                for x, y, turn, measured, sigma in said
            )
        except (TypeError, ValueError):
            return ()

    def _keep(self, readings: Sequence[GaugeReading], true_mm: float) -> None:
        rows = [[*each.at_in, each.turn_deg, each.measured_in, each.sigma_in] for each in readings]
        with self._lock:
            self._kept.keep(PART, {"true_mm": true_mm, "readings": [[round(n, 5) for n in row] for row in rows]})


def judged(readings: Sequence[GaugeReading], true_in: float) -> Finding:
    """What readings of one length come to; value: the worst error in inches."""
    if not readings:
        return Finding(UNKNOWN, "The card was not read yet.")
    off = [reading.measured_in - true_in for reading in readings]
    worst = max(off, key=abs)
    said = f"Read in {len(readings)} place{'s' if len(readings) > 1 else ''}, at worst {abs(worst):.3f} in off"
    if abs(worst) <= GOOD_IN:
        more = "" if len(readings) >= WANTED_READINGS else ": try a corner of the table and the other way too"
        return Finding(GOOD, f"{said}{more}.", abs(worst))
    mend = _mend(off, true_in)
    return Finding(FAIR if abs(worst) <= FAIR_IN else BAD, f"{said}: {mend}.", abs(worst))


def _mend(off: Sequence[float], true_in: float) -> str:
    """What most likely is wrong: all wrong alike is the table's scale, each otherwise is the lens."""
    mean = sum(off) / len(off)
    spread = max(abs(each - mean) for each in off)
    if len(off) > 1 and spread > abs(mean):
        return "it differs from place to place: calibrate the lens again, with views all over the picture"
    share, word = abs(mean) / true_in, "long" if mean > 0 else "short"
    return (
        f"everything is read {share:.1%} too {word}: measure the card's ticks with a steel rule, then check "
        "the table's size and the places of its tags"
    )


def _measured(grey: np.ndarray, registration: Registration, ends: Sequence[Detection]) -> tuple[np.ndarray, float]:
    """The centres of the card's tags, (2, 2), at their height, and one sigma of the distance between them."""
    places, covariances = [], []
    for end in ends:
        fit = fit_detection(grey, registration.camera, end, EDGE_IN, registration.optics)
        if fit is None:
            raise BadPicture(f"tag {end.tag} of the card cannot be read well: clear it, or turn it out of the glare")
        seen = observe(fit, registration.camera, EDGE_IN, registration.field_sigma_in)
        state, covariance = seen.at_height(HEIGHT_IN)
        places.append(state[:2])
        covariances.append(covariance[:2, :2])
    centers = np.array(places)
    along = (centers[1] - centers[0]) / np.linalg.norm(centers[1] - centers[0])
    return centers, float(np.sqrt(along @ (covariances[0] + covariances[1]) @ along))


def _reading(places: np.ndarray, sigma: float) -> GaugeReading:
    """From the centres (n, 2, 2) of n frames."""
    left, right = places.mean(axis=0)
    x, y = (left + right) / 2
    along = right - left
    turn = math.degrees(math.atan2(along[1], along[0])) % 180
    return GaugeReading((float(x), float(y)), turn, float(np.linalg.norm(along)), sigma)


def _same_place(a: GaugeReading, b: GaugeReading) -> bool:
    apart = math.dist(a.at_in, b.at_in)
    turned = abs((a.turn_deg - b.turn_deg + 90) % 180 - 90)
    return apart < ELSEWHERE_IN and turned < TURNED_DEG
