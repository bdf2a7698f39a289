"""The calibration on boards that others photographed, and on one whose lens is known exactly."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from calibration.at_table import OverheadSetting
from calibration.boards import CHARUCO, CHESSBOARD, Board
from calibration.command import gather
from calibration.intrinsics import Lens, estimate_lens
from calibration.judgement import judge
from tablecam.base.errors import TablecamError
from tablecam.live.pipeline import measure_photo
from tablecam.sensing.camera.recording import PICTURE_SUFFIXES, load_image
from tablecam.table.geometry.projection import Intrinsics
from tools.bench.accuracy import Score
from tools.bench.figure import BenchResult, Figure, Target
from tools.bench.tables import KnownTable, rendered

SUBPIX = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.001)
LEAST_CORNERS = 6

Corners = tuple[np.ndarray, np.ndarray]


def opencv_lens(pictures: Sequence[Path], board: Board) -> Intrinsics:
    """The lens, with all five coefficients free."""
    greys = [load_image(path).grey for path in pictures]
    found = [_charuco(grey, board) if board.kind == CHARUCO else _chessboard(grey, board) for grey in greys]
    seen = [board for board in found if board is not None]
    height, width = greys[0].shape
    points, corners = [board_points[0] for board_points in seen], [board_points[1] for board_points in seen]
    _, matrix, distortion, _, _ = cv2.calibrateCamera(points, corners, (width, height), None, None)
    return Intrinsics(width, height, matrix, distortion.ravel(), name="OpenCV")


def _charuco(grey: np.ndarray, board: Board) -> Corners | None:
    """Tries both patterns of a ChArUco board: those from before OpenCV 4.6 begin with the other square."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, board.dictionary))
    best: Corners | None = None
    for legacy in (False, True):
        drawn = cv2.aruco.CharucoBoard((board.columns, board.rows), board.square_mm, board.marker_mm, dictionary)
        drawn.setLegacyPattern(legacy)
        corners, ids, _, _ = cv2.aruco.CharucoDetector(drawn).detectBoard(grey)
        if ids is not None and len(ids) >= LEAST_CORNERS and (best is None or len(ids) > len(best[1])):
            best = np.asarray(drawn.getChessboardCorners(), np.float32)[np.ravel(ids)], corners
    return best


def _chessboard(grey: np.ndarray, board: Board) -> Corners | None:
    there, corners = cv2.findChessboardCorners(grey, board.grid)
    if not there:
        return None
    points = np.column_stack([board.points_mm, np.zeros(len(board.points_mm))]).astype(np.float32)
    return points, cv2.cornerSubPix(grey, corners, (11, 11), (-1, -1), SUBPIX)


KNOWN_VIEWS = "rendered/calibration_720p"
KNOWN_BOARD = Board(CHARUCO, 11, 8, 30.0, 22.0, "DICT_5X5_100")
TABLE_SIZE = "4k"
OPENCV = "OpenCV's corners and 5 coefficients"
FOCAL_PER_CENT = Target(at_most=0.2)
RANGES = Target(at_most=1.3)
# the published focal lengths hold for one corner finder: another may differ by this much
ALLOWED = 0.005


@dataclass(frozen=True)
class Photographed:
    """Published views: the pictures, the board, and the least and largest focal length found from them before.

    focal_px: None if there are too few views.
    """

    name: str
    pictures: str
    board: Board
    focal_px: tuple[float, float] | None


_CHESSBOARD = Board(CHESSBOARD, 9, 6, 25.0)
SETS = (
    Photographed("chessboard, left", "opencv_chessboard/left*", _CHESSBOARD, (532.8, 535.9)),
    Photographed("chessboard, right", "opencv_chessboard/right*", _CHESSBOARD, (537.0, 537.5)),
    Photographed(
        "ChArUco, webcam", "lifecam_charuco_480/*", Board(CHARUCO, 8, 8, 25.4, 19.05, "DICT_4X4_1000"), (679.4, 681.1)
    ),
    Photographed("ChArUco, four views", "opencv_charuco/img_*", Board(CHARUCO, 5, 7, 40.0, 20.0, "DICT_6X6_250"), None),
)


