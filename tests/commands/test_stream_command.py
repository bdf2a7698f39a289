"""`tablecam stream`: where the models stand, as lines that keep to the contract of the live stream."""

import csv
import io
import json
import socket
from itertools import pairwise

import pytest
from contract import hold

from tests.commands.conftest import END

pytestmark = pytest.mark.slow


@pytest.mark.long
def test_each_line_is_a_message_of_the_contract_and_differs_from_the_last(drawn, command, evening) -> None:
    said = command("stream", evening, "--table", drawn.folder)
    assert (said.status, said.err) == (0, "")
    messages = [hold(json.loads(line)) for line in said.out.splitlines()]
    places = [json.dumps([message["camera"], message["models"]]) for message in messages]
    assert all(one != other for one, other in pairwise(places))
    assert {"good", "held_back"} <= {message["camera"] for message in messages}
    ida = [model for message in messages for model in message["models"] if model["id"] == "ida"]
    assert "moving" in {model["state"] for model in ida}
    assert (ida[-1]["x_in"], ida[-1]["y_in"]) == pytest.approx(END, abs=0.02)


def test_a_table_of_positions_has_a_row_a_model(drawn, command, shots) -> None:
    said = command("stream", shots, "--table", drawn.folder, "--csv")
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert {row["id"] for row in rows} == set(drawn.scene.spots)
    last = {row["id"]: (float(row["x_in"]), float(row["y_in"])) for row in rows}
    assert all(
        place == pytest.approx((drawn.scene.spots[id].x_in, drawn.scene.spots[id].y_in), abs=0.02)
        for id, place in last.items()
    )


def test_a_recording_is_sent_as_tuio_too(drawn, command, shots) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.bind(("127.0.0.1", 0))
        client.settimeout(30)
        target = f"127.0.0.1:{client.getsockname()[1]}"
        assert command("stream", shots, "--table", drawn.folder, "--tuio", target, "--tuio2", target).status == 0
        assert {client.recv(65536)[20:27] for _ in range(2)} == {b"/tuio/2", b"/tuio2/"}
    assert command("stream", shots, "--table", drawn.folder, "--tuio", "a b:c").status == 2


def test_a_missing_recording_is_refused(drawn, command) -> None:
    said = command("stream", "nowhere.avi", "--table", drawn.folder)
    assert (said.status, said.out) == (1, "")
    assert "nowhere.avi" in said.sentence
