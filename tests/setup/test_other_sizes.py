"""Tables of six and eight by four feet, from the choice of the camera to the certificate, on one drawn picture each."""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from hardware.command import print_
from tablecam.base.errors import TablecamError
from tablecam.commands.drawn_table import make_company
from tablecam.live.pipeline import measure_photo
from tablecam.live.rectification import MARGIN_IN, PX_PER_IN, rectify_frame
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.camera import draw_frame
from tablecam.sensing.camera.synthetic.demo import resize_scene, two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene
from tablecam.sensing.camera.synthetic.script import Script
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.card_plan import choose_card_place
from tablecam.setup.certified_camera import PlacedPicture
from tablecam.setup.finding import GOOD
from tablecam.setup.gauge_step import TRUE_IN, GaugeReading
from tablecam.setup.layout import Laid
from tablecam.setup.place_step import PlaceStep, lens_for, register_camera, search_tags
from tablecam.setup.setup_files import ChosenSize, SetupState, load_files
from tablecam.setup.table_certificate import certify, keep, load_certificate, stale
from tablecam.setup.terrain_step import TerrainStep
from tablecam.setup.true_scale import Certificate
from tablecam.storage.camera_yaml import write_camera
from tablecam.storage.models_toml import write_roster
from tablecam.storage.table_folder import read_folder
from tablecam.storage.terrain_geojson import write_terrain

pytestmark = pytest.mark.slow

SIZES = [(72.0, 48.0), pytest.param((96.0, 48.0), marks=pytest.mark.long)]


@dataclass(frozen=True)
class LargeTable:
    """A drawn table of that size, its picture, and its folder as the set-up's step "table" left it."""

    size_in: tuple[float, float]
    scene: Scene
    frame: Frame
    folder: Path


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]:g}x{size[1]:g}")
def large(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> LargeTable:
    size_in = request.param
    scene = resize_scene(two_forces(3840, 2160, company=make_company(BOOKS.usual)), size_in)
    frame = draw_frame(Renderer(scene), Script(scene, ()), 0.0)
    folder = tmp_path_factory.mktemp("large")
    ChosenSize(SetupState(folder)).choose(*size_in)
    write_camera(folder / "camera.yaml", scene.camera.intrinsics)
    write_roster(folder / "models.toml", scene.roster)
    write_terrain(folder / "terrain.geojson", scene.terrain)
    step = PlaceStep(folder, lambda: None)
    step.look(frame)
    step.lay(Laid(ChosenSize(SetupState(folder)).inches, tuple(scene.camera.project(np.array([-1.0, -1.0, 0.0])))))
    assert step.look(frame).finding.verdict == GOOD
    step.save()
    return LargeTable(size_in, scene, frame, folder)


def test_the_step_table_lays_the_tags_where_they_lie(large: LargeTable) -> None:
    table = read_folder(large.folder, materials=BOOKS.materials).table
    assert (table.width_in, table.depth_in) == large.size_in
    truth = {tag.id: tag.center_in for tag in large.scene.table.reference_tags}
    assert {tag.id for tag in table.reference_tags} == set(truth)
    assert all(math.dist(tag.center_in, truth[tag.id]) < 0.06 for tag in table.reference_tags)


def test_a_wrong_size_is_refused_with_the_right_one(large: LargeTable) -> None:
    width, depth = large.size_in
    step = PlaceStep(large.folder, lambda: None)
    step.look(large.frame)
    corner = tuple(large.scene.camera.project(np.array([-1.0, -1.0, 0.0])))
    with pytest.raises(TablecamError, match=rf"48 x 48 in does not fit .* {width:g} x {depth:g} in"):
        step.lay(Laid((48.0, 48.0), corner))


def test_every_model_is_measured_where_it_stands(large: LargeTable) -> None:
    folder = read_folder(large.folder, materials=BOOKS.materials)
    found = {placed.model.id: placed for placed in measure_photo(folder, large.frame).snapshot.models}
    # at 4K a tag on eight feet has under two pixels a cell, so that one may be missed and none be wrong
    assert len(found) >= len(large.scene.spots) - 1
    for name, placed in found.items():
        spot = large.scene.spots[name]
        assert (placed.x_in, placed.y_in) == pytest.approx((spot.x_in, spot.y_in), abs=0.06), name


def test_the_map_covers_the_table_and_takes_its_terrain(large: LargeTable) -> None:
    step = TerrainStep(large.folder, lambda: None, BOOKS.usual.material_names)
    assert step.size_in == large.size_in
    drawn, fault = step.load_readable()
    assert fault == ""
    assert len(drawn) == len(large.scene.terrain.features)
    assert step.check(drawn).sound
    step.save(drawn, step.stamp)
    assert max(feature.polygon.bounds[2] for feature in load_files(large.folder).terrain.features) > 48.0
    above = rectify_frame(large.frame, large.scene.camera, large.size_in, 0.0)
    assert above.shape[:2] == tuple(PX_PER_IN * (side + 2 * MARGIN_IN) for side in reversed(large.size_in))


def test_it_has_a_certificate(large: LargeTable) -> None:
    readings: list[GaugeReading] = []
    while (place := choose_card_place(readings, large.size_in)) is not None:
        error_in = 0.002 * (-1) ** len(readings)
        x_in, y_in = (round(coordinate, 2) for coordinate in place.at_in)
        readings.append(GaugeReading((x_in, y_in), place.turn_deg, TRUE_IN + error_in, 0.004))
    files = load_files(large.folder)
    registration = register_camera(files.table, large.frame, search_tags(large.frame, ()), lens_for(files, large.frame))
    made = certify(
        large.folder, [PlacedPicture(large.frame, registration)], readings, TRUE_IN, Certificate("mat", 0.001, 1.0)
    )
    assert made.size_in == large.size_in
    verdicts = {str(line.title): line.finding.verdict for line in made.lines}
    assert verdicts["Ranges"] == verdicts["Stated uncertainty"] == verdicts["Camera and lens"] == GOOD
    keep(large.folder, made)
    assert load_certificate(large.folder) == made
    assert stale(made, large.folder, {0: registration.camera}) is None


def test_some_camera_serves_it(large: LargeTable) -> None:
    size = f"{large.size_in[0]:g}x{large.size_in[1]:g}"
    rig = CliRunner().invoke(print_, ["rig", "--table", size])
    assert rig.exit_code == 0
    assert "OK with 20 mm" in rig.output
