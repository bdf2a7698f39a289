"""`tablecam demo` for a visitor: the time until the page is right, its delay, and whether memory grows."""

import itertools
import json
import math
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Self

import cv2
import numpy as np
import psutil

from tablecam.base.errors import TablecamError
from tablecam.live.live_loop import LiveLoop
from tablecam.live.pipeline import Pipeline
from tablecam.sensing.camera.latest_frame import LatestFrame, RestingPace
from tablecam.sensing.camera.synthetic.camera import FPS, SyntheticCamera
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene, Spot
from tablecam.sensing.vision.frame import Frame, JpegFrame
from tools.bench.figure import BenchResult, Figure, Target, timed
from tools.bench.tables import FILM_FPS, JPEG, folder_of

SIZE = (1920, 1080)
# a snapshot is correct if it has this share of the models, all at their true places; one may be in a hand
LEAST_THERE = 0.9
RIGHT_IN = 0.05
MOST_WRONG = 1
SOON_S = 5.0
PATIENCE_S = 60.0
# over the four hours of a club event this adds up to less than a tenth of a gigabyte
MOST_GROWTH_MB_MIN = 0.4
# loading and caching at the beginning is no leak: memory is measured from this share of the time on
SETTLED_SHARE = 0.5
# over a shorter time the slope means nothing
LONG_ENOUGH_MIN = 2.0


