"""Send frames of TUIO over UDP to the targets of the command line, as long as a table is watched."""

import logging
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tablecam.base.errors import TablecamError
from tablecam.doors.publishing.tuio import TuioFrames, bundle_1_1, bundle_2_0
from tablecam.doors.publishing.tuio_target import TuioTarget
from tablecam.live.live_loop import LiveLoop
from tablecam.table.snapshot import Snapshot

log = logging.getLogger(__name__)

PATIENCE_S = 1.0
BUNDLES = {"1.1": bundle_1_1, "2.0": bundle_2_0}


class TuioSender:
    """A sender of complete snapshots, so that the next datagram makes up for a lost one."""

    def __init__(self, target: TuioTarget) -> None:
        """TablecamError if the host is not known."""
        try:
            address = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_DGRAM)[0]
            self._socket, self._address = socket.socket(*address[:2]), address[-1]
        except OSError as refused:
            # no text: for the command line
            raise TablecamError(f"--tuio {target.host}: {refused.strerror}: give another host") from refused
        self._socket.setblocking(False)
        self._bundle = BUNDLES[target.version]
        self._frames = TuioFrames(time.time)
        self._fails = False

    def send(self, snapshot: Snapshot) -> None:
        """Send the next frame. It logs a network failure once, and retries with each frame."""
        try:
            self._socket.sendto(self._bundle(self._frames.frame(snapshot)), self._address)
            self._fails = False
        except OSError as refused:
            if not self._fails:
                log.warning("TUIO could not be sent: %s", refused)
            self._fails = True


@contextmanager
def sending(live: LiveLoop, targets: Sequence[TuioTarget]) -> Iterator[None]:
    """Send each view of a table while the block runs, in a thread of its own."""
    senders = [TuioSender(target) for target in targets]
    if not senders:
        yield
        return
    stopped = threading.Event()

    def run() -> None:
        number = -1
        while live.running and not stopped.is_set():
            view = live.wait(number, PATIENCE_S)
            if view.number > number and view.snapshot is not None:
                for sender in senders:
                    sender.send(view.snapshot)
            number = view.number

    thread = threading.Thread(target=run, name="tuio", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join(2 * PATIENCE_S)
