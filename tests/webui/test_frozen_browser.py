"""A camera whose picture stands still, by way of capture, pipeline and page: told in words while it lasts."""

import threading
from collections.abc import Iterator
from itertools import cycle
from typing import Self

import numpy as np
import pytest
from playwright.sync_api import expect
from screens import Opened
from serving import served

from tablecam.live.live_loop import LiveLoop
from tablecam.live.pipeline import Pipeline
from tablecam.sensing.camera.latest_frame import LatestFrame
from tablecam.sensing.camera.synthetic.demo import demo_scene, without_terrain
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.watch import Patience
from tablecam.sensing.vision.frame import Frame
from tools.bench.tables import folder_of
from webui import create_app
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCENE = without_terrain(demo_scene(1280, 720, models=2))
PACE_S = 0.05
# shorter than in a game, so that nobody has to sit it out; what counts is that the same picture comes again
PATIENCE = Patience(frozen_s=0.5)


class StickingCamera:
    """A live camera over a drawn table, whose picture stands still while `stuck` is set."""

    live, name = True, "camera 0"

    def __init__(self) -> None:
        renderer = Renderer(SCENE)
        self._pictures = cycle([renderer.picture() for _ in range(5)])
        self._last: np.ndarray = next(self._pictures)
        self._number = 0
        self._closed = threading.Event()
        self.stuck = threading.Event()

    def read(self) -> Frame:
        self._closed.wait(PACE_S)
        if not self.stuck.is_set():
            self._last = next(self._pictures)
        self._number += 1
        return Frame(self._last.copy(), self._number * PACE_S, self._number)

    def close(self) -> None:
        self._closed.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@pytest.fixture
def camera() -> StickingCamera:
    return StickingCamera()


@pytest.fixture
def table(camera: StickingCamera) -> Iterator[str]:
    """The page of the table under that camera, served for real."""
    with LatestFrame(camera, patience=PATIENCE) as capture:
        live = LiveLoop(capture, Pipeline(folder_of(SCENE)))
        live.start()
        with served(create_app(Dependencies(live, lambda: SCENE.roster))) as address:
            yield address
            live.stop()


@pytest.mark.long
def test_a_picture_that_stands_still_is_told_until_it_moves_again(table: str, camera, opened: Opened) -> None:
    page = opened(table)
    expect(page.locator(".panel h1")).to_have_text("2 models on the table")
    banner = page.get_by_text("camera 0 is frozen or covered, with the same image for")
    expect(banner).to_have_count(0)
    camera.stuck.set()
    expect(banner.first).to_be_visible()
    expect(page.get_by_text("switch it off and on").first).to_be_visible()
    page.context.add_cookies([{"name": "language", "value": "de", "url": table}])
    page.reload()
    expect(page.get_by_text("dasselbe Bild seit").first).to_be_visible()
    camera.stuck.clear()
    expect(page.get_by_text("dasselbe Bild seit")).to_have_count(0)
