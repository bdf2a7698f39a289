"""The sources of frames behind one small interface, and the opening of a source by its text."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, Self

import cv2

from tablecam.base.errors import BadFile, BadPicture
from tablecam.base.i18n import Message
from tablecam.base.system import camera_driver
from tablecam.sensing.camera.device import device, stream
from tablecam.sensing.camera.pi_camera import PiCamera
from tablecam.sensing.camera.recording import FOLDER_FPS, PICTURE_SUFFIXES, Video, folder, photo
from tablecam.sensing.vision.frame import Frame

SIZES = {"4k": (3840, 2160), "1080p": (1920, 1080), "720p": (1280, 720)}


class Source(Protocol):
    """A camera, or a recording of one; a context manager that closes itself.

    name: for instance "camera /dev/video0". live: true for a device or stream, which loses frames that are not read;
    false for a recording, which gives every frame.
    """

    @property
    def name(self) -> str | Message:
        """Its name in sentences."""

    live: bool

    def read(self) -> Frame | None:
        """Return the next frame, or None at the end of a recording.

        Raises BadPicture for one unusable frame, and CameraUnavailable while a live camera is lost. After either,
        `read` may be called again: for the next frame, or to try the camera again.
        """

    def close(self) -> None:
        """Close the device or file."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def open_source(
    text: str,
    size: tuple[int, int] | None = None,
    *,
    fps: float = FOLDER_FPS,
    clock: Callable[[], float] = time.monotonic,
    later: bool = False,
) -> Source:
    """Open the source that `text` names.

    A number or (on Linux) a path under /dev (a device), "libcamera" / "libcamera:1" (a Raspberry Pi's), a URL (a
    stream), a video file, a folder of images, one image, or "synthetic" / "synthetic:4k" (drawn). size: width and
    height wanted of a device; fps: the pace of a folder's images. later: whether the first `read` opens a device or
    stream, so that it may be absent until then.
    Raises BadFile, BadPicture or CameraUnavailable with a sentence.
    """
    if not text.strip():
        raise BadFile(
            "no camera is named: give a file or folder, a camera's number (0) or a stream's address (rtsp://...)"
        )
    if text.partition(":")[0] == "synthetic":
        return _open_synthetic(text)
    if text.partition(":")[0] == "libcamera":
        return _open_libcamera(text, size, clock, later)
    if "://" in text:
        return stream(text, clock=clock, later=later)
    device_name = camera_driver().device(text)
    if device_name is not None:
        return device(device_name, size, clock=clock, later=later)
    return _open_recording(Path(text), fps)


def frames(source: Source, skipped: Callable[[str], None]) -> Iterator[Frame]:
    """Yield every usable frame of a recording; `skipped` receives a sentence for each unusable one.

    A live source never ends, and its loss raises CameraUnavailable: use `LatestFrame` for those.
    """
    while True:
        try:
            frame = source.read()
            if frame is None:
                return
            frame.grey  # noqa: B018 - decodes the image now, so that a damaged one is reported here
        except BadPicture as trouble:
            skipped(str(trouble))
        else:
            yield frame


def _open_recording(path: Path, fps: float) -> Source:
    if path.is_dir():
        return folder(path, fps)
    if not path.is_file():
        raise BadFile(
            f"{path}: no such file or folder: give one, a camera's number (0) or a stream's address (rtsp://...)"
        )
    if path.suffix.lower() in PICTURE_SUFFIXES or cv2.haveImageReader(str(path)):
        return photo(path)
    return Video(path)


def _open_libcamera(text: str, size: tuple[int, int] | None, clock: Callable[[], float], later: bool) -> Source:
    number = text.partition(":")[2] or "0"
    if not number.isdecimal():
        raise BadFile(f"{text}: no such camera: say libcamera:0 or libcamera:1")
    return PiCamera(int(number), size, clock, later)


def _open_synthetic(text: str) -> Source:
    from tablecam.sensing.camera.synthetic.camera import (
        SyntheticCamera,  # draws a whole table: loaded on demand
    )

    name = text.partition(":")[2] or "1080p"
    if name.lower() not in SIZES:
        raise BadFile(f"{text}: no such picture size: say synthetic:{' or synthetic:'.join(SIZES)}")
    return SyntheticCamera(size=SIZES[name.lower()])
