import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.boards import charuco_board, parse_board
from calibration.command import calibrate
from tablecam.base.errors import BadFile, BadPicture, NotCalibratable, TablecamError
from tablecam.storage.camera_yaml import read_camera

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.slow

BOARD = "charuco:6x5:30:22:DICT_5X5_100"
SIZE = (640, 480)
MATRIX = np.array([[600.0, 0, 320], [0, 600, 240], [0, 0, 1]])


def run(*arguments):
    """What the command says and how it ends: the sentence of the error, as the command line prints it."""
    result = CliRunner().invoke(calibrate, [str(argument) for argument in arguments])
    if isinstance(result.exception, TablecamError):
        return result, result.exception
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result, None


def photographed(folder, count=14):
    """Pictures of a board by a pinhole camera of 600 px, tilted each way, all over the picture."""
    board = parse_board(BOARD)
    printed = charuco_board(board, legacy=False).generateImage((1280, 1080), marginSize=40)
    draw = np.random.default_rng(3)
    folder.mkdir()
    for number in range(count):
        across, down = np.array([number % 4, number // 4 % 3]) / (3, 2) * 2 - 1
        lean = draw.normal(size=2)
        turn = cv2.Rodrigues(np.append(lean / np.linalg.norm(lean) * np.radians(30), 0))[0]
        far = draw.uniform(380, 450)
        # millimetres of the sheet: 200 px a square of 30
        sheet = np.array([[0.15, 0, -96], [0, 0.15, -81], [0, 0, 1]])
        placed = np.column_stack([turn[:, :2], [across * far * 0.3, down * far * 0.2, far]])
        seen = cv2.warpPerspective(
            cv2.GaussianBlur(printed, (0, 0), 1.5), MATRIX @ placed @ sheet, SIZE, flags=cv2.INTER_AREA, borderValue=70
        )
        cv2.imwrite(str(folder / f"p{number:02}.png"), seen)
    return folder


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    return photographed(tmp_path_factory.mktemp("board") / "views")


def test_a_folder_of_pictures_becomes_the_table_s_camera(pictures, tmp_path):
    result, refused = run(pictures, "--board", BOARD, "--table", tmp_path, "--report", tmp_path / "page.html")
    assert refused is None
    camera = read_camera(tmp_path / "camera.yaml")
    assert (camera.width, camera.height) == SIZE
    assert camera.matrix[[0, 1], [0, 1]] == pytest.approx([600, 600], rel=2e-3)
    assert 0 < camera.focal_sigma < 0.01
    assert "go" in result.output.splitlines()
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_no_go_writes_nothing_and_says_why_in_one_sentence(pictures, tmp_path):
    few = sorted(pictures.iterdir())[:4]
    _, refused = run(*few, "--board", BOARD, "--out", tmp_path / "c.yaml")
    assert isinstance(refused, NotCalibratable)
    assert "only 4 views count; 8 are needed" in str(refused)
    assert "\n" not in str(refused)
    assert not (tmp_path / "c.yaml").exists()


def test_force_writes_a_no_go_and_the_file_says_that_it_is_one(pictures, tmp_path):
    few = sorted(pictures.iterdir())[:4]
    _, refused = run(*few, "--board", BOARD, "--out", tmp_path / "c.yaml", "--force")
    assert refused is None
    assert 'verdict: "no go"' in (tmp_path / "c.yaml").read_text()
    assert read_camera(tmp_path / "c.yaml").focal_sigma > 0


def test_json_is_all_that_is_printed_and_says_the_verdict(pictures):
    result, _ = run(pictures, "--board", BOARD, "--json")
    said = json.loads(result.stdout)
    assert said["go"] is True
    assert said["model"].startswith("k1, k2")
    assert said["table"]["error_in"]["24"] < 0.05


def test_what_is_no_picture_is_left_out_by_name_and_the_rest_is_used(pictures, tmp_path):
    mixed = tmp_path / "mixed"
    mixed.mkdir()
    for picture in sorted(pictures.iterdir())[:9]:
        (mixed / picture.name).write_bytes(picture.read_bytes())
    (mixed / "broken.png").write_bytes(b"\x89PNG no")
    cv2.imwrite(str(mixed / "empty.png"), np.full((480, 640), 80, np.uint8))
    result, _ = run(mixed, "--board", BOARD, "--json", "--force")
    out = {left["name"]: left["reason"] for left in json.loads(result.stdout)["left_out_views"]}
    assert "not an image" in out["broken.png"]
    assert "not in sight" in out["empty.png"]


def test_pictures_of_two_sizes_are_refused_and_both_named(pictures, tmp_path):
    other = cv2.resize(cv2.imread(str(pictures / "p01.png")), (1280, 960))
    cv2.imwrite(str(tmp_path / "large.png"), other)
    _, refused = run(pictures / "p00.png", tmp_path / "large.png", "--board", BOARD)
    assert isinstance(refused, BadPicture)
    assert "large.png is 1280 x 960 pixels and p00.png is 640 x 480" in str(refused)


@pytest.mark.parametrize(
    ("arguments", "kind", "says"),
    [
        (["nowhere"], BadFile, "nowhere"),
        (["{pictures}", "--board", "dots"], NotCalibratable, "names no board"),
        (
            ["{pictures}/p00.png", "--board", "chessboard:4x3:20"],
            NotCalibratable,
            "no view of the board chessboard:4x3:20",
        ),
        (["{pictures}", "--table", "nowhere"], BadFile, "no table folder"),
        (["{pictures}", "--board", BOARD, "--report", "/nowhere/page.html"], BadFile, "cannot be written"),
    ],
)
def test_a_wrong_word_is_refused_in_one_sentence(pictures, arguments, kind, says):
    _, refused = run(*(argument.format(pictures=pictures) for argument in arguments))
    assert isinstance(refused, kind)
    assert says in str(refused)


@pytest.mark.slow
def test_a_film_of_a_board_gives_the_views_in_which_it_stands_still(pictures, tmp_path):
    film = cv2.VideoWriter(str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 15.0, SIZE)
    for picture in sorted(pictures.iterdir()):
        seen = cv2.imread(str(picture))
        for _ in range(3):
            film.write(seen)
        film.write(np.full_like(seen, 70))
    film.release()
    result, refused = run(tmp_path / "film.avi", "--board", BOARD, "--json")
    assert refused is None
    said = json.loads(result.stdout)
    assert 10 <= len(said["views"]) <= 14
    assert said["intrinsics"]["fx"] == pytest.approx(600, rel=5e-3)
    assert "still to be covered" in result.stderr
