"""The camera's image, small enough for a tablet; encoded only on request, and once for all viewers."""

import threading

import cv2
import numpy as np
from flask import Blueprint, Response, abort

from tablecam.base.i18n import gettext as _
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from webui.server.query import integer
from webui.table import present

QUALITY = 75
PATIENCE_S = 1.0


class Encoder:
    """Keeps the last image, so that many viewers cost as much as one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = -1
        self._jpeg = b""

    def jpeg(self, view: PublishedFrame) -> bytes | None:
        """The part of the view's image that shows the table, as JPEG; None before the first image."""
        area = present.picture_area(view)
        if view.frame is None or area is None:
            return None
        with self._lock:
            if view.number != self._number:
                self._jpeg = encode(view.frame.image, area)
                self._number = view.number
            return self._jpeg


def encode(image: np.ndarray, area: present.Area) -> bytes:
    """A JPEG of that part of `image`, (height, width) or (height, width, 3), small enough to send."""
    crop = image[area.top : area.top + area.height, area.left : area.left + area.width]
    if area.sent_size != (area.width, area.height):
        crop = cv2.resize(crop, area.sent_size, interpolation=cv2.INTER_AREA)
    return encode_jpeg(crop)


def encode_jpeg(image: np.ndarray) -> bytes:
    """The complete image as JPEG."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def blueprint(live: LiveLoop) -> Blueprint:
    """Serves /api/picture.jpg?after=NUMBER: the latest image, as soon as it is newer than NUMBER."""
    pictures = Blueprint("picture", __name__)
    encoder = Encoder()

    @pictures.get("/api/picture.jpg")
    def get_picture() -> Response:
        newer_than = integer("after", -1)
        view = live.wait(newer_than, PATIENCE_S)
        jpeg = encoder.jpeg(view) or abort(503, _("The camera has not sent an image yet."))
        response = Response(jpeg, mimetype="image/jpeg")
        response.headers["X-View"] = str(view.number)
        return response

    return pictures
