"""Answers and streams packed with gzip: for whoever takes it, read piece by piece, and only where it saves anything."""

import gzip
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from webui.server.answer_cache import LEAST_BYTES, STREAM_HEAD, pack, pack_piece
from webui.server.stream import RETRY, Share, StreamEvent, event_text, make_response

LONG, SHORT = "x" * (2 * LEAST_BYTES), "x"
SAID = [StreamEvent("one", LONG, "1"), StreamEvent("two", LONG, "2")]
TAKES = {"Accept-Encoding": "gzip"}


class Told:
    """Is told two events, and then it is over."""

    bell, over = None, False

    def rest(self, now: float) -> float:
        return 0.0

    def wait(self, now: float) -> None:
        self.over = True

    def needs(self, now: float) -> Sequence[Share]:
        return ()

    def events(self, now: float, made: Sequence[Any]) -> Iterator[StreamEvent]:
        yield from SAID


@pytest.fixture
def client() -> FlaskClient:
    app = Flask("packing")
    app.add_url_rule("/long", "long", lambda: Response(LONG))
    app.add_url_rule("/short", "short", lambda: Response(SHORT))
    app.add_url_rule("/events", "events", lambda: make_response(Told(), packs=True))
    app.after_request(pack)
    return app.test_client()


def test_a_long_answer_is_packed_for_whoever_takes_it(client: FlaskClient) -> None:
    packed, plain = client.get("/long", headers=TAKES), client.get("/long")
    assert (gzip.decompress(packed.data).decode(), packed.headers["Content-Encoding"]) == (LONG, "gzip")
    assert int(packed.headers["Content-Length"]) == len(packed.data) < LEAST_BYTES
    assert (plain.text, "Content-Encoding" in plain.headers) == (LONG, False)
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"


def test_a_short_answer_stays_as_it_is(client: FlaskClient) -> None:
    assert client.get("/short", headers=TAKES).text == SHORT


def test_a_packed_stream_is_read_event_by_event(client: FlaskClient) -> None:
    response = client.get("/events", headers=TAKES)
    assert response.headers["Content-Encoding"] == "gzip"
    whole = RETRY + "".join(event_text(*event) for event in SAID)
    assert zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(response.data).decode() == whole
    assert len(response.data) < LEAST_BYTES


def test_each_piece_is_whole_and_needs_none_before_it() -> None:
    reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert reader.decompress(STREAM_HEAD + pack_piece(b"first")) == b"first"
    assert reader.decompress(pack_piece(b"first, again")) == b"first, again"


@pytest.mark.parametrize(("path", "headers"), [("/events", {}), ("/events?pad=64", TAKES)])
def test_a_stream_is_plain_for_others_and_where_a_proxy_has_to_be_filled(
    client: FlaskClient, path: str, headers: dict[str, str]
) -> None:
    response = client.get(path, headers=headers)
    assert "Content-Encoding" not in response.headers
    assert response.text.startswith(RETRY)
