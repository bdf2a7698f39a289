"""The gauge card on the drawn table."""

import math

import pytest

from tablecam.base.errors import BadPicture
from tablecam.sensing.camera.synthetic.scene import Spot
from tablecam.setup.gauge_step import FRAMES, GaugeReading, GaugeStep, judge_readings
from tablecam.setup.setup_files import SetupState


@pytest.fixture
def step(folder) -> GaugeStep:
    path = folder("camera.yaml", "table.toml")
    return GaugeStep(path, SetupState(path))


@pytest.mark.slow
def test_a_card_that_lies_still_is_read_once_and_truly(step: GaugeStep, card) -> None:
    for frame in card(Spot(24.0, 3.0, 0.0, math.pi / 2), FRAMES + 3):
        seen = step.look(frame)
    assert str(seen.says) == "Done here. Lay the card somewhere else, or turn it."
    (reading,) = step.verdict.readings
    assert reading.at_in == pytest.approx((24.0, 3.0), abs=0.05)
    assert reading.measured_in == pytest.approx(10.0, abs=0.02)
    assert abs(reading.measured_in - 10.0) < 4 * reading.sigma_in
    assert step.verdict.finding.verdict == "good"


@pytest.mark.slow
def test_frames_in_which_the_noise_hides_a_tag_do_not_begin_the_reading_again(
    step: GaugeStep, card, frame, folder
) -> None:
    frames = card(Spot(24.0, 3.0, 0.0, math.pi / 2), FRAMES + 1)
    for seen in (*frames[:3], frame, *frames[3:-1]):
        step.look(seen)
    assert len(step.verdict.readings) == 1
    # but those of another table do not count
    (folder() / "table.toml").write_text((folder() / "table.toml").read_text() + "# laid again\n")
    assert str(step.look(frames[-1]).says) == "Reading."
    assert step.verdict.readings == ()


@pytest.mark.slow
def test_the_card_elsewhere_is_another_reading_and_they_outlive_a_restart(step: GaugeStep, card, folder) -> None:
    for spot in (Spot(24.0, 3.0, 0.0, math.pi / 2), Spot(8.0, 36.0, 0.0, math.pi)):
        for frame in card(spot, FRAMES + 1):
            step.look(frame)
    assert len(step.verdict.readings) == 2
    again = GaugeStep(folder(), SetupState(folder()))
    assert again.verdict == step.verdict
    again.forget()
    assert again.verdict.readings == ()


@pytest.mark.slow
def test_without_the_card_it_asks_for_it(step: GaugeStep, frame) -> None:
    assert str(step.look(frame).says) == "Lay the card flat on the table, with the tags at both ends in sight."


def test_readings_belong_to_the_table_that_they_were_made_on(step: GaugeStep, folder) -> None:
    path = folder()
    step.set_true(254.0)
    state = SetupState(path)
    state.keep("gauge", state.part("gauge") | {"readings": [[24.0, 3.0, 0.0, 10.0, 0.01]]})
    assert len(step.verdict.readings) == 1
    assert not step.stale
    (path / "table.toml").write_text((path / "table.toml").read_text() + "# laid again\n")
    assert step.stale
    assert step.verdict.readings == ()
    assert "read it again" in str(step.verdict.finding.says)


def test_what_the_steel_rule_says_counts(step: GaugeStep) -> None:
    step.set_true(253.5)
    assert step.verdict.true_in == pytest.approx(253.5 / 25.4)
    with pytest.raises(BadPicture, match="does not fit any print of the card"):
        step.set_true(120.0)


def test_all_wrong_alike_is_the_scale_and_each_otherwise_is_the_lens() -> None:
    def readings(*measured: float) -> list[GaugeReading]:
        return [GaugeReading((10.0 * n, 5.0), 0.0, each, 0.01) for n, each in enumerate(measured)]

    assert judge_readings(readings(10.01, 9.99, 10.0), 10.0).verdict == "good"
    scale = judge_readings(readings(10.1, 10.11, 10.09), 10.0)
    assert scale.verdict == "bad"
    assert "1.0% too long" in str(scale.says)
    assert "calibrate the lens again" in str(judge_readings(readings(10.05, 9.95), 10.0).says)
    assert judge_readings([], 10.0).verdict == "unknown"
