"""Recorded frames: a video file, a folder of images, a single photo; and the recording of a video."""

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import cv2
import numpy as np

from tablecam.base.errors import BadFile, BadPicture
from tablecam.base.i18n import Message, get_message
from tablecam.sensing.vision.frame import Frame, JpegFrame

# The size of a JPEG, and whether it is complete, without decoding it.
#
# libjpeg fills missing parts with grey and reports that only on stderr, so this module checks the bytes. Reference:
# ITU-T T.81, annex B (markers).

START = b"\xff\xd8"
END = b"\xff\xd9"
START_OF_SCAN = 0xDA
# Start-of-frame markers, less the three of that row with another meaning (Huffman tables, JPG, arithmetic coding).
FRAME_HEADERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
# A stuffed zero, fill, and the markers that stand alone.
NO_SEGMENT = frozenset({0x00, 0x01, 0xFF, *range(0xD0, 0xDA)})
SEQUENTIAL = frozenset({0xC0, 0xC1})
# Bytes that may follow 0xFF inside a sequential scan: a stuffed zero, fill, a restart, or the head of a further scan.
IN_SCAN = np.zeros(256, bool)
IN_SCAN[[0x00, 0xFF, *range(0xD0, 0xD8), 0xC4, 0xDA, 0xDB, 0xDC, 0xDD]] = True


def is_jpeg(data: bytes) -> bool:
    """Report whether the data begins like a JPEG."""
    return data.startswith(START)


def size_if_whole(data: bytes) -> tuple[int, int]:
    """Return width and height in pixels of a JPEG that has its beginning, its end and no foreign bytes between.

    Takes half a millisecond for a 4K image. Bytes lost without a trace inside a scan go unnoticed. Raises BadPicture
    with the fault.
    """
    size, frame_header, scan_at = _read_headers(data)
    end_at = data.find(END, scan_at)
    if end_at < 0:
        raise BadPicture(Message("the JPEG breaks off after {bytes} bytes", bytes=len(data)))
    if frame_header in SEQUENTIAL and not _is_clean(data, scan_at, end_at):
        raise BadPicture(Message("the JPEG has foreign bytes in the middle of the image"))
    return size


def _read_headers(data: bytes) -> tuple[tuple[int, int], int, int]:
    """Return the size, the frame header's marker and the position of the first scan."""
    size, frame_header = (0, 0), 0
    for marker, position in _find_segments(data):
        if marker in FRAME_HEADERS:
            frame_header = marker
            size = (
                int.from_bytes(data[position + 5 : position + 7], "big"),
                int.from_bytes(data[position + 3 : position + 5], "big"),
            )
        if marker == START_OF_SCAN and min(size) > 0:
            return size, frame_header, position
    if not is_jpeg(data):
        raise BadPicture(Message("this is not a JPEG"))
    raise BadPicture(Message("the JPEG breaks off in its headers, after {bytes} bytes", bytes=len(data)))


