import math
from dataclasses import replace

import numpy as np
import pytest

from tablecam.sensing.tracking.settings import ONE_PICTURE
from tablecam.sensing.tracking.tracker import Tracker
from tablecam.table.miniature import Roster
from tablecam.table.table import Table


def test_nothing_seen_is_an_empty_table(props) -> None:
    scene = props.scene()
    scene.frame([])
    snapshot = scene.tracker.snapshot()
    assert (snapshot.models, snapshot.unknown_tags, snapshot.problems) == ((), (), ())
    assert (snapshot.width_in, snapshot.depth_in, snapshot.time) == (48.0, 48.0, scene.time)


def test_one_photograph_is_enough_where_the_settings_say_so(props) -> None:
    scene = props.scene(settings=ONE_PICTURE)
    reading = props.seen(props.ann, 10, 10)
    scene.frame([reading, replace(reading, tag=77)])
    snapshot = scene.tracker.snapshot()
    assert snapshot.model("ann").x_in == pytest.approx(10)
    assert snapshot.unknown_tags == (77,)


def test_one_photograph_claims_the_uncertainty_of_its_one_reading(props) -> None:
    scene = props.scene(settings=ONE_PICTURE)
    spread = props.covariance(0.0005, 0.1)
    spread[2, 2] = 1e-10
    scene.frame([props.seen(props.ann, 24, 20, spread=spread)])
    assert scene.tracker.snapshot().model("ann").sigma_in == pytest.approx(0.0005, rel=0.01)


def measure_rest_s(props, clear: bool) -> float:
    """How long a model that was carried in sight stands before it is at rest."""
    scene = props.scene()
    scene.put(props.ann, 10, 10)
    scene.wait(1)
    scene.carry(props.ann, (10, 10, 0), (20, 10, 0))
    scene.clear, arrived = clear, scene.time
    while scene.tracker.snapshot().model("ann").state == "moving":
        assert scene.time < arrived + 2
        scene.wait(0.05)
    assert scene.tracker.snapshot().model("ann").x_in == pytest.approx(20, abs=0.01)
    return scene.time - arrived


def test_a_model_is_at_rest_at_once_where_nothing_moves_and_no_hand_is_in_the_picture(props) -> None:
    # at 20 frames a second: three readings that agree, and half a second
    assert measure_rest_s(props, clear=True) < 0.2
    assert measure_rest_s(props, clear=False) >= 0.5


def test_two_tags_of_one_number_are_a_problem_and_move_nothing(props) -> None:
    scene = props.scene()
    scene.put(props.ann, 10, 10)
    scene.wait(1)
    for _ in range(80):
        scene.frame([props.seen(props.ann, 10, 10), props.seen(props.ann, 20, 20)])
    snapshot = scene.tracker.snapshot()
    assert tuple(map(str, snapshot.problems)) == (
        "tag 21 is visible twice: take one of the two models away; until then, neither is measured",
    )
    assert snapshot.model("ann").x_in == pytest.approx(10, abs=0.005)
    assert snapshot.model("ann").state == "settled"
    scene.wait(1.1)
    assert scene.tracker.snapshot().problems == ()


def test_two_tags_of_one_number_from_the_start_make_no_model(props) -> None:
    scene = props.scene()
    for _ in range(40):
        scene.frame([props.seen(props.ann, 10, 10), props.seen(props.ann, 20, 20)])
    assert scene.tracker.snapshot().models == ()
    assert len(scene.tracker.snapshot().problems) == 1


def test_tags_of_no_model_are_listed_once_they_are_sure_and_forgotten_when_gone(props) -> None:
    scene = props.scene()
    stranger = replace(props.seen(props.ann, 10, 10), tag=99, scale=math.nan)
    scene.frame([stranger])
    scene.frame([stranger])
    assert scene.tracker.snapshot().unknown_tags == ()
    scene.frame([replace(stranger, fresh=False)])
    assert scene.tracker.snapshot().unknown_tags == ()
    scene.frame([stranger])
    assert scene.tracker.snapshot().unknown_tags == (99,)
    scene.wait(1.1)
    assert scene.tracker.snapshot().unknown_tags == ()


def test_a_reference_tag_is_no_stranger(props) -> None:
    scene = props.scene()
    for _ in range(5):
        scene.frame([replace(props.seen(props.ann, -1.5, -1.5), tag=0)])
    assert scene.tracker.snapshot().unknown_tags == ()


def test_a_model_that_leaves_the_table_is_named_and_no_longer_stands_there(props) -> None:
    scene = props.scene()
    scene.put(props.ann, 2, 10)
    scene.wait(1)
    scene.carry(props.ann, (2, 10, 0), (-6, 10, 0))
    scene.wait(1)
    snapshot = scene.tracker.snapshot()
    assert snapshot.models == ()
    assert tuple(map(str, snapshot.problems)) == ("Ann (tag 21) lies off the table at -6.0, 10.0",)
    scene.take(props.ann)
    scene.wait(4)
    assert tuple(map(str, scene.tracker.snapshot().problems)) == (
        "Ann (tag 21) was last seen off the table at -6.0, 10.0",
    )


