"""`tablecam measure`: the JSON that others script against, the text that people read, and every bad input."""

import itertools
import json
import math
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablecam.sensing.camera.synthetic.camera import choose_camera
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import model_tag

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.slow

KEYS = ["photo", "camera", "models", "pairs", "sight", "unknown_tags", "missing_models", "problems"]
MODEL_KEYS = ["id", "tag", "x_in", "y_in", "z_in", "heading_rad", "sigma_in", "stands_on"]
PAIR_KEYS = ["a", "b", "range_in", "horizontal_in", "sigma_in", "contact", "contact_verdict"]


def no_constant(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


def answers(said) -> list[dict]:
    return [json.loads(line, parse_constant=no_constant) for line in said.out.splitlines()]


@pytest.fixture
def folder(drawn, tmp_path: Path) -> Path:
    """A table folder of this test's own, to be spoilt."""
    return Path(shutil.copytree(drawn.folder, tmp_path / "table"))


def test_a_photograph_gives_one_object_with_every_key_of_the_contract(drawn, command) -> None:
    said = command("measure", drawn.photo, "--table", drawn.folder, "--json")
    assert (said.status, said.err) == (0, "")
    (answer,) = answers(said)
    assert list(answer) == KEYS
    assert answer["photo"] == str(drawn.photo)
    assert list(answer["camera"]) == ["position_in", "reprojection_rms_px"]
    assert 0 < answer["camera"]["reprojection_rms_px"] < 0.5
    assert all(list(model) == MODEL_KEYS for model in answer["models"])
    assert all(list(pair) == PAIR_KEYS for pair in answer["pairs"])
    assert (answer["unknown_tags"], answer["missing_models"], answer["problems"]) == ([], [], [])


def test_what_it_says_is_what_was_drawn(drawn, command) -> None:
    (answer,) = answers(command("measure", drawn.photo, "--table", drawn.folder, "--json"))
    spots, roster = drawn.scene.spots, drawn.scene.roster
    np.testing.assert_allclose(answer["camera"]["position_in"], drawn.scene.camera.pose.position_in, atol=0.05)
    assert {model["id"]: model["tag"] for model in answer["models"]} == {m.id: m.tag for m in roster.models}
    for model in answer["models"]:
        spot = spots[model["id"]]
        assert math.hypot(model["x_in"] - spot.x_in, model["y_in"] - spot.y_in) < 4 * model["sigma_in"] + 0.002
        assert model["z_in"] == pytest.approx(spot.z_in, abs=1e-9)
        assert abs(math.remainder(model["heading_rad"] - spot.heading_rad, 2 * math.pi)) < 0.02
        assert model["stands_on"] == ("depot" if spot.z_in else "table")
        assert 0 < model["sigma_in"] < 0.02


def test_every_unordered_pair_is_there_once_and_ranges_go_from_edge_to_edge(drawn, command) -> None:
    (answer,) = answers(command("measure", drawn.photo, "--table", drawn.folder, "--json"))
    pairs = {frozenset((pair["a"], pair["b"])): pair for pair in answer["pairs"]}
    assert len(pairs) == len(answer["pairs"]) == math.comb(8, 2)
    by_id = {model["id"]: model for model in answer["models"]}
    round_bases = [m for m in drawn.scene.roster.models if hasattr(m.base, "diameter_mm")]
    for a, b in itertools.combinations(round_bases, 2):
        one, other, pair = by_id[a.id], by_id[b.id], pairs[frozenset((a.id, b.id))]
        radii = (a.base.diameter_mm + b.base.diameter_mm) / 2 / 25.4
        flat = max(math.hypot(one["x_in"] - other["x_in"], one["y_in"] - other["y_in"]) - radii, 0)
        assert pair["horizontal_in"] == pytest.approx(flat, abs=1e-4)
        assert pair["range_in"] == pytest.approx(math.hypot(flat, one["z_in"] - other["z_in"]), abs=1e-4)
        assert 0 < pair["sigma_in"] < 0.05
        assert pair["contact"] in (True, False, None)


def test_people_get_lines_they_can_read(drawn, command) -> None:
    said = command("measure", drawn.photo, "--table", drawn.folder)
    lines = said.out.splitlines()
    assert said.status == 0
    assert lines[0] == f"{drawn.photo}: 8 models"
    assert len([line for line in lines if " tag " in line]) == 8
    assert len([line for line in lines if " in ± " in line]) == 28
    ranges = [float(line.split()[3]) for line in lines if " in ± " in line]
    assert ranges == sorted(ranges)


def test_several_photographs_are_several_objects_in_their_order(drawn, command, tmp_path: Path) -> None:
    other = Path(shutil.copy(drawn.photo, tmp_path / "other.jpg"))
    said = command("measure", other, drawn.photo, "--table", drawn.folder, "--json")
    assert [answer["photo"] for answer in answers(said)] == [str(other), str(drawn.photo)]


def test_a_folder_is_measured_photo_by_photo_in_counting_order(drawn, command, tmp_path: Path) -> None:
    names = ["shot_2.jpg", "shot_10.jpg"]
    for name in names:
        shutil.copy(drawn.photo, tmp_path / name)
    (tmp_path / "notes.txt").write_text("no picture")
    said = command("measure", tmp_path, "--table", drawn.folder, "--json")
    assert [answer["photo"] for answer in answers(said)] == [str(tmp_path / name) for name in names]
    assert {len(answer["models"]) for answer in answers(said)} == {8}


def test_a_video_is_measured_frame_by_frame(drawn, command, tmp_path: Path) -> None:
    video = tmp_path / "evening.avi"
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (1920, 1080))
    for _ in range(2):
        writer.write(drawn.picture)
    writer.release()
    said = command("measure", video, "--table", drawn.folder, "--json")
    assert said.status == 0
    assert [answer["photo"] for answer in answers(said)] == [f"{video}, frame 0", f"{video}, frame 1"]
    assert {len(answer["models"]) for answer in answers(said)} == {8}


