"""Focus, light and pixels a cell, on pictures of which all of it is known."""

import cv2
import numpy as np
import pytest

from hardware.rig import AROUND_IN
from tablecam.base.units import to_mm
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.camera_step import (
    CameraStep,
    Flicker,
    cells_at_best,
    compute_resolutions,
    exposure,
    focus,
    judge_references,
    pixels_per_mm,
    softness_px,
)
from tablecam.setup.setup_files import TableFiles


@pytest.fixture(scope="module")
def squares() -> np.ndarray:
    """A slanted chessboard without any blur but that of its pixels, in grey levels."""
    board = np.kron(np.indices((24, 36)).sum(axis=0) % 2, np.ones((160, 160))).astype(np.float32) * 150 + 40
    slanted = cv2.warpAffine(board, cv2.getRotationMatrix2D((2880, 1920), 11, 1), (5760, 3840), borderMode=2)
    return cv2.resize(slanted, (720, 480), interpolation=cv2.INTER_AREA)


@pytest.mark.slow
@pytest.mark.parametrize("sigma", [0.5, 0.8, 1.2, 2.0, 3.0])
def test_the_blur_of_edges_is_told_to_a_tenth(squares: np.ndarray, sigma: float) -> None:
    noise = np.random.default_rng(1).normal(0, 3, squares.shape)
    picture = (cv2.GaussianBlur(squares, (0, 0), sigma) + noise).clip(0, 255).astype(np.uint8)
    assert softness_px(picture) == pytest.approx(sigma, rel=0.1, abs=0.06)


def test_a_picture_without_edges_has_no_focus_to_tell() -> None:
    grey = np.random.default_rng(1).normal(120, 4, (300, 400)).clip(0, 255).astype(np.uint8)
    assert softness_px(grey) is None
    assert focus(None, None, 2.0).verdict == "unknown"


def test_focus_is_judged_by_the_smallest_cell_and_by_the_best_so_far() -> None:
    assert focus(0.9, 0.9, 3.0).verdict == "good"
    assert focus(0.9, 0.9, 2.0).verdict == "fair"
    assert str(focus(1.9, 0.9, 3.0).says) == (
        "Edge blur is 1.9 px, above the limit of 1.5 px. It was 0.9 px before: turn the focus ring back, then lock it."
    )


