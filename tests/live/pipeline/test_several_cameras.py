"""Two cameras over one drawn table, one of which cannot see something, is bumped into, or dies."""

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
from shapely import box

from tablecam.base.errors import BadPicture
from tablecam.live.pipeline import Pipeline, measure_photo
from tablecam.live.table_views import TableViews
from tablecam.sensing.camera.synthetic.camera import choose_camera, draw_truth, write_table_folder
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Carry, HandRest, Scene, Spot
from tablecam.sensing.camera.synthetic.script import Script, Truth
from tablecam.sensing.vision import watch
from tablecam.sensing.vision.frame import Frame, SharedMoment
from tablecam.storage.table_folder import TableFolder, read_folder
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import SOLID, Feature, Terrain

pytestmark = pytest.mark.slow

FPS = 15.0
# the second camera looks so much later than the first
LATE_S = 0.02


@dataclass(frozen=True)
class Table:
    """A scene under two cameras."""

    scene: Scene
    folder: TableFolder
    renderers: tuple[Renderer, ...]
    views: tuple[Scene, ...]

    def pictures(self, truths: tuple[Truth, ...], number: int) -> dict[int, Frame]:
        """What each camera sees, each at its own time."""
        return {
            one: draw_truth(renderer, replace(truths[one], camera=self.views[one].camera), number)
            for one, renderer in enumerate(self.renderers)
        }


def table_of(scene: Scene, path, cameras: int = 2) -> Table:
    write_table_folder(scene, path, cameras)
    views = tuple(choose_camera(scene, one) for one in range(cameras))
    return Table(scene, read_folder(path), tuple(Renderer(view) for view in views), views)


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Table:
    return table_of(demo_scene(1920, 1080, models=8), tmp_path_factory.mktemp("two"))


class Film:
    """A pipeline fed with the pictures of both cameras."""

    def __init__(self, table: Table, script: Script | None = None) -> None:
        self.table, self.script = table, script or Script(table.scene)
        self.pipeline, self.number, self.log, self.result = Pipeline(table.folder), 0, [], None

    def show(self, seconds: float, without: int | None = None, troubles: dict | None = None) -> Snapshot:
        for _ in range(round(seconds * FPS)):
            time = self.number / FPS
            pictures = self.table.pictures((self.script.truth(time), self.script.truth(time + LATE_S)), self.number)
            pictures = {one: picture for one, picture in pictures.items() if one != without}
            self.result = self.pipeline.process(SharedMoment(pictures, self.number, troubles))
            self.log += self.result.changes
            self.number += 1
        return self.result.snapshot


def off_in(snapshot: Snapshot, model: str, spot: Spot) -> float:
    placed = snapshot.model(model)
    return math.hypot(placed.x_in - spot.x_in, placed.y_in - spot.y_in)


def test_two_cameras_find_everything_where_it_was_drawn_and_know_it_better(table) -> None:
    both = Film(table).show(0.8)
    assert {model.model.id for model in both.models} == set(table.scene.spots)
    assert both.problems == ()
    alone = Pipeline(table.folder)
    for number in range(12):
        one = alone.process(Frame(table.renderers[0].picture(), number / FPS, number)).snapshot
    assert max(off_in(both, name, spot) for name, spot in table.scene.spots.items()) < 0.006
    ratios = [both.model(each.model.id).sigma_in / each.sigma_in for each in one.models]
    assert np.median(ratios) < 0.9


def test_a_model_that_an_arm_hides_from_one_camera_stays_settled_and_is_seen_to_move(table) -> None:
    lund = table.scene.spots["lund"]
    script = Script(table.scene, (HandRest("lund", 1.0, 3.0, "left"),))
    hidden = script.truth(2.5)
    film = Film(table, script)
    film.show(1.0)
    assert hidden.hidden["lund"] > 0.5
    # what hides it from above leaves it in the sight of the camera at the side, which knows nothing of the hand
    calm = Script(table.scene, (Carry("lund", 2.5, ((lund.x_in + 3, lund.y_in),), lund.heading_rad, covered=False),))
    for _ in range(round(1.2 * FPS)):
        time = film.number / FPS
        pictures = table.pictures((script.truth(time), Script(table.scene).truth(time)), film.number)
        snapshot = film.pipeline.process(SharedMoment(pictures, film.number)).snapshot
        film.number += 1
    assert snapshot.model("lund").state == "settled"
    assert snapshot.model("lund").seen_s < 0.2
    moved = replace(calm.truth(60.0), time=0.0)
    for _ in range(round(1.5 * FPS)):
        time = film.number / FPS
        covered = replace(script.truth(2.5), time=time)
        pictures = table.pictures((covered, replace(moved, time=time + LATE_S)), film.number)
        snapshot = film.pipeline.process(SharedMoment(pictures, film.number)).snapshot
        film.number += 1
    assert off_in(snapshot, "lund", moved.spots["lund"]) < 0.01
    assert snapshot.model("lund").state == "settled"


