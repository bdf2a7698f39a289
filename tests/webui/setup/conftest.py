"""Tables to be set up."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from empty_table import Empty, over, watched

from tablecam.camera.synthetic.demo import two_forces
from tablecam.camera.synthetic.scene import Scene, overhead
from tablecam.camera.synthetic.stage import Stage
from tablecam.commands.drawn_table import company_of
from tablecam.geometry.projection import Camera
from tablecam.rulebooks.catalogue import BOOKS

WIDE_IN = 72.0


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Empty]:
    """The demo from scratch: an empty folder, and a table that is drawn without models."""
    yield from _from_scratch("street", tmp_path / "table")


@pytest.fixture
def empty_plain(tmp_path: Path) -> Iterator[Empty]:
    """The same with a plain mat, from which terrain stands out."""
    yield from _from_scratch("plain", tmp_path / "table")


def _from_scratch(mat: str, folder: Path, drawn: Callable[[Scene], Scene] = lambda scene: scene) -> Iterator[Empty]:
    stage = Stage(drawn(two_forces(1920, 1080, mat, company=company_of(BOOKS.usual))))
    stage.bare()
    folder.mkdir()
    with watched(stage, folder) as empty:
        yield empty


@pytest.fixture
def empty_wide(tmp_path: Path) -> Iterator[Empty]:
    """The same again, and the table is one of 6 x 4 ft."""
    yield from _from_scratch("plain", tmp_path / "table", wide)


def wide(scene: Scene) -> Scene:
    """The drawn table, drawn out to 72 x 48 in: the reference tags of its far half move along."""
    longer = WIDE_IN - scene.table.width_in
    # of the whole way beyond the middle, of half of it there
    shares = [0.5 + 0.5 * np.sign(tag.center_in[0] - scene.table.width_in / 2) for tag in scene.table.reference_tags]
    tags = tuple(
        replace(tag, center_in=(float(tag.center_in[0] + share * longer), tag.center_in[1]))
        for tag, share in zip(scene.table.reference_tags, shares, strict=True)
    )
    table = replace(scene.table, width_in=WIDE_IN, reference_tags=tags)
    above = Camera(scene.camera.intrinsics, overhead(middle_in=(WIDE_IN / 2, table.depth_in / 2)))
    return replace(scene, table=table, camera=above)


@pytest.fixture
def furnished(tmp_path: Path) -> Iterator[Empty]:
    """A table whose lens, place and terrain are known; nobody wears a tag yet, and nobody stands there."""
    yield from over(Stage(two_forces(1920, 1080, company=company_of(BOOKS.usual))), tmp_path / "table")