@pytest.mark.parametrize(
    ("picture", "verdict"),
    [
        (lambda grey: grey, "good"),
        (lambda grey: grey // 5, "bad"),
        (lambda grey: np.where(np.indices(grey.shape)[1] < 80, 255, grey), "bad"),
    ],
    ids=["as it is", "dark", "overexposed"],
)
def test_too_little_and_too_much_light_are_told_apart(picture, verdict: str) -> None:
    grey = np.random.default_rng(2).integers(30, 200, (400, 600)).astype(np.uint8)
    assert exposure(picture(grey).astype(np.uint8)).verdict == verdict


def test_rows_that_pulse_are_flicker_and_a_hand_is_not() -> None:
    grey = np.random.default_rng(3).integers(60, 180, (360, 640)).astype(np.float32)
    steady, pulsing = Flicker(), Flicker()
    for number in range(12):
        with_hand = grey.copy()
        with_hand[:, 40 * number : 40 * number + 120] = 20
        found_steady = steady.see(with_hand.astype(np.uint8))
        wave = 1 + 0.1 * np.sin(np.arange(360) / 40 + number)[:, None]
        found_pulsing = pulsing.see((grey * wave).clip(0, 255).astype(np.uint8))
    assert found_steady.verdict == "good"
    assert found_pulsing.verdict == "bad"
    assert "50 or 60 Hz" in str(found_pulsing.says)


def test_cells_are_advised_in_plain_words() -> None:
    fine, coarse = compute_resolutions(1.55, (20.0,), 3840)[0], compute_resolutions(0.7, (20.0,), 1920)[0]
    assert str(fine.finding.says) == "3.1 px a cell: enough."
    assert str(coarse.finding.says) == "1.4 px a cell: too few. 4K would give 2.8."
    assert str(compute_resolutions(1.0, (20.0,), 1920)[0].finding.says) == "2.0 px a cell: enough. 4K would give 4.0."
    assert str(compute_resolutions(0.6, (20.0,), 3840)[0].finding.says).endswith(
        "Print larger tags, or hang the camera lower."
    )


@pytest.mark.slow
def test_the_scale_of_the_table_is_that_of_the_drawn_one(frame: Frame, scene, folder) -> None:
    seen = CameraStep(folder("table.toml", "models.toml")).look(frame)
    below = scene.camera.intrinsics.matrix[0, 0] / to_mm(scene.camera.pose.position_in[2])
    cell = next(each for each in seen.cells if each.tag_mm == 24.0)
    assert cell.px == pytest.approx(24.0 / 10 * below, rel=0.08)
    assert set(seen.tags) >= {40, 41, 42, 43}
    assert seen.focus.value == pytest.approx(scene.sensor.blur_px, abs=0.15)


def test_before_there_is_any_file_the_printed_sizes_are_advised_on(frame: Frame, folder) -> None:
    seen = CameraStep(folder()).look(frame)
    assert [each.tag_mm for each in seen.cells] == [20.0, 24.0]
    assert seen.lens_says is None


def test_a_picture_of_another_size_than_the_lens_is_told(folder, frame: Frame) -> None:
    path = folder("camera.yaml")
    smaller = Frame(cv2.resize(frame.grey, (1280, 720)), 0.0)
    assert "calibrated at 1920 x 1080 but the image is 1280 x 720: the lens is scaled" in str(
        CameraStep(path).look(smaller).lens_says
    )
    other = Frame(cv2.resize(frame.grey, (1440, 1080)), 0.0)
    assert "a different shape" in str(CameraStep(path).look(other).lens_says)


def test_a_size_that_cuts_the_table_off_is_told_in_one_sentence(folder, frame: Frame, scene) -> None:
    path = folder("table.toml")
    assert str(CameraStep(path).look(frame).references.says) == "All 8 reference tags are in the image."
    # a mode of the camera that has the middle of its view alone, as large as the whole
    px = {tag.id: scene.camera.project(np.array([*tag.center_in, 0.0])) for tag in scene.table.reference_tags}
    rows, columns = frame.grey.shape
    middle = frame.grey[rows // 4 : -rows // 4, columns // 4 : -columns // 4]
    inside = [tag for tag, (x, y) in px.items() if abs(x / columns - 0.5) < 0.25 and abs(y / rows - 0.5) < 0.25]
    cropped = CameraStep(path).look(Frame(cv2.resize(middle, (columns, rows)), 0.0)).references
    assert cropped.verdict == "bad"
    assert str(cropped.says).startswith(
        f"Only {len(inside)} of 8 reference tags are in the image of 1920 x 1080: many cameras crop the view"
    )
    hidden = frame.grey.copy()
    x, y = px[43].astype(int)
    hidden[y - 40 : y + 40, x - 40 : x + 40] = 90
    partly = CameraStep(path).look(Frame(hidden, 0.0)).references
    assert (partly.verdict, str(partly.says)[:53]) == ("fair", "The camera does not see reference tag 43: clear it, o")
    assert judge_references(TableFiles(None, None, None, None, {}), {40}, (1920, 1080)) is None


@pytest.mark.slow
def test_the_best_focus_is_remembered_until_the_camera_is_another(folder, frame: Frame) -> None:
    step = CameraStep(folder())
    sharp = step.look(frame).focus.value
    blurred = step.look(Frame(cv2.GaussianBlur(frame.grey, (0, 0), 2.0), 1.0))
    assert blurred.best_px == sharp
    assert blurred.focus.verdict == "bad"
    step.reset()
    assert step.look(Frame(cv2.GaussianBlur(frame.grey, (0, 0), 2.0), 2.0)).best_px != sharp


def test_what_a_table_that_fills_the_picture_gives_each_cell() -> None:
    # 1080 px over 48 in and the reference tags on both sides
    (cell,) = cells_at_best((48.0, 48.0), (1920, 1080), [24.0])
    assert cell.px == pytest.approx(1080 / (48.0 + 2 * AROUND_IN) * 2.4 / 25.4)
    # a long table along the picture's width costs nothing, a longer one does
    (six,), (eight,) = (cells_at_best((wide, 48.0), (1920, 1080), [24.0]) for wide in (72.0, 96.0))
    assert six.px == pytest.approx(cell.px)
    assert eight.px < six.px
    # whichever way the table lies
    assert cells_at_best((48.0, 96.0), (1920, 1080), [24.0]) == (eight,)
    assert (six.finding.verdict, eight.finding.verdict) == ("fair", "bad")


def test_tags_of_unknown_size_tell_no_scale() -> None:
    assert pixels_per_mm([], {40: 40.0}) is None
