"""The certificate of a drawn table, where every error is known."""

import json
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pypdfium2
import pytest

from tablecam.base.errors import BadPicture
from tablecam.sensing.camera.controls import TagLight
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Spot, overhead
from tablecam.sensing.tracking.sag import MeasuredDepth
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.certificate_sheet import certificate_pdf, heading
from tablecam.setup.certified_camera import PlacedPicture
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN
from tablecam.setup.gauge_step import FRAMES, TRUE_IN, GaugeReading, GaugeStep
from tablecam.setup.length_errors import estimate_errors, judge_errors
from tablecam.setup.place_step import lens_for, register_camera, search_tags
from tablecam.setup.setup_files import SetupState, load_files
from tablecam.setup.table_certificate import (
    NAME,
    PLACES,
    TableCertificate,
    certify,
    keep,
    load_certificate,
    shape_finding,
    stale,
)
from tablecam.setup.true_scale import Certificate
from tablecam.storage.table_toml import write_table
from tablecam.table.geometry.projection import Camera

pytestmark = pytest.mark.slow

CORNERS = [(10.0, 10.0), (38.0, 10.0), (38.0, 38.0), (10.0, 38.0), (24.0, 24.0), (24.0, 10.0), (24.0, 38.0)]

SMALL = [0.003, -0.002, 0.004, -0.005, 0.001, 0.002, -0.003]


def readings(errors: list[float], sigma: float = 0.004) -> list[GaugeReading]:
    return [
        GaugeReading(at, 30.0 * number, TRUE_IN + error, sigma)
        for number, (at, error) in enumerate(zip(CORNERS, errors, strict=False))
    ]


@pytest.fixture
def placed(folder, frame):
    """A folder, and a picture of its table with the camera's place."""
    path = folder("camera.yaml", "table.toml", "models.toml")
    return path, picture_of(path, frame)


def picture_of(path, frame: Frame, number: int = 0) -> PlacedPicture:
    files = load_files(path, number)
    return PlacedPicture(frame, register_camera(files.table, frame, search_tags(frame, ()), lens_for(files, frame)))


# free of models and terrain on the drawn table, in three directions
LAID = ((10, 10, 0.0), (40, 5, 1.6), (40, 43, 1.6), (10, 43, 1.5), (24, 33, 1.6), (24, 4, 0.0), (24, 24, 0.8))
MAT = Certificate("mat", 0.001, 1.0)


def made(placed, errors: list[float], scale: Certificate | None = MAT) -> TableCertificate:
    path, picture = placed
    return certify(path, [picture], readings(errors), TRUE_IN, scale)


def verdicts(certificate: TableCertificate) -> dict[str, str]:
    return {str(line.title): line.finding.verdict for line in certificate.lines}


def test_a_table_that_measures_as_it_says_is_green(placed) -> None:
    certificate = made(placed, SMALL)
    assert verdicts(certificate)["Ranges"] == GOOD
    assert verdicts(certificate)["Stated uncertainty"] == GOOD
    assert verdicts(certificate)["Camera and lens"] == GOOD
    # all but the pixels of a 1080p camera, and the shape of a table on which nothing stands
    left = {"Pixels of the tags", "Shape of the table"}
    assert {verdict for title, verdict in verdicts(certificate).items() if title not in left} == {GOOD}
    (cells,) = [line.finding for line in certificate.lines if str(line.title) == "Pixels of the tags"]
    assert "px a cell" in str(cells.says)
    assert certificate.cell_px[0] > certificate.cell_px[1] > 1


def test_fewer_than_seven_places_certify_nothing(placed) -> None:
    certificate = made(placed, [0.003, -0.002])
    assert certificate.missing_places == PLACES - 2
    assert verdicts(certificate)["Ranges"] == verdicts(certificate)["Stated uncertainty"] == UNKNOWN
    assert str(certificate.lines[0].finding.says) == "Lay the gauge card in 5 more places, all over the table."


def test_errors_larger_than_stated_are_told_with_what_to_do(placed) -> None:
    certificate = made(placed, [0.05, -0.05, 0.04, -0.06, 0.05, -0.04, 0.06])
    stated = certificate.lines[1].finding
    assert stated.verdict == BAD
    assert "0% of the readings" in str(stated.says)
    assert "steel rule" in str(stated.says)
    assert certificate.verdict == BAD


