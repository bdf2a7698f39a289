"""Tables to be set up."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from empty_table import Empty, over, watched

from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import resize_scene, two_forces
from tablecam.sensing.camera.synthetic.stage import Stage
from tablecam.table.miniature import Roster


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Empty]:
    """The demo from scratch: an empty folder, and a table that is drawn without models."""
    yield from _from_scratch("street", (48.0, 48.0), tmp_path / "table")


@pytest.fixture
def empty_wide(tmp_path: Path) -> Iterator[Empty]:
    """A table of 6 x 4 ft with a plain mat, from which terrain stands out."""
    yield from _from_scratch("plain", (72.0, 48.0), tmp_path / "table")


def _from_scratch(mat: str, size_in: tuple[float, float], folder: Path) -> Iterator[Empty]:
    stage = Stage(resize_scene(two_forces(1920, 1080, mat, company=make_company(BOOKS.usual)), size_in))
    stage.bare()
    folder.mkdir()
    with watched(stage, folder) as empty:
        yield empty


@pytest.fixture
def furnished(tmp_path: Path) -> Iterator[Empty]:
    """A table whose lens, place and terrain are known; nobody wears a tag yet, and nobody stands there."""
    yield from over(Stage(two_forces(1920, 1080, company=make_company(BOOKS.usual))), tmp_path / "table")


@pytest.fixture
def two_tagged(tmp_path: Path) -> Iterator[Empty]:
    """The same, and Ida's tray has two tags."""
    scene = two_forces(1920, 1080, company=make_company(BOOKS.usual))
    models = [replace(one, second_tag=58) if one.id == "ida" else one for one in scene.roster.models]
    yield from over(Stage(replace(scene, roster=Roster(tuple(models)))), tmp_path / "table")


@pytest.fixture
def with_another(tmp_path: Path) -> Iterator[Empty]:
    """A table that is set up under its one camera, and another camera that is plugged in."""
    yield from over(Stage(two_forces(1920, 1080, company=make_company(BOOKS.usual))), tmp_path / "table", more=1)
