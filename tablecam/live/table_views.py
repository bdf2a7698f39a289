"""The views of all cameras of a table at one moment: their combined readings, and the faults of each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from calibration.registration import Registration
from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message, get_message, listing
from tablecam.live.camera_view import CameraView, Viewed, camera_problems
from tablecam.sensing.tracking.alignment import HOLDS_S, RecentReadings, common_time
from tablecam.sensing.tracking.fusion import Fusion
from tablecam.sensing.tracking.observation import WHOLE, Observation
from tablecam.sensing.vision.frame import Frame, SharedMoment, get_images
from tablecam.storage.table_folder import TableFolder, lens_file

# a camera reports that a tag is gone only if it saw the tag about as long as any other camera did
SAW_TO_THE_END_S = 1.0


@dataclass(frozen=True)
class Together:
    """The combined view of all cameras at one moment.

    seen: one reading for each tag. hidden: tags whose place has something over it for every camera. trusted: whether
    any camera's pose is known. nudged: the last such camera was moved; locked_again: a first one is known again.
    registration: of the camera whose image is shown; places: of all cameras whose pose is known, by their numbers.
    away: why cameras see nothing now, with the numbers of each; `problems` has these sentences too.
    best: of the views whose pose is known, that of most tags. clear: whether nothing moves in any image, and no hand is
    in it.
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
    best: Viewed | None = None
    clear: bool = False


