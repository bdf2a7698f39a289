"""What all cameras of a table see at one moment: their readings put together, and what is wrong with each of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from calibration.registration import Registration
from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message, listing, message_of
from tablecam.live.camera_view import CameraView, Viewed, camera_problems
from tablecam.sensing.tracking.aligned import HOLDS_S, RecentReadings, common_time
from tablecam.sensing.tracking.fusing import Fusion
from tablecam.sensing.tracking.observation import WHOLE, Observation
from tablecam.sensing.vision.frame import Frame
from tablecam.sensing.vision.shared_moment import SharedMoment, pictures_of
from tablecam.storage.table_folder import TableFolder, lens_file

# a camera says that a tag is gone only if it saw the tag about as long as any other did
SAW_TO_THE_END_S = 1.0


@dataclass(frozen=True)
class Together:
    """What the cameras show of one moment.

    seen: a reading a tag. hidden: tags whose place has something over it for every camera. trusted: whether any
    camera's place is known. nudged: the last such camera was moved; locked_again: a first one is known again.
    registration: of the camera whose picture is shown; places: of all whose place is known, by their numbers.
    away: why cameras see nothing now, with the numbers of each; `problems` has these sentences too.
    """

    time: float
    trusted: bool
    seen: list[Observation] = field(default_factory=list)
    hidden: frozenset[int] = frozenset()
    nudged: bool = False
    locked_again: bool = False
    registration: Registration | None = None
    places: Mapping[int, Registration] = field(default_factory=dict)
    problems: tuple[str | Message, ...] = ()
    away: tuple[Message, ...] = ()


class TableViews:
    """The cameras of one folder. A camera is there from its first picture on. One thread reads."""

    def __init__(self, folder: TableFolder) -> None:
        self._folder = folder
        self._views: dict[int, CameraView] = {}
        self._viewed: dict[int, Viewed] = {}
        self._recent: dict[int, RecentReadings] = {}
        self._faults: dict[int, Message] = {}
        self._saw_at: dict[int, dict[int, float]] = {}
        self._fusion: Fusion | None = None
        self._late_s: Mapping[int, float] = {}
        self._trusted = False
        self._time = float("-inf")

    def read(self, frame: Frame) -> Together:
        """What a frame shows, or a `SharedMoment` of several. Raises BadPicture where none fits its calibration."""
        pictures = pictures_of(frame)
        self._late_s = frame.late_s if isinstance(frame, SharedMoment) else {}
        for number, picture in pictures.items():
            self._read(number, picture)
        refused = [self._faults[number] for number in pictures if number in self._faults]
        if len(refused) == len(pictures):
            raise BadPicture(refused[0])
        if not isinstance(frame, SharedMoment) and len(self._views) == 1:
            return self._alone(self._viewed[0])
        return self._together(frame, [number for number in pictures if number not in self._faults])

    def _read(self, number: int, picture: Frame) -> None:
        if number >= max(1, len(self._folder.lenses)):
            self._faults[number] = Message(
                "{file}, its lens, is not there yet: calibrate it in the set-up, or with `tablecam calibrate`",
                file=lens_file(number),
            )
            return
        view = self._views.setdefault(number, CameraView(self._folder, number))
        recent = self._recent.setdefault(number, RecentReadings())
        try:
            viewed = view.read(picture, self._read_by_others(number, picture.time))
        except BadPicture as refused:
            self._faults[number] = message_of(refused)
            return
        self._faults.pop(number, None)
        self._viewed[number] = viewed
        if viewed.trusted:
            recent.add(viewed.time - self._late(number), viewed.seen, viewed.hidden, viewed.gone)
        else:
            recent.forget()

    def _read_by_others(self, number: int, time: float) -> list[Observation]:
        others = [viewed for other, viewed in self._viewed.items() if other != number and other not in self._faults]
        return [reading for viewed in others if time - viewed.time <= HOLDS_S for reading in viewed.seen]

    def _late(self, number: int) -> float:
        return self._late_s.get(number, 0.0)

    def _alone(self, viewed: Viewed) -> Together:
        locked = viewed.locked
        return Together(
            viewed.time,
            viewed.trusted,
            list(viewed.seen),
            viewed.hidden,
            nudged=locked.nudged,
            locked_again=locked.locked_again,
            registration=locked.registration,
            places=_places({0: viewed}),
            problems=tuple(_problems(viewed)),
        )

    def _together(self, frame: Frame, new: Iterable[int]) -> Together:
        newest = max(viewed.time for viewed in self._viewed.values())
        there = {number: seen for number, seen in self._viewed.items() if newest - seen.time <= HOLDS_S}
        placed = {number: viewed for number, viewed in there.items() if viewed.trusted}
        before, self._trusted = self._trusted, bool(placed)
        locks = [self._viewed[number].locked for number in new]
        if not placed:
            self._time = max(self._time, newest - max(map(self._late, there)))
            away = tuple(self._away(frame, there))
            return Together(
                self._time, trusted=False, nudged=before and any(lock.nudged for lock in locks),
                registration=self._shown(frame), problems=(*self._doubts(there), *away), away=away,
            )  # fmt: skip
        arrived = [viewed.time for viewed in placed.values()]
        self._time = max(self._time, common_time(arrived, [self._late(number) for number in placed]))
        seen = self._fused(placed)
        away = tuple(self._away(frame, there))
        return Together(
            self._time,
            trusted=True,
            seen=seen,
            hidden=self._hidden(placed, seen),
            locked_again=not before,
            registration=self._shown(frame),
            places=_places(placed),
            problems=(*self._doubts(there), *away),
            away=away,
        )

    def _fused(self, placed: Mapping[int, Viewed]) -> list[Observation]:
        if self._fusion is None:
            first = placed[min(placed)].locked.registration
            assert first is not None
            # whose coordinates they are does not matter, only that they stay the same
            self._fusion = Fusion(np.array(first.camera.pose.position_in))
        readings = {number: self._recent[number].at(self._time) for number in placed}
        for number, own in readings.items():
            self._saw_at.setdefault(number, {}).update({reading.tag: self._time for reading in own})
        return self._fusion.of(readings)

    def _hidden(self, placed: Mapping[int, Viewed], seen: Iterable[Observation]) -> frozenset[int]:
        """Tags that something hides from one camera, that no other reads, and whose place no other sees bare.

        A tag that was last seen by a camera which is away now, and by none that is there, is hidden just as well.
        """
        read = {reading.tag for reading in seen if reading.seen == WHOLE}
        recent = {number: self._recent[number] for number in placed}
        hidden = frozenset(
            tag for readings in recent.values() for tag in readings.hidden_at(self._time)
        ) | self._unwatched(placed)
        gone = {
            tag
            for number, readings in recent.items()
            for tag in readings.gone_at(self._time)
            if self._saw_to_the_end(number, tag)
        }
        return hidden - read - gone

    def _unwatched(self, placed: Iterable[int]) -> frozenset[int]:
        """Tags that no camera has watched to the end that sees anything now."""
        known = {tag for saw in self._saw_at.values() for tag in saw}
        return frozenset(tag for tag in known if not any(self._saw_to_the_end(number, tag) for number in placed))

    def _saw_to_the_end(self, number: int, tag: int) -> bool:
        latest = max(saw.get(tag, float("-inf")) for saw in self._saw_at.values())
        return latest - self._saw_at.get(number, {}).get(tag, float("-inf")) <= SAW_TO_THE_END_S

    def _shown(self, frame: Frame) -> Registration | None:
        view = self._views.get(frame.shows if isinstance(frame, SharedMoment) else 0)
        return view.registration if view is not None else None

    def _doubts(self, there: Mapping[int, Viewed]) -> Iterable[Message]:
        """What is to be known about cameras that do see the table."""
        for number, viewed in sorted(there.items()):
            if number not in self._faults and viewed.trusted:
                yield from (_of_camera(number, problem) for problem in _problems(viewed))
        if self._fusion is not None and self._fusion.apart_in is not None:
            yield Message(
                "the cameras see the models {apart} in apart: check that each camera has its own file, that the "
                "reference tags lie as table.toml says, and that the models’ tags have their printed size",
                apart=f"{self._fusion.apart_in:.2f}",
            )

    def _away(self, frame: Frame, there: Mapping[int, Viewed]) -> Iterable[Message]:
        """Why cameras see nothing now: they were moved, it is dark, their lens is not known, or they are lost."""
        blind = dict(self._faults)
        for number, viewed in there.items():
            problems = camera_problems(viewed.locked)
            if number not in self._faults and not viewed.trusted and problems:
                blind[number] = problems[0]
        yield from _of_cameras(blind)
        if isinstance(frame, SharedMoment):
            for number, trouble in sorted(frame.troubles.items()):
                yield Message(
                    "camera {number} is lost and the others go on: {trouble}", number=number + 1, trouble=trouble
                )


def _places(viewed: Mapping[int, Viewed]) -> dict[int, Registration]:
    """Where the cameras are whose place is known, by their numbers."""
    known = {number: one.locked.registration for number, one in sorted(viewed.items()) if one.trusted}
    return {number: place for number, place in known.items() if place is not None}


def _problems(viewed: Viewed) -> list[Message]:
    """What the players should know about a camera's place and its picture."""
    return [*camera_problems(viewed.locked), *([] if viewed.unsharp is None else [viewed.unsharp])]


def _of_cameras(problems: Mapping[int, Message]) -> Iterable[Message]:
    """What is wrong with cameras, by their numbers: what several have in common is said once, and names each."""
    numbers: dict[Message, list[int]] = {}
    for number, problem in sorted(problems.items()):
        numbers.setdefault(problem, []).append(number)
    for problem, cameras in numbers.items():
        if len(cameras) == 1:
            yield _of_camera(cameras[0], problem)
        else:
            named = listing(number + 1 for number in cameras)
            yield Message("cameras {numbers}: {problem}", numbers=named, problem=problem)


def _of_camera(number: int, problem: str | Message) -> Message:
    return Message("camera {number}: {problem}", number=number + 1, problem=problem)
