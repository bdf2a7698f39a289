"""Exposure, gain, white balance, focus and mains frequency of a camera: set and locked while it is used, then restored.

What changes by itself during a game costs readings: a hand over the table darkens the picture for everybody else, and
a focus that hunts changes the lens that was calibrated. A port writes to the camera; nothing here knows the system.
"""

import enum
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tablecam.base.i18n import Message, listing
from tablecam.sensing.camera.exposure import (
    BRIGHT,
    DARK,
    better_exposure_s,
    tag_light,
)

log = logging.getLogger(__name__)

# a camera that has just begun looks for its own exposure first
WARM_UP_FRAMES = 15
# what was set shows so many frames later
SETTLE_FRAMES = 6
# looks at the tags before what there is has to do
MOST_LOOKS = 8
GAIN_STEPS = 5


class Control(enum.Enum):
    """What can be set; the values are for people."""

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
    """What values a control takes."""

    least: float
    most: float


class ControlRefusedError(Exception):
    """The camera does not take the value."""


class ControlPort(Protocol):
    """The controls of one open camera."""

    @property
    def offered(self) -> Mapping[Control, ControlRange]:
        """The controls that this camera has."""

    def read(self, control: Control) -> float:
        """The value now. ControlRefusedError where it does not say."""

    def write(self, control: Control, value: float) -> None:
        """Sets it. ControlRefusedError where the camera does not take it."""

    def fixed(self, automatic: Control, mains_hz: int) -> float | None:
        """The value that fixes what is automatic, or sets the mains; None where fixing the value itself does."""

    def seconds(self, exposure: float) -> float:
        """How long an exposure value is."""

    def exposure(self, seconds: float) -> float:
        """The value of an exposure so long."""

    def close(self) -> None:
        """Ends the access; the camera stays open."""


class ControlMemory(Protocol):
    """Remembers what was set, for whoever comes after a program that was killed."""

    def put_back(self, port: ControlPort) -> None:
        """Sets back what a program before this one left."""

    def note(self, control: Control, before: float, left: float) -> None:
        """A control that was found with a value is about to be set, or was."""

    def forget(self) -> None:
        """Everything is as it was found."""


# what goes on by itself once it is switched on, and then decides the values
AUTOMATIC = frozenset({Control.AUTO_WHITE, Control.AUTO_FOCUS, Control.AUTO_EXPOSURE})
# what is switched off, and the value that then stays as it was found
AUTOMATICS = ((Control.AUTO_WHITE, Control.WHITE), (Control.AUTO_FOCUS, Control.FOCUS))


