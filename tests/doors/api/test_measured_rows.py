"""All pairs of a position as data: dicts, arrays, frames and GeoJSON agree with the measurements one by one."""

import json
import sys
from types import SimpleNamespace

import numpy as np
import pytest
import shapely

import tablecam
from tests.doors.api.conftest import EXAMPLES

POSITION = """\
model ann red 30mm at 10,10
model bob blue 30mm at 20,10 tall 1.5
model cat blue 30mm at 11.19,10
terrain fence flimsy 0 to 1 at 15,5 15.2,5 15.2,15 15,15
"""


@pytest.fixture
def position(bare: tablecam.OpenedTable) -> tablecam.MeasuredPosition:
    (bare.path / "position.txt").write_text(POSITION)
    return bare.position(bare.path / "position.txt")


def test_ranges_are_dicts_and_a_structured_array_of_the_same_numbers(position: tablecam.MeasuredPosition) -> None:
    ranges = position.ranges()
    assert isinstance(ranges, tuple)
    dicts, array = ranges.to_dicts(), ranges.to_array()
    assert [(row["a"], row["b"], row["contact"]) for row in dicts] == [
        ("ann", "bob", "no"),
        ("ann", "cat", "yes"),
        ("bob", "cat", "no"),
    ]
    assert array.dtype.names == tuple(dicts[0])
    assert array["range_in"].tolist() == [pair.range_in for pair in ranges]
    assert array[array["contact"] == "no"]["b"].tolist() == ["bob", "cat"]
    assert dicts[0]["b_x_in"] == pytest.approx(20 - 15 / 25.4)
    assert json.loads(json.dumps(dicts)) == dicts


def test_sights_hold_every_pair_of_two_sides_and_equal_those_one_by_one(position: tablecam.MeasuredPosition) -> None:
    sights = position.sights()
    assert [(row.viewer, row.target) for row in sights] == [
        ("ann", "bob"), ("ann", "cat"), ("bob", "ann"), ("cat", "ann"),
    ]  # fmt: skip
    assert list(sights) == [position.sight(row.viewer, row.target) for row in sights]
    assert len(position.sights(friends=True)) == 6
    row = sights.to_dicts()[0]
    assert row["hidden_by"] == "cat, fence"
    assert (row["aim_x_in"], row["aim_y_in"], row["aim_z_in"]) == pytest.approx((20, 10, 0.75))
    assert sights.to_array()["share"].tolist() == [sight.share for sight in sights]
    past_models = position.sights(models_block=False).to_array()
    assert past_models["share"][0] > sights[0].share


def test_an_empty_table_has_empty_arrays_with_the_same_columns(bare: tablecam.OpenedTable) -> None:
    (bare.path / "position.txt").write_text("table 48 by 36\n")
    nothing = bare.position(bare.path / "position.txt")
    for rows in (nothing.ranges(), nothing.sights()):
        assert rows.to_dicts() == []
        assert rows.to_array().dtype.names == tuple(rows.columns)
        assert len(rows.to_array()) == 0


def test_a_frame_is_made_by_pandas_of_the_dicts(
    position: tablecam.MeasuredPosition, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in = SimpleNamespace(DataFrame=lambda rows, columns: (rows, columns))
    monkeypatch.setitem(sys.modules, "pandas", stand_in)
    rows, columns = position.ranges().to_dataframe()
    assert rows == position.ranges().to_dicts()
    assert columns[:3] == ["a", "b", "range_in"]


def test_without_pandas_a_sentence_says_what_to_do(
    position: tablecam.MeasuredPosition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(tablecam.TablecamError, match=r"needs pandas.*pip install pandas.*to_dicts"):
        position.ranges().to_dataframe()


def test_the_position_is_geojson_that_shapely_reads_back(position: tablecam.MeasuredPosition) -> None:
    collection = json.loads(json.dumps(position.to_geojson(ranges=True, sights=True)))
    kinds = [feature["properties"].get("kind", "terrain") for feature in collection["features"]]
    assert kinds == ["terrain", *["model"] * 3, *["range"] * 3, *["sight"] * 4]
    shapes = {
        kind: shapely.geometry.shape(feature["geometry"])
        for kind, feature in zip(kinds, collection["features"], strict=True)
    }
    assert shapes["terrain"].equals(position.terrain[0].polygon)
    assert shapes["sight"].coords[-1] == pytest.approx(position.sights()[-1].aim)
    assert position.__geo_interface__ == position.to_geojson()
    fence = shapely.geometry.shape(position.terrain[0].__geo_interface__["geometry"])
    line = shapely.geometry.shape(position.sight("ann", "bob").__geo_interface__["geometry"])
    assert fence.crosses(line)


def test_bases_have_polygons(position: tablecam.MeasuredPosition) -> None:
    ann = position.model("ann")
    assert ann.polygon.centroid.coords[0] == pytest.approx((10, 10))
    assert ann.polygon.area == pytest.approx(np.pi * (15 / 25.4) ** 2, rel=0.01)
    assert ann.__geo_interface__["properties"]["side"] == "red"


def test_contact_is_one_verdict_under_two_names(position: tablecam.MeasuredPosition) -> None:
    for pair in position.ranges():
        assert pair.contact is pair.contact_verdict
        assert pair.is_touching == (pair.contact is tablecam.Verdict.YES)


def test_a_table_lists_its_terrain() -> None:
    terrain = tablecam.open_table(EXAMPLES / "table").terrain
    assert {feature.name for feature in terrain} >= {"container"}
    assert all(feature.polygon.area > 0 for feature in terrain)
