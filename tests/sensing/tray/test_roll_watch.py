"""When a roll counts: at rest, without a hand, and only after a change."""

import numpy as np

from tablecam.sensing.dice.reading import DieReading
from tablecam.sensing.tray.roll_watch import REST_S, EdgeWatch, RollWatch, find_rolled, has_stirred, sample_edge

VIEW = np.full((169, 244), 180, np.uint8)


def die(x: float, y: float, value: int | None = 3, kind: str = "d6") -> DieReading:
    outline = np.array([(x, y), (x + 60, y), (x + 60, y + 60), (x, y + 60)])
    return DieReading(outline, kind, value, (), "green", None)


def times(watch: RollWatch, *looks: tuple[float, bool, bool]) -> list[float]:
    """The times at which the dice are read."""
    return [time for time, stirs, hand in looks if watch.look(time, stirs, hand)]


def test_dice_are_read_once_after_they_have_come_to_rest() -> None:
    looks = [(0.0, True, False), (0.1, True, False), (0.2, False, False), (0.3, False, False)]
    assert times(RollWatch(), *looks, (0.5, False, False), (0.6, False, False), (5.0, False, False)) == [0.5]


def test_a_hand_that_stays_in_the_tray_delays_the_reading() -> None:
    watch = RollWatch()
    assert times(watch, (0.0, True, False), (1.0, False, True), (2.0, False, True)) == []
    assert not watch.resting
    assert times(watch, (2.1, False, False), (2.0 + REST_S + 0.01, False, False)) == [2.0 + REST_S + 0.01]
    assert watch.resting


def test_dice_are_read_again_only_after_a_change() -> None:
    watch = RollWatch()
    assert times(watch, (0.0, True, False), (1.0, False, False)) == [1.0]
    assert times(watch, (2.0, True, False), (2.2, False, False), (3.0, False, False)) == [3.0]


def test_a_die_that_turns_on_its_place_is_a_change_and_noise_is_none() -> None:
    noise = np.random.default_rng(1).normal(0, 3, VIEW.shape)
    noisy = np.clip(VIEW + noise, 0, 255).astype(np.uint8)
    assert not has_stirred(VIEW, noisy)
    turned = VIEW.copy()
    turned[60:72, 100:112] = 90
    assert has_stirred(VIEW, turned)


def test_an_arm_across_the_edge_is_a_hand_and_a_lamp_is_none() -> None:
    watch = EdgeWatch()
    watch.note(sample_edge(VIEW))
    arm = VIEW.copy()
    arm[100:, 80:120] = 110
    assert watch.is_crossed(sample_edge(arm))
    assert not watch.is_crossed(sample_edge(np.full_like(VIEW, 120)))
    die_at_the_edge = VIEW.copy()
    die_at_the_edge[158:, 80:92] = 60
    assert not watch.is_crossed(sample_edge(die_at_the_edge))


def test_the_edge_as_it_usually_looks_outlasts_one_look_with_an_arm() -> None:
    watch, arm = EdgeWatch(), VIEW.copy()
    arm[100:, 80:120] = 110
    for view in (VIEW, VIEW, arm):
        watch.note(sample_edge(view))
    assert watch.is_crossed(sample_edge(arm))


def test_dice_that_lie_as_before_were_not_rolled() -> None:
    before = [die(0, 0, 3), die(200, 0, 5), die(400, 0, 6)]
    now = [die(2, 1, 3), die(200, 0, 2), die(400, 150, 6)]
    assert find_rolled(before, now) == (False, True, True)
    # a die that could not be read counts by its place
    assert find_rolled(before, [die(0, 0, None)]) == (False,)
    assert find_rolled(before, [die(0, 0, 3, "d10")]) == (True,)
