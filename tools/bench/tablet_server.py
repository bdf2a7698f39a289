"""The page served as by `tablecam demo`, in its own program that records when each frame came.

    python -m tools.bench.tablet_server 4k drawn FOLDER

It prints the page's address, then runs commands, one line of JSON each, and answers each with a line of JSON. All times
are seconds since the epoch, which a browser on the same machine knows too.
"""

import ctypes
import gc
import json
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import cv2

from tablecam.base.system import share_memory_between_threads
from tablecam.commands.drawn_table import make_company
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.open_game import OpenGame
from tablecam.game.playthrough import anything
from tablecam.live.lifecycle import hosting
from tablecam.live.live_loop import LiveLoop
from tablecam.live.pipeline import TableReader
from tablecam.rules.ask import IllegalAnswer, Roll
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.hot_swap import HotSwap
from tablecam.sensing.camera.recording import size_if_whole
from tablecam.sensing.camera.source import SIZES, Source
from tablecam.sensing.camera.synthetic.camera import FPS, SyntheticCamera, draw_truth, write_table_folder
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.stage import Stage
from tablecam.sensing.vision.frame import Frame, JpegFrame
from webui import create_app
from webui.command import running
from webui.entrance.access import alone
from webui.server import server, stream
from webui.server.asgi import recipient
from webui.server.asgi.guest_limits import GuestLimits
from webui.server.dependencies import Dependencies

# which models are carried where, back and forth: short paths in the open, with the tag in sight
CARRIED: Mapping[str, tuple[tuple[float, float], tuple[float, float]]] = {
    "lund": ((23.5, 14.0), (20.6, 8.7)),
    "gruff": ((34.0, 38.5), (31.0, 40.2)),
}
CARRIES = 60
# a recording of this many frames, played back and forth, at a good webcam's size
FILMED, QUALITY = 40, 90
DEMO = BOOKS.usual.demo()
FORCES = {"forces": dict(DEMO.forces), "rules": dict(DEMO.setup)}
# all spectators of a bench have one address
EVERYBODY = GuestLimits(2000, 4000)
# how often answers that the rules refuse are tried again
TRIES = 3000

Json = dict[str, Any]


class Dated(Stage):
    """A stage that records when each of its frames was begun."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(two_forces(*size, company=make_company(BOOKS.usual)))
        self.begun: dict[float, float] = {}

    def film(self, time_s: float) -> Any:
        """The film of a frame at this time."""
        self.begun[time_s] = time.time()
        return super().film(time_s)

    def carry_on(self) -> None:
        """Hands carry two models back and forth for some minutes."""
        for number in range(CARRIES):
            for model, places in CARRIED.items():
                self.carry(model, places[number % 2])

    def rest(self) -> None:
        """Puts the carried models back at their first places."""
        for model in CARRIED:
            spot = self.scene.spots[model]
            self.put_model(model, (spot.x_in, spot.y_in), spot.heading_rad)


class Noted(AbstractContextManager["Noted"]):
    """A camera that records the time at which it delivers each frame, as a real one's driver does."""

    live = True

    def __init__(self, source: Source) -> None:
        self.name = source.name
        self._source = source
        self.at: dict[int, float] = {}

    def read(self) -> Frame | None:
        """The next frame."""
        frame = self._source.read()
        if frame is not None:
            self.at[frame.number] = time.time()
        return frame

    def close(self) -> None:
        """Closes the camera."""
        self._source.close()

    def __exit__(self, *_: object) -> None:
        self.close()


class Filmed(AbstractContextManager["Filmed"]):
    """Frames drawn in advance, sent like a webcam's: as JPEG, at the camera's rate, back and forth."""

    name, live = "filmed table", True

    def __init__(self, stage: Stage) -> None:
        self._jpegs = list(_filmed(stage))
        self._size = size_if_whole(self._jpegs[0])
        self._begun, self._number = time.monotonic(), -1
        self._closing = threading.Event()

    def read(self) -> Frame | None:
        """The frame that is due next; frames not read in time are dropped."""
        self._number = max(self._number + 1, int((time.monotonic() - self._begun) * FPS))
        due = self._begun + self._number / FPS
        if self._closing.wait(max(0.0, due - time.monotonic())):
            return None
        around = self._number % (2 * FILMED - 2)
        at = min(around, 2 * FILMED - 2 - around)
        return JpegFrame(self._jpegs[at], self._size, self._number / FPS, self._number)

    def close(self) -> None:
        """Stops the frames."""
        self._closing.set()

    def __exit__(self, *_: object) -> None:
        self.close()


def _filmed(stage: Stage) -> Iterator[bytes]:
    """A moving model, as JPEG; the first frame shows the start of its move."""
    renderer = Renderer(stage.scene)
    begins = next(at / FPS for at in range(10_000) if stage.truth(at / FPS).moving)
    for number in range(FILMED):
        picture = draw_truth(renderer, stage.truth(begins + number / FPS)).image
        yield cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


class ViewTimes:
    """The frame of each view, and the times of both."""

    def __init__(self, live: LiveLoop) -> None:
        self._live = live
        self.seen: list[tuple[int, int, float, float]] = []
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        number = 0
        while self._live.running:
            view = self._live.wait(number, 1.0)
            if view.number > number and view.frame is not None:
                self.seen.append((view.number, view.frame.number, view.frame.time, time.time()))
            number = view.number


