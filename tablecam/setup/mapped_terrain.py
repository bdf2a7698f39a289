"""The terrain as it was mapped: its parts, the look of each, and tagged pieces that stand elsewhere now."""

import hashlib
import logging
import math
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.base.lengths import describe_length
from tablecam.live.rectification import PlaneView, pixels
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.setup_files import SetupState
from tablecam.storage.text_file import write_bytes
from tablecam.table.terrain import Displacement, Feature, Terrain

# greatest gap between features of one piece that belong together
TOUCHING_IN = 0.2


@dataclass(frozen=True)
class TerrainPart:
    """Touching features of one piece. name: the piece's, or that of one of several separate things."""

    name: str
    features: tuple[Feature, ...]

    @cached_property
    def ground(self) -> BaseGeometry:
        """The union of all footprints."""
        return shapely.union_all([feature.polygon for feature in self.features])

    @cached_property
    def middle(self) -> tuple[float, float]:
        """The centre of its rotation: the middle of its footprints, table inches."""
        return self.ground.centroid.x, self.ground.centroid.y

    @cached_property
    def reach_in(self) -> float:
        """The radius of the smallest disc about its middle that holds it."""
        return max(math.dist(self.middle, corner) for corner in shapely.get_coordinates(self.ground))

    @cached_property
    def top_in(self) -> float:
        """The height of its largest top."""
        return max(self.features, key=lambda feature: feature.polygon.area).z_top_in

    @cached_property
    def digest(self) -> str:
        """An identifier of name, place, outlines and heights."""
        lines = [self.name]
        for feature in self.features:
            corners = np.array(feature.polygon.exterior.coords)[:, :2].round(3).tolist()
            lines.append(f"{feature.z_bottom_in:.3f} {feature.z_top_in:.3f} {corners}")
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]

    def project_tops(self, eye_in: np.ndarray) -> list[Polygon]:
        """Projects the tops from `eye_in` (3,) onto the plane at `top_in`."""
        return [_project_top(feature, eye_in, self.top_in) for feature in self.features]

    def move_features(self, by: Displacement) -> tuple[Feature, ...]:
        """Returns its features where they stand now."""
        polygons = (by.move_polygon(feature.polygon, self.middle) for feature in self.features)
        return tuple(
            replace(feature, polygon=polygon) for feature, polygon in zip(self.features, polygons, strict=True)
        )


def collect_parts(features: Sequence[Feature]) -> list[TerrainPart]:
    """The parts of a map, in the order of their first features."""
    pieces: dict[str, list[Feature]] = {}
    for feature in features:
        pieces.setdefault(feature.piece or feature.name, []).append(feature)
    parts = []
    for piece, piece_features in pieces.items():
        groups = _group_touching(piece_features)
        parts += [TerrainPart(piece if len(groups) == 1 else group[0].name, tuple(group)) for group in groups]
    return parts


def _group_touching(features: Sequence[Feature]) -> list[list[Feature]]:
    groups: list[list[Feature]] = []
    for feature in features:
        near = [
            group
            for group in groups
            if any(shapely.dwithin(feature.polygon, member.polygon, TOUCHING_IN) for member in group)
        ]
        groups = [group for group in groups if group not in near]
        groups.append([member for group in near for member in group] + [feature])
    order = {id(feature): number for number, feature in enumerate(features)}
    sorted_groups = [sorted(group, key=lambda feature: order[id(feature)]) for group in groups]
    return sorted(sorted_groups, key=lambda group: order[id(group[0])])


def _project_top(feature: Feature, eye_in: np.ndarray, plane_in: float) -> Polygon:
    growth = (eye_in[2] - plane_in) / max(eye_in[2] - feature.z_top_in, 1.0)
    return shapely.transform(feature.polygon, lambda at: eye_in[:2] + (at - eye_in[:2]) * growth)


log = logging.getLogger(__name__)

FOLDER = "terrain-seen"
# key of setup.json: the places from which the pictures were taken
PART = "terrain_seen"
# margin around a part: its rim, as the camera sees it
RIM_IN = 0.3
# pictures from places that are further apart are not compared
SAME_EYE_IN = 1.0
# the number of a table's cameras, or of places where its camera hangs
MOST_EYES = 4


def half_in(part: TerrainPart) -> float:
    """Returns half the side of the square that a part is kept in."""
    return part.reach_in + RIM_IN


