"""What a table at rest costs: a share of a core for the pictures of its camera; and how soon a move is noticed."""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace

import cv2
import numpy as np

from tablecam.bench.figure import Figure, Target
from tablecam.bench.film import FPS, JPEG, folder_of
from tablecam.bench.timing import timed
from tablecam.camera.resting import RestingPace
from tablecam.camera.synthetic.render import Renderer
from tablecam.camera.synthetic.scene import Scene, Spot
from tablecam.pipeline import Pipeline
from tablecam.vision.frame import JpegFrame

# so many different pictures of the table, in turn: noise changes from one to the next
PICTURES = 6
# until the table rests, and the time over which its cost is taken
SETTLING_S, RESTING_S = 5.0, 4.0
# a model is put down so far away, again and again, at another moment between two looks
MOVED_IN, MOVES = 1.0, 5
MOST_OF_A_CORE, NOTICED_WITHIN_S = 0.2, 0.3


class _Watched:
    """A table whose pictures arrive at the camera's rate, and are read as often as `RestingPace` asks for."""

    def __init__(self, scene: Scene) -> None:
        self._pipeline, self._pace = Pipeline(folder_of(scene)), RestingPace()
        lens = scene.camera.intrinsics
        self._size, self._number = (lens.width, lens.height), 0
        self.cpu_s = 0.0

    @property
    def now(self) -> float:
        """The time of the next picture."""
        return self._number / FPS

    def arrives(self, jpeg: bytes) -> bool:
        """One more picture; whether it was read and something found to happen."""
        frame = JpegFrame(jpeg, self._size, self.now, self._number)
        self._number += 1
        self._pace.arrived(frame)
        if not self._pace.wants(frame.time):
            return False
        self._pace.looked(frame.time)
        result, spent = timed(self._pipeline.process, frame)
        self.cpu_s += spent.cpu_s
        self._pace.calm(result.calm, frame.time)
        return not result.calm


def idle(scene: Scene) -> Iterator[Figure]:
    """The cost of this scene at rest, and how late a move of one of its models is noticed, in the worst case."""
    before = _pictures(scene, scene.spots)
    name = next(iter(scene.spots))
    moved = {**scene.spots, name: replace(scene.spots[name], x_in=scene.spots[name].x_in + MOVED_IN)}
    after = _pictures(scene, moved)
    table, late, cost = _Watched(scene), [], 0.0
    for move in range(MOVES):
        shown, then = (before, after) if move % 2 == 0 else (after, before)
        for jpeg in itertools.islice(itertools.cycle(shown), round(SETTLING_S * FPS) + 2 * move):
            table.arrives(jpeg)
        if move == 0:
            spent_before = table.cpu_s
            for jpeg in itertools.islice(itertools.cycle(shown), round(RESTING_S * FPS)):
                table.arrives(jpeg)
            cost = (table.cpu_s - spent_before) / RESTING_S
        began = table.now
        while not table.arrives(then[0]):
            pass
        late.append(table.now - began)
    note = f"decoded and read as often as a table at rest asks for, of {FPS:.0f} pictures a second"
    yield Figure("table at rest, share of a core", cost, "", (), Target(at_most=MOST_OF_A_CORE), note=note)
    worst = f"the worst of {MOVES} models put elsewhere between two pictures; without the time of one reading"
    yield Figure(
        "table at rest, a move is noticed after", max(late), "s", (), Target(at_most=NOTICED_WITHIN_S), note=worst
    )


def _pictures(scene: Scene, spots: Mapping[str, Spot]) -> list[bytes]:
    renderer = Renderer(scene)
    found = []
    for _ in range(PICTURES):
        coded, jpeg = cv2.imencode(".jpg", renderer.picture(spots, ()), (cv2.IMWRITE_JPEG_QUALITY, JPEG))
        assert coded
        found.append(np.asarray(jpeg).tobytes())
    return found