class RandomPlay:
    """The game of a host, played at random from the shared tablet: any legal answer."""

    def __init__(self, host: GameHost) -> None:
        self._host = host
        self._below = random.Random(7).randrange

    def begin(self) -> None:
        """A new game, in place of any other; the table answers nothing by itself."""
        self._host.begin(FORCES | {"instead": True})
        with self._host.reading() as sitting:
            assert sitting is not None
            sitting.ask_facts = True

    def to_a_roll(self) -> str:
        """Plays on until the tablet asks only for dice; the key of that question."""
        while True:
            with self._host.reading() as sitting:
                assert sitting is not None
                if sitting.game.over:
                    break
                rolls = [
                    question
                    for question in sitting.game.open
                    if isinstance(question.ask, Roll) and question.ask.count == 1
                ]
                if rolls and sitting.questions(""):
                    return sitting.key(rolls[0], "")
            self.answers(1)
        self.begin()
        return self.to_a_roll()

    def answers(self, count: int, each_s: float = 0.0) -> int:
        """Gives answers, up to a limit, until the game is over; their number."""
        for given in range(count):
            if not any(self._answered() for _ in range(TRIES)):
                return given
            time.sleep(each_s)
        return count

    def games(self, count: int) -> Json:
        """Gives answers over successive games; their number, and that of finished games."""
        given = ended = 0
        while given < count:
            given += (done := self.answers(count - given))
            if given < count:
                with self._host.reading() as sitting:
                    ended += sitting is not None and sitting.game.over
                if not done:
                    break
                self.begin()
        return {"answers": given, "ended": ended}

    def _answered(self) -> bool:
        with self._host.reading() as sitting:
            if sitting is None or sitting.game.over or not sitting.game.open:
                return False
            answer = self._random_answer(sitting)
        with suppress(IllegalAnswer):
            self._host.answer("table", answer)
            return True
        return False

    def _random_answer(self, sitting: OpenGame) -> Json:
        question = sitting.game.open[self._below(len(sitting.game.open))]
        seat = question.ask.seat or ""
        key = sitting.key(question, seat)
        raw = anything(question.ask, self._below)
        return {"key": key, "raw": raw, "source": "keypad"} | ({"seat": seat} if seat else {})


class EncodedTexts:
    """How often the events of streams were encoded and sent since the last question."""

    def __init__(self) -> None:
        self._times: Counter[int] = Counter()
        self._sent = 0
        self._event_text, self._encoded = stream.event_text, stream.encode_event
        stream.event_text, recipient.encode_event = self._count_text, self._count_sent  # type: ignore[assignment,attr-defined]

    def taken(self) -> Json:
        """The greatest number of times that one event was encoded, and how many were sent."""
        times, sent = self._times, self._sent
        self._times, self._sent = Counter(), 0
        return {"times": max(times.values(), default=0), "different": len(times), "sent": sent}

    def _count_text(self, name: str, text: str, mark: str) -> str:
        self._times[hash((name, text, mark))] += 1
        return self._event_text(name, text, mark)

    def _count_sent(self, event: stream.StreamEvent) -> bytes:
        self._sent += 1
        return self._encoded(event)


def give_back() -> None:
    """Gives free memory back to the system, so that what the program holds is what it uses."""
    gc.collect()
    with suppress(OSError, AttributeError, TypeError):
        # of the GNU C library alone
        ctypes.CDLL(None).malloc_trim(0)


class Served:
    """The commands of the program."""

    def __init__(self, stage: Dated, source: Noted, views: ViewTimes, host: GameHost, encoded: "EncodedTexts") -> None:
        self._stage, self._source, self._views = stage, source, views
        self._play = RandomPlay(host)
        self.does: Mapping[str, Callable[..., Any]] = {
            "frames": self.frames,
            "carry": stage.carry_on,
            "rest": stage.rest,
            "begin": self._play.begin,
            "to a roll": self._play.to_a_roll,
            "answers": self._play.answers,
            "games": self._play.games,
            "encoded": encoded.taken,
            "trim": give_back,
        }

    def frames(self) -> list[Json]:
        """For each view since the last call: its number, and when its frame was begun, came, and was read."""
        seen, self._views.seen = self._views.seen, []
        return [
            {"view": view, "begun": self._stage.begun.get(at_s), "came": self._source.at[frame], "read": read}
            for view, frame, at_s, read in seen
            if frame in self._source.at
        ]


def main(size: str, how: str, folder: Path) -> None:
    """Serves until its input ends."""
    share_memory_between_threads()
    stage = Dated(SIZES[size])
    if how == "filmed":
        stage.carry_on()
    camera: Source = Filmed(stage) if how == "filmed" else SyntheticCamera(stage)
    source = Noted(camera)
    write_table_folder(stage.scene, folder)
    reader = TableReader(folder)
    with (
        HotSwap(source) as capture,
        running(LiveLoop(capture, reader)) as live,
        hosting(str(folder / "games.db"), live, lambda: reader.roster, BOOKS) as host,
    ):
        access = alone(BOOKS.usual.seats)
        parts = Dependencies(
            live, lambda: reader.roster, access=access, stand_on=reader.stand_on, host=host, stage=stage
        )
        encoded = EncodedTexts()
        listener = server.bind(create_app(parts), "127.0.0.1", 0, EVERYBODY)
        threading.Thread(target=listener.run, daemon=True).start()
        _say({"port": int(listener.effective_port), "spectator": access.token("spectator")})
        served = Served(stage, source, ViewTimes(live), host, encoded)
        for line in sys.stdin:
            order = json.loads(line)
            _say(served.does[order.pop("do")](**order))


def _say(what: Any) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
