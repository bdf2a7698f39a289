"""Terrain that wears tags: it stands where it was put down, and models stand on it there."""

from dataclasses import replace

import pytest
import shapely

from tablecam.sensing.tracking.tracker import ELSEWHERE_IN, Ground, Tracker
from tablecam.table.miniature import Roster
from tablecam.table.snapshot import Snapshot
from tablecam.table.table import ReferenceTag, Table
from tablecam.table.terrain import Feature, Piece, Terrain

FRAMES_A_SECOND = 20
TABLE = Table(48.0, 48.0, "tag36h11", (ReferenceTag(0, 40.0, (-1.5, -1.5)),))
# four inches square and two high; its tag lies on the top
HILL = Piece(
    "hill", 300, 24.0, (Feature("top", "solid", 0.0, 2.0, True, shapely.box(-2, -2, 2, 2)),), tag_height_mm=50.8
)


class Play:
    """A hill and Ann, seen frame by frame as the pipeline hands them on."""

    def __init__(self, props) -> None:
        self.props = props
        self.ground = Ground(props.terrain, [HILL], TABLE)
        self.models = Tracker(Roster((props.ann,)), props.terrain, TABLE)
        self.frame, self.log = 0, []

    def show(self, hill=None, ann=None, seconds: float = 1.0, hidden: frozenset[int] = frozenset()) -> Snapshot:
        """hill, ann: where they stand, as the arguments of `seen`; None where they do not show."""
        for _ in range(round(seconds * FRAMES_A_SECOND)):
            self.frame += 1
            there = ((HILL.wearer, hill), (self.props.ann, ann))
            seen = [self.props.seen(model, *place) for model, place in there if place is not None]
            time = self.frame / FRAMES_A_SECOND
            self.log += self.ground.update(seen, time, hidden)
            self.models.terrain = self.ground.terrain
            self.log += self.models.update(self.ground.select_models(seen), time, hidden)
        return self.models.snapshot()


@pytest.fixture
def play(props) -> Play:
    return Play(props)


def hill_of(terrain: Terrain) -> Feature | None:
    return next((feature for feature in terrain.features if feature.piece == "hill"), None)


def middle(terrain: Terrain) -> tuple[float, float]:
    hill = hill_of(terrain)
    assert hill is not None
    return hill.polygon.centroid.x, hill.polygon.centroid.y


def test_until_its_tag_is_seen_a_piece_is_not_on_the_table(play, props) -> None:
    assert play.show().terrain is props.terrain


def test_a_piece_stands_where_its_tag_says_and_is_no_model(play, props) -> None:
    snapshot = play.show(hill=(10, 20, 0.0, 0.3))
    assert snapshot.models == ()
    assert snapshot.unknown_tags == ()
    assert middle(snapshot.terrain) == pytest.approx((10, 20), abs=1e-6)
    assert snapshot.terrain.features[: len(props.terrain.features)] == props.terrain.features


def test_a_model_on_a_piece_stands_on_its_top_whichever_was_there_first(play) -> None:
    snapshot = play.show(hill=(10, 20), ann=(10.5, 20, 2.0))
    ann = snapshot.model("ann")
    assert (ann.stands_on, ann.z_in) == ("hill top", 2.0)
    assert (ann.x_in, ann.y_in) == pytest.approx((10.5, 20), abs=0.01)


def test_a_model_seen_up_there_before_the_piece_was_known_is_judged_again(play) -> None:
    assert play.show(ann=(10.5, 20, 2.0)).model("ann").stands_on == "undecided"
    assert play.show(hill=(10, 20), ann=(10.5, 20, 2.0)).model("ann").stands_on == "hill top"


def test_a_hill_does_not_stand_on_itself(play) -> None:
    play.show(hill=(10, 20), seconds=3)
    hill = hill_of(play.ground.terrain)
    assert hill is not None
    assert (hill.z_bottom_in, hill.z_top_in) == (0.0, 2.0)


def test_a_piece_put_on_a_roof_is_as_much_higher(play) -> None:
    play.show(hill=(34, 34, 3.0))
    hill = hill_of(play.ground.terrain)
    assert hill is not None
    assert (hill.z_bottom_in, hill.z_top_in) == (3.0, 5.0)


def test_a_piece_that_is_carried_stays_until_it_is_put_down(play) -> None:
    play.show(hill=(10, 20))
    for step in range(1, 11):
        play.show(hill=(10 + step / 2, 20), seconds=0.1)
        assert middle(play.ground.terrain) == pytest.approx((10, 20), abs=1e-6)
    play.show(hill=(15, 20), seconds=2)
    assert middle(play.ground.terrain) == pytest.approx((15, 20), abs=1e-6)
    assert [(change.event, change.model) for change in play.log] == [
        ("appeared", "hill"), ("moving", "hill"), ("moved", "hill")
    ]  # fmt: skip


def test_a_piece_carried_off_with_a_model_on_it_takes_the_model_along(play) -> None:
    play.show(hill=(10, 20), ann=(10.5, 20, 2.0))
    ann = play.show(hill=(20, 30), ann=(20.5, 30, 2.0), seconds=3).model("ann")
    assert (ann.stands_on, ann.z_in) == ("hill top", 2.0)
    assert (ann.x_in, ann.y_in) == pytest.approx((20.5, 30), abs=0.01)


def test_the_terrain_is_the_same_object_while_readings_only_wander(play) -> None:
    play.show(hill=(10, 20))
    before = play.ground.terrain
    for wander in (0.004, -0.004, 0.003):
        play.show(hill=(10 + wander, 20), seconds=0.5)
    assert play.ground.terrain is before
    play.show(hill=(10 + 4 * ELSEWHERE_IN, 20), seconds=3)
    assert play.ground.terrain is not before


def test_a_piece_whose_tag_is_covered_stays_where_it_was(play) -> None:
    play.show(hill=(10, 20))
    play.show(seconds=2, hidden=frozenset({HILL.tag}))
    assert middle(play.ground.terrain) == pytest.approx((10, 20), abs=1e-6)


def test_a_piece_laid_beside_the_table_is_gone_and_told(play) -> None:
    play.show(hill=(10, 20))
    play.show(hill=(60, 20), seconds=3)
    assert hill_of(play.ground.terrain) is None
    assert any("hill (tag 300) lies off the table" in str(problem) for problem in play.ground.problems)


def test_what_a_person_said_of_the_ground_outlasts_a_change_of_terrain(play) -> None:
    play.show(ann=(32.0, 32.0, 3.0))
    play.models.override_height("ann", "table")
    assert play.show(hill=(10, 20), ann=(32.0, 32.0, 3.0)).model("ann").stands_on == "table"


def test_a_camera_that_is_not_trusted_moves_no_terrain(play, props) -> None:
    play.show(hill=(10, 20))
    reading = replace(props.seen(HILL.wearer, 30, 30), fresh=True)
    for frame in range(40):
        play.ground.update([reading], 2 + frame / FRAMES_A_SECOND, pose_untrusted=True)
    assert middle(play.ground.terrain) == pytest.approx((10, 20), abs=1e-6)
