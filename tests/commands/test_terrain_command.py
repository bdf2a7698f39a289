"""`tablecam terrain`: what a person sees of the checks and of the maps."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from shapely import box

from tablecam.base.errors import BadFile
from tablecam.commands.terrain import terrain
from tablecam.storage.terrain_geojson import read_terrain, write_terrain
from tablecam.table.terrain import Feature, Terrain

TABLE = """
[table]
width_in = 24.0
depth_in = 24.0
[tags]
family = "tag36h11"
[[reference_tags]]
id = 0
size_mm = 40.0
center_in = [-1.5, -1.5]
[[reference_tags]]
id = 1
size_mm = 40.0
center_in = [25.5, -1.5]
[[reference_tags]]
id = 2
size_mm = 40.0
center_in = [25.5, 25.5]
"""


@pytest.fixture
def table(tmp_path):
    (tmp_path / "table.toml").write_text(TABLE)
    write_terrain(tmp_path / "terrain.geojson", Terrain((Feature("crate", "solid", 0.0, 2.0, True, box(4, 4, 6, 6)),)))
    return tmp_path


def run(*words):
    return CliRunner().invoke(terrain, [str(word) for word in words])


def test_a_sound_table_is_told_in_one_line(table):
    shown = run("check", table)
    assert (shown.exit_code, shown.output) == (0, f"{table}: 1 features and 0 pieces with tags, no faults\n")


def test_every_fault_is_listed_and_then_refused(table):
    bad = Feature("crate", "solid", 0.0, 2.0, True, box(23, 4, 26, 6))
    write_terrain(table / "terrain.geojson", Terrain((bad, bad)))
    shown = run("check", table)
    assert isinstance(shown.exception, BadFile)
    assert str(shown.exception) == f"{table / 'terrain.geojson'} has 3 faults; mend what is listed above"
    assert len(shown.output.splitlines()) == 3
    assert "2.00 in past the right edge" in shown.output


def test_a_warning_is_told_and_the_terrain_passes(table):
    crates = [Feature(name, "solid", 0.0, 2.0, True, box(x, 4, x + 2, 6)) for name, x in (("a", 4), ("b", 5))]
    write_terrain(table / "terrain.geojson", Terrain(tuple(crates)))
    shown = run("check", table)
    assert shown.exit_code == 0
    assert shown.output.startswith(f"warning: {table / 'terrain.geojson'}, features 2 (b): it overlaps features 1 (a)")
    assert shown.output.endswith("no faults\n")


def test_a_piece_that_cannot_be_read_is_refused_too(table):
    (table / "pieces.toml").write_text("[[pieces]]\nid = 3\n")
    assert isinstance(run("check", table).exception, BadFile)


def test_a_folder_that_is_not_there_is_named(tmp_path):
    assert "nowhere is not a folder" in str(run("check", tmp_path / "nowhere").exception)


def test_a_map_is_given_out_and_taken_back(table, tmp_path):
    assert run("export", table, tmp_path / "map.uvtt", "--grid", 2).output.endswith("a map of 12 x 12 squares\n")
    out = tmp_path / "back.geojson"
    shown = run("import", tmp_path / "map.uvtt", "--out", out, "--height", 2.5, "--grid", 2, "--material", "flimsy")
    assert shown.output == f"{out}: 1 features\n"
    (back,) = read_terrain(out).features
    assert (back.polygon.bounds, back.z_top_in, back.material) == ((4, 4, 6, 6), 2.5, "flimsy")


def test_doors_go_out_and_come_back(table, tmp_path):
    write_terrain(table / "terrain.geojson", Terrain((Feature("door 1", "solid", 0.0, 2.0, True, box(4, 4, 4.1, 6)),)))
    run("export", table, tmp_path / "map.dd2vtt")
    out = tmp_path / "back.geojson"
    run("import", tmp_path / "map.dd2vtt", "--out", out, "--height", 2)
    (back,) = read_terrain(out).features
    assert (back.name, back.polygon.bounds) == ("door 1", pytest.approx((4, 4, 4.1, 6)))


def test_the_thickness_of_walls_and_the_doors_are_options(tmp_path):
    line = [{"x": 1, "y": 1}, {"x": 5, "y": 1}]
    content = {"resolution": {"map_size": {"x": 8, "y": 8}}, "line_of_sight": [line], "portals": [{"bounds": line}]}
    (tmp_path / "map.dd2vtt").write_text(json.dumps(content))
    out = tmp_path / "terrain.geojson"
    run("import", tmp_path / "map.dd2vtt", "--out", out, "--height", 3, "--thickness", 0.5, "--portals", "open")
    assert [each.polygon.bounds for each in read_terrain(out).features] == [(1, 6.75, 5, 7.25)]


def test_a_map_without_heights_needs_one(tmp_path):
    assert run("import", tmp_path / "map.uvtt", "--out", tmp_path / "t.geojson").exit_code == 2


def test_a_table_of_unknown_size_gives_no_map(table, tmp_path):
    (table / "table.toml").unlink()
    assert "a map needs the size of the table" in str(run("export", table, tmp_path / "map.uvtt").exception)


def test_a_geojson_of_any_origin_is_asked_about_and_what_is_lost_is_told(tmp_path: Path) -> None:
    ring = [[100, 100], [300, 100], [300, 200], [100, 100]]
    geometries = [{"type": "Polygon", "coordinates": [ring]}, {"type": "Point", "coordinates": [1, 1]}]
    (tmp_path / "plan.json").write_text(json.dumps({"type": "GeometryCollection", "geometries": geometries}))
    command = ["import", str(tmp_path / "plan.json"), "--out", str(tmp_path / "out.geojson"), "--height", "2"]
    ran = CliRunner().invoke(terrain, command, input="mm\n2\n")
    assert ran.exit_code == 0, ran.output
    assert "Unit of the numbers in plan.json" in ran.output
    assert "note: feature 1 was left out, or a part of it" in ran.output
    (shed,) = read_terrain(tmp_path / "out.geojson").features
    assert shed.polygon.bounds == pytest.approx((50 / 25.4, 50 / 25.4, 150 / 25.4, 100 / 25.4), abs=1e-3)
    (tmp_path / "table.toml").write_text(TABLE)
    given = [*command, "--units", "px", "--scale", "20", "--down", "--table", str(tmp_path)]
    assert "Unit" not in CliRunner().invoke(terrain, given).output
    (shed,) = read_terrain(tmp_path / "out.geojson").features
    assert shed.polygon.bounds == pytest.approx((5, 14, 15, 19))