@pytest.fixture
def behind_a_ruin(tmp_path) -> Table:
    """A table on which a wall hides the one model from the second camera, which hangs to the left of the first."""
    scene = demo_scene(1920, 1080, models=8)
    ruin = Feature("ruin", SOLID, 0.0, 6.0, False, box(33.0, 21.5, 33.3, 26.5), "ruin 1")
    return table_of(replace(scene, terrain=Terrain((ruin,)), spots={"ida": Spot(36.2, 24.0)}), tmp_path)


@pytest.mark.long
def test_a_model_behind_a_ruin_is_seen_by_the_camera_that_sees_it(behind_a_ruin) -> None:
    table = behind_a_ruin
    seen_by = []
    for one in (0, 1):
        alone = replace(table.folder, intrinsics=table.folder.lenses[one])
        found = measure_photo(alone, Frame(table.renderers[one].picture(), 0.0)).snapshot
        seen_by.append("ida" in {model.model.id for model in found.models})
    assert seen_by == [True, False]
    both = Film(table).show(0.5)
    assert off_in(both, "ida", table.scene.spots["ida"]) < 0.01


@pytest.mark.long
def test_a_tag_that_another_camera_reads_is_not_searched_for_but_found_where_it_shows(
    behind_a_ruin, monkeypatch
) -> None:
    table, searched = behind_a_ruin, set()
    search = watch.search_by_rings

    def noted(grey, camera, missing, *how):
        searched.update(missing)
        return search(grey, camera, missing, *how)

    monkeypatch.setattr(watch, "search_by_rings", noted)
    tag, views = table.scene.roster.by_id["ida"].tag, TableViews(table.folder)

    def told_by(spot: Spot, numbers: range) -> list[int]:
        """How many cameras make each reading of the tag after so many pictures."""
        truth = Script(replace(table.scene, spots={"ida": spot})).truth(0.0)
        for number in numbers:
            pictures = table.pictures((replace(truth, time=number / FPS),) * 2, number)
            seen = views.read(SharedMoment(pictures, number)).seen
        return [len(reading.views) for reading in seen if reading.tag == tag]

    # the first camera's own words
    assert told_by(table.scene.spots["ida"], range(40)) == [0]
    # the other tags are nowhere
    assert len(searched) == 7
    assert tag not in searched
    assert told_by(Spot(42.0, 24.0), range(40, 80)) == [2]


@pytest.mark.long
def test_a_model_that_only_a_lost_camera_sees_is_kept_until_that_camera_sees_it_gone(behind_a_ruin) -> None:
    film = Film(behind_a_ruin)
    film.show(1.0)
    assert film.show(6.0, without=0, troubles={0: "the plug is out"}).model("ida").state == "occluded"
    film.script = Script(replace(film.table.scene, spots={}))
    assert film.show(4.0).model("ida").state == "lost"


def test_a_camera_that_dies_is_told_and_the_game_goes_on(table) -> None:
    spot = table.scene.spots["lund"]
    script = Script(
        table.scene, (Carry("lund", 1.5, ((spot.x_in + 3, spot.y_in + 1),), spot.heading_rad, covered=False),)
    )
    for dead in (0, 1):
        film = Film(table, script)
        before = film.show(0.8)
        assert not before.pose_untrusted
        snapshot = film.show(4.5, without=dead, troubles={dead: "the plug is out"})
        assert [str(problem) for problem in snapshot.problems] == [
            f"camera {dead + 1} has failed; the other cameras continue: the plug is out"
        ]
        assert film.result.away == snapshot.problems
        assert {model.state for model in snapshot.models} == {"settled"}
        assert off_in(snapshot, "lund", script.truth(60.0).spots["lund"]) < 0.01
        assert "moved" in [change.event for change in film.log]
        # the picture and the camera that are shown belong together
        shown = film.result.camera.pose.position_in
        np.testing.assert_allclose(shown, choose_camera(table.scene, 1 - dead).camera.pose.position_in, atol=0.05)
        film.show(0.3)
        assert film.result.snapshot.problems == film.result.away == ()


