"""Exposure, gain, white balance, focus and mains frequency of a camera: locked during use, then restored.

Automatic changes during a game cost readings: a hand over the table darkens the image of all other tags, and a hunting
focus changes the calibrated lens. A port writes to the camera; this module knows no system.
"""

import enum
import logging
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from tablecam.base.i18n import Message, listing
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.sensing.vision.light import BURNT

# grey levels of a tag's white ring: below, noise counts; above, it begins to burn over its black border
DARK, WANTED, BRIGHT = 150, 190, 225
# cameras store roughly the square root of light
GAMMA = 2.2
# the largest factor in one step
MOST_CHANGE = 2.5
# smaller changes are ignored
SAME = 0.02
# at longer exposures a hand smears the model that it carries
LONGEST_S = 1 / 30
# middle of the white ring and of the black border, of the black square's half side
RING, BORDER = 9 / 8, 7 / 8
# along each side, in shares of it; corners are blurred from two sides
ALONG = np.array([-0.6, -0.3, 0.0, 0.3, 0.6])
WIDE_PX = 2000


@dataclass(frozen=True)
class TagLight:
    """Grey levels of the tags in an image: of white rings and black borders. burnt: share of rings at the end."""

    white: float
    black: float
    burnt: float

    @property
    def contrast(self) -> float:
        """Grey levels between white and black."""
        return self.white - self.black


def tag_light(grey: np.ndarray) -> TagLight | None:
    """Return the light on the tags that a quick search finds in a (rows, columns) uint8 image; None without tags."""
    tags = TagDetector().detect(grey, Search(2.0 if grey.shape[1] > WIDE_PX else 1.0, 1.0, 20))
    if not tags:
        return None
    rings = np.concatenate([_read_levels(grey, tag.corners_px, RING) for tag in tags])
    borders = np.concatenate([_read_levels(grey, tag.corners_px, BORDER) for tag in tags])
    return TagLight(float(np.median(rings)), float(np.median(borders)), float((rings >= BURNT).mean()))


def longest_s(mains_hz: int) -> float:
    """Return the longest exposure: a whole number of half periods of the mains."""
    half_s = 0.5 / mains_hz
    return math.floor(LONGEST_S / half_s + 1e-9) * half_s


def better_exposure_s(now_s: float, light: TagLight, mains_hz: int) -> float | None:
    """Return the exposure in seconds that gives the tags' white the wanted level; None if it is good already.

    An exposure longer than half a period of the mains is a whole number of half periods, or lamps would flicker.
    """
    change = 1.0
    if light.burnt >= 0.5:
        change = 1 / MOST_CHANGE
    elif not DARK <= light.white <= BRIGHT:
        change = (WANTED / max(light.white, 1.0)) ** GAMMA
    wanted_s = min(now_s * min(max(change, 1 / MOST_CHANGE), MOST_CHANGE), longest_s(mains_hz))
    half_s = 0.5 / mains_hz
    if wanted_s >= half_s:
        wanted_s = round(wanted_s / half_s) * half_s
    return None if abs(wanted_s / now_s - 1) < SAME else wanted_s


def _read_levels(grey: np.ndarray, corners_px: np.ndarray, out: float) -> np.ndarray:
    """Read grey levels inside the image along a square, `out` times the size of a tag's black one."""
    middle = corners_px.mean(axis=0)
    corners = middle + (corners_px - middle) * out
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    points = np.concatenate([(a + b) / 2 + (b - a)[None] / 2 * ALONG[:, None] for a, b in sides])
    x, y = np.rint(points).astype(int).T
    is_inside = (x >= 0) & (y >= 0) & (x < grey.shape[1]) & (y < grey.shape[0])
    return np.asarray(grey[y[is_inside], x[is_inside]], float)


log = logging.getLogger(__name__)

# a camera that has just started searches for its own exposure first
WARM_UP_FRAMES = 15
# a new value shows after this many frames
SETTLE_FRAMES = 6
# looks at the tags before the present exposure has to do
MOST_LOOKS = 8
GAIN_STEPS = 5


