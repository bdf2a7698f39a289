"""A camera's controls through Video4Linux itself, with their bounds and the mains frequency, which OpenCV leaves out.

The library for it, linuxpy, has another licence than tablecam (GPL) and is installed only by who asks for it:
`pip install tablecam[v4l2]`. Without it OpenCV's properties are used.
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
# what the library and the driver raise for a value that is not taken
REFUSALS = (OSError, AttributeError, ValueError, TypeError)


def open_controls(path: Path) -> "V4l2Controls | None":
    """The controls of a device; None without the library, or where the device does not let itself be asked."""
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
    """The controls of an open device of linuxpy; owns and closes the device, not the stream of it."""

    def __init__(self, device: Any) -> None:
        self._device = device
        self._controls = {control: found for control, number in NUMBERS.items() if (found := self._found(number))}

    @property
    def offered(self) -> Mapping[Control, ControlRange]:
        """The controls of the device with their bounds."""
        return {
            control: ControlRange(float(found.minimum), float(found.maximum))
            for control, found in self._controls.items()
        }

    def read(self, control: Control) -> float:
        """The value now."""
        try:
            return float(self._controls[control].value)
        except REFUSALS as refused:
            raise ControlRefusedError(control.name) from refused

    def write(self, control: Control, value: float) -> None:
        """Sets it, and reads it again where that is possible."""
        found = self._controls[control]
        try:
            found.value = round(value)
            taken = found.value
        except REFUSALS as refused:
            raise ControlRefusedError(control.name) from refused
        step = max(1, int(getattr(found, "step", 1) or 1))
        if taken is not None and abs(float(taken) - round(value)) > step:
            raise ControlRefusedError(control.name)

    def fixed(self, automatic: Control, mains_hz: int) -> float | None:
        """Off for what is automatic; manual for the exposure; the number of the mains frequency."""
        if automatic is Control.MAINS:
            return MAINS[mains_hz]
        return MANUAL_EXPOSURE if automatic is Control.AUTO_EXPOSURE else 0

    def seconds(self, exposure: float) -> float:
        """How long an exposure value is."""
        return exposure * TICK_S

    def exposure(self, seconds: float) -> float:
        """The value of an exposure so long."""
        return round(seconds / TICK_S)

    def close(self) -> None:
        """Closes the device; whoever streams from it goes on."""
        self._device.close()

    def _found(self, number: int) -> Any:
        try:
            found = self._device.controls[number]
        except KeyError:
            return None
        return None if getattr(found, "is_flagged_disabled", False) else found
