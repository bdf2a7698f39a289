"""Universal VTT maps become terrain, and terrain becomes a map."""

import base64
import json

import cv2
import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon, affinity, box

from tablecam.base.errors import BadFile
from tablecam.storage.terrain_geojson import read_terrain, write_terrain
from tablecam.storage.uvtt import Walls, read_uvtt, write_uvtt
from tablecam.table.terrain import Feature, Terrain


def points(*places):
    return [{"x": x, "y": y} for x, y in places]


def plan(**changes):
    """A map of 10 x 8 squares: one wall, one crate, a shut door and an open one."""
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": 10, "y": 8},
            "pixels_per_grid": 64,
        },
        "line_of_sight": [points((2, 1), (2, 5))],
        "objects_line_of_sight": [points((6, 6), (7, 6), (7, 7), (6, 7), (6, 6))],
        "portals": [
            {"position": {"x": 2, "y": 5.5}, "bounds": points((2, 5), (2, 6)), "rotation": 0, "closed": True},
            {"position": {"x": 4, "y": 1}, "bounds": points((3.5, 1), (4.5, 1)), "rotation": 0, "closed": False},
        ],
        "lights": [],
        "image": "not looked at",
    } | changes


@pytest.fixture
def read(tmp_path):
    def reader(content, **walls):
        path = tmp_path / "map.dd2vtt"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return {each.name: each for each in read_uvtt(path, Walls(**({"height_in": 3.0} | walls))).features}

    return reader


def same(polygon, other):
    return shapely.symmetric_difference(polygon, other).area < 1e-9


def test_a_wall_stands_where_it_was_drawn_with_y_turned_up(read):
    wall = read(plan(), thickness_in=0.2)["wall 1"]
    assert same(wall.polygon, box(1.9, 3, 2.1, 7))
    assert (wall.material, wall.z_bottom_in, wall.z_top_in, wall.standable) == ("solid", 0.0, 3.0, False)


def test_squares_are_scaled_to_inches(read):
    assert same(read(plan(), grid_in=2.0, thickness_in=0.2)["wall 1"].polygon, box(3.9, 6, 4.1, 14))


def test_an_origin_elsewhere_is_taken_off(read):
    resolution = plan()["resolution"] | {"map_origin": {"x": 1, "y": 1}}
    assert same(read(plan(resolution=resolution), thickness_in=0.2)["wall 1"].polygon, box(0.9, 4, 1.1, 8))


def test_a_closed_object_is_whole_and_an_open_one_a_wall(read):
    objects = [*plan()["objects_line_of_sight"], points((8, 6), (9, 6))]
    found = read(plan(objects_line_of_sight=objects), thickness_in=0.2)
    assert same(found["object 1"].polygon, box(6, 1, 7, 2))
    assert same(found["object 2"].polygon, box(8, 1.9, 9, 2.1))


def test_a_wall_drawn_round_leaves_its_inside_free(read):
    room = read(plan(line_of_sight=[points((1, 1), (5, 1), (5, 5), (1, 5), (1, 1))]), thickness_in=0.2)["wall 1"]
    assert same(room.polygon, box(0.9, 2.9, 5.1, 7.1) - box(1.1, 3.1, 4.9, 6.9))


@pytest.mark.parametrize(
    ("portals", "doors"), [("drawn", {"door 1"}), ("closed", {"door 1", "door 2"}), ("open", set())]
)
def test_doors_are_shut_as_drawn_or_as_asked(read, portals, doors):
    assert {name for name in read(plan(), portals=portals) if name.startswith("door")} == doors


def test_lines_of_one_point_or_no_length_are_no_walls(read):
    lines = [points((1, 1)), points((2, 2), (2, 2)), points((3, 3), (4, 3))]
    assert list(read(plan(line_of_sight=lines, objects_line_of_sight=[], portals=[]))) == ["wall 3"]


