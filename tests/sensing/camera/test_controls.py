"""Controls of cameras that are made up: one that takes everything, one that refuses some, one behind OpenCV."""

import cv2
import numpy as np
import pytest

from tablecam.base.system import LINUX, WINDOWS
from tablecam.sensing.camera.controls import (
    BRIGHT,
    DARK,
    GAMMA,
    LONGEST_S,
    MOST_LOOKS,
    NUMBERS,
    SETTLE_FRAMES,
    WARM_UP_FRAMES,
    Control,
    ControlRange,
    ControlRefusedError,
    HeldControls,
    TagLight,
    V4l2Controls,
    better_exposure_s,
    open_controls,
    tag_light,
)
from tablecam.sensing.camera.device import OpenCvControls
from tablecam.sensing.vision.family import bitmap

FOUND = {
    Control.MAINS: 0.0,
    Control.AUTO_WHITE: 1.0,
    Control.WHITE: 4600.0,
    Control.AUTO_FOCUS: 1.0,
    Control.FOCUS: 35.0,
    Control.AUTO_EXPOSURE: 3.0,
    Control.EXPOSURE: 157.0,
    Control.GAIN: 20.0,
}
BOUNDS = {control: ControlRange(0, 10_000) for control in FOUND} | {Control.GAIN: ControlRange(0, 100)}


class FakePort:
    """A camera's controls; `light` is how bright white paper is at one second and no gain, before it is stored."""

    def __init__(self, refuses: tuple[Control, ...] = (), lacks: tuple[Control, ...] = (), light: float = 50.0) -> None:
        self.values = {control: value for control, value in FOUND.items() if control not in lacks}
        self.refuses, self.light, self.closed, self.written = set(refuses), light, False, []

    @property
    def offered(self):
        return {control: BOUNDS[control] for control in self.values}

    def read(self, control: Control) -> float:
        return self.values[control]

    def write(self, control: Control, value: float) -> None:
        if control in self.refuses:
            raise ControlRefusedError(control.name)
        self.values[control] = value
        self.written.append(control)

    def find_fixing_value(self, automatic: Control, mains_hz: int) -> float | None:
        return {Control.MAINS: {50: 1.0, 60: 2.0}[mains_hz], Control.AUTO_EXPOSURE: 1.0}.get(automatic, 0.0)

    def seconds(self, exposure: float) -> float:
        return exposure * 1e-4

    def exposure(self, seconds: float) -> float:
        return round(seconds / 1e-4)

    def close(self) -> None:
        self.closed = True

    def picture(self) -> np.ndarray:
        """A tag on grey, as bright as the exposure makes it."""
        share = self.light * self.seconds(self.values[Control.EXPOSURE]) * (1 + self.values.get(Control.GAIN, 0.0) / 20)
        white = 255 * min(1.0, share) ** (1 / GAMMA)
        cells = np.kron(np.asarray(bitmap(5), float), np.ones((16, 16)))
        levels = white * (0.15 + 0.85 * cells)
        return np.pad(levels, 80, constant_values=white * 0.5).astype(np.uint8)


def run(held: HeldControls, port: FakePort) -> float:
    """Shows the camera's pictures until the exposure is chosen; the brightness of the tag's white then."""
    for _ in range(WARM_UP_FRAMES + SETTLE_FRAMES * (MOST_LOOKS + 1)):
        if held.settled:
            break
        held.see(port.picture())
    assert held.settled
    light = tag_light(port.picture())
    return light.white if light is not None else 0.0


def test_everything_is_locked_and_the_exposure_suits_the_tags() -> None:
    port = FakePort()
    held = HeldControls(port, "camera 0")
    assert (port.values[Control.MAINS], port.values[Control.AUTO_WHITE], port.values[Control.AUTO_FOCUS]) == (1, 0, 0)
    # what is automatic keeps the value that it had found
    assert (port.values[Control.WHITE], port.values[Control.FOCUS]) == (4600, 35)
    assert port.values[Control.AUTO_EXPOSURE] == 3
    assert DARK <= run(held, port) <= BRIGHT
    assert port.values[Control.AUTO_EXPOSURE] == 1
    assert held.refused == ()
    assert [str(sentence) for sentence in held.says] == [
        (
            "camera 0: locked: mains frequency, automatic white balance, white balance, autofocus, focus, automatic "
            "exposure, exposure and gain"
        )
    ]


@pytest.mark.parametrize("light", [4.0, 12.0, 40.0, 400.0])
def test_in_any_light_the_tags_are_neither_burnt_nor_grey(light) -> None:
    port = FakePort(light=light)
    assert DARK <= run(HeldControls(port, "camera 0"), port) <= BRIGHT
    seconds = port.seconds(port.values[Control.EXPOSURE])
    # lamps do not flicker through a whole number of their half periods
    assert seconds < 0.01 or seconds * 100 == pytest.approx(round(seconds * 100))
    assert seconds <= LONGEST_S


def test_too_little_light_is_said() -> None:
    port = FakePort(light=0.8)
    held = HeldControls(port, "camera 0")
    run(held, port)
    assert "too dark even at the longest exposure" in str(held.says[-1])
    assert port.values[Control.GAIN] == BOUNDS[Control.GAIN].most


