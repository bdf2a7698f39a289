"""Live cameras through OpenCV: a device of this computer and a stream from the network.

After a loss the next `read` opens either again. Motion-JPEG images stay as the camera sent them.
"""

import json
import logging
import math
import os
import re
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from platformdirs import user_state_path

from tablecam.base.errors import BadFile, BadPicture, CameraUnavailable
from tablecam.base.i18n import Message, get_message
from tablecam.base.system import CameraDriver, camera_driver
from tablecam.sensing.camera.camera_list import list_cameras
from tablecam.sensing.camera.controls import (
    AUTOMATIC,
    Control,
    ControlPort,
    ControlRange,
    ControlRefusedError,
    HeldControls,
    open_controls,
)
from tablecam.sensing.camera.recording import MJPG, build_frame
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.text_file import parse_json, read_text, write_text

# The former values of a camera's controls, stored on disk: a program that is killed cannot restore them.
#
# The next program that opens the camera does so. The file exists only while a camera is in use.

log = logging.getLogger(__name__)

# no text: names of files
UNSAFE = re.compile(r"[^a-z0-9.-]+")
WHAT = "what a camera's controls were before a game"  # no text
# drivers round values
SAME = 0.5


def usual_place(camera: str | Path | int) -> Path:
    """Return the file for a camera of this computer, in the user's state folder."""
    name = UNSAFE.sub("-", str(camera).lower()).strip("-")
    return user_state_path("tablecam", appauthor=False) / "cameras" / f"{name}.json"  # no text


@dataclass(frozen=True)
class LeftControl:
    """before: its former value. left: the value that was set."""

    before: float
    left: float


class LeftControls:
    """The controls of one camera that were set and not yet restored. A failing disk is only logged."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._controls = _read_file(path)

    def put_back(self, port: ControlPort) -> None:
        """Restore the controls that the last program left, if they still have its values: a different value was set by
        somebody else.

        Automatics come last and resume by themselves.
        """
        for control in sorted(self._controls, key=lambda control: control in AUTOMATIC):
            left_control = self._controls[control]
            try:
                if control in port.offered and math.isclose(port.read(control), left_control.left, abs_tol=SAME):
                    port.write(control, left_control.before)
                    log.info(
                        "%s is set back to %g, as before a program that was killed", control.name, left_control.before
                    )
            except ControlRefusedError:
                log.info("%s cannot be set back", control.name)
        self.forget()

    def note(self, control: Control, before: float, left: float) -> None:
        """Note that a control is about to be set, or was. before: its original value."""
        former = self._controls.get(control)
        changed = LeftControl(before if former is None else former.before, left)
        if changed == former:
            return
        self._controls[control] = changed
        values = {key.name: [value.before, value.left] for key, value in self._controls.items()}
        try:
            write_text(self._path, json.dumps(values))
        except BadFile as fault:
            log.warning("%s", fault)

    def forget(self) -> None:
        """Forget the changes: all controls have their former values."""
        self._controls = {}
        try:
            self._path.unlink(missing_ok=True)
        except OSError as fault:
            log.warning("%s cannot be removed: %s", self._path, fault.strerror)


def _read_file(path: Path) -> dict[Control, LeftControl]:
    """Return the content of the file; empty if there is none, or it cannot be read."""
    if not path.exists():
        return {}
    try:
        values = parse_json(path, read_text(path, WHAT))
        if not isinstance(values, dict):
            raise BadFile(f"{path} holds no controls")
        return {
            Control[name]: LeftControl(float(former_value), float(left_value))
            for name, (former_value, left_value) in values.items()
        }
    except (BadFile, KeyError, TypeError, ValueError) as fault:
        log.warning("%s is passed over: %s", path, fault)
        return {}


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

    def find_fixing_value(self, automatic: Control, _mains_hz: int) -> float | None:
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


# The driver fills one while the program reads the other. With a single buffer every second frame is lost, and more than
# two only make images old.
BUFFERS = 2
# The usual sizes of computer cameras, the largest first.
USUAL_SIZES = (
    (3840, 2160), (3264, 2448), (2592, 1944), (2560, 1440), (1920, 1080), (1600, 1200), (1280, 960), (1280, 720),
)  # fmt: skip
# A stream that is silent for this long is closed and opened again.
STREAM_OPEN_MS = 5_000
STREAM_READ_MS = 3_000


class VideoCapture(Protocol):
    """The used part of cv2.VideoCapture."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Report whether there is a connection."""

    def read(self) -> tuple[bool, np.ndarray]:
        """Return whether an image came, and the image."""

    def get(self, prop: int, /) -> float:
        """Return a property's value."""

    def set(self, prop: int, value: float, /) -> bool:
        """Request a property; False if the driver does not have it."""

    def release(self) -> None:
        """End the connection."""