def test_a_map_of_walls_alone_will_do(read):
    content = {
        "resolution": {"map_size": {"x": 10, "y": 8}, "pixels_per_grid": 1},
        "line_of_sight": plan()["line_of_sight"],
    }
    assert list(read(content)) == ["wall 1"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "line 1: not JSON"),
        ([], "the key resolution is missing; is this a Universal VTT map?"),
        ({"resolution": {}}, "resolution: the key map_size is missing"),
        (plan(resolution={"map_size": {"x": 10, "y": 0}}), "map_size: y must be more than 0, not 0"),
        (plan(line_of_sight=7), "line_of_sight must be a list of lists of points, not 7"),
        (
            plan(line_of_sight=[points((1, 1)), [{"x": 1}, {"x": 2, "y": 2}]]),
            "line_of_sight 2, points 1: the key y is missing",
        ),
        (plan(portals=[{"bounds": points((1, 1))}]), "portals 1: bounds must be two points, not 1"),
        (plan(portals=[{"bounds": points((1, 1), (2, 1)), "closed": 1}]), "closed must be true or false, not 1"),
    ],
)
def test_a_fault_in_the_map_is_told_with_its_key(read, content, sentence):
    with pytest.raises(BadFile) as caught:
        read(content)
    assert sentence in str(caught.value)
    assert "map.dd2vtt" in str(caught.value)


def prism(name, polygon, bottom=0.0, top=3.0):
    return Feature(name, "solid", bottom, top, False, polygon)


@st.composite
def blocks(draw):
    x, y, turn = draw(st.floats(5, 43)), draw(st.floats(5, 31)), draw(st.floats(0, 180))
    w, h = draw(st.floats(0.1, 4)), draw(st.floats(0.1, 4))
    return affinity.rotate(box(x - w, y - h, x + w, y + h), turn)


@pytest.mark.slow
@given(st.lists(blocks(), min_size=1, max_size=4), st.floats(0.5, 3))
def test_whole_prisms_come_back_from_a_map_where_they_stood(tmp_path_factory, polygons, grid_in):
    path = tmp_path_factory.mktemp("map") / "table.uvtt"
    terrain = Terrain(tuple(prism(f"b{number}", polygon) for number, polygon in enumerate(polygons)))
    write_uvtt(path, terrain, (48.0, 36.0), grid_in, pixels_per_grid=2)
    back = read_uvtt(path, Walls(3.0, grid_in)).features
    assert len(back) == len(polygons)
    assert all(same(each.polygon, polygon) for each, polygon in zip(back, polygons, strict=True))


def test_what_is_read_from_a_map_can_be_kept_as_terrain(tmp_path, read):
    terrain = Terrain(tuple(read(plan(), portals="closed").values()))
    write_terrain(tmp_path / "terrain.geojson", terrain)
    assert [each.name for each in read_terrain(tmp_path / "terrain.geojson").features] == [
        "wall 1", "object 1", "door 1", "door 2",
    ]  # fmt: skip


def test_only_what_stands_at_the_height_of_an_eye_is_a_wall_of_the_map(tmp_path):
    terrain = Terrain(
        (prism("kerb", box(1, 1, 2, 2), top=0.5), prism("roof", box(4, 4, 6, 6), 2.5), prism("wall", box(8, 8, 9, 9)))
    )
    write_uvtt(tmp_path / "m.uvtt", terrain, (48, 48), at_in=1.0)
    written = json.loads((tmp_path / "m.uvtt").read_text())
    assert written["objects_line_of_sight"] == [points((9, 40), (9, 39), (8, 39), (8, 40), (9, 40))]


