"""Cameras of a Raspberry Pi and other libcamera devices, through Picamera2, which Raspberry Pi OS includes.

Picamera2 comes with the system (`sudo apt install python3-picamera2`), not from PyPI, and is loaded on demand. It
reports the time of each image, so its delay is known.
"""

import importlib
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from typing import Any, Protocol

import cv2
import numpy as np

from tablecam.base.errors import CameraUnavailable
from tablecam.base.i18n import Message
from tablecam.sensing.vision.frame import Frame

LARGEST = (3840, 2160)
BUFFERS = 3
# after this many images the camera has found its exposure, and it is locked
WARM_UP_FRAMES = 30
# an older time stamp comes from another clock
LONGEST_AGO_S = 5.0
# the values that the camera chose itself, and the switches that lock them
LOCKED = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
OFF: Mapping[str, Any] = {"AeEnable": False, "AwbEnable": False, "AfMode": 0}


class PiRequest(Protocol):
    """The used part of picamera2's CompletedRequest."""

    def make_array(self, name: str) -> np.ndarray:
        """Return the image of a stream."""

    def get_metadata(self) -> Mapping[str, Any]:
        """Return libcamera's metadata of it."""

    def release(self) -> None:
        """Give its buffer back."""


class PiDevice(Protocol):
    """The used part of picamera2.Picamera2."""

    sensor_modes: Sequence[Mapping[str, Any]]
    camera_controls: Mapping[str, Any]

    def create_video_configuration(self, **wanted: Any) -> Any:
        """Return a configuration for a stream of images."""

    def configure(self, configuration: Any) -> Any:
        """Apply the configuration."""

    def start(self) -> None:
        """Start the stream."""

    def capture_request(self) -> PiRequest:
        """Return the next image."""

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        """Set some of `camera_controls`."""

    def stop(self) -> None:
        """Stop the stream."""

    def close(self) -> None:
        """Release the camera."""


class YuvFrame(Frame):
    """An image from libcamera: brightness first, colours in a quarter of the size; decoded on access."""

    def __init__(self, planes: np.ndarray, size: tuple[int, int], time: float, number: int) -> None:
        self.__dict__.update(_planes=planes, _size=size, time=time, number=number)

    @cached_property
    def grey(self) -> np.ndarray:
        """The image as (height, width) uint8, C-contiguous."""
        width, height = self.size
        return np.ascontiguousarray(self.__dict__["_planes"][:height, :width])

    @cached_property
    def image(self) -> np.ndarray:
        """The image as (height, width, 3) BGR, uint8."""
        width, height = self.size
        return np.ascontiguousarray(cv2.cvtColor(self.__dict__["_planes"], cv2.COLOR_YUV2BGR_I420)[:height, :width])

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        size: tuple[int, int] = self.__dict__["_size"]
        return size


class PiCamera(AbstractContextManager["PiCamera"]):
    """A camera by libcamera's number. `read` raises CameraUnavailable while it is lost, and then tries again.

    size: wanted; without it the largest that the sensor reads out completely, up to 4K.
    """

    live = True

    def __init__(
        self,
        number: int,
        size: tuple[int, int] | None = None,
        clock: Callable[[], float] = time.monotonic,
        later: bool = False,
        opened: Callable[[int], PiDevice] | None = None,
    ) -> None:
        self.name = Message("libcamera {number}", number=number)
        self._camera, self._size, self._clock = number, size, clock
        self._open_device = opened or _open_device
        self._device: PiDevice | None = None
        self._count = -1
        self._frames_since_open = 0
        self._locked_controls: tuple[str, ...] = ()
        self.delay_s: float | None = None
        if not later:
            self._start_camera()

    @property
    def obtained(self) -> str:
        """The agreed mode, in words; "nothing" while lost."""
        if self._device is None or self._size is None:
            return "nothing"
        delay = "" if self.delay_s is None else f", {self.delay_s:.2f} s late"  # no text
        return f"{self._size[0]}x{self._size[1]} YUV420{delay}"

    @property
    def controls(self) -> tuple[Message, ...]:
        """The locked controls of the camera."""
        if not self._locked_controls:
            return ()
        return (Message("{camera}: locked: {controls}", camera=self.name, controls=", ".join(self._locked_controls)),)

    def read(self) -> Frame:
        """Return the next image, with the time when it was taken."""
        device = self._device or self._start_camera()
        try:
            request = device.capture_request()
        except (RuntimeError, OSError) as error:
            self.close()
            raise CameraUnavailable(
                Message("{camera} no longer sends images: check its cable", camera=self.name)
            ) from error
        try:
            planes, metadata = request.make_array("main"), request.get_metadata()
        finally:
            request.release()
        assert self._size is not None
        self._count += 1
        self._frames_since_open += 1
        if self._frames_since_open == WARM_UP_FRAMES:
            self._lock_controls(device, metadata)
        return YuvFrame(planes, self._size, self._compute_time(metadata), self._count)

    def close(self) -> None:
        """Release the camera."""
        if self._device is not None:
            self._device.stop()
            self._device.close()
            self._device = None

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start_camera(self) -> PiDevice:
        device = self._open_device(self._camera)
        self._size = self._size or _choose_largest(device.sensor_modes)
        device.configure(
            device.create_video_configuration(main={"size": self._size, "format": "YUV420"}, buffer_count=BUFFERS)
        )
        device.start()
        self._device, self._frames_since_open = device, 0
        return device

    def _lock_controls(self, device: PiDevice, found: Mapping[str, Any]) -> None:
        """Lock the automatic controls at the camera's present values; libcamera forgets them on closing."""
        values = {name: found[name] for name in LOCKED if name in found and name in device.camera_controls}
        device.set_controls(
            {**{name: off_value for name, off_value in OFF.items() if name in device.camera_controls}, **values}
        )
        self._locked_controls = tuple(values)

    def _compute_time(self, said: Mapping[str, Any]) -> float:
        """Return the time of the image, on the program's clock."""
        now_s, stamp_ns = self._clock(), said.get("SensorTimestamp")
        ago_s = now_s - stamp_ns / 1e9 if stamp_ns is not None else -1.0
        if not 0 <= ago_s < LONGEST_AGO_S:
            return now_s
        self.delay_s = ago_s
        return now_s - ago_s


def _choose_largest(modes: Sequence[Mapping[str, Any]]) -> tuple[int, int]:
    """Return the largest image up to 4K in one of the sensor's own sizes, or 4K cut from a larger one."""
    sizes = [tuple(mode["size"]) for mode in modes]
    fitting = [size for size in sizes if size[0] <= LARGEST[0] and size[1] <= LARGEST[1]]
    if any(size[0] >= LARGEST[0] and size[1] >= LARGEST[1] for size in sizes):
        return LARGEST
    width, height = max(fitting, key=lambda size: size[0] * size[1], default=(1920, 1080))
    # libcamera wants even sizes
    return int(width) // 2 * 2, int(height) // 2 * 2


def _open_device(number: int) -> PiDevice:
    try:
        library = importlib.import_module("picamera2")
    except ImportError as error:
        raise CameraUnavailable(
            Message(
                "libcamera needs Picamera2, which is not installed: on Raspberry Pi OS run `sudo apt install "
                "python3-picamera2` and create the environment with `--system-site-packages`"
            )
        ) from error
    try:
        device: PiDevice = library.Picamera2(number)
    except (IndexError, RuntimeError) as error:
        raise CameraUnavailable(
            Message("libcamera has no camera {number}, or another program uses it: check its cable", number=number)
        ) from error
    return device
