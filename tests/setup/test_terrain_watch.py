"""Terrain without a tag that was pushed is told from the picture, and nothing is told that only looks different."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.hand import Hand
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Glare, Scene
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.mapped_terrain import TerrainMemory, TerrainPart, collect_parts
from tablecam.setup.setup_files import SetupState
from tablecam.setup.terrain_step import TerrainStep
from tablecam.setup.terrain_watch import AGREEING, PushedTerrain, is_on_other_terrain
from tablecam.storage.terrain_geojson import write_terrain
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Placed
from tablecam.table.notation import parse
from tablecam.table.terrain import Displacement


@dataclass(frozen=True)
class Still:
    """A table at rest."""

    frame: Frame
    camera: Camera
    models: tuple[Placed, ...]


def looks(scene: Scene, hands: tuple[Hand, ...] = ()) -> list[Still]:
    """As many looks as are needed to tell."""
    renderer = Renderer(scene)
    by_id = scene.roster.by_id
    models = tuple(Placed(by_id[id], at.x_in, at.y_in, at.z_in, at.heading_rad) for id, at in scene.spots.items())
    return [Still(Frame(renderer.picture(hands=hands), 0.0, n), scene.camera, models) for n in range(AGREEING)]


@pytest.fixture(scope="module")
def scene() -> Scene:
    return two_forces(1920, 1080)


@pytest.fixture(scope="module")
def parts(scene: Scene) -> list[TerrainPart]:
    return collect_parts(scene.terrain.features)


@pytest.fixture(scope="module")
def mapped_folder(scene: Scene, parts: list[TerrainPart], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table folder whose terrain was seen at rest."""
    folder = tmp_path_factory.mktemp("table")
    write_terrain(folder / "terrain.geojson", scene.terrain)
    pushed = PushedTerrain(TerrainMemory(folder, SetupState(folder)))
    for look in looks(scene):
        pushed.look(look, parts)
    assert pushed.drifts == []
    return folder


@pytest.fixture
def told(mapped_folder: Path, parts: list[TerrainPart]) -> Callable[..., PushedTerrain]:
    """What the next program tells of some looks."""

    def of(tables: list[Still]) -> PushedTerrain:
        pushed = PushedTerrain(TerrainMemory(mapped_folder, SetupState(mapped_folder)))
        for table in tables:
            pushed.look(table, parts)
        return pushed

    return of


def test_a_pushed_building_is_told_where_it_stands_and_the_map_put_right(
    scene: Scene, told: Callable[..., PushedTerrain], mapped_folder: Path, parts: list[TerrainPart]
) -> None:
    push = {"depot": Displacement(0.9, -0.8, 6.0), "crate 3": Displacement(-0.7, 0.5)}
    pushed_off = replace(scene, pushed=push, sensor=scene.sensor.lit(0.6))
    pushed = told(looks(pushed_off))
    found = {drift.piece: drift for drift in pushed.drifts}
    assert found.keys() == push.keys()
    assert found["depot"].away_in == pytest.approx(math.hypot(0.9, 0.8), abs=0.06)
    assert found["depot"].turned_deg == pytest.approx(6.0, abs=0.6)
    assert str(found["depot"].says) == "depot stands 1.2 in from where it was mapped."

    step = TerrainStep(mapped_folder, lambda: None)
    part, now = pushed.get_moved("depot")
    step.put(part.features, now)
    (depot,) = (feature for feature in step.load_features() if feature.name == "depot")
    (was,) = (feature for feature in scene.terrain.features if feature.name == "depot")
    true = push["depot"].move_polygon(was.polygon, part.middle)
    assert depot.polygon.symmetric_difference(true).area < 0.03 * true.area
    with pytest.raises(SetupRefusal, match="has changed in the meantime"):
        step.put(part.features, now)
    with pytest.raises(SetupRefusal, match="stands where it was mapped"):
        pushed.get_moved("chapel")
    # put back, it is told no more
    pushed.look(looks(scene)[0], parts)
    assert pushed.drifts == []


def test_light_shade_hands_and_models_move_no_terrain(scene: Scene, told: Callable[..., PushedTerrain]) -> None:
    glare = (Glare(34.0, 14.2, 4.0, 110.0), Glare(29.6, 10.2, 2.0, 90.0))
    other = replace(scene.sensor.lit(0.45), gradient=0.4, noise=6.0, glare=glare)
    moved = {name: replace(spot, x_in=spot.x_in + 0.7, z_in=spot.z_in) for name, spot in scene.spots.items()}
    over = Hand(20.4, 20.4, 3.0, math.radians(90)), Hand(43.5, 25.7, 2.5, math.radians(180))
    assert told(looks(replace(scene, sensor=other, spots=moved), over)).drifts == []


@pytest.mark.long
def test_what_all_do_alike_the_camera_did(scene: Scene, told: Callable[..., PushedTerrain]) -> None:
    all_alike = dict.fromkeys((feature.name for feature in scene.terrain.features), Displacement(0.8, 0.6))
    assert told(looks(replace(scene, pushed=all_alike))).drifts == []


def test_one_look_alone_tells_nothing(scene: Scene, told: Callable[..., PushedTerrain]) -> None:
    off = replace(scene, pushed={"depot": Displacement(0.9, -0.8)})
    assert told(looks(off)[: AGREEING - 1]).drifts == []


def test_another_place_of_the_camera_is_another_picture(
    scene: Scene, told: Callable[..., PushedTerrain], mapped_folder: Path
) -> None:
    pose = scene.camera.pose
    aside = replace(scene.camera, pose=replace(pose, translation=pose.translation + np.array([4.0, 0.0, 0.0])))
    off = replace(scene, camera=aside, pushed={"depot": Displacement(0.9, -0.8)})
    assert told(looks(off)).drifts == []


def test_pictures_of_what_is_not_on_the_map_any_more_are_deleted(scene: Scene, tmp_path: Path) -> None:
    pushed = PushedTerrain(TerrainMemory(tmp_path, SetupState(tmp_path)))
    crates = collect_parts([feature for feature in scene.terrain.features if feature.piece == "crate"])
    for look in looks(scene):
        pushed.look(look, crates)
    assert len(list((tmp_path / "terrain-seen").iterdir())) == 3
    pushed.look(looks(scene)[0], crates[:1])
    assert [path.stem[:16] for path in (tmp_path / "terrain-seen").iterdir()] == [crates[0].digest]


def test_features_of_one_piece_that_touch_are_one_part(scene: Scene, parts: list[TerrainPart]) -> None:
    assert "chapel" in {part.name for part in parts}
    assert {"crate 1", "crate 2", "crate 3"} < {part.name for part in parts}
    (crate,) = (feature for feature in scene.terrain.features if feature.name == "crate 1")
    lid = replace(crate, name="lid", z_bottom_in=1.5, z_top_in=1.6)
    (one,) = collect_parts([crate, lid])
    assert one.name == "crate"
    assert one.features == (crate, lid)


def test_a_part_cannot_have_been_pushed_onto_another_one() -> None:
    field = parse(
        "terrain crate solid 0 to 2 at 10,10 12,10 12,12 10,12\nterrain wall solid 0 to 3 at 14,8 15,8 15,14 14,14\n"
    )
    parts = collect_parts(field.terrain.features)
    (crate,) = (part for part in parts if part.name == "crate")
    pushes = Displacement(3.5, 0.0), Displacement(-3.5, 0.0), Displacement(0.5, 0.5)
    assert [is_on_other_terrain(crate, push, parts) for push in pushes] == [True, False, False]