@pytest.mark.parametrize("grid_in", [1.0, 2.5])
def test_walls_objects_and_doors_go_out_and_come_back_where_they_stood(tmp_path, grid_in):
    leaf = affinity.rotate(box(9, 9.95, 13, 10.05), 30)
    terrain = Terrain(
        (
            prism("wall 1", box(20, 2, 20.1, 30)),
            prism("door 1", leaf),
            prism("door", box(30, 10, 30.1, 13)),
            prism("crate", affinity.rotate(box(4, 4, 6, 8), 20)),
        )
    )
    write_uvtt(tmp_path / "m.dd2vtt", terrain, (48, 36), grid_in, pixels_per_grid=2)
    written = json.loads((tmp_path / "m.dd2vtt").read_text())
    assert [portal["closed"] for portal in written["portals"]] == [True, True]
    assert written["resolution"]["map_size"] == {"x": 48 / grid_in, "y": 36 / grid_in}
    assert abs(np.sin(written["portals"][0]["rotation"])) == pytest.approx(0.5)
    back = {each.name: each.polygon for each in read_uvtt(tmp_path / "m.dd2vtt", Walls(3.0, grid_in)).features}
    was = {each.name: each.polygon for each in terrain.features}
    assert same(back["object 1"], was["wall 1"])
    assert same(back["object 2"], was["crate"])
    assert same(back["door 1"], leaf)
    assert same(back["door 2"], was["door"])
    opened = read_uvtt(tmp_path / "m.dd2vtt", Walls(3.0, grid_in, portals="open")).features
    assert [each.name for each in opened] == ["object 1", "object 2"]


@pytest.mark.parametrize("name", ["doorstep", "door frame", "Door 1"])
def test_what_is_not_called_a_door_is_none_and_neither_is_what_has_no_two_ends(tmp_path, name):
    features = prism(name, box(30, 10, 30.1, 13)), prism("door 3", Polygon([(1, 1), (5, 1), (3, 4)]))
    write_uvtt(tmp_path / "m.uvtt", Terrain(features), (48, 48), pixels_per_grid=2)
    written = json.loads((tmp_path / "m.uvtt").read_text())
    assert (written["portals"], len(written["objects_line_of_sight"])) == ([], 2)


def test_a_prism_with_a_hole_is_written_as_walls(tmp_path):
    yard = Polygon(box(1, 1, 9, 9).exterior.coords, [box(2, 2, 8, 8).exterior.coords])
    write_uvtt(tmp_path / "m.uvtt", Terrain((prism("yard", yard),)), (48, 48))
    written = json.loads((tmp_path / "m.uvtt").read_text())
    assert (len(written["line_of_sight"]), written["objects_line_of_sight"]) == (2, [])


def test_the_picture_has_the_size_that_the_map_says(tmp_path):
    write_uvtt(tmp_path / "m.uvtt", Terrain(), (48, 36), 2.0, pixels_per_grid=10)
    written = json.loads((tmp_path / "m.uvtt").read_text())
    picture = cv2.imdecode(np.frombuffer(base64.b64decode(written["image"]), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert written["resolution"] == {
        "map_origin": {"x": 0, "y": 0},
        "map_size": {"x": 24, "y": 18},
        "pixels_per_grid": 10,
    }
    assert picture.shape == (180, 240)


def test_a_list_that_is_null_is_empty(read):
    nothing = dict.fromkeys(["line_of_sight", "objects_line_of_sight", "portals", "lights", "image"])
    assert read(plan(**nothing)) == {}
    assert list(read(plan(portals=None))) == ["wall 1", "object 1"]


@pytest.mark.parametrize("value", [[None], [[None]], {}, "", 3], ids=repr)
@pytest.mark.parametrize("key", ["line_of_sight", "objects_line_of_sight", "portals", "resolution"])
def test_what_is_no_list_is_named_with_file_and_key(read, key, value):
    with pytest.raises(BadFile, match=rf"map\.dd2vtt(: |, ){key}") as refused:
        read(plan(**{key: value}))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("bounds", [None, [None, None], [[], []], [{"x": 1, "y": None}] * 2], ids=repr)
def test_the_ends_of_a_door_that_are_none_are_named(read, bounds):
    with pytest.raises(BadFile, match=r"map\.dd2vtt, portals 1"):
        read(plan(portals=[{"bounds": bounds}]))
