import json
from dataclasses import replace

import numpy as np
import pytest
from fake_table import camera, picture, placed, position, roster

from tablecam.base.i18n import Message
from tablecam.live.live_loop import PublishedFrame
from tablecam.rules.books.catalogue import BOOKS
from tablecam.table.measure.ranges import measure_ranges
from tablecam.table.miniature import Roster
from tablecam.table.table import HexGrid
from webui.table import present

SEEN = PublishedFrame(1, position(), camera(), picture(), frames_per_s=24.04, reading_s=0.0312)


def as_text(data: object) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def test_the_whole_state_is_as_it_was_agreed(golden) -> None:
    golden("webui/state.json", as_text(present.state(SEEN, roster(), BOOKS)))


def test_the_ranges_of_a_model_are_as_they_were_agreed(golden) -> None:
    golden("webui/ranges.json", as_text(present.ranges(measure_ranges(position(), "ann"))))


def test_before_the_first_picture_the_table_is_empty_and_says_that_it_waits() -> None:
    state = present.state(PublishedFrame(), roster(), BOOKS)
    assert state["table"]["camera"] == {"state": "waiting", "says": str(present.WAITING)}
    assert state["table"]["models"] == []
    assert state["ground"]["terrain"] == []


def test_a_table_that_is_not_set_up_says_so_without_the_names_of_files() -> None:
    state = present.state(PublishedFrame(missing="there is no camera.yaml yet"), roster(), BOOKS)
    says = "This table is not set up yet, so nothing can be measured."
    assert state["table"]["camera"] == {"state": "waiting", "says": says, "to_set_up": True}


def test_trouble_goes_before_all_else_and_begins_with_a_capital() -> None:
    told = present.camera_state(replace(SEEN, trouble="camera 0 is gone", snapshot=position(pose_untrusted=True)))
    assert told == {"state": "trouble", "says": "Camera 0 is gone"}


def test_the_end_of_a_recording_is_plain_information() -> None:
    told = present.camera_state(replace(SEEN, over="video a.avi is at its end"))
    assert told == {"state": "ended", "says": "Video a.avi is at its end. This is the table as it was then."}


def test_readings_held_back_say_so_with_their_reason_where_there_is_one() -> None:
    held = position(pose_untrusted=True)
    reason = "the camera sees two reference tags, and three are needed"
    assert present.camera_state(replace(SEEN, snapshot=replace(held, problems=())))["says"] == str(present.HELD_BACK)
    told = present.camera_state(replace(SEEN, snapshot=replace(held, problems=(reason,))))
    assert told == {"state": "held_back", "says": reason.capitalize()}
    # of several cameras, each that sees nothing is named
    why = (Message("camera 1: it is dark"), Message("camera 2: it is covered"))
    told = present.camera_state(replace(SEEN, snapshot=replace(held, problems=why), away=why))
    assert told == {"state": "held_back", "says": "Camera 1: it is dark", "away": ["Camera 2: it is covered"]}


def test_a_table_at_rest_makes_the_same_text_again() -> None:
    model = placed("ann", 10.0, 10.0, 0.0)
    later = replace(model, x_in=10.00004, heading_rad=0.0001, seen_s=0.4)
    one, two = (replace(SEEN, snapshot=replace(position(), models=(each,))) for each in (model, later))
    assert present.state(one, roster(), BOOKS) == present.state(
        replace(two, number=2, frames_per_s=11.0), roster(), BOOKS
    )


def test_codes_count_each_side_by_itself_in_the_order_of_the_roster() -> None:
    codes = present.assign_codes(roster())
    assert [codes[model] for model in ("ann", "dot", "eve", "ida")] == ["A1", "A4", "B1", "B5"]


def test_a_roster_without_models_has_no_sides() -> None:
    assert present.list_sides(Roster(())) == []


def test_ranges_come_nearest_first_with_contact_at_the_top() -> None:
    told = present.ranges(measure_ranges(position(), "fox"))
    assert (told[0]["id"], told[0]["contact"]) == ("gus", True)
    rest = [one["range_in"] for one in told[1:]]
    assert rest == sorted(rest)


def test_outlines_lie_on_the_sent_picture_where_the_camera_sees_the_bases() -> None:
    area = present.picture_area(SEEN)
    assert area is not None
    outline = np.array(present.picture_outlines(SEEN)[0])
    seen = (camera().project(np.array([10.0, 10.0, 0.0])) - (area.left, area.top)) * (area.sent_size[0] / area.width)
    assert outline.mean(axis=0) == pytest.approx(seen, abs=1.0)


def test_a_model_higher_up_is_outlined_where_it_appears_not_where_it_stands_in_plan() -> None:
    low, high = placed("bea", 10.5, 30.5, 90.0), placed("bea", 10.5, 30.5, 90.0, z=3.0, on="house")
    views = [replace(SEEN, snapshot=replace(position(), models=(model,))) for model in (low, high)]
    centres = [np.mean(present.picture_outlines(view)[0], axis=0) for view in views]
    assert centres[1][0] < centres[0][0] - 3


def test_the_sent_picture_shows_the_table_and_not_the_room() -> None:
    area = present.picture_area(SEEN)
    assert area is not None
    assert area.width < picture().size[0]
    assert max(area.sent_size) <= present.WIDEST_PICTURE_PX


def test_without_a_pose_the_whole_picture_is_sent_and_nothing_is_outlined() -> None:
    lost = replace(SEEN, camera=None)
    assert present.picture_area(lost) == present.Area(0, 0, 1920, 1080)
    assert present.picture_size(lost) == {"width": 1280, "height": 720}
    assert present.picture_outlines(lost) == [[]] * len(position().models)


def test_the_pulse_tells_the_pace() -> None:
    assert present.pulse(SEEN) == {"frames_per_s": 24.0, "reading_ms": 31, "time": 12.5}


def test_the_ground_has_the_hexes_of_a_table_that_is_divided_into_some() -> None:
    assert "grid" not in present.ground(position(), BOOKS)
    grid = present.ground(replace(position(), grid=HexGrid(1.5, (24.0, 12.5))), BOOKS)["grid"]
    assert grid == {"size_in": 1.5, "origin_in": [24.0, 12.5]}