OpenCapture = Callable[..., VideoCapture]


class LiveCamera(AbstractContextManager["LiveCamera"]):
    """A device or a stream. `connect` opens it, or raises CameraUnavailable with a sentence.

    later: whether the first `read` opens it, as every `read` does after a loss. `read` raises CameraUnavailable when
    the camera is lost (the next call tries to open it again) and BadPicture for a damaged image (the next call
    continues).
    """

    live = True

    def __init__(
        self,
        name: str | Message,
        connect: Callable[[], VideoCapture],
        clock: Callable[[], float] = time.monotonic,
        later: bool = False,
        hold: Callable[[VideoCapture], HeldControls | None] = lambda _capture: None,
    ) -> None:
        self.name = name
        self._connect = connect
        self._hold_controls = hold
        self._clock = clock
        self._number = -1
        self._capture: VideoCapture | None = None
        self._held_controls: HeldControls | None = None
        if not later:
            self._open_camera()

    @property
    def obtained(self) -> str:
        """The agreed mode, as "3840x2160 MJPG at 30 frames a second, focus locked"; "nothing" while lost."""
        if self._capture is None:
            return "nothing"
        properties = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FPS, cv2.CAP_PROP_FOURCC)
        width, height, fps, code = (int(self._capture.get(prop)) for prop in properties)
        coding = code.to_bytes(4, "little").decode("ascii", "replace").strip("\0 ") if code > 0 else "unknown coding"
        return f"{width}x{height} {coding} at {fps} frames a second{_describe_focus(self._capture)}"

    def read(self) -> Frame:
        """Return the next image, with the time of its arrival."""
        capture = self._capture or self._open_camera()
        is_read, image = capture.read()
        self._number += 1
        if not is_read or image is None:
            self.close()
            raise CameraUnavailable(
                Message("{camera} no longer sends images: check its cable or its network", camera=self.name)
            )
        try:
            frame = build_frame(image, self._clock(), self._number)
            if self._held_controls is not None and not self._held_controls.settled:
                self._held_controls.see(frame.grey)
            return frame
        except BadPicture as trouble:
            skipped = Message(
                "{camera}: a damaged image was skipped ({fault}): check the cable",
                camera=self.name, fault=get_message(trouble),
            )  # fmt: skip
            raise BadPicture(skipped) from trouble

    @property
    def controls(self) -> tuple[Message, ...]:
        """The locked and refused controls of the camera, as sentences."""
        return self._held_controls.says if self._held_controls is not None else ()

    def close(self) -> None:
        """Release the camera with its former controls."""
        if self._held_controls is not None:
            self._held_controls.restore()
            self._held_controls = None
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open_camera(self) -> VideoCapture:
        self._capture = self._connect()
        self._held_controls = self._hold_controls(self._capture)
        return self._capture


def _describe_focus(capture: VideoCapture) -> str:
    """Describe whether the focus could be locked; empty if OpenCV cannot know."""
    if int(capture.get(cv2.CAP_PROP_BACKEND)) != cv2.CAP_V4L2:
        return ""
    autofocus = capture.get(cv2.CAP_PROP_AUTOFOCUS)
    if autofocus == 0:
        return ", focus locked"
    return ", its autofocus cannot be switched off" if autofocus > 0 else ", no autofocus"


def device(
    named: Path | int,
    size: tuple[int, int] | None = None,
    open_capture: OpenCapture = cv2.VideoCapture,
    clock: Callable[[], float] = time.monotonic,
    driver: CameraDriver | None = None,
    later: bool = False,
) -> LiveCamera:
    """Open a camera by its path or number in Motion-JPEG of `size` (else the largest it has), and hold its controls.

    Controls that a killed program left changed are restored first.

    driver: that of this system if not given. later: see `LiveCamera`. Raises CameraUnavailable when the camera is
    absent, busy or not allowed.
    """
    used_driver = driver or camera_driver()

    name = Message("camera {path}", path=named)

    def hold(capture: VideoCapture) -> HeldControls | None:
        port = open_controls(named) if isinstance(named, Path) else None
        left_controls = LeftControls(usual_place(named))
        return HeldControls(port or OpenCvControls(capture, used_driver), name, memory=left_controls)

    def connect() -> VideoCapture:
        _check_device(named, used_driver)
        capture = open_capture(str(named) if isinstance(named, Path) else named, used_driver.api)
        if not capture.isOpened():
            raise CameraUnavailable(_describe_failure(named))
        if size is not None:
            _request_size(capture, size, used_driver.keeps_jpeg)
        else:
            _request_largest(capture, used_driver)
        return capture

    return LiveCamera(name, connect, clock, later, hold)


