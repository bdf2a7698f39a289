"""A camera's controls through OpenCV's properties: on every system, if its driver supports them."""

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
# OpenCV's answer for a property that the driver does not have
ABSENT = -1.0
ANY = ControlRange(-math.inf, math.inf)
# Video4Linux counts exposures in tenths of a millisecond
TICK_S = 1e-4


class Properties(Protocol):
    """The used part of cv2.VideoCapture."""

    def get(self, prop: int, /) -> float:
        """Return a property's value."""

    def set(self, prop: int, value: float, /) -> bool:
        """Request a property; False if the driver does not have it."""


class OpenCvControls:
    """The controls of an open capture."""

    def __init__(self, capture: Properties, driver: CameraDriver) -> None:
        self._capture, self._driver = capture, driver
        self._offered = {control: ANY for control, prop in PROPERTIES.items() if self._capture.get(prop) != ABSENT}

    @property
    def offered(self) -> Mapping[Control, ControlRange]:
        """The properties that the driver supports; OpenCV does not report their bounds."""
        return self._offered

    def read(self, control: Control) -> float:
        """Return the present value."""
        return self._capture.get(PROPERTIES[control])

    def write(self, control: Control, value: float) -> None:
        """Set the value, and read it again: OpenCV confirms more than a camera does."""
        is_set = self._capture.set(PROPERTIES[control], value)
        if not is_set or not math.isclose(self.read(control), value, rel_tol=0.2, abs_tol=0.5):
            raise ControlRefusedError(control.name)

    def fixed(self, automatic: Control, _mains_hz: int) -> float | None:
        """Return off for an automatic; for the exposure, the system's manual mode."""
        if automatic is Control.MAINS:
            return None
        return self._driver.manual_exposure if automatic is Control.AUTO_EXPOSURE else 0.0

    def seconds(self, exposure: float) -> float:
        """Convert an exposure value of the system to seconds."""
        return 2.0**exposure if self._driver.exposure_in_powers else exposure * TICK_S

    def exposure(self, seconds: float) -> float:
        """Convert seconds to an exposure value of the system."""
        return round(math.log2(seconds)) if self._driver.exposure_in_powers else round(seconds / TICK_S)

    def close(self) -> None:
        """Do nothing: only the capture itself needs closing."""
