"""The set-up's part of the page over a drawn camera that somebody directs."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask

from tablecam.camera.changing import Changing
from tablecam.camera.synthetic.camera import SyntheticCamera, write_table_folder
from tablecam.camera.synthetic.demo import two_forces
from tablecam.camera.synthetic.stage import Stage
from tablecam.reading import Reader
from tablecam.session.live import Live
from tablecam.setup.table_setup import TableSetup
from webui import create_app
from webui.parts import Parts
from webui.server import bind


@dataclass(frozen=True)
class Empty:
    """A table of which nothing is known yet. folder: where its files will be."""

    app: Flask
    stage: Stage
    setup: TableSetup
    live: Live
    folder: Path


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Empty]:
    """The demo from scratch: an empty folder, and a table that is drawn without models."""
    stage = Stage(two_forces(1920, 1080))
    stage.bare()
    folder = tmp_path / "table"
    folder.mkdir()
    reader = Reader(folder)
    with Changing(SyntheticCamera(stage, fps=8.0)) as camera:
        live = Live(camera, reader)
        live.start()
        with TableSetup(folder, camera, reader.reload) as setup:
            app = create_app(Parts(live, lambda: reader.roster, stage=stage, setup=setup))
            yield Empty(app, stage, setup, live, folder)
        live.stop()


@pytest.fixture
def served(empty: Empty) -> str:
    """Its page, served for real."""
    return serve(empty)


def serve(table: Empty) -> str:
    """The address of a table's page, served for real."""
    server = bind(table.app, "127.0.0.1", 0)
    threading.Thread(target=server.run, daemon=True).start()
    return f"http://127.0.0.1:{server.effective_port}"


@pytest.fixture
def furnished(tmp_path: Path) -> Iterator[Empty]:
    """A table whose lens, place and terrain are known; nobody wears a tag yet, and nobody stands there."""
    stage = Stage(two_forces(1920, 1080))
    yield from over(stage, tmp_path / "table")


def over(stage: Stage, folder: Path) -> Iterator[Empty]:
    """That stage without models, its folder written but for them."""
    stage.bare()
    write_table_folder(stage.scene, folder)
    (folder / "models.toml").unlink()
    reader = Reader(folder)
    with Changing(SyntheticCamera(stage, fps=8.0)) as camera:
        live = Live(camera, reader)
        live.start()
        with TableSetup(folder, camera, reader.reload) as setup:
            app = create_app(Parts(live, lambda: reader.roster, stage=stage, setup=setup))
            yield Empty(app, stage, setup, live, folder)
        live.stop()
