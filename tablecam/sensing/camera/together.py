"""Every frame of several cameras or recordings of one table, as moments, for who follows it without a page."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

from tablecam.base.i18n import Message, in_english
from tablecam.sensing.camera.latest_frame import LOOK_EVERY_S, LatestFrame, every_frame
from tablecam.sensing.camera.several import SeveralCameras
from tablecam.sensing.camera.source import Source, frames
from tablecam.sensing.vision.frame import Frame
from tablecam.sensing.vision.shared_moment import SharedMoment

# frames of two recordings that were taken so soon after each other are of one moment
ONE_MOMENT_S = 0.02


def moments(
    sources: Sequence[Source], say: Callable[[str], None], late_s: Callable[[int], float] = lambda _number: 0.0
) -> Iterator[Frame]:
    """The frames of one source, or the moments of several; what is wrong is told to `say`, once when it begins.

    late_s: how late the pictures of a live camera are, seconds by its number.

    Recordings alone are read as fast as they are taken, by their own times, which all count from their beginnings. As
    soon as a live camera is among them, the newest pictures of all count, and recordings play at their own rate.
    """
    if len(sources) == 1:
        yield from every_frame(sources[0], say)
    elif any(source.live for source in sources):
        yield from _live(sources, say, late_s)
    else:
        yield from _side_by_side(sources, say)


def _side_by_side(sources: Sequence[Source], say: Callable[[str], None]) -> Iterator[Frame]:
    """The moments of recordings that began together; one that is at its end is told in those that follow."""
    streams = [frames(source, say) for source in sources]
    waiting = {number: frame for number, stream in enumerate(streams) if (frame := next(stream, None)) is not None}
    count = 0
    while waiting:
        first = min(frame.time for frame in waiting.values())
        new = {number: frame for number, frame in waiting.items() if frame.time - first <= ONE_MOMENT_S}
        ended = {
            number: Message("{recording} has been read to its end", recording=source.name)
            for number, source in enumerate(sources)
            if number not in waiting
        }
        yield SharedMoment(new, count, ended)
        count += 1
        for number in new:
            after = next(streams[number], None)
            waiting = {key: frame for key, frame in waiting.items() if key != number}
            waiting |= {} if after is None else {number: after}


def _live(sources: Sequence[Source], say: Callable[[str], None], late_s: Callable[[int], float]) -> Iterator[Frame]:
    """The newest pictures of all, again and again, until every source has ended."""
    with ExitStack() as stack:
        newest = [stack.enter_context(LatestFrame(source)) for source in sources]
        together = SeveralCameras(newest, late_s=lambda capture: late_s(newest.index(capture)))
        number, reported = -1, set[int]()
        while not all(one.ended for one in newest):
            moment = together.wait(number, LOOK_EVERY_S)
            troubles = {camera: trouble for camera, one in enumerate(newest) if (trouble := one.trouble) is not None}
            for camera in troubles.keys() - reported:
                say(in_english(troubles[camera]))
            reported = set(troubles)
            if moment is not None:
                number = moment.number
                yield moment
