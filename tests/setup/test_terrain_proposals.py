"""Outlines proposed from rendered tables, held against the terrain that is really there."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from shapely import Polygon, unary_union

from tablecam.camera.synthetic.demo import two_forces, without_terrain
from tablecam.camera.synthetic.render import Renderer
from tablecam.camera.synthetic.scene import Scene
from tablecam.setup.camera_step import tags_in
from tablecam.setup.terrain_proposals import ProposedGround, footprint, propose, tops_by_tags
from tablecam.table.terrain import Feature
from tablecam.vision.frame import Frame

SIZE = (48.0, 48.0)
# a piece is found if outline and truth share so much of what both cover together
FOUND = 0.5
# a proposal is right if so much of it is terrain
RIGHT = 0.6
# on printed cloth: of the pieces at least an inch wide, and of all proposals; two barrels in touch are one outline
PLAIN_RECALL, PLAIN_PRECISION = 0.75, 0.9
# on cobbles of the colour of concrete, under brick and concrete
STREET_RECALL, STREET_PRECISION = 0.3, 0.35
# as a share of the height of the camera above the roof
TOP_SIGMA_IN = 0.4


def table(mat: str, models: bool = False) -> Scene:
    drawn = two_forces(1920, 1080, mat)
    return drawn if models else replace(drawn, spots={})


def share(a: Polygon, b: Polygon) -> float:
    return a.intersection(b).area / a.union(b).area


def recall_and_precision(scene: Scene, found: Sequence[ProposedGround]) -> tuple[float, float]:
    """With each piece's own height, which a player types or a tag tells."""
    wide = [one for one in scene.terrain.features if not one.polygon.buffer(-0.45).is_empty]
    hits = [one for one in wide if any(share(at_height(p, scene, one), one.polygon) >= FOUND for p in found)]
    everything = unary_union([one.polygon.buffer(0.2) for one in scene.terrain.features])
    right = [p for p in found if p.outline.intersection(everything).area >= RIGHT * p.outline.area]
    return len(hits) / len(wide), len(right) / max(len(found), 1)


def at_height(proposal: ProposedGround, scene: Scene, feature: Feature) -> Polygon:
    return footprint(proposal.seen, scene.camera, feature.z_top_in)


@pytest.mark.slow
def test_pieces_on_a_plain_mat_are_found_at_their_places() -> None:
    scene = table("plain")
    frame = Frame(Renderer(scene).picture(), 0.0)
    found = propose(frame, scene.camera, SIZE, 2.5)
    recall, precision = recall_and_precision(scene, found)
    assert recall >= PLAIN_RECALL
    assert precision >= PLAIN_PRECISION
    # what is drawn already is not proposed again
    chapel = next(one.polygon for one in scene.terrain.features if one.name == "chapel")
    rest = propose(frame, scene.camera, SIZE, 2.5, known=[chapel])
    assert all(one.seen.intersection(chapel).area < 0.5 * chapel.area for one in rest)
    assert len(rest) >= len(found) - 1


@pytest.mark.slow
def test_on_a_mat_of_the_colour_of_the_terrain_fewer_are_found() -> None:
    scene = table("street")
    found = propose(Frame(Renderer(scene).picture(), 0.0), scene.camera, SIZE, 2.5)
    recall, precision = recall_and_precision(scene, found)
    assert recall >= STREET_RECALL
    assert precision >= STREET_PRECISION


@pytest.mark.slow
def test_an_empty_mat_proposes_nothing_and_models_are_no_terrain() -> None:
    bare = without_terrain(table("plain", models=True))
    frame = Frame(Renderer(bare).picture(), 0.0)
    models = [np.array([spot.x_in, spot.y_in]) for spot in bare.spots.values()]
    assert propose(frame, bare.camera, SIZE, 3.0, models=models) == []


@pytest.mark.slow
def test_a_tag_on_top_tells_the_height() -> None:
    scene = table("plain", models=True)
    pit = scene.spots["pit"]
    frame = Frame(Renderer(replace(scene, spots={"pit": pit})).picture({"pit": pit}), 0.0)
    tags = [one for one in tags_in(frame) if not 40 <= one.tag < 48]
    (top,) = tops_by_tags(frame, scene.camera, tags)
    # the tag lies on its tray on the roof, which is 3.5 in high
    assert top.top_in == pytest.approx(3.5, abs=TOP_SIGMA_IN)
    by_tag = [one for one in propose(frame, scene.camera, SIZE, 1.0, tops=[top]) if one.by_tag]
    assert [one.top_in for one in by_tag] == [top.top_in]
    chapel = next(one.polygon for one in scene.terrain.features if one.name == "chapel")
    assert share(by_tag[0].outline, chapel) > 0.8


def test_the_ground_of_a_box_is_found_under_its_roof() -> None:
    camera = table("plain").camera
    ground = np.array([[4.0, 30.0], [9.0, 30.0], [9.0, 36.0], [4.0, 36.0]])
    eye = camera.pose.position_in
    roof = eye[:2] + (ground - eye[:2]) * eye[2] / (eye[2] - 3.0)
    seen = unary_union([Polygon(ground), Polygon(roof)]).convex_hull
    assert share(footprint(seen, camera, 3.0), Polygon(ground)) > 0.98
    # a thing that is too small for its height has no ground
    assert footprint(Polygon(roof).buffer(-2.4), camera, 40.0).is_empty
