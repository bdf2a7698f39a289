"""The devices that are present: those that follow a stream now."""

import threading
from collections import Counter

from flask import Flask, Response, request

from webui.entrance import access
from webui.server.stream import HAND_OVER, HandOver


class Presence:
    """Open streams by role and device; a device with two tabs is one device."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._streams: Counter[tuple[str, str]] = Counter()

    def opened(self, role: str, device: str) -> None:
        """Counts a stream that a device has opened."""
        with self._lock:
            self._streams[role, device] += 1

    def closed(self, role: str, device: str) -> None:
        """Counts a stream that a device has closed."""
        with self._lock:
            self._streams[role, device] -= 1
            self._streams += Counter()  # drops the zeros

    def joined(self) -> dict[str, int]:
        """The number of devices that each role has now."""
        with self._lock:
            device_counts = Counter(role for role, _device in self._streams)
        return {role: device_counts[role] for role in access.current().roles}


def install(app: Flask, presence: Presence) -> None:
    """Counts the devices that follow a stream of the app, for as long as it is open."""

    @app.after_request
    def count_stream(response: Response) -> Response:
        if response.mimetype == "text/event-stream":
            sender = access.seat()
            seat = sender.role, sender.device or str(request.remote_addr)
            presence.opened(*seat)
            hand_over: HandOver | None = request.environ.get(HAND_OVER)
            if hand_over is not None and hand_over.follower is not None:
                # the response ends here, but not the stream
                hand_over.ended = lambda: presence.closed(*seat)
            else:
                response.call_on_close(lambda: presence.closed(*seat))
        return response