class TableViews:
    """The cameras of one folder. A camera is present from its first image on. One thread reads."""

    def __init__(self, folder: TableFolder) -> None:
        self._folder = folder
        self._views: dict[int, CameraView] = {}
        self._latest_views: dict[int, Viewed] = {}
        self._recent: dict[int, RecentReadings] = {}
        self._faults: dict[int, Message] = {}
        self._saw_at: dict[int, dict[int, float]] = {}
        self._fusion: Fusion | None = None
        self._delays_s: Mapping[int, float] = {}
        self._trusted = False
        self._time = float("-inf")

    def read(self, frame: Frame) -> Together:
        """Read a frame, or a `SharedMoment` of several. Raises BadPicture if none fits its calibration."""
        pictures = get_images(frame)
        self._delays_s = frame.late_s if isinstance(frame, SharedMoment) else {}
        for number, picture in pictures.items():
            self._read_camera(number, picture)
        refused = [self._faults[number] for number in pictures if number in self._faults]
        if len(refused) == len(pictures):
            raise BadPicture(refused[0])
        if not isinstance(frame, SharedMoment) and len(self._views) == 1:
            return self._describe_single(self._latest_views[0])
        return self._combine_views(frame, [number for number in pictures if number not in self._faults])

    def _read_camera(self, number: int, picture: Frame) -> None:
        if number >= max(1, len(self._folder.lenses)):
            self._faults[number] = Message(
                "{file}, its lens, is missing: calibrate it in the set-up, or with `tablecam calibrate`",
                file=lens_file(number),
            )
            return
        view = self._views.setdefault(number, CameraView(self._folder, number))
        recent = self._recent.setdefault(number, RecentReadings())
        try:
            viewed = view.read(picture, self._other_readings(number, picture.time))
        except BadPicture as refused:
            self._faults[number] = get_message(refused)
            return
        self._faults.pop(number, None)
        self._latest_views[number] = viewed
        if viewed.trusted:
            recent.add(viewed.time - self._delay_s(number), viewed.seen, viewed.hidden, viewed.gone)
        else:
            recent.forget()

    def _other_readings(self, number: int, time: float) -> list[Observation]:
        other_views = [
            viewed
            for other_number, viewed in self._latest_views.items()
            if other_number != number and other_number not in self._faults
        ]
        return [reading for viewed in other_views if time - viewed.time <= HOLDS_S for reading in viewed.seen]

    def _delay_s(self, number: int) -> float:
        return self._delays_s.get(number, 0.0)

    def _describe_single(self, viewed: Viewed) -> Together:
        locked = viewed.locked
        return Together(
            viewed.time,
            viewed.trusted,
            list(viewed.seen),
            viewed.hidden,
            nudged=locked.nudged,
            locked_again=locked.locked_again,
            registration=locked.registration,
            places=_get_known_registrations({0: viewed}),
            problems=tuple(_view_problems(viewed)),
            best=viewed if viewed.trusted else None,
            clear=viewed.clear,
        )

    def _combine_views(self, frame: Frame, new: Iterable[int]) -> Together:
        newest = max(viewed.time for viewed in self._latest_views.values())
        recent = {number: viewed for number, viewed in self._latest_views.items() if newest - viewed.time <= HOLDS_S}
        trusted = {number: viewed for number, viewed in recent.items() if viewed.trusted}
        was_trusted, self._trusted = self._trusted, bool(trusted)
        locks = [self._latest_views[number].locked for number in new]
        if not trusted:
            self._time = max(self._time, newest - max(map(self._delay_s, recent)))
            blind_messages = tuple(self._describe_blind(frame, recent))
            return Together(
                self._time, trusted=False, nudged=was_trusted and any(lock.nudged for lock in locks),
                registration=self._get_shown_registration(frame),
                problems=(*self._describe_doubts(recent), *blind_messages), away=blind_messages,
            )  # fmt: skip
        arrived = [viewed.time for viewed in trusted.values()]
        self._time = max(self._time, common_time(arrived, [self._delay_s(number) for number in trusted]))
        fused = self._fuse_readings(trusted)
        blind_messages = tuple(self._describe_blind(frame, recent))
        return Together(
            self._time,
            trusted=True,
            seen=fused,
            hidden=self._find_hidden(trusted, fused),
            locked_again=not was_trusted,
            registration=self._get_shown_registration(frame),
            places=_get_known_registrations(trusted),
            problems=(*self._describe_doubts(recent), *blind_messages),
            away=blind_messages,
            best=max(trusted.values(), key=lambda viewed: len(viewed.fits)),
            clear=all(viewed.clear for viewed in trusted.values()),
        )

    def _fuse_readings(self, placed: Mapping[int, Viewed]) -> list[Observation]:
        if self._fusion is None:
            registration = placed[min(placed)].locked.registration
            assert registration is not None
            # any camera's position will do, as long as it stays the same
            self._fusion = Fusion(np.array(registration.camera.pose.position_in))
        readings = {number: self._recent[number].get_readings(self._time) for number in placed}
        for number, camera_readings in readings.items():
            self._saw_at.setdefault(number, {}).update({reading.tag: self._time for reading in camera_readings})
        return self._fusion.fuse_cameras(readings)

    def _find_hidden(self, placed: Mapping[int, Viewed], seen: Iterable[Observation]) -> frozenset[int]:
        """Tags that something hides from one camera, that no other reads, and whose place no other sees bare.

        A tag that was last seen by a camera which is away now, and by none of the present ones, is hidden just as well.
        """
        read = {reading.tag for reading in seen if reading.seen == WHOLE}
        recent = {number: self._recent[number] for number in placed}
        hidden = frozenset(
            tag for readings in recent.values() for tag in readings.get_hidden_tags(self._time)
        ) | self._find_unwatched(placed)
        gone = {
            tag
            for number, readings in recent.items()
            for tag in readings.get_gone_tags(self._time)
            if self._saw_to_the_end(number, tag)
        }
        return hidden - read - gone

    def _find_unwatched(self, placed: Iterable[int]) -> frozenset[int]:
        """Tags that none of these cameras watched to the end."""
        all_tags = {tag for saw in self._saw_at.values() for tag in saw}
        return frozenset(tag for tag in all_tags if not any(self._saw_to_the_end(number, tag) for number in placed))

    def _saw_to_the_end(self, number: int, tag: int) -> bool:
        latest = max(saw.get(tag, float("-inf")) for saw in self._saw_at.values())
        return latest - self._saw_at.get(number, {}).get(tag, float("-inf")) <= SAW_TO_THE_END_S

    def _get_shown_registration(self, frame: Frame) -> Registration | None:
        view = self._views.get(frame.shows if isinstance(frame, SharedMoment) else 0)
        return view.registration if view is not None else None

    def _describe_doubts(self, there: Mapping[int, Viewed]) -> Iterable[Message]:
        """Problems of cameras that do see the table."""
        for number, viewed in sorted(there.items()):
            if number not in self._faults and viewed.trusted:
                yield from (_describe_problem(number, problem) for problem in _view_problems(viewed))
        if self._fusion is not None and self._fusion.apart_in is not None:
            yield Message(
                "the cameras disagree by {apart} in about the models' positions: check that each camera has "
                "its own file, that the reference tags lie where table.toml says, and that the models’ tags "
                "have their printed size",
                apart=f"{self._fusion.apart_in:.2f}",
            )

    def _describe_blind(self, frame: Frame, there: Mapping[int, Viewed]) -> Iterable[Message]:
        """Why cameras see nothing now: they were moved, it is dark, their lens is not known, or they are lost."""
        blind = dict(self._faults)
        for number, viewed in there.items():
            problems = camera_problems(viewed.locked)
            if number not in self._faults and not viewed.trusted and problems:
                blind[number] = problems[0]
        yield from _describe_problems(blind)
        if isinstance(frame, SharedMoment):
            for number, trouble in sorted(frame.troubles.items()):
                yield Message(
                    "camera {number} has failed; the other cameras continue: {trouble}",
                    number=number + 1,
                    trouble=trouble,
                )


def _get_known_registrations(viewed: Mapping[int, Viewed]) -> dict[int, Registration]:
    """The registrations of cameras whose pose is known, by their numbers."""
    registrations = {number: camera.locked.registration for number, camera in sorted(viewed.items()) if camera.trusted}
    return {number: place for number, place in registrations.items() if place is not None}


def _view_problems(viewed: Viewed) -> list[Message]:
    """Problems of a camera's pose and its image, for the players."""
    return [*camera_problems(viewed.locked), *([] if viewed.unsharp is None else [viewed.unsharp])]


def _describe_problems(problems: Mapping[int, Message]) -> Iterable[Message]:
    """Problems of cameras, by their numbers: a problem of several cameras is one sentence that names each."""
    numbers: dict[Message, list[int]] = {}
    for number, problem in sorted(problems.items()):
        numbers.setdefault(problem, []).append(number)
    for problem, cameras in numbers.items():
        if len(cameras) == 1:
            yield _describe_problem(cameras[0], problem)
        else:
            camera_numbers = listing(number + 1 for number in cameras)
            yield Message("cameras {numbers}: {problem}", numbers=camera_numbers, problem=problem)


def _describe_problem(number: int, problem: str | Message) -> Message:
    return Message("camera {number}: {problem}", number=number + 1, problem=problem)
