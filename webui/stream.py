"""What every stream of server-sent events of ours has: its answer, its events, and what fills up a proxy."""

from collections.abc import Iterator

from flask import Response

from webui.query import integer

# The page takes a silence of some two of these for a lost connection.
PULSE_S = 1.0
RETRY = "retry: 1000\n\n"
# more than proxies gather at most before they pass it on
MOST_PADDING = 1 << 16


def event(name: str, text: str, mark: str) -> str:
    """One event as the stream has it; text must be one line. mark: its id, which a browser that comes back repeats."""
    return f"id: {mark}\nevent: {name}\ndata: {text}\n\n"


def answered(lines: Iterator[str]) -> Response:
    """The stream as an answer, filled up after each event as far as the request wants it: `?pad=8192`."""
    response = Response(padded(lines, _padding()), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    # proxies would wait for more before they pass anything on
    response.headers["X-Accel-Buffering"] = "no"
    return response


def padded(stream: Iterator[str], letters: int) -> Iterator[str]:
    """The same with so many letters after each event that nobody reads: they fill what a proxy gathers."""
    filling = f":{'.' * letters}\n\n" if letters else ""
    for text in stream:
        yield text + filling


def _padding() -> int:
    """How many letters a page wants after each event. Aborts with 400 where it says no number."""
    return max(0, min(integer("pad", 0), MOST_PADDING))
