"""Hands over several models at once: what was covered, swapped or knocked over is right a second after it is free."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from tablecam.live.pipeline import Pipeline
from tablecam.sensing.camera.synthetic.camera import draw_truth
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.hand import Hand
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene, Spot
from tablecam.sensing.camera.synthetic.script import Script, swap
from tablecam.sensing.vision.frame import Frame
from tablecam.table.miniature import Placed
from tools.bench.tables import folder_of

pytestmark = pytest.mark.slow

FPS = 15.0
SECOND = round(FPS)
CLOSE_IN = 0.03
SCENE = two_forces(1920, 1080)


class Film:
    """A drawn table, filmed: `placed` is the last snapshot, `said` each event with its model since the last call."""

    def __init__(self, scene: Scene) -> None:
        self.renderer, self.pipeline = Renderer(scene), Pipeline(folder_of(scene))
        self.frames = 0
        self.placed: Mapping[str, Placed] = {}
        self.said: list[tuple[str, str | None]] = []

    def show(self, frame: Frame) -> None:
        read = self.pipeline.process(replace(frame, time=self.frames / FPS, number=self.frames))
        self.frames += 1
        self.placed = {placed.model.id: placed for placed in read.snapshot.models}
        self.said += [(change.event, change.model) for change in read.changes]

    def run(self, seconds: float, spots: Mapping[str, Spot], hands: Sequence[Hand] = ()) -> None:
        self.said.clear()
        for _ in range(round(seconds * FPS)):
            self.show(Frame(self.renderer.picture(spots, hands), 0.0))

    def right(self, name: str, spot: Spot) -> bool:
        """Whether a model is known to stand at a place."""
        placed = self.placed.get(name)
        return placed is not None and placed.state == "settled" and self.off_in(name, spot) < CLOSE_IN

    def off_in(self, name: str, spot: Spot) -> float:
        placed = self.placed[name]
        return math.dist((placed.x_in, placed.y_in, placed.z_in), (spot.x_in, spot.y_in, spot.z_in))


@pytest.mark.long
def test_two_models_swapped_under_hands_are_right_a_second_after_their_tags_are_free() -> None:
    film, script = Film(SCENE), Script(SCENE, swap(SCENE, "stone", "lund", 2.0))
    free, latest = {"stone": 0, "lund": 0}, {"stone": 0, "lund": 0}
    for number in range(round((script.duration + 2) * FPS)):
        truth = script.truth(number / FPS)
        film.show(draw_truth(film.renderer, truth, number))
        for name, frames in free.items():
            covered = truth.hidden.get(name, 0.0) > 0 or name in truth.moving
            free[name] = 0 if covered else frames + 1
            if truth.time > 2 and not covered and not film.right(name, truth.spots[name]):
                latest[name] = max(latest[name], free[name])
    assert film.right("stone", SCENE.spots["lund"])
    assert film.right("lund", SCENE.spots["stone"])
    assert max(latest.values()) <= SECOND


def test_a_hand_that_holds_still_over_four_models_moves_and_loses_none() -> None:
    names = ("brandt", "stone", "ida", "moss")
    film = Film(SCENE)
    film.run(2, SCENE.spots)
    hands = [Hand(SCENE.spots[name].x_in + 1.0, SCENE.spots[name].y_in, 2.5, 0.0) for name in names]
    film.run(8, SCENE.spots, hands)
    assert {event for event, _ in film.said} == {"occluded"}
    assert {film.placed[name].state for name in names} == {"occluded"}
    assert all(film.off_in(name, SCENE.spots[name]) < CLOSE_IN for name in names)
    film.run(1, SCENE.spots)
    assert all(film.right(name, spot) for name, spot in SCENE.spots.items())
    assert not {"moved", "lost"} & {event for event, _ in film.said}


@pytest.mark.parametrize("turned_rad", [0.0, 0.8])
def test_a_model_knocked_over_and_put_back_stands_where_it_stood(turned_rad: float) -> None:
    film, stood = Film(SCENE), SCENE.spots["lund"]
    film.run(2, SCENE.spots)
    lying = replace(stood, x_in=stood.x_in + 0.4, lean_rad=math.radians(80.0), lean_to_rad=0.3)
    film.run(2, {**SCENE.spots, "lund": lying})
    assert ("moved", "lund") not in film.said
    back = replace(stood, heading_rad=stood.heading_rad + turned_rad)
    film.run(1, {**SCENE.spots, "lund": back})
    assert film.right("lund", back)
    assert film.placed["lund"].heading_rad == pytest.approx(back.heading_rad, abs=0.02)
    assert all(film.right(name, spot) for name, spot in SCENE.spots.items() if name != "lund")