@dataclass(frozen=True)
class SeenPart:
    """A part and the table around it, seen from one place. eye_in: the place of the camera, (3,)."""

    eye_in: np.ndarray
    look: PlaneView


class TerrainMemory:
    """The pictures of a table folder, a list for each part. Safe to use from several threads."""

    def __init__(self, folder: Path, state: SetupState) -> None:
        self._folder = folder / FOLDER
        self._state = state
        self._lock = threading.Lock()
        self._views: dict[str, list[SeenPart]] = {}

    def find_part(self, part: TerrainPart, eye_in: np.ndarray) -> SeenPart | None:
        """Returns the part as seen from there; None if there is no such picture."""
        with self._lock:
            if part.digest not in self._views:
                self._views[part.digest] = self._read_views(part)
            near = [view for view in self._views[part.digest] if math.dist(view.eye_in, eye_in) <= SAME_EYE_IN]
        return near[-1] if near else None

    def keep(self, part: TerrainPart, seen: SeenPart) -> None:
        """Keeps one more picture of a part; drops the oldest when there are too many."""
        with self._lock:
            views = [*self._views.get(part.digest, []), seen][-MOST_EYES:]
            self._views[part.digest] = views
            try:
                for number, view in enumerate(views):
                    write_bytes(self._picture_path(part, number), _to_png(view.look))
                eyes = self._state.part(PART) | {part.digest: [view.eye_in.round(3).tolist() for view in views]}
                self._state.keep(PART, eyes)
            except BadFile as fault:
                # a folder that cannot be written to forgets the pictures with the program
                log.warning("%s", fault)

    def forget_others(self, parts: list[TerrainPart]) -> None:
        """Deletes the pictures of parts that are not on the map any more."""
        with self._lock:
            digests = {terrain_part.digest for terrain_part in parts}
            eyes = self._state.part(PART)
            stale_digests = eyes.keys() - digests
            if not stale_digests:
                return
            try:
                self._state.keep(PART, {digest: places for digest, places in eyes.items() if digest in digests})
                for path in self._folder.glob("*.png"):
                    if path.stem.rpartition("-")[0] in stale_digests:
                        path.unlink(missing_ok=True)
            except (BadFile, OSError) as fault:
                log.warning("%s", fault)

    def _read_views(self, part: TerrainPart) -> list[SeenPart]:
        eyes: Any = self._state.part(PART).get(part.digest, [])
        views = []
        for number, eye in enumerate(eyes if isinstance(eyes, list) else []):
            look = _read_views(self._picture_path(part, number), pixels(half_in(part)))
            if look is not None and isinstance(eye, list) and len(eye) == 3:
                views.append(SeenPart(np.array(eye, float), look))
        return views

    def _picture_path(self, part: TerrainPart, number: int) -> Path:
        return self._folder / f"{part.digest}-{number}.png"


def _to_png(look: PlaneView) -> bytes:
    """Encodes a PNG with grey levels from 1 on; 0 marks hidden pixels."""
    grey = np.clip(np.round(look.grey), 1, 255).astype(np.uint8)
    grey[look.seen < 0.5] = 0
    return bytes(cv2.imencode(".png", grey)[1])


def _read_views(path: Path, size: int) -> PlaneView | None:
    try:
        content = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError:
        return None
    grey = cv2.imdecode(content, cv2.IMREAD_GRAYSCALE) if content.size else None
    if grey is None or grey.shape != (size, size):
        return None
    # the edge of the hidden area is no edge of the thing
    visible = cv2.erode((grey > 0).astype(np.float32), np.ones((7, 7)))
    return PlaneView(grey.astype(np.float32), visible)


# Detects tagged terrain that stands elsewhere than it was mapped.
#
# A tagged piece is mapped when it is first seen at rest, and keeps that place until a player says that it belongs
# where it stands now. Ranges and sight always use the place where it stands.

# key of setup.json: the corners of each piece, as mapped
MAPPED_PART = "mapped"
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
        for piece, corners in self._state.part(MAPPED_PART).items():
            try:
                array = np.array(corners, float)
            except (TypeError, ValueError):
                continue
            if array.ndim == 2 and array.shape[1] == 2 and np.isfinite(array).all():
                corners_by_piece[piece] = array
        return corners_by_piece

    def _save_mapped(self, mapped: Corners) -> None:
        try:
            self._state.keep(MAPPED_PART, {piece: corners.round(3).tolist() for piece, corners in mapped.items()})
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
