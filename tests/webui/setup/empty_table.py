"""A table that is to be set up: the page over a drawn camera that somebody directs."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from serving import served

from tablecam.camera.hot_swap import HotSwap
from tablecam.camera.synthetic.camera import SyntheticCamera, write_table_folder
from tablecam.camera.synthetic.stage import Stage
from tablecam.observing.live_loop import LiveLoop
from tablecam.reading import TableReader
from tablecam.rulebooks.catalogue import BOOKS
from tablecam.setup.table_setup import TableSetup
from webui import create_app
from webui.dependencies import Dependencies


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
def watched(stage: Stage, folder: Path) -> Iterator[Empty]:
    """That stage before the camera of a table whose files are in the folder, and its page."""
    reader = TableReader(folder)
    with HotSwap(SyntheticCamera(stage, fps=8.0)) as camera:
        live = LiveLoop(camera, reader)
        live.start()
        glued = {model.id: model.tag for model in stage.scene.roster.models}
        with TableSetup(folder, camera, reader.reload, BOOKS.usual, glued=glued) as setup:
            app = create_app(Dependencies(live, lambda: reader.roster, stage=stage, setup=setup))
            with served(app) as address:
                yield Empty(app, stage, setup, live, folder, address)
                live.stop()


def over(stage: Stage, folder: Path) -> Iterator[Empty]:
    """That stage without models, its folder written but for them."""
    stage.bare()
    write_table_folder(stage.scene, folder)
    (folder / "models.toml").unlink()
    with watched(stage, folder) as empty:
        yield empty
