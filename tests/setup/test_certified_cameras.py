"""The certificate of a drawn table under two cameras, both of which read the gauge card."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pypdfium2
import pytest
from test_table_cameras import Still

from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.hot_swap import HotSwap
from tablecam.sensing.camera.several import SeveralCameras
from tablecam.sensing.camera.synthetic.camera import choose_camera, write_table_folder
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene, Spot, overhead
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.certificate_sheet import certificate_pdf
from tablecam.setup.certified_camera import PlacedPicture
from tablecam.setup.finding import BAD, GOOD, UNKNOWN
from tablecam.setup.gauge_step import (
    ALREADY_READ,
    FRAMES,
    MOST_READINGS,
    TRUE_IN,
    GaugeReading,
    GaugeReadings,
    GaugeSeen,
    GaugeStep,
    judge_readings,
    select_one_per_place,
    sight_of_all,
)
from tablecam.setup.place_step import lens_for, register_camera, search_tags
from tablecam.setup.setup_files import SetupState, digest_cameras, digest_table, load_files
from tablecam.setup.table_cameras import Cameras
from tablecam.setup.table_certificate import NAME, PLACES, TableCertificate, certify, keep, load_certificate, stale
from tablecam.setup.table_setup import TableSetup
from tablecam.setup.true_scale import Certificate
from tablecam.table.geometry.projection import Camera
from tablecam.table.terrain import Terrain

pytestmark = pytest.mark.slow

SPOTS = [
    Spot(x, y, 0.0, turn)
    for x, y, turn in (
        (10, 10, 0.0),
        (40, 5, 1.6),
        (40, 43, 1.6),
        (10, 43, 1.5),
        (24, 33, 1.6),
        (24, 4, 0.0),
        (24, 24, 0.8),
    )
]
MAT = Certificate("mat", 0.001, 1.0)


@dataclass(frozen=True)
class Both:
    """A bare table under two cameras: what each of them draws, and its place."""

    folder: Path
    views: tuple[Scene, ...]
    renderers: tuple[Renderer, ...]
    pictures: tuple[PlacedPicture, ...]


@pytest.fixture(scope="module")
def drawn_once(tmp_path_factory) -> Both:
    drawn = two_forces(1920, 1080)
    scene = replace(drawn, spots={}, terrain=Terrain(), sensor=replace(drawn.sensor, noise=2.0))
    folder = tmp_path_factory.mktemp("both")
    write_table_folder(scene, folder, 2)
    views = tuple(choose_camera(scene, number) for number in range(2))
    renderers = tuple(map(Renderer, views))
    frames = [Frame(renderer.picture(), 0.0) for renderer in renderers]
    return Both(folder, views, renderers, tuple(_placed(folder, *each) for each in enumerate(frames)))


def _placed(folder: Path, number: int, frame: Frame) -> PlacedPicture:
    files = load_files(folder, number)
    assert files.table is not None
    return PlacedPicture(frame, register_camera(files.table, frame, search_tags(frame, ()), lens_for(files, frame)))


@pytest.fixture
def both(drawn_once: Both, tmp_path: Path) -> Both:
    """The same in a folder of its own."""
    folder = tmp_path / "table"
    shutil.copytree(drawn_once.folder, folder)
    return replace(drawn_once, folder=folder)


def read_by(camera: int, errors: list[float]) -> list[GaugeReading]:
    return [
        GaugeReading((spot.x_in, spot.y_in), 30.0 * at, TRUE_IN + error, 0.004, camera)
        for at, (spot, error) in enumerate(zip(SPOTS, errors, strict=False))
    ]


SMALL, LARGE = [0.003, -0.002, 0.004, -0.005, 0.001, 0.002, -0.003], [0.05, -0.06, 0.05, -0.07, 0.06, -0.05, 0.05]


def made(both: Both, readings: list[GaugeReading]) -> TableCertificate:
    return certify(both.folder, both.pictures, readings, TRUE_IN, MAT)


def line(certificate: TableCertificate, title: str) -> tuple[str, str]:
    (found,) = [one.finding for one in certificate.lines if str(one.title) == title]
    return found.verdict, str(found.says)


@pytest.mark.long
def test_each_camera_reads_the_card_where_it_sees_it_well_enough(both: Both) -> None:
    step = GaugeStep(both.folder, SetupState(both.folder))
    for spot in SPOTS:
        for camera, renderer in enumerate(both.renderers):
            picture = renderer.picture(gauge=spot)
            for number in range(FRAMES):
                step.look(Frame(picture, number / 10, number), camera)
    verdict = step.verdict
    by_camera = [[one.measured_in for one in verdict.readings if one.camera == camera] for camera in range(2)]
    # the second hangs aslant, and the far corners get too few of its pixels
    assert len(by_camera[0]) == verdict.places == PLACES
    assert 2 <= len(by_camera[1]) < PLACES
    assert by_camera[1] == pytest.approx([TRUE_IN] * len(by_camera[1]), abs=0.02)
    certificate = made(both, list(verdict.readings))
    ranges, says = line(certificate, "Ranges")
    assert ranges == GOOD
    assert says.startswith("Camera 1: Read in 7 places, ")
    assert f"Camera 2: Read in {len(by_camera[1])} places, " in says
    assert line(certificate, "Stated uncertainty")[0] == GOOD
    keep(both.folder, certificate)
    assert load_certificate(both.folder) == certificate
    document = pypdfium2.PdfDocument(certificate_pdf(certificate, "my table", None))
    assert len(document) == 1
    words = document[0].get_textpage().get_text_range()
    assert "by camera" in words
    assert "Camera 2: The tags" in words


def test_a_camera_that_reads_wrongly_is_named(both: Both) -> None:
    verdict, says = line(made(both, read_by(0, SMALL) + read_by(1, LARGE)), "Ranges")
    assert verdict == BAD
    assert "Camera 1: Read in 7 places, 0.005 in off at worst." in says
    assert "Camera 2: Read in 7 places, 0.070 in off at worst. The error differs from place to place" in says


def test_a_camera_that_has_not_read_the_card_is_not_certified(both: Both) -> None:
    certificate = made(both, read_by(0, SMALL))
    assert line(certificate, "Ranges") == (
        UNKNOWN,
        "Camera 2 has not read the card: lay the card where that camera sees it.",
    )
    assert certificate.missing_places == 0


def test_the_readings_of_many_cameras_go_on_on_another_page(both: Both) -> None:
    many = [reading for camera in range(8) for reading in read_by(camera, SMALL)]
    document = pypdfium2.PdfDocument(certificate_pdf(made(both, many), "my table", None))
    words = [page.get_textpage().get_text_range() for page in document]
    assert len(words) == 2
    assert sum(text.count("10.003 in") for text in words) == 8
    assert "10.003 in" in words[1]


def test_places_that_either_camera_read_count_together() -> None:
    left, right = read_by(0, SMALL)[:3], read_by(1, SMALL)[2:]
    assert len(select_one_per_place(left + right)) == PLACES
    assert judge_readings(left + right, TRUE_IN).verdict == GOOD


def test_the_card_read_by_one_camera_alone_is_told_as_before() -> None:
    assert str(judge_readings(read_by(1, SMALL), TRUE_IN).says) == "Read in 7 places, 0.005 in off at worst."


def test_only_a_camera_that_moved_itself_ends_the_certificate(both: Both) -> None:
    certificate = made(both, read_by(0, SMALL) + read_by(1, SMALL))
    first, second = (picture.registration.camera for picture in both.pictures)
    assert stale(certificate, both.folder, {0: first, 1: second}) is None
    # the first is unplugged: what is left hangs where it hung
    assert stale(certificate, both.folder, {1: second}) is None
    moved = Camera(second.intrinsics, overhead(60.0, 5.0))
    assert "Camera 2 has moved since the certificate of" in str(stale(certificate, both.folder, {0: first, 1: moved}))


def test_the_lens_of_a_further_camera_is_part_of_what_was_certified(both: Both) -> None:
    certificate = made(both, read_by(0, SMALL) + read_by(1, SMALL))
    state = SetupState(both.folder)
    readings = GaugeReadings(both.folder, state)
    for reading in certificate.readings:
        readings.add(reading)
    assert len(readings.all) == 2 * PLACES
    lens = both.folder / "camera-2.yaml"
    lens.write_text(lens.read_text() + "\n", encoding="utf-8")
    assert "has changed since" in str(stale(certificate, both.folder, {}))
    assert readings.stale
    assert readings.all == ()
    lens.unlink()
    # a table with one camera has what it had before there could be more
    assert digest_cameras(both.folder) == digest_table(both.folder)


def test_the_latest_readings_of_each_camera_are_kept(both: Both) -> None:
    readings = GaugeReadings(both.folder, SetupState(both.folder))
    for at in range(MOST_READINGS + 3):
        readings.add(GaugeReading((float(at), 0.0), 0.0, TRUE_IN, 0.004, 0))
    readings.add(GaugeReading((0.0, 0.0), 0.0, TRUE_IN, 0.004, 1))
    assert [one.at_in[0] for one in readings.all if one.camera == 0] == [
        float(at) for at in range(3, MOST_READINGS + 3)
    ]
    assert [one.camera for one in readings.all][-1] == 1


def test_the_camera_that_still_reads_is_the_one_that_is_heard() -> None:
    now, still = GaugeReading((5.0, 5.0), 0.0, 10.0, 0.01), GaugeReading((5.0, 5.0), 0.0, 10.1, 0.01, 1)
    first = GaugeSeen((1920, 1080), (), now, ALREADY_READ)
    second = GaugeSeen((1280, 720), (), still, Message("Reading."))
    assert sight_of_all([first, second]) == replace(first, now=still, says=Message("Reading."))
    unseen = GaugeSeen(
        (1920, 1080), (), None, Message("Lay the card flat on the table, with the tags at both ends in sight.")
    )
    assert sight_of_all([unseen, replace(second, says=ALREADY_READ)]).now == still
    assert sight_of_all([unseen, replace(second, now=None)]) == unseen


def test_a_corner_has_the_pixels_of_the_camera_that_sees_it_best(both: Both) -> None:
    each = [certify(both.folder, [picture], (), TRUE_IN).cell_px for picture in both.pictures]
    together = certify(both.folder, both.pictures, (), TRUE_IN).cell_px
    assert together[0] == max(middle for middle, _corner in each)
    assert together[1] >= max(corner for _middle, corner in each)


def test_a_certificate_from_before_there_were_several_cameras_is_read(both: Both) -> None:
    certificate = certify(both.folder, both.pictures[:1], read_by(0, SMALL), TRUE_IN, MAT)
    keep(both.folder, certificate)
    plain = json.loads((both.folder / NAME).read_text())
    (camera,) = plain.pop("cameras")
    plain["readings"] = [row[:5] for row in plain["readings"]]
    (both.folder / NAME).write_text(json.dumps(plain | camera))
    assert load_certificate(both.folder) == certificate


@pytest.fixture
def setup(both: Both) -> Iterator[tuple[TableSetup, SeveralCameras[HotSwap], list[Still]]]:
    """A set-up whose two cameras see the card on the table, and what reads them."""
    frames = [Frame(renderer.picture(gauge=SPOTS[0]), 0.0) for renderer in both.renderers]
    stills = [Still(f"camera {at}", frame) for at, frame in enumerate(frames)]
    swaps = [HotSwap(still) for still in stills]
    with SeveralCameras(swaps) as running:
        cameras = Cameras(lambda: (), (), lambda *_: stills[0], running, ("0", "2"))
        with TableSetup(both.folder, swaps[0], lambda: None, BOOKS.usual, cameras) as setup:
            yield setup, running, stills
    for swap in swaps:
        swap.close()


def test_the_page_reads_the_card_by_both_cameras_and_certifies_both(setup, both: Both) -> None:
    at_table, running, _stills = setup
    while len(at_table.gauge.verdict.readings) < 2:
        running.wait(-1, 0.1)
        assert not at_table.see_gauge().trouble
    assert sorted(one.camera for one in at_table.gauge.verdict.readings) == [0, 1]
    assert at_table.gauge.verdict.places == 1
    certificate = at_table.certify()
    assert len(certificate.cameras) == 2
    assert certificate.missing_places == PLACES - 1
    assert load_certificate(both.folder) == certificate


def test_a_camera_that_gives_no_pictures_is_not_certified(setup) -> None:
    at_table, running, stills = setup
    while at_table.over.get_camera(0).frame is None or at_table.over.get_camera(1).frame is None:
        running.wait(-1, 0.1)
    stills[1].close()
    while not at_table.over.get_camera(1).lost:
        running.wait(-1, 0.1)
    with pytest.raises(BadPicture, match="Camera 2 gives no image"):
        at_table.certify()
