"""What somebody asks of the directed table arrives in the snapshot, by way of drawn frames alone."""

import math
from collections.abc import Callable

import pytest

from tablecam.commands.drawn_table import make_company
from tablecam.live.pipeline import Pipeline
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.camera import draw_truth, write_table_folder
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.stage import Stage
from tablecam.storage.table_folder import read_folder
from tablecam.table.snapshot import Snapshot

# whole pictures
pytestmark = pytest.mark.slow

FPS = 15.0
SCENE = two_forces(1920, 1080, company=make_company(BOOKS.usual))


class Film:
    """A directed table, drawn and read frame after frame as fast as that goes."""

    def __init__(self, folder) -> None:
        self.stage, self.renderer, self.pipeline = Stage(SCENE), Renderer(SCENE), Pipeline(folder)
        self.number, self.changes = 0, []

    def take(self) -> Snapshot:
        truth = self.stage.film(self.number / FPS)
        reading = self.pipeline.process(draw_truth(self.renderer, truth, self.number))
        self.number += 1
        self.changes += reading.changes
        return reading.snapshot

    def until(self, so: Callable[[Snapshot], bool], frames: int) -> int:
        """How many frames it took; fails after so many."""
        for count in range(1, frames + 1):
            if so(self.take()):
                return count
        pytest.fail(f"not so after {frames} frames")


@pytest.fixture(scope="module")
def film(tmp_path_factory) -> Film:
    path = tmp_path_factory.mktemp("stage")
    write_table_folder(SCENE, path)
    film = Film(read_folder(path))
    film.until(lambda snapshot: len(snapshot.models) == 12, 30)
    return film


def stands(film: Film, name: str) -> Callable[[Snapshot], bool]:
    """Whether the model is settled within a fiftieth of an inch of where it really is."""

    def so(snapshot: Snapshot) -> bool:
        spot = film.stage.truth(snapshot.time).spots.get(name)
        placed = next((each for each in snapshot.models if each.model.id == name), None)
        return (
            placed is not None
            and spot is not None
            and placed.state == "settled"
            and math.dist((placed.x_in, placed.y_in, placed.z_in), (spot.x_in, spot.y_in, spot.z_in)) < 0.02
        )

    return so


def test_a_carried_model_arrives_where_it_was_carried_and_its_way_is_known(film) -> None:
    film.changes.clear()
    cue = film.stage.carry("lund", (22.0, 13.0))
    film.until(lambda snapshot: snapshot.time > cue.over_s, 120)
    film.until(stands(film, "lund"), 10)
    (moved,) = [change for change in film.changes if change.event == "moved"]
    assert moved.model == "lund"
    assert moved.path_in == pytest.approx(math.dist((20.6, 8.7), (22.0, 13.0)), abs=0.15)


@pytest.mark.parametrize("to", [(24.0, 13.0), (14.0, 34.4), (36.0, 35.6), (45.0, 4.0)])
def test_a_model_put_down_anywhere_is_there_soon(film, to) -> None:
    film.stage.put_model("lund", to)
    # a quarter of a second it is nowhere, and half a second at rest makes a model put down
    assert film.until(stands(film, "lund"), 60) <= 1.5 * FPS


def test_mustered_forces_all_arrive_soon(film) -> None:
    film.changes.clear()
    film.stage.muster()
    names = list(SCENE.roster.by_id)
    film.until(lambda snapshot: all(stands(film, name)(snapshot) for name in names), 8 * int(FPS))
    assert {change.model for change in film.changes if change.event == "lost"} == set()


@pytest.mark.long
def test_a_model_taken_off_and_brought_again_is_lost_and_found(film) -> None:
    film.stage.remove_model("ida")
    film.until(lambda snapshot: "ida" not in alive(snapshot), 150)
    film.stage.carry("ida", (30.0, 4.0))
    film.until(stands(film, "ida"), 200)


def alive(snapshot: Snapshot) -> set[str]:
    return {each.model.id for each in snapshot.models if each.state != "lost"}


def test_readings_are_held_back_after_a_bump_and_right_again_soon(film) -> None:
    film.stage.bump_camera()
    film.until(lambda snapshot: snapshot.pose_untrusted, 3)
    film.until(lambda snapshot: not snapshot.pose_untrusted and stands(film, "brandt")(snapshot), 30)


def test_models_stay_known_while_the_chart_hides_them(film) -> None:
    before = alive(film.take())
    film.stage.show_chart(0)
    for _ in range(15):
        film.take()
    film.stage.show_table()
    film.until(lambda snapshot: not snapshot.pose_untrusted and alive(snapshot) == before, 60)


def test_the_tags_of_the_gauge_card_are_strangers_where_they_lie(film) -> None:
    film.stage.show_gauge()
    film.until(lambda snapshot: set(snapshot.unknown_tags) == {60, 61, 62, 63}, 150)
    film.stage.show_table()
