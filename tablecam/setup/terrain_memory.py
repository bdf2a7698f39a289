"""Remembers the look of terrain where it was mapped: a small picture of each part, kept in the table folder."""

import logging
import math
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tablecam.base.errors import BadFile
from tablecam.setup.setup_state import SetupState
from tablecam.setup.terrain_parts import TerrainPart
from tablecam.setup.terrain_picture import PlaneView, pixels
from tablecam.storage.text_file import write_bytes

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
            digests = {part.digest for part in parts}
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
