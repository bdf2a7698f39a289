"""The projector over a live table: its calibration, the watch over it, and what the page needs to aim its light.

The page shows an image, says so, and waits; the server takes the first frame of the camera that shows it. The frames
themselves say when that is: each image changes the light all over the table, and then the light rests. A hand changes
it in one part only.
"""

import json
import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.beam import Beam, fit_beam
from calibration.beam_pattern import DotPattern, find_lit_dots, leave_out_models, place_dots, read_dots
from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message
from tablecam.base.units import to_inches
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.sensing.vision.family import BLACK_CELLS, CELLS
from tablecam.storage.text_file import write_text
from tablecam.table.miniature import Miniature, Roster

log = logging.getLogger(__name__)

FILE = "beam.json"
# what the projector showed before has left the camera's image after this time
DARK_S = 0.6
# the longest wait for a frame; for the light of an image, a wait that is longer and has more frames than this
FRAME_S, LIGHT_S, LIGHT_FRAMES = 2.0, 3.0, 8
# grey levels, of means over four pixels by four: noise alone stays far below
LIT_LEVELS, THINNED = 8.0, 4
# cells of the camera's image, and the least number of them with dots: more than a hand covers
GRID, LEAST_LIT = (16, 9), 20
# of the cells with dots: the share that changes from one image to the next, and what still changes while one rests
CHANGED_SHARE, RESTING_SHARE = 0.4, 0.2
# a dot that lies further from its place has moved, unless its neighbours have not
MOVED_IN, MOVED_DOTS, SEARCHED_PX = 0.12, 2, 24.0
# a page that has said nothing for this long is closed
OPEN_S = 5.0

Show = Callable[[np.ndarray | None], None]


@dataclass(frozen=True)
class WatchedDot:
    """A dot of the pattern near the edge of the table, and its place (x, y, z)."""

    dot: int
    place_in: tuple[float, float, float]


