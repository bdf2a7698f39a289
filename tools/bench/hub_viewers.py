"""Visitors of a hall at once, in their own program: each follows a table over WebSockets, and one is the wall.

    python -m tools.bench.hub_viewers PORT VIEWERS TABLES

It subscribes, reports that, reads until its input ends, and prints how late messages were and how many bytes came.
"""

import json
import selectors
import socket
import sys
import threading
import time
from dataclasses import dataclass, field

import numpy as np

from tablecam.base.system import raise_descriptors
from tools.bench.hub_servers import MessageReader, browser
from tools.bench.hub_tables import HOST, STAMP, places

CHUNK = 1 << 16
LOOKS_S = 0.5
# what is retained, and what came while others still connected, does not count
SETTLES_S = 2.0


@dataclass
class Viewing:
    """The messages received. delays_ms: from a table's sending to a viewer's reading."""

    delays_ms: list[float] = field(default_factory=list)
    bytes: int = 0
    messages: int = 0


def main(port: int, viewers: int, tables: int) -> None:
    """Follows until its input ends."""
    over = threading.Event()
    raise_descriptors()
    halls = places(tables)
    wall = [f"tc/1/pub/{halls[0].hall}/+/{part}" for part in ("card", "status")]
    streams = [browser(HOST, port, "wall", *wall)]
    for number in range(viewers):
        place = halls[number % tables]
        streams.append(browser(HOST, port, f"viewer{number}", f"tc/1/pub/{place.hall}/{place.table}/table"))
    print(json.dumps({"open": len(streams)}), flush=True)
    threading.Thread(target=_until_told, args=(over,), daemon=True).start()
    settled = threading.Event()
    threading.Timer(SETTLES_S, settled.set).start()
    readers = {stream: MessageReader(websocket=True) for stream in streams}
    follow(readers, settled)
    print(json.dumps({"settled": True}), flush=True)
    began = time.monotonic()
    came = follow(readers, over)
    took = time.monotonic() - began
    p50, p95 = np.quantile(came.delays_ms, [0.5, 0.95]) if came.delays_ms else (np.nan, np.nan)
    told = {"p50_ms": p50, "p95_ms": p95, "bytes_per_s": came.bytes / took, "messages_per_s": came.messages / took}
    print(json.dumps(told), flush=True)


def follow(readers: dict[socket.socket, MessageReader], over: threading.Event) -> Viewing:
    """Reads all of them until the event is set."""
    came = Viewing()
    with selectors.DefaultSelector() as ready:
        for stream, reader in readers.items():
            ready.register(stream, selectors.EVENT_READ, reader)
        while not over.is_set():
            for key, _ in ready.select(LOOKS_S):
                assert isinstance(key.fileobj, socket.socket)
                data = key.fileobj.recv(CHUNK)
                if not data:
                    ready.unregister(key.fileobj)
                came.bytes += len(data)
                for message in key.data.feed(data):
                    came.messages += 1
                    came.delays_ms.append((time.monotonic_ns() - int(message[:STAMP])) / 1e6)
    return came


def _until_told(over: threading.Event) -> None:
    sys.stdin.read()
    over.set()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
