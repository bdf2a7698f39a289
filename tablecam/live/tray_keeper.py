"""Reads the dice in a tray beside the table, in a thread of its own, and keeps pictures of the rolls that count."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from tablecam.base.i18n import Message
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.log import AnswerLine
from tablecam.live.tray_ledger import TakenRoll, TrayLedger
from tablecam.live.tray_match import AskedRoll, QuestionKey, to_printed
from tablecam.rules.ask import Roll
from tablecam.sensing.dice.reading import DieReading
from tablecam.sensing.tray.pose import TrayPose, find_pose, get_field_px, get_view_size
from tablecam.sensing.tray.roll_watch import COMPARED_SCALE, EdgeWatch, RollWatch, TrayRoll, has_stirred, sample_edge
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.sensing.vision.frame import Frame

log = logging.getLogger(__name__)

# the dice of an image, whose field is a polygon (n, 2) in its pixels
ReadDice = Callable[[np.ndarray, np.ndarray], tuple[DieReading, ...]]
# takes the picture of a roll that counted: the game, the line of its answer, a JPEG
KeepPicture = Callable[[int, int, bytes], None]
# takes the faces of a roll that counted: for each die its colour, its kind and its face as it is printed
CountFaces = Callable[[Sequence[tuple[str, str, int]]], None]

# a tray needs no more looks than this, in seconds of the camera's clock
SHORTEST_GAP_S = 0.07
# between looks for the tags of a tray at rest: somebody may push it
POSE_EVERY_S = 2.0
# a sheet that was not seen for this long is no longer where it lay
LOST_S = 10.0
PATIENCE_S = 0.5
QUALITY = 85
# of an answer that was taken from the tray, as the log keeps it
SOURCE = "dice tray"  # no text
# pictures of the latest rolls in memory
MOST_PICTURES = 8
# wider images are searched for tags at half their size, which is enough for 19 mm on a sheet of 24 cm
HALF_FROM_PX = 1000
NO_TRAY = Message("the tray's camera does not see its sheet: at least three of its four tags must be free")
NO_IMAGE = Message("the tray's camera has not sent an image yet")


class TrayFrames(Protocol):
    """The frames of the tray's camera, as `HotSwap` has them."""

    @property
    def trouble(self) -> str | Message | None:
        """A sentence while the camera is lost or frozen."""

    def wait(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """The newest frame whose number is over `after`, or None if none came in time."""

    def calm(self, calm: bool) -> None:
        """Note whether the tray is at rest: a live camera is then read less often."""


@dataclass(frozen=True)
class TrayView:
    """The content of the tray. number: grows with every change. resting: False while dice roll or a hand is there.

    ignored: why the last roll answers no question. contested: questions that the same dice answer. trouble: why nothing
    can be read.
    """

    number: int
    resting: bool
    roll: TrayRoll | None
    ignored: Message | None
    taken: Mapping[QuestionKey, TakenRoll]
    contested: frozenset[QuestionKey]
    trouble: str | Message | None


def list_asked_rolls(host: GameHost) -> tuple[AskedRoll, ...]:
    """The open questions for dice of the game in progress; secret rolls are typed, since everybody sees the tray."""
    with host.reading() as open_game:
        if open_game is None:
            return ()
        return tuple(
            AskedRoll((open_game.id, question.line), question.ask, open_game.find_seat(question))
            for question in open_game.game.open
            if isinstance(question.ask, Roll) and not question.ask.hidden
        )


def get_outline(die: DieReading) -> list[list[float]]:
    """The outline of a die as shares of the picture's width and height, [[x, y], ..]."""
    shares = np.asarray(die.outline_px, float) / np.array(get_view_size())
    return [[round(x, 4), round(y, 4)] for x, y in shares.tolist()]


def find_answer(host: GameHost, key: QuestionKey) -> tuple[int, AnswerLine] | None:
    """The line of the answer that counts for a question, if its game is still open and the question was answered."""
    with host.reading() as open_game:
        if open_game is None or open_game.id != key[0]:
            return None
        game_log = open_game.game.log
        answers = ((number, game_log[number]) for number in reversed(game_log.live))
        return next(((n, line) for n, line in answers if isinstance(line, AnswerLine) and line.to == key[1]), None)


class TrayKeeper:
    """The tray of a game. Any thread may ask; `follow` runs the thread that looks into the tray."""

    def __init__(
        self,
        frames: TrayFrames,
        host: GameHost,
        read: ReadDice,
        keep: KeepPicture = lambda _game, _line, _jpeg: None,
        count: CountFaces = lambda _faces: None,
    ) -> None:
        self._frames, self._host, self._read, self._keep, self._count = frames, host, read, keep, count
        self._ledger = TrayLedger(lambda: list_asked_rolls(host))
        self._watch, self._edge = RollWatch(), EdgeWatch()
        self._detector = TagDetector()
        self._pose: TrayPose | None = None
        self._pose_at = self._seen_at = self._looked_at = float("-inf")
        self._small: np.ndarray | None = None
        self._pictures: OrderedDict[int, bytes] = OrderedDict()
        self._trouble: Message | None = NO_IMAGE
        self._changed = threading.Condition()
        self._number = 0
        self._stopped = threading.Event()

    @contextmanager
    def follow(self) -> Iterator["TrayKeeper"]:
        """Look into the tray inside the block."""
        thread = threading.Thread(target=self._run_loop, name="tray", daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._stopped.set()
            thread.join()

    def view(self) -> TrayView:
        """The content of the tray now."""
        with self._changed:
            ledger = self._ledger
            trouble = self._frames.trouble or self._trouble
            contested = frozenset(key for key in ledger.taken if ledger.is_contested(key))
            return TrayView(
                self._number, self._watch.resting, ledger.roll, ledger.ignored, dict(ledger.taken), contested, trouble
            )

    def wait(self, after: int, timeout: float) -> TrayView:
        """The content of the tray, as soon as its number is not `after`, at most after `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._number != after or self._stopped.is_set(), timeout)
        return self.view()

    def picture(self, number: int) -> bytes | None:
        """The tray from above at a roll, as JPEG; None if it is one of long ago."""
        with self._changed:
            return self._pictures.get(number)

    def agree(self, key: QuestionKey, number: int, seats: Sequence[str], everybody: Sequence[str]) -> None:
        """Let seats agree to take a later roll for a question. IllegalAnswer if that roll is gone."""
        with self._changed:
            self._ledger.agree(key, number, seats, everybody)
            self._announce()

    def look(self, frame: Frame) -> None:
        """Take in one image of the tray."""
        self._settle()
        if self._pose is None or frame.time - self._pose_at >= POSE_EVERY_S:
            self._find_pose(frame)
        if self._pose is None:
            self._note_trouble(NO_TRAY)
            return
        small = self._pose.rectify(frame.grey, COMPARED_SCALE)
        stirs = self._small is None or has_stirred(self._small, small)
        edge, was_resting = sample_edge(small), self._watch.resting
        self._small = small
        due = self._watch.look(frame.time, stirs, self._edge.is_crossed(edge))
        if not stirs:
            self._edge.note(edge)
        if due and self._find_pose(frame):
            self._note_dice(self._pose.rectify(frame.image))
        elif was_resting != self._watch.resting:
            self._note_trouble(None)

    def _run_loop(self) -> None:
        number = -1
        while not self._stopped.is_set():
            frame = self._frames.wait(number, PATIENCE_S)
            if frame is None:
                self._settle()
                continue
            number = frame.number
            if 0 <= frame.time - self._looked_at < SHORTEST_GAP_S:
                continue
            self._looked_at = frame.time
            self._look_safely(frame)

    def _look_safely(self, frame: Frame) -> None:
        try:
            self.look(frame)
        except Exception:
            # a fault here costs a roll, which is typed, and must not end the evening
            log.exception("the dice tray could not be read")
        self._frames.calm(self._watch.resting)

    def _find_pose(self, frame: Frame) -> bool:
        """Find the sheet again; return whether it lies where it lay."""
        search = Search(decimate=2.0 if max(frame.size) >= HALF_FROM_PX else 1.0)
        pose, before = find_pose(self._detector.detect(frame.grey, search)), self._pose
        self._pose_at = frame.time
        if pose is None:
            # a hand may cover two tags for a moment; the watch over the edge waits for it to leave
            self._pose = before if frame.time - self._seen_at < LOST_S else None
            return self._pose is not None
        self._pose, self._seen_at = pose, frame.time
        if before is not None and pose.is_near(before):
            return True
        self._small, self._edge = None, EdgeWatch()
        return False

    def _note_dice(self, view: np.ndarray) -> None:
        dice = self._read(view, get_field_px())
        with self._changed:
            self._trouble = None
            if self._ledger.note_dice(dice):
                self._pictures[self._ledger.number] = _encode(view)
                while len(self._pictures) > MOST_PICTURES:
                    self._pictures.popitem(last=False)
            self._announce()

    def _note_trouble(self, trouble: Message | None) -> None:
        with self._changed:
            if trouble != self._trouble or trouble is None:
                self._trouble = trouble
                self._announce()

    def _announce(self) -> None:
        self._number += 1
        self._changed.notify_all()

    def _settle(self) -> None:
        """Keep the pictures of rolls whose questions have been answered."""
        with self._changed:
            settled = self._ledger.settle()
            if settled:
                self._announce()
        for key, taken in settled.items():
            answer = find_answer(self._host, key)
            if answer and answer[1].source == SOURCE:
                self._keep_roll(key[0], *answer, taken)

    def _keep_roll(self, game: int, number: int, answer: AnswerLine, taken: TakenRoll) -> None:
        with self._changed:
            self._ledger.learn_colour(answer.by, taken)
            self._ledger.use_up(taken)
            self._announce()
            jpeg = self._pictures.get(taken.roll.number)
        if jpeg:
            self._keep(game, number, jpeg)
        dice = [taken.roll.dice[place] for place in taken.fit.places]
        if isinstance(answer.answer, list) and len(answer.answer) == len(dice):
            faces = zip(dice, answer.answer, strict=True)
            self._count([(die.colour, die.kind, to_printed(die.kind, face)) for die, face in faces])


def _encode(view: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", view, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
