"""The devices that have joined, for the table's page: seat, since when, last seen, and the command to send one away."""

import time
from collections.abc import Generator, Iterator
from typing import Any

from flask import Blueprint, Flask, Response, abort, jsonify, request

from tablecam.base.i18n import gettext as _
from webui.entrance import access
from webui.entrance.access import Access, Seat, only
from webui.entrance.devices import AWAY
from webui.server.stream import HAND_OVER, HandOver

# a stream is a sign of life each second
HERE_S = 5.0
MAY_SEND_AWAY = ("table", "umpire")  # no text


def blueprint() -> Blueprint:
    """Serves /api/devices and /api/devices/away."""
    pages = Blueprint("devices", __name__)

    @pages.get("/api/devices")
    def list_devices() -> Response:
        only(*MAY_SEND_AWAY)
        return jsonify(devices=_describe_devices())

    @pages.post("/api/devices/away")
    def end_device() -> Response:
        only(*MAY_SEND_AWAY)
        device = request.get_json().get("device")
        if device == access.seat().device:
            abort(409, _("This is the device in your hand: leave its seat on the page Join instead."))
        if not isinstance(device, str) or not access.current().devices.end(device, AWAY):
            abort(404, _("That device has left already: look at the list again."))
        return jsonify(devices=_describe_devices())

    return pages


def install(app: Flask, seats: Access) -> None:
    """Serves the pages, and ends the streams of a device with its token."""
    app.register_blueprint(blueprint())

    @app.after_request
    def end_with_token(response: Response) -> Response:
        if response.mimetype != "text/event-stream" or not access.seat().device:
            return response
        seat = access.seat()
        hand_over: HandOver | None = request.environ.get(HAND_OVER)
        if hand_over is not None and hand_over.follower is not None:
            hand_over.counts = lambda: seats.counts(seat)
        else:
            response.response = until_ended(iter(response.response), seats, seat)
        return response


def until_ended(lines: Iterator[Any], seats: Access, seat: Seat) -> Iterator[Any]:
    """The stream, for as long as the token of its seat counts: later lines are for other devices."""
    try:
        for line in lines:
            if not seats.counts(seat):
                return
            yield line
    finally:
        if isinstance(lines, Generator):
            lines.close()


def _describe_devices() -> list[dict[str, object]]:
    """The devices, the most recently seen first. early: it joined with a version that did not note when."""
    time_s, own_device = time.time(), access.seat().device
    return [
        {
            "device": name,
            "role": device.role,
            "called": str(access.role_name(device.role)),
            "since": round(device.since),
            "early": device.early,
            "seen_s": max(0, round(time_s - device.seen)),
            "here": time_s - device.seen < HERE_S,
            "own": name == own_device,
        }
        for name, device in access.current().devices.listed().items()
    ]
