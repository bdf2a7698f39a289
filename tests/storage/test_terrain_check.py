"""Every fault of a terrain file is told at once, each with its feature and what to do."""

import json
from pathlib import Path

import pytest

from tablecam.base.errors import BadFile
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.terrain_check import terrain_faults, terrain_warnings


def square(x, y, size=4.0):
    return [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]


def feature(name="crate", ring=None, kind="Polygon", **changes):
    properties = {"name": name, "material": "solid", "z_bottom_in": 0, "z_top_in": 1.5, "standable": True} | changes
    properties = {key: value for key, value in properties.items() if value != "left out"}
    geometry = {"type": kind, "coordinates": [ring or square(10, 10)]}
    return {"type": "Feature", "properties": properties, "geometry": geometry}


@pytest.fixture
def faults(tmp_path):
    def check(*features, size=(48.0, 48.0)):
        path = tmp_path / "terrain.geojson"
        path.write_text(json.dumps({"type": "FeatureCollection", "features": list(features)}))
        found = terrain_faults(path, size, BOOKS.materials)
        assert all("\n" not in fault and fault.startswith(str(path)) for fault in found)
        return [fault.removeprefix(f"{path}") for fault in found]

    return check


def test_sound_terrain_has_no_faults(faults):
    assert faults(feature(), feature("wall", square(20, 20), piece="ruin"), feature("net", material="flimsy")) == []


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (feature(ring=[[0, 0], [4, 4], [4, 0], [0, 4], [0, 0]]), "the polygon crosses or touches itself at 2.00, 2.00"),
        (feature(ring=square(1, 1)[:-1]), "ring 1 of coordinates is not closed; end it with its first point again"),
        (feature(z_top_in=0), "z_top_in 0 is not above z_bottom_in 0; swap or raise it"),
        (feature(z_bottom_in=2), "z_top_in 1.5 is not above z_bottom_in 2"),
        (feature(material="wood"), 'material must be solid or flimsy, not "wood"'),
        (feature(standable="left out"), "the key standable is missing"),
        (feature(z_top_im=3), "the key z_top_im is unknown; did you mean z_top_in?"),
        (feature(piece=7), "piece must be a text in quotes"),
        (feature(kind="MultiPolygon"), "geometry must be a Polygon"),
        (feature(ring=square(46, 10)), "it reaches 2.00 in past the right edge of the table; move it or cut it off"),
        (feature(ring=square(-1, -3)), "1.00 in past the left edge and 3.00 in past the near edge of the table"),
        (feature(ring=[[1, 1], [9, 1], [9, 1.01], [1, 1.01], [1, 1]]), "narrower than 0.02 in everywhere"),
        (feature(z_top_in=76.2), "taller than 24 in; if the value is in millimetres, give 3.00"),
        ({"type": "Feature"}, "the key z_bottom_in is missing"),
        (
            feature(ring=square(254, 254, 101.6)),
            "it seems to be drawn in millimetres, so divide all coordinates by 25.4",
        ),
    ],
)
def test_each_fault_has_its_sentence(faults, bad, sentence):
    assert any(sentence in fault for fault in faults(bad))


def test_the_feature_is_told_by_number_and_name(faults):
    (fault,) = faults(feature("a"), feature("b", square(46, 10)))
    assert fault.startswith(", features 2 (b): ")


def test_all_faults_of_all_features_come_at_once(faults):
    crossed = feature(ring=[[0, 0], [4, 4], [4, 0], [0, 4]], material="wood", z_top_in=-1, standable=1)
    found = faults(crossed, feature(z_top_in=99), feature(ring=square(99, 0), name="far"))
    for words in ("crosses", "not closed", "material", "z_top_in -1", "standable", "taller", "right edge"):
        assert sum(words in fault for fault in found) == 1
    assert len(found) == 7


