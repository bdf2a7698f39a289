"""What all streams of server-sent events share: the response, the events, and the padding for proxies."""

from collections.abc import Iterator

from flask import Response

from webui.query import integer

# the page takes a silence of about two of these for a lost connection
PULSE_S = 1.0
RETRY = "retry: 1000\n\n"
# more than any proxy buffers before it passes data on
MOST_PADDING = 1 << 16


def event(name: str, text: str, mark: str) -> str:
    """One event of a stream; text must be one line. mark: its id, which a browser repeats when it reconnects."""
    return f"id: {mark}\nevent: {name}\ndata: {text}\n\n"  # no text: the format of streams


def answered(lines: Iterator[str]) -> Response:
    """The stream as a response, padded after each event as the request wants it: `?pad=8192`."""
    response = Response(padded(lines, _padding()), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    # proxies would buffer it otherwise
    response.headers["X-Accel-Buffering"] = "no"
    return response


def padded(stream: Iterator[str], letters: int) -> Iterator[str]:
    """The stream with so many bytes of comment after each event: they fill the buffer of a proxy."""
    filling = f":{'.' * letters}\n\n" if letters else ""
    for text in stream:
        yield text + filling


def _padding() -> int:
    """The padding that the request wants after each event. Aborts with 400 for anything but a number."""
    return max(0, min(integer("pad", 0), MOST_PADDING))
