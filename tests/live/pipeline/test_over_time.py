"""What happens over time, filmed with truth: a nudged camera, a model that was not there, the way of a carried one."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from tablecam.live.pipeline import FrameResult, Pipeline
from tablecam.sensing.camera.synthetic.camera import draw_truth
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.hand import Hand
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Carry, Spot
from tablecam.sensing.camera.synthetic.script import Script
from tablecam.sensing.tracking.odometer import Odometer, Travel
from tablecam.sensing.vision.frame import Frame
from tablecam.table.geometry.projection import Camera, Pose
from tools.bench.tables import folder_of

pytestmark = pytest.mark.slow

LONG = pytest.mark.long
SCENE = two_forces(1920, 1080)
FPS = 15.0
# as often as a table at rest is looked at
RESTING_FPS = 4.0
CLOSE_IN = 0.03


class Film:
    """A drawn table before a pipeline; `time` is that of the last frame, `events` those since the last call."""

    def __init__(self, renderer: Renderer) -> None:
        self.renderer, self.pipeline = renderer, Pipeline(folder_of(SCENE))
        self.time, self.number, self.result = 0.0, 0, None
        self.events: list[str] = []

    def show(self, frame: Frame, fps: float = FPS) -> FrameResult:
        self.time, self.number = self.time + 1 / fps, self.number + 1
        self.result = self.pipeline.process(replace(frame, time=self.time, number=self.number))
        self.events += [change.event for change in self.result.changes]
        return self.result

    def run(self, seconds: float, fps: float = FPS, **how) -> None:
        self.events.clear()
        for _ in range(round(seconds * fps)):
            self.show(Frame(self.renderer.picture(**how), 0.0), fps)

    def off_in(self, name: str, spot: Spot) -> float:
        placed = self.result.snapshot.model(name)
        return math.dist((placed.x_in, placed.y_in, placed.z_in), (spot.x_in, spot.y_in, spot.z_in))


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(SCENE)


@pytest.fixture
def film(renderer: Renderer) -> Film:
    return Film(renderer)


def pushed(by_mm: tuple[float, float]) -> Camera:
    """The camera so far from where it hung, and looking the same way."""
    pose = SCENE.camera.pose
    eye = pose.position_in + np.array([*by_mm, 0.0]) / 25.4
    return replace(SCENE.camera, pose=Pose(pose.rotation, -pose.rotation @ eye))


@pytest.mark.parametrize(("by_mm", "fps"), [((0.3, 0.0), FPS), pytest.param((-0.2, 0.23), RESTING_FPS, marks=LONG)])
def test_a_nudge_of_three_tenths_of_a_millimetre_is_noticed_within_two_seconds(film, by_mm, fps) -> None:
    film.run(4.0, fps)
    assert "camera_moved" not in film.events
    camera = pushed(by_mm)
    try:
        film.run(2.0, fps, camera=camera)
        assert film.events.count("camera_moved") == 1
        film.run(4 / fps, fps, camera=camera)
        assert not film.result.snapshot.pose_untrusted
        off = film.result.camera.pose.position_in - camera.pose.position_in
        assert np.abs(off[:2]).max() < 0.01
        assert {model.state for model in film.result.snapshot.models} == {"settled"}
    finally:
        film.renderer.picture(camera=SCENE.camera)


@pytest.mark.parametrize("seen_before", [True, pytest.param(False, marks=LONG)])
def test_an_absent_model_shows_its_place_a_second_after_its_tag_is_free(film, seen_before: bool) -> None:
    """Taken away and lost, or never there: then it is put down under a hand, which goes."""
    without = {name: spot for name, spot in SCENE.spots.items() if name != "lund"}
    film.run(1.5, spots=SCENE.spots if seen_before else without)
    film.run(3.2, 8.0, spots=without)
    assert film.events.count("lost") == seen_before
    spot = Spot(23.5, 11.5, 0.0, 2.4)
    film.run(1.0, spots={**without, "lund": spot}, hands=[Hand(spot.x_in, spot.y_in, 1.2, 0.3)])
    film.run(1.0, spots={**without, "lund": spot})
    assert film.result.snapshot.model("lund").state == "settled"
    assert film.off_in("lund", spot) < CLOSE_IN


def carried(film: Film, carry: Carry, hidden_s: tuple[float, float] | None = None) -> tuple[Travel, float]:
    """How far a carried model is said to have gone, and its true way along the table.

    hidden_s: from when to when an arm lies over it on its way.
    """
    script, odometer = Script(SCENE, (carry,)), Odometer()
    places: list[tuple[float, float]] = []
    for number in range(round((script.duration + 1.0) * FPS)):
        truth = script.truth(number / FPS)
        spot = truth.spots[carry.model]
        places.append((spot.x_in, spot.y_in))
        arm = hidden_s is not None and hidden_s[0] <= truth.time < hidden_s[1]
        over = (Hand(spot.x_in, spot.y_in, spot.z_in + 2.0, 0.0),) if arm else ()
        result = film.show(draw_truth(film.renderer, replace(truth, hands=(*truth.hands, *over)), number))
        odometer.note(result.snapshot, result.changes)
        if truth.time <= carry.start:
            odometer.start_counting(carry.model)
    placed = result.snapshot.model(carry.model)
    assert placed.state == "settled"
    start = SCENE.spots[carry.model]
    travel = odometer.measure_travel(carry.model, odometer.start(carry.model, (start.x_in, start.y_in, start.z_in)))
    return travel, sum(math.dist(a, b) for a, b in itertools.pairwise(places))


@pytest.mark.parametrize(
    ("model", "route", "lift_in", "edge"),
    [
        pytest.param("lund", ((20.6, 28.0),), 4.0, "right", id="over a container", marks=LONG),
        pytest.param("lund", ((22.0, 18.0), (28.0, 18.0)), 3.0, "right", id="round a corner"),
        pytest.param("mother", ((43.0, 42.4),), 2.0, "left", id="at the edge of the picture", marks=LONG),
    ],
)
def test_the_way_of_a_carried_model_is_that_along_the_table(film, model, route, lift_in, edge) -> None:
    carry = Carry(model, 1.0, route, SCENE.spots[model].heading_rad, lift_in=lift_in, covered=False, edge=edge)
    travel, true_in = carried(film, carry)
    assert travel.path_in == pytest.approx(true_in, abs=2 * travel.path_sigma_in)
    # far from the camera's axis the noise of the points bends the path
    assert travel.path_sigma_in < 0.03


def test_what_was_not_seen_of_the_way_is_in_its_sigma(film) -> None:
    heading = SCENE.spots["lund"].heading_rad
    carry = Carry("lund", 1.0, ((20.6, 28.0), (24.0, 28.0)), heading, lift_in=3.0, covered=False, edge="right")
    travel, true_in = carried(film, carry, hidden_s=(3.9, 4.4))
    assert travel.unseen_in > 0.1
    assert travel.path_in == pytest.approx(true_in, abs=2 * travel.path_sigma_in)
    assert travel.path_sigma_in < 0.1 * true_in


def test_a_way_of_which_nothing_was_seen_is_a_guess(film) -> None:
    carry = Carry("lund", 1.0, ((22.0, 13.0),), SCENE.spots["lund"].heading_rad, covered=True)
    travel, true_in = carried(film, carry)
    assert travel.path_in is None
    assert travel.straight_in == pytest.approx(true_in, abs=3 * travel.sigma_in)
