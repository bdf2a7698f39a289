"""Answers and streams packed with gzip for clients that take it.

A stream is packed event by event, each on its own and ending on a whole byte, so that an event is packed once for all
clients that get it, and each browser can read it at once.
"""

import gzip
import zlib

from flask import Response, request

# the ten bytes that begin a stream of gzip: without name, time or system
STREAM_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
# below it, packing saves no packet of the network
LEAST_BYTES = 1024
LEVEL = 6


def takes_packed() -> bool:
    """Whether the client of the present request takes gzip."""
    return request.accept_encodings["gzip"] > 0


def mark_packed(response: Response) -> None:
    """Says in the response's head that its body is packed, or may be for another client."""
    response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")


def pack(response: Response) -> Response:
    """The response, packed where the client takes it and it is long enough. For `after_request`."""
    if response.is_streamed or response.direct_passthrough or "Content-Encoding" in response.headers:
        return response
    body = response.get_data()
    if len(body) < LEAST_BYTES:
        return response
    response.vary.add("Accept-Encoding")
    if takes_packed():
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
        mark_packed(response)
    return response


def pack_piece(data: bytes) -> bytes:
    """A piece of a stream after STREAM_HEAD, packed on its own."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)
