"""`pieces.toml`: what it says when whole, and which sentence it answers with when it is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon, box

from tablecam.base.errors import BadFile
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.models_toml import read_pieces, write_pieces
from tablecam.storage.terrain_geojson import write_terrain
from tablecam.table.terrain import Feature, Piece, Terrain

PIECES = """
[[pieces]]
id = "ruin"
tag = 300
tag_size_mm = 24.0
tag_offset_mm = [10.0, -5.0]
tag_height_mm = 76.2
[[pieces.features]]
name = "wall"
material = "solid"
z_bottom_in = 0
z_top_in = 3.0
standable = false
outline = [[-2, -2], [2, -2], [2, 2], [-2, 2]]
holes = [[[-1, -1], [1, -1], [1, 1], [-1, 1]]]
[[pieces]]
id = "hill"
tag = 301
tag_size_mm = 24
terrain = "hill.geojson"
"""


@pytest.fixture
def file(tmp_path):
    hill = Feature("slope", "solid", 0.0, 1.0, True, box(-3, -3, 3, 3))
    write_terrain(tmp_path / "hill.geojson", Terrain((hill,)))
    (tmp_path / "pieces.toml").write_text(PIECES)
    return tmp_path / "pieces.toml"


def test_a_whole_file_says_what_stands_in_it(file):
    ruin, hill = read_pieces(file)
    assert (ruin.id, ruin.tag, ruin.tag_offset_mm, ruin.tag_height_mm) == ("ruin", 300, (10.0, -5.0), 76.2)
    assert ruin.features[0].polygon.area == 12
    assert (hill.tag_offset_mm, hill.tag_height_mm) == ((0.0, 0.0), 0.0)
    assert [(each.name, each.standable) for each in hill.features] == [("slope", True)]


def test_without_the_file_no_terrain_wears_a_tag(tmp_path):
    assert read_pieces(tmp_path / "pieces.toml") == ()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("tag = 301", "tag = 300", "line 16, pieces 2: ruin and hill both wear tag 300; give each piece its own tag"),
        ('id = "hill"', 'id = "ruin"', "the id ruin is given twice"),
        ("tag_size_mm = 24.0", "tag_size = 24.0", "the key tag_size is unknown; did you mean tag_size_mm?"),
        ("tag_offset_mm = [10.0, -5.0]", "tag_offset_mm = 10.0", "tag_offset_mm must be two numbers"),
        ("tag = 300", "tag = -1", "tag must be a whole number, 0 or more, not -1"),
        ('terrain = "hill.geojson"', "", "pieces 2: give either features or the key terrain"),
        ('terrain = "hill.geojson"', 'terrain = "dale.geojson"', "dale.geojson is missing"),
        ('terrain = "hill.geojson"', "features = []", "the piece has no features; draw at least one"),
        ("z_top_in = 3.0", "z_top_in = 0", "features 1 (wall): z_top_in must be more than 0, not 0"),
        ('material = "solid"', 'material = "stone"', 'features 1: material must be solid or flimsy, not "stone"'),
        ("outline =", "outlines =", "the key outlines is unknown; did you mean outline?"),
        ("outline = [[-2, -2], [2, -2], [2, 2], [-2, 2]]", "", "outline must be a list of points"),
        ("[2, 2], [-2, 2]]", "[-2, 2], [2, 2]]", "the polygon crosses or touches itself"),
        ("holes = [[", "holes = [3, [", "coordinates must be a list of rings"),
    ],
)
def test_a_fault_is_told_with_its_line_or_key(file, old, new, sentence):
    assert old in PIECES
    file.write_text(PIECES.replace(old, new))
    with pytest.raises(BadFile) as caught:
        read_pieces(file, BOOKS.materials)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


words = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8)


@st.composite
def features(draw):
    x, y, bottom = draw(st.floats(-9, 9)), draw(st.floats(-9, 9)), draw(st.floats(0, 5))
    holes = [box(x + 1, y + 1, x + 2, y + 2).exterior.coords] if draw(st.booleans()) else []
    polygon = Polygon(box(x, y, x + 4, y + 3).exterior.coords, holes)
    material = draw(st.sampled_from(["solid", "flimsy"]))
    return Feature(draw(words), material, bottom, bottom + 1, draw(st.booleans()), polygon)


pieces = st.builds(
    Piece,
    id=words,
    tag=st.integers(0, 586),
    tag_size_mm=st.floats(1, 100),
    features=st.lists(features(), min_size=1, max_size=3).map(tuple),
    tag_offset_mm=st.tuples(st.floats(-99, 99), st.floats(-99, 99)),
    tag_height_mm=st.floats(0, 200),
)


@pytest.mark.slow
@given(st.lists(pieces, max_size=3, unique_by=(lambda p: p.id, lambda p: p.tag)).map(tuple))
def test_what_is_written_is_read_back(tmp_path_factory, some):
    path = tmp_path_factory.mktemp("pieces") / "pieces.toml"
    write_pieces(path, some)
    assert read_pieces(path) == some
