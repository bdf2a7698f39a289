import json

from tablecam.sensing.tracking.changes import (
    Appeared,
    CameraLocked,
    CameraMoved,
    Covered,
    SetOff,
    TrackMoved,
    WentMissing,
)

KEYS = ["time", "event", "model", "from", "to", "path_in", "straight_in", "gaps"]
HERE, THERE = (1.0, 2.0, 0.0), (4.00001, 6.0, 0.0)


def test_every_change_prints_every_key_of_the_contract_in_its_order() -> None:
    of_models = (Appeared, SetOff, Covered, WentMissing)
    changes = [change(time=1.5, model="ann", start=HERE, end=HERE) for change in of_models]
    changes += [CameraMoved(time=1.5), CameraLocked(time=1.5)]
    said = [change.to_json() for change in changes]
    assert [list(each) for each in said] == [KEYS] * 6
    assert " ".join(each["event"] for each in said) == "appeared moving occluded lost camera_moved camera_locked"
    assert json.loads(json.dumps(said)) == said


def test_a_move_says_how_far_it_went() -> None:
    moved = TrackMoved(time=2.0, model="ann", start=HERE, end=THERE, path_in=7.123456, straight_in=5.0, gaps=0)
    assert moved.to_json() == {
        "time": 2.0,
        "event": "moved",
        "model": "ann",
        "from": [1.0, 2.0, 0.0],
        "to": [4.0, 6.0, 0.0],
        "path_in": 7.1235,
        "straight_in": 5.0,
        "gaps": 0,
    }


def test_a_move_with_gaps_has_no_path() -> None:
    moved = TrackMoved(time=2.0, model="ann", start=HERE, end=THERE, path_in=None, straight_in=5.0, gaps=2)
    assert (moved.to_json()["path_in"], moved.to_json()["gaps"]) == (None, 2)