TWICE = feature("b", [[14, 10], [14, 14], [10, 14], [10, 10], [14, 10]])


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        (TWICE, "it duplicates features 1 (crate); delete one of the two"),
        (
            feature("b", square(20, 20), z_bottom_in=-2, z_top_in=0),
            "it lies below the table, at heights from -2 to 0 in",
        ),
    ],
)
def test_a_feature_that_is_there_twice_or_below_the_table_is_a_fault(faults, second, sentence):
    (fault,) = faults(feature(), second)
    assert fault.startswith(f", features 2 (b): {sentence}")


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        (
            feature("b", square(12, 12), piece="crate"),
            "it overlaps features 1 (crate) at 13.00, 13.00 at the same height, so both claim to hide the same part",
        ),
        (
            feature("b", square(20, 20), z_bottom_in=-0.5),
            "z_bottom_in -0.5 is below the table; heights are measured from the table's surface, so give 0, and check",
        ),
    ],
)
def test_what_leaves_rulings_right_is_a_warning(faults, tmp_path, second, sentence):
    assert faults(feature(piece="crate"), second) == []
    path = tmp_path / "terrain.geojson"
    (warning,) = terrain_warnings(path, BOOKS.materials)
    assert warning.startswith(f"{path}, features 2 (b): {sentence}")


@pytest.mark.parametrize(
    "second",
    [
        feature("beside", square(14, 10)),
        feature("drawn a hair over", square(13.95, 10)),
        feature("higher", square(12, 12), z_bottom_in=1.5, z_top_in=3),
        feature("net", square(12, 12), material="flimsy"),
    ],
)
def test_what_does_not_overlap_at_equal_height_in_one_material_is_no_warning(faults, tmp_path, second):
    faults(feature(), second)
    assert terrain_warnings(tmp_path / "terrain.geojson", BOOKS.materials) == ()


@pytest.mark.parametrize("where", ["examples/table", "tests/golden/old/table"])
def test_the_terrain_that_comes_with_the_program_is_sound(where):
    path = Path(__file__).parents[2] / where / "terrain.geojson"
    assert terrain_faults(path) == terrain_warnings(path) == ()


def test_two_features_of_one_name_are_told(faults):
    (fault,) = faults(feature(), feature(ring=square(20, 20)))
    assert fault == ", features 2 (crate): features 1 (crate) has the same name; give each feature its own"


def test_two_solids_in_one_place_are_told_with_where(faults):
    (fault,) = faults(feature("crate"), feature("tower", square(12, 12), z_top_in=3))
    assert "(tower): it occupies the same space as crate at 13.00, 13.00, at heights from 0 to 1.5 in; cut one" in fault


@pytest.mark.parametrize(
    "second",
    [
        feature("on top", square(12, 12), z_bottom_in=1.5, z_top_in=3),
        feature("beside", square(14, 10), z_top_in=3),
        feature("drawn a hair over", square(13.95, 10), z_top_in=3),
        feature("as high", square(12, 12)),
        feature("net", square(12, 12), z_top_in=3, material="flimsy"),
    ],
)
def test_what_is_stacked_adjoining_level_or_flimsy_may_lap(faults, second):
    assert faults(feature("crate"), second) == []


def test_parts_of_one_piece_may_lap(faults):
    assert faults(feature("slab", piece="ruin", z_top_in=0.1), feature("wall", piece="ruin", z_top_in=3)) == []


def test_terrain_in_feet_is_noticed(faults):
    tiny = [feature(str(number), square(1 + number / 2, 1, 0.3)) for number in range(4)]
    assert any("feet, metres or degrees" in fault for fault in faults(*tiny))


def test_without_the_size_of_the_table_only_the_terrain_is_judged(faults):
    assert faults(feature(ring=square(99, 99)), size=None) == []


def test_what_is_no_geojson_is_refused(tmp_path):
    path = tmp_path / "terrain.geojson"
    path.write_text('{"type": "Polygon"}')
    with pytest.raises(BadFile, match="type must be FeatureCollection"):
        terrain_faults(path)
