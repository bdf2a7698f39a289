"""Live cameras through OpenCV: a device of this computer and a stream from the network.

Both are opened again by the next `read` after they were lost. Pictures in Motion-JPEG are left as the camera sent them.
"""

import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from tablecam.base.errors import BadPicture, CameraUnavailable
from tablecam.base.i18n import Message, message_of
from tablecam.base.system import CameraDriver, camera_driver
from tablecam.sensing.camera.controls import HeldControls
from tablecam.sensing.camera.left_controls import LeftControls, usual_place
from tablecam.sensing.camera.opencv_controls import OpenCvControls
from tablecam.sensing.camera.plugged_in import plugged_in
from tablecam.sensing.camera.recorded import MJPG, frame_of
from tablecam.sensing.camera.v4l2_controls import open_controls
from tablecam.sensing.vision.frame import Frame

# One is being filled while the other is handed over. With a single buffer every second frame is lost, and more than
# two only make pictures old.
BUFFERS = 2
# What cameras for computers have, the largest first.
USUAL_SIZES = (
    (3840, 2160), (3264, 2448), (2592, 1944), (2560, 1440), (1920, 1080), (1600, 1200), (1280, 960), (1280, 720),
)  # fmt: skip
# A stream that is silent for so long is given up and opened again.
STREAM_OPEN_MS = 5_000
STREAM_READ_MS = 3_000


class VideoCapture(Protocol):
    """The part of cv2.VideoCapture that is used here."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether there is a connection."""

    def read(self) -> tuple[bool, np.ndarray]:
        """Whether a picture came, and the picture."""

    def get(self, prop: int, /) -> float:
        """A property's value."""

    def set(self, prop: int, value: float, /) -> bool:
        """Asks for a property; False when the driver has no such thing."""

    def release(self) -> None:
        """Ends the connection."""


OpenCapture = Callable[..., VideoCapture]


class LiveCamera(AbstractContextManager["LiveCamera"]):
    """A device or a stream. `connect` opens it, or raises CameraUnavailable with a sentence.

    later: whether the first `read` opens it, as every `read` does after a loss. `read` raises CameraUnavailable when
    the camera is lost (the next call tries to open it again) and BadPicture for a damaged picture (the next goes on).
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
        self._hold = hold
        self._clock = clock
        self._number = -1
        self._capture: VideoCapture | None = None
        self._held: HeldControls | None = None
        if not later:
            self._open()

    @property
    def obtained(self) -> str:
        """What the camera agreed to, as "3840x2160 MJPG at 30 frames a second, focus locked"; "nothing" while lost."""
        if self._capture is None:
            return "nothing"
        asked = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FPS, cv2.CAP_PROP_FOURCC)
        width, height, fps, code = (int(self._capture.get(prop)) for prop in asked)
        coding = code.to_bytes(4, "little").decode("ascii", "replace").strip("\0 ") if code > 0 else "unknown coding"
        return f"{width}x{height} {coding} at {fps} frames a second{_focus(self._capture)}"

    def read(self) -> Frame:
        """The next picture, at the time it came."""
        capture = self._capture or self._open()
        there, picture = capture.read()
        self._number += 1
        if not there or picture is None:
            self.close()
            raise CameraUnavailable(
                Message("{camera} gives no more pictures: check its cable or its network", camera=self.name)
            )
        try:
            frame = frame_of(picture, self._clock(), self._number)
            if self._held is not None and not self._held.settled:
                self._held.see(frame.grey)
            return frame
        except BadPicture as trouble:
            skipped = Message(
                "{camera}: a damaged picture was skipped ({fault}): check the cable",
                camera=self.name, fault=message_of(trouble),
            )  # fmt: skip
            raise BadPicture(skipped) from trouble

    @property
    def controls(self) -> tuple[Message, ...]:
        """What of the camera is locked, and what it refuses, as sentences."""
        return self._held.says if self._held is not None else ()

    def close(self) -> None:
        """Releases the camera, its controls as they were found."""
        if self._held is not None:
            self._held.restore()
            self._held = None
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> VideoCapture:
        self._capture = self._connect()
        self._held = self._hold(self._capture)
        return self._capture


def _focus(capture: VideoCapture) -> str:
    """Whether the focus could be locked, in words; nothing where OpenCV cannot know."""
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
    """A camera by its path or number, asked for Motion-JPEG of `size` (else the largest it has), its controls held.

    What a program before this one left of them, because it was killed, is set back first.

    driver: that of this system if not given. later: see `LiveCamera`. Raises CameraUnavailable when the camera is
    absent, busy or not allowed.
    """
    by = driver or camera_driver()

    name = Message("camera {path}", path=named)

    def hold(capture: VideoCapture) -> HeldControls | None:
        port = open_controls(named) if isinstance(named, Path) else None
        left = LeftControls(usual_place(named))
        return HeldControls(port or OpenCvControls(capture, by), name, memory=left)

    def connect() -> VideoCapture:
        _check_device(named, by)
        capture = open_capture(str(named) if isinstance(named, Path) else named, by.api)
        if not capture.isOpened():
            raise CameraUnavailable(_not_opened(named))
        if size is not None:
            _ask(capture, size, by.keeps_jpeg)
        else:
            _ask_largest(capture, by)
        return capture

    return LiveCamera(name, connect, clock, later, hold)


def _check_device(named: Path | int, driver: CameraDriver) -> None:
    if isinstance(named, int):
        _check_number(named, driver)
        return
    if not named.exists():
        raise CameraUnavailable(
            Message("there is no camera at {path}: plug it in (`tablecam doctor` lists what is there)", path=named)
        )
    if not os.access(named, os.R_OK | os.W_OK):
        raise CameraUnavailable(
            Message(
                "camera {path} may not be used by you: `sudo usermod -aG video $USER`, then log out and in again",
                path=named,
            )
        )


def _check_number(number: int, driver: CameraDriver) -> None:
    """Where a system lists no camera at all, it may not have been asked rightly: OpenCV's word then counts."""
    there = {offer.source for offer in plugged_in(driver)}
    if there and str(number) not in there:
        raise CameraUnavailable(
            Message("camera {number} is not there: plug it in (`tablecam doctor` lists what is there)", number=number)
        )


