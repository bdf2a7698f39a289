"""A drawn table and its folder, for whole frames through the pipeline."""

from dataclasses import dataclass

import pytest

from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.camera import write_table_folder
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene
from tablecam.storage.table_folder import TableFolder, read_folder


@dataclass(frozen=True)
class Stage:
    """A scene, what its table folder says, and somebody who draws it."""

    scene: Scene
    folder: TableFolder
    renderer: Renderer


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    scene = demo_scene(1920, 1080, models=8, company=make_company(BOOKS.usual))
    path = tmp_path_factory.mktemp("stage")
    write_table_folder(scene, path)
    return Stage(scene, read_folder(path), Renderer(scene))
