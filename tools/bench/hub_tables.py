"""Tables of a hall at once, in their own program: each sends its position and its card to the broker.

    python -m tools.bench.hub_tables PORT COUNT < secrets

It reads the secret of each table, a line each, reports that all are connected, and sends until its input ends.
"""

import json
import random
import socket
import sys
import threading
import time

from tablecam.doors.hub.topics import Place
from tools.bench.hub_servers import connect, publish

HOST, HALL = "127.0.0.1", "hall"
# what a table sends: bytes of a position, how often a second; bytes of a card, and how often
POSITION_BYTES, POSITIONS_HZ = 3000, 4
CARD_BYTES, CARD_EACH = 400, 4
STAMP = 20


def places(count: int) -> list[Place]:
    """The tables of the hall."""
    return [Place(HALL, f"t{number}") for number in range(count)]


def main(port: int, count: int) -> None:
    """Sends until its input ends."""
    tables = places(count)
    streams = [_connected(port, place, sys.stdin.readline().strip()) for place in tables]
    over = threading.Event()
    threading.Thread(target=_until_told, args=(over,), daemon=True).start()
    print(json.dumps({"open": count}), flush=True)
    filling = random.Random(1).randbytes(POSITION_BYTES // 2).hex().encode()
    rounds, each_s = 0, 1 / POSITIONS_HZ / count
    due = time.monotonic()
    while not over.is_set():
        for stream, place in zip(streams, tables, strict=True):
            # one after the other: no two tables of a hall keep step
            due += each_s
            time.sleep(max(0.0, due - time.monotonic()))
            about = f"tc/1/pub/{place.hall}/{place.table}"
            stamp = str(time.monotonic_ns()).rjust(STAMP).encode()
            stream.sendall(publish(f"{about}/table", stamp + filling[: POSITION_BYTES - STAMP]))
            if rounds % CARD_EACH == 0:
                stream.sendall(publish(f"{about}/card", stamp + filling[: CARD_BYTES - STAMP]))
        rounds += 1


def _connected(port: int, place: Place, secret: str) -> socket.socket:
    stream = socket.create_connection((HOST, port))
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    stream.sendall(connect(place.user, place.user, secret))
    answer = stream.recv(4096)
    # the fourth byte of the answer says why not
    if len(answer) < 4 or answer[3] != 0:
        raise SystemExit(f"the broker does not let {place.user} in")
    return stream


def _until_told(over: threading.Event) -> None:
    sys.stdin.read()
    over.set()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
