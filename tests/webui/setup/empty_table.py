"""A table that is to be set up: the page over a drawn camera that somebody directs."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from flask import Flask
from serving import served

from tablecam.live.live_loop import LiveLoop
from tablecam.live.pipeline import TableReader
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.camera_list import Offer
from tablecam.sensing.camera.hot_swap import HotSwap
from tablecam.sensing.camera.several import SeveralCameras
from tablecam.sensing.camera.synthetic.camera import SyntheticCamera, write_table_folder
from tablecam.sensing.camera.synthetic.stage import Stage
from tablecam.setup.table_cameras import Cameras
from tablecam.setup.table_setup import TableSetup
from webui import create_app
from webui.server.dependencies import Dependencies


@dataclass(frozen=True)
class Empty:
    """A table of which nothing is known yet. folder: where its files will be. address: where its page is served."""

    app: Flask
    stage: Stage
    setup: TableSetup
    live: LiveLoop
    folder: Path
    address: str


@contextmanager
def watched(stage: Stage, folder: Path, more: int = 0) -> Iterator[Empty]:
    """That stage before the camera of a table whose files are in the folder, and its page.

    more: how many further cameras there are to be added.
    """
    reader = TableReader(folder)
    first = SyntheticCamera(stage, fps=8.0)
    beside = [partial(SyntheticCamera, stage, fps=8.0, number=number, beside=first) for number in range(1, 1 + more)]
    offered = tuple((Offer(f"drawn:{n}", f"drawn camera {n}"), opened) for n, opened in enumerate(beside, 2))
    with HotSwap(first) as camera, SeveralCameras([camera]) as frames:
        live = LiveLoop(frames, reader)
        live.start()
        glued = {model.id: model.tag for model in stage.scene.roster.models}
        cameras = Cameras(more=offered, running=frames, named=("drawn:1",))
        with TableSetup(folder, camera, reader.reload, BOOKS.usual, cameras, glued) as setup:
            app = create_app(Dependencies(live, lambda: reader.roster, stage=stage, setup=setup))
            with served(app) as address:
                yield Empty(app, stage, setup, live, folder, address)
                live.stop()


def over(stage: Stage, folder: Path, more: int = 0) -> Iterator[Empty]:
    """That stage without models, its folder written but for them. more: further cameras that can be added."""
    stage.bare()
    write_table_folder(stage.scene, folder)
    (folder / "models.toml").unlink()
    with watched(stage, folder, more) as empty:
        yield empty
