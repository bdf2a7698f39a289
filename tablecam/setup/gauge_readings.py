"""The cameras' readings of the gauge card, kept in setup.json."""

import math
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.gauge import LENGTH_IN, TAG_INSET_IN
from tablecam.base.units import to_mm
from tablecam.setup.known_places import digest_cameras
from tablecam.setup.setup_state import SetupState

PART = "gauge"
TRUE_IN = LENGTH_IN - 2 * TAG_INSET_IN
# least distance or turn of a reading from the earlier ones that makes it a new one
ELSEWHERE_IN, TURNED_DEG = 4.0, 25.0
# number of latest readings that count, for each camera
MOST_READINGS = 12


@dataclass(frozen=True)
class GaugeReading:
    """The card in one place, read by one camera.

    at_in: its middle. turn_deg: its direction, 0 to 180. sigma_in: of `measured_in`. camera: its number, from 0.
    """

    at_in: tuple[float, float]
    turn_deg: float
    measured_in: float
    sigma_in: float
    camera: int = 0


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


def as_rows(readings: Iterable[GaugeReading]) -> list[list[float]]:
    """Converts readings for a JSON file: x, y, turn, measured, sigma, camera."""
    return [
        [
            *(round(number, 5) for number in (*reading.at_in, reading.turn_deg, reading.measured_in, reading.sigma_in)),
            reading.camera,
        ]
        for reading in readings
    ]


def read_rows(rows: Iterable[Sequence[float]]) -> tuple[GaugeReading, ...]:
    """Reads rows that `as_rows` wrote; one without a camera is the first's. Raises TypeError and ValueError."""

    def read(x: float, y: float, turn: float, measured: float, sigma: float, camera: float = 0) -> GaugeReading:
        return GaugeReading((float(x), float(y)), float(turn), float(measured), float(sigma), int(camera))

    return tuple(read(*row) for row in rows)


def distinct_places(readings: Iterable[GaugeReading]) -> tuple[GaugeReading, ...]:
    """Returns the first reading of each place, by any camera."""
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
