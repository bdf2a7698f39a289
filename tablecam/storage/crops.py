"""Crops of the camera's image, kept beside the answers that were measured on them: a bounded ring of small JPEGs.

    with Crops(Path("games.db.crops")) as crops:
        crops.keep(7, 41, view, ("ida", "ratko"))
        crops.models(7, 41)
        crops.photographs(7)

With a photographer, the whole table is kept too, whenever it has changed since the last photograph of that game.

They help the memory and are no part of the game: a fault here costs an image and nothing else.
"""

import logging
import math
import os
import queue
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self
from urllib.parse import quote, unquote

import cv2
import numpy as np

from tablecam.base.errors import TablecamError
from tablecam.storage.small_images import SUFFIX, encode_jpeg, has_changed, sketch_image
from tablecam.storage.text_file import write_bytes
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

log = logging.getLogger(__name__)

MOST_BYTES = 400_000_000
MOST = 20_000
# The number of whole images, 25 MB each, that may wait for a slow disk; further ones are dropped.
WAITING = 4
# Around the base and the figure on it, so that its neighbours are seen too.
MARGIN_IN = 1.0
WIDEST_PX = 320
TABLE_WIDEST_PX = 960
# a photograph of the whole table is kept under this model
WHOLE_TABLE = ""
# the picture of a roll in the dice tray is kept under this model
DICE_ROLL = "*"
NO_MODELS = (WHOLE_TABLE, DICE_ROLL)
CORNERS = 16


class CropView(Protocol):
    """The part of a view that crops need: an image, and the places of models in it."""

    @property
    def snapshot(self) -> Snapshot | None:
        """The models' places."""

    @property
    def camera(self) -> Camera | None:
        """The camera with its pose."""

    @property
    def frame(self) -> Any:
        """The image, with `image` and `size`; None if there is none."""


# the table of a view from above, (rows, columns, 3) uint8 BGR; None if it cannot be seen
Photograph = Callable[[Any], np.ndarray | None]


class Key(NamedTuple):
    """The game, the line of its log with the measured answer, and the model; WHOLE_TABLE for the table."""

    game: int
    line: int
    model: str

    @property
    def file_name(self) -> str:
        """A name that every file system allows."""
        return f"{self.game}-{self.line}-{quote(self.model, safe='')}{SUFFIX}"


