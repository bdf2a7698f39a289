"""A game played at random over a drawn table, filmed as it goes: each frame says by bars how long the log was then."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from hosting import Table, hosted, one_answer

from tablecam.commands.drawn_table import make_company
from tablecam.game.hosting import commands
from tablecam.game.hosting.frame_setting import set_frames
from tablecam.game.hosting.game_host import GameHost
from tablecam.live.frame_recorder import FrameRecorder
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.frame_ring import FrameRing

STANDING = {"forces": {"red": "harbour-watch", "blue": "tunnel-kin"}, "rules": {"deployed": True}}
SIZE_PX = (960, 540)
# the bars: one for each bit of a number, white for 1, in a row at the top
BITS, BAR_PX = 12, 24
Draw = Callable[[int], np.ndarray]


def mark(image: np.ndarray, number: int) -> np.ndarray:
    """A copy of an image with the bars of a number."""
    marked = image.copy()
    for bit in range(BITS):
        marked[:BAR_PX, bit * BAR_PX : (bit + 1) * BAR_PX] = 255 * (number >> bit & 1)
    return marked


def read_mark(image: np.ndarray) -> int:
    """The number whose bars an image has, however it was compressed."""
    bars = (image[4 : BAR_PX - 4, bit * BAR_PX + 4 : (bit + 1) * BAR_PX - 4].mean() for bit in range(BITS))
    return sum((level > 60) << bit for bit, level in enumerate(bars))


def draw_plain(number: int) -> np.ndarray:
    """A grey image with a dark square that moves."""
    image = np.full((SIZE_PX[1], SIZE_PX[0], 3), 90, np.uint8)
    left = number * 37 % 900
    image[300:340, left : left + 40] = 10
    return image


def make_drawing() -> Draw:
    """Draws the demo's table; at each step another model stands elsewhere."""
    scene = two_forces(*SIZE_PX, company=make_company(BOOKS.usual))
    renderer, spots = Renderer(scene), dict(scene.spots)
    models = sorted(spots)

    def draw(number: int) -> np.ndarray:
        model = models[number % len(models)]
        spots[model] = replace(spots[model], x_in=spots[model].x_in + (1.5 if number % 24 < 12 else -1.5))
        return renderer.picture(spots)

    return draw


class FilmedGame:
    """A game that is being filmed. time_s: seconds since 1970, by which frames are stamped; they run by themselves."""

    def __init__(self, folder: Path, draw: Draw = draw_plain, ring: FrameRing | None = None) -> None:
        self.host: GameHost = hosted(folder)
        self.table = Table()
        self.ring = ring or FrameRing(folder / "frames")
        self.time_s = 1_800_000_000.0
        self.recorder = FrameRecorder(self.table, self.host, self.ring, clock=lambda: self.time_s)
        self._draw = draw
        self._drawn = 0
        self.game = self.host.begin(STANDING)

    @property
    def last_line(self) -> int:
        """The length of the log."""
        with self.host.reading() as open_game:
            assert open_game
            return open_game.game.log.last

    def keep_frames(self, on: bool, role: str = "table") -> None:
        """Somebody switches on or off that frames are kept."""
        self.host.do(set_frames, role, {"on": on})

    def film(self) -> None:
        """Half a second later something has moved, and the recorder looks."""
        self.time_s += 0.5
        self._drawn += 1
        image = mark(self._draw(self._drawn), self.last_line)
        self.table._publish(replace(self.table.show(), frame=Frame(image, self.time_s)))
        self.recorder.step()

    def play(self, answers: int, seed: int = 4) -> None:
        """Some questions are answered at random, each filmed."""
        chance = random.Random(seed)
        for _ in range(answers):
            if not self.host.view_for("table")["game"]["over"]:
                one_answer(self.host, chance)
                self.film()

    def end(self) -> None:
        """A side gives up, and both confirm the result."""
        if not self.host.view_for("table")["game"]["over"]:
            self.host.do(commands.concede, "red", {"number": self._count_lines("red")})
        self.film()
        self.host.do(commands.confirm, "table", {"number": self._count_lines("table")})

    def _count_lines(self, role: str) -> int:
        return int(self.host.view_for(role)["game"]["number"])