class Control(enum.Enum):
    """A control of a camera; the values are for people."""

    MAINS = Message("mains frequency")
    AUTO_WHITE = Message("automatic white balance")
    WHITE = Message("white balance")
    AUTO_FOCUS = Message("autofocus")
    FOCUS = Message("focus")
    AUTO_EXPOSURE = Message("automatic exposure")
    EXPOSURE = Message("exposure")
    GAIN = Message("gain")


@dataclass(frozen=True)
class ControlRange:
    """The bounds of a control's values."""

    least: float
    most: float


class ControlRefusedError(Exception):
    """The camera does not accept the value."""


class ControlPort(Protocol):
    """The controls of one open camera."""

    @property
    def offered(self) -> Mapping[Control, ControlRange]:
        """The controls that this camera has."""

    def read(self, control: Control) -> float:
        """Return the present value. ControlRefusedError if the camera does not report it."""

    def write(self, control: Control, value: float) -> None:
        """Set the value. ControlRefusedError if the camera does not accept it."""

    def find_fixing_value(self, automatic: Control, mains_hz: int) -> float | None:
        """Return the value that fixes an automatic, or sets the mains; None if setting the value itself fixes it."""

    def seconds(self, exposure: float) -> float:
        """Convert an exposure value to seconds."""

    def exposure(self, seconds: float) -> float:
        """Convert seconds to an exposure value."""

    def close(self) -> None:
        """End the access; the camera stays open."""


class ControlMemory(Protocol):
    """Stores the changed controls for the program that follows one that was killed."""

    def put_back(self, port: ControlPort) -> None:
        """Restore the controls that an earlier program left changed."""

    def note(self, control: Control, before: float, left: float) -> None:
        """Note that a control with a former value is about to be set, or was."""

    def forget(self) -> None:
        """Forget the changes: all controls have their former values."""


# controls that run by themselves once switched on, and then decide the values
AUTOMATIC = frozenset({Control.AUTO_WHITE, Control.AUTO_FOCUS, Control.AUTO_EXPOSURE})
# the automatics that are switched off, each with the value that stays
AUTOMATICS = ((Control.AUTO_WHITE, Control.WHITE), (Control.AUTO_FOCUS, Control.FOCUS))


