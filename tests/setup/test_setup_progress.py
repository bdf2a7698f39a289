"""How far a set-up is, from the files of its folder."""

import json
from dataclasses import replace

import pytest

from tablecam.setup.finding import BAD, GOOD, UNKNOWN, Finding
from tablecam.setup.progress import STEPS, Now, progress
from tablecam.setup.setup_files import SetupState, load_files
from tablecam.storage.camera_yaml import write_camera

NOTHING = Finding(UNKNOWN, "")
FULL = Now((1920, 1080), "", True, "", False)


def states(folder, now=FULL, marks=None, gauge=NOTHING) -> dict[str, str]:
    return {step.name: step.state for step in progress(load_files(folder), marks or {}, now, gauge)}


def test_an_empty_folder_with_a_picture_has_begun_nothing(folder) -> None:
    assert states(folder()) == dict.fromkeys(STEPS, "open")


def test_without_a_picture_the_camera_needs_attention_and_says_what_is_wrong(folder) -> None:
    told = progress(load_files(folder()), {}, Now(None, "camera 0 is lost", False, "", False), NOTHING)[0]
    assert (told.state, told.says) == ("attention", "camera 0 is lost")


def test_a_whole_folder_is_done(folder) -> None:
    whole = folder("camera.yaml", "table.toml", "models.toml", "terrain.geojson")
    told = states(whole, marks={"print": "skipped", "play": "done"}, gauge=Finding(GOOD, "Read in 3 places.", 0.01))
    assert told == dict.fromkeys(STEPS, "done") | {"print": "skipped"}


def test_a_skipped_step_that_has_something_wrong_still_asks_for_attention(folder) -> None:
    path = folder("camera.yaml")
    (path / "table.toml").write_text("[table]\nwidth_in = -3\n")
    told = {
        step.name: step for step in progress(load_files(path), {"place": "skipped"}, FULL, Finding(BAD, "Off.", 1.0))
    }
    assert told["place"].state == "attention"
    assert "table.toml" in told["place"].says
    assert told["gauge"].state == "attention"


def test_a_capture_under_way_is_told(folder) -> None:
    now = Now((1920, 1080), "", False, "", True)
    assert states(folder("camera.yaml"), now)["lens"] == "attention"


def test_a_camera_that_was_moved_needs_its_place_again(folder) -> None:
    now = Now((1920, 1080), "the camera was moved", False, "", False)
    assert states(folder("camera.yaml", "table.toml"), now)["place"] == "attention"


def test_a_file_is_read_again_once_it_has_changed_and_only_then(folder) -> None:
    path = folder("camera.yaml", "table.toml")
    table = load_files(path).table
    assert load_files(path).table is table
    text = (path / "table.toml").read_text()
    (path / "table.toml").write_text(text + "# by hand\n")
    assert load_files(path).table == table
    assert load_files(path).table is not table
    (path / "table.toml").write_text("[table]\nwidth_in = -3\n")
    assert "table.toml" in load_files(path).faults["table.toml"]
    (path / "table.toml").write_text(text)
    assert load_files(path).table == table


def test_marks_are_kept_and_taken_away(tmp_path) -> None:
    kept = SetupState(tmp_path)
    kept.mark("print", "done")
    kept.mark("gauge", "skipped")
    kept.keep("camera", {"source": "/dev/video0"})
    assert SetupState(tmp_path).marks() == {"print": "done", "gauge": "skipped"}
    kept.mark("print", None)
    assert SetupState(tmp_path).marks() == {"gauge": "skipped"}
    assert SetupState(tmp_path).part("camera") == {"source": "/dev/video0"}


@pytest.mark.parametrize("spoilt", ["", "[1]", '{"marks": 3}', json.dumps({"marks": {"print": "perhaps"}})])
def test_a_spoilt_file_is_as_good_as_none(tmp_path, spoilt: str) -> None:
    (tmp_path / "setup.json").write_text(spoilt)
    assert SetupState(tmp_path).marks() == {}


def test_sheets_that_nobody_opened_are_not_ticked(folder) -> None:
    unopened = Now((1920, 1080), "", True, "", False, unopened=2)
    assert states(folder(), unopened, {"print": "done"})["print"] == "skipped"
    assert states(folder(), unopened)["print"] == "open"
    assert states(folder(), FULL, {"print": "done"})["print"] == "done"


def test_models_without_a_tag_and_a_card_read_on_another_table_ask_for_attention(folder) -> None:
    now = Now((1920, 1080), "", True, "", False, untagged=3, stale=True)
    told = states(folder("models.toml"), now, {"roster": "done", "gauge": "done"})
    assert (told["roster"], told["gauge"]) == ("attention", "attention")


def test_terrain_from_the_picture_waits_until_somebody_says_that_no_piece_is_missing(folder) -> None:
    path = folder("camera.yaml", "table.toml", "models.toml", "terrain.geojson")
    with_proposals = replace(FULL, unchecked=True)
    (terrain,) = (step for step in progress(load_files(path), {}, with_proposals, NOTHING) if step.name == "terrain")
    assert terrain.state == "attention"
    assert "found: check whether pieces are missing." in str(terrain.says)
    assert states(path)["terrain"] == "done"


@pytest.mark.parametrize(
    ("sigma", "state", "says"),
    [
        (0.0, "done", "The lens is known."),
        (0.0012, "done", "The focal length is accurate to 0.12%."),
        (0.25, "attention", "The focal length is uncertain by 25.0%: calibrate again."),
    ],
)
def test_the_lens_step_says_how_well_the_focal_length_is_known(
    tmp_path, scene, sigma: float, state: str, says: str
) -> None:
    write_camera(tmp_path / "camera.yaml", replace(scene.camera.intrinsics, focal_sigma=sigma))
    (lens,) = (step for step in progress(load_files(tmp_path), {}, FULL, NOTHING) if step.name == "lens")
    assert (lens.state, str(lens.says)) == (state, says)
