"""The projector over a live table: calibrated by images that its page shows, watched by four dots."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from drawn_projectors import SIZE, hang_projector

from calibration.beam import build_beam
from calibration.beam_pattern import DotPattern
from tablecam.base.errors import TablecamError
from tablecam.live.live_loop import PublishedFrame
from tablecam.live.projector import FrameDemand, ProjectorKeeper, find_changes, load_beam, shows_next
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.projector import ProjectedImage
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.vision.frame import Frame
from tablecam.table.geometry.projection import Camera
from tablecam.table.snapshot import Snapshot

# a drawn table, read fifteen times
pytestmark = pytest.mark.slow


@dataclass
class LitTable:
    """A drawn table under a projector, in the place of a live loop; each wait brings one frame.

    lag: the frames that the camera is behind.
    """

    projector: Camera
    lag: int = 0

    def __post_init__(self) -> None:
        self.scene = replace(demo_scene(960, 540), spots={})
        self.renderer = Renderer(self.scene)
        self.is_seen = True
        self.pictures = [self.renderer.picture()] * (self.lag + 1)
        snapshot = Snapshot(0.0, (), self.scene.terrain, 48.0, 48.0)
        self.view = PublishedFrame(1, snapshot, self.scene.camera, Frame(self.renderer.picture(), 0.0))

    def show(self, image: np.ndarray | None) -> None:
        shown = None if image is None or not self.is_seen else ProjectedImage(self.projector, image)
        self.renderer.project(shown)

    def wait(self, after: int, _timeout: float) -> PublishedFrame:
        self.pictures = [*self.pictures[1:], self.renderer.picture()]
        self.view = replace(self.view, number=after + 1, frame=Frame(self.pictures[0], 0.0, after))
        return self.view

    def rest(self, _seconds: float) -> None:
        pass


def make_keeper(table: LitTable, folder: Path | None = None) -> ProjectorKeeper:
    clock = itertools.count(step=0.1)
    return ProjectorKeeper(table, folder, table.show, lambda: next(clock))  # type: ignore[arg-type]


def show_all(keeper: ProjectorKeeper, watches: bool = False) -> Sequence[bool]:
    sitting = keeper.begin(*SIZE, watches)
    return [keeper.take(image) for image in range(len(sitting.images))]


@pytest.fixture(scope="module")
def table() -> LitTable:
    return LitTable(hang_projector())


@pytest.fixture(scope="module")
def keeper(table, tmp_path_factory) -> ProjectorKeeper:
    keeper = make_keeper(table, tmp_path_factory.mktemp("table"))
    assert show_all(keeper) == [False] * 13 + [True]
    return keeper


def test_images_shown_in_turn_calibrate_the_projector(keeper) -> None:
    truth, beam = build_beam(hang_projector()), keeper.aimed.beam
    for point in ([5.0, 5.0, 0.0], [44.0, 40.0, 0.0], [8.0, 33.0, 3.0]):
        light = truth.cast(beam.project(np.array(point)), point[2])
        assert np.linalg.norm(light - point[:2]) < 0.06
    assert beam.knows_heights


def test_a_camera_that_is_late_is_waited_for() -> None:
    table = LitTable(hang_projector(), lag=2)
    keeper = make_keeper(table)
    sitting = keeper.begin(*SIZE)
    for image in range(3):
        keeper.take(image)
    table.show(sitting.pattern.draw(sitting.images[2]))
    shown = Frame(table.renderer.picture(), 0.0).grey
    assert not find_changes(sitting.taken[2], shown).any()
    assert find_changes(sitting.taken[1], shown).any()


def test_an_image_counts_once_its_light_has_come_all_over_the_table_and_rests(table) -> None:
    pattern = DotPattern(*SIZE)

    def film(image: int) -> np.ndarray:
        table.show(pattern.draw(pattern.images[image]))
        return Frame(table.renderer.picture(), 0.0).grey

    dark, full, next_one = film(0), film(1), film(2)
    table.show(None)
    half = np.where(np.arange(full.shape[0])[:, None] < full.shape[0] // 2, full, dark)
    hand = dark.copy()
    hand[100:260, 300:560] = 200
    assert not shows_next([dark], dark, dark)
    assert not shows_next([dark], dark, hand)
    assert not shows_next([dark], half, full)
    assert shows_next([dark], full, full)
    assert not shows_next([dark, full], full, full)
    assert not shows_next([dark, full], full, next_one)
    assert shows_next([dark, full], next_one, next_one)


def test_the_calibration_outlives_the_program(keeper) -> None:
    again = load_beam(keeper._folder)
    assert again is not None
    assert again.watched == tuple(
        replace(dot, place_in=pytest.approx(dot.place_in, abs=1e-3)) for dot in keeper.aimed.watched
    )
    assert load_beam(None) is None


def test_a_damaged_file_counts_as_none(tmp_path) -> None:
    (tmp_path / "beam.json").write_text('{"beam": 3}', encoding="utf-8")
    assert load_beam(tmp_path) is None


def test_four_dots_tell_when_the_projector_was_moved(table, keeper) -> None:
    assert len(keeper.aimed.watched) == 4
    show_all(keeper, watches=True)
    assert not keeper.has_moved
    table.projector = hang_projector(turn_deg=1.8)
    show_all(keeper, watches=True)
    assert keeper.has_moved
    # in the dark nothing is known
    table.projector = hang_projector()
    show_all(keeper, watches=True)
    assert not keeper.has_moved


def test_light_that_the_camera_does_not_see_is_refused(keeper, table) -> None:
    former = keeper.aimed
    table.is_seen = False
    with pytest.raises(TablecamError, match="does not see the projector"):
        show_all(keeper)
    table.is_seen = True
    assert keeper.aimed is former


def test_images_out_of_order_are_refused(keeper) -> None:
    keeper.begin(*SIZE)
    with pytest.raises(TablecamError, match="out of order"):
        keeper.take(3)


def test_an_unknown_camera_is_refused(table) -> None:
    keeper = make_keeper(table)
    view, table.view = table.view, replace(table.view, camera=None)
    try:
        with pytest.raises(TablecamError, match="set-up"):
            keeper.begin(*SIZE)
        with pytest.raises(TablecamError, match="Calibrate the projector first"):
            keeper.begin(*SIZE, watches=True)
    finally:
        table.view = view


def test_a_page_that_is_silent_is_closed(table) -> None:
    keeper = make_keeper(table)
    assert not keeper.is_open
    keeper.note_page()
    assert keeper.is_open
    assert not all(keeper.is_open for _ in range(60))


def test_every_frame_is_wanted_while_images_are_shown(table) -> None:
    times_s = itertools.count()
    demand = FrameDemand(lambda: next(times_s))
    assert not demand.is_on
    demand.ask(3.0)
    assert [demand.is_on for _ in range(4)] == [True, True, False, False]
    demand = FrameDemand()
    clock = itertools.count(step=0.1)
    keeper = ProjectorKeeper(table, None, table.show, lambda: next(clock), demand)
    keeper.begin(*SIZE)
    keeper.take(0)
    assert demand.is_on
