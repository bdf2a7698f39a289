"""GeoJSON of any origin: units, scales, heights, and each thing that is not taken is named."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tablecam.base.errors import BadFile
from tablecam.storage.foreign_geojson import ImportedTerrain, MapFrame, is_own, read_foreign_geojson
from tablecam.storage.terrain_geojson import read_terrain, write_terrain

BOX = [[[0, 0], [100, 0], [100, 50], [0, 50], [0, 0]]]


def feature(geometry: dict[str, Any] | None, **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def imported(tmp_path: Path, value: Any, unit: str = "mm", scale: float = 1.0, **frame: Any) -> ImportedTerrain:
    (tmp_path / "map.geojson").write_text(json.dumps(value))
    return read_foreign_geojson(tmp_path / "map.geojson", MapFrame(unit, scale, 3.0, **frame))


def collection(*features: Any) -> dict[str, Any]:
    return {"type": "FeatureCollection", "features": list(features)}


@pytest.mark.parametrize(
    ("unit", "scale", "width_in"),
    [("in", 1, 100), ("mm", 1, 100 / 25.4), ("cm", 10, 100 / 25.4), ("ft", 48, 25), ("m", 56, 70.3), ("px", 40, 2.5)],
)
def test_each_unit_and_scale_gives_inches(tmp_path: Path, unit: str, scale: float, width_in: float) -> None:
    (house,) = imported(tmp_path, {"type": "Polygon", "coordinates": BOX}, unit, scale).features
    west, _south, east, _north = house.polygon.bounds
    assert east - west == pytest.approx(width_in, rel=1e-3)
    assert (house.z_top_in, house.material) == (3.0, "solid")


def test_degrees_are_metres_from_the_near_left_corner(tmp_path: Path) -> None:
    ring = [[9.0, 48.0], [9.001, 48.0], [9.001, 48.0005], [9.0, 48.0005], [9.0, 48.0]]
    found = imported(
        tmp_path, collection(feature({"type": "Polygon", "coordinates": [ring]}, height="14 m")), "deg", 72
    )
    (house,) = found.features
    assert house.polygon.bounds == pytest.approx((0, 0, 74.5 * 39.37 / 72, 55.7 * 39.37 / 72), rel=2e-3)
    assert house.z_top_in == pytest.approx(14 * 39.37 / 72, rel=1e-3)
    assert found.losses == []


def test_a_picture_has_its_y_downwards(tmp_path: Path) -> None:
    found = imported(tmp_path, {"type": "Polygon", "coordinates": BOX}, "px", 10, down=True, size_in=(48, 48))
    assert found.features[0].polygon.bounds == (0, 43, 10, 48)
    found = imported(tmp_path, {"type": "Polygon", "coordinates": BOX}, "px", 10, down=True)
    assert found.features[0].polygon.bounds == (0, 0, 10, 5)


def test_lines_are_walls_and_parts_are_pieces(tmp_path: Path) -> None:
    far = [[[200, 0], [300, 0], [300, 50], [200, 0]]]
    found = imported(
        tmp_path,
        collection(
            feature({"type": "LineString", "coordinates": [[0, 0], [100, 0]]}, name="hedge"),
            feature({"type": "MultiPolygon", "coordinates": [BOX, far]}, title="barns"),
        ),
        "in",
        10,
    )
    assert [(each.name, each.piece) for each in found.features] == [
        ("hedge", None),
        ("barns 1", "barns"),
        ("barns 2", "barns"),
    ]
    assert found.features[0].polygon.area == pytest.approx(10 * 0.1)
    assert found.losses == []


def test_everything_that_is_not_taken_is_named(tmp_path: Path) -> None:
    bow = [[[0, 0], [100, 100], [100, 0], [0, 60], [0, 0]]]
    found = imported(
        tmp_path,
        collection(
            feature({"type": "Point", "coordinates": [1, 1]}, name="tree"),
            feature(None, name="ghost"),
            "a word",
            feature({"type": "Polygon", "coordinates": "x"}, name="scrawl"),
            feature({"type": "Polygon", "coordinates": BOX}, name="edge"),
            feature({"type": "Polygon", "coordinates": [[[900, 0], [990, 0], [990, 9], [900, 0]]]}, name="away"),
            feature({"type": "Polygon", "coordinates": [[[0, 0], [0.01, 0], [0, 0.01], [0, 0]]]}, name="speck"),
            feature({"type": "Polygon", "coordinates": bow}, name="bow", height=900),
        ),
        "in",
        1,
        size_in=(48, 48),
    )
    said = list(map(str, found.losses))
    assert [each.name for each in found.features] == ["edge", "bow"]
    for name in ("tree", "ghost", "feature 3", "scrawl", "edge", "away", "speck", "bow"):
        assert any(sentence.startswith(name) for sentence in said), name
    assert "bow: its height of 900.00 in was changed to 24 in" in said


def test_what_comes_in_is_terrain_that_is_read_back(tmp_path: Path) -> None:
    bow = {"type": "Polygon", "coordinates": [[[0, 0], [10, 10], [10, 0], [0, 6], [0, 0]]]}
    found = imported(tmp_path, collection(feature(bow), feature({"type": "Polygon", "coordinates": BOX})), "in", 4)
    write_terrain(tmp_path / "terrain.geojson", found.terrain)
    assert read_terrain(tmp_path / "terrain.geojson").features == found.terrain.features


@pytest.mark.parametrize(
    "value", [[], {}, {"type": "FeatureCollection"}, {"type": "FeatureCollection", "features": []}]
)
def test_a_file_without_features_is_refused(tmp_path: Path, value: Any) -> None:
    with pytest.raises(BadFile, match="no feature was found"):
        imported(tmp_path, value)


def test_our_own_terrain_is_told_apart() -> None:
    assert is_own(collection(feature(None, z_top_in=2)))
    assert not is_own(collection(feature(None, height=2), 7))
    assert not is_own([])


@pytest.mark.parametrize("seed", range(100))
def test_odd_maps_are_read_or_refused_in_a_sentence(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    odd = [None, 7, "x", [], {}, [[]], [[[0, 0]]], [[0, "a"]], 1e400, -5, BOX, [BOX], True, [[[1, 2, 3], [4, 5], [6]]]]
    kinds = ["Polygon", "MultiPolygon", "LineString", "Point", "GeometryCollection", "Circle", None, 3]
    features = [
        feature(
            {"type": chance.choice(kinds), "coordinates": chance.choice(odd), "geometries": chance.choice(odd)},
            name=chance.choice(odd),
            height=chance.choice(odd),
        )
        for _ in range(chance.randint(1, 5))
    ]
    found = imported(tmp_path, collection(*features, chance.choice(odd)), chance.choice(["mm", "deg", "px"]), 2.0)
    assert len(found.features) + len(found.losses) >= len(features)
