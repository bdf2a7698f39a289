"""What happened lately, told as a player would."""

from fake_table import roster

from tablecam.sensing.tracking.changes import (
    Appeared,
    CameraLocked,
    CameraMoved,
    Covered,
    SetOff,
    TrackChange,
    TrackMoved,
    WentMissing,
)
from webui.table.present import MOST, news

HERE, THERE = (10.0, 10.0, 0.0), (13.0, 14.0, 0.0)


def says(*changes: object) -> list[str]:
    return [one["says"] for one in news(changes, roster())]


def moved(path_in: float | None = 5.2, straight_in: float = 5.0, model: str = "ann") -> TrackChange:
    return TrackMoved(time=3.04, model=model, start=HERE, end=THERE, path_in=path_in, straight_in=straight_in, gaps=0)


def test_a_move_is_told_with_its_length_and_time() -> None:
    assert news([moved()], roster()) == [{"time": 3.0, "says": "Sergeant Ann moved 5.2″"}]


def test_a_way_that_was_not_seen_is_not_measured() -> None:
    assert says(moved(None)) == ["Sergeant Ann stands 5.0″ from its earlier position"]


def test_a_turn_on_the_spot_is_no_move() -> None:
    assert says(moved(0.01, 0.01)) == ["Sergeant Ann was turned"]


def test_hands_over_models_and_what_is_seen_again_are_left_out() -> None:
    flicker = [Covered(time=1, model="ann"), Appeared(time=2, model="ann", start=HERE, end=HERE)]
    assert says(*flicker, SetOff(time=3, model="ann", start=HERE)) == []


def test_a_model_put_down_and_one_out_of_sight_are_told() -> None:
    put = Appeared(time=1, model="bea", end=HERE)
    assert says(put, WentMissing(time=2, model="fox", end=HERE)) == [
        "Gunner Bea was put on the table",
        "Trooper Fox is out of sight and keeps its last position",
    ]


def test_a_table_seen_for_the_first_time_is_one_sentence() -> None:
    first = [Appeared(time=1, model=model, end=HERE) for model in ("ann", "bea", "cal", "dot", "eve")]
    assert says(CameraLocked(time=0), *first) == ["5 models were found on the table"]


def test_a_camera_that_was_moved_is_told_and_that_it_is_over() -> None:
    assert says(CameraMoved(time=1), CameraLocked(time=2)) == [
        "The camera was moved: readings are held back",
        "The camera has found its position again",
    ]


def test_what_wears_a_tag_and_is_no_model_has_its_own_name() -> None:
    assert says(moved(model="ruin")) == ["ruin moved 5.2″"]


def test_only_the_latest_are_told() -> None:
    told = says(*[moved(float(path)) for path in range(1, MOST + 4)])
    assert len(told) == MOST
    assert told[-1] == f"Sergeant Ann moved {MOST + 3}.0″"
