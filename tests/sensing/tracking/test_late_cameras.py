"""Two cameras of which one is late: a model on its way is where it is, once the delay is known."""

from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np
import pytest

from tablecam.live import table_views
from tablecam.live.camera_view import Viewed
from tablecam.live.table_views import TableViews
from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.vision.frame import Frame, SharedMoment

EYES = (np.array([24.0, 24.0, 58.0]), np.array([2.0, 24.0, 60.0]))
LATE_S = 0.4
SIGMAS = np.array([0.003, 0.003, 0.004, 0.0025])
SPEED_IN_S = 8.0


def place_at(time: float) -> float:
    """A model that is carried along the table."""
    return 10.0 + SPEED_IN_S * time


class MadeUpView:
    """A camera over the table; the second shows what was a while ago."""

    def __init__(self, _folder, number: int) -> None:
        pose = SimpleNamespace(position_in=EYES[number])
        self.registration = SimpleNamespace(camera=SimpleNamespace(pose=pose), doubts=())
        self._number = number

    def read(self, frame: Frame, _: Sequence[Observation] = ()) -> Viewed:
        x = place_at(frame.time - (LATE_S if self._number else 0.0))
        seen = Observation(7, x, 20.0, 0.4, 1.0, np.diag(SIGMAS**2), EYES[self._number])
        locked = SimpleNamespace(trusted=True, registration=self.registration, nudged=False, trouble=None)
        return Viewed(frame.time, locked, (seen,))


def followed(monkeypatch, known_s: float) -> list[tuple[float, list[Observation]]]:
    """What both together show of two seconds, picture by picture; the cameras do not look at once."""
    monkeypatch.setattr(table_views, "CameraView", MadeUpView)
    monkeypatch.setattr(table_views, "camera_problems", lambda _locked: [])
    folder = SimpleNamespace(lenses=("one", "other"))
    views, told = TableViews(folder), []
    for number, time in enumerate(np.arange(0.0, 2.0, 1 / 15)):
        pictures = {camera: Frame(np.zeros((4, 6), np.uint8), float(time) + 0.02 * camera) for camera in (0, 1)}
        together = views.read(SharedMoment(pictures, number, late_s={0: 0.0, 1: known_s}))
        told.append((together.time, together.seen))
    return told[10:]


def test_a_model_on_its_way_is_where_it_is_at_the_moment_that_is_told(monkeypatch) -> None:
    for time, seen in followed(monkeypatch, LATE_S):
        (one,) = seen
        assert one.x_in == pytest.approx(place_at(time), abs=0.05)


def test_without_the_delay_it_seems_to_be_in_two_places(monkeypatch) -> None:
    assert all(len(seen) == 2 for _, seen in followed(monkeypatch, 0.0))


def test_the_time_that_is_told_never_goes_back(monkeypatch) -> None:
    times = [time for time, _ in followed(monkeypatch, LATE_S)]
    assert times == sorted(times)
    assert len(set(times)) == len(times)
