"""Frames in, snapshots and changes out: against what was drawn."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablecam.base.errors import BadPicture
from tablecam.live.pipeline import Pipeline
from tablecam.sensing.camera.synthetic.camera import draw_frame
from tablecam.sensing.camera.synthetic.scene import Carry, HandRest, Nudge, Spot, model_tag
from tablecam.sensing.camera.synthetic.script import Script
from tablecam.sensing.vision.family import bitmap
from tablecam.sensing.vision.frame import Frame
from tablecam.table.snapshot import Snapshot

FPS = 15.0


class Show:
    """A pipeline fed frame by frame; `log` is every change so far."""

    def __init__(self, stage) -> None:
        self.stage, self.pipeline = stage, Pipeline(stage.folder)
        self.number, self.log, self.reading = 0, [], None

    def feed(self, picture: np.ndarray):
        self.reading = self.pipeline.process(Frame(picture, self.number / FPS, self.number))
        self.log += self.reading.changes
        self.number += 1
        return self.reading

    def show(self, count: int, **how) -> Snapshot:
        for _ in range(count):
            self.feed(self.stage.renderer.picture(**how))
        return self.reading.snapshot

    def events(self) -> list[str]:
        return [change.event for change in self.log]


@pytest.fixture
def show(stage) -> Show:
    return Show(stage)


def error_in(snapshot: Snapshot, spots: dict[str, Spot]) -> float:
    return max(math.hypot(m.x_in - spots[m.model.id].x_in, m.y_in - spots[m.model.id].y_in) for m in snapshot.models)


def nudged(stage):
    return Script(stage.scene, (Nudge(1.0),)).truth(2.0).camera


def test_after_a_few_frames_everything_stands_where_it_was_drawn(stage, show) -> None:
    snapshot = show.show(24)
    assert {model.model.id for model in snapshot.models} == set(stage.scene.spots)
    assert error_in(snapshot, stage.scene.spots) < 0.008
    assert {model.model.id: model.z_in for model in snapshot.models} == {
        name: spot.z_in for name, spot in stage.scene.spots.items()
    }
    assert {model.state for model in snapshot.models} == {"settled"}
    assert not snapshot.pose_untrusted
    assert snapshot.problems == ()
    assert sorted(show.events()) == ["appeared"] * 8 + ["camera_locked"]


@pytest.mark.slow
def test_at_rest_nothing_happens_any_more_and_the_places_grow_better(stage, show) -> None:
    early = error_in(show.show(4), stage.scene.spots)
    # a tag that noise hides from the first look is read in a later one
    show.show(8)
    show.log.clear()
    late = error_in(show.show(40), stage.scene.spots)
    assert show.log == []
    # what is left does not average out
    assert late <= early + 0.0002


@pytest.mark.slow
def test_the_snapshot_of_one_frame_stays_what_it_was(show) -> None:
    first = show.show(5)
    kept = [(model.model.id, model.x_in, model.y_in) for model in first.models]
    show.show(5)
    assert [(model.model.id, model.x_in, model.y_in) for model in first.models] == kept


@pytest.mark.slow
def test_a_model_put_elsewhere_is_found_there(stage, show) -> None:
    show.show(20)
    spots = stage.scene.spots | {"lund": Spot(22.6, 11.0, 0.0, 0.4)}
    # nothing moved in any picture, but the table looks other than it did while all was in sight
    snapshot = show.show(int(FPS), spots=spots)
    assert error_in(snapshot, spots) < 0.01
    (moved,) = [change for change in show.log if change.event == "moved"]
    assert moved.model == "lund"
    assert moved.end == pytest.approx((22.6, 11.0, 0.0), abs=0.01)
    # it was not seen on its way, so its path is a guess
    assert moved.path_in is None
    assert moved.gaps > 0


@pytest.mark.slow
def test_a_model_lifted_off_the_table_is_lost_after_a_while_and_kept_in_mind(stage, show) -> None:
    show.show(20)
    spots = {name: spot for name, spot in stage.scene.spots.items() if name != "lund"}
    assert show.show(10, spots=spots).model("lund").state == "occluded"
    show.number += 61 * int(FPS)
    snapshot = show.show(10, spots=spots)
    assert snapshot.model("lund").state == "lost"
    assert [change.model for change in show.log if change.event == "lost"] == ["lund"]
    assert show.show(25).model("lund").state == "settled"


@pytest.mark.slow
def test_a_hand_over_a_tag_moves_nothing(stage, show) -> None:
    script = Script(stage.scene, (HandRest("ida", 0.2, 1.0, "near"),))
    show.show(20)
    for number in range(45):
        show.feed(draw_frame(stage.renderer, script, number / FPS).image)
    assert error_in(show.reading.snapshot, stage.scene.spots) < 0.01
    assert "moved" not in show.events()
    assert "lost" not in show.events()
    assert "occluded" in show.events()
    assert show.reading.snapshot.model("ida").state == "settled"


@pytest.mark.slow
def test_a_carried_model_is_never_put_anywhere_it_was_not(stage, show) -> None:
    carry = Carry("ida", 0.5, ((18.6, 4.6), (18.6, 9.6)), 1.2, covered=False, edge="far")
    script = Script(stage.scene, (carry,))
    for number in range(95):
        show.feed(draw_frame(stage.renderer, script, number / FPS).image)
        truth = script.truth(number / FPS)
        still = {m.model.id: m for m in show.reading.snapshot.models if m.state in ("settled", "occluded")}
        for name, model in still.items():
            if name != "ida":
                spot = truth.spots[name]
                assert math.hypot(model.x_in - spot.x_in, model.y_in - spot.y_in) < 0.02
    assert error_in(show.reading.snapshot, script.truth(10.0).spots) < 0.01


def test_a_nudged_camera_is_told_held_back_and_locked_again(stage, show) -> None:
    show.show(20)
    show.log.clear()
    camera = nudged(stage)
    readings = [show.feed(stage.renderer.picture(camera=camera)) for _ in range(15)]
    assert show.events() == ["camera_moved", "camera_locked"]
    held = [reading for reading in readings if reading.snapshot.pose_untrusted]
    assert 1 <= len(held) <= FPS
    for reading in held:
        # what was known stays, and says why it is old
        assert error_in(reading.snapshot, stage.scene.spots) < 0.01
        assert any("camera was moved" in str(problem) for problem in reading.snapshot.problems)
    last = readings[-1].snapshot
    assert not last.pose_untrusted
    assert error_in(last, stage.scene.spots) < 0.01
    assert {model.state for model in last.models} == {"settled"}
    stage.renderer.picture(camera=stage.scene.camera)


@pytest.mark.slow
def test_a_model_moved_while_the_camera_swung_is_found_afterwards(stage, show) -> None:
    show.show(20)
    camera, spots = nudged(stage), stage.scene.spots | {"lund": Spot(22.6, 11.0, 0.0, 0.4)}
    snapshot = show.show(8 * int(FPS), camera=camera, spots=spots)
    assert error_in(snapshot, spots) < 0.012
    stage.renderer.picture(camera=stage.scene.camera)


def test_missing_reference_tags_at_the_start_are_told_until_they_show(stage, show) -> None:
    without_tags = np.full_like(stage.renderer.picture(), 60)
    without_tags[:, : without_tags.shape[1] // 2] = 90
    for _ in range(3):
        reading = show.feed(without_tags)
        assert reading.registration is None
        assert reading.camera is None
        assert reading.snapshot.models == ()
        assert any("reference tags" in str(problem) for problem in reading.snapshot.problems)
    # a tag that the first look missed is found by its rings, a piece of the table a frame
    assert len(show.show(24).models) == 8
    assert show.reading.snapshot.problems == ()


@pytest.mark.slow
def test_a_frame_of_another_shape_is_refused_and_the_next_one_read(stage, show) -> None:
    show.show(10)
    with pytest.raises(BadPicture, match=r"640x480.*1920x1080"):
        show.feed(np.full((480, 640, 3), 90, np.uint8))
    show.number += 1
    assert len(show.show(1).models) == 8


@pytest.mark.slow
def test_frames_of_another_size_but_the_same_shape_are_read_with_the_lens_scaled(stage, show) -> None:
    larger = cv2.resize(stage.renderer.picture(), (2880, 1620), interpolation=cv2.INTER_CUBIC)
    for _ in range(5):
        show.feed(larger)
    assert error_in(show.reading.snapshot, stage.scene.spots) < 0.02
    assert len(show.show(24).models) == 8


@pytest.mark.slow
def test_grey_frames_are_as_good_as_coloured_ones(stage, show) -> None:
    for _ in range(5):
        show.feed(cv2.cvtColor(stage.renderer.picture(), cv2.COLOR_BGR2GRAY))
    assert error_in(show.reading.snapshot, stage.scene.spots) < 0.01


@pytest.mark.slow
def test_a_tag_of_nobody_is_listed_once_it_lies_there(stage, show) -> None:
    roster = replace(stage.folder.roster, models=tuple(m for m in stage.folder.roster.models if m.id != "moss"))
    show.pipeline = Pipeline(replace(stage.folder, roster=roster))
    snapshot = show.show(20)
    assert snapshot.unknown_tags == (4,)
    assert len(snapshot.models) == 7


@pytest.mark.slow
def test_a_model_taken_off_the_table_is_lost_though_nothing_lies_over_its_place(stage, show) -> None:
    show.show(20)
    left = {name: spot for name, spot in stage.scene.spots.items() if name != "lund"}
    show.log.clear()
    snapshot = show.show(120, spots=left)
    assert snapshot.model("lund").state == "lost"
    assert [change.event for change in show.log if change.model == "lund"][-1] == "lost"


def with_a_copy(picture: np.ndarray, stage, tag: int, at: tuple[int, int]) -> np.ndarray:
    """The picture with a model's tag cut out and laid down a second time."""
    model = stage.scene.roster.by_tag[tag]
    place = model_tag(model, stage.scene.spots[model.id])
    x, y = (round(float(v)) for v in stage.scene.camera.project(np.array([place.x_in, place.y_in, place.z_in])))
    copied = picture.copy()
    copied[at[1] - 16 : at[1] + 16, at[0] - 16 : at[0] + 16] = picture[y - 16 : y + 16, x - 16 : x + 16]
    return copied


