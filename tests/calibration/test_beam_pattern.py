"""The projector's dots as the table's camera sees them, drawn and read."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_projectors import SIZE, hang_projector

from calibration.beam import build_beam, fit_beam
from calibration.beam_pattern import DotPattern, find_lit_dots, leave_out_models, place_dots, read_dots
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.projector import ProjectedImage
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene

PATTERN = DotPattern(*SIZE)
TABLE_IN = 48.0, 48.0


def film_pattern(scene: Scene, projector, images, brightness: float = 1.5) -> list[np.ndarray]:
    """Draw what the camera sees, grey, while the projector shows each image of dots."""
    renderer = Renderer(scene)
    filmed = []
    for dots in images:
        renderer.project(ProjectedImage(projector, PATTERN.draw(dots), brightness))
        filmed.append(cv2.cvtColor(renderer.picture(), cv2.COLOR_BGR2GRAY))
    return filmed


@pytest.fixture(scope="module")
def scene() -> Scene:
    return demo_scene(960, 540)


@pytest.fixture(scope="module")
def filmed(scene) -> list[np.ndarray]:
    return film_pattern(scene, hang_projector(), PATTERN.images)


def test_each_dot_has_a_number_of_its_own() -> None:
    assert len({code.tobytes() for code in PATTERN.codes}) == len(PATTERN.dots_px)
    assert set(PATTERN.codes.sum(axis=1)) == {6}


def test_dots_are_told_apart_and_lie_where_the_projector_throws_them(scene, filmed) -> None:
    dots, truth = read_dots(PATTERN, filmed), build_beam(hang_projector())
    places = place_dots(scene.camera, TABLE_IN, scene.terrain, dots)
    clear = leave_out_models(places, [(spot.x_in, spot.y_in) for spot in scene.spots.values()])
    off = [np.linalg.norm(truth.cast(PATTERN.dots_px[dot], place[2]) - place[:2]) for dot, place in clear.items()]
    assert len(clear) > 200
    assert np.quantile(off, 0.95) < 0.06
    assert sum(place[2] > 0 for place in clear.values()) >= 5


def test_light_drawn_over_a_table_is_aimed_within_the_tolerance(scene, filmed) -> None:
    places = place_dots(scene.camera, TABLE_IN, scene.terrain, read_dots(PATTERN, filmed))
    clear = leave_out_models(places, [(spot.x_in, spot.y_in) for spot in scene.spots.values()])
    beam = fit_beam(SIZE, PATTERN.dots_px[list(clear)], np.array(list(clear.values())))
    truth = build_beam(hang_projector())
    assert beam.knows_heights
    for z_in, most_in in ((0.0, 0.06), (3.0, 0.12)):
        x, y = np.meshgrid(np.linspace(1, 47, 9), np.linspace(1, 47, 9))
        aimed = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, z_in)])
        off = np.linalg.norm(truth.cast(beam.project(aimed), z_in) - aimed[:, :2], axis=1)
        assert np.quantile(off, 0.95) < most_in


def test_a_dot_beside_an_edge_of_terrain_has_no_place(scene) -> None:
    roof = next(feature for feature in scene.terrain.features if feature.standable)
    x, y = roof.polygon.exterior.coords[0][:2]
    middle = roof.polygon.centroid
    px = scene.camera.project(np.array([[x, y, roof.z_top_in], [middle.x, middle.y, roof.z_top_in]]))
    places = place_dots(scene.camera, TABLE_IN, scene.terrain, {0: px[0], 1: px[1]})
    assert list(places) == [1]
    assert places[1] == pytest.approx([middle.x, middle.y, roof.z_top_in], abs=1e-3)


def test_lit_dots_are_found_near_where_they_are_expected(scene) -> None:
    projector = hang_projector()
    dark, lit = film_pattern(scene, projector, ((), PATTERN.watch_dots))
    truth = build_beam(projector)
    expected = {
        dot: scene.camera.project(np.append(truth.cast(PATTERN.dots_px[dot]), 0.0)) for dot in PATTERN.watch_dots
    }
    found = find_lit_dots(dark, lit, expected, 8.0)
    assert len(found) >= 3
    assert all(np.linalg.norm(found[dot] - expected[dot]) < 0.6 for dot in found)
    away = {dot: px + 60.0 for dot, px in expected.items()}
    assert find_lit_dots(dark, lit, away, 8.0) == {}


def test_roofs_throw_shadows_in_the_projectors_light(scene) -> None:
    # a projector that stands low and far to one side
    projector = hang_projector(60.0, shift=1.2)
    white = np.full((SIZE[1], SIZE[0]), 255, np.uint8)
    renderer = Renderer(replace(scene, spots={}))
    plain = renderer.picture().astype(float)
    renderer.project(ProjectedImage(projector, white, brightness=1.0))
    gain = (renderer.picture() + 4.0) / (plain + 4.0)
    eye = projector.pose.position_in
    roof = max((f for f in scene.terrain.features if f.standable), key=lambda f: f.z_top_in)
    middle = np.array(roof.polygon.centroid.coords[0])
    away = (middle - eye[:2]) / np.linalg.norm(middle - eye[:2])
    edge = middle + away * np.sqrt(roof.polygon.area) * 0.62
    in_shadow, on_roof = edge + away * 0.4, middle
    rows = [scene.camera.project(np.array([*place, z])) for place, z in ((in_shadow, 0.0), (on_roof, roof.z_top_in))]
    dark, bright = (np.median(gain[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2]) for x, y in rows)
    assert dark < 1.15 < 1.5 < bright