def test_without_a_length_that_no_printer_made_the_scale_is_in_doubt(placed) -> None:
    certificate = made(placed, [0.0] * PLACES, scale=None)
    assert verdicts(certificate)["Scale of the prints"] == FAIR
    (scale,) = [line.finding for line in certificate.lines if str(line.title) == "Scale of the prints"]
    assert "depend only on printed tags and the printed card" in str(scale.says)


def test_places_that_lie_close_together_are_not_enough(placed) -> None:
    certificate = made(placed, [0.0] * PLACES)
    readings = (replace(one, at_in=(20.0 + number, 20.0)) for number, one in enumerate(certificate.readings))
    close = replace(certificate, readings=tuple(readings))
    assert verdicts(close)["Ranges"] == FAIR


def test_bad_light_is_told(placed) -> None:
    certificate = made(placed, [0.0] * PLACES)
    assert verdicts(certificate)["Light"] == GOOD
    for light, verdict in ((TagLight(250, 120, 0.6), BAD), (TagLight(70, 20, 0.0), BAD), (None, UNKNOWN)):
        (camera,) = certificate.cameras
        assert verdicts(replace(certificate, cameras=(replace(camera, light=light),)))["Light"] == verdict


def test_it_is_kept_in_the_folder_and_read_again(placed) -> None:
    path = placed[0]
    certificate = made(placed, SMALL)
    assert load_certificate(path) is None
    keep(path, certificate)
    assert load_certificate(path) == certificate
    (path / NAME).write_text("{}", encoding="utf-8")
    assert load_certificate(path) is None
    (path / NAME).write_text(json.dumps({"pose": []}), encoding="utf-8")
    assert load_certificate(path) is None


def test_a_camera_that_hangs_elsewhere_has_no_certificate(placed, scene) -> None:
    path, picture = placed
    now = {0: picture.registration.camera}
    certificate = made(placed, [0.0] * PLACES)
    assert stale(certificate, path, now) is None
    assert stale(certificate, path, {}) is None
    elsewhere = Camera(scene.camera.intrinsics, overhead(60.0, 5.0))
    assert "The camera has moved since the certificate of" in str(stale(certificate, path, {0: elsewhere}))
    # a further camera, which `certify` was not given
    assert str(stale(certificate, path, now | {1: elsewhere})).startswith("Camera 2 is not in the certificate of ")
    (path / "table.toml").write_text((path / "table.toml").read_text() + "\n", encoding="utf-8")
    assert "has changed since" in str(stale(certificate, path, now))


def test_the_page_has_every_line_on_it(placed) -> None:
    certificate = made(placed, SMALL)
    document = pypdfium2.PdfDocument(certificate_pdf(certificate, "my table", None))
    assert len(document) == 1
    words = document[0].get_textpage().get_text_range()
    for line in certificate.lines:
        assert str(line.title) in words
    assert "my table" in words
    assert certificate.made in words


def test_no_error_at_all_has_no_minus_sign(placed) -> None:
    page = pypdfium2.PdfDocument(certificate_pdf(made(placed, [-0.0001, -0.0001, *[0.0] * 5]), "my table", None))[0]
    assert "-0.000" not in page.get_textpage().get_text_range()


def test_a_table_that_is_not_set_up_is_refused(tmp_path, placed) -> None:
    with pytest.raises(BadPicture, match="not set up"):
        certify(tmp_path / "nowhere", [placed[1]], (), TRUE_IN)


@pytest.mark.slow
def test_the_card_in_seven_places_of_the_drawn_table_certifies_it(placed, card) -> None:
    path, picture = placed
    step = GaugeStep(path, SetupState(path))
    for x, y, turn in LAID:
        for frame in card(Spot(x, y, 0.0, turn), FRAMES):
            step.look(frame)
    assert len(step.verdict.readings) == PLACES
    certificate = certify(path, [picture], step.verdict.readings, TRUE_IN, Certificate("mat", 0.001, 1.0))
    assert verdicts(certificate)["Ranges"] == GOOD
    assert verdicts(certificate)["Stated uncertainty"] == GOOD
    assert verdicts(certificate)["Directions and places"] == GOOD
    assert np.abs([one.measured_in - TRUE_IN for one in certificate.readings]).max() < 0.02
    lengths = [second.read_in - first.read_in for first, second in pairwise(certificate.readings[0].marks)]
    assert lengths == pytest.approx([1.5, 5.0, 3.5], abs=0.02)