def _not_opened(named: Path | int) -> Message:
    if isinstance(named, int):
        return Message(
            "camera {number} does not open: plug it in, close the program that uses it, and let this program use the "
            "camera in the system's privacy settings (`tablecam doctor` lists what is there)",
            number=named,
        )
    return Message(
        "camera {path} does not open: close the program that uses it, or take another number "
        "(`tablecam doctor` lists them)",
        path=named,
    )


def _ask(capture: VideoCapture, size: tuple[int, int], keeps_jpeg: bool) -> None:
    """Sets the coding first: at USB's speed the large sizes exist in Motion-JPEG only."""
    capture.set(cv2.CAP_PROP_FOURCC, MJPG)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, BUFFERS)
    if keeps_jpeg and int(capture.get(cv2.CAP_PROP_FOURCC)) == MJPG:
        capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)


def _ask_largest(capture: VideoCapture, driver: CameraDriver) -> None:
    """Asks for one usual size after the other until no larger one is left, and for the largest that was agreed to.

    Not every system answers with the nearest size that the camera has: some go back to a small one, or say nothing.
    """
    best = (0, 0)
    for size in (driver.largest, *(size for size in USUAL_SIZES if _area(size) < _area(driver.largest))):
        if _area(size) <= _area(best):
            break
        _ask(capture, size, driver.keeps_jpeg)
        best = max(best, _obtained_size(capture), key=_area)
    if _area(best) > 0 and _obtained_size(capture) != best:
        _ask(capture, best, driver.keeps_jpeg)


def _area(size: tuple[int, int]) -> int:
    return size[0] * size[1]


def _obtained_size(capture: VideoCapture) -> tuple[int, int]:
    return int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))


def stream(
    url: str,
    open_capture: OpenCapture = cv2.VideoCapture,
    clock: Callable[[], float] = time.monotonic,
    later: bool = False,
) -> LiveCamera:
    """A stream from the network: http:// (Motion-JPEG), rtsp:// and what else FFmpeg opens.

    later: see `LiveCamera`. Raises CameraUnavailable when it cannot be reached or is no video.
    """
    patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, STREAM_OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, STREAM_READ_MS]

    def connect() -> VideoCapture:
        capture = open_capture(url, cv2.CAP_FFMPEG, patience)
        if not capture.isOpened():
            raise CameraUnavailable(
                Message(
                    "stream {address} does not open: check its address, and that the camera is on", address=_public(url)
                )
            )
        if int(capture.get(cv2.CAP_PROP_FOURCC)) == MJPG:
            capture.set(cv2.CAP_PROP_FORMAT, -1)
        return capture

    return LiveCamera(Message("stream {address}", address=_public(url)), connect, clock, later)


def _public(url: str) -> str:
    """The address without a user's name and password."""
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"
