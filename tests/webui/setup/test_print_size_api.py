"""Tags that a printer made too large, over HTTP: told, and counted as they are by a tap."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fake_table import ShownLive
from test_scale_api import StillCamera, post

from tablecam.live.live_loop import PublishedFrame
from tablecam.live.pipeline import TableReader, measure_photo
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.camera import write_table_folder
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.table_setup import TableSetup
from tablecam.storage.models_toml import write_roster
from tablecam.storage.table_folder import MODELS, TABLE
from tablecam.storage.table_toml import read_table
from tablecam.table.miniature import Roster
from webui import create_app
from webui.server.dependencies import Dependencies

ADDRESS = "/api/setup/print-size"


@pytest.fixture
def look(tmp_path: Path) -> Callable[[ShownLive], PublishedFrame]:
    """Reads a picture by the table's folder as it is then, whose models' tags are 3 % larger than their file says."""
    scene = demo_scene(1920, 1080, models=8)
    write_table_folder(scene, tmp_path)
    smaller = (replace(model, tag_size_mm=model.tag_size_mm / 1.03) for model in scene.roster.models)
    write_roster(tmp_path / MODELS, Roster(tuple(smaller)))
    picture = Frame(Renderer(scene).picture(), 0.0)

    def read(live: ShownLive) -> PublishedFrame:
        folder = TableReader(tmp_path).folder
        assert folder is not None
        found = measure_photo(folder, picture)
        live.show(
            PublishedFrame(live.view.number + 1, found.snapshot, found.camera, picture, print_share=found.print_share)
        )
        return live.view

    return read


@pytest.mark.slow
def test_tags_printed_too_large_are_told_and_counted_as_they_are_by_a_tap(tmp_path: Path, look) -> None:
    live, saved = ShownLive(), []
    camera: Any = StillCamera(look(live).frame.grey)
    with TableSetup(tmp_path, camera, lambda: saved.append(1), BOOKS.usual) as setup:
        client = create_app(Dependencies(live, Roster, setup=setup)).test_client()
        told = client.get(ADDRESS).json["size"]
        assert told["share"] == pytest.approx(1.03, abs=0.003)
        assert told["text"].startswith("10")
        before = read_table(tmp_path / TABLE)
        assert post(client, ADDRESS, share=1.05).status_code in (400, 409)
        assert read_table(tmp_path / TABLE) == before

        assert post(client, ADDRESS, share=told["share"]).json == {"size": None}
        assert saved == [1]
        after = read_table(tmp_path / TABLE)
        assert after == replace(before, print_scale=pytest.approx(told["share"], abs=0.0001))
        assert look(live).snapshot.problems == ()
        assert client.get(ADDRESS).json == {"size": None}


def test_without_a_share_there_is_nothing_to_say(tmp_path: Path) -> None:
    camera: Any = StillCamera(None)
    with TableSetup(tmp_path, camera, lambda: None, BOOKS.usual) as setup:
        client = create_app(Dependencies(ShownLive(), Roster, setup=setup)).test_client()
        assert client.get(ADDRESS).json == {"size": None}
        assert post(client, ADDRESS, share=1.03).status_code in (400, 409)