def test_a_model_taken_away_is_lost_as_soon_as_with_one_camera(table) -> None:
    film = Film(table)
    film.show(0.8)
    without = {name: spot for name, spot in table.scene.spots.items() if name != "lund"}
    film.script = Script(replace(table.scene, spots=without))
    assert film.show(3.4).model("lund").state == "lost"


def test_what_moves_is_placed_as_of_one_moment(table) -> None:
    spot = table.scene.spots["lund"]
    way = ((spot.x_in + 8.0, spot.y_in),)
    film = Film(
        table, Script(table.scene, (Carry("lund", 0.8, way, spot.heading_rad, covered=False, edge="far", haste=2.0),))
    )
    film.show(0.7)
    worst = 0.0
    for _ in range(round(3.0 * FPS)):
        snapshot = film.show(1 / FPS)
        truth = film.script.truth(snapshot.time)
        if snapshot.model("lund").state == "moving" and "lund" in truth.moving:
            worst = max(worst, off_in(snapshot, "lund", truth.spots["lund"]))
    assert 0 < worst < 1.0


@pytest.mark.long
def test_a_camera_that_is_late_is_put_together_with_what_the_other_saw_then(table) -> None:
    fps, behind, spot = 10.0, 4, table.scene.spots["lund"]
    tag, way = table.scene.roster.by_id["lund"].tag, ((spot.x_in + 8.0, spot.y_in),)
    script = Script(table.scene, (Carry("lund", 0.4, way, spot.heading_rad, covered=False, edge="far", haste=2.0),))
    ways = {"in time": (0, {}), "told": (behind, {1: behind / fps}), "untold": (behind, {})}
    views = {name: TableViews(table.folder) for name in ways}
    read: dict[str, dict[float, float]] = {name: {} for name in ways}
    drawn = []
    for number in range(round(2.6 * fps)):
        drawn.append(table.pictures((script.truth(number / fps),) * 2, number))
        for name, (by, delays) in ways.items():
            # a late picture arrives as if it had just been taken
            second = drawn[max(0, number - by)][1].stamp_frame(number / fps, number)
            together = views[name].read(SharedMoment({0: drawn[number][0], 1: second}, number, late_s=delays))
            found = [reading for reading in together.seen if reading.tag == tag]
            read[name] |= {round(together.time, 3): reading.x_in for reading in found}

    def off(name: str) -> float:
        """How far from where cameras in time read it, at most, while it was carried."""
        return max(abs(x - read["in time"][time]) for time, x in read[name].items() if time in read["in time"])

    assert max(read["told"].values()) > spot.x_in + 6.0
    assert off("told") < 0.05
    # who is not told takes two moments for one
    assert off("untold") > 1.0


def test_a_second_camera_without_a_lens_is_told_and_the_first_goes_on(table) -> None:
    film = Film(replace(table, folder=replace(table.folder, more_lenses=())))
    snapshot = film.show(0.6)
    assert "camera-2.yaml" in str(snapshot.problems[0])
    assert {model.state for model in snapshot.models} == {"settled"}
    with pytest.raises(BadPicture, match=r"camera-2\.yaml"):
        film.show(0.1, without=0)


def test_each_camera_that_sees_nothing_is_named(table) -> None:
    black, bare = (np.full((1080, 1920), grey, np.uint8) for grey in (0, 120))

    def told(first: np.ndarray, second: np.ndarray) -> list[str]:
        reading = Pipeline(table.folder).process(SharedMoment({0: Frame(first, 0.0), 1: Frame(second, 0.0)}))
        assert [str(problem) for problem in reading.snapshot.problems] == [str(why) for why in reading.away]
        return [str(why) for why in reading.away]

    dark, covered = "it is too dark to see the tags", "the image shows nothing at all"
    assert [why.split(":")[0:2] for why in told(black, black)] == [["cameras 1 and 2", f" {dark}"]]
    assert [why.split(":")[0:2] for why in told(black, bare)] == [["camera 1", f" {dark}"], ["camera 2", f" {covered}"]]


@pytest.mark.long
def test_photographs_of_one_moment_are_measured_together(table) -> None:
    pictures = {one: Frame(renderer.picture(), 0.0) for one, renderer in enumerate(table.renderers)}
    both = measure_photo(table.folder, SharedMoment(pictures))
    assert sorted(both.places) == [0, 1]
    within = []
    for placed in both.snapshot.models:
        spot = table.scene.spots[placed.model.id]
        off = np.array([placed.x_in - spot.x_in, placed.y_in - spot.y_in])
        within.append(off @ np.linalg.solve(np.array(placed.covariance)[:2, :2], off) < 5.99)
        assert placed.z_in == spot.z_in
    assert len(within) == 8
    assert np.mean(within) >= 0.85
