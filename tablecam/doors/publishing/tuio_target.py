"""The receiver of TUIO frames, from the command line."""

from typing import NamedTuple
from urllib.parse import urlsplit

# the usual port of TUIO clients
USUAL_PORT = 3333


class TuioTarget(NamedTuple):
    """A receiver of frames. version: of TUIO."""

    host: str
    port: int
    version: str


def parse_tuio_target(text: str, version: str) -> TuioTarget:
    """The target of HOST or HOST:PORT. ValueError, a sentence, for anything else."""
    parts = urlsplit(f"//{text}")
    try:
        port = USUAL_PORT if parts.port is None else parts.port
    except ValueError:
        port = 0
    if not parts.hostname or not port or parts.netloc != text or "@" in text:
        raise ValueError(f"{text} is not a host and a port: write it like 127.0.0.1:{USUAL_PORT}")
    return TuioTarget(parts.hostname, port, version)
