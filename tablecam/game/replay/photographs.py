"""Photographs of a game's table: who may see which, and what is cut out of them.

    photographs = Photographs(past.view_as(WHOLE), archive.list_photographs(7), partial(archive.photograph, 7))
    photographs.find(41)

A photograph shows every model that stands on the table. A role that may not know who one of them is gets none of that
moment, and neither does a role that was not shown what was measured then.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from tablecam.game.replay.seat_history import SeatHistory
from tablecam.rules.books.seat_names import WHOLE

if TYPE_CHECKING:
    from PIL.Image import Image

    from tablecam.table.miniature import Placed
    from tablecam.table.snapshot import Snapshot

# left, bottom, right and top in table inches
Box = tuple[float, float, float, float]
# the base with this much around it
PORTRAIT_MARGIN_IN, PORTRAIT_PX = 0.3, 96
# a moment is cut out with this much around its models, and at least this large
MOMENT_MARGIN_IN, LEAST_MOMENT_IN = 4.0, 14.0
QUALITY = 80


def keep_nothing(_line: int) -> bytes | None:
    """The photograph of a line where none are kept."""
    return None


@dataclass(frozen=True)
class Photograph:
    """The table from above, as JPEG, with the positions that it shows."""

    jpeg: bytes
    snapshot: Snapshot

    @property
    def box(self) -> Box:
        """The whole table."""
        return 0.0, 0.0, self.snapshot.width_in, self.snapshot.depth_in

    def cut_box(self, box: Box) -> bytes:
        """A part of the table, as JPEG."""
        return _encode(self._cut(box))

    def cut_portrait(self, placed: Placed) -> bytes:
        """A model with the edge of its base, as a square JPEG."""
        from PIL.Image import Resampling

        reach = max(placed.model.base.half_extents_in) + PORTRAIT_MARGIN_IN
        box = (placed.x_in - reach, placed.y_in - reach, placed.x_in + reach, placed.y_in + reach)
        return _encode(self._cut(box).resize((PORTRAIT_PX, PORTRAIT_PX), Resampling.LANCZOS))

    def _cut(self, box: Box) -> Image:
        """A part of the table; what lies beyond its edge is black."""
        image = _decode(self.jpeg)
        across, down = image.width / self.snapshot.width_in, image.height / self.snapshot.depth_in
        left, bottom, right, top = box
        depth = self.snapshot.depth_in
        return image.crop(
            (round(left * across), round((depth - top) * down), round(right * across), round((depth - bottom) * down))
        )


@dataclass(frozen=True)
class Photographs:
    """The photographs that a role may see. lines: their lines, in the log's own numbers; load: one of them, as JPEG."""

    known: SeatHistory
    lines: Sequence[int] = ()
    load: Callable[[int], bytes | None] = keep_nothing

    def find(self, number: int) -> int | None:
        """The newest photograph as of one of the role's lines, by its line; None if the role may not see it."""
        line = max((line for line in self.lines if line <= self.known.true(number)), default=0)
        return line if line and self.may_see(line) else None

    def may_see(self, line: int) -> bool:
        """Whether the role may see the photograph of a line."""
        seat, view = self.known.log_view.seat, self.known.log_view.view
        if seat == WHOLE:
            return True
        own_line = view.own(line)
        measured = own_line and view.lines[own_line - 1].get("position")
        return bool(measured) and not self.known.game.hides_models(line, seat)

    def open_at(self, number: int) -> Photograph | None:
        """The newest photograph as of one of the role's lines; None if there is none for the role."""
        line = self.find(number)
        return self.open(line) if line else None

    def open(self, line: int) -> Photograph | None:
        """The photograph of a line of `lines`; None if the role may not see it, or it is gone."""
        own_line = self.known.log_view.view.own(line) if self.may_see(line) else 0
        snapshot = self.known.snapshot(own_line) if own_line else None
        jpeg = self.load(line) if snapshot else None
        return Photograph(jpeg, snapshot) if jpeg and snapshot else None

    def cut_portraits(self, models: Iterable[str]) -> dict[str, bytes]:
        """A look at each model from the first photograph that shows it, as square JPEGs by their ids."""
        portraits: dict[str, bytes] = {}
        missing = set(models)
        for line in self.lines:
            photograph = self.open(line) if missing else None
            for placed in photograph.snapshot.models if photograph else ():
                if photograph and placed.model.id in missing:
                    portraits[placed.model.id] = photograph.cut_portrait(placed)
            missing -= portraits.keys()
        return portraits


def frame_models(snapshot: Snapshot, models: Iterable[str]) -> Box | None:
    """The part of the table to look at for some models, three parts wide and two deep; None if none stands there."""
    places = [(placed.x_in, placed.y_in) for placed in snapshot.models if placed.model.id in set(models)]
    if not places:
        return None
    xs, ys = zip(*places, strict=True)
    need = max(max(xs) - min(xs), 1.5 * (max(ys) - min(ys))) + 2 * MOMENT_MARGIN_IN
    width = min(max(need, LEAST_MOMENT_IN), snapshot.width_in, 1.5 * snapshot.depth_in)
    left = _clamp((min(xs) + max(xs) - width) / 2, snapshot.width_in - width)
    bottom = _clamp((min(ys) + max(ys) - width / 1.5) / 2, snapshot.depth_in - width / 1.5)
    return left, bottom, left + width, bottom + width / 1.5


def make_data_address(jpeg: bytes) -> str:
    """The address of an image that lies in the address itself."""
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"


def _clamp(value: float, most: float) -> float:
    return min(max(value, 0.0), most)


@lru_cache(maxsize=2)
def _decode(jpeg: bytes) -> Image:
    from PIL.Image import open as open_image

    return open_image(BytesIO(jpeg)).convert("RGB")


def _encode(image: Image) -> bytes:
    out = BytesIO()
    image.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