class Crops:
    """The crops of one folder; the oldest are deleted first. Safe for any thread. The first crop makes the folder."""

    def __init__(
        self, folder: Path, most_bytes: int = MOST_BYTES, most: int = MOST, photograph: Photograph | None = None
    ) -> None:
        self.folder = folder
        self._photograph = photograph
        # the game of the last photograph, and a small grey copy of it
        self._last_table: tuple[int, np.ndarray] | None = None
        self.most_bytes = most_bytes
        self.most = most
        self._lock = threading.Lock()
        self._sizes = _find_crops(folder)
        self._bytes = sum(self._sizes.values())
        self._jobs: queue.Queue[Callable[[], None] | None] = queue.Queue(WAITING)
        self._thread: threading.Thread | None = None

    def keep(self, game: int, line: int, view: CropView, models: Sequence[str]) -> None:
        """Queues the models to be cut out of a view's image by another thread; never waits, never raises."""
        self._add_job(partial(self._keep_view, game, line, view, tuple(models)))

    def keep_roll(self, game: int, line: int, jpeg: bytes) -> None:
        """Queues the picture of a roll to be written beside its answer; never waits, never raises."""
        self._add_job(partial(self._add_crop, Key(game, line, DICE_ROLL), jpeg))

    def _add_job(self, job: Callable[[], None]) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run_jobs, name="crops", daemon=True)
            self._thread.start()
        with suppress(queue.Full):
            self._jobs.put_nowait(job)

    def models(self, game: int, line: int, since: float = 0.0) -> tuple[str, ...]:
        """The models with a crop. since: older crops, by the disk's clock, belong to another game."""
        with self._lock:
            keys = [key for key in self._sizes if (key.game, key.line) == (game, line) and key.model not in NO_MODELS]
        return tuple(key.model for key in keys if self._read_time(key) >= since)

    def photographs(self, game: int, since: float = 0.0) -> tuple[int, ...]:
        """The lines of a game's log with a photograph of the table, in order. since: as in `models`."""
        with self._lock:
            keys = sorted(key for key in self._sizes if key.game == game and key.model == WHOLE_TABLE)
        return tuple(key.line for key in keys if self._read_time(key) >= since)

    def lines(self, game: int) -> frozenset[int]:
        """The lines of a game's log that have images."""
        with self._lock:
            return frozenset(key.line for key in self._sizes if key.game == game)

    def jpeg(self, game: int, line: int, model: str) -> bytes | None:
        """A crop; None if there is none, or none any more."""
        key = Key(game, line, model)
        with self._lock:
            is_kept = key in self._sizes
        if is_kept:
            with suppress(OSError):
                return (self.folder / key.file_name).read_bytes()
        return None

    def table_jpeg(self, game: int, line: int) -> bytes | None:
        """A photograph of the whole table; None if there is none, or none any more."""
        return self.jpeg(game, line, WHOLE_TABLE)

    def roll_jpeg(self, game: int, line: int, since: float = 0.0) -> bytes | None:
        """The picture of the roll of an answer; None if there is none, or none any more. since: as in `models`."""
        is_of_game = self._read_time(Key(game, line, DICE_ROLL)) >= since
        return self.jpeg(game, line, DICE_ROLL) if is_of_game else None

    def close(self) -> None:
        """Writes the waiting crops, and ends."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._jobs.put(None)
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.close()

    def _run_jobs(self) -> None:
        while job := self._jobs.get():
            try:
                job()
            except (OSError, ValueError, cv2.error, TablecamError) as fault:
                # a full disk, a damaged image: the game goes on without this one
                log.warning("no pictures are kept of an answer: %s", fault)
            finally:
                del job

    def _keep_view(self, game: int, line: int, view: CropView, models: tuple[str, ...]) -> None:
        for model, jpeg in cut(view, models):
            self._add_crop(Key(game, line, model), jpeg)
        self._keep_table(game, line, view)

    def _keep_table(self, game: int, line: int, view: CropView) -> None:
        image = self._photograph(view) if self._photograph else None
        if image is None:
            return
        sketch = sketch_image(image)
        if self._last_table and self._last_table[0] == game and not has_changed(self._last_table[1], sketch):
            return
        self._last_table = game, sketch
        self._add_crop(Key(game, line, WHOLE_TABLE), encode_jpeg(image, TABLE_WIDEST_PX))

    def _add_crop(self, key: Key, jpeg: bytes) -> None:
        with self._lock:
            old = self._sizes.pop(key, 0)
            self._bytes -= old
            self._make_room(len(jpeg))
            # a crop need not outlive a power cut
            write_bytes(self.folder / key.file_name, jpeg, flush=False)
            self._sizes[key] = len(jpeg)
            self._bytes += len(jpeg)

    def _make_room(self, size: int) -> None:
        while self._sizes and (len(self._sizes) >= self.most or self._bytes + size > self.most_bytes):
            key, gone = self._sizes.popitem(last=False)
            self._bytes -= gone
            (self.folder / key.file_name).unlink(missing_ok=True)

    def _read_time(self, key: Key) -> float:
        try:
            return (self.folder / key.file_name).stat().st_mtime
        except OSError:
            return -math.inf


def cut(view: CropView, models: Sequence[str]) -> list[tuple[str, bytes]]:
    """Cuts models out of a view's image, as JPEGs of a few kB; models outside the image are left out."""
    if view.snapshot is None or view.camera is None or view.frame is None:
        return []
    placed_by_id = {placed.model.id: placed for placed in view.snapshot.models}
    image = view.frame.image
    crops = []
    for model in dict.fromkeys(models):
        box = _model_box(placed_by_id[model], view.camera, view.frame.size) if model in placed_by_id else None
        if box:
            left, top, right, bottom = box
            crops.append((model, encode_jpeg(image[top:bottom, left:right], WIDEST_PX)))
    return crops


def _model_box(placed: Placed, camera: Camera, size: tuple[int, int]) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of a model with its surroundings, in the frame's pixels; None if it is outside.

    The figure rises over its base, so the box holds the places of both its foot and its head in the image.
    """
    plan = np.array(placed.footprint.outline(CORNERS).buffer(MARGIN_IN).exterior.coords[:-1])
    heights = (placed.z_in, placed.z_in + placed.model.height_in)
    corners = np.concatenate([np.column_stack([plan, np.full(len(plan), z)]) for z in heights])
    px = (camera.project(corners) + 0.5) * (size[0] / camera.intrinsics.width)
    if not np.isfinite(px).all():
        return None
    left, top = np.clip(np.floor(px.min(axis=0)), 0, size).astype(int).tolist()
    right, bottom = np.clip(np.ceil(px.max(axis=0)), 0, size).astype(int).tolist()
    return (left, top, right, bottom) if right > left and bottom > top else None


def _find_crops(folder: Path) -> "OrderedDict[Key, int]":
    """The crops of earlier evenings, the oldest first; other files are ignored."""
    entries: list[tuple[int, Key, int]] = []
    with suppress(OSError):
        for entry in os.scandir(folder):
            key = _parse_key(entry.name)
            if key and entry.is_file():
                status = entry.stat()
                entries.append((status.st_mtime_ns, key, status.st_size))
    return OrderedDict((key, size) for _, key, size in sorted(entries))


def _parse_key(name: str) -> Key | None:
    game, _, numbered = name.removesuffix(SUFFIX).partition("-")
    line, dash, model = numbered.partition("-")
    if not (name.endswith(SUFFIX) and dash and game.isdecimal() and line.isdecimal()):
        return None
    key = Key(int(game), int(line), unquote(model))
    return key if key.file_name == name else None