@pytest.mark.slow
@pytest.mark.parametrize("later", [True, False])
def test_a_copy_of_a_tag_is_told_and_moves_nobody(stage, show, later: bool) -> None:
    """Put down on a table that is complete, or there from the start."""
    if later:
        show.show(20)
    picture = with_a_copy(stage.renderer.picture(), stage, 2, (1250, 500))
    for _ in range(130):
        show.feed(picture)
    snapshot = show.reading.snapshot
    assert any("tag 2 is visible twice" in str(problem) for problem in snapshot.problems)
    if later:
        assert error_in(snapshot, stage.scene.spots) < 0.01
    else:
        assert 2 not in {model.model.tag for model in snapshot.models}


@pytest.mark.slow
def test_a_copy_that_is_taken_away_again_leaves_the_model(stage, show) -> None:
    picture = with_a_copy(stage.renderer.picture(), stage, 2, (1250, 500))
    for _ in range(10):
        show.feed(picture)
    snapshot = show.show(220)
    assert {model.model.id for model in snapshot.models} == set(stage.scene.spots)
    assert snapshot.problems == ()


@pytest.mark.slow
def test_a_stranger_on_a_complete_table_is_noticed(stage, show) -> None:
    show.show(20)
    other = replace(stage.scene.roster.models[0], tag=499)
    place = model_tag(other, Spot(30.0, 30.0))
    for _ in range(130):
        show.feed(onto(stage.renderer.picture(), place, stage.scene.camera))
    assert show.reading.snapshot.unknown_tags == (499,)


def onto(picture: np.ndarray, place, camera) -> np.ndarray:
    """The picture with one more tag, drawn straight through the lens."""
    cells = cv2.resize(bitmap(place.tag) * 160 + 40, (200, 200), interpolation=cv2.INTER_NEAREST)
    up = np.array([math.cos(place.heading_rad), math.sin(place.heading_rad)]) * place.size_in / 8 * 5
    right = np.array([up[1], -up[0]])
    center = np.array([place.x_in, place.y_in])
    corners = [center + up - right, center + up + right, center - up + right, center - up - right]
    px = camera.project(np.array([[*corner, place.z_in] for corner in corners])).astype(np.float32)
    turn = cv2.getPerspectiveTransform(np.array([[0, 0], [200, 0], [200, 200], [0, 200]], np.float32), px)
    size = picture.shape[1], picture.shape[0]
    drawn_tag = cv2.warpPerspective(cells, turn, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full_like(cells, 255), turn, size)
    out = picture.copy()
    out[mask > 127] = drawn_tag[mask > 127, None]
    return out
