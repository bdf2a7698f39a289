"""The step "lens": captures the board and writes camera.yaml, or takes a lens that is known already."""

import json
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from calibration.at_table import OverheadSetting
from calibration.boards import DEFAULT_BOARD, Board, parse_board
from calibration.guided import MOST_VIEWS, Advice, Guided
from calibration.intrinsics import estimate_lens
from calibration.judgement import judge, reasons_in_a_row
from calibration.report import CalibrationReport, as_page, write_lens
from calibration.views import BoardView, separate_views
from tablecam.base.errors import NotCalibratable, TablecamError
from tablecam.base.i18n import Message
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.setup_files import KnownLens, fits, list_lenses, load_files
from tablecam.storage.table_folder import lens_file, number_file
from tablecam.storage.text_file import parse_json, read_text, write_text

# Stores the views of a capture on disk, without their pictures, for a restart during the capture: `lens-views.json`.

NAME = "lens-views.json"
# a hundredth of the error of a corner
DECIMALS = 4


def write_views(folder: Path, board: Board, views: Sequence[BoardView], number: int = 0) -> None:
    """Keeps the views of a camera. Raises BadFile."""
    records = [_to_record(view) for view in views]
    write_text(folder / number_file(NAME, number), json.dumps({"board": str(board), "views": records}) + "\n")


def read_views(folder: Path, board: Board, number: int = 0) -> tuple[BoardView, ...]:
    """Loads the stored views of this board; none if there is no usable file."""
    path = folder / number_file(NAME, number)
    if not path.exists():
        return ()
    try:
        stored = parse_json(path, read_text(path, "the views of a calibration"))  # no text
        if not isinstance(stored, dict) or parse_board(str(stored["board"])) != board:
            return ()
        views = tuple(_from_record(board, record) for record in stored["views"][:MOST_VIEWS])
    except (TablecamError, KeyError, TypeError, ValueError, IndexError):
        return ()
    return views if len({view.size for view in views}) <= 1 else ()


def forget_views(folder: Path, number: int = 0) -> None:
    """Deletes the stored views."""
    (folder / number_file(NAME, number)).unlink(missing_ok=True)


def _to_record(view: BoardView) -> dict[str, Any]:
    return {
        "name": view.name,
        "size": list(view.size),
        "softness_px": round(view.softness_px, DECIMALS),
        "ids": view.ids.tolist(),
        "corners_px": np.round(view.corners_px, DECIMALS).tolist(),
    }


def _from_record(board: Board, record: dict[str, Any]) -> BoardView:
    width, height = (int(length) for length in record["size"])
    ids, corners = np.array(record["ids"], int), np.array(record["corners_px"], float)
    if corners.shape != (len(ids), 2) or not np.isfinite(corners).all() or min(ids) < 0:
        raise ValueError("corners and their numbers do not match")
    points, softness = board.points_mm[ids], float(record["softness_px"])
    return BoardView(str(record["name"]), (width, height), ids, points, corners, softness)


REPORT = "lens-report.html"


class LensStep:
    """One capture at a time. Only one thread calls `look`; any thread may call the other methods.

    written: called after camera.yaml has changed. A lens does not depend on the size of the board's squares, so the
    board of any paper that `tablecam print` makes will do. number: the camera, counted from 0.
    """

    def __init__(
        self, folder: Path, written: Callable[[], None], board: Board = DEFAULT_BOARD, number: int = 0
    ) -> None:
        self._folder = folder
        self._number = number
        self._on_written = written
        self._board = board
        self._lock = threading.Lock()
        self._guided: Guided | None = None
        self._last_advice: Advice | None = None

    @property
    def report(self) -> Path:
        """The path of the last capture's report."""
        return self._folder / number_file(REPORT, self._number)

    @property
    def begun(self) -> bool:
        """Whether a capture is under way; one of the program's last run counts too."""
        return self._get_capture() is not None

    @property
    def last(self) -> Advice | None:
        """The newest advice, while a capture is under way."""
        with self._lock:
            return self._last_advice

    def start(self) -> None:
        """Begins a capture without any views."""
        with self._lock:
            forget_views(self._folder, self._number)
            self._begin_capture(())

    def stop(self) -> None:
        """Abandons the capture; the present lens stays."""
        with self._lock:
            forget_views(self._folder, self._number)
            self._guided, self._last_advice = None, None

    def leave(self) -> None:
        """Ends a capture that has no view yet; one with views waits."""
        with self._lock:
            if self._guided is not None and not self._guided.kept:
                self._guided, self._last_advice = None, None

    def drop(self) -> None:
        """Removes the last view, if there is one."""
        with self._lock:
            views = self._guided.kept[:-1] if self._guided is not None else ()
            if self._guided is None:
                return
            if views:
                write_views(self._folder, self._board, views, self._number)
            else:
                forget_views(self._folder, self._number)
            self._begin_capture(views)

    def look(self, frame: Frame) -> Advice | None:
        """Returns the advice after this frame; None while no capture is under way."""
        guided = self._get_capture()
        if guided is None:
            return None
        advice = guided.take(frame)
        with self._lock:
            if guided is not self._guided:
                return self._last_advice
            if advice.taken:
                write_views(self._folder, self._board, guided.kept, self._number)
            self._last_advice = advice
            return advice

    def finish(self) -> CalibrationReport:
        """Writes the lens and its report. Raises NotCalibratable with the reasons if the views do not suffice."""
        guided = self._get_capture()
        if guided is None:
            raise NotCalibratable(
                Message("no capture is under way: start one, and hold the board in front of the camera")
            )
        report = self._make_report(guided)
        write_text(self.report, as_page(report))
        if not report.judgement.go:
            reasons = reasons_in_a_row(report.judgement.refusals)
            raise NotCalibratable(Message("no go, nothing is written: {reasons}", reasons=reasons))
        write_lens(self._folder / lens_file(self._number), report)
        self.stop()
        self._on_written()
        return report

    def take_known(self, file: str, size: tuple[int, int]) -> None:
        """Takes the lens of another camera of that make, whose picture has this size. Raises SetupRefusal, BadFile."""
        if file not in {lens.file for lens in self.list_lenses(size)}:
            raise SetupRefusal(
                Message("the lens in {file} does not fit images of this shape: choose another", file=file)
            )
        write_text(self._folder / lens_file(self._number), read_text(self._folder / file, "a camera's lens"))  # no text
        self.stop()
        self._on_written()

    def list_lenses(self, size: tuple[int, int]) -> tuple[KnownLens, ...]:
        """Lists other lenses of the folder with which a picture of this size may have been taken."""
        own_file = lens_file(self._number)
        return tuple(lens for lens in list_lenses(self._folder) if lens.file != own_file and fits(lens.lens, size))

    def _get_capture(self) -> Guided | None:
        with self._lock:
            if self._guided is None and (views := read_views(self._folder, self._board, self._number)):
                self._begin_capture(views)
            return self._guided

    def _begin_capture(self, kept: Sequence[BoardView]) -> None:
        self._guided = Guided(self._board, self._get_setting(), kept)
        self._last_advice = self._guided.advice()

    def _make_report(self, guided: Guided) -> CalibrationReport:
        views, rejected = separate_views(list(guided.kept))
        lens, setting = estimate_lens(views), self._get_setting()
        return CalibrationReport(self._board, lens, judge(lens, setting), (*rejected, *lens.out), setting.height_in)

    def _get_setting(self) -> OverheadSetting:
        table = load_files(self._folder).table
        return OverheadSetting(table_in=max(table.width_in, table.depth_in)) if table is not None else OverheadSetting()