def _check_device(named: Path | int, driver: CameraDriver) -> None:
    if isinstance(named, int):
        _check_number(named, driver)
        return
    if not named.exists():
        raise CameraUnavailable(
            Message("there is no camera at {path}: plug it in (`tablecam doctor` lists the cameras)", path=named)
        )
    if not os.access(named, os.R_OK | os.W_OK):
        raise CameraUnavailable(
            Message(
                "you do not have permission to use camera {path}: run `sudo usermod -aG video $USER`, then log "
                "out and in again",
                path=named,
            )
        )


def _check_number(number: int, driver: CameraDriver) -> None:
    """Check a camera's number. An empty list from the system may be wrong: then only OpenCV's answer counts."""
    known_numbers = {offer.source for offer in list_cameras(driver)}
    if known_numbers and str(number) not in known_numbers:
        raise CameraUnavailable(
            Message("camera {number} is not connected: plug it in (`tablecam doctor` lists the cameras)", number=number)
        )


def _describe_failure(named: Path | int) -> Message:
    if isinstance(named, int):
        return Message(
            "camera {number} cannot be opened: plug it in, close any other program that uses it, and allow "
            "this program to use the camera in the system's privacy settings (`tablecam doctor` lists the "
            "cameras)",
            number=named,
        )
    return Message(
        "camera {path} cannot be opened: close the program that uses it, or choose another number (`tablecam "
        "doctor` lists the cameras)",
        path=named,
    )


def _request_size(capture: VideoCapture, size: tuple[int, int], keeps_jpeg: bool) -> None:
    """Request the coding first: at USB's speed the large sizes exist in Motion-JPEG only."""
    capture.set(cv2.CAP_PROP_FOURCC, MJPG)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, BUFFERS)
    if keeps_jpeg and int(capture.get(cv2.CAP_PROP_FOURCC)) == MJPG:
        capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)


def _request_largest(capture: VideoCapture, driver: CameraDriver) -> None:
    """Request one usual size after another until no larger one remains, then the largest that was accepted.

    Not every system answers with the nearest size of the camera: some fall back to a small one, or answer nothing.
    """
    best_size = (0, 0)
    for size in (
        driver.largest,
        *(size for size in USUAL_SIZES if _compute_area(size) < _compute_area(driver.largest)),
    ):
        if _compute_area(size) <= _compute_area(best_size):
            break
        _request_size(capture, size, driver.keeps_jpeg)
        best_size = max(best_size, _read_size(capture), key=_compute_area)
    if _compute_area(best_size) > 0 and _read_size(capture) != best_size:
        _request_size(capture, best_size, driver.keeps_jpeg)


def _compute_area(size: tuple[int, int]) -> int:
    return size[0] * size[1]


def _read_size(capture: VideoCapture) -> tuple[int, int]:
    return int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))


def stream(
    url: str,
    open_capture: OpenCapture = cv2.VideoCapture,
    clock: Callable[[], float] = time.monotonic,
    later: bool = False,
) -> LiveCamera:
    """Open a stream from the network: http:// (Motion-JPEG), rtsp:// and all other protocols of FFmpeg.

    later: see `LiveCamera`. Raises CameraUnavailable when it cannot be reached or is no video.
    """
    patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, STREAM_OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, STREAM_READ_MS]

    def connect() -> VideoCapture:
        capture = open_capture(url, cv2.CAP_FFMPEG, patience)
        if not capture.isOpened():
            raise CameraUnavailable(
                Message(
                    "stream {address} does not open: check its address, and that the camera is on",
                    address=_hide_login(url),
                )
            )
        if int(capture.get(cv2.CAP_PROP_FOURCC)) == MJPG:
            capture.set(cv2.CAP_PROP_FORMAT, -1)
        return capture

    return LiveCamera(Message("stream {address}", address=_hide_login(url)), connect, clock, later)


def _hide_login(url: str) -> str:
    """Return the address without a user's name and password."""
    scheme, _, address = url.partition("://")
    host, slash, path = address.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"
