"""The projector over a live table: its calibration, the watch over it, and what the page needs to aim its light.

The page shows an image, says so, and waits; the server takes the first frame of the camera that shows it. How long that
is the camera itself says: the second image lights all dots, and the time until they appear is that of all later images.
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
# what the projector showed before has left the camera's image after this time; a camera that is later is refused
DARK_S = 0.6
# after the first frame with light, a frame shows all of it: projectors fade, and shutters roll
FADE_SHARE, FADE_S = 1.15, 0.04
PATIENCE_S = 2.0
# grey levels, of means over four pixels by four: noise alone stays far below
LIT_LEVELS, LIT_QUANTILE, THINNED = 8.0, 0.998, 4
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


@dataclass
class Sitting:
    """One run of images that the page shows: all of the pattern, or the four watched dots.

    taken: the camera's grey images of those shown so far. delay_s: from an image's display to its frame.
    """

    pattern: DotPattern
    images: tuple[tuple[int, ...], ...]
    view: PublishedFrame
    watches: bool
    taken: list[np.ndarray] = field(default_factory=list)
    delay_s: float = DARK_S


class ProjectorKeeper:
    """The projector of one table. One page at a time shows images; every method may be called from any thread.

    folder: keeps the calibration. show: hands each image of a pattern to a drawn table, which has no lamp of its own.
    """

    def __init__(
        self,
        live: LiveLoop,
        folder: Path | None = None,
        show: Show = lambda _image: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._live, self._folder, self._show, self._clock = live, folder, show, clock
        self._lock = threading.Lock()
        self._sitting: Sitting | None = None
        self._seen_s: float | None = None
        self._delay_s = DARK_S
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
            self._sitting = Sitting(pattern, images, view, watches, delay_s=self._delay_s if watches else DARK_S)
            return self._sitting

    def take(self, image: int) -> bool:
        """Take the camera's frame of an image that the page shows now; whether it was the last one.

        Raises TablecamError if the image is not the next, or if the camera does not see it.
        """
        with self._lock:
            sitting = self._sitting
            if sitting is None or image != len(sitting.taken):
                raise TablecamError(Message("The images of the projector came out of order: calibrate again."))
            self._show(sitting.pattern.draw(sitting.images[image]))
            # four dots are too few to wait for
            if image == 1 and not sitting.watches:
                sitting.taken.append(self._await_light(sitting))
            else:
                self._live.rest(sitting.delay_s)
                sitting.taken.append(self._take_frame())
            if len(sitting.taken) < len(sitting.images):
                return False
            self._stop()
        (self._judge if sitting.watches else self._calibrate)(sitting)
        return True

    def _take_frame(self) -> np.ndarray:
        frame = self._live.wait(self._live.view.number, PATIENCE_S).frame
        if frame is None:
            raise TablecamError(Message("The camera gives no image."))
        return frame.grey

    def _await_light(self, sitting: Sitting) -> np.ndarray:
        """Wait for the first frame in which dots are lit, and then for one that shows all of their light."""
        begun_s = self._clock()
        while not is_lit(sitting.taken[0], self._take_frame()):
            if self._clock() - begun_s > DARK_S:
                self._stop()
                raise TablecamError(
                    Message("The camera does not see the projector’s light: aim it at the table, or darken the room.")
                )
        self._delay_s = sitting.delay_s = (self._clock() - begun_s) * FADE_SHARE + FADE_S
        self._live.rest(FADE_S)
        return self._take_frame()

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


def is_lit(dark: np.ndarray, image: np.ndarray) -> bool:
    """Whether dots light up between two grey images."""
    scale = 1 / THINNED
    before, now = (
        cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.int16)
        for grey in (dark, image)
    )
    return float(np.quantile(now - before, LIT_QUANTILE)) > LIT_LEVELS


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
