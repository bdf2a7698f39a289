"""Readings of one tag by several cameras: against chance that is known."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tablecam.sensing.tracking.fusion import Fusion, fuse_readings, squares
from tablecam.sensing.tracking.observation import PARTLY, Observation, with_floor
from tablecam.sensing.tracking.settings import TrackerSettings

EYES = (np.array([24.0, 24.0, 58.0]), np.array([2.0, 24.0, 60.0]), np.array([46.0, 20.0, 55.0]))
SIGMAS = np.array([0.003, 0.003, 0.004, 0.0025])


def exact(eye: np.ndarray, place: tuple[float, float], z_in: float, heading: float = 0.4) -> np.ndarray:
    """What an eye reads of a tag, by hand: along the ray from the lens down to the table."""
    grown = eye[2] / (eye[2] - z_in)
    return np.array([*(eye[:2] + (np.array(place) - eye[:2]) * grown), heading, grown])


def reading(eye: np.ndarray, numbers: np.ndarray, sigmas: np.ndarray = SIGMAS, **how) -> Observation:
    return Observation(7, *(float(number) for number in numbers), np.diag(sigmas**2), eye, **how)


def seen(random, eye, place, z_in, sigmas=SIGMAS) -> Observation:
    return reading(eye, exact(eye, place, z_in) + random.normal(0, sigmas), sigmas)


def test_exact_readings_give_the_exact_place_and_height() -> None:
    one = fuse_readings([reading(eye, exact(eye, (11.0, 31.0), 3.2)) for eye in EYES], EYES[0])
    assert one.height_in == pytest.approx(3.2, abs=1e-6)
    np.testing.assert_allclose(one.compute_place(3.2)[0], [11.0, 31.0, 0.4], atol=1e-6)


def test_the_error_is_as_large_as_the_covariance_says() -> None:
    random = np.random.default_rng(5)
    surprises, heights, alone = [], [], []
    for _ in range(400):
        place, z_in = tuple(random.uniform(2, 46, 2)), float(random.uniform(0, 4))
        readings = [seen(random, eye, place, z_in) for eye in EYES[:2]]
        one = fuse_readings(readings, EYES[0])
        off = np.array([one.x_in, one.y_in, one.heading_rad, one.scale]) - exact(EYES[0], place, z_in)
        surprises.append(off @ np.linalg.solve(one.covariance, off))
        heights.append(one.height_in - z_in)
        alone.append(readings[0].height_in - z_in)
    # the readings that chance makes contradict each other have a larger covariance, so it is a little less than four
    assert 3.0 < np.mean(surprises) < 4.3
    # two sight lines that cross tell the height ten times as well as the size of the tag
    assert np.std(heights) < 0.1 * np.std(alone)


def test_the_place_at_a_known_height_keeps_its_coverage() -> None:
    random = np.random.default_rng(6)
    within = []
    for _ in range(400):
        place = tuple(random.uniform(2, 46, 2))
        one = fuse_readings([seen(random, eye, place, 1.5) for eye in EYES[1:]], EYES[0])
        state, covariance = one.compute_place(1.5)
        off = state[:2] - place
        within.append(off @ np.linalg.solve(covariance[:2, :2], off) < 5.99)
    assert 0.92 < np.mean(within) <= 1.0


def test_one_camera_alone_is_told_in_the_words_of_another() -> None:
    there = fuse_readings([reading(EYES[1], exact(EYES[1], (40.0, 9.0), 2.0))], EYES[0])
    np.testing.assert_allclose(
        [there.x_in, there.y_in, there.heading_rad, there.scale], exact(EYES[0], (40.0, 9.0), 2.0), atol=1e-9
    )
    # at a known height it is known as well as the camera that saw it knows it
    _, covariance = there.compute_place(2.0)
    _, own = reading(EYES[1], exact(EYES[1], (40.0, 9.0), 2.0)).compute_place(2.0)
    np.testing.assert_allclose(covariance, own, rtol=1e-3, atol=1e-9)


def test_what_averaging_cannot_remove_is_that_of_the_camera_that_looked() -> None:
    settings = TrackerSettings()
    sharp = SIGMAS / 100
    own = with_floor(reading(EYES[1], exact(EYES[1], (40.0, 9.0), 2.0), sharp), settings)
    there = with_floor(fuse_readings([reading(EYES[1], exact(EYES[1], (40.0, 9.0), 2.0), sharp)], EYES[0]), settings)
    np.testing.assert_allclose(there.compute_place(2.0)[1], own.compute_place(2.0)[1], rtol=1e-3, atol=1e-9)
    assert there.height_sigma_in == pytest.approx(own.height_sigma_in, rel=0.05)


def test_cameras_that_contradict_each_other_are_not_sure() -> None:
    right = [reading(eye, exact(eye, (20.0, 20.0), 0.0)) for eye in EYES[:2]]
    wrong = [right[0], reading(EYES[1], exact(EYES[1], (20.0, 20.2), 0.0))]
    agreed, contradicted = (
        math.sqrt(np.trace(fuse_readings(pair, EYES[0]).covariance[:2, :2])) for pair in (right, wrong)
    )
    assert contradicted > 5 * agreed
    # and by so much that the truth is not excluded
    assert contradicted > 0.05


def test_a_number_in_two_places_is_told_as_two_tags() -> None:
    fusion = Fusion(EYES[0])
    near, far = (reading(eye, exact(eye, at, 0.0)) for eye, at in zip(EYES, ((20.0, 20.0), (26.0, 20.0)), strict=False))
    assert len(fusion.fuse_cameras({0: [near], 1: [far]})) == 2
    assert len(fusion.fuse_cameras({0: [near, near], 1: [near]})) == 2
    assert len(fusion.fuse_cameras({0: [near], 1: [reading(EYES[1], exact(EYES[1], (20.0, 20.0), 0.0))]})) == 1


def test_a_whole_reading_counts_and_a_part_or_an_old_one_does_not() -> None:
    fusion = Fusion(EYES[0])
    whole = reading(EYES[1], exact(EYES[1], (20.0, 20.0), 0.0))
    for how in ({"seen": PARTLY}, {"fresh": False}):
        (one,) = fusion.fuse_cameras({0: [reading(EYES[0], exact(EYES[0], (21.0, 20.0), 0.0), **how)], 1: [whole]})
        assert one.compute_place(0.0)[0][0] == pytest.approx(20.0, abs=1e-6)
        assert (one.seen, one.fresh) == (whole.seen, True)


def test_a_tag_whose_readings_still_hold_is_not_fitted_again(monkeypatch) -> None:
    asked = []

    def noted(questions):
        asked.extend(questions)
        return squares(questions)

    monkeypatch.setattr("tablecam.sensing.tracking.fusion.squares", noted)
    fusion = Fusion(EYES[0])
    fresh = [reading(eye, exact(eye, (20.0, 20.0), 0.5)) for eye in EYES[:2]]
    (first,) = fusion.fuse_cameras({0: [fresh[0]], 1: [fresh[1]]})
    assert len(asked) == 1
    held = [replace(each, fresh=False) for each in fresh]
    (second,) = fusion.fuse_cameras({0: [held[0]], 1: [held[1]]})
    assert not second.fresh
    assert (second.x_in, second.scale) == (first.x_in, first.scale)
    assert fusion.fuse_cameras({0: [held[0]], 1: [held[1]]})[0] is second
    assert len(asked) == 1
    fusion.fuse_cameras({0: [reading(EYES[0], exact(EYES[0], (20.1, 20.0), 0.5))], 1: [held[1]]})
    fusion.fuse_cameras({0: [reading(EYES[0], exact(EYES[0], (20.1, 20.0), 0.5))], 1: [fresh[1]]})
    assert len(asked) == 2


def test_all_tags_that_changed_are_fitted_side_by_side(monkeypatch) -> None:
    calls = []

    def noted(questions):
        calls.extend([len(questions)] if questions else [])
        return squares(questions)

    monkeypatch.setattr("tablecam.sensing.tracking.fusion.squares", noted)
    places = [(10.0, 20.0, 0.0), (30.0, 20.0, 3.0), (24.0, 40.0, 1.0)]
    seen_by = {
        number: [replace(reading(eye, exact(eye, place, z_in)), tag=tag) for tag, (*place, z_in) in enumerate(places)]
        for number, eye in enumerate(EYES[:2])
    }
    told = Fusion(EYES[0]).fuse_cameras(seen_by)
    assert calls == [3]
    assert [one.height_in for one in told] == pytest.approx([0.0, 3.0, 1.0], abs=1e-5)


def test_cameras_that_see_most_models_apart_are_told() -> None:
    def tags(eye: np.ndarray, shift: float) -> list[Observation]:
        places = [(10.0 * number, 20.0) for number in range(1, 5)]
        numbers = [exact(eye, (x + shift, y), 0.0) for x, y in places]
        return [
            Observation(tag, *(float(number) for number in row), np.diag(SIGMAS**2), eye)
            for tag, row in enumerate(numbers)
        ]

    fusion = Fusion(EYES[0])
    fusion.fuse_cameras({0: tags(EYES[0], 0.0), 1: tags(EYES[1], 0.01)})
    assert fusion.apart_in is None
    fusion.fuse_cameras({0: tags(EYES[0], 0.0), 1: tags(EYES[1], 0.6)})
    assert fusion.apart_in == pytest.approx(0.6, abs=0.1)
