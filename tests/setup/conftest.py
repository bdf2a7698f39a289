"""Pictures of the drawn table, and folders that hold only some of its files."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene, Spot
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.camera_yaml import write_camera
from tablecam.storage.models_toml import write_roster
from tablecam.storage.table_toml import write_table
from tablecam.storage.terrain_geojson import write_terrain

WRITERS = {
    "camera.yaml": lambda path, scene: write_camera(path, scene.camera.intrinsics),
    "table.toml": lambda path, scene: write_table(path, scene.table),
    "models.toml": lambda path, scene: write_roster(path, scene.roster),
    "terrain.geojson": lambda path, scene: write_terrain(path, scene.terrain),
}


@pytest.fixture(scope="session")
def scene() -> Scene:
    drawn = two_forces(1920, 1080, company=make_company(BOOKS.usual))
    return replace(drawn, spots={}, sensor=replace(drawn.sensor, noise=2.0))


@pytest.fixture(scope="session")
def renderer(scene: Scene) -> Renderer:
    return Renderer(scene)


@pytest.fixture(scope="session")
def picture(renderer: Renderer) -> np.ndarray:
    """The table with nobody on it."""
    return renderer.picture()


@pytest.fixture
def frame(picture: np.ndarray) -> Frame:
    return Frame(picture, 0.0)


@pytest.fixture
def card(renderer: Renderer) -> Callable[[Spot, int], list[Frame]]:
    """The gauge card lying there, seen so many times."""
    return lambda spot, times: [Frame(renderer.picture(gauge=spot), n / 10, n) for n in range(times)]


@pytest.fixture
def folder(tmp_path: Path, scene: Scene) -> Callable[..., Path]:
    """A table folder with the files that are named."""

    def made(*names: str) -> Path:
        for name in names:
            WRITERS[name](tmp_path / name, scene)
        return tmp_path

    return made
