"""Every frame of several cameras or recordings of one table, as moments, for programs without a page."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

from tablecam.base.i18n import Message, to_english
from tablecam.sensing.camera.latest_frame import LOOK_EVERY_S, LatestFrame, every_frame
from tablecam.sensing.camera.several import SeveralCameras
from tablecam.sensing.camera.source import Source, frames
from tablecam.sensing.vision.frame import Frame
from tablecam.sensing.vision.shared_moment import SharedMoment

# frames of two recordings within this time are of one moment
ONE_MOMENT_S = 0.02


def moments(
    sources: Sequence[Source], say: Callable[[str], None], late_s: Callable[[int], float] = lambda _number: 0.0
) -> Iterator[Frame]:
    """Yield the frames of one source, or the moments of several; `say` receives each trouble once, when it begins.

    late_s: the delay of a live camera's images, seconds by its number.

    Recordings alone are read as fast as they are taken, by their own times, which all count from their beginnings. With
    a live camera among them, the newest images of all count, and recordings play at their own rate.
    """
    if len(sources) == 1:
        yield from every_frame(sources[0], say)
    elif any(source.live for source in sources):
        yield from _read_live(sources, say, late_s)
    else:
        yield from _read_recordings(sources, say)


def _read_recordings(sources: Sequence[Source], say: Callable[[str], None]) -> Iterator[Frame]:
    """Yield the moments of recordings that began together; the end of one is reported in the moments that follow."""
    streams = [frames(source, say) for source in sources]
    waiting = {number: frame for number, stream in enumerate(streams) if (frame := next(stream, None)) is not None}
    count = 0
    while waiting:
        first_time = min(frame.time for frame in waiting.values())
        new_frames = {number: frame for number, frame in waiting.items() if frame.time - first_time <= ONE_MOMENT_S}
        ended = {
            number: Message("{recording} has been read to its end", recording=source.name)
            for number, source in enumerate(sources)
            if number not in waiting
        }
        yield SharedMoment(new_frames, count, ended)
        count += 1
        for number in new_frames:
            next_frame = next(streams[number], None)
            waiting = {key: frame for key, frame in waiting.items() if key != number}
            waiting |= {} if next_frame is None else {number: next_frame}


def _read_live(
    sources: Sequence[Source], say: Callable[[str], None], late_s: Callable[[int], float]
) -> Iterator[Frame]:
    """Yield the newest images of all, again and again, until every source has ended."""
    with ExitStack() as stack:
        latest_frames = [stack.enter_context(LatestFrame(source)) for source in sources]
        cameras = SeveralCameras(latest_frames, late_s=lambda capture: late_s(latest_frames.index(capture)))
        number, reported_cameras = -1, set[int]()
        while not all(latest.ended for latest in latest_frames):
            moment = cameras.wait(number, LOOK_EVERY_S)
            troubles = {
                camera: trouble
                for camera, latest in enumerate(latest_frames)
                if (trouble := latest.trouble) is not None
            }
            for camera in troubles.keys() - reported_cameras:
                say(to_english(troubles[camera]))
            reported_cameras = set(troubles)
            if moment is not None:
                number = moment.number
                yield moment
