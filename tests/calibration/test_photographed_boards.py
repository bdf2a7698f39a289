"""The lens from pictures that others took or rendered, against what is known of them."""

from types import SimpleNamespace

import numpy as np
import pytest

from calibration.at_table import OverheadSetting, disagreement
from calibration.boards import parse_board
from calibration.bundle import make_intrinsics
from calibration.command import gather
from calibration.intrinsics import estimate_lens
from calibration.judgement import judge
from tablecam.storage.camera_yaml import read_camera

pytestmark = pytest.mark.slow
RENDERED = np.array([715.77, 716.60, 643.57, 355.80, -0.118, 0.031, 6e-4, -4e-4, -0.002])


def calibrated(sources, board):
    gathered = gather([str(source) for source in sources], parse_board(board), 1.0, lambda said: None)
    lens = estimate_lens(gathered.views)
    return SimpleNamespace(lens=lens, judgement=judge(lens, OverheadSetting()), gathered=gathered)


@pytest.fixture(scope="module")
def rendered(shared_data):
    return calibrated([shared_data / "rendered" / "calibration_720p"], "charuco:11x8:30:22:DICT_5X5_100")


@pytest.mark.long
def test_the_rendered_lens_is_found_to_two_hundredths_of_a_per_cent(rendered):
    assert rendered.judgement.go
    assert len(rendered.lens.views) == 18
    assert rendered.lens.fit.lens[:2] == pytest.approx(RENDERED[:2], rel=2e-4)
    assert rendered.lens.fit.lens[2:4] == pytest.approx(RENDERED[2:4], abs=0.15)
    assert rendered.lens.fit.rms_px < 0.03


def test_the_rendered_lens_makes_no_error_on_the_table_that_a_player_could_see(rendered):
    error = disagreement(
        make_intrinsics(RENDERED, (1280, 720)), [rendered.lens.fit.intrinsics()], OverheadSetting(57.0)
    )
    assert error.worst_place_in < 0.001
    assert error.distances[48.0] < 0.001
    # and it was foretold within a small factor
    assert error.distances[24.0] < 4 * rendered.judgement.table.distances[24.0]


def test_scaled_to_four_times_the_pixels_it_is_the_lens_of_the_table(rendered, shared_data):
    table = read_camera(shared_data / "rendered" / "f00" / "table" / "camera.yaml")
    scaled = rendered.lens.fit.intrinsics().rescale(table.width, table.height)
    points = np.stack(np.meshgrid(np.linspace(-0.45, 0.45, 9), np.linspace(-0.45, 0.45, 9)), axis=-1)
    assert np.abs(scaled.distort(points) - table.distort(points)).max() < 0.5


@pytest.mark.long
@pytest.mark.parametrize(
    ("side", "focal", "centre"), [("left", (532.8, 535.9), (342.4, 234.5)), ("right", (537.0, 537.6), (327.3, 249.1))]
)
def test_the_stereo_pair_s_lenses_lie_between_what_others_found(shared_data, side, focal, centre):
    pictures = sorted((shared_data / "opencv_chessboard").glob(f"{side}*.jpg"))
    made = calibrated(pictures, "chessboard:9x6:25")
    assert made.judgement.go
    assert len(made.lens.views) == 13
    assert focal[0] - 1 < made.lens.fit.focal_px < focal[1] + 1
    assert made.lens.fit.lens[2:4] == pytest.approx(centre, abs=2.0)
    assert made.lens.fit.rms_px < 0.195
    assert any("hardly ever" in str(line) for line in made.judgement.advice)


@pytest.mark.long
def test_the_webcam_s_lens_is_the_published_one_and_k3_is_not_believed(shared_data):
    made = calibrated([shared_data / "lifecam_charuco_480"], "charuco:8x8:25.4:19.05:DICT_4X4_1000")
    assert made.judgement.go
    assert sum(len(view.ids) for view in made.lens.views) >= 780
    assert made.lens.fit.focal_px == pytest.approx(680.2, rel=0.005)
    assert made.lens.fit.rms_px < 0.229
    assert "k3" not in made.lens.model


def test_five_photographs_are_a_no_go_for_being_few(shared_data):
    made = calibrated([shared_data / "opencv_charuco"], "charuco:5x7:40:20:DICT_6X6_250")
    assert not made.judgement.go
    assert str(made.judgement.refusals[0]) == "only 5 views count; 8 are needed: take 15 or more"
    assert made.lens.focal_sigma > 0.02


def test_pictures_without_a_board_have_no_views(shared_data):
    for board in ("charuco:11x8:30:22:DICT_5X5_100", "chessboard:9x6:25"):
        gathered = gather([str(shared_data / "negatives")], parse_board(board), 1.0, lambda said: None)
        assert gathered.views == ()
        assert len(gathered.out) == 8