def test_half_the_size_is_measured_with_the_calibration_scaled(drawn, command, tmp_path: Path) -> None:
    larger = tmp_path / "larger.png"
    cv2.imwrite(str(larger), cv2.resize(drawn.picture, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC))
    (answer,) = answers(command("measure", larger, "--table", drawn.folder, "--json"))
    for model in answer["models"]:
        spot = drawn.scene.spots[model["id"]]
        assert math.hypot(model["x_in"] - spot.x_in, model["y_in"] - spot.y_in) < 0.02


def test_a_hidden_model_is_missing_and_the_rest_is_measured(drawn, command, tmp_path: Path) -> None:
    picture = drawn.picture.copy()
    spot = drawn.scene.spots["lund"]
    left, top = (int(v) for v in drawn.scene.camera.project(np.array([spot.x_in, spot.y_in, 0.0])))
    cv2.circle(picture, (left, top), 45, (90, 110, 140), -1)
    cv2.imwrite(str(tmp_path / "hand.png"), picture)
    (answer,) = answers(command("measure", tmp_path / "hand.png", "--table", drawn.folder, "--json"))
    assert answer["missing_models"] == ["lund"]
    assert len(answer["models"]) == 7


def test_a_tag_of_nobody_is_told(drawn, command, folder: Path) -> None:
    text = (folder / "models.toml").read_text()
    (folder / "models.toml").write_text(text.replace("\ntag = 2\n", "\ntag = 222\n"))
    (answer,) = answers(command("measure", drawn.photo, "--table", folder, "--json"))
    assert answer["unknown_tags"] == [2]
    assert answer["missing_models"] == ["ida"]


def test_a_reference_tag_that_lies_elsewhere_is_named(drawn, command, folder: Path) -> None:
    text = (folder / "table.toml").read_text()
    assert "center_in = [49.4, 24.0]" in text
    (folder / "table.toml").write_text(text.replace("center_in = [49.4, 24.0]", "center_in = [49.4, 24.5]"))
    (answer,) = answers(command("measure", drawn.photo, "--table", folder, "--json"))
    assert len(answer["problems"]) == 1
    assert "reference tag 43" in answer["problems"][0]
    assert "0.50 in" in answer["problems"][0]


