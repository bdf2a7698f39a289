"""The drawn table in other sizes: whole, lawful, and read like any other."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from shapely import box

from tablecam.base.errors import TablecamError
from tablecam.commands.drawn_table import make_company
from tablecam.live.pipeline import measure_photo
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.camera import draw_frame
from tablecam.sensing.camera.synthetic.demo import is_free, resize_scene, two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene
from tablecam.sensing.camera.synthetic.script import Script
from tablecam.storage.table_folder import TableFolder
from tablecam.table.table import HexGrid

SIZES = [(72.0, 48.0), (48.0, 72.0), (96.0, 48.0), (60.0, 44.0), (36.0, 36.0)]
USUAL = two_forces(1920, 1080)


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]:g}x{size[1]:g}")
def scene(request: pytest.FixtureRequest) -> Scene:
    return resize_scene(USUAL, request.param)


def test_a_table_of_the_usual_size_is_left_as_it_is() -> None:
    assert resize_scene(USUAL, (48.0, 48.0)) is USUAL


def test_pieces_lie_on_the_table_and_none_in_another(scene: Scene) -> None:
    pieces = [feature.polygon for feature in scene.terrain.features]
    assert len(pieces) >= 12
    playing_area = box(0, 0, scene.table.width_in, scene.table.depth_in)
    assert all(playing_area.contains(piece) for piece in pieces)
    # the walls of a ruin keep their corner
    was = {feature.name: feature.polygon for feature in USUAL.terrain.features}
    for one, other in combinations(scene.terrain.features, 2):
        overlap = one.polygon.intersection(other.polygon).area
        assert overlap == pytest.approx(was[one.name].intersection(was[other.name]).area), (one.name, other.name)


def test_every_model_has_a_free_place_and_who_stood_on_a_piece_still_does(scene: Scene) -> None:
    size_in = scene.table.width_in, scene.table.depth_in
    for model in scene.roster.models:
        others = {name: (scene.roster.by_id[name], at) for name, at in scene.spots.items() if name != model.id}
        # at least as far from others as on the usual table
        assert is_free(model, scene.spots[model.id], others, scene.terrain, gap_in=0.0, size_in=size_in), model.id
    raised = {name for name, spot in scene.spots.items() if spot.z_in > 0}
    assert raised == {name for name, spot in USUAL.spots.items() if spot.z_in > 0}


def test_reference_tags_lie_around_the_table(scene: Scene) -> None:
    for tag, was in zip(scene.table.reference_tags, USUAL.table.reference_tags, strict=True):
        for at, before, side in zip(
            tag.center_in, was.center_in, (scene.table.width_in, scene.table.depth_in), strict=True
        ):
            assert at == {24.0: side / 2, -1.4: -1.4, 49.4: side + 1.4}[before]


@pytest.mark.slow
def test_a_table_with_a_grid_and_one_without_room_are_refused_in_a_sentence() -> None:
    with pytest.raises(TablecamError, match="a table of 14 x 14 in has no room for"):
        resize_scene(USUAL, (14.0, 14.0))
    hexes = replace(USUAL, table=replace(USUAL.table, grid=HexGrid(2.0)))
    with pytest.raises(TablecamError, match="has a grid, and so its own size"):
        resize_scene(hexes, (72.0, 48.0))


@pytest.mark.long
def test_six_by_four_feet_are_read_where_they_stand() -> None:
    scene = resize_scene(two_forces(3840, 2160, company=make_company(BOOKS.usual)), (72.0, 48.0))
    frame = draw_frame(Renderer(scene), Script(scene, ()), 0.0)
    folder = TableFolder(scene.camera.intrinsics, scene.table, scene.roster, scene.terrain, Path())
    found = {placed.model.id: placed for placed in measure_photo(folder, frame).snapshot.models}
    assert set(found) == set(scene.spots)
    for name, spot in scene.spots.items():
        assert (found[name].x_in, found[name].y_in) == pytest.approx((spot.x_in, spot.y_in), abs=0.03), name