def _find_segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield marker and position (of the length field) of each header segment, up to and with the first scan.

    Stray bytes between segments are skipped, as every decoder does: some cameras write them.
    """
    position = data.find(b"\xff", len(START)) if is_jpeg(data) else -1
    while 0 <= position < len(data) - 4:
        marker = data[position + 1]
        if marker in NO_SEGMENT:
            position += 1
        else:
            yield marker, position + 2
            position += 2 + int.from_bytes(data[position + 2 : position + 4], "big")
        position = data.find(b"\xff", position)


def _is_clean(data: bytes, scan_at: int, end_at: int) -> bool:
    scan = np.frombuffer(data, np.uint8, end_at - scan_at, scan_at)
    escapes = np.flatnonzero(scan[:-1] == 0xFF)
    return bool(IN_SCAN[scan[escapes + 1]].all())


PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp", ".pgm", ".ppm"})
MJPG = cv2.VideoWriter.fourcc(*"MJPG")
# A folder has no times; this is the pace of a person putting photos down fast, or of a slow camera.
FOLDER_FPS = 10.0
# Of 100: a 4K frame is then about 3 MB, and tags read as well as from the frame itself.
RECORDED_QUALITY = 95


def load_image(path: Path, time: float = 0.0, number: int = 0) -> Frame:
    """Load the image in a file, unturned: any orientation mark is ignored, as the calibration belongs to the sensor.

    Raises BadFile when there is no such file, BadPicture when it is no image or a damaged one.
    """
    try:
        data = path.read_bytes()
    except OSError as trouble:
        raise BadFile(f"{path}: cannot be read ({trouble.strerror}): check the name") from trouble
    try:
        return _decode_image(data, time, number)
    except BadPicture as trouble:
        fault = Message("{path}: {fault}: take or copy it again, as JPEG or PNG", path=path, fault=get_message(trouble))
        raise BadPicture(fault) from trouble


def _decode_image(data: bytes, time: float, number: int) -> Frame:
    if is_jpeg(data):
        frame = JpegFrame(data, size_if_whole(data), time, number)
        if frame.grey.shape[::-1] == frame.size:  # decoded at once, so that a fault names its file
            return frame
    image = (
        cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION) if data else None
    )
    if image is None:
        raise BadPicture(Message("this is not an image, or it is damaged"))
    return Frame(image, time, number)


class Photos(AbstractContextManager["Photos"]):
    """Images one after another, as frames of `fps` a second; `read` raises BadPicture for one, then goes on."""

    live = False

    def __init__(self, paths: Sequence[Path], name: str | Message, fps: float = FOLDER_FPS) -> None:
        self.name = name
        self.paths = tuple(paths)
        self._fps = fps
        self._next_number = 0

    def read(self) -> Frame | None:
        """Return the next image, or None after the last."""
        number = self._next_number
        if number >= len(self.paths):
            return None
        self._next_number += 1
        return load_image(self.paths[number], number / self._fps, number)

    def close(self) -> None:
        """End the images."""
        self._next_number = len(self.paths)

    def __exit__(self, *_: object) -> None:
        self.close()


def photo(path: Path) -> Photos:
    """Return one image as a source."""
    return Photos([path], Message("photo {path}", path=path))


def folder(path: Path, fps: float = FOLDER_FPS) -> Photos:
    """Return the images of a folder as a source, in the order a person counts: frame_2 before frame_10.

    Raises BadFile when there is none.
    """
    paths = sorted((file for file in path.iterdir() if _is_picture(file)), key=lambda file: _build_sort_key(file.name))
    if not paths:
        raise BadFile(f"{path}: no pictures in this folder: put JPEG or PNG files there")
    return Photos(paths, Message("folder {path}", path=path), fps)


def _is_picture(file: Path) -> bool:
    return file.suffix.lower() in PICTURE_SUFFIXES and not file.name.startswith(".") and file.is_file()


def _build_sort_key(name: str) -> list[tuple[bool, int, str]]:
    """Return a key that sorts the numbers in names as numbers."""
    pieces = re.split(r"(\d+)", name.lower())
    return [(piece.isdigit(), int(piece) if piece.isdigit() else 0, piece) for piece in pieces]


class Video(AbstractContextManager["Video"]):
    """The frames of a video file, with the video's own time stamps where they run forward, else number / fps.

    A Motion-JPEG video stores its images unchanged, so a damaged one is recognised: `read` raises BadPicture for it,
    then goes on. Raises BadFile when the file is no video.
    """

    live = False

    def __init__(self, path: Path) -> None:
        self.name = Message("video {path}", path=path)
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise BadFile(
                f"{path}: this is no video that can be read: give MP4, AVI or MKV, or pictures as JPEG or PNG"
            )
        # The calibration belongs to the sensor: a phone's note "turned by 90 degrees" is ignored.
        self._capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 0)
        if int(self._capture.get(cv2.CAP_PROP_FOURCC)) == MJPG:
            self._capture.set(cv2.CAP_PROP_FORMAT, -1)
        self._fps = self._capture.get(cv2.CAP_PROP_FPS) or FOLDER_FPS
        self._number = -1
        self._time = 0.0

    def read(self) -> Frame | None:
        """Return the next frame, or None at the end of the video."""
        is_read, image = self._capture.read()
        if not is_read:
            return None
        self._number += 1
        self._time = self._compute_time()
        try:
            return build_frame(image, self._time, self._number)
        except BadPicture as trouble:
            skipped = Message(
                "{recording}, frame {frame}: {fault}; it was skipped",
                recording=self.name, frame=self._number, fault=get_message(trouble),
            )  # fmt: skip
            raise BadPicture(skipped) from trouble

    def _compute_time(self) -> float:
        stamp = float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        if self._number == 0 or stamp > self._time:
            return max(stamp, 0.0)
        return self._time + 1 / self._fps

    def close(self) -> None:
        """End the frames."""
        self._capture.release()

    def __exit__(self, *_: object) -> None:
        self.close()


def build_frame(picture: np.ndarray, time: float, number: int) -> Frame:
    """Build a frame from an array of OpenCV's capture: an image, or in one row the bytes of a JPEG as the camera sent
    it.

    Raises BadPicture when the JPEG is not complete.
    """
    if picture.shape[0] > 1:
        return Frame(picture, time, number)
    data = picture.tobytes()
    return JpegFrame(data, size_if_whole(data), time, number)


class Recorder(AbstractContextManager["Recorder"]):
    """Writes frames to a Motion-JPEG video (.avi), all of one size; the n-th frame then lies at n / fps seconds.

    Raises BadFile when the file cannot be written, BadPicture for a frame of another size.
    """

    def __init__(self, path: Path, fps: float) -> None:
        self.path = path
        self._fps = fps
        self._size = (0, 0)
        self._writer: cv2.VideoWriter | None = None

    def write(self, frame: Frame) -> None:
        """Append a frame to the video."""
        if self._writer is None:
            self._writer = self._start_writer(frame.size)
        if frame.size != self._size:
            raise BadPicture(
                Message(
                    "{path}: frame {frame} is {size}, but the video began with {first_size}: record at one size",
                    path=self.path,
                    frame=frame.number,
                    size=f"{frame.size[0]}x{frame.size[1]}",
                    first_size=f"{self._size[0]}x{self._size[1]}",
                )
            )
        image = frame.image
        self._writer.write(image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR))

    def _start_writer(self, size: tuple[int, int]) -> cv2.VideoWriter:
        # OpenCV's own writer: the quality of FFmpeg's writer cannot be set, and is too low for small tags.
        writer = cv2.VideoWriter(str(self.path), cv2.CAP_OPENCV_MJPEG, MJPG, self._fps, size)
        if not writer.isOpened():
            raise BadFile(
                f"{self.path}: this video cannot be written: give a name that ends in .avi in a folder that exists"
            )
        writer.set(cv2.VIDEOWRITER_PROP_QUALITY, RECORDED_QUALITY)
        self._size = size
        return writer

    def close(self) -> None:
        """Complete the video."""
        if self._writer is not None:
            self._writer.release()
            self._writer = None

    def __exit__(self, *_: object) -> None:
        self.close()
