"""What every stream of ours has in common: how it is answered, and what fills up a proxy that gathers it."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webui.server.stream import MOST_PADDING, RETRY, Share, StreamEvent, event_text, make_response

EVENTS = [StreamEvent("one", "{}", "1"), StreamEvent("two", "{}", "2")]
TEXTS = [RETRY, *(event_text(*event) for event in EVENTS)]


class Short:
    """Is told two events, and then it is over."""

    bell, over = None, False

    def rest(self, now: float) -> float:
        return 0.0

    def wait(self, now: float) -> None:
        self.over = True

    def needs(self, now: float) -> Sequence[Share]:
        return ()

    def events(self, now: float, made: Sequence[Any]) -> Iterator[StreamEvent]:
        yield from EVENTS


@pytest.fixture
def client() -> FlaskClient:
    app = Flask("events")
    app.add_url_rule("/events", "events", lambda: make_response(Short()))
    return app.test_client()


def test_a_stream_is_neither_kept_nor_gathered(client: FlaskClient) -> None:
    response = client.get("/events")
    assert response.mimetype == "text/event-stream"
    assert (response.headers["Cache-Control"], response.headers["X-Accel-Buffering"]) == ("no-store", "no")
    assert response.text == "".join(TEXTS)


@pytest.mark.parametrize(("pad", "letters"), [(1, 1), (8192, 8192), (10**9, MOST_PADDING)])
def test_each_event_is_filled_up_as_far_as_the_page_wants_it_and_no_further(
    client: FlaskClient, pad: int, letters: int
) -> None:
    filling = f":{'.' * letters}\n\n"
    assert client.get(f"/events?pad={pad}").text == "".join(each + filling for each in TEXTS)


@pytest.mark.parametrize("pad", ["", "0", "-1"])
def test_a_filling_of_nothing_is_none(client: FlaskClient, pad: str) -> None:
    assert client.get(f"/events?pad={pad}").text == "".join(TEXTS)


@pytest.mark.parametrize("pad", ["many", "²", "1e3", "1.", "9" * 17, "9" * 5000])
def test_a_filling_of_no_sense_is_refused(client: FlaskClient, pad: str) -> None:
    assert client.get(f"/events?pad={pad}").status_code == 400
