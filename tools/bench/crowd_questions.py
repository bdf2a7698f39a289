"""Costly questions of guests, COUNT at a time and each a different one, in their own program.

    python -m tools.bench.crowd_questions PORT COUNT TOKEN

It asks until its input ends. A guest that the server asks to wait waits as long as a page does.
"""

import itertools
import os
import sys
import threading
from http.client import HTTPConnection, HTTPException

from webui.entrance.access import COOKIE

# two models of the demo
ASKED_OF = ("gruff", "lund")
# what the server asks of a page that asks too much
WAITS_S = 1.0


def main(port: int, count: int, token: str) -> None:
    """Asks until its input ends."""
    numbers = itertools.count()
    for _ in range(count):
        threading.Thread(target=_ask, args=(port, token, numbers), daemon=True).start()
    sys.stdin.read()
    # those who still wait for an answer need not be waited for
    os._exit(0)


def _ask(port: int, token: str, numbers: "itertools.count[int]") -> None:
    asking = HTTPConnection("127.0.0.1", port)
    waiting = threading.Event()
    for number in numbers:
        model = ASKED_OF[number % len(ASKED_OF)]
        asked = f"reach?model={model}&inches={4 + number % 997 / 50}"
        if number % 2:
            asked = f"whatif?model={model}&x_in={10 + number % 101 / 5}&y_in={10 + number % 97 / 5}"
        try:
            asking.request("GET", f"/api/{asked}", headers={"Cookie": f"{COOKIE}={token}"})
            answer = asking.getresponse()
            answer.read()
        except (OSError, HTTPException):
            asking.close()
            continue
        if answer.status == 429:
            waiting.wait(WAITS_S)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