class HeldControls:
    """The controls of one camera from when it is opened until `restore`. One thread calls.

    memory: stores the changes meanwhile.
    """

    def __init__(
        self, port: ControlPort, camera: str | Message, mains_hz: int = 50, memory: ControlMemory | None = None
    ) -> None:
        self._port, self._camera, self._mains_hz, self._memory = port, camera, mains_hz, memory
        self._former_values: dict[Control, float] = {}
        self._refused: list[Control] = []
        self._frame_count, self._look_count = 0, 0
        self._is_chosen = False
        self._is_too_dark = False
        if memory is not None:
            memory.put_back(port)
        self._lock_fixed_controls()

    @property
    def settled(self) -> bool:
        """Whether no more changes will follow."""
        return self._is_chosen

    @property
    def refused(self) -> tuple[Control, ...]:
        """The controls that this camera has, but refuses to set."""
        return tuple(dict.fromkeys(self._refused))

    @property
    def says(self) -> tuple[Message, ...]:
        """The locked and refused controls, and whether there is too little light, as sentences."""
        sentences = []
        locked = [control.value for control in self._former_values if control not in self._refused]
        if locked:
            sentences.append(Message("{camera}: locked: {controls}", camera=self._camera, controls=listing(locked)))
        if self._refused:
            refused = listing([control.value for control in self.refused])
            sentences.append(
                Message(

                    "{camera} rejects these settings: {controls}. Set them with the camera's own program if "
                    "readings flicker"
                ,
                    camera=self._camera, controls=refused,
                )
            )  # fmt: skip
        if self._is_too_dark:
            sentences.append(
                Message("{camera}: it is too dark even at the longest exposure: give more light", camera=self._camera)
            )
        return tuple(sentences)

    def see(self, grey: np.ndarray) -> None:
        """Check a new image until the exposure is chosen; after that it costs nothing."""
        if self._is_chosen:
            return
        self._frame_count += 1
        if self._frame_count < WARM_UP_FRAMES:
            return
        if self._frame_count == WARM_UP_FRAMES:
            self._lock_exposure()
        elif (self._frame_count - WARM_UP_FRAMES) % SETTLE_FRAMES == 0:
            try:
                self._choose_exposure(grey)
            except ControlRefusedError:
                self._is_chosen = True

    def restore(self) -> None:
        """Restore all former values, values first; the automatics then resume by themselves."""
        is_restored = True
        for control in sorted(self._former_values, key=lambda control: control in AUTOMATIC):
            try:
                self._port.write(control, self._former_values[control])
            except ControlRefusedError:
                is_restored = False
                log.info("%s does not take back its %s", self._camera, control.name)
        self._former_values = {}
        # a lost camera accepts nothing until it is back
        if is_restored and self._memory is not None:
            self._memory.forget()
        self._port.close()

    def _lock_fixed_controls(self) -> None:
        mains = self._port.find_fixing_value(Control.MAINS, self._mains_hz)
        if mains is not None:
            self._set_value(Control.MAINS, mains)
        for automatic, value in AUTOMATICS:
            self._switch_to_manual(automatic, value)

    def _lock_exposure(self) -> None:
        self._switch_to_manual(Control.AUTO_EXPOSURE, Control.EXPOSURE)
        self._hold_value(Control.GAIN)
        is_refused = Control.EXPOSURE in self._refused or Control.AUTO_EXPOSURE in self._refused
        self._is_chosen = is_refused or Control.EXPOSURE not in self._port.offered
        if self._is_chosen:
            self._log_report()

    def _switch_to_manual(self, automatic: Control, value: Control) -> None:
        """Switch off an automatic and write the value that it had chosen."""
        off_value = self._port.find_fixing_value(automatic, self._mains_hz)
        if off_value is not None:
            self._set_value(automatic, off_value)
        self._hold_value(value)

    def _hold_value(self, control: Control) -> None:
        if control in self._port.offered:
            try:
                self._set_value(control, self._port.read(control))
            except ControlRefusedError:
                self._refused.append(control)

    def _set_value(self, control: Control, value: float) -> bool:
        if control not in self._port.offered:
            return False
        try:
            former_value = self._former_values.setdefault(control, self._port.read(control))
            self._note_value(control, former_value, value)
            self._port.write(control, value)
            # as the camera rounds it
            self._note_value(control, former_value, self._port.read(control))
        except ControlRefusedError:
            self._refused.append(control)
            return False
        return True

    def _note_value(self, control: Control, before: float, left: float) -> None:
        if self._memory is not None:
            self._memory.note(control, before, left)

    def _choose_exposure(self, grey: np.ndarray) -> None:
        """Take one step to an exposure at which the tags are neither burnt nor grey."""
        self._look_count += 1
        light = tag_light(grey)
        if light is not None:
            now_s = self._port.seconds(self._port.read(Control.EXPOSURE))
            wanted_s = better_exposure_s(now_s, light, self._mains_hz)
            if light.white < DARK and (wanted_s is None or wanted_s < now_s):
                self._is_too_dark = not self._raise_gain()
                self._is_chosen = self._is_too_dark
            elif wanted_s is None:
                self._is_chosen = True
            else:
                limits = self._port.offered[Control.EXPOSURE]
                value = min(max(self._port.exposure(wanted_s), limits.least), limits.most)
                self._is_chosen = not self._set_value(Control.EXPOSURE, value)
            self._is_chosen = self._is_chosen or DARK <= light.white <= BRIGHT
        if self._look_count >= MOST_LOOKS:
            self._is_chosen = True
        if self._is_chosen:
            self._log_report()

    def _raise_gain(self) -> bool:
        limits = self._port.offered.get(Control.GAIN)
        if limits is None or Control.GAIN in self._refused:
            return False
        gain = self._port.read(Control.GAIN)
        step = (limits.most - limits.least) / GAIN_STEPS
        return gain < limits.most and np.isfinite(step) and self._set_value(Control.GAIN, min(limits.most, gain + step))

    def _log_report(self) -> None:
        for sentence in self.says:
            log.info("%s", sentence)
        for control in self.refused:
            log.warning("%s refuses to set its %s", self._camera, control.value)


# A camera's controls through Video4Linux itself, with their bounds and the mains frequency, which OpenCV lacks.
#
# Its library, linuxpy, has another licence than tablecam (GPL) and is installed only on request: `pip install
# tablecam[v4l2]`. Without it OpenCV's properties are used.

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