class HeldControls:
    """The controls of one camera from when it is opened until `restore`. One thread calls.

    memory: where what was set is remembered meanwhile.
    """

    def __init__(
        self, port: ControlPort, camera: str | Message, mains_hz: int = 50, memory: ControlMemory | None = None
    ) -> None:
        self._port, self._camera, self._mains_hz, self._memory = port, camera, mains_hz, memory
        self._before: dict[Control, float] = {}
        self._refused: list[Control] = []
        self._frames, self._looks = 0, 0
        self._chosen = False
        self._too_dark = False
        if memory is not None:
            memory.put_back(port)
        self._lock_at_once()

    @property
    def settled(self) -> bool:
        """Whether nothing is going to be changed any more."""
        return self._chosen

    @property
    def refused(self) -> tuple[Control, ...]:
        """What this camera has, but would not have set."""
        return tuple(dict.fromkeys(self._refused))

    @property
    def says(self) -> tuple[Message, ...]:
        """What is locked, what the camera refuses, and whether there is too little light, as sentences."""
        found = []
        locked = [control.value for control in self._before if control not in self._refused]
        if locked:
            found.append(Message("{camera}: locked: {controls}", camera=self._camera, controls=listing(locked)))
        if self._refused:
            refused = listing([control.value for control in self.refused])
            found.append(
                Message(
                    "{camera} refuses to set: {controls}. Set it with the camera's own program if readings flicker",
                    camera=self._camera, controls=refused,
                )
            )  # fmt: skip
        if self._too_dark:
            found.append(
                Message("{camera}: it is too dark even at the longest exposure: give more light", camera=self._camera)
            )
        return tuple(found)

    def see(self, grey: np.ndarray) -> None:
        """Looks at a new picture until the exposure is chosen; after that it costs nothing."""
        if self._chosen:
            return
        self._frames += 1
        if self._frames < WARM_UP_FRAMES:
            return
        if self._frames == WARM_UP_FRAMES:
            self._lock_exposure()
        elif (self._frames - WARM_UP_FRAMES) % SETTLE_FRAMES == 0:
            try:
                self._choose(grey)
            except ControlRefusedError:
                self._chosen = True

    def restore(self) -> None:
        """Sets everything back as it was found, values first; what is automatic goes on by itself."""
        restored = True
        for control in sorted(self._before, key=lambda control: control in AUTOMATIC):
            try:
                self._port.write(control, self._before[control])
            except ControlRefusedError:
                restored = False
                log.info("%s does not take back its %s", self._camera, control.name)
        self._before = {}
        # a camera that is lost takes nothing back before it is found again
        if restored and self._memory is not None:
            self._memory.forget()
        self._port.close()

    def _lock_at_once(self) -> None:
        mains = self._port.fixed(Control.MAINS, self._mains_hz)
        if mains is not None:
            self._set(Control.MAINS, mains)
        for automatic, value in AUTOMATICS:
            self._fix(automatic, value)

    def _lock_exposure(self) -> None:
        self._fix(Control.AUTO_EXPOSURE, Control.EXPOSURE)
        self._hold(Control.GAIN)
        cannot = Control.EXPOSURE in self._refused or Control.AUTO_EXPOSURE in self._refused
        self._chosen = cannot or Control.EXPOSURE not in self._port.offered
        if self._chosen:
            self._report()

    def _fix(self, automatic: Control, value: Control) -> None:
        """Switches off what is automatic and writes the value that it had found."""
        off = self._port.fixed(automatic, self._mains_hz)
        if off is not None:
            self._set(automatic, off)
        self._hold(value)

    def _hold(self, control: Control) -> None:
        if control in self._port.offered:
            try:
                self._set(control, self._port.read(control))
            except ControlRefusedError:
                self._refused.append(control)

    def _set(self, control: Control, value: float) -> bool:
        if control not in self._port.offered:
            return False
        try:
            before = self._before.setdefault(control, self._port.read(control))
            self._remember(control, before, value)
            self._port.write(control, value)
            # as the camera rounds it
            self._remember(control, before, self._port.read(control))
        except ControlRefusedError:
            self._refused.append(control)
            return False
        return True

    def _remember(self, control: Control, before: float, left: float) -> None:
        if self._memory is not None:
            self._memory.note(control, before, left)

    def _choose(self, grey: np.ndarray) -> None:
        """One step to an exposure at which the tags are neither burnt nor grey."""
        self._looks += 1
        light = tag_light(grey)
        if light is not None:
            now_s = self._port.seconds(self._port.read(Control.EXPOSURE))
            wanted_s = better_exposure_s(now_s, light, self._mains_hz)
            if light.white < DARK and (wanted_s is None or wanted_s < now_s):
                self._too_dark = not self._more_gain()
                self._chosen = self._too_dark
            elif wanted_s is None:
                self._chosen = True
            else:
                limits = self._port.offered[Control.EXPOSURE]
                value = min(max(self._port.exposure(wanted_s), limits.least), limits.most)
                self._chosen = not self._set(Control.EXPOSURE, value)
            self._chosen = self._chosen or DARK <= light.white <= BRIGHT
        if self._looks >= MOST_LOOKS:
            self._chosen = True
        if self._chosen:
            self._report()

    def _more_gain(self) -> bool:
        limits = self._port.offered.get(Control.GAIN)
        if limits is None or Control.GAIN in self._refused:
            return False
        now = self._port.read(Control.GAIN)
        step = (limits.most - limits.least) / GAIN_STEPS
        return now < limits.most and np.isfinite(step) and self._set(Control.GAIN, min(limits.most, now + step))

    def _report(self) -> None:
        for sentence in self.says:
            log.info("%s", sentence)
        for control in self.refused:
            log.warning("%s refuses to set its %s", self._camera, control.value)
