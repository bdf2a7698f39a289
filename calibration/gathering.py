"""Gathers views from whatever the person names: pictures, folders, videos, a camera."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from calibration.boards import Board
from calibration.choosing import Chooser
from calibration.finder import BoardFinder
from calibration.views import BoardView, LeftOut, judged, view_of
from tablecam.camera.latest_frame import LatestFrame
from tablecam.camera.recorded import Photos, read_photo
from tablecam.camera.source import Source, frames, open_source
from tablecam.errors import BadPicture, CameraUnavailable
from tablecam.vision.frame import Frame

Say = Callable[[str], None]
# A camera that has not shown anything for so long will not.
SILENT_S = 15.0


@dataclass(frozen=True)
class Gathered:
    """The views worth fitting, all of one size, and those left out."""

    views: tuple[BoardView, ...]
    out: tuple[LeftOut, ...]


def gather(sources: Sequence[str], board: Board, seconds: float, say: Say) -> Gathered:
    """The views of a board in all `sources`. Pictures are taken one and all, from videos and cameras the good ones.

    seconds: how long to watch a camera at most. say: told in sentences how it goes. Raises BadFile or CameraUnavailable
    for a source that cannot be read, and BadPicture for pictures of different sizes.
    """
    finder, say = BoardFinder(board), _once(say)
    found: list[BoardView | LeftOut] = []
    for text in sources:
        with open_source(text) as source:
            if isinstance(source, Photos):
                found += _photographed(source, finder)
            else:
                found += _filmed(source, finder, seconds, say)
    views = [view for view in found if isinstance(view, BoardView)]
    _same_size(views)
    kept, out = judged(views)
    return Gathered(tuple(kept), (*(left for left in found if isinstance(left, LeftOut)), *out))


def _once(say: Say) -> Say:
    """Says a sentence only where it is not the one just said."""
    last = [""]

    def say_anew(sentence: str) -> None:
        if sentence != last[0]:
            last[0] = sentence
            say(sentence)

    return say_anew


def _photographed(source: Photos, finder: BoardFinder) -> list[BoardView | LeftOut]:
    found: list[BoardView | LeftOut] = []
    for path in source.paths:
        try:
            found.append(view_of(finder, read_photo(path), path.name))
        except BadPicture:
            found.append(LeftOut(path.name, "it is no picture, or a damaged one"))
    return found


def _filmed(source: Source, finder: BoardFinder, seconds: float, say: Say) -> list[BoardView | LeftOut]:
    chooser = Chooser(finder)
    try:
        for frame in _live(source, seconds) if source.live else frames(source, say):
            _tell(chooser, chooser.consider(frame, f"frame {frame.number}"), say, source.live)
            if chooser.enough:
                break
    except KeyboardInterrupt:
        # the person's way to say that it is enough; a recording is stopped like any other work
        if not source.live:
            raise
        say("stopped; the views taken so far are used")
    return list(chooser.kept)


def _tell(chooser: Chooser, seen: BoardView | LeftOut, say: Say, live: bool) -> None:
    if isinstance(seen, BoardView):
        still = ", ".join(chooser.coverage.missing)
        say(f"view {len(chooser.kept)} taken" + (f"; still to be covered: {still}" if still else ""))
    elif live:
        say(seen.reason)


def _live(source: Source, seconds: float) -> Iterator[Frame]:
    """The newest frame again and again, until the time is over."""
    began = heard = time.monotonic()
    number = -1
    with LatestFrame(source) as newest:
        while time.monotonic() < began + seconds and not newest.ended:
            frame = newest.wait(number)
            if frame is not None:
                number, heard = frame.number, time.monotonic()
                yield frame
            elif time.monotonic() - heard > SILENT_S:
                raise CameraUnavailable(newest.trouble or f"{source.name} shows nothing: check cable and light")


def _same_size(views: Sequence[BoardView]) -> None:
    for view in views[1:]:
        if view.size != views[0].size:
            raise BadPicture(
                f"{view.name} is {view.size[0]} x {view.size[1]} pixels and {views[0].name} is "
                f"{views[0].size[0]} x {views[0].size[1]}: calibrate with pictures of one size"
            )
