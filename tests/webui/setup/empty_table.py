"""A table that is to be set up: the page over a drawn camera that somebody directs."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from serving import served

from tablecam.camera.hot_swap import Changing
from tablecam.camera.synthetic.camera import SyntheticCamera, write_table_folder
from tablecam.camera.synthetic.stage import Stage
from tablecam.observing.live_loop import Live
from tablecam.reading import Reader
from tablecam.setup.table_setup import TableSetup
from webui import create_app
from webui.dependencies import Parts


@dataclass(frozen=True)
class Empty:
    """A table of which nothing is known yet. folder: where its files will be. address: where its page is served."""

    app: Flask
    stage: Stage
    setup: TableSetup
    live: Live
    folder: Path
    address: str


@contextmanager
def watched(stage: Stage, folder: Path) -> Iterator[Empty]:
    """That stage before the camera of a table whose files are in the folder, and its page."""
    reader = Reader(folder)
    with Changing(SyntheticCamera(stage, fps=8.0)) as camera:
        live = Live(camera, reader)
        live.start()
        with TableSetup(folder, camera, reader.reload) as setup:
            app = create_app(Parts(live, lambda: reader.roster, stage=stage, setup=setup))
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
