"""`tablecam stream`: where the models stand, as lines that keep to the contract of the live stream."""

import csv
import io
import json
from itertools import pairwise

import pytest
from contract import hold

from tests.commands.conftest import END

pytestmark = pytest.mark.slow


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


def test_a_missing_recording_is_refused(drawn, command) -> None:
    said = command("stream", "nowhere.avi", "--table", drawn.folder)
    assert (said.status, said.out) == (1, "")
    assert "nowhere.avi" in said.sentence
