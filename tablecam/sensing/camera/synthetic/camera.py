"""A camera without hardware: it draws a wargaming table while hands move models about, at a camera's pace."""

import math
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Self

import numpy as np

from tablecam.base.i18n import Message
from tablecam.sensing.camera.recording import Recorder
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene
from tablecam.sensing.camera.synthetic.script import Script, Truth
from tablecam.sensing.camera.synthetic.stage import Stage
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.table_folder import TableFolder, write_folder
from tablecam.table.geometry.projection import Camera, Pose

# the second camera hangs to the left of the first and the third to its right, along the wide side of the image
ASIDE_IN = 22.0


def choose_camera(scene: Scene, number: int) -> Scene:
    """Return the scene as its camera of that number sees it, counted from 0: the scene's own is the first."""
    if number == 0:
        return scene
    side = -1.0 if number % 2 else 1.0
    middle = np.array([scene.table.width_in / 2, scene.table.depth_in / 2, 0.0])
    height = float(scene.camera.pose.position_in[2])
    eye = middle + np.array([side * ASIDE_IN * math.ceil(number / 2), 0.0, height])
    lens = replace(scene.camera.intrinsics, name=f"synthetic {number + 1}")
    return replace(scene, camera=Camera(lens, _aim_pose(eye, middle)), seed=scene.seed + number)


def _aim_pose(eye: np.ndarray, at: np.ndarray) -> Pose:
    """Return the pose of a camera that looks at a point; the image's right is the table's."""
    axis = (at - eye) / np.linalg.norm(at - eye)
    right = np.array([1.0, 0.0, 0.0]) - axis[0] * axis
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(axis, right), axis])
    return Pose(rotation, -rotation @ eye)


FPS = 15.0
# the longest sleep of the drawing thread between looks at the clock
NAP_S = 0.01


class SyntheticCamera:
    """A live source whose frames are drawn in a thread of its own, at the camera's rate or as fast as drawing goes.

    stage: the scene and its events; without one, the demo's table in an image of `size` and hands that move models. A
    script is played unchanged.
    number: which of the cameras over the table this is, counted from 0. The cameras beside the first hang where
    `angles` puts them, and nobody bumps into them or pulls their plug. beside: the first, whose clock they share.
    clock: seconds, that the pace follows. Frame numbers count the camera's ticks: gaps are frames not drawn in time or
    not read. Frame times are seconds of the script, so `truth(frame.time)` is the truth of the frame.
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
        self._view = choose_camera(self.stage.scene, number)
        self._first_camera = beside
        self._begun_at: float | None = None
        self._newest: Frame | None = None
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run_drawing, name="synthetic camera", daemon=True)
        self._thread.start()

    @property
    def scene(self) -> Scene:
        """The table at the start."""
        return self.stage.scene

    def truth(self, time: float) -> Truth:
        """Return the truth at a frame's time."""
        return self.stage.truth(time)

    def read(self) -> Frame | None:
        """Return the newest unread frame, once there is one; None when the camera has been closed."""
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

    def _run_drawing(self) -> None:
        """Draw the image of each tick as it comes due, until the camera is closed; skip ticks that are already late."""
        try:
            renderer = Renderer(self._view)
            begun_s, number = self._wait_for_start(), 0
            while not self._closing.is_set():
                late_s = self._clock() - (begun_s + number / self._fps)
                if late_s < 0:
                    self._closing.wait(min(-late_s, NAP_S))
                    continue
                number += int(late_s * self._fps)
                self._draw_tick(renderer, number)
                number += 1
        finally:
            # waiting threads must not wait for ever, whatever ended the drawing
            self._closing.set()
            with self._changed:
                self._changed.notify_all()

    def _wait_for_start(self) -> float:
        """Return the time of the first tick, by the clock: that of the first camera, once it has begun."""
        first_camera = self if self._first_camera is None else self._first_camera
        if first_camera is self:
            self._begun_at = self._clock()
        while first_camera._begun_at is None and not self._closing.wait(NAP_S):
            pass
        return first_camera._begun_at or 0.0

    def _draw_tick(self, renderer: Renderer, number: int) -> None:
        """Draw the scene at a tick, if the camera delivers images then."""
        time = number / self._fps
        truth = self.stage.film(time) if isinstance(self.stage, Stage) else self.stage.truth(time)
        if self.number:
            truth = replace(truth, camera=self._view.camera, on=True)
        renderer.project(self.stage.shown if isinstance(self.stage, Stage) else None)
        if truth.on:
            self._publish_frame(draw_truth(renderer, truth, number))

    def _publish_frame(self, frame: Frame) -> None:
        """Hand a frame to the next `read`, in place of an unread one."""
        with self._changed:
            self._newest = frame
            self._changed.notify_all()


def draw_frame(renderer: Renderer, script: Script, time: float, number: int = 0) -> Frame:
    """Draw one frame of a script."""
    return draw_truth(renderer, script.truth(time), number)


def draw_truth(renderer: Renderer, truth: Truth, number: int = 0) -> Frame:
    """Draw one frame of a truth."""
    renderer.light(truth.light)
    image = renderer.picture(truth.spots, truth.hands, truth.camera, truth.chart, truth.gauge, truth.card)
    return Frame(image, truth.time, number)


def frames(script: Script, seconds: float, fps: float = FPS, start: float = 0.0) -> Iterator[Frame]:
    """Yield every frame of a stretch of a script, as fast as they are taken."""
    renderer = Renderer(script.scene)
    for number in range(round(seconds * fps)):
        yield draw_frame(renderer, script, start + number / fps, number)


def record(script: Script, path: Path | str, seconds: float, fps: float = FPS) -> None:
    """Record a Motion-JPEG video (.avi) of a script from its start. Raises BadFile when it cannot be written."""
    with Recorder(Path(path), fps) as recorder:
        for frame in frames(script, seconds, fps):
            recorder.write(frame)


def write_table_folder(scene: Scene, path: Path | str, cameras: int = 1) -> None:
    """Write the table folder that a person would have written for this scene under that many cameras."""
    more_lenses = tuple(choose_camera(scene, number).camera.intrinsics for number in range(1, cameras))
    lens = scene.camera.intrinsics
    write_folder(path, TableFolder(lens, scene.table, scene.roster, scene.terrain, Path(path), more_lenses=more_lenses))
