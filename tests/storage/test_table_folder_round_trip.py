"""Whatever is written into a table folder is read back the same, and a failed write leaves the old file."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shapely import Polygon, box

from tablecam.base.errors import BadFile
from tablecam.storage.table_folder import TableFolder, read_folder, write_folder
from tablecam.storage.text_file import write_text
from tablecam.table.geometry.projection import Intrinsics
from tablecam.table.miniature import Circle, Ellipse, Miniature, Rectangle, Roster
from tablecam.table.table import HexGrid, ReferenceTag, Table
from tablecam.table.terrain import Feature, Piece, Terrain

lengths = st.floats(0.01, 1e4)
places = st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4))
printable = st.characters(exclude_categories=["C", "Z"], include_characters=" ")
words = st.text(printable, min_size=1, max_size=9).filter(lambda text: bool(text.strip()))
bases = st.builds(Circle, lengths) | st.builds(Ellipse, lengths, lengths) | st.builds(Rectangle, lengths, lengths)

miniatures = st.builds(
    Miniature,
    id=words,
    name=words,
    side=words,
    tag=st.integers(100, 586),
    tag_size_mm=lengths,
    tag_offset_mm=places,
    tag_height_mm=st.floats(0, 99),
    base=bases,
    height_in=lengths,
    profile=st.none() | words,
)
rosters = st.lists(miniatures, max_size=4, unique_by=(lambda m: m.id, lambda m: m.tag)).map(lambda m: Roster(tuple(m)))
reference_tags = st.builds(ReferenceTag, st.integers(0, 99), lengths, places, st.floats(-360, 360))
tables = st.builds(
    Table,
    lengths,
    lengths,
    st.just("tag36h11"),
    st.lists(reference_tags, min_size=3, max_size=5, unique_by=(lambda t: t.id, lambda t: t.center_in)).map(tuple),
    st.floats(0, 5),
    st.none() | st.builds(HexGrid, st.floats(0.25, 50), places),
)


@st.composite
def features(draw):
    x, y = draw(st.floats(-50, 50)), draw(st.floats(-50, 50))
    shell, hole = box(x, y, x + 4, y + 2), box(x + 1, y + 0.5, x + 2, y + 1)
    polygon = Polygon(shell.exterior.coords, [hole.exterior.coords] if draw(st.booleans()) else [])
    bottom, material = draw(st.floats(0, 9)), draw(st.sampled_from(["solid", "flimsy"]))
    return Feature(draw(words), material, bottom, bottom + 1, draw(st.booleans()), polygon, draw(st.none() | words))


terrains = st.lists(features(), max_size=3).map(lambda each: Terrain(tuple(each)))


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(table=tables, roster=rosters, terrain=terrains)
def test_a_folder_comes_back_as_it_was_written(tmp_path, table, roster, terrain):
    folder = TableFolder(None, table, roster, terrain, tmp_path)
    write_folder(tmp_path, folder)
    assert read_folder(tmp_path, camera_needed=False) == folder


@pytest.fixture
def folder(tmp_path) -> TableFolder:
    tags = tuple(ReferenceTag(number, 40.0, (float(number), -1.5)) for number in range(3))
    lens = Intrinsics(3840, 2160, np.array([[2147.3, 0, 1931.7], [0, 2149.8, 1068.4], [0, 0, 1.0]]), np.zeros(5))
    return TableFolder(lens, Table(48.0, 48.0, "tag36h11", tags), Roster(()), Terrain(), tmp_path / "new" / "table")


def test_a_folder_that_is_not_there_yet_is_made_with_its_camera(folder):
    write_folder(folder.path, folder)
    lens = read_folder(folder.path).intrinsics
    assert lens is not None
    assert (lens.width, lens.height) == (3840, 2160)
    assert lens.matrix == pytest.approx(folder.intrinsics.matrix)


def test_without_its_camera_a_folder_is_refused_where_pictures_are_measured(folder):
    write_folder(folder.path, folder)
    (folder.path / "camera.yaml").unlink()
    with pytest.raises(BadFile, match=r"camera\.yaml"):
        read_folder(folder.path)
    assert read_folder(folder.path, camera_needed=False).intrinsics is None


def test_only_the_files_of_the_folder_are_left_in_it(folder):
    write_folder(folder.path, folder)
    write_folder(folder.path, folder)
    names = {path.name for path in folder.path.iterdir()}
    assert names == {"camera.yaml", "table.toml", "models.toml", "terrain.geojson"}


def test_terrain_that_wears_tags_is_written_and_taken_back(folder):
    wall = Feature("wall", "solid", 0.0, 2.0, False, box(-1, -1, 1, 1))
    whole = replace(folder, pieces=(Piece("ruin", 300, 24.0, (wall,)),))
    write_folder(folder.path, whole)
    assert read_folder(folder.path).pieces == whole.pieces
    write_folder(folder.path, folder)
    assert read_folder(folder.path).pieces == ()


def test_a_write_that_fails_says_so_and_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "table.toml"
    write_text(path, "old")

    def full_disk(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full_disk)
    with pytest.raises(BadFile, match=r"table\.toml cannot be written: no space left on device"):
        write_text(path, "new")
    assert [each.read_text() for each in tmp_path.iterdir()] == ["old"]


def test_a_place_that_is_a_file_cannot_become_a_folder(tmp_path):
    (tmp_path / "table").write_text("")
    with pytest.raises(BadFile, match="cannot be written"):
        write_text(tmp_path / "table" / "models.toml", "")
