"""A table that is set up while it is watched: each part of the folder counts from the moment it is read."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from tablecam.base.errors import BadFile, NotSetUp
from tablecam.commands.drawn_table import make_company
from tablecam.live.live_loop import LiveLoop
from tablecam.live.pipeline import TableReader, measure_photo
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.camera_yaml import write_camera
from tablecam.storage.models_toml import write_roster
from tablecam.storage.table_folder import TableFolder
from tablecam.storage.table_toml import write_table
from tablecam.storage.terrain_geojson import write_terrain
from tablecam.table.miniature import Roster

SCENE = two_forces(1920, 1080, company=make_company(BOOKS.usual))
LENS = SCENE.camera.intrinsics


class Still:
    """A camera that shows the same table in every frame, with fresh noise."""

    trouble = over = None

    def __init__(self) -> None:
        self._renderer = Renderer(SCENE)
        self._number = -1

    def wait(self, after: int, timeout: float) -> Frame:
        self._number += 1
        return Frame(self._renderer.picture(), self._number / 15, self._number)


def test_a_folder_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadFile, match="nowhere is not a folder"):
        TableReader("nowhere")


@pytest.mark.slow
def test_an_empty_folder_reads_nothing_and_says_what_is_still_to_be_made(tmp_path: Path) -> None:
    reader = TableReader(tmp_path)
    assert reader.folder is None
    assert reader.roster == Roster(())
    with pytest.raises(NotSetUp, match=r"camera.yaml \(the lens\) and table.toml \(the table and its tags\) are still"):
        reader.process(Frame(Renderer(two_forces(320, 180, company=make_company(BOOKS.usual))).picture(), 0.0))


def test_one_missing_file_is_named_alone(tmp_path: Path) -> None:
    write_table(tmp_path / "table.toml", SCENE.table)
    assert str(TableReader(tmp_path).missing) == "the table is not set up yet: camera.yaml (the lens) is still missing"


def test_a_faulty_file_is_refused_and_the_folder_stays_as_it_was_read(tmp_path: Path) -> None:
    write_camera(tmp_path / "camera.yaml", LENS)
    write_table(tmp_path / "table.toml", SCENE.table)
    reader = TableReader(tmp_path)
    (tmp_path / "table.toml").write_text("[table\n")
    with pytest.raises(BadFile, match=r"table\.toml"):
        reader.reload()
    assert reader.folder is not None
    assert reader.folder.table == SCENE.table


def test_a_folder_can_be_taken_that_lies_nowhere(tmp_path: Path) -> None:
    reader = TableReader(tmp_path)
    reader.take(TableFolder(LENS, SCENE.table, SCENE.roster, SCENE.terrain, tmp_path))
    assert reader.missing is None
    assert reader.roster == SCENE.roster


def test_nobody_can_be_said_to_stand_anywhere_before_the_table_is_set_up(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="while no camera watches"):
        TableReader(tmp_path).stand_on("lund", None)


@pytest.mark.slow
def test_the_live_loop_goes_on_through_a_whole_set_up(tmp_path: Path) -> None:
    reader = TableReader(tmp_path)
    live = LiveLoop(Still(), reader)
    live.step()
    # the picture shows from the first frame on
    assert live.view.frame is not None
    assert live.view.snapshot is None
    assert live.view.missing == reader.missing
    write_camera(tmp_path / "camera.yaml", LENS)
    reader.reload()
    live.step()
    assert str(live.view.missing) == "the table is not set up yet: table.toml (the table and its tags) is still missing"
    write_table(tmp_path / "table.toml", SCENE.table)
    reader.reload()
    for _ in range(110):
        live.step()
    # tags of nobody yet, which is what the roster is made from
    assert live.view.missing is None
    assert live.view.snapshot is not None
    assert set(live.view.snapshot.unknown_tags) == {model.tag for model in SCENE.roster.models}
    write_terrain(tmp_path / "terrain.geojson", SCENE.terrain)
    write_roster(tmp_path / "models.toml", SCENE.roster)
    reader.reload()
    for _ in range(20):
        live.step()
    found = {each.model.id: each for each in live.view.snapshot.models}
    assert found.keys() == SCENE.spots.keys()
    assert all(abs(found[name].x_in - spot.x_in) < 0.02 for name, spot in SCENE.spots.items())
    assert [feature.name for feature in live.view.snapshot.terrain.features] == [
        feature.name for feature in SCENE.terrain.features
    ]


@pytest.mark.slow
def test_a_folder_read_anew_in_the_middle_of_frames_never_stops_them(tmp_path: Path) -> None:
    reader = TableReader(tmp_path)
    reader.take(TableFolder(LENS, SCENE.table, SCENE.roster, SCENE.terrain, tmp_path))
    folders = [
        TableFolder(LENS, SCENE.table, Roster(SCENE.roster.models[:count]), SCENE.terrain, tmp_path)
        for count in (3, 12)
    ]
    live, done = LiveLoop(Still(), reader), threading.Event()

    def exchange() -> None:
        while not done.wait(0.01):
            for folder in folders:
                reader.take(folder)

    changing = threading.Thread(target=exchange)
    changing.start()
    for _ in range(20):
        live.step()
    done.set()
    changing.join()
    assert live.view.number == 20
    assert live.view.trouble is None


@pytest.mark.slow
def test_a_single_picture_is_read_as_thoroughly_as_it_can_be(tmp_path: Path) -> None:
    class Once:
        def __init__(self, folder: TableFolder) -> None:
            self.folder = folder

        def process(self, frame: Frame):
            return measure_photo(self.folder, frame)

    write_camera(tmp_path / "camera.yaml", LENS)
    write_table(tmp_path / "table.toml", SCENE.table)
    write_roster(tmp_path / "models.toml", replace(SCENE.roster, models=SCENE.roster.models[:4]))
    reading = TableReader(tmp_path, Once).process(Still().wait(0, 0.0))
    assert len(reading.snapshot.models) == 4
