"""A known model may stand so that the detector never reads its tag: it is found all the same, and soon."""

import math

import cv2
import numpy as np
import pytest

from tablecam.live.pipeline import Pipeline
from tablecam.sensing.camera.synthetic.scene import Nudge, Spot
from tablecam.sensing.camera.synthetic.script import Script
from tablecam.sensing.vision.detection import TagDetector
from tablecam.sensing.vision.frame import Frame
from tablecam.sensing.vision.second_look import BOX_SEARCH
from tablecam.sensing.vision.watch import WIDE_SEARCH

# whole pictures
pytestmark = pytest.mark.slow

FPS = 15.0
# models among the eight, where under two pixels a cell or the tip of a gun keep the detector from their tags
UNREADABLE = [
    ("moss", Spot(20.366, 13.421, 0.0, 0.1248)),
    ("moss", Spot(25.737, 41.448, 0.0, 4.6079)),
    ("stone", Spot(7.536, 3.569, 0.0, 1.0985)),
    ("vik", Spot(4.312, 39.185, 0.0, 6.1067)),
]
PLACES = pytest.mark.parametrize(
    ("name", "there"),
    [*UNREADABLE[1:3], *(pytest.param(*place, marks=pytest.mark.long) for place in (UNREADABLE[0], UNREADABLE[3]))],
    ids=str,
)


class Film:
    """A pipeline fed with drawn frames."""

    def __init__(self, stage) -> None:
        self.stage, self.pipeline, self.number = stage, Pipeline(stage.folder), 0

    def show(self, frames: int, **how):
        for _ in range(frames):
            picture = self.stage.renderer.picture(**how)
            reading = self.pipeline.process(Frame(picture, self.number / FPS, self.number))
            self.number += 1
        return reading.snapshot


@pytest.fixture
def film(stage) -> Film:
    film = Film(stage)
    assert len(film.show(25).models) == 8
    return film


def assert_all_stand(snapshot, spots: dict[str, Spot]) -> None:
    assert {each.model.id for each in snapshot.models} == set(spots)
    for each in snapshot.models:
        spot = spots[each.model.id]
        assert math.dist((each.x_in, each.y_in, each.z_in), (spot.x_in, spot.y_in, spot.z_in)) < 0.03
        assert each.state in ("settled", "moving")


@PLACES
def test_the_detector_reads_none_of_these_tags(stage, name: str, there: Spot) -> None:
    """Else what follows proves nothing."""
    tag = stage.scene.roster.by_id[name].tag
    for _ in range(5):
        grey = cv2.cvtColor(stage.renderer.picture(stage.scene.spots | {name: there}), cv2.COLOR_BGR2GRAY)
        for search in (WIDE_SEARCH, BOX_SEARCH):
            assert tag not in {each.tag for each in TagDetector().detect(grey, search)}


@PLACES
def test_a_model_put_down_there_is_found_within_a_second(stage, film, name: str, there: Spot) -> None:
    spots = dict(stage.scene.spots)
    film.show(4, spots={other: spot for other, spot in spots.items() if other != name})
    assert_all_stand(film.show(int(FPS), spots=spots | {name: there}), spots | {name: there})


@PLACES
def test_a_model_that_stands_there_from_one_frame_to_the_next_is_found_within_a_second(
    stage, film, name: str, there: Spot
) -> None:
    spots = stage.scene.spots | {name: there}
    assert_all_stand(film.show(int(FPS), spots=spots), spots)


@pytest.mark.long
def test_a_model_brought_back_there_after_it_was_lost_is_found_within_two_seconds(stage, film) -> None:
    name, there = UNREADABLE[0]
    spots = dict(stage.scene.spots)
    snapshot = film.show(110, spots={other: spot for other, spot in spots.items() if other != name})
    assert snapshot.model(name).state == "lost"
    assert_all_stand(film.show(2 * int(FPS), spots=spots | {name: there}), spots | {name: there})


@pytest.mark.long
def test_a_model_put_there_while_nobody_saw_it_is_found_when_the_table_is_gone_over(stage, film) -> None:
    """The camera was swung meanwhile, so everything looks other than before."""
    name, there = UNREADABLE[0]
    spots, camera = stage.scene.spots | {name: there}, Script(stage.scene, (Nudge(1.0),)).truth(2.0).camera
    snapshot = film.show(12 * int(FPS), camera=camera, spots=spots)
    assert_all_stand(snapshot, spots)
    stage.renderer.picture(camera=stage.scene.camera)


@pytest.mark.long
def test_models_taken_off_for_good_are_seen_nowhere(stage, film) -> None:
    spots = dict(list(stage.scene.spots.items())[3:])
    for _ in range(12):
        snapshot = film.show(20, spots=spots)
        alive = {each.model.id for each in snapshot.models if each.state in ("settled", "moving")}
        assert alive <= set(spots)
    assert np.all([snapshot.model(name).state == "lost" for name in stage.scene.spots if name not in spots])
