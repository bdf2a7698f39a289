"""The camera's picture, small enough for a tablet; made only while someone looks, and once for all who do."""

import threading

import cv2
import numpy as np
from flask import Blueprint, Response, abort, request

from tablecam.session.live import Live
from webui.present import shown_size

QUALITY = 75
PATIENCE_S = 1.0


class Encoder:
    """Keeps the last picture it made, so that many who look cost as much as one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = -1
        self._jpeg = b""

    def jpeg(self, number: int, image: np.ndarray) -> bytes:
        """The picture of view `number` as JPEG, at most 1280 px wide."""
        with self._lock:
            if number != self._number:
                self._jpeg = encode(image)
                self._number = number
            return self._jpeg


def encode(image: np.ndarray) -> bytes:
    """A JPEG of `image`, (height, width) or (height, width, 3), at most 1280 px wide."""
    height, width = image.shape[:2]
    size = shown_size(width, height)
    # 4K divided by three is the fast case of the area filter
    small = image if size == (width, height) else cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def blueprint(live: Live) -> Blueprint:
    """Serves /api/picture.jpg?after=NUMBER: the newest picture, as soon as there is one newer than NUMBER."""
    pictures = Blueprint("picture", __name__)
    encoder = Encoder()

    @pictures.get("/api/picture.jpg")
    def picture() -> Response:
        after = request.args.get("after", default=-1, type=int)
        view = live.wait(after, PATIENCE_S)
        if view.frame is None:
            abort(503, "The camera has not sent a picture yet.")
        response = Response(encoder.jpeg(view.number, view.frame.image), mimetype="image/jpeg")
        response.headers["X-View"] = str(view.number)
        return response

    return pictures
