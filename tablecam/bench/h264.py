"""A film as a camera with H.264 sends it, encoded and decoded by PyAV, which is only in use here."""

import importlib.util
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import av

FPS = 30


def there_is_an_encoder() -> bool:
    """Whether PyAV is installed; its wheels have x264."""
    return importlib.util.find_spec("av") is not None


def last_of_film(pictures: Iterable[np.ndarray], mbit: float) -> np.ndarray:
    """The last of some pictures, (rows, columns, 3) BGR each, after a stream of so many megabits a second."""
    import av

    encoder = av.CodecContext.create("libx264", "w")
    decoder = av.CodecContext.create("h264", "r")
    packets: list[av.Packet] = []
    for picture in pictures:
        if not packets:
            _set_up(encoder, picture, mbit)
        packets += encoder.encode(av.VideoFrame.from_ndarray(picture, format="bgr24"))
    packets += encoder.encode(None)
    decoded = [frame for packet in [*packets, None] for frame in decoder.decode(packet)]
    return decoded[-1].to_ndarray(format="bgr24")


def _set_up(encoder: "av.VideoCodecContext", picture: np.ndarray, mbit: float) -> None:
    rate = int(mbit * 1e6)
    encoder.height, encoder.width = picture.shape[:2]
    encoder.pix_fmt, encoder.time_base, encoder.framerate = "yuv420p", Fraction(1, FPS), Fraction(FPS)
    encoder.bit_rate, encoder.thread_count = rate, 1
    # as a camera encodes: at once, and never more than its rate
    encoder.options = {"preset": "veryfast", "tune": "zerolatency", "maxrate": str(rate), "bufsize": str(rate // 2)}
