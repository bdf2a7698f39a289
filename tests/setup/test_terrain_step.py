"""Terrain drawn on the page: checked, saved whole, brought in, taken out, and carried by tags."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from shapely import box

from tablecam.base.errors import BadFile
from tablecam.rules.books.catalogue import BOOKS
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.terrain_library import usual_pieces
from tablecam.setup.terrain_step import MOST_FEATURES, TagOnPiece, TerrainStep, make_frame, make_walls, to_geojson
from tablecam.setup.unassigned_tags import SeenTag
from tablecam.storage.models_toml import read_pieces
from tablecam.storage.table_folder import read_folder
from tablecam.storage.terrain_geojson import read_terrain
from tablecam.table.terrain import Feature, place_piece


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def path(folder: Callable[..., Path]) -> Path:
    return folder("camera.yaml", "table.toml", "models.toml", "terrain.geojson")


@pytest.fixture
def step(path: Path, told: list[str]) -> TerrainStep:
    return TerrainStep(path, lambda: told.append("saved"))


def feature(name: str, *where: float, piece: str | None = None, top_in: float = 2.0) -> dict[str, Any]:
    return to_geojson(Feature(name, "solid", 0.0, top_in, False, box(*where), piece))


def test_what_is_saved_is_in_the_file_and_is_told(step: TerrainStep, path: Path, told: list[str]) -> None:
    features, fault = step.load_readable()
    assert len(features) == 15
    assert fault == ""
    step.save([*features, feature("shed", 1, 1, 3, 3)], step.stamp)
    assert [each.name for each in read_terrain(path / "terrain.geojson").features][-1] == "shed"
    assert told == ["saved"]


def test_a_drawing_that_began_from_an_older_file_is_refused(step: TerrainStep, path: Path, told: list[str]) -> None:
    older = step.stamp
    step.save([feature("shed", 1, 1, 3, 3)], older)
    with pytest.raises(SetupRefusal, match="another screen"):
        step.save([], older)
    assert len(read_terrain(path / "terrain.geojson").features) == 1


def test_every_fault_is_told_beside_its_feature(step: TerrainStep) -> None:
    crossing = feature("bow", 10, 10, 12, 12)
    crossing["geometry"]["coordinates"] = [[[10, 10], [12, 12], [12, 10], [10, 12], [10, 10]]]
    drawn = [
        feature("low", 1, 1, 3, 3, top_in=-1.0),
        crossing,
        feature("far (out)", 46, 46, 50, 50),
        feature("one", 20, 20, 22, 22),
        feature("two", 21, 21, 23, 23, top_in=3.0),
    ]
    checked = step.check(drawn)
    assert not checked.sound
    assert str(checked.of_feature[0][0]).startswith("z_top_in -1 is not above")
    assert str(checked.of_feature[1][0]).startswith("the polygon crosses or touches itself")
    assert list(map(str, checked.of_feature[2])) == [
        "it reaches 2.00 in past the right edge and 2.00 in past the far edge of the table; move it or cut it off"
    ]
    assert checked.of_feature[3] == ()
    assert "occupies the same space as one" in str(checked.of_feature[4][0])


def test_what_can_be_read_and_not_be_meant_can_be_saved(step: TerrainStep) -> None:
    drawn = [feature("far", 46, 46, 50, 50)]
    assert step.check(drawn).sound
    step.save(drawn, step.stamp)
    assert len(step.load_readable()[0]) == 1


@pytest.mark.parametrize(
    "drawn",
    [None, 3, {}, [3], ["x"], [{}], [{"type": "Feature"}], [feature("x", 1, 1, 2, 2)] * (MOST_FEATURES + 1)],
)
def test_what_is_no_drawing_is_refused_and_nothing_changes(step: TerrainStep, drawn: object) -> None:
    before = step.stamp
    with pytest.raises((BadFile, SetupRefusal)):
        step.save(drawn, before)
    assert step.stamp == before


def test_a_file_that_cannot_be_read_is_kept_when_it_is_drawn_anew(step: TerrainStep, path: Path) -> None:
    (path / "terrain.geojson").write_text("{")
    features, fault = step.load_readable()
    assert features == []
    assert "not JSON" in fault
    step.save([feature("shed", 1, 1, 3, 3)], step.stamp)
    assert (path / "terrain.geojson.unread").read_text() == "{"


def test_geojson_goes_out_and_comes_in_the_same(step: TerrainStep) -> None:
    text = step.export_terrain().decode()
    assert step.import_features("terrain.geojson", text, None) == (step.load_readable()[0], ())


def test_a_universal_vtt_map_comes_in_with_the_height_asked_for(step: TerrainStep) -> None:
    text = step.export_terrain(map_at_in=1.0).decode()
    there = {each["properties"]["name"]: each for each in step.load_readable()[0]}
    back, _losses = step.import_features("club.uvtt", text, make_walls(2.5, 1.0, 0.1, "solid", "drawn"))
    standing = [each for each in there.values() if each["properties"]["z_top_in"] > 1.0]
    assert len(back) == len(standing)
    assert {each["properties"]["z_top_in"] for each in back} == {2.5}


def test_a_geojson_of_any_origin_comes_in_at_the_scale_asked_for(step: TerrainStep) -> None:
    ring = [[100, 100], [300, 100], [300, 200], [100, 200], [100, 100]]
    shed = {"type": "Feature", "properties": {"name": "shed"}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
    away = {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [1, 1]}}
    text = json.dumps({"type": "FeatureCollection", "features": [shed, away]})
    (back,), losses = step.import_features("plan.json", text, make_frame("mm", 1.0, 2.0, "solid", False))
    xs = [point[0] for point in back["geometry"]["coordinates"][0]]
    assert (min(xs), max(xs)) == pytest.approx((100 / 25.4, 300 / 25.4))
    assert back["properties"]["z_top_in"] == 2.0
    assert [str(loss) for loss in losses] == ["feature 2 was left out, or a part of it: Point is no area or line"]


@pytest.mark.parametrize(("unit", "scale", "height_in"), [("mile", 1, 1), ("mm", 0, 1), ("mm", 1e5, 1), ("mm", 1, 0)])
def test_a_frame_that_no_map_has_is_refused(unit: str, scale: float, height_in: float) -> None:
    with pytest.raises(SetupRefusal, match="the unit must be one of"):
        make_frame(unit, scale, height_in, "solid", False)


@pytest.mark.parametrize(("name", "text"), [("x.uvtt", "{}"), ("x.uvtt", "["), ("../x.uvtt", "{}"), ("", "{}")])
def test_a_map_that_is_none_is_refused_with_its_own_name(step: TerrainStep, name: str, text: str) -> None:
    with pytest.raises((BadFile, SetupRefusal)) as refused:
        step.import_features(name, text, make_walls(3.0, 1.0, 0.1, "solid", "drawn"))
    assert "/tmp" not in str(refused.value)


@pytest.mark.parametrize("height_in", [0.0, -1.0, 25.0, 1e9])
def test_walls_of_no_height_are_refused(height_in: float) -> None:
    with pytest.raises(SetupRefusal, match="in high"):
        make_walls(height_in, 1.0, 0.1, "solid", "drawn")


def worn(tag: int = 300) -> TagOnPiece:
    return TagOnPiece(SeenTag(tag, 11.0, 21.0, math.radians(30), 19.1), 1.5)


def test_a_drawn_piece_gets_a_tag_and_stands_where_it_stood(step: TerrainStep, path: Path) -> None:
    drawn = [
        feature("keep wall", 10, 20, 12, 21, piece="keep"),
        feature("keep roof", 10, 21, 12, 23, piece="keep"),
        feature("shed", 1, 1, 3, 3),
    ]
    step.attach_tag(drawn, step.stamp, "keep", worn())
    assert [each.name for each in read_terrain(path / "terrain.geojson").features] == ["shed"]
    (piece,) = read_pieces(path / "pieces.toml")
    assert (piece.id, piece.tag, piece.tag_size_mm) == ("keep", 300, pytest.approx(19.2))
    assert piece.tag_height_mm == pytest.approx(38.1)
    back = place_piece(piece, 11.0, 21.0, math.radians(30))
    assert [each.name for each in back] == ["keep wall", "keep roof"]
    assert back[0].polygon.equals_exact(box(10, 20, 12, 21), 1e-6, normalize=True)
    assert read_folder(path).pieces == (piece,)


@pytest.mark.parametrize(("tag", "why"), [(0, "already belongs to"), (40, "reference tag"), (587, "no tag 587")])
def test_a_tag_that_is_taken_is_no_pieces(step: TerrainStep, path: Path, tag: int, why: str) -> None:
    with pytest.raises(SetupRefusal, match=why):
        step.attach_tag([feature("keep", 10, 20, 12, 21)], step.stamp, "keep", worn(tag))
    assert not (path / "pieces.toml").exists()


def test_a_tagged_piece_gets_another_tag_and_stands_fast_again(step: TerrainStep, path: Path) -> None:
    step.attach_tag([feature("keep", 10, 20, 12, 21)], step.stamp, "keep", worn())
    step.swap_tag("keep", 301)
    (piece,) = step.pieces()
    assert piece.tag == 301
    with pytest.raises(SetupRefusal, match="no piece"):
        step.swap_tag("gate", 302)
    step.detach_tag("keep", place_piece(piece, 30.0, 30.0, 0.0))
    assert step.pieces() == ()
    (fast,) = read_terrain(path / "terrain.geojson").features
    assert (fast.name, fast.piece) == ("keep body", "keep")


def test_the_library_can_be_saved_as_it_is(step: TerrainStep) -> None:
    for shape in usual_pieces(BOOKS.usual.materials):
        moved = json.loads(json.dumps([to_geojson(each) for each in shape.features]))
        for each in moved:
            rings = each["geometry"]["coordinates"]
            each["geometry"]["coordinates"] = [[[x + 24, y + 24] for x, y in ring] for ring in rings]
        assert step.check(moved).of_feature == ((),) * len(moved), shape.name