def demo(seconds: float = 60.0, live_s: float = 10.0) -> BenchResult:
    """Start and memory of the command itself over `seconds`; delays of the same parts assembled here."""
    start, sizes, pulses = _served(seconds)
    figures = [Figure("start to the first correct snapshot served", start, " s", (), Target(at_most=SOON_S))]
    if pulses:
        rates = [pulse["frames_per_s"] for pulse in pulses[len(pulses) // 2 :]]
        quartiles = float(np.quantile(rates, 0.25)), float(np.quantile(rates, 0.75))
        median = float(np.median(rates))
        figures.append(Figure("frames read while served", median, " a second", (), None, len(rates), quartiles))
    figures += _memory(sizes)
    figures += _delays(live_s)
    return BenchResult("demo", f"`tablecam demo`, {SIZE[0]}x{SIZE[1]}, served for {seconds:g} s", tuple(figures))


def _served(seconds: float) -> tuple[float, list[tuple[float, float]], list[dict[str, Any]]]:
    """Seconds to the first correct snapshot; (minutes, megabytes) and the pulses until `seconds` after it."""
    began = time.monotonic()
    with _running() as process:
        first, sizes, pulses = math.nan, [], []
        for name, data in _events(_address(process)):
            now = time.monotonic() - began
            if name == "table" and math.isnan(first) and correct(data, two_forces(*SIZE).spots):
                first = now
            if name == "pulse":
                sizes.append((now / 60, resident_mb(process.pid)))
                pulses.append(data)
            if now > (PATIENCE_S if math.isnan(first) else first + seconds):
                break
        return first, sizes, pulses


@contextmanager
def _running() -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-u", "-m", "tablecam", "demo", "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def _address(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"http://\S+", line)
        if found:
            return found.group()
    raise TablecamError("tablecam demo ended before it served the page: run it by itself to see why")


def _events(address: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and data of each server-sent event."""
    with urllib.request.urlopen(f"{address}/api/events", timeout=PATIENCE_S) as stream:  # noqa: S310 - our own server
        name = ""
        for raw in stream:
            field, _, text = raw.decode().rstrip("\n").partition(": ")
            if field == "event":
                name = text
            elif field == "data":
                yield name, json.loads(text)


def correct(state: Mapping[str, Any], spots: Mapping[str, Spot]) -> bool:
    """Whether a served state shows the scene's models at their initial places."""
    models = state["models"]
    wrong = sum(_off_in(model, spots) > RIGHT_IN for model in models)
    return len(models) >= LEAST_THERE * len(spots) and wrong <= MOST_WRONG


def _off_in(model: Mapping[str, Any], spots: Mapping[str, Spot]) -> float:
    spot = spots[model["id"]]
    return math.dist((model["x_in"], model["y_in"], model["z_in"]), (spot.x_in, spot.y_in, spot.z_in))


def resident_mb(process: int) -> float:
    """Memory that a process holds, in megabytes; NaN if the system does not report it."""
    try:
        return float(psutil.Process(process).memory_info().rss) / 2**20
    except psutil.Error:
        return math.nan


def _memory(sizes: Sequence[tuple[float, float]]) -> Iterator[Figure]:
    watched = [size for size in sizes if size[0] >= SETTLED_SHARE * sizes[-1][0]] if sizes else []
    if len(watched) < 3:
        return
    minutes, megabytes = np.array(watched).T
    slope = float(np.polyfit(minutes, megabytes, 1)[0])
    note = f"{megabytes[0]:.0f} MB after {minutes[0]:.1f} min, {megabytes[-1]:.0f} MB after {minutes[-1]:.1f} min"
    long_enough = minutes[-1] - minutes[0] >= LONG_ENOUGH_MIN
    target = Target(at_most=MOST_GROWTH_MB_MIN) if long_enough else None
    note += "" if long_enough else "; too short to judge, see --minutes"
    yield Figure("memory grows by", slope, " MB a minute", (), target, len(watched), note=note)


@dataclass(frozen=True)
class FrameTimes:
    """When a frame came from the camera and when its view was ready, in seconds of one clock."""

    number: int
    drawn_s: float
    shown_s: float


class _Noted:
    """The synthetic camera, which records the time at which it delivers each frame."""

    name, live = "synthetic table", True

    def __init__(self, camera: SyntheticCamera) -> None:
        self._camera = camera
        self.at: dict[int, float] = {}

    def read(self) -> Frame | None:
        """The next frame."""
        frame = self._camera.read()
        if frame is not None:
            self.at[frame.number] = time.monotonic()
        return frame

    def close(self) -> None:
        """Closes the camera."""
        self._camera.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _delays(seconds: float) -> Iterator[Figure]:
    camera = SyntheticCamera(size=SIZE)
    source = _Noted(camera)
    with LatestFrame(source) as capture:
        live = LiveLoop(capture, Pipeline(folder_of(camera.scene)))
        live.start()
        seen = _watched(live, source, seconds)
        live.stop()
    # the first second goes to searching the whole picture
    late = [frame.shown_s - frame.drawn_s for frame in seen if frame.drawn_s - seen[0].drawn_s > 1.0]
    if not late:
        return
    quartiles = float(np.quantile(late, 0.25)) * 1000, float(np.quantile(late, 0.75)) * 1000
    note = f"95 % within {float(np.quantile(late, 0.95)) * 1000:.0f} ms"
    yield Figure("camera frame to view", float(np.median(late)) * 1000, " ms", (), None, len(late), quartiles, note)
    drawn = len(source.at) / (max(source.at.values()) - min(source.at.values()))
    yield Figure("frames drawn", drawn, " a second", note=f"the camera's pace is {FPS:g}")
    yield Figure("frames read", len(late) / (seen[-1].shown_s - seen[0].shown_s - 1.0), " a second")


def _watched(live: LiveLoop, source: _Noted, seconds: float) -> list[FrameTimes]:
    """The views of that many seconds, from the first one on."""
    seen: list[FrameTimes] = []
    number, now = 0, time.monotonic()
    patience = now + PATIENCE_S
    while now < (seen[0].shown_s + seconds if seen else patience):
        view = live.wait(after=number, timeout=0.5)
        now = time.monotonic()
        if view.number > number and view.frame is not None and view.frame.number in source.at:
            seen.append(FrameTimes(view.frame.number, source.at[view.frame.number], now))
        number = view.number
    return seen


# different pictures of the table, shown in turn: noise changes from one to the next
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
        return self._number / FILM_FPS

    def arrives(self, jpeg: bytes) -> bool:
        """One more picture; whether it was read and something found to happen."""
        frame = JpegFrame(jpeg, self._size, self.now, self._number)
        self._number += 1
        self._pace.note_arrival(frame)
        if not self._pace.wants(frame.time):
            return False
        self._pace.note_look(frame.time)
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
        for jpeg in itertools.islice(itertools.cycle(shown), round(SETTLING_S * FILM_FPS) + 2 * move):
            table.arrives(jpeg)
        if move == 0:
            spent_before = table.cpu_s
            for jpeg in itertools.islice(itertools.cycle(shown), round(RESTING_S * FILM_FPS)):
                table.arrives(jpeg)
            cost = (table.cpu_s - spent_before) / RESTING_S
        began = table.now
        while not table.arrives(then[0]):
            pass
        late.append(table.now - began)
    note = f"decoded and read as often as a table at rest asks for, of {FILM_FPS:.0f} pictures a second"
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
