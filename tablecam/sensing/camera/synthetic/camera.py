"""A camera that needs no camera: it draws a wargaming table while hands move models about, at a camera's pace."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Self

from tablecam.base.i18n import Message
from tablecam.sensing.camera.recorded import Recorder
from tablecam.sensing.camera.synthetic.angles import seen_from
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene
from tablecam.sensing.camera.synthetic.script import Script, Truth
from tablecam.sensing.camera.synthetic.stage import Stage
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.table_folder import TableFolder, write_folder

FPS = 15.0
# how long the drawing thread sleeps at most before it looks at the clock again
NAP_S = 0.01


class SyntheticCamera:
    """A live source whose frames are drawn in a thread of its own, at the camera's rate or as fast as drawing goes.

    stage: what there is to see; without one, the demo's table in a picture of `size` and hands that move models. A
    script is played as it is.
    number: which of the cameras over the table this is, counted from 0; those beside the first hang where `angles` has
    them, and nobody bumps into them or pulls their plug. beside: the first, whose clock they share.
    clock: seconds, that the pace follows. Frame numbers count the camera's ticks: gaps are frames not drawn in time or
    not read. Frame times are seconds of the script, so `truth(frame.time)` is what the frame shows.
    """

    live = True

    def __init__(
        self,
        stage: Stage | Script | None = None,
        size: tuple[int, int] = (1920, 1080),
        fps: float = FPS,
        clock: Callable[[], float] = time.monotonic,
        number: int = 0,
        beside: "SyntheticCamera | None" = None,
    ) -> None:
        self.stage = stage or Stage(two_forces(*size), hands=True)
        self.number = number
        self.name = Message("synthetic table") if number == 0 else Message("synthetic camera {n}", n=number + 1)
        self._fps = fps
        self._clock = clock
        self._view = seen_from(self.stage.scene, number)
        self._beside = beside
        self._begun: float | None = None
        self._newest: Frame | None = None
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._draw, name="synthetic camera", daemon=True)
        self._thread.start()

    @property
    def scene(self) -> Scene:
        """The table as it was at the start."""
        return self.stage.scene

    def truth(self, time: float) -> Truth:
        """What is really so at a frame's time."""
        return self.stage.truth(time)

    def read(self) -> Frame | None:
        """The newest frame, once there is one that was not read yet; None when the camera has been closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._closing.is_set())
            frame, self._newest = self._newest, None
            return None if self._closing.is_set() else frame

    def close(self) -> None:
        """Stop drawing."""
        self._closing.set()
        with self._changed:
            self._changed.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _draw(self) -> None:
        try:
            renderer = Renderer(self._view)
            begun, number = self._begin(), 0
            while not self._closing.is_set():
                late = self._clock() - (begun + number / self._fps)
                if late < 0:
                    self._closing.wait(min(-late, NAP_S))
                    continue
                number += int(late * self._fps)
                self._show(renderer, number)
                number += 1
        finally:
            # whoever waits must not wait for ever, whatever ended the drawing
            self._closing.set()
            with self._changed:
                self._changed.notify_all()

    def _begin(self) -> float:
        """When the first tick was, by the clock: that of the camera beside which this one hangs, once it has begun."""
        first = self if self._beside is None else self._beside
        if first is self:
            self._begun = self._clock()
        while first._begun is None and not self._closing.wait(NAP_S):
            pass
        return first._begun or 0.0

    def _show(self, renderer: Renderer, number: int) -> None:
        """Draws what there is at a tick, if the camera gives pictures then."""
        time = number / self._fps
        truth = self.stage.film(time) if isinstance(self.stage, Stage) else self.stage.truth(time)
        if self.number:
            truth = replace(truth, camera=self._view.camera, on=True)
        if truth.on:
            self._publish(pictured(renderer, truth, number))

    def _publish(self, frame: Frame) -> None:
        with self._changed:
            self._newest = frame
            self._changed.notify_all()


def draw_frame(renderer: Renderer, script: Script, time: float, number: int = 0) -> Frame:
    """One frame of a script."""
    return pictured(renderer, script.truth(time), number)


def pictured(renderer: Renderer, truth: Truth, number: int = 0) -> Frame:
    """One frame of what is so."""
    renderer.light(truth.light)
    image = renderer.picture(truth.spots, truth.hands, truth.camera, truth.chart, truth.gauge, truth.card)
    return Frame(image, truth.time, number)


def frames(script: Script, seconds: float, fps: float = FPS, start: float = 0.0) -> Iterator[Frame]:
    """Every frame of a stretch of a script, as fast as they are asked for."""
    renderer = Renderer(script.scene)
    for number in range(round(seconds * fps)):
        yield draw_frame(renderer, script, start + number / fps, number)


def record(script: Script, path: Path | str, seconds: float, fps: float = FPS) -> None:
    """A Motion-JPEG video (.avi) of a script from its start. Raises BadFile when it cannot be written."""
    with Recorder(Path(path), fps) as recorder:
        for frame in frames(script, seconds, fps):
            recorder.write(frame)


def write_table_folder(scene: Scene, path: Path | str, cameras: int = 1) -> None:
    """The table folder that a person would have written for this scene under so many cameras."""
    more = tuple(seen_from(scene, number).camera.intrinsics for number in range(1, cameras))
    lens = scene.camera.intrinsics
    write_folder(path, TableFolder(lens, scene.table, scene.roster, scene.terrain, Path(path), more_lenses=more))
