"""What holds of every sequence of frames, drawn at random."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecam.sensing.tracking.changes import TrackState

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 2**32 - 1)
# a step at 20 frames a second, or a hole of up to two seconds
STEPS = st.lists(st.one_of(st.just(0.05), st.floats(0.0, 2.0)), min_size=1, max_size=80)


@given(SEEDS, STEPS, st.floats(0.0002, 0.02), st.floats(0.05, 0.5), st.floats(0.0, 0.9))
def test_noise_alone_moves_nothing_and_says_nothing(props, seed, steps, sigma_in, height_sigma_in, dropped) -> None:
    scene, random = props.scene(), np.random.default_rng(seed)
    spread = props.covariance(sigma_in, height_sigma_in)
    for step in steps:
        scene.time += step
        if random.random() > dropped:
            reading = props.seen(props.ann, 12, 30, heading_rad=3.1, noise=random.normal(size=4), spread=spread)
            scene.log += [change.event for change in scene.tracker.update([reading], scene.time)]
    assert set(scene.log) <= {"appeared"}
    for placed in scene.tracker.snapshot().models:
        assert math.dist((placed.x_in, placed.y_in), (12, 30)) < 8 * sigma_in + 0.01


@given(SEEDS, st.integers(1, 40))
def test_frames_that_bring_nothing_new_change_nothing(props, seed, count) -> None:
    scene, random = props.scene(), np.random.default_rng(seed)
    for _ in range(5):
        scene.frame([props.seen(props.ann, 12, 30, noise=random.normal(size=4))])
    (before,) = scene.tracker.snapshot().models
    stale = replace(props.seen(props.ann, 12, 30, noise=random.normal(size=4)), fresh=False)
    for _ in range(count):
        scene.frame([stale])
    assert scene.tracker.snapshot().models == (before,)


@settings(max_examples=25)
@given(SEEDS, st.booleans())
def test_the_order_of_the_observations_in_a_frame_does_not_matter(props, seed, swapped) -> None:
    one, other, random = props.scene(), props.scene(), np.random.default_rng(seed)
    for place in [(12, 30)] * 5 + [(13, 31)] * 5 + [(20, 31)] * 15:
        noises = random.normal(size=(2, 4))
        readings = [props.seen(props.ann, *place, noise=noises[0]), props.seen(props.bob, 40, 5, noise=noises[1])]
        one.frame(readings)
        other.frame(readings[::-1] if swapped else [readings[i] for i in random.permutation(2)])
    assert one.log == other.log
    assert one.tracker.snapshot() == other.tracker.snapshot()


@settings(max_examples=25)
@given(SEEDS, st.floats(4, 44), st.floats(4, 26), st.floats(-3, 3), st.floats(1, 20), st.floats(0.0005, 0.005))
def test_a_model_that_was_moved_stands_where_it_was_put(props, seed, x_in, y_in, turn_rad, speed, sigma_in) -> None:
    scene = props.scene(seed=seed, sigma_in=sigma_in)
    scene.put(props.ann, 20, 14)
    scene.wait(0.5)
    scene.carry(props.ann, (20, 14, 0), (x_in, y_in, 0), speed=speed)
    scene.put(props.ann, x_in, y_in, heading_rad=turn_rad)
    scene.wait(2)
    placed = scene.tracker.snapshot().model("ann")
    assert placed.state == "settled"
    assert math.dist((placed.x_in, placed.y_in), (x_in, y_in)) < 5 * placed.sigma_in
    # a turn that noise could feign is followed slowly, and noise is ten milliradians at most
    assert placed.heading_rad == pytest.approx(turn_rad, abs=0.05)


@pytest.mark.parametrize("count", [4, 16, 64])
def test_the_place_of_a_settled_model_sharpens_with_the_root_of_the_readings_down_to_the_floor(props, count) -> None:
    sigma_in, errors = 0.02, []
    spread = props.covariance(sigma_in, 0.2)
    # a heading known well, so that the tray's arm adds nothing
    spread[2, 2] = 1e-10
    for seed in range(40):
        scene, random = props.scene(), np.random.default_rng(seed)
        for _ in range(count):
            scene.frame([props.seen(props.ann, 24, 20, noise=random.normal(size=4), spread=spread)])
        placed = scene.tracker.snapshot().model("ann")
        errors += [placed.x_in - 24, placed.y_in - 20]
    # 80 errors tell their own spread within 8 %, one sigma
    assert np.std(errors) == pytest.approx(sigma_in / math.sqrt(count), rel=0.3)
    assert placed.sigma_in >= sigma_in / math.sqrt(count) * 0.99
    assert placed.sigma_in >= scene.settings.bias_floor_in * 0.99


READING = st.tuples(
    st.sampled_from(["ann", "bob"]),
    st.sampled_from([(10, 10, 0), (10.2, 10, 0), (10.6, 10, 0), (33, 33, 3), (60, 10, 0), (20, 40, 7), (10, 10, 2)]),
    st.sampled_from([0.0, 0.2, 3.0]),
    st.sampled_from([True, True, True, False]),
    st.sampled_from(["whole", "whole", "partly"]),
)
FRAME = st.tuples(
    st.lists(READING, max_size=3),
    st.frozensets(st.sampled_from([21, 22])),
    st.sampled_from([0.0, 0.05, 0.05, 0.3, 4.0, 61.0]),
    st.sampled_from([False, False, False, False, True]),
    st.integers(1, 12),
)


def frames_of(props, frames):
    """Each drawn frame as often as it says: (readings, hidden, step, held back)."""
    for drawn, hidden, step, pose_untrusted, times in frames:
        readings = [
            replace(props.seen(getattr(props, name), *place, heading_rad=turn), fresh=fresh, seen=how)
            for name, place, turn, fresh, how in drawn
        ]
        for _ in range(times):
            yield readings, hidden, step, pose_untrusted


def before(change) -> set[str]:
    """The states a model may be in before a change."""
    return {
        "appeared": {"tentative", "occluded", "lost"},
        "moving": {"settled", "occluded", "lost"},
        "moved": {"moving"},
        "occluded": {"settled", "moving"},
        "lost": {"settled", "moving", "occluded"},
    }[change.event]


@settings(max_examples=120)
@given(st.lists(FRAME, max_size=20))
def test_whatever_is_seen_the_changes_tell_the_state_of_every_model(props, frames) -> None:
    scene = props.scene()
    told: dict[str, str] = {}
    after = {"appeared": "settled", "moving": "moving", "moved": "settled", "occluded": "occluded", "lost": "lost"}
    for readings, hidden, step, pose_untrusted in frames_of(props, frames):
        scene.time += step
        for change in scene.tracker.update(readings, scene.time, hidden, pose_untrusted):
            assert told.get(change.model, "tentative") in before(change)
            told[change.model] = after[change.event]
        snapshot = scene.tracker.snapshot()
        away = {name for name in told if any(name.capitalize() in str(problem) for problem in snapshot.problems)}
        assert {placed.model.id: placed.state for placed in snapshot.models} == {
            name: state for name, state in told.items() if name not in away
        }
        assert all(state in {each.value for each in TrackState} for state in told.values())


@settings(max_examples=100)
@given(st.lists(FRAME, max_size=20))
def test_no_path_that_is_told_is_shorter_than_its_straight_line(props, frames) -> None:
    scene = props.scene()
    for readings, hidden, step, pose_untrusted in frames_of(props, frames):
        scene.time += step
        for change in scene.tracker.update(readings, scene.time, hidden, pose_untrusted):
            said = change.to_json()
            if said["path_in"] is not None:
                assert said["gaps"] == 0
                assert said["path_in"] >= said["straight_in"]