def test_a_model_at_the_very_edge_is_on_the_table(props) -> None:
    scene = props.scene()
    scene.put(props.ann, -0.5, 48.3)
    scene.wait(1)
    assert scene.tracker.snapshot().model("ann").state == "settled"


def test_a_reading_seen_once_is_forgotten_and_two_apart_do_not_add_up(props) -> None:
    scene = props.scene()
    for _ in range(10):
        scene.frame([props.seen(props.ann, 10, 10)])
        scene.wait(1.1)
    assert scene.log == []
    assert scene.tracker.snapshot().models == ()


def test_readings_in_different_places_do_not_add_up_to_a_model(props) -> None:
    scene = props.scene()
    for step in range(40):
        scene.frame([props.seen(props.ann, 10 + step % 2, 10)])
    assert scene.log == []


def test_a_fit_that_came_to_nothing_is_no_reading(props) -> None:
    scene = props.scene(settings=ONE_PICTURE)
    scene.frame([replace(props.seen(props.ann, 10, 10), scale=math.nan)])
    assert scene.tracker.snapshot().models == ()


def test_time_does_not_run_backwards(props) -> None:
    tracker = props.scene().tracker
    tracker.update([], 5.0)
    with pytest.raises(ValueError, match=r"from 5\.0 to 4\.0: give the frames in order"):
        tracker.update([], 4.0)


def test_a_person_may_say_which_floor_a_model_is_on_until_it_moves(props) -> None:
    scene = props.scene()
    scene.put(props.ann, 34, 34, 3.0)
    scene.wait(1)
    scene.tracker.override_height("ann", "table")
    scene.wait(2)
    placed = scene.tracker.snapshot().model("ann")
    assert (placed.stands_on, placed.z_in) == ("table", 0.0)
    assert placed.x_in > 34.3
    scene.carry(props.ann, (34, 34, 3), (34, 35, 3))
    scene.wait(1)
    assert scene.tracker.snapshot().model("ann").stands_on == "roof"


def test_the_readings_decide_again_when_the_person_takes_it_back(props) -> None:
    scene = props.scene()
    scene.put(props.ann, 34, 34, 3.0)
    scene.wait(1)
    scene.tracker.override_height("ann", "table")
    scene.tracker.override_height("ann", None)
    assert scene.tracker.snapshot().model("ann").stands_on == "roof"


def test_a_floor_or_a_model_that_is_not_there_cannot_be_named(props) -> None:
    scene = props.scene()
    scene.put(props.ann, 34, 34, 3.0)
    scene.wait(1)
    with pytest.raises(ValueError, match="no surface 'cellar'"):
        scene.tracker.override_height("ann", "cellar")
    with pytest.raises(ValueError, match="no model 'bob' is at rest"):
        scene.tracker.override_height("bob", "table")
    with pytest.raises(ValueError, match="no model 'zoe' is at rest"):
        scene.tracker.override_height("zoe", "table")


def test_the_way_of_a_moving_model_can_be_drawn_while_it_moves(props) -> None:
    scene = props.scene()
    scene.put(props.ann, 10, 10)
    scene.wait(1)
    assert scene.tracker.find_path("ann") is None
    scene.carry(props.ann, (10, 10, 0), (15, 10, 0))
    way = scene.tracker.find_path("ann")
    assert way.points[0].x_in == pytest.approx(10, abs=0.01)
    assert way.latest.x_in == pytest.approx(15, abs=0.02)
    scene.wait(1)
    assert scene.tracker.find_path("ann") is None
    assert scene.tracker.find_path("bob") is None


def test_a_model_in_the_hand_is_shown_in_the_air(props) -> None:
    scene = props.scene()
    scene.put(props.ann, 10, 10)
    scene.wait(1)
    scene.carry(props.ann, (10, 10, 0), (15, 10, 2.5))
    placed = scene.tracker.snapshot().model("ann")
    assert (placed.state, placed.stands_on) == ("moving", "air")
    assert placed.z_in == pytest.approx(2.5, abs=0.6)


def test_while_readings_are_held_back_nothing_is_lost_and_nothing_is_taken_in(props) -> None:
    scene = props.scene()
    scene.put(props.ann, 10, 10)
    scene.wait(1)
    before = scene.tracker.snapshot().model("ann")
    scene.put(props.ann, 30, 30)
    scene.wait(100, pose_untrusted=True)
    held = scene.tracker.snapshot()
    assert held.pose_untrusted
    assert (held.model("ann").x_in, held.model("ann").covariance) == (before.x_in, before.covariance)
    scene.take(props.ann)
    scene.wait(1)
    assert scene.log[1:] == []


def test_a_wild_reading_among_many_leaves_the_mean_alone(props) -> None:
    scene, random = props.scene(), np.random.default_rng(6)
    for _ in range(20):
        scene.frame([props.seen(props.ann, 10, 10, noise=random.normal(size=4))])
    before = scene.tracker.snapshot().model("ann")
    scene.frame([props.seen(props.ann, 10.03, 10)])
    assert scene.tracker.snapshot().model("ann") == before


def test_what_all_distances_share_comes_with_the_snapshot(props) -> None:
    table = Table(48.0, 48.0, "tag36h11", (), scale_sigma=0.002)
    assert Tracker(Roster((props.ann,)), props.terrain, table).snapshot().scale_sigma == 0.002
