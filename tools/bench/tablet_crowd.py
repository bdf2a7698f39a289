"""Many spectators on the stream of a table at once, in their own program.

    python -m tools.bench.tablet_crowd PORT COUNT TOKEN [ADDRESSES]

It opens the streams, reports that, reads them until its input ends, and prints the traffic of each. The streams come
from that number of addresses of this machine, which Linux has without being asked; by default from one.
"""

import json
import selectors
import socket
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

from tablecam.base.system import raise_descriptors
from webui.entrance.access import COOKIE

CHUNK = 1 << 16
# the whole state and the log so far come first and do not count as running traffic
SETTLING_S, EACH_S = 1.0, 0.005
# a spectator's device has its own processor: here one program reads for all, rarely enough to leave the server alone
READS_S = 0.1


def stream_request(port: int, token: str) -> bytes:
    """The request that opens the stream with that token."""
    lines = ("GET /api/events HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Cookie: {COOKIE}={token}")
    return "\r\n".join((*lines, "", "")).encode()


def main(port: int, count: int, token: str, addresses: int = 1) -> None:
    """Follows the streams until its input ends."""
    over = threading.Event()
    threading.Thread(target=_until_told, args=(over,), daemon=True).start()
    raise_descriptors()
    streams = [_connect(port, number % addresses) for number in range(count)]
    for stream in streams:
        stream.sendall(stream_request(port, token))
    follow_streams(streams, event_after(SETTLING_S + count * EACH_S))
    print(json.dumps({"open": count}), flush=True)
    print(json.dumps({"bytes_per_s": follow_streams(streams, over)}), flush=True)


def find_addresses(most: int) -> int:
    """The number of addresses that a crowd on this machine can have, up to the one given; 1 on most other systems."""
    with socket.socket() as probe, suppress(OSError):
        probe.bind((f"127.0.0.{most}", 0))
        return most
    return 1


def _connect(port: int, address: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), source_address=(f"127.0.0.{1 + address}", 0))


def _until_told(over: threading.Event) -> None:
    sys.stdin.read()
    over.set()


def _received(stream: socket.socket) -> bytes:
    try:
        return stream.recv(CHUNK)
    except ConnectionResetError:
        # the server has ended
        return b""


def event_after(seconds: float) -> threading.Event:
    """An event that is set after some seconds."""
    over = threading.Event()
    threading.Timer(seconds, over.set).start()
    return over


def follow_streams(streams: Sequence[socket.socket], over: threading.Event) -> list[float]:
    """The bytes a second of each stream until the event is set."""
    came, began = dict.fromkeys(streams, 0), time.monotonic()
    with selectors.DefaultSelector() as ready:
        for stream in streams:
            ready.register(stream, selectors.EVENT_READ, stream)
        while not over.wait(READS_S):
            for key, _ in ready.select(timeout=0):
                came[key.data] += len(_received(key.data))
    return [count / (time.monotonic() - began) for count in came.values()]


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], *map(int, sys.argv[4:]))
