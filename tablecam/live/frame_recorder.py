"""The frames of the camera around the key moments of a game, kept for a film of its highlights.

A thread of its own looks at the newest view twice a second. It takes what is there, and nothing waits for it: if the
disk is slow or full, frames are missing, and the game notices nothing. A frame is kept if it differs from the one
before it, so that a table at rest takes no room.
"""

import logging
import math
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tablecam.base.errors import TablecamError
from tablecam.game.hosting.frame_setting import keeps_frames, list_filmed_games
from tablecam.game.hosting.game_host import GameHost
from tablecam.live.live_loop import LiveLoop
from tablecam.sensing.vision.frame import Frame, JpegFrame, SharedMoment
from tablecam.storage.frame_ring import FrameRing, KeptFrame
from tablecam.storage.small_images import encode_jpeg, has_changed, shrink_image, sketch_image

log = logging.getLogger(__name__)

LOOK_S = 0.5
WIDEST_PX = 960
# this share of the ring becomes free when it is full, so that key moments are seldom chosen again
FREED_SHARE = 0.1
# by how much a JPEG can be made smaller while it is decoded
REDUCED = {4: cv2.IMREAD_REDUCED_COLOR_4, 2: cv2.IMREAD_REDUCED_COLOR_2, 1: cv2.IMREAD_COLOR}
# the frames around the key moments of a game so far, which outlive the others in a full ring
ChooseSpared = Callable[[int], Collection[KeptFrame]]


@dataclass(frozen=True)
class RecorderStatus:
    """The state of a recorder. dropped: frames that a slow or full disk cost; fault: the last one's, as a sentence."""

    dropped: int = 0
    fault: str = ""


class FrameRecorder:
    """Records the game of a host into a ring, while frames of that game are to be kept.

    choose_spared: chooses frames that outlive the others. clock: seconds since 1970.
    """

    def __init__(
        self,
        live: LiveLoop,
        host: GameHost,
        ring: FrameRing,
        choose_spared: ChooseSpared = lambda _game: (),
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.ring = ring
        self.status = RecorderStatus()
        self._live = live
        self._host = host
        self._choose_spared = choose_spared
        self._clock = clock
        self._game: int | None = None
        self._view_number = -1
        self._sketch: np.ndarray | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run_loop, name="frames", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread; returns when its look is done."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def step(self) -> None:
        """Look once: keep the newest frame, or delete the frames of games that nobody wants to keep any more."""
        try:
            self._look()
        except (OSError, ValueError, cv2.error, TablecamError) as fault:
            self._note_fault(str(fault))

    def _look(self) -> None:
        with self._host.reading() as open_game:
            game = open_game.id if open_game else None
            line = open_game.game.log.last if open_game else 0
            is_on = open_game is not None and keeps_frames(open_game)
            is_over = open_game is not None and open_game.game.over
        if game != self._game:
            self._delete_unwanted()
            self._game, self._sketch = game, None
        if game is None or (is_on and is_over):
            return
        if is_on:
            self._keep_view(game, line)
        elif game in self.ring.list_games():
            self.ring.delete_game(game)

    def _run_loop(self) -> None:
        wait_s = LOOK_S
        while not self._stopped.wait(wait_s):
            began = time.monotonic()
            self.step()
            spent_s = time.monotonic() - began
            self._drop(math.floor(spent_s / LOOK_S))
            wait_s = max(LOOK_S - spent_s, LOOK_S / 2)

    def _delete_unwanted(self) -> None:
        for game in self.ring.list_games() - list_filmed_games(self._host.store):
            self.ring.delete_game(game)

    def _keep_view(self, game: int, line: int) -> None:
        view = self._live.view
        if view.frame is None or view.number == self._view_number:
            return
        self._view_number = view.number
        image = read_small(view.frame)
        sketch = sketch_image(image)
        if self._sketch is not None and not has_changed(self._sketch, sketch):
            return
        jpeg = encode_jpeg(image, WIDEST_PX)
        if not self.ring.has_room(len(jpeg)):
            self.ring.make_room(round(FREED_SHARE * self.ring.most_bytes), self._choose_spared(game))
        self.ring.add(KeptFrame(game, round(1000 * self._clock()), line), jpeg)
        self._sketch = sketch
        self.status = replace(self.status, fault="")

    def _note_fault(self, fault: str) -> None:
        if fault != self.status.fault:
            log.warning("frames for the highlights are missing: %s", fault)
        self.status = replace(self.status, fault=fault)
        self._drop(1)

    def _drop(self, count: int) -> None:
        self.status = replace(self.status, dropped=self.status.dropped + count)


def read_small(frame: Frame) -> np.ndarray:
    """The image of a frame in colour, at most WIDEST_PX wide and high. ValueError if it cannot be decoded."""
    shown = frame.shown if isinstance(frame, SharedMoment) else frame
    return shrink_image(_decode_small(shown) if isinstance(shown, JpegFrame) else _colour(shown.image), WIDEST_PX)


def _decode_small(frame: JpegFrame) -> np.ndarray:
    """The image at a half or a quarter of its size where that is enough, which takes a fraction of the time."""
    share = max(by for by in REDUCED if by == 1 or max(frame.size) >= by * WIDEST_PX)
    image = cv2.imdecode(np.frombuffer(frame.jpeg, np.uint8), REDUCED[share] | cv2.IMREAD_IGNORE_ORIENTATION)
    if image is None:
        raise ValueError("the camera's image is damaged")
    return image


def _colour(image: np.ndarray) -> np.ndarray:
    return image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
