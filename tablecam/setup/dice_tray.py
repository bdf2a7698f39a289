"""The camera over the dice tray: chosen, judged and removed while the table is played, and kept in the table folder."""

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from hardware.dice_sheet import dice_sheet_pdf
from hardware.sheet import PAPERS
from tablecam.base.errors import CameraUnavailable
from tablecam.base.i18n import Counted, Message
from tablecam.sensing.camera.camera_list import Offer
from tablecam.sensing.camera.hot_swap import HotSwap
from tablecam.sensing.camera.source import Source
from tablecam.sensing.camera.watch import Text
from tablecam.sensing.tray import layout
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.camera_step import Flicker, detect_tags, exposure, focus, pixels_per_mm, softness_px
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, Finding
from tablecam.setup.table_cameras import FrameWatcher, WatchedResult
from tablecam.storage.table_toml import keep_tray_source

# a small die, whose face has to be read; the reader is trained on dice of 35 pixels and more
DIE_MM, LEAST_DIE_PX, SCARCE_DIE_PX = 16.0, 35.0, 25.0
# the thinnest lines of a face are some tenth of the die, as the cells of a tag are of the tag
LINES = 10
NO_CAMERA = Message("There is no camera over a dice tray.")

Throw = Callable[[str, list[int], int], None]


def make_tray_sheet(paper: str) -> bytes | None:
    """Make the sheet of a tray as PDF; None for paper of no known size."""
    return dice_sheet_pdf(PAPERS[paper]) if paper in PAPERS else None


class NoSource:
    """A tray without a camera: nothing comes from it."""

    name = NO_CAMERA
    live = True

    def read(self) -> Frame | None:
        """Raise CameraUnavailable."""
        raise CameraUnavailable(NO_CAMERA)

    def close(self) -> None:
        """Do nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True)
class TraySeen:
    """The findings on a frame of the tray. size: of its image in pixels."""

    size: tuple[int, int]
    sheet: Finding
    dice: Finding
    focus: Finding
    light: Finding
    flicker: Finding


class TrayStep:
    """Checks frame after frame, in one thread."""

    def __init__(self) -> None:
        self._flicker = Flicker()
        self._best_px: float | None = None

    def look(self, frame: Frame) -> TraySeen:
        """Judge this frame."""
        edges_mm = dict.fromkeys(layout.CENTERS_MM, layout.BLACK_MM)
        tags = [tag for tag in detect_tags(frame) if tag.tag in edges_mm]
        die_px = None if not tags else DIE_MM * (pixels_per_mm(tags, edges_mm) or 0.0)
        blur = softness_px(frame.grey)
        self._best_px = min((px for px in (blur, self._best_px) if px is not None), default=None)
        return TraySeen(
            frame.size,
            judge_sheet({tag.tag for tag in tags}),
            judge_die(die_px),
            focus(blur, self._best_px, None if die_px is None else die_px / LINES),
            exposure(frame.grey),
            self._flicker.see(frame.grey),
        )


def judge_sheet(seen: set[int]) -> Finding:
    """Judge whether the sheet of the tray is in the image, by its tags."""
    if len(seen) == len(layout.CENTERS_MM):
        return Finding(GOOD, Message("All four tags of the tray are in the image."))
    says = Counted(
        "{n} of the four tags of the tray is in the image: move the camera, or clear the tags.",
        "{n} of the four tags of the tray are in the image: move the camera, or clear the tags.",
        len(seen),
    )
    return Finding(FAIR if len(seen) >= 3 else BAD, says)


def judge_die(die_px: float | None) -> Finding:
    """Judge whether the faces of dice are large enough in the image. die_px: of a die of 16 mm."""
    if die_px is None:
        return Finding(UNKNOWN, Message("The tags show the size of dice in the image."))
    px = f"{die_px:.0f}"
    if die_px >= LEAST_DIE_PX:
        return Finding(GOOD, Message("A die of 16 mm is {px} px wide: enough.", px=px), die_px)
    says = Message("A die of 16 mm is {px} px wide, and {least} are wanted: hang the camera lower.", px=px,
                   least=f"{LEAST_DIE_PX:.0f}")  # fmt: skip
    return Finding(FAIR if die_px >= SCARCE_DIE_PX else BAD, says, die_px)


class TrayCamera(AbstractContextManager["TrayCamera"]):
    """The camera over the dice tray, if there is one. Any thread may call.

    source: the opened camera, None without one. named: the text that opened it. more: cameras that need no plug, such
    as the drawn tray. frames: what the camera sends; nothing without one.
    """

    def __init__(
        self,
        folder: Path,
        source: Source | None = None,
        named: str = "",
        more: Sequence[tuple[Offer, Callable[[], Source]]] = (),
    ) -> None:
        self._folder, self._more = folder, tuple(more)
        self._source, self.named = source, named if source else ""
        self.frames = HotSwap(source or NoSource())
        self._step = TrayStep()
        self._watcher = FrameWatcher(self.frames.look)
        self._changing = threading.Lock()

    @property
    def is_there(self) -> bool:
        """Whether a camera is over the tray."""
        return self._source is not None

    @property
    def name(self) -> Text:
        """The camera in sentences."""
        return self.frames.name

    @property
    def trouble(self) -> Text:
        """The reason why the camera sends no images now; "" while it sends some, or without one."""
        return (self.frames.trouble or "") if self.is_there else ""

    @property
    def throw(self) -> Throw | None:
        """Throws dice in a drawn tray; None in a real one."""
        return getattr(self._source, "throw", None)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The trays that need no plug."""
        return tuple(offer for offer, _opened in self._more)

    def see(self) -> WatchedResult:
        """Return the newest findings, a `TraySeen`; frames are judged as long as a page asks."""
        return self._watcher.see("tray", self._step.look) if self.is_there else WatchedResult()

    def choose(self, source: str, open_camera: Callable[[str], Source]) -> None:
        """Read this camera from now on, and keep it. Raises CameraUnavailable, and BadFile if it cannot be kept."""
        with self._changing:
            opener = next((opener for offer, opener in self._more if offer.source == source), None)
            self._change(opener() if opener else open_camera(source), source)

    def remove(self) -> None:
        """Read no tray from now on. Raises BadFile if that cannot be kept."""
        with self._changing:
            self._change(None, "")

    def close(self) -> None:
        """Close the camera."""
        self._watcher.close()
        self.frames.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _change(self, source: Source | None, named: str) -> None:
        self.frames.change(source or NoSource())
        self._source, self.named, self._step = source, named, TrayStep()
        keep_tray_source(self._folder, named)