# --- bad input: one sentence, status 1, nothing on stdout


def test_a_missing_photo_is_refused(drawn, command) -> None:
    said = command("measure", "nowhere.jpg", "--table", drawn.folder, "--json")
    assert (said.status, said.out) == (1, "")
    assert "nowhere.jpg: no such file" in said.sentence


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00" * 5000,
        b"%PDF-1.7 no picture",
        b"\xff\xd8\xff\xe0 short",
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a" + b"\x01" * 60,
        "Just text, löng.\n".encode() * 40,
    ],
    ids=["empty", "noughts", "a pdf", "a torn jpeg", "a png's head", "a gif's head", "text"],
)
@pytest.mark.parametrize("name", ["photo.jpg", "photo.png", "photo"])
def test_what_is_no_picture_is_refused(drawn, command, tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    said = command("measure", tmp_path / name, "--table", drawn.folder, "--json")
    assert (said.status, said.out) == (1, "")
    assert str(tmp_path / name) in said.sentence


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("torn.png", b"\x89PNG\r\n\x1a\n" + b"\x01" * 90),
        ("torn.mp4", b"\x00\x00\x00\x18ftypmp42" + b"\x11" * 5000),
    ],
)
def test_what_the_libraries_say_of_it_stays_out_of_the_way(drawn, in_own_process, tmp_path: Path, name, data) -> None:
    (tmp_path / name).write_bytes(data)
    said = in_own_process("measure", tmp_path / name, "--table", drawn.folder, "--json")
    assert (said.status, said.out) == (1, "")
    assert name in said.sentence


def test_a_photo_without_reference_tags_is_refused_and_they_are_named(drawn, command, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "blank.png"), np.full((1080, 1920, 3), 90, np.uint8))
    said = command("measure", tmp_path / "blank.png", "--table", drawn.folder, "--json")
    assert (said.status, said.out) == (1, "")
    assert "only 0 of the table's 8 reference tags" in said.sentence
    assert "40, 41, 42, 43, 44, 45, 46 and 47" in said.sentence


@pytest.mark.parametrize("size", [(640, 480), (1080, 1920), (1, 1)])
def test_a_size_that_does_not_match_the_calibration_is_refused(drawn, command, tmp_path: Path, size) -> None:
    cv2.imwrite(str(tmp_path / "other.png"), np.full((size[1], size[0], 3), 90, np.uint8))
    said = command("measure", tmp_path / "other.png", "--table", drawn.folder, "--json")
    assert (said.status, said.out) == (1, "")
    assert f"{size[0]}x{size[1]}" in said.sentence
    assert "1920x1080" in said.sentence


def test_a_lens_of_another_camera_is_refused(drawn, command, folder: Path) -> None:
    text = (folder / "camera.yaml").read_text()
    start = text.index("distortion_coefficients")
    row = text[text.index("data: [", start) : text.index("]", text.index("data: [", start)) + 1]
    (folder / "camera.yaml").write_text(text.replace(row, "data: [-0.45, 0.3, 0.0, 0.0, 0.0]"))
    said = command("measure", drawn.photo, "--table", folder, "--json")
    assert (said.status, said.out) == (1, "")
    assert "camera.yaml" in said.sentence


def test_one_bad_picture_does_not_lose_the_others(drawn, command, tmp_path: Path) -> None:
    shutil.copy(drawn.photo, tmp_path / "a.jpg")
    (tmp_path / "b.jpg").write_bytes(drawn.photo.read_bytes()[:70_000])
    cv2.imwrite(str(tmp_path / "c.png"), np.full((480, 640), 90, np.uint8))
    shutil.copy(drawn.photo, tmp_path / "d.jpg")
    said = command("measure", tmp_path, "missing.jpg", "--table", drawn.folder, "--json")
    assert [Path(answer["photo"]).name for answer in answers(said)] == ["a.jpg", "d.jpg"]
    assert said.status == 1
    told = said.err.splitlines()
    assert len(told) == 3
    assert all(line.startswith("tablecam: ") for line in told)
    assert [name in line for name, line in zip(["b.jpg", "c.png", "missing.jpg"], told, strict=True)] == [True] * 3


