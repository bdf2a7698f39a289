"""The certificate over HTTP: what is lacking, the making, the sheet, and a camera that was moved since."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fake_table import ShownLive
from flask.testing import FlaskClient
from test_scale_api import StillCamera, post

from tablecam.live.live_loop import PublishedFrame
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import overhead
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.gauge_step import PART
from tablecam.setup.setup_files import digest_cameras
from tablecam.setup.table_setup import TableSetup
from tablecam.storage.camera_yaml import write_camera
from tablecam.storage.table_toml import write_table
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Roster
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Terrain
from webui import create_app
from webui.server.dependencies import Dependencies

pytestmark = pytest.mark.slow

ADDRESS = "/api/setup/certificate"
READ = [
    [10, 10, 0, 10.003, 0.004],
    [38, 10, 40, 9.998, 0.004],
    [38, 38, 80, 10.004, 0.004],
    [10, 38, 120, 9.996, 0.004],
]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[FlaskClient, TableSetup, ShownLive, PublishedFrame]]:
    scene = replace(two_forces(1920, 1080, "plain"), spots={}, terrain=Terrain())
    write_camera(tmp_path / "camera.yaml", scene.camera.intrinsics)
    write_table(tmp_path / "table.toml", scene.table)
    picture = Renderer(scene).picture()
    live = ShownLive()
    view = PublishedFrame(1, Snapshot(0.0, (), Terrain()), scene.camera, Frame(picture, 0.0))
    live.show(view)
    camera: Any = StillCamera(picture)
    with TableSetup(tmp_path, camera, lambda: None, BOOKS.usual) as setup:
        yield create_app(Dependencies(live, Roster, setup=setup)).test_client(), setup, live, view


def test_a_certificate_is_made_of_seven_places_and_ends_when_the_camera_hangs_elsewhere(table) -> None:
    client, setup, live, view = table
    assert client.get(f"{ADDRESS}.pdf").status_code == 404
    told = client.get(ADDRESS).get_json()
    assert (told["places"], told["wanted"], told["certificate"]) == (0, 7, None)
    rows = [*READ, [24, 24, 20, 10.001, 0.004], [24, 10, 60, 10.002, 0.004], [24, 38, 100, 9.999, 0.004]]
    assert told["next"] == {"x_in": 9.6, "y_in": 7.2, "turn_deg": 0, "says": told["next"]["says"]}
    setup.state.keep(PART, {"true_mm": 254.0, "readings": rows, "made_on": digest_cameras(setup.folder)})
    made = post(client, ADDRESS)
    assert made.status_code == 200
    told = made.get_json()
    assert (told["places"], told["stale"]) == (7, "")
    lines = {line["title"]: line["verdict"] for line in told["certificate"]["lines"]}
    assert lines["Ranges"] == lines["Stated uncertainty"] == "good"
    sheet = client.get(f"{ADDRESS}.pdf")
    assert sheet.mimetype == "application/pdf"
    assert sheet.data.startswith(b"%PDF")
    live.show(replace(view, number=2, cameras={0: Camera(view.camera.intrinsics, overhead(60.0, 6.0))}))
    assert "The camera has moved since the certificate of" in client.get(ADDRESS).get_json()["stale"]
    again = post(client, f"{ADDRESS}/again").get_json()
    assert again["places"] == 0
    assert again["certificate"] is not None


def test_the_page_has_an_address(table) -> None:
    client = table[0]
    assert client.get("/certificate").status_code == 200
