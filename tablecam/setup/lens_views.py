"""The views of a capture on disk, corners and no pictures, so that it goes on after a restart: `lens-views.json`."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from calibration.boards import Board, parse_board
from calibration.choosing import MOST_VIEWS
from calibration.views import BoardView
from tablecam.errors import TablecamError
from tablecam.storage.text_file import parse_json, read_text, write_text

NAME = "lens-views.json"
# a hundredth of what a corner is known to
DECIMALS = 4


def write_views(folder: Path, board: Board, views: Sequence[BoardView]) -> None:
    """Keeps the views. Raises BadFile."""
    kept = [_written(view) for view in views]
    write_text(folder / NAME, json.dumps({"board": str(board), "views": kept}) + "\n")


def read_views(folder: Path, board: Board) -> tuple[BoardView, ...]:
    """The views that were kept of this board; none where there are none, or the file is of no use."""
    path = folder / NAME
    if not path.exists():
        return ()
    try:
        said = parse_json(path, read_text(path, "the views of a lens that is being calibrated"))
        if not isinstance(said, dict) or parse_board(str(said["board"])) != board:
            return ()
        views = tuple(_view(board, each) for each in said["views"][:MOST_VIEWS])
    except (TablecamError, KeyError, TypeError, ValueError, IndexError):
        return ()
    return views if len({view.size for view in views}) <= 1 else ()


def forget_views(folder: Path) -> None:
    """Nothing is kept any more."""
    (folder / NAME).unlink(missing_ok=True)


def _written(view: BoardView) -> dict[str, Any]:
    return {
        "name": view.name,
        "size": list(view.size),
        "softness_px": round(view.softness_px, DECIMALS),
        "ids": view.ids.tolist(),
        "corners_px": np.round(view.corners_px, DECIMALS).tolist(),
    }


def _view(board: Board, said: dict[str, Any]) -> BoardView:
    width, height = (int(length) for length in said["size"])
    ids, corners = np.array(said["ids"], int), np.array(said["corners_px"], float)
    if corners.shape != (len(ids), 2) or not np.isfinite(corners).all() or min(ids) < 0:
        raise ValueError("corners and their numbers do not match")
    return BoardView(str(said["name"]), (width, height), ids, board.points_mm[ids], corners, float(said["softness_px"]))