def test_a_folder_without_pictures_is_refused(drawn, command, tmp_path: Path) -> None:
    assert "no pictures in this folder" in command("measure", tmp_path, "--table", drawn.folder).sentence


@pytest.mark.parametrize("live", ["synthetic", "synthetic:4k"])
def test_a_live_camera_which_never_ends_is_not_measured(drawn, command, live: str) -> None:
    said = command("measure", live, "--table", drawn.folder)
    assert said.status == 1
    assert "tablecam track" in said.sentence


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("models.toml", "tag = 2\n", "tag = 1\n", ["models.toml", "tag"]),
        ("models.toml", "tag_size_mm", "tag_size_inch", ["models.toml", "tag_size_inch"]),
        ("models.toml", "tag = 2\n", "tag = 40\n", ["models.toml", "40", "reference"]),
        ("models.toml", "tag = 2\n", "tag = 900\n", ["models.toml", "900"]),
        ("models.toml", "tag = 2\n", "tag = \n", ["models.toml", "line"]),
        ("table.toml", "width_in", "width", ["table.toml", "width"]),
        ("table.toml", "width_in = 48.0", "width_in = -4.0", ["table.toml", "width_in"]),
        ("table.toml", "tag36h11", "tag99h1", ["table.toml", "tag99h1"]),
        ("camera.yaml", "image_width: 1920", "image_width: wide", ["camera.yaml", "image_width"]),
        ("camera.yaml", "camera_matrix:", "camera_matrix: [", ["camera.yaml"]),
        ("terrain.geojson", "FeatureCollection", "Collection", ["terrain.geojson"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_fault_in_a_file_is_one_sentence_with_file_and_key(
    drawn, command, folder: Path, file, old, new, told
) -> None:
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))
    said = command("measure", drawn.photo, "--table", folder, "--json")
    assert (said.status, said.out) == (1, "")
    assert [word for word in told if word not in said.sentence] == []


@pytest.mark.parametrize("file", ["models.toml", "table.toml", "camera.yaml", "terrain.geojson"])
@pytest.mark.parametrize("spoilt", ["binary", "a folder", "empty"])
def test_a_broken_file_is_one_sentence(drawn, command, folder: Path, file: str, spoilt: str) -> None:
    (folder / file).unlink()
    if spoilt == "a folder":
        (folder / file).mkdir()
    else:
        (folder / file).write_bytes(b"\xff\xfe\x00\x81" * 30 if spoilt == "binary" else b"")
    said = command("measure", drawn.photo, "--table", folder, "--json")
    if (file, spoilt) == ("models.toml", "empty"):
        # nobody plays: that is a table, too
        assert said.status in (0, 1)
        return
    assert (said.status, said.out) == (1, "")
    assert file in said.sentence


@pytest.mark.parametrize("file", ["models.toml", "table.toml", "camera.yaml"])
def test_a_missing_file_of_the_table_is_named(drawn, command, folder: Path, file: str) -> None:
    (folder / file).unlink()
    said = command("measure", drawn.photo, "--table", folder, "--json")
    assert (said.status, said.out) == (1, "")
    assert file in said.sentence


@pytest.mark.parametrize("table", ["nowhere", __file__])
def test_a_table_that_is_no_folder_is_refused(drawn, command, table: str) -> None:
    said = command("measure", drawn.photo, "--table", table)
    assert (said.status, said.out) == (1, "")
    assert table in said.sentence


def test_no_photo_or_both_kinds_of_input_are_wrong_usage(drawn, command, tmp_path: Path) -> None:
    assert command("measure", "--table", drawn.folder).status == 2
    assert command("measure", drawn.photo, "--position", drawn.photo, "--table", drawn.folder).status == 2
    assert command("measure", drawn.photo).status == 2


