"""The table's door: photographs, written positions and video, and one sentence for everything that cannot be done."""

import itertools
import json
import math
import os
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

import tablecam
from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.table.snapshot import Snapshot
from tests.doors.api.conftest import EXAMPLES


def test_a_written_position_needs_neither_tags_nor_roster(bare: tablecam.OpenedTable) -> None:
    position = bare.position(bare.path / "position.txt")
    assert bare.size_in == (48.0, 36.0)
    assert bare.models == ()
    assert [(pair.a, pair.b) for pair in position.ranges()] == [("ann", "bob"), ("ann", "cat"), ("bob", "cat")]
    assert position.range("ann", "bob").range_in == pytest.approx(10 - 30 / 25.4)
    assert position.range("ann", "cat").contact is tablecam.Verdict.YES
    assert position.range("ann", "bob").verdict(9) is tablecam.Verdict.YES
    assert position.range("ann", "bob").verdict(8) is tablecam.Verdict.NO
    assert (position.problems, position.missing, position.unknown_tags) == ((), (), ())


def test_who_sees_whom_past_what(bare: tablecam.OpenedTable) -> None:
    sight = bare.position(bare.path / "position.txt").sight("ann", "bob")
    assert sight.share == sight.visible == 0
    assert [(each.name, each.kind) for each in sight.obstructions] == [("cat", "model")]
    assert bare.position(bare.path / "position.txt").sight("ann", "bob", models_block=False).share == 1.0


@pytest.mark.parametrize(
    ("ids", "sentence"),
    [(("ann", "zed"), "there is no model zed on the table, only ann, bob, cat"), (("ann", "ann"), "not ann twice")],
)
def test_models_that_are_not_there(bare: tablecam.OpenedTable, ids: tuple[str, str], sentence: str) -> None:
    position = bare.position(bare.path / "position.txt")
    for method in (position.range, position.sight):
        with pytest.raises(tablecam.ModelNotFound, match=sentence):
            method(*ids)
    with pytest.raises(tablecam.ModelNotFound):
        position.model("zed")
    assert position.model("bob").x_in == 20


def test_an_uncertain_limit_is_too_close_to_call(bare: tablecam.OpenedTable, tmp_path: Path) -> None:
    (tmp_path / "unsure.json").write_text(json.dumps({"models": [unsure("ann", 10), unsure("bob", 20)]}))
    pair = bare.position(tmp_path / "unsure.json").range("ann", "bob")
    assert pair.sigma_in == pytest.approx(math.hypot(0.05, 0.05))
    assert pair.verdict(pair.range_in + 0.1) is tablecam.Verdict.TOO_CLOSE


def unsure(id: str, x_in: float) -> dict:
    base = {"shape": "circle", "diameter_mm": 30}
    return {"id": id, "x_in": x_in, "y_in": 10, "sigma_in": 0.05, "side": id, "height_in": 1.25, "base": base}


def test_what_a_folder_lacks_for_a_photograph(bare: tablecam.OpenedTable) -> None:
    with pytest.raises(tablecam.BadFile, match=r"table\.toml"):
        bare.measure(EXAMPLES / "photo.jpg")
    with pytest.raises(tablecam.BadFile, match=r"table\.toml"):
        next(bare.track("synthetic"))
    with pytest.raises(tablecam.BadFile, match="is not a folder"):
        tablecam.open_table(bare.path / "nowhere")


@pytest.mark.parametrize("picture", [b"\xff\xd8", None, 7])
def test_what_is_no_picture_is_refused_by_its_kind(picture: object) -> None:
    table = tablecam.open_table(EXAMPLES / "table")
    with pytest.raises(tablecam.BadPicture, match=f"a picture cannot be a {type(picture).__name__}: give the path"):
        table.measure(picture)


@pytest.mark.parametrize("fault", [{"x_in": math.nan}, {"z_in": math.inf}, {"covariance": ((math.nan,) * 3,) * 3}])
def test_a_place_that_is_no_number_is_refused(bare: tablecam.OpenedTable, fault: dict) -> None:
    snapshot = bare.position(bare.path / "position.txt").snapshot
    placed = replace(snapshot.models[0], **fault)
    with pytest.raises(tablecam.TablecamError, match=r"ann: its .* must be finite numbers, not .*(nan|inf)"):
        tablecam.MeasuredPosition(replace(snapshot, models=(placed, *snapshot.models[1:])))


