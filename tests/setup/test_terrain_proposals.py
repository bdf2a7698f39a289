"""Outlines proposed from rendered tables, held against the terrain that is really there."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from shapely import MultiPoint, Polygon, unary_union
from shapely.geometry.base import BaseGeometry

from tablecam.sensing.camera.synthetic.demo import two_forces, without_terrain
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.camera_step import detect_tags
from tablecam.setup.terrain_proposals import (
    ProposedGround,
    footprint,
    make_proposal,
    outline_seen,
    propose,
    tops_by_tags,
)
from tablecam.table.geometry.projection import Camera, Intrinsics, Pose
from tablecam.table.terrain import Feature

SIZE = (48.0, 48.0)
# a piece is found if outline and truth share so much of what both cover together
FOUND = 0.5
# a proposal is right if so much of it is terrain
RIGHT = 0.6
# on printed cloth: of the pieces at least an inch wide, and of all proposals; two barrels in touch are one outline
PLAIN_RECALL, PLAIN_PRECISION = 0.75, 0.9
# on cobbles of the colour of concrete, under brick and concrete: of all fifteen parts, fences and walls too
STREET_COVERED, STREET_PRECISION = 12, 0.9
# so much of what the camera sees of a part is under outlines
COVERED = 0.5
# pictures from a path tracer, with 28 models on the table: of sixteen pieces, and of all proposals
RENDERED_COVERED, RENDERED_PRECISION = 9, 0.7
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


def see_prism(ground: Polygon, z_in: tuple[float, float], camera: Camera) -> BaseGeometry:
    """What a camera sees of an upright prism, on the plane z = 0."""
    eye = camera.pose.position_in
    ring = np.array(ground.exterior.coords)[:, :2]
    low, high = (eye[:2] + (ring - eye[:2]) * eye[2] / (eye[2] - height) for height in z_in)
    walls = [MultiPoint([*low[at : at + 2], *high[at : at + 2]]).convex_hull for at in range(len(ring) - 1)]
    return unary_union([Polygon(low).buffer(0), Polygon(high).buffer(0), *walls])


def count_covered(seen: Sequence[BaseGeometry], proposals: Sequence[ProposedGround]) -> tuple[int, float]:
    """How many parts are under outlines of terrain, and the share of the outlines that are on terrain."""
    everything = unary_union([part.buffer(0.25) for part in seen])
    right = [one.seen for one in proposals if one.seen.intersection(everything).area >= RIGHT * one.seen.area]
    under = unary_union(right)
    covered = [part for part in seen if part.intersection(under).area >= COVERED * part.area]
    return len(covered), len(right) / max(len(proposals), 1)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160)])
def test_twelve_of_the_fifteen_parts_of_the_demo_are_found_on_its_own_mat(size: tuple[int, int]) -> None:
    scene = replace(two_forces(*size, "street"), spots={})
    parts = scene.terrain.features
    assert len(parts) == 15
    seen = [see_prism(part.polygon, (part.z_bottom_in, part.z_top_in), scene.camera) for part in parts]
    proposals = propose(Frame(Renderer(scene).picture(), 0.0), scene.camera, SIZE, 3.0)
    covered, precision = count_covered(seen, proposals)
    assert covered >= STREET_COVERED
    assert precision >= STREET_PRECISION
    # the hill is one piece, and not scraps of it
    hill = seen[[part.name for part in parts].index("hill")]
    assert max(share(one.seen, hill) for one in proposals) > 0.85


@pytest.mark.slow
@pytest.mark.parametrize("mat", ["plain", "street", "busy"])
def test_an_empty_mat_of_any_pattern_proposes_nothing(mat: str) -> None:
    bare = without_terrain(table(mat))
    assert propose(Frame(Renderer(bare).picture(), 0.0), bare.camera, SIZE, 3.0) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["f00", "f01"])
def test_pieces_in_pictures_of_another_renderer_are_found(name: str, shared_data: Path) -> None:
    folder = shared_data / "rendered" / name
    truth = json.loads((folder / "truth_1080p.json").read_text())
    lens, image = truth["camera"], cv2.imread(str(folder / "frame_1080p.jpg"))
    assert image is not None
    intrinsics = Intrinsics(1920, 1080, np.array(lens["K"]), np.array(lens["dist"]), name="rendered")
    camera = Camera(intrinsics, Pose(np.array(lens["R"]), np.array(lens["tvec_in"])))
    seen = [
        unary_union([see_prism(Polygon(part["poly"]), (part["z0"], part["z1"]), camera) for part in piece["parts"]])
        for piece in truth["terrain"]
    ]
    models = [np.array(model["base_centre_in"][:2]) for model in truth["models"]]
    covered, precision = count_covered(seen, propose(Frame(image, 0.0), camera, SIZE, 3.0, models=models))
    assert covered >= RENDERED_COVERED
    assert precision >= RENDERED_PRECISION


def test_a_thin_wall_that_is_lower_than_assumed_is_proposed_at_a_lower_height() -> None:
    camera = table("plain").camera
    wall = Polygon([(42.0, 18.0), (42.4, 18.0), (42.4, 23.0), (42.0, 23.0)])
    seen = see_prism(wall, (0.0, 1.0), camera)
    assert footprint(Polygon(seen.exterior), camera, 4.5).is_empty
    low = make_proposal(Polygon(seen.exterior), camera, 4.5, ())
    assert low.top_in < 4.5
    assert low.outline.intersection(wall).area > 0.25 * wall.area


@pytest.mark.slow
def test_nothing_of_a_piece_that_is_drawn_is_proposed_again() -> None:
    scene = table("plain")
    known = [outline_seen(part.polygon, scene.camera, part.z_top_in) for part in scene.terrain.features]
    assert propose(Frame(Renderer(scene).picture(), 0.0), scene.camera, SIZE, 2.0, known=known) == []


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
    tags = [one for one in detect_tags(frame) if not 40 <= one.tag < 48]
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
