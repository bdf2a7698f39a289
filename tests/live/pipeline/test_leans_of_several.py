"""Two drawn views of one moment: leans are told once, and better than by one of them; wrong prints are told."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tablecam.live.pipeline import FrameResult, Pipeline, measure_photo
from tablecam.sensing.camera.synthetic.camera import choose_camera, write_table_folder
from tablecam.sensing.camera.synthetic.demo import demo_scene, without_terrain
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene
from tablecam.sensing.tracking import rest
from tablecam.sensing.tracking.lean import Stance
from tablecam.sensing.vision.frame import Frame, SharedMoment
from tablecam.storage.table_folder import TableFolder, read_folder
from tablecam.table.miniature import Roster

pytestmark = pytest.mark.slow

FPS = 15.0
# by how many degrees, and where to
LEANS = {"moss": (6.0, 2.0), "lund": (5.0, 4.0), "ida": (3.0, 0.5)}


@pytest.fixture(scope="module")
def scene() -> Scene:
    level = without_terrain(demo_scene(1920, 1080, models=8))
    leaning = {
        name: replace(level.spots[name], lean_rad=math.radians(degrees), lean_to_rad=to)
        for name, (degrees, to) in LEANS.items()
    }
    return replace(level, spots={**level.spots, **leaning})


@pytest.fixture(scope="module")
def pictures(scene: Scene) -> dict[int, Frame]:
    return {number: Frame(Renderer(choose_camera(scene, number)).picture(), 0.0) for number in (0, 1)}


@pytest.fixture(scope="module")
def folder(scene: Scene, tmp_path_factory: pytest.TempPathFactory) -> TableFolder:
    path = tmp_path_factory.mktemp("leaning")
    write_table_folder(scene, path, 2)
    return read_folder(path)


def off_in(found: FrameResult, scene: Scene) -> list[float]:
    """How far from the truth each model is told to stand; all stand on the table, and surely."""
    assert {placed.stands_on for placed in found.snapshot.models} == {"table"}
    spots = scene.spots
    return [
        math.hypot(placed.x_in - spots[placed.model.id].x_in, placed.y_in - spots[placed.model.id].y_in)
        for placed in found.snapshot.models
    ]


@pytest.mark.long
def test_a_lean_seen_by_two_cameras_is_told_once_and_places_better(folder, pictures, scene, monkeypatch) -> None:
    stances: list[Stance] = []
    weigh = rest.stances

    def noted(*what):
        found = weigh(*what)
        if what[1].id == "moss":
            stances.append(found[0])
        return found

    monkeypatch.setattr(rest, "stances", noted)
    alone = measure_photo(folder, pictures[0])
    one_camera = stances[-1]
    both = measure_photo(folder, SharedMoment(pictures))
    two_cameras = stances[-1]
    (told,) = [str(problem) for problem in both.snapshot.problems if "tilted" in str(problem)]
    assert "Constable Moss" in told
    assert "Constable Lund" in told
    truth = math.radians(6.0) * complex(math.cos(2.0), math.sin(2.0))
    assert two_cameras.lean_sigma < 0.9 * one_camera.lean_sigma
    assert abs(two_cameras.lean - truth) < 3 * two_cameras.lean_sigma
    assert len(both.snapshot.models) == len(scene.spots)
    assert np.percentile(off_in(both, scene), 95) < 0.006
    assert np.mean(off_in(both, scene)) < np.mean(off_in(alone, scene))


@pytest.mark.long
@pytest.mark.parametrize("size", [1.03, 0.97])
def test_the_size_of_the_print_is_told_from_what_both_cameras_see(folder, pictures, scene, size: float) -> None:
    printed = tuple(replace(model, tag_size_mm=model.tag_size_mm / size) for model in scene.roster.models)
    found = measure_photo(replace(folder, roster=Roster(printed)), SharedMoment(pictures))
    assert found.print_share is not None
    assert found.print_share.share == pytest.approx(size, abs=0.003)
    assert sum("of the size in models.toml" in str(problem) for problem in found.snapshot.problems) == 1
    assert np.percentile(off_in(found, scene), 95) < 0.006
    # a print that is told is no contradiction between the cameras
    assert max(placed.sigma_in for placed in found.snapshot.models) < 0.008


def test_a_leaning_model_stays_where_it_is_while_one_camera_is_away(folder, scene) -> None:
    renderers = [Renderer(choose_camera(scene, number)) for number in (0, 1)]
    views = [[renderer.picture() for _ in range(3)] for renderer in renderers]
    pipeline, events = Pipeline(folder), []
    for number, cameras in enumerate([(0, 1)] * 16 + [(0,)] * 12 + [(0, 1)] * 6 + [(1,)] * 12 + [(0, 1)] * 6):
        moment = {one: Frame(views[one][number % 3], number / FPS, number) for one in cameras}
        found = pipeline.process(SharedMoment(moment, number))
        if number > 15:
            events += [change.event for change in found.changes]
    assert not {"moving", "moved", "lost"} & set(events)
    assert np.percentile(off_in(found, scene), 95) < 0.006
    assert "Constable Moss" in " ".join(str(problem) for problem in found.snapshot.problems)