def test_measuring_uses_one_thread_of_blas_and_leaves_the_program_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def count_threads() -> set[int]:
        return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}

    def measure_photo(*_arguments: object) -> SimpleNamespace:
        during.append(count_threads())
        return SimpleNamespace(snapshot=Snapshot(0.0, ()))

    during: list[set[int]] = []
    environment = dict(os.environ)
    monkeypatch.setattr("tablecam.live.pipeline.measure_photo", measure_photo)
    with threadpool_limits(2, user_api="blas"):
        before = count_threads()
        tablecam.open_table(EXAMPLES / "table").measure(EXAMPLES / "photo.jpg")
        assert (before, during, count_threads()) == ({2}, [{1}], {2})
    assert dict(os.environ) == environment


@pytest.fixture(scope="module")
def measured() -> tablecam.MeasuredPosition:
    return tablecam.open_table(EXAMPLES / "table").measure(EXAMPLES / "photo.jpg")


@pytest.mark.slow
def test_the_shipped_photograph_is_measured_true(measured: tablecam.MeasuredPosition) -> None:
    scene = two_forces(1920, 1080, company=make_company(BOOKS.usual))
    true = {name: (spot.x_in, spot.y_in, spot.z_in) for name, spot in scene.spots.items()}
    assert {placed.model.id for placed in measured.models} == set(true)
    for placed in measured.models:
        assert (placed.x_in, placed.y_in, placed.z_in) == pytest.approx(true[placed.model.id], abs=0.02)
    assert (measured.missing, measured.problems) == ((), ())


@pytest.mark.slow
def test_an_array_is_measured_like_its_file(measured: tablecam.MeasuredPosition) -> None:
    colour = cv2.imread(str(EXAMPLES / "photo.jpg"))
    again = tablecam.open_table(EXAMPLES / "table").measure(colour)
    assert len(again.models) == len(measured.models)
    for one, other in zip(again.ranges(), measured.ranges(), strict=True):
        assert one.range_in == pytest.approx(other.range_in, abs=0.02)


@pytest.mark.parametrize("array", [np.zeros((4, 4)), np.zeros((4, 4, 4), np.uint8), np.zeros((0, 4), np.uint8)])
def test_an_array_that_is_no_picture(array: np.ndarray) -> None:
    with pytest.raises(tablecam.BadPicture, match="is not a picture: give uint8"):
        tablecam.open_table(EXAMPLES / "table").measure(array)


def test_a_picture_of_nothing_and_a_file_that_is_not_there() -> None:
    table = tablecam.open_table(EXAMPLES / "table")
    with pytest.raises(tablecam.BadPicture):
        table.measure(np.zeros((1080, 1920), np.uint8))
    with pytest.raises(tablecam.BadFile, match="cannot be read"):
        table.measure("nowhere.jpg")


@pytest.mark.slow
def test_changes_are_tracked_as_they_happen(tmp_path: Path) -> None:
    for number in range(5):
        shutil.copy(EXAMPLES / "photo.jpg", tmp_path / f"{number}.jpg")
    (tmp_path / "9.jpg").write_bytes(b"damaged")
    skipped: list[str] = []
    changes = list(tablecam.open_table(EXAMPLES / "table").track(tmp_path, skipped.append))
    assert [change.event for change in changes] == ["camera_locked", *["appeared"] * 12]
    assert changes[1].end == pytest.approx((9.2, 6.4, 0.0), abs=0.02)
    assert len(skipped) == 1
    assert "9.jpg" in skipped[0]


@pytest.mark.slow
def test_a_live_source_is_closed_with_its_iterator() -> None:
    changes = tablecam.open_table(EXAMPLES / "table").track("synthetic")
    assert [change.event for change in itertools.islice(changes, 2)] == ["camera_locked", "appeared"]
    changes.close()
    assert list(changes) == []


def test_a_rulebook_decides_which_models_hide_the_target(bare: tablecam.OpenedTable, tmp_path: Path) -> None:
    models = (
        "ann red 25mm at 10,10 tall 1",
        "bob blue 25mm at 20,10 tall 1",
        "dan red 40mm at 11.5,10 tall 2",
    )
    file = tmp_path / "position.txt"
    file.write_text("".join(f"model {model}\n" for model in models))
    position = bare.position(file)
    assert position.sight("ann", "bob").share == 0.0
    # Urban War lets a model see past a friend that is near
    assert position.sight("ann", "bob", book="urban-war").share == 1.0
    assert position.sight("ann", "bob", book=BOOKS.usual.sight_reading).share == 1.0
    with pytest.raises(tablecam.IllegalAnswer, match="there is no rulebook 'chess'"):
        position.sight("ann", "bob", book="chess")
