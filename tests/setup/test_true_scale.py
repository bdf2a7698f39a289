"""A scale that no printer made: the mat's edge and a bank card on the drawn table, and what they correct."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tablecam.base.errors import BadPicture
from tablecam.sensing.camera.synthetic.demo import two_forces, without_terrain
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene, Spot, reference_tags
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.gauge_step import GaugeReading, GaugeStep, judge_readings
from tablecam.setup.layout import Laid, make_table
from tablecam.setup.picture_lengths import find_cards
from tablecam.setup.place_step import find_spacing, register_camera, search_tags
from tablecam.setup.scale_step import ScaleStep, find_mat
from tablecam.setup.setup_files import SetupState
from tablecam.setup.true_scale import (
    CARD,
    GAUGE,
    MAT,
    MODELS,
    REFERENCE,
    RULE,
    Certificate,
    ScaleReading,
    SheetPrint,
    contradiction,
    print_faults,
    scale_tags,
    sheet_print,
)
from tablecam.storage.camera_yaml import write_camera
from tablecam.storage.table_toml import read_table, write_table
from tablecam.table.table import Table
from tools.bench.ideal_tags import ideal_picture, noisy

SHRUNK = 0.97
CARD_SPOT = Spot(24.0, 3.0, 0.0, 1.3)
# by a mat's edge and by a card, in a picture of 1080p
MAT_SHARE, CARD_SHARE = 0.0015, 0.006


def printed(share: float, mat: str = "plain", noise: float = 3.0) -> Scene:
    """A table, empty where its mat is plain, whose reference tags were printed at that share of their size."""
    drawn = two_forces(1920, 1080, mat)
    drawn = drawn if mat == "street" else without_terrain(drawn)
    tags = tuple(replace(tag, size_mm=tag.size_mm * share) for tag in drawn.table.reference_tags)
    sensor = replace(drawn.sensor, noise=noise)
    return replace(drawn, spots={}, table=replace(drawn.table, reference_tags=tags), sensor=sensor)


def believed(scene: Scene, frame: Frame) -> Table:
    """The table that the step "place" makes from those tags, by their printed size."""
    lens = scene.camera.intrinsics
    found = [one for one in search_tags(frame, range(40, 48)) if 40 <= one.tag < 48]
    tapped = tuple(scene.camera.project(np.array([-1.0, -1.0, 0.0])))
    return make_table(lens, found, find_spacing(frame.grey, lens, found, Laid((48.0, 48.0), tapped)))


def seen_by(scene: Scene, table: Table, frame: Frame):
    found = search_tags(frame, range(40, 48))
    return register_camera(table, frame, found, scene.camera.intrinsics).camera


def ten_inches(scene: Scene, table: Table, frame: Frame) -> float:
    """What ten true inches in the middle of the table read."""
    px = scene.camera.project(np.array([[19.0, 24.0, 0.0], [29.0, 24.0, 0.0]]))
    ends = seen_by(scene, table, frame).back_project(px)
    return float(np.linalg.norm(ends[1] - ends[0]))


@pytest.fixture(scope="module")
def shrunk() -> Scene:
    return printed(SHRUNK)


@pytest.fixture(scope="module")
def with_card(shrunk: Scene) -> Frame:
    return Frame(Renderer(shrunk).picture(card=CARD_SPOT), 0.0)


@pytest.fixture(scope="module")
def laid(shrunk: Scene, with_card: Frame) -> Table:
    return believed(shrunk, with_card)


@pytest.fixture
def stepped(tmp_path: Path, shrunk: Scene, laid: Table) -> Callable[[], tuple[ScaleStep, list[str]]]:
    """The step over a folder whose table was laid by shrunken tags."""

    def made() -> tuple[ScaleStep, list[str]]:
        write_camera(tmp_path / "camera.yaml", shrunk.camera.intrinsics)
        write_table(tmp_path / "table.toml", laid)
        saved: list[str] = []
        return ScaleStep(tmp_path, SetupState(tmp_path), lambda: saved.append("reload"), lambda: (None, None)), saved

    return made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mat", "share", "noise"), [("street", 0.97, 6.0), pytest.param("plain", 1.03, 10.0, marks=pytest.mark.long)]
)
def test_the_edge_of_the_mat_gives_the_true_scale(mat: str, share: float, noise: float) -> None:
    scene = printed(share, mat, noise)
    frame = Frame(Renderer(scene).picture(), 0.0)
    table = believed(scene, frame)
    assert ten_inches(scene, table, frame) == pytest.approx(10 / share, abs=0.03)
    found = find_mat(frame, seen_by(scene, table, frame), table)
    assert found is not None
    factor, sigma = found.scale((48.0, 48.0))
    assert factor == pytest.approx(share, rel=MAT_SHARE)
    assert abs(factor / share - 1) < 4 * sigma
    # terrain is no bank card
    assert find_cards(frame, seen_by(scene, table, frame), (48.0, 48.0)) == []
    assert ten_inches(scene, scale_tags(table, factor), frame) == pytest.approx(10.0, abs=0.015)


@pytest.mark.slow
@pytest.mark.parametrize("spot", [CARD_SPOT, Spot(9.0, 36.0, 0.0, 2.2), Spot(40.0, 41.0, 0.0, 0.3)])
def test_a_bank_card_gives_the_true_scale(shrunk: Scene, laid: Table, spot: Spot) -> None:
    frame = Frame(Renderer(shrunk).picture(card=spot), 0.0)
    (card,) = find_cards(frame, seen_by(shrunk, laid, frame), (48.0, 48.0))
    factor, sigma = card.scale
    assert factor == pytest.approx(SHRUNK, rel=CARD_SHARE)
    assert abs(factor / SHRUNK - 1) < 3 * sigma


@pytest.mark.slow
def test_what_is_not_there_is_said_and_not_guessed(tmp_path: Path) -> None:
    # tags on a bare floor
    full = printed(1.0)
    table = full.table
    frame = Frame(noisy(ideal_picture(full.camera, reference_tags(table), 0.6, 4), 3.0, 1), 0.0)
    camera = seen_by(full, table, frame)
    assert find_mat(frame, camera, table) is None
    assert find_cards(frame, camera, (48.0, 48.0)) == []
    # nor is a mat of another size taken for the table's
    real = Frame(Renderer(full).picture(), 0.0)
    assert find_mat(real, camera, replace(table, width_in=44.0)) is None
    write_camera(tmp_path / "camera.yaml", full.camera.intrinsics)
    write_table(tmp_path / "table.toml", table)
    step = ScaleStep(tmp_path, SetupState(tmp_path), lambda: None, lambda: (None, None))
    seen = step.look(frame)
    assert seen.offers == ()
    assert "no mat edge of the table’s size" in str(seen.missing[0])
    with pytest.raises(SetupRefusal, match="not in sight"):
        step.use(MAT)


@pytest.mark.slow
def test_a_table_laid_by_shrunken_tags_is_corrected_by_a_tap_and_can_go_back(
    stepped, shrunk: Scene, laid: Table, with_card: Frame, tmp_path: Path
) -> None:
    step, saved = stepped()
    seen = step.look(with_card)
    assert {offer.reading.source for offer in seen.offers} == {MAT, CARD}
    assert "48 x 48 in; according to the printed tags it would be 49." in str(seen.offers[0].says)
    # nothing counts before it is confirmed
    assert step.certificate is None
    assert read_table(tmp_path / "table.toml") == laid
    step.use(MAT)
    assert saved == ["reload"]
    corrected = read_table(tmp_path / "table.toml")
    assert ten_inches(shrunk, corrected, with_card) == pytest.approx(10.0, abs=0.015)
    for tag, true in zip(
        sorted(corrected.reference_tags, key=lambda tag: tag.id), shrunk.table.reference_tags, strict=True
    ):
        assert tag.center_in == pytest.approx(true.center_in, abs=0.05)
    assert step.certificate is not None
    assert str(step.certificate.says) == (
        "Lengths are based on the mat’s edge, accurate to 0.1%; the printed sizes were corrected to 97.0%."
    )
    # the card agrees now, and the sheet is named with its fault
    again = step.look(with_card)
    assert all(offer.reading.factor == pytest.approx(1.0, abs=CARD_SHARE) for offer in again.offers)
    assert again.faults == ()
    (fault,) = again.prints
    assert str(fault) == "Printed at 97.0%: the sheet of reference tags."
    step.drop()
    assert step.certificate is None
    for tag, before in zip(read_table(tmp_path / "table.toml").reference_tags, laid.reference_tags, strict=True):
        assert tag.center_in == pytest.approx(before.center_in, abs=0.001)


@pytest.mark.slow
def test_dragged_corners_count_as_they_lie_and_another_table_ends_the_certificate(
    stepped, shrunk: Scene, with_card: Frame, tmp_path: Path
) -> None:
    step, _saved = stepped()
    inner = shrunk.camera.project(np.array([[1.0, 1, 0], [47.0, 1, 0], [47.0, 47, 0], [1.0, 47, 0]]))
    step.drag([tuple(corner) for corner in inner])
    mat, _card = step.look(with_card).offers
    assert mat.reading.factor == pytest.approx(SHRUNK * 48 / 46, rel=0.003)
    # both values are told where they cannot be true together
    (says, *_others) = step.look(with_card).faults
    assert "contradict each other" in str(says)
    assert "9.88 in" in str(says)
    assert "10.29 in" in str(says)
    with pytest.raises(SetupRefusal, match="four corners"):
        step.drag([(0.0, 0.0)])
    step.drag(None)
    assert step.look(with_card).offers[0].reading.factor == pytest.approx(SHRUNK, rel=MAT_SHARE)
    step.use(CARD)
    assert step.certificate is not None
    assert step.certificate.source == CARD
    table = tmp_path / "table.toml"
    table.write_text(table.read_text() + "# laid again\n")
    assert step.stale
    assert step.certificate is None


@pytest.mark.slow
def test_without_a_table_the_step_says_what_comes_first(tmp_path: Path, shrunk: Scene, with_card: Frame) -> None:
    write_camera(tmp_path / "camera.yaml", shrunk.camera.intrinsics)
    step = ScaleStep(tmp_path, SetupState(tmp_path), lambda: None, lambda: (None, None))
    with pytest.raises(BadPicture, match="not known yet"):
        step.look(with_card)


def test_a_ruler_is_the_last_resort(tmp_path: Path) -> None:
    state = SetupState(tmp_path)
    gauge = GaugeStep(tmp_path, state)
    gauge.forget()
    state.keep("gauge", state.part("gauge") | {"readings": [[24.0, 3.0, 0.0, 10.0, 0.01]]})
    assert gauge.by_rule() == (None, 1.0)
    # card and tags were shrunk alike: only the ruler sees it
    gauge.set_true(246.4)
    reading, share = gauge.by_rule()
    assert reading is not None
    assert (reading.source, share) == (RULE, pytest.approx(SHRUNK, abs=0.001))
    assert reading.factor == pytest.approx(SHRUNK, abs=0.001)
    assert 0.0005 < reading.sigma < 0.003


def test_a_shrunken_card_is_blamed_where_the_scale_is_true() -> None:
    readings = [GaugeReading((10.0 * n, 5.0), 0.0, 9.7 + n / 500, 0.01) for n in range(3)]
    assert judge_readings(readings, 10.0).verdict == "bad"
    found = judge_readings(readings, 10.0, certified=True)
    assert found.verdict == "good"
    assert "printed at 97.0%" in str(found.says)


def test_scales_that_agree_are_no_contradiction() -> None:
    mat, card = ScaleReading(MAT, 0.970, 0.001), ScaleReading(CARD, 0.974, 0.003)
    assert contradiction(mat, card) is None
    says = str(contradiction(mat, ScaleReading(CARD, 1.0, 0.003)))
    assert says.startswith("the mat’s edge and the bank card contradict each other")
    assert "10.31 in" in says
    assert "10.00 in" in says
    assert "the prints agree" in str(Certificate(CARD, 0.003, 1.0).says)


def test_a_model_on_a_roof_is_not_told_as_printed_too_large() -> None:
    shares = dict.fromkeys(range(8), 1.0) | {11: 1.06, 14: 1.03, 15: 0.94}
    sheet = sheet_print(MODELS, shares)
    assert sheet == SheetPrint(MODELS, 1.0, {15: 0.94})
    assert sheet_print(REFERENCE, shares).odd == {11: 1.06, 14: 1.03, 15: 0.94}


def test_prints_are_named_by_sheet_and_by_tag() -> None:
    shares = dict.fromkeys(range(40, 47), 1.0) | {47: 0.94}
    reference = sheet_print(REFERENCE, shares)
    assert reference == SheetPrint(REFERENCE, 1.0, {47: 0.94})
    (odd,) = print_faults([reference], certified=True)
    assert str(odd).startswith("On the sheet of reference tags, 47 differ from the other tags: 94% against 100%")
    shrunk_card = SheetPrint(GAUGE, 0.97, {})
    assert str(print_faults([shrunk_card], certified=True)[0]) == "Printed at 97.0%: the gauge card."
    (relative,) = print_faults([SheetPrint(REFERENCE, 1.0, {}), shrunk_card], certified=False)
    assert "97.0% of the sheet of reference tags: the gauge card" in str(relative)
    assert print_faults([SheetPrint(REFERENCE, 1.004, {})], certified=True) == []
    assert sheet_print(REFERENCE, {40: 1.0, 41: 0.9}) is None
