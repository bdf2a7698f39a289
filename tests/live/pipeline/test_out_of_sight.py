"""A model under an arm that rests is kept for a minute, one taken away in the open is missed within three seconds.

Whatever the camera's pace: times are seconds, not frames.
"""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tablecam.live.pipeline import Pipeline
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.hand import Hand
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene
from tablecam.sensing.vision.frame import Frame
from tools.bench.tables import folder_of

pytestmark = pytest.mark.slow


class Film:
    """A drawn table of two forces at 1080p, filmed; `states` are those of each model as of the last frame."""

    def __init__(self, mat: str) -> None:
        self.scene: Scene = two_forces(1920, 1080, mat)
        self.renderer, self.pipeline = Renderer(self.scene), Pipeline(folder_of(self.scene))
        self.time, self.frames = 0.0, 0
        self.states: dict[str, str] = {}

    def run(
        self, seconds: float, fps: float, hands: Sequence[Hand] = (), without: str | None = None
    ) -> dict[str, list[float]]:
        """For each model that was lost meanwhile, the times when it was said, from the start of this run."""
        lost: dict[str, list[float]] = {}
        begun = self.time
        spots = {name: spot for name, spot in self.scene.spots.items() if name != without}
        for _ in range(round(seconds * fps)):
            self.time, self.frames = self.time + 1 / fps, self.frames + 1
            read = self.pipeline.process(Frame(self.renderer.picture(spots, hands), self.time, self.frames))
            for change in read.changes:
                if change.event == "lost" and change.model is not None:
                    lost.setdefault(change.model, []).append(self.time - begun)
            self.states = {placed.model.id: placed.state for placed in read.snapshot.models}
        return lost


def over(film: Film, name: str) -> Hand:
    """An arm that lies across a model's tag, its hand two inches beyond."""
    spot = film.scene.spots[name]
    return Hand(spot.x_in + 1.0, spot.y_in, 2.5, 0.0)


@pytest.mark.long
def test_an_arm_that_rests_loses_no_model() -> None:
    film = Film("plain")
    film.run(2, 8.0)
    assert film.run(1, 8.0, [replace(over(film, "lund"), x_in=18.0)]) == {}
    # more pictures than any count of them that the search keeps
    assert film.run(7, 15.0, [over(film, "lund")]) == {}
    assert film.states["lund"] == "occluded"
    film.run(1, 8.0)
    assert film.states["lund"] == "settled"


@pytest.mark.long
def test_a_model_under_a_hand_is_lost_after_a_minute() -> None:
    film = Film("street")
    film.run(2, 8.0)
    lost = film.run(62, 1.0, [over(film, "lund")])
    assert [round(time) for time in lost["lund"]] == [60]


@pytest.mark.parametrize(("mat", "fps"), [("street", 5.0), ("busy", 15.0)])
def test_a_model_taken_away_in_the_open_is_missed_within_three_seconds(mat, fps) -> None:
    film = Film(mat)
    film.run(2, 8.0)
    film.run(1, fps, [over(film, "lund")])
    lost = film.run(3, fps, without="lund")
    assert list(lost) == ["lund"]
