"""A camera's controls through OpenCV's properties: on every system, and as far as its driver passes them on."""

import math
from collections.abc import Mapping
from typing import Protocol

import cv2

from tablecam.base.system import CameraDriver
from tablecam.sensing.camera.controls import Control, ControlRange, ControlRefusedError

# OpenCV has no property for the mains
PROPERTIES = {
    Control.AUTO_WHITE: cv2.CAP_PROP_AUTO_WB,
    Control.WHITE: cv2.CAP_PROP_WB_TEMPERATURE,
    Control.AUTO_FOCUS: cv2.CAP_PROP_AUTOFOCUS,
    Control.FOCUS: cv2.CAP_PROP_FOCUS,
    Control.AUTO_EXPOSURE: cv2.CAP_PROP_AUTO_EXPOSURE,
    Control.EXPOSURE: cv2.CAP_PROP_EXPOSURE,
    Control.GAIN: cv2.CAP_PROP_GAIN,
}
# what OpenCV answers for a property that the driver does not have
ABSENT = -1.0
ANY = ControlRange(-math.inf, math.inf)
# Video4Linux counts exposures in tenths of a millisecond
TICK_S = 1e-4


class Properties(Protocol):
    """The part of cv2.VideoCapture that is used here."""

    def get(self, prop: int, /) -> float:
        """A property's value."""

    def set(self, prop: int, value: float, /) -> bool:
        """Asks for a property; False when the driver has no such thing."""


class OpenCvControls:
    """The controls of an open capture."""

    def __init__(self, capture: Properties, driver: CameraDriver) -> None:
        self._capture, self._driver = capture, driver
        self._offered = {control: ANY for control, prop in PROPERTIES.items() if self._capture.get(prop) != ABSENT}

    @property
    def offered(self) -> Mapping[Control, ControlRange]:
        """The properties that the driver answers for; OpenCV does not say between which bounds."""
        return self._offered

    def read(self, control: Control) -> float:
        """The value now."""
        return self._capture.get(PROPERTIES[control])

    def write(self, control: Control, value: float) -> None:
        """Sets it, and reads it again: OpenCV says yes to more than a camera does."""
        there = self._capture.set(PROPERTIES[control], value)
        if not there or not math.isclose(self.read(control), value, rel_tol=0.2, abs_tol=0.5):
            raise ControlRefusedError(control.name)

    def fixed(self, automatic: Control, _mains_hz: int) -> float | None:
        """Off for what is automatic; for the exposure, what the system calls manual."""
        if automatic is Control.MAINS:
            return None
        return self._driver.manual_exposure if automatic is Control.AUTO_EXPOSURE else 0.0

    def seconds(self, exposure: float) -> float:
        """How long an exposure value is, as the system counts."""
        return 2.0**exposure if self._driver.exposure_in_powers else exposure * TICK_S

    def exposure(self, seconds: float) -> float:
        """The value of an exposure so long."""
        return round(math.log2(seconds)) if self._driver.exposure_in_powers else round(seconds / TICK_S)

    def close(self) -> None:
        """There is nothing to close but the capture itself."""