@dataclass(frozen=True)
class AimedBeam:
    """A calibrated projector, and the four dots by which it is noticed when it moves."""

    beam: Beam
    watched: tuple[WatchedDot, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data for the file in the table folder."""
        dots = [{"dot": dot.dot, "place_in": np.round(dot.place_in, 4).tolist()} for dot in self.watched]
        return {"beam": self.beam.to_json(), "watched": dots}


def load_beam(folder: Path | None) -> AimedBeam | None:
    """The projector as it was calibrated last; None if it never was, or if its file is damaged."""
    if folder is None or not (folder / FILE).is_file():
        return None
    try:
        raw = json.loads((folder / FILE).read_text(encoding="utf-8"))
        x_y_z = [(dot["dot"], *map(float, dot["place_in"])) for dot in raw["watched"]]
        watched = tuple(WatchedDot(int(dot), (x, y, z)) for dot, x, y, z in x_y_z)
        return AimedBeam(Beam.from_json(raw["beam"]), watched)
    except (OSError, ValueError, KeyError, TypeError) as fault:
        log.warning("%s cannot be read (%s): calibrate the projector again", folder / FILE, fault)
        return None


class FrameDemand:
    """Asks for every frame of the cameras for a while, even of a table at rest."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._until_s = clock, float("-inf")

    def ask(self, seconds: float) -> None:
        """Ask for every frame from now on, for that long."""
        self._until_s = self._clock() + seconds

    @property
    def is_on(self) -> bool:
        """Whether every frame is wanted now."""
        return self._clock() < self._until_s


@dataclass
class Sitting:
    """One run of images that the page shows: all of the pattern, or the four watched dots.

    taken: the camera's grey images of those shown so far.
    """

    pattern: DotPattern
    images: tuple[tuple[int, ...], ...]
    view: PublishedFrame
    watches: bool
    taken: list[np.ndarray] = field(default_factory=list)


class ProjectorKeeper:
    """The projector of one table. One page at a time shows images; every method may be called from any thread.

    folder: keeps the calibration. show: hands each image of a pattern to a drawn table, which has no lamp of its own.
    demand: is asked for every frame while images are shown.
    """

    def __init__(
        self,
        live: LiveLoop,
        folder: Path | None = None,
        show: Show = lambda _image: None,
        clock: Callable[[], float] = time.monotonic,
        demand: FrameDemand | None = None,
    ) -> None:
        self._live, self._folder, self._show, self._clock = live, folder, show, clock
        self._demand = demand or FrameDemand()
        self._lock = threading.Lock()
        self._sitting: Sitting | None = None
        self._seen_s: float | None = None
        self.aimed = load_beam(folder)
        self.has_moved = False

    @property
    def is_open(self) -> bool:
        """Whether a page of a projector is open."""
        return self._seen_s is not None and self._clock() - self._seen_s < OPEN_S

    def note_page(self) -> None:
        """Note that the page of the projector is open."""
        self._seen_s = self._clock()

    def begin(self, width: int, height: int, watches: bool = False) -> Sitting:
        """Begin to show images; an earlier run that was not completed ends. TablecamError without a known camera."""
        if watches and self.aimed is None:
            raise TablecamError(Message("Calibrate the projector first."))
        view = self._live.view
        if view.snapshot is None or view.camera is None or view.frame is None or view.snapshot.pose_untrusted:
            raise TablecamError(Message("The camera does not know its place yet: complete the table’s set-up first."))
        pattern = DotPattern(width, height)
        watched = self.aimed.watched if self.aimed else ()
        images = ((), tuple(dot.dot for dot in watched)) if watches else pattern.images
        with self._lock:
            self._sitting = Sitting(pattern, images, view, watches)
            return self._sitting

    def take(self, image: int) -> bool:
        """Take the camera's frame of an image that the page shows now; whether it was the last one.

        Raises TablecamError if the image is not the next, or if the camera does not see it.
        """
        with self._lock:
            sitting = self._sitting
            if sitting is None or image != len(sitting.taken):
                raise TablecamError(Message("The images of the projector came out of order: calibrate again."))
            self._demand.ask(OPEN_S)
            self._show(sitting.pattern.draw(sitting.images[image]))
            sitting.taken.append(self._take_image(sitting))
            if len(sitting.taken) < len(sitting.images):
                return False
            self._stop()
        (self._judge if sitting.watches else self._calibrate)(sitting)
        return True

    def _take_image(self, sitting: Sitting) -> np.ndarray:
        # the first image is dark, and four dots are too little to wait for
        if not sitting.taken or sitting.watches:
            self._live.rest(DARK_S)
            return self._take_frame()
        return self._await_light(sitting.taken)

    def _take_frame(self) -> np.ndarray:
        frame = self._live.wait(self._live.view.number, FRAME_S).frame
        if frame is None:
            raise TablecamError(Message("The camera gives no image."))
        return frame.grey

    def _await_light(self, taken: Sequence[np.ndarray]) -> np.ndarray:
        """Wait for a frame that shows the image after those, in its full light."""
        begun_s, former, frames = self._clock(), taken[-1], 0
        while frames < LIGHT_FRAMES or self._clock() - begun_s < LIGHT_S:
            frame, frames = self._take_frame(), frames + 1
            if shows_next(taken, former, frame):
                return frame
            former = frame
        self._stop()
        raise TablecamError(
            Message("The camera does not see the projector’s light: aim it at the table, or darken the room.")
        )

    def _stop(self) -> None:
        self._sitting = None
        self._show(None)

    def _calibrate(self, sitting: Sitting) -> None:
        """Fit the beam to a complete run of images, and keep it. Raises TablecamError if that is not possible."""
        snapshot, camera = sitting.view.snapshot, sitting.view.camera
        assert snapshot is not None
        assert camera is not None
        dots = read_dots(sitting.pattern, sitting.taken)
        places = place_dots(camera, (snapshot.width_in, snapshot.depth_in), snapshot.terrain, dots)
        clear = leave_out_models(places, [(placed.x_in, placed.y_in) for placed in snapshot.models])
        size = sitting.pattern.width, sitting.pattern.height
        points = np.array(list(clear.values())).reshape(-1, 3)
        beam = fit_beam(size, sitting.pattern.dots_px[list(clear)], points)
        self.aimed, self.has_moved = AimedBeam(beam, choose_watched(list(clear), points)), False
        if self._folder is not None:
            write_text(self._folder / FILE, json.dumps(self.aimed.to_json(), indent=1) + "\n")

    def _judge(self, sitting: Sitting) -> None:
        """Compare the watched dots with their places. Without enough dots in sight nothing is known, or said."""
        camera, aimed = self._live.view.camera, self.aimed
        if camera is None or aimed is None:
            return
        places = {dot.dot: np.array(dot.place_in) for dot in aimed.watched}
        expected = {dot: camera.project(place) for dot, place in places.items()}
        found = find_lit_dots(sitting.taken[0], sitting.taken[1], expected, SEARCHED_PX)
        off = [
            float(np.linalg.norm(camera.back_project(px, places[dot][2]) - places[dot][:2]))
            for dot, px in found.items()
        ]
        if len(off) >= MOVED_DOTS:
            self.has_moved = sum(by_in > MOVED_IN for by_in in off) >= MOVED_DOTS


def shows_next(taken: Sequence[np.ndarray], former: np.ndarray, frame: np.ndarray) -> bool:
    """Whether a frame shows another image than the last of those taken, and the same as the frame before it.

    All are grey; the first of those taken is dark, and the second has all dots.
    """
    lit = find_changes(taken[0], taken[1] if len(taken) > 1 else frame)
    if int(lit.sum()) < LEAST_LIT:
        return False
    has_come = float(find_changes(taken[-1], frame)[lit].mean()) >= CHANGED_SHARE
    return has_come and float(find_changes(former, frame)[lit].mean()) < RESTING_SHARE


def find_changes(before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Find the cells of the camera's image in which the light changes between two grey images, (9, 16) bool."""
    changed = (cv2.absdiff(_thin(before), _thin(now)) > LIT_LEVELS).astype(np.float32)
    return np.asarray(cv2.resize(changed, GRID, interpolation=cv2.INTER_AREA)) > 0


def _thin(grey: np.ndarray) -> np.ndarray:
    return cv2.resize(grey, None, fx=1 / THINNED, fy=1 / THINNED, interpolation=cv2.INTER_AREA)


def choose_watched(dots: Sequence[int], places_in: np.ndarray) -> tuple[WatchedDot, ...]:
    """Choose the dots on the mat that lie furthest to each of its four sides."""
    ground = np.where(places_in[:, 2:] == 0, places_in[:, :2], np.nan)
    furthest = [int(find(ground[:, axis])) for find in (np.nanargmin, np.nanargmax) for axis in (0, 1)]
    return tuple(
        WatchedDot(dots[at], (float(places_in[at, 0]), float(places_in[at, 1]), float(places_in[at, 2])))
        for at in sorted(set(furthest))
    )


def list_tag_corners(roster: Roster) -> dict[str, list[list[list[float]]]]:
    """The corners of each model's tags with their white rings, in its own frame: inches, x right, y forward, z up."""
    return {model.id: [_outline_tag(model, x, y) for x, y in model.offsets_mm] for model in roster.models}


def _outline_tag(model: Miniature, x_mm: float, y_mm: float) -> list[list[float]]:
    half_mm = model.tag_size_mm * CELLS / BLACK_CELLS / 2
    corners = (
        (x_mm + across * half_mm, y_mm + along * half_mm) for across, along in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    z_in = round(to_inches(model.tag_height_mm), 4)
    return [[round(to_inches(x), 4), round(to_inches(y), 4), z_in] for x, y in corners]
