"""Whatever an address says where it may say an integer, the answer is no fault of ours."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse
from whole import whole

from webui.server.request_values import parse_integer

INTEGERS = (
    "/api/events?pad",
    "/api/club/1/events?pad",
    "/api/picture.jpg?after",
    "/api/setup/picture.jpg?after",
    "/api/setup/terrain/ground.jpg?after",
    "/api/game/line?line",
    "/api/games/1/log?from",
    "/api/games/1/at?line",
)
MARKS = ("/api/events?log", "/api/game/log?had")
NO_INTEGERS = ("1.", "x", "²", "1e3", "nan", " 1 ", "9" * 17, "-" + "9" * 17, "9" * 5000)
NO_MARKS = (*NO_INTEGERS, "7", "1.²", "1.-1", "9" * 5000 + ".1", "1." + "9" * 5000)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    everything = whole(tmp_path_factory.mktemp("whole"))
    # as it is served: a fault is an answer, not a traceback in the test
    everything.app.config["PROPAGATE_EXCEPTIONS"] = False
    yield everything.app.test_client()
    everything.parts.live.stop()


def asked(client: FlaskClient, address: str, value: str, **headers: str) -> TestResponse:
    path, _, name = address.partition("?")
    response = client.get(path, query_string={name: value}, headers=headers, buffered=False)
    response.close()
    return response


@pytest.mark.parametrize(
    ("address", "values"), [*((each, NO_INTEGERS) for each in INTEGERS), *((each, NO_MARKS) for each in MARKS)]
)
def test_what_is_no_integer_is_refused(client: FlaskClient, address: str, values: tuple[str, ...]) -> None:
    assert {value[:20]: asked(client, address, value).status_code for value in values} == {
        value[:20]: 400 for value in values
    }


@pytest.mark.parametrize("address", ["/api/events?pad", "/api/events?log", "/api/game/log?had"])
def test_a_query_that_says_nothing_is_one_without(client: FlaskClient, address: str) -> None:
    assert asked(client, address, "").status_code == 200


@pytest.mark.parametrize("address", ["/api/game/line?line", "/api/games/1/log?from", "/api/games/1/at?line"])
@pytest.mark.parametrize("value", [0, -1, 2**53, -(2**53)])
def test_an_integer_beyond_what_there_is_is_no_fault_of_ours(client: FlaskClient, address: str, value: int) -> None:
    assert asked(client, address, str(value)).status_code < 500


@pytest.mark.parametrize("mark", [*NO_MARKS, "3/1.", "3/1." + "9" * 5000, "9" * 5000 + "/1.1"])
def test_a_browser_that_has_kept_nonsense_gets_all_of_it(client: FlaskClient, mark: str) -> None:
    # the header of a browser has one byte a letter
    mark = mark.replace("²", "\xb2")
    assert asked(client, "/api/events?", "", **{"Last-Event-ID": mark}).status_code == 200


@pytest.mark.parametrize("game", ["9" * 30, "9" * 5000])
def test_a_game_of_a_number_without_end_is_not_there(client: FlaskClient, game: str) -> None:
    assert client.get(f"/api/games/{game}/log").status_code in (400, 404)


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("-12", -12), (str(2**53), 2**53), (str(2**53 + 1), None), ("", None), ("+1", None), ("1\n", None)],
)
def test_an_integer_is_digits_and_nothing_else(text: str, number: int | None) -> None:
    assert parse_integer(text) == number