def test_a_position_that_was_measured_gives_the_same_ranges_again(drawn, command, tmp_path: Path) -> None:
    (answer,) = answers(command("measure", drawn.photo, "--table", drawn.folder, "--json"))
    (tmp_path / "position.json").write_text(json.dumps(answer))
    said = command("measure", "--position", tmp_path / "position.json", "--table", drawn.folder, "--json")
    assert said.status == 0, said.err
    (again,) = answers(said)
    assert list(again) == KEYS
    first = {frozenset((pair["a"], pair["b"])): pair["range_in"] for pair in answer["pairs"]}
    for pair in again["pairs"]:
        assert pair["range_in"] == pytest.approx(first[frozenset((pair["a"], pair["b"]))], abs=1e-3)


def test_a_position_needs_the_size_of_the_table_and_nothing_else_of_it(command, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("[table]\nwidth_in = 44\ndepth_in = 30\n")
    (tmp_path / "position.txt").write_text("model ann red 30mm at 10,10\nmodel bob blue 30mm at 20,10\n")
    said = command("measure", "--position", tmp_path / "position.txt", "--table", tmp_path, "--json")
    assert (said.status, said.err) == (0, "")
    (answer,) = answers(said)
    assert answer["pairs"][0]["range_in"] == pytest.approx(10 - 30 / 25.4, abs=1e-4)
    assert answer["missing_models"] == []


def test_in_a_process_of_its_own_it_does_the_same_and_ends_well(drawn, in_own_process) -> None:
    said = in_own_process("measure", drawn.photo, "--table", drawn.folder, "--json")
    assert (said.status, said.err) == (0, "")
    assert len(answers(said)[0]["models"]) == 8


def test_photographs_of_one_moment_give_one_answer_with_the_places_of_all_cameras(
    drawn, folder, command, tmp_path
) -> None:
    second = tmp_path / "second.jpg"
    cv2.imwrite(str(second), Renderer(choose_camera(drawn.scene, 1)).picture(), [cv2.IMWRITE_JPEG_QUALITY, 95])
    # one camera took both: the folder has one lens
    said = command("measure", "--together", drawn.photo, second, "--table", folder, "--json")
    assert (said.status, said.err) == (0, "")
    (answer,) = answers(said)
    assert list(answer) == [*KEYS, "cameras"]
    assert [round(camera["position_in"][0]) for camera in answer["cameras"]] == [
        round(choose_camera(drawn.scene, number).camera.pose.position_in[0]) for number in (0, 1)
    ]
    for model in answer["models"]:
        spot = drawn.scene.spots[model["id"]]
        assert math.hypot(model["x_in"] - spot.x_in, model["y_in"] - spot.y_in) < 4 * model["sigma_in"] + 0.002
    shutil.copy(folder / "camera.yaml", folder / "camera-2.yaml")
    refused = command("measure", "--together", drawn.photo, second, drawn.photo, "--table", folder)
    assert refused.status == 1
    assert "3 pictures and 2 lenses" in refused.err


def test_a_picture_shows_the_table_from_straight_above(drawn, command, tmp_path: Path) -> None:
    picture = tmp_path / "table.png"
    said = command("measure", drawn.photo, "--table", drawn.folder, "--picture", picture)
    assert (said.status, said.err) == (0, "")
    image = cv2.imread(str(picture))
    assert image.shape == (960, 960, 3)
    # a model's tag is black and white at its place, 20 pixels an inch
    for model, spot in drawn.scene.spots.items():
        tag = model_tag(drawn.scene.roster.by_id[model], spot)
        x, y = (round(20 * length) for length in (tag.x_in, 48 - tag.y_in))
        assert np.ptp(image[y - 6 : y + 6, x - 6 : x + 6].max(axis=2)) > 100, model


def test_a_picture_is_of_one_moment_and_of_a_known_kind(drawn, command, tmp_path: Path) -> None:
    several = command("measure", drawn.photo, drawn.photo, "--table", drawn.folder, "--picture", tmp_path / "table.jpg")
    assert (several.status, "--together" in several.err) == (2, True)
    tiff = command("measure", drawn.photo, "--table", drawn.folder, "--picture", tmp_path / "table.tiff")
    assert (tiff.status, ".jpg or .png" in tiff.err) == (2, True)
    assert list(tmp_path.iterdir()) == []
