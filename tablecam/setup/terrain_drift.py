"""Detects tagged terrain that stands elsewhere than it was mapped.

A tagged piece is mapped when it is first seen at rest, and keeps that place until a player says that it belongs where
it stands now. Ranges and sight always use the place where it stands.
"""

import math
import threading
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.base.lengths import describe_length
from tablecam.setup.refusal import SetupRefusal
from tablecam.setup.setup_state import SetupState
from tablecam.table.terrain import Terrain

# key of setup.json: the corners of each piece, as mapped
PART = "mapped"
# a smaller move of a corner may come from the jog of a sleeve and needs no action
TOLD_IN = 0.25

Corners = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class TerrainDrift:
    """A piece that stands elsewhere. away_in: the move of its middle. turned_deg: anticlockwise, -180 to 180."""

    piece: str
    away_in: float
    turned_deg: float

    @property
    def says(self) -> Message:
        """The sentence for the players."""
        if self.away_in < TOLD_IN:
            degrees = f"{abs(self.turned_deg):.0f}"
            return Message("{piece} is turned by {degrees}° from how it was mapped.", piece=self.piece, degrees=degrees)
        away = describe_length(self.away_in)
        return Message("{piece} stands {distance} from where it was mapped.", piece=self.piece, distance=away)


class MappedPieces:
    """The places where the tagged pieces of a table were mapped. Safe to use from several threads."""

    def __init__(self, state: SetupState) -> None:
        self._state = state
        self._lock = threading.Lock()

    def drifts(self, terrain: Terrain) -> list[TerrainDrift]:
        """Finds the displaced pieces in the live terrain; maps those seen for the first time."""
        standing = _collect_corners(terrain)
        with self._lock:
            mapped = self._load_mapped()
            matching = {
                piece: mapped_corners
                for piece, mapped_corners in mapped.items()
                if _is_same_piece(mapped_corners, standing.get(piece))
            }
            if standing.keys() - matching.keys():
                self._save_mapped(
                    mapped | {piece: corners for piece, corners in standing.items() if piece not in matching}
                )
        drifts = (
            _compute_drift(piece, mapped_corners, standing[piece])
            for piece, mapped_corners in matching.items()
            if piece in standing
        )
        return [drift for drift in drifts if drift is not None]

    def accept(self, terrain: Terrain, piece: str) -> None:
        """Accepts the place where the piece stands. Raises SetupRefusal if it is out of sight, and BadFile."""
        standing = _collect_corners(terrain)
        if piece not in standing:
            raise SetupRefusal(
                Message("{piece} is not on the table: put it where the camera sees its tag", piece=piece)
            )
        with self._lock:
            self._save_mapped(self._load_mapped() | {piece: standing[piece]})

    def _load_mapped(self) -> dict[str, np.ndarray]:
        corners_by_piece = {}
        for piece, corners in self._state.part(PART).items():
            try:
                array = np.array(corners, float)
            except (TypeError, ValueError):
                continue
            if array.ndim == 2 and array.shape[1] == 2 and np.isfinite(array).all():
                corners_by_piece[piece] = array
        return corners_by_piece

    def _save_mapped(self, mapped: Corners) -> None:
        try:
            self._state.keep(PART, {piece: corners.round(3).tolist() for piece, corners in mapped.items()})
        except BadFile:
            # a folder that cannot be written to forgets the places with the program; no report is wrong
            return


def _collect_corners(terrain: Terrain) -> dict[str, np.ndarray]:
    """Collects the corners of all features of each tagged piece, in their order, (n, 2)."""
    pieces: dict[str, list[np.ndarray]] = {}
    for feature in terrain.features:
        if feature.piece is not None and feature.name.startswith(f"{feature.piece} "):
            pieces.setdefault(feature.piece, []).append(np.array(feature.polygon.exterior.coords)[:, :2])
    return {piece: np.concatenate(corners) for piece, corners in pieces.items()}


def _is_same_piece(was: np.ndarray, now: np.ndarray | None) -> bool:
    """Whether the corners are those of one rigid piece: a piece that was redrawn since then is mapped again."""
    if now is None:
        return True
    if was.shape != now.shape:
        return False
    return bool(np.abs(_measure_from_first(was) - _measure_from_first(now)).max() < 0.05)


def _measure_from_first(corners: np.ndarray) -> np.ndarray:
    return np.asarray(np.linalg.norm(corners - corners[0], axis=1))


def _compute_drift(piece: str, was: np.ndarray, now: np.ndarray) -> TerrainDrift | None:
    if np.linalg.norm(now - was, axis=1).max() < TOLD_IN:
        return None
    old_shape, new_shape = was - was.mean(axis=0), now - now.mean(axis=0)
    turned = np.vdot(old_shape @ [1, 1j], new_shape @ [1, 1j])
    away_in = float(np.linalg.norm(now.mean(axis=0) - was.mean(axis=0)))
    return TerrainDrift(piece, away_in, math.degrees(math.atan2(turned.imag, turned.real)))
