"""Gathers views from the sources that the user names: pictures, folders, videos, a camera."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from calibration.boards import Board
from calibration.choosing import Chooser
from calibration.finder import BoardFinder
from calibration.views import BoardView, LeftOut, judged, view_of
from tablecam.base.errors import BadPicture, CameraUnavailable
from tablecam.base.i18n import Message
from tablecam.sensing.camera.latest_frame import LatestFrame
from tablecam.sensing.camera.recorded import Photos, load_image
from tablecam.sensing.camera.source import Source, frames, open_source
from tablecam.sensing.vision.frame import Frame

# reports the progress to the person at the terminal; the command line speaks English
Say = Callable[[str], None]
# A camera is given up after this time without a picture.
SILENT_S = 15.0


@dataclass(frozen=True)
class Gathered:
    """The views worth fitting, all of one size, and those left out."""

    views: tuple[BoardView, ...]
    out: tuple[LeftOut, ...]


def gather(sources: Sequence[str], board: Board, seconds: float, say: Say) -> Gathered:
    """Gathers the views of a board in all `sources`: every picture, and the good frames of videos and cameras.

    seconds: the longest time to watch a camera. say: receives sentences about the progress. Raises BadFile or
    CameraUnavailable for a source that cannot be read, and BadPicture for pictures of different sizes.
    """
    finder, say = BoardFinder(board), _drop_repeats(say)
    results: list[BoardView | LeftOut] = []
    for text in sources:
        with open_source(text) as source:
            if isinstance(source, Photos):
                results += _view_photos(source, finder)
            else:
                results += _view_film(source, finder, seconds, say)
    views = [view for view in results if isinstance(view, BoardView)]
    _check_sizes(views)
    good, rejected = judged(views)
    return Gathered(tuple(good), (*(result for result in results if isinstance(result, LeftOut)), *rejected))


def _drop_repeats(say: Say) -> Say:
    """Says a sentence only if it differs from the last one."""
    latest = [""]

    def say_change(sentence: str) -> None:
        if sentence != latest[0]:
            latest[0] = sentence
            say(sentence)

    return say_change


def _view_photos(source: Photos, finder: BoardFinder) -> list[BoardView | LeftOut]:
    results: list[BoardView | LeftOut] = []
    for path in source.paths:
        try:
            results.append(view_of(finder, load_image(path), path.name))
        except BadPicture:
            results.append(LeftOut(path.name, Message("it is no picture, or a damaged one")))
    return results


def _view_film(source: Source, finder: BoardFinder, seconds: float, say: Say) -> list[BoardView | LeftOut]:
    chooser = Chooser(finder)
    try:
        for frame in _watch_camera(source, seconds) if source.live else frames(source, say):
            name = f"frame {frame.number}"  # no text
            _report_view(chooser, chooser.consider(frame, name), say, source.live)
            if chooser.enough:
                break
    except KeyboardInterrupt:
        # Ctrl-C at a camera means that there are enough views; a recording is stopped like any other work
        if not source.live:
            raise
        say("stopped; the views taken so far are used")  # no text
    return list(chooser.kept)


def _report_view(chooser: Chooser, seen: BoardView | LeftOut, say: Say, live: bool) -> None:
    if isinstance(seen, BoardView):
        missing = ", ".join(chooser.coverage.missing)
        # no text
        say(f"view {len(chooser.kept)} taken" + (f"; still to be covered: {missing}" if missing else ""))
    elif live:
        say(str(seen.reason))


def _watch_camera(source: Source, seconds: float) -> Iterator[Frame]:
    """Yields the newest frame, over and over, until the time is up."""
    start_s = last_frame_s = time.monotonic()
    number = -1
    with LatestFrame(source) as newest:
        while time.monotonic() < start_s + seconds and not newest.ended:
            frame = newest.wait(number)
            if frame is not None:
                number, last_frame_s = frame.number, time.monotonic()
                yield frame
            elif time.monotonic() - last_frame_s > SILENT_S:
                # no text
                raise CameraUnavailable(newest.trouble or f"{source.name} shows nothing: check cable and light")


def _check_sizes(views: Sequence[BoardView]) -> None:
    for view in views[1:]:
        if view.size != views[0].size:
            raise BadPicture(
                f"{view.name} is {view.size[0]} x {view.size[1]} pixels and {views[0].name} is "
                f"{views[0].size[0]} x {views[0].size[1]}: calibrate with pictures of one size"
            )