def calibration(data: Path) -> BenchResult:
    """The rendered board against its true lens, then the photographed ones against published values."""
    title = "lenses from pictures of boards, beside OpenCV's usual recipe"
    if not (data / KNOWN_VIEWS).is_dir():
        return BenchResult("calibration", title, (), f"there is no {data / KNOWN_VIEWS}: name the folder with --data")
    figures = [*_known(data), *(figure for views in SETS for figure in _photographed(data, views))]
    return BenchResult("calibration", title, tuple(figures))


def _known(data: Path) -> Iterator[Figure]:
    views = _pictures(data, f"{KNOWN_VIEWS}/*")
    ours, theirs = _lens(views, KNOWN_BOARD).fit.intrinsics(), opencv_lens(views, KNOWN_BOARD)
    table = rendered(data, TABLE_SIZE)[0]
    true = _known_lens(table.folder.intrinsics)
    yield Figure(
        "focal length of the rendered board, error",
        100 * _focal_error(ours, true),
        " %",
        ((OPENCV, 100 * _focal_error(theirs, true)),),
        FOCAL_PER_CENT,
        note="the worse of fx and fy",
    )
    right, mine, peer = (_range_errors(table, lens.rescale(true.width, true.height)) for lens in (true, ours, theirs))
    for share, target in ((0.5, None), (0.95, RANGES)):
        level, by_mine, by_peer = (float(np.quantile(figures, share)) for figures in (right, mine, peer))
        what = f"range error with that lens over the true one's, {share:.0%}"
        note = f"{by_mine:.4f} in against {level:.4f} in on {table.name}"
        yield Figure(what, by_mine / level, "x", ((OPENCV, by_peer / level),), target, len(mine), note=note)


def _photographed(data: Path, views: Photographed) -> Iterator[Figure]:
    pictures = _pictures(data, views.pictures)
    lens = _lens(pictures, views.board)
    note = f"{len(lens.views)} views, {lens.model}, left out {lens.left_out_px:.3f} px"
    if views.focal_px is None:
        refused = not judge(lens, OverheadSetting()).go
        yield Figure(f"{views.name}: refused", float(refused), "", (), Target(at_least=1), note=note)
        return
    low, high = views.focal_px
    focal, peer = _focal(lens.fit.intrinsics()), _focal(opencv_lens(pictures, views.board))
    spread = focal * (1 - lens.focal_sigma), focal * (1 + lens.focal_sigma)
    target = Target(round(low * (1 - ALLOWED), 1), round(high * (1 + ALLOWED), 1))
    yield Figure(f"{views.name}: focal length", focal, " px", ((OPENCV, peer),), target, len(lens.views), spread, note)


def _pictures(data: Path, pattern: str) -> list[Path]:
    return [path for path in sorted(data.glob(pattern)) if path.suffix.lower() in PICTURE_SUFFIXES]


def _lens(pictures: Sequence[Path], board: Board) -> Lens:
    return estimate_lens(gather([str(path) for path in pictures], board, 0.0, lambda _said: None).views)


def _range_errors(table: KnownTable, lens: Intrinsics) -> list[float]:
    """The range errors of all pairs measured with this lens, in inches; none if the table cannot be read with it."""
    score = Score()
    with suppress(TablecamError):
        score.count(table, measure_photo(replace(table.folder, intrinsics=lens), table.frame).snapshot)
    return score.ranges_in or [float("nan")]


def _known_lens(lens: Intrinsics | None) -> Intrinsics:
    assert lens is not None
    return lens


def _focal(lens: Intrinsics) -> float:
    return float(lens.matrix[0, 0] + lens.matrix[1, 1]) / 2


def _focal_error(lens: Intrinsics, true: Intrinsics) -> float:
    scaled = lens.rescale(true.width, true.height).matrix
    return max(abs(float(scaled[i, i] / true.matrix[i, i]) - 1) for i in (0, 1))
