"""A camera's controls through Video4Linux itself, with their bounds and the mains frequency, which OpenCV lacks.

Its library, linuxpy, has another licence than tablecam (GPL) and is installed only on request: `pip install
tablecam[v4l2]`. Without it OpenCV's properties are used.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablecam.sensing.camera.controls import Control, ControlRange, ControlRefusedError

# linux/v4l2-controls.h
NUMBERS = {
    Control.MAINS: 0x00980918,
    Control.AUTO_WHITE: 0x0098090C,
    Control.WHITE: 0x0098091A,
    Control.AUTO_FOCUS: 0x009A090C,
    Control.FOCUS: 0x009A090A,
    Control.AUTO_EXPOSURE: 0x009A0901,
    Control.EXPOSURE: 0x009A0902,
    Control.GAIN: 0x00980913,
}
MANUAL_EXPOSURE = 1
MAINS = {50: 1, 60: 2}
TICK_S = 1e-4
# the errors of the library and the driver for a refused value
REFUSALS = (OSError, AttributeError, ValueError, TypeError)


def open_controls(path: Path) -> "V4l2Controls | None":
    """Return the controls of a device; None without the library, or if the device does not answer."""
    try:
        from linuxpy.video.device import Device
    except ImportError:
        return None
    try:
        device = Device(str(path))
        device.open()
        return V4l2Controls(device)
    except (*REFUSALS, RuntimeWarning):
        return None


class V4l2Controls:
    """The controls of an open device of linuxpy; owns and closes the device, not its stream."""

    def __init__(self, device: Any) -> None:
        self._device = device
        self._controls = {
            control: device_control
            for control, number in NUMBERS.items()
            if (device_control := self._find_control(number))
        }

    @property
    def offered(self) -> Mapping[Control, ControlRange]:
        """The controls of the device with their bounds."""
        return {
            control: ControlRange(float(device_control.minimum), float(device_control.maximum))
            for control, device_control in self._controls.items()
        }

    def read(self, control: Control) -> float:
        """Return the present value."""
        try:
            return float(self._controls[control].value)
        except REFUSALS as refused:
            raise ControlRefusedError(control.name) from refused

    def write(self, control: Control, value: float) -> None:
        """Set the value, and read it again where that is possible."""
        device_control = self._controls[control]
        try:
            device_control.value = round(value)
            accepted = device_control.value
        except REFUSALS as refused:
            raise ControlRefusedError(control.name) from refused
        step = max(1, int(getattr(device_control, "step", 1) or 1))
        if accepted is not None and abs(float(accepted) - round(value)) > step:
            raise ControlRefusedError(control.name)

    def find_fixing_value(self, automatic: Control, mains_hz: int) -> float | None:
        """Return off for an automatic; manual for the exposure; the number of the mains frequency."""
        if automatic is Control.MAINS:
            return MAINS[mains_hz]
        return MANUAL_EXPOSURE if automatic is Control.AUTO_EXPOSURE else 0

    def seconds(self, exposure: float) -> float:
        """Convert an exposure value to seconds."""
        return exposure * TICK_S

    def exposure(self, seconds: float) -> float:
        """Convert seconds to an exposure value."""
        return round(seconds / TICK_S)

    def close(self) -> None:
        """Close the device; its stream continues."""
        self._device.close()

    def _find_control(self, number: int) -> Any:
        try:
            device_control = self._device.controls[number]
        except KeyError:
            return None
        return None if getattr(device_control, "is_flagged_disabled", False) else device_control
