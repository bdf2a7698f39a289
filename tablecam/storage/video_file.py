"""Videos that browsers play, written by the encoder that is there.

    with open_video(Path("film.webm"), 8.0, (960, 540)) as video:
        video.write(image)

H.264 in MP4 plays everywhere and is a tenth as large; it needs PyAV, an extra package. OpenCV, which is always there,
writes VP8 in WebM, which Chrome, Edge, Firefox and recent versions of Safari play.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

import cv2
import numpy as np

from tablecam.base.errors import BadFile

MP4, WEBM = ".mp4", ".webm"
MIME_TYPES = MappingProxyType({MP4: "video/mp4", WEBM: "video/webm"})
VP8 = cv2.VideoWriter.fourcc(*"VP80")
# for a table filmed in the room's light, a fifth of a megabyte for each second of 960 x 540
H264_OPTIONS = MappingProxyType({"crf": "23", "preset": "veryfast"})


class WritableVideo(Protocol):
    """A video that is being written."""

    def write(self, image: np.ndarray) -> None:
        """Append an image, (rows, columns, 3) uint8 BGR, of the size of the video."""

    def close(self) -> None:
        """Complete the file."""


def find_best_suffix() -> str:
    """The suffix of the best video that can be written here."""
    return MP4 if find_spec("av") else WEBM


@contextmanager
def open_video(path: Path, fps: float, size: tuple[int, int]) -> Iterator[WritableVideo]:
    """A new video of that many images a second, in the format of its suffix; BadFile if it cannot be written."""
    video = _open_video(path, fps, size)
    try:
        yield video
    finally:
        video.close()


def _open_video(path: Path, fps: float, size: tuple[int, int]) -> WritableVideo:
    suffix = path.suffix.lower()
    if suffix == WEBM:
        return _WebmVideo(path, fps, size)
    if suffix != MP4:
        raise BadFile(f"{path}: a video is written as {MP4} or {WEBM}")
    if not find_spec("av"):
        raise BadFile(f"{path}: write it as {WEBM}, or install PyAV first: pip install 'tablecam[film]'")
    return _Mp4Video(path, fps, size)


class _WebmVideo:
    """VP8 by OpenCV."""

    def __init__(self, path: Path, fps: float, size: tuple[int, int]) -> None:
        self._writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, VP8, fps, size)
        if not self._writer.isOpened():
            raise BadFile(f"{path}: OpenCV cannot write this video here; install PyAV: pip install 'tablecam[film]'")

    def write(self, image: np.ndarray) -> None:
        """Append an image."""
        self._writer.write(image)

    def close(self) -> None:
        """Complete the file."""
        self._writer.release()


class _Mp4Video:
    """H.264 by PyAV."""

    def __init__(self, path: Path, fps: float, size: tuple[int, int]) -> None:
        import av

        self._make_frame: Any = av.VideoFrame.from_ndarray
        # the index goes before the images, so that a browser plays while it loads
        self._file: Any = av.open(str(path), "w", options={"movflags": "+faststart"})
        self._stream: Any = self._file.add_stream("libx264", rate=Fraction(fps), options=dict(H264_OPTIONS))
        self._stream.width, self._stream.height = size
        self._stream.pix_fmt = "yuv420p"
        # two threads at most: a game may be in progress beside it
        self._stream.codec_context.thread_count = 2

    def write(self, image: np.ndarray) -> None:
        """Append an image."""
        self._file.mux(self._stream.encode(self._make_frame(image, format="bgr24")))

    def close(self) -> None:
        """Complete the file."""
        self._file.mux(self._stream.encode())
        self._file.close()