def test_at_the_end_everything_is_as_it_was_found() -> None:
    port = FakePort()
    held = HeldControls(port, "camera 0")
    run(held, port)
    held.restore()
    assert port.values == FOUND
    assert port.closed
    # an exposure is not taken while the camera finds its own: the value first, and then what is automatic
    last = [control for control in port.written if control in (Control.EXPOSURE, Control.AUTO_EXPOSURE)][-2:]
    assert last == [Control.EXPOSURE, Control.AUTO_EXPOSURE]


def test_what_the_camera_refuses_is_said_and_the_rest_is_locked() -> None:
    port = FakePort(refuses=(Control.AUTO_FOCUS, Control.EXPOSURE), lacks=(Control.GAIN, Control.MAINS))
    held = HeldControls(port, "camera 0")
    run(held, port)
    assert held.refused == (Control.AUTO_FOCUS, Control.EXPOSURE)
    refusal = next(str(sentence) for sentence in held.says if "rejects" in str(sentence))
    assert refusal.startswith("camera 0 rejects these settings: autofocus and exposure.")
    assert "gain" not in refusal
    assert port.values[Control.AUTO_WHITE] == 0
    held.restore()
    assert port.values == {control: FOUND[control] for control in port.values}


def test_without_a_tag_in_sight_the_exposure_stays_as_the_camera_found_it() -> None:
    port = FakePort()
    held = HeldControls(port, "camera 0")
    for _ in range(WARM_UP_FRAMES + SETTLE_FRAMES * (MOST_LOOKS + 1)):
        held.see(np.full((300, 400), 90, np.uint8))
    assert held.settled
    assert port.values[Control.EXPOSURE] == FOUND[Control.EXPOSURE]


def test_an_exposure_that_suits_is_left_alone() -> None:
    assert better_exposure_s(0.01, TagLight(190, 40, 0.0), 50) is None
    assert better_exposure_s(0.0157, TagLight(190, 40, 0.0), 50) == pytest.approx(0.02)
    assert better_exposure_s(0.01, TagLight(255, 90, 1.0), 50) == pytest.approx(0.004)
    assert better_exposure_s(1 / 120, TagLight(100, 20, 0.0), 60) == pytest.approx(2 / 120)


class Capture:
    """OpenCV's properties of a camera that has some, and keeps its white balance whatever is said."""

    def __init__(self) -> None:
        self.values = {cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_AUTO_WB: 1.0}

    def get(self, prop: int) -> float:
        return self.values.get(prop, -1.0)

    def set(self, prop: int, value: float) -> bool:
        if prop != cv2.CAP_PROP_AUTO_WB:
            self.values[prop] = value
        return True


def test_opencv_passes_on_what_the_driver_has_and_its_yes_is_not_believed() -> None:
    capture = Capture()
    port = OpenCvControls(capture, LINUX)
    assert set(port.offered) == {Control.AUTO_WHITE, Control.AUTO_EXPOSURE, Control.EXPOSURE}
    port.write(Control.EXPOSURE, 200)
    assert capture.values[cv2.CAP_PROP_EXPOSURE] == 200
    with pytest.raises(ControlRefusedError):
        port.write(Control.AUTO_WHITE, 0)
    assert (port.find_fixing_value(Control.AUTO_EXPOSURE, 50), port.find_fixing_value(Control.MAINS, 50)) == (1.0, None)
    windows = OpenCvControls(capture, WINDOWS)
    assert windows.find_fixing_value(Control.AUTO_EXPOSURE, 50) is None
    assert windows.exposure(windows.seconds(-6)) == -6
    assert port.seconds(port.exposure(0.02)) == pytest.approx(0.02)


class DriverControl:
    """One control of linuxpy: it clips, or refuses while something automatic has it."""

    minimum, maximum, step = 3, 2047, 1
    is_flagged_disabled = False

    def __init__(self, value: int, refuses: bool = False) -> None:
        self._value, self._refuses = value, refuses

    @property
    def value(self) -> int:
        return self._value

    @value.setter
    def value(self, value: int) -> None:
        if self._refuses:
            raise AttributeError("is not writeable: inactive")
        self._value = min(max(value, self.minimum), self.maximum)


class DriverDevice:
    """A device of linuxpy."""

    def __init__(self, controls: dict[int, DriverControl]) -> None:
        self.controls, self.closed = controls, False

    def close(self) -> None:
        self.closed = True


def test_video4linux_tells_the_bounds_and_refuses_in_its_own_words() -> None:
    device = DriverDevice(
        {NUMBERS[Control.EXPOSURE]: DriverControl(157), NUMBERS[Control.FOCUS]: DriverControl(30, refuses=True)}
    )
    port = V4l2Controls(device)
    assert port.offered == {Control.EXPOSURE: ControlRange(3, 2047), Control.FOCUS: ControlRange(3, 2047)}
    port.write(Control.EXPOSURE, 200.4)
    assert port.read(Control.EXPOSURE) == 200
    for control, value in ((Control.FOCUS, 30), (Control.EXPOSURE, 9000)):
        with pytest.raises(ControlRefusedError):
            port.write(control, value)
    assert (port.find_fixing_value(Control.MAINS, 60), port.find_fixing_value(Control.AUTO_EXPOSURE, 60)) == (2, 1)
    port.close()
    assert device.closed


def test_a_device_that_cannot_be_asked_has_no_controls(tmp_path) -> None:
    assert open_controls(tmp_path / "video0") is None