@pytest.mark.slow
def test_the_shape_of_the_table_is_told_by_the_models_on_it(placed) -> None:
    path, bare = placed
    scene = two_forces(1920, 1080)
    standing = Frame(Renderer(scene).picture(), 0.0)
    certificate = made((path, replace(bare, frame=standing)), SMALL)
    assert certificate.shape is not None
    assert certificate.shape.flat
    assert certificate.shape.tags >= 8
    assert 0 < certificate.shape.sigma_in < 0.2
    (line,) = [line for line in certificate.lines if str(line.title) == "Shape of the table"]
    # 20 models under one camera at 1080p do not tell 3 mm
    assert str(line.finding.says).startswith("Not measured to 3 mm:")
    assert not certificate.shape_known
    keep(placed[0], certificate)
    assert load_certificate(placed[0]) == certificate


def test_a_deep_middle_is_told_with_what_to_do_and_a_bare_table_is_no_fault(placed) -> None:
    green = made(placed, SMALL)
    deep = replace(green, shape=MeasuredDepth(20, 0.25, 0.04, flat=False))
    (line,) = [line for line in deep.lines if str(line.title) == "Shape of the table"]
    assert line.finding.verdict == FAIR
    assert str(line.finding.says) == (
        "Its middle lies 6.3 mm low (± 2.0 mm, measured with 20 models). Ranges are corrected for it. "
        "Support the table, or lay the mat on a board."
    )
    assert replace(deep, shape=replace(deep.shape, depth_in=0.5)).verdict == BAD
    # as flat as it has to be, and flat as far as too few models show
    flat = replace(green, shape=MeasuredDepth(30, 0.02, 0.04, flat=True))
    assert verdicts(flat)["Shape of the table"] == GOOD
    unsure = replace(green, shape=MeasuredDepth(9, 0.03, 0.1, flat=True))
    assert verdicts(unsure)["Shape of the table"] == UNKNOWN
    assert "a sag of up to 5.8 mm could go unnoticed" in str(shape_finding(unsure.shape).says)
    # a green verdict says what it leaves open
    clear = replace(unsure, cell_px=(4.0, 3.5), cameras=(replace(unsure.cameras[0], width_px=3840),))
    assert clear.verdict == GOOD
    assert (
        str(heading(clear)) == "This table measures as accurately as it states. The shape of the table is not measured."
    )
    assert str(heading(replace(clear, shape=flat.shape))) == "This table measures as accurately as it states."
    # what is known of a sag is told with how well: 2 mm, give or take 2, may be more than 3
    assert verdicts(replace(green, shape=MeasuredDepth(20, 0.08, 0.04, flat=False)))["Shape of the table"] == FAIR
    bare = replace(green, shape=None)
    assert verdicts(bare)["Shape of the table"] == UNKNOWN
    assert bare.verdict == green.verdict
    # an older file says nothing of it
    keep(placed[0], green)
    plain = json.loads((placed[0] / NAME).read_text())
    del plain["shape"]
    (placed[0] / NAME).write_text(json.dumps(plain))
    assert load_certificate(placed[0]) == bare


@pytest.mark.long
@pytest.mark.parametrize("side", [0, 1])
def test_references_stretched_along_one_side_are_told(placed, card, side: int) -> None:
    """A sheet that grew by .4 % one way: the file has the tags of that side further apart than they are."""
    path, _picture = placed
    table = load_files(path).table
    assert table is not None
    moved = [
        replace(tag, center_in=tuple(x * (1.004 if axis == side else 1) for axis, x in enumerate(tag.center_in)))
        for tag in table.reference_tags
    ]
    write_table(path / "table.toml", replace(table, reference_tags=tuple(moved)))
    step = GaugeStep(path, SetupState(path))
    for x, y, turn in LAID:
        for frame in card(Spot(x, y, 0.0, turn), 1) * FRAMES:
            step.look(frame)
    errors = estimate_errors(step.verdict.readings, TRUE_IN)
    assert errors is not None
    # the camera's place takes up some of it, so that lengths depend on the place as well
    assert errors.is_stretched or errors.uneven_certain
    assert judge_errors(errors).verdict != GOOD


@pytest.mark.long
def test_a_trough_of_six_millimetres_in_the_table_is_told(placed, card) -> None:
    path, _picture = placed
    step = GaugeStep(path, SetupState(path))
    for x, y, turn in LAID:
        depth_in = 0.236 * max(0.0, 1 - abs(x - 24) / 12)
        for frame in card(Spot(x, y, -depth_in, turn), 1) * FRAMES:
            step.look(frame)
    errors = estimate_errors(step.verdict.readings, TRUE_IN)
    assert errors is not None
    assert errors.is_stretched or errors.uneven_certain
    assert judge_errors(errors).verdict != GOOD
