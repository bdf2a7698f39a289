"""What the live stream says keeps to its schema, which stays what it was for those who read it."""

import csv
import io
import json
from dataclasses import replace

import pytest
from contract import READ, SCHEMA, hold, recorded
from fake_table import position
from jsonschema import Draft202012Validator, ValidationError

from tablecam.doors.publishing.live_message import (
    build_csv_head,
    build_csv_rows,
    position_message,
    pulse_message,
    range_message,
    same_position,
    sight_message,
)
from tablecam.table.measure.ranges import all_ranges, measure_range
from tablecam.table.measure.sight import sighting


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_model_is_told_with_its_place_heading_sigma_and_state() -> None:
    message = hold(position_message(position()))
    assert (message["v"], message["kind"], message["time_s"], message["camera"]) == (1, "position", 12.5, "good")
    assert message["table"] == {"width_in": 48.0, "depth_in": 48.0}
    eve = next(model for model in message["models"] if model["id"] == "eve")
    assert (eve["x_in"], eve["y_in"], eve["z_in"], eve["heading_rad"]) == (34.0, 33.5, 5.0, -1.57)
    assert (eve["sigma_in"], eve["state"], eve["stands_on"]) == (0.004, "settled", "undecided")
    assert {model["state"] for model in message["models"]} == SCHEMA_STATES


SCHEMA_STATES = set(SCHEMA["$defs"]["model"]["properties"]["state"]["enum"])


def test_a_camera_that_was_moved_and_one_that_shows_nothing_yet_are_told() -> None:
    assert hold(position_message(position(pose_untrusted=True)))["camera"] == "held_back"
    nothing = hold(position_message(None))
    assert (nothing["camera"], nothing["table"], nothing["models"], nothing["time_s"]) == ("waiting", None, [], None)


def test_ranges_sight_and_pulse_keep_to_the_schema() -> None:
    snapshot = position()
    for pair in all_ranges(snapshot):
        hold(range_message(pair, snapshot))
    contact = range_message(measure_range(snapshot, "fox", "gus"), snapshot)
    assert contact["contact"] in ("yes", "too close")
    seen = hold(sight_message(sighting(snapshot, "ann", "eve"), snapshot))
    assert 0 <= seen["share"] <= 1
    hold(pulse_message(snapshot))
    hold(pulse_message(None))


def test_positions_are_the_same_where_time_alone_differs() -> None:
    message, later = position_message(position()), position_message(replace(position(), time=13.0))
    assert message != later
    assert same_position(later, message)
    assert not same_position(message, None)
    assert not same_position(message | {"camera": "trouble"}, message)


@pytest.mark.parametrize("key", ["v", "kind", "models", "camera"])
def test_a_message_without_what_the_contract_promises_is_none(key: str) -> None:
    message = position_message(position())
    del message[key]
    with pytest.raises(ValidationError):
        READ.validate(message)


def test_what_was_sent_once_is_still_of_this_version_and_new_keys_do_no_harm() -> None:
    for message in recorded():
        READ.validate(message)
        READ.validate(message | {"new": 1})


def test_a_table_of_positions_has_a_row_a_model() -> None:
    message = position_message(position())
    told = list(csv.DictReader(io.StringIO(build_csv_head() + build_csv_rows(message))))
    assert [row["id"] for row in told] == [model["id"] for model in message["models"]]
    assert told[0]["time_s"] == "12.5"
    assert float(told[0]["x_in"]) == 10.0
    assert build_csv_rows(position_message(None)) == ""
    json.dumps(message, allow_nan=False)
