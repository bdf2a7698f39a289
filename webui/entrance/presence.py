"""Which devices are there: those that follow the table's stream now."""

import threading
from collections import Counter

from flask import Flask, Response, request

from webui import access


class Presence:
    """Open streams by role and device; a device with two tabs is one device."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._streams: Counter[tuple[str, str]] = Counter()

    def come(self, role: str, device: str) -> None:
        """A stream of theirs was opened."""
        with self._lock:
            self._streams[role, device] += 1

    def go(self, role: str, device: str) -> None:
        """A stream of theirs was closed."""
        with self._lock:
            self._streams[role, device] -= 1
            self._streams += Counter()  # drops what has come to nothing

    def joined(self) -> dict[str, int]:
        """How many devices each role has now."""
        with self._lock:
            found = Counter(role for role, _ in self._streams)
        return {role: found[role] for role in access.ROLES}


def install(app: Flask, presence: Presence) -> None:
    """Counts whoever follows a stream of the app, for as long as it is open."""

    @app.after_request
    def count(response: Response) -> Response:
        if response.mimetype == "text/event-stream":
            seat = access.seat()
            one = seat.role, seat.device or str(request.remote_addr)
            presence.come(*one)
            response.call_on_close(lambda: presence.go(*one))
        return response
