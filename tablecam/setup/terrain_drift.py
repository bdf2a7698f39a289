"""Terrain with a tag that stands elsewhere than it was mapped.

The place of a tagged piece is the map's from the first time that it is seen at rest, and stays so until somebody says
that the piece belongs where it stands now. Ranges and sight reckon with where it stands in any case.
"""

import math
import threading
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.base.lengths import in_words
from tablecam.setup.refusal import SetupRefusal
from tablecam.setup.setup_state import SetupState
from tablecam.table.terrain import Terrain

# of setup.json: the corners of each piece, as mapped
PART = "mapped"
# a corner that has moved by less may have been jogged by a sleeve: nothing is to be done
TOLD_IN = 0.25

Corners = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class TerrainDrift:
    """A piece that stands elsewhere. away_in: its middle; turned_deg: anticlockwise, -180 to 180."""

    piece: str
    away_in: float
    turned_deg: float

    @property
    def says(self) -> Message:
        """The sentence for the players."""
        if self.away_in < TOLD_IN:
            degrees = f"{abs(self.turned_deg):.0f}"
            return Message("{piece} is turned by {degrees}° from how it was mapped.", piece=self.piece, degrees=degrees)
        away = in_words(self.away_in)
        return Message("{piece} stands {distance} from where it was mapped.", piece=self.piece, distance=away)


class MappedPieces:
    """Where the tagged pieces of a table were mapped. For several threads."""

    def __init__(self, state: SetupState) -> None:
        self._state = state
        self._lock = threading.Lock()

    def drifts(self, terrain: Terrain) -> list[TerrainDrift]:
        """The pieces that stand elsewhere in the live terrain; those seen for the first time are mapped there."""
        standing = _corners(terrain)
        with self._lock:
            mapped = self._mapped()
            known = {piece: was for piece, was in mapped.items() if _same_piece(was, standing.get(piece))}
            if standing.keys() - known.keys():
                self._keep(mapped | {piece: now for piece, now in standing.items() if piece not in known})
        found = (_drift(piece, was, standing[piece]) for piece, was in known.items() if piece in standing)
        return [drift for drift in found if drift is not None]

    def accept(self, terrain: Terrain, piece: str) -> None:
        """The piece belongs where it stands. Raises SetupRefusal where it is not seen, and BadFile."""
        standing = _corners(terrain)
        if piece not in standing:
            raise SetupRefusal(Message("{piece} is not on the table: put it where its tag is seen", piece=piece))
        with self._lock:
            self._keep(self._mapped() | {piece: standing[piece]})

    def _mapped(self) -> dict[str, np.ndarray]:
        found = {}
        for piece, corners in self._state.part(PART).items():
            try:
                array = np.array(corners, float)
            except (TypeError, ValueError):
                continue
            if array.ndim == 2 and array.shape[1] == 2 and np.isfinite(array).all():
                found[piece] = array
        return found

    def _keep(self, mapped: Corners) -> None:
        try:
            self._state.keep(PART, {piece: corners.round(3).tolist() for piece, corners in mapped.items()})
        except BadFile:
            # a folder that cannot be written to forgets the places with the program; nothing that is told is wrong
            return


def _corners(terrain: Terrain) -> dict[str, np.ndarray]:
    """The corners of all features of each tagged piece, in their order, (n, 2)."""
    pieces: dict[str, list[np.ndarray]] = {}
    for feature in terrain.features:
        if feature.piece is not None and feature.name.startswith(f"{feature.piece} "):
            pieces.setdefault(feature.piece, []).append(np.array(feature.polygon.exterior.coords)[:, :2])
    return {piece: np.concatenate(corners) for piece, corners in pieces.items()}


def _same_piece(was: np.ndarray, now: np.ndarray | None) -> bool:
    """Whether the corners are those of one rigid piece: one that was drawn anew since then is mapped anew."""
    if now is None:
        return True
    if was.shape != now.shape:
        return False
    return bool(np.abs(_from_first(was) - _from_first(now)).max() < 0.05)


def _from_first(corners: np.ndarray) -> np.ndarray:
    return np.asarray(np.linalg.norm(corners - corners[0], axis=1))


def _drift(piece: str, was: np.ndarray, now: np.ndarray) -> TerrainDrift | None:
    if np.linalg.norm(now - was, axis=1).max() < TOLD_IN:
        return None
    before, after = was - was.mean(axis=0), now - now.mean(axis=0)
    turned = np.vdot(before @ [1, 1j], after @ [1, 1j])
    away_in = float(np.linalg.norm(now.mean(axis=0) - was.mean(axis=0)))
    return TerrainDrift(piece, away_in, math.degrees(math.atan2(turned.imag, turned.real)))
