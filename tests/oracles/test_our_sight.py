"""Our sight against both independent implementations, on random tables."""

import pytest
from hypothesis import example, given, settings
from shapely import Polygon

from tablecam.table.measure.sight import sighting
from tablecam.table.miniature import Base, Circle, Ellipse, Miniature, Placed, Rectangle
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature as OurFeature
from tablecam.table.terrain import Terrain
from tests.oracles import projection, rays
from tests.oracles.random_scenes import along_a_row, question, scenes
from tests.oracles.scene import MM_PER_INCH, Facts, Feature, Model, Obstruction, Scene
from tests.oracles.test_oracles_agree import COARSE, agree

# what rounding leaves of areas and of a search for an ellipse's nearest point
ROUNDING = 1e-8


def snapshot(scene: Scene) -> Snapshot:
    terrain = Terrain(tuple(_feature(feature) for feature in scene.terrain))
    return Snapshot(0.0, tuple(_placed(model) for model in scene.models), terrain)


def _feature(feature: Feature) -> OurFeature:
    shell, *holes = feature.rings
    levels = (feature.z_bottom_in, feature.z_top_in)
    return OurFeature(feature.name, feature.material, *levels, False, Polygon(shell, holes))


def _placed(model: Model) -> Placed:
    shown = Miniature(model.id, model.id, model.side, 0, 16.0, (0.0, 0.0), 1.2, _base(model), model.height_in)
    return Placed(shown, model.x_in, model.y_in, model.z_in, model.heading_rad)


def _base(model: Model) -> Base:
    length, width = model.half_y_in * 2 * MM_PER_INCH, model.half_x_in * 2 * MM_PER_INCH
    if model.cornered:
        return Rectangle(length, width)
    return Circle(width) if length == width else Ellipse(length, width)


def ours(scene: Scene) -> Facts:
    seen = sighting(snapshot(scene), "viewer", "target")
    hiding = tuple(
        Obstruction(each.name, each.kind, each.material, each.distance_in, each.hidden) for each in seen.obstructions
    )
    return Facts(seen.visible, seen.visible_past_terrain, hiding, ROUNDING)


@pytest.mark.slow
@given(scenes())
@settings(max_examples=25)
def test_our_sight_is_that_of_exact_projection(scene: Scene) -> None:
    agree(ours(scene), projection.sighting(scene, question(scene), COARSE))


@pytest.mark.slow
@given(scenes())
@settings(max_examples=25)
def test_our_sight_is_that_of_rays(scene: Scene) -> None:
    agree(ours(scene), rays.sighting(scene, question(scene)))


@pytest.mark.long
@given(scenes())
@settings(max_examples=120)
def test_our_sight_is_that_of_exact_projection_on_many_scenes(scene: Scene) -> None:
    agree(ours(scene), projection.sighting(scene, question(scene)))


@pytest.mark.long
@given(scenes())
@example(along_a_row())
@settings(max_examples=100)
def test_our_sight_is_that_of_many_rays_on_many_scenes(scene: Scene) -> None:
    agree(ours(scene), rays.sighting(scene, question(scene), many=True))
