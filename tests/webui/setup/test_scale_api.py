"""What the addresses of the true scale and of proposed terrain answer, over a drawn table that stands still."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fake_table import ShownLive
from flask.testing import FlaskClient

from tablecam.live.live_loop import PublishedFrame
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.table_setup import TableSetup
from tablecam.setup.true_scale import scale_tags
from tablecam.storage.camera_yaml import write_camera
from tablecam.storage.table_toml import write_table
from tablecam.table.miniature import Roster
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Terrain
from webui import create_app
from webui.server.dependencies import Dependencies

pytestmark = pytest.mark.slow

NUMBERS = iter(range(10**9))
PATIENCE_S = 180.0
SHRUNK = 0.97


class StillCamera:
    """A camera that gives the same picture again and again."""

    name, trouble, over = "still camera", None, None

    def __init__(self, picture: np.ndarray) -> None:
        self._picture = picture

    def look(self, after: int = -1, timeout: float = 1.0) -> Frame:
        """The picture, newer than the last."""
        return Frame(self._picture, 0.0, after + 1)


@pytest.fixture
def shrunken_client(tmp_path: Path) -> Iterator[FlaskClient]:
    """A plain table with a hill and a chapel whose reference tags were printed at 97 %."""
    drawn = two_forces(1920, 1080, "plain")
    two = Terrain(tuple(one for one in drawn.terrain.features if one.name in ("chapel", "hill")))
    tags = tuple(replace(tag, size_mm=tag.size_mm * SHRUNK) for tag in drawn.table.reference_tags)
    scene = replace(drawn, spots={}, terrain=two, table=replace(drawn.table, reference_tags=tags))
    write_camera(tmp_path / "camera.yaml", scene.camera.intrinsics)
    write_table(tmp_path / "table.toml", scale_tags(scene.table, 1 / SHRUNK))
    picture = Renderer(scene).picture()
    live = ShownLive()
    live.show(PublishedFrame(1, Snapshot(0.0, (), two), scene.camera, Frame(picture, 0.0)))
    camera: Any = StillCamera(picture)
    with TableSetup(tmp_path, camera, lambda: None, BOOKS.usual) as setup:
        yield create_app(Dependencies(live, Roster, setup=setup)).test_client()


def post(client: FlaskClient, path: str, **body: Any):
    return client.post(path, json={"id": f"{next(NUMBERS):024x}", **body}, headers={"X-Tablecam": "page"})


def told(client: FlaskClient, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """The scale, once it says what is wanted."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        answer = client.get("/api/setup/scale").json
        if wanted(answer):
            return answer
        time.sleep(0.05)
    pytest.fail(f"the scale does not say what is wanted: {answer}")


def test_the_scale_is_offered_used_and_dropped(shrunken_client: FlaskClient) -> None:
    client = shrunken_client
    answer = told(client, lambda answer: answer.get("offers"))
    (mat,) = answer["offers"]
    assert (mat["source"], mat["true"], answer["certified"]) == ("mat", False, None)
    assert mat["ten_in"] == pytest.approx(10 / SHRUNK, abs=0.02)
    assert len(mat["corners_px"]) == 4
    assert "depend only on the printed tags" in answer["says"]
    refused = post(client, "/api/setup/scale/use", source="card")
    assert refused.status_code == 400
    assert "not in sight" in refused.json["error"]["says"]
    assert post(client, "/api/setup/scale/drag", corners_px=[[1, 2]]).status_code == 400
    used = post(client, "/api/setup/scale/use", source="mat").json
    assert used["certified"] == "mat"
    assert "corrected to 97.0%" in used["says"]
    again = told(client, lambda answer: answer.get("prints"))
    assert again["offers"][0]["true"]
    assert (again["faults"], again["prints"]) == ([], ["Printed at 97.0%: the sheet of reference tags."])
    assert post(client, "/api/setup/scale/drop").json["certified"] is None


def test_outlines_of_terrain_are_proposed_and_nothing_is_saved(shrunken_client: FlaskClient, tmp_path: Path) -> None:
    client = shrunken_client
    proposed = post(client, "/api/setup/terrain/propose", features=[], top_in=1.5).json["proposals"]
    assert len(proposed) == 2
    assert all(len(one["ring"]) >= 4 and (one["top_in"], one["by_tag"]) == (1.5, False) for one in proposed)
    thousandths = [1000 * value for point in proposed[0]["ring"] for value in point]
    assert thousandths == pytest.approx([round(value) for value in thousandths], abs=1e-6)
    assert any(round(value) % 10 for value in thousandths)
    hill = {"name": "hill", "material": "solid", "z_bottom_in": 0, "z_top_in": 1.5, "standable": True}
    ring = proposed[0]["seen"]
    drawn = {"type": "Feature", "properties": hill, "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}}
    rest = post(client, "/api/setup/terrain/propose", features=[drawn], top_in=1.5).json["proposals"]
    assert len(rest) == 1
    assert not (tmp_path / "terrain.geojson").exists()
    refused = post(client, "/api/setup/terrain/propose", features=[], top_in=40.0)
    assert refused.status_code == 400
    assert "0.1 to 12 in high" in refused.json["error"]["says"]
