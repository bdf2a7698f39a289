"""Stores the views of a capture on disk, without their pictures, for a restart during the capture:
`lens-views.json`.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from calibration.boards import Board, parse_board
from calibration.choosing import MOST_VIEWS
from calibration.views import BoardView
from tablecam.base.errors import TablecamError
from tablecam.storage.table_folder import numbered
from tablecam.storage.text_file import parse_json, read_text, write_text

NAME = "lens-views.json"
# a hundredth of the error of a corner
DECIMALS = 4


def write_views(folder: Path, board: Board, views: Sequence[BoardView], number: int = 0) -> None:
    """Keeps the views of a camera. Raises BadFile."""
    records = [_to_record(view) for view in views]
    write_text(folder / numbered(NAME, number), json.dumps({"board": str(board), "views": records}) + "\n")


def read_views(folder: Path, board: Board, number: int = 0) -> tuple[BoardView, ...]:
    """Loads the stored views of this board; none if there is no usable file."""
    path = folder / numbered(NAME, number)
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
    (folder / numbered(NAME, number)).unlink(missing_ok=True)


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
