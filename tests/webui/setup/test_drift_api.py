"""Tagged terrain that was pushed aside, over HTTP: told, and the map put right by a tap."""

import math
from pathlib import Path
from typing import Any

import numpy as np
from fake_table import ShownLive
from shapely import box
from test_scale_api import StillCamera, post

from tablecam.camera.synthetic.demo import two_forces
from tablecam.observing.live_loop import PublishedFrame
from tablecam.rulebooks.catalogue import BOOKS
from tablecam.setup.table_setup import TableSetup
from tablecam.table.pieces import Piece, placed
from tablecam.table.roster import Roster
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import SOLID, Feature, Terrain
from tablecam.vision.frame import Frame
from webui import create_app
from webui.dependencies import Dependencies

ADDRESS = "/api/setup/drift"
RUIN = Piece("ruin", 70, 24.0, (Feature("wall", SOLID, 0.0, 3.0, False, box(-2, 0, 2, 0.3)),))


def test_a_pushed_piece_is_told_and_a_tap_puts_the_map_right(tmp_path: Path) -> None:
    scene, picture = two_forces(1920, 1080), np.zeros((1080, 1920), np.uint8)
    live, camera = ShownLive(), StillCamera(picture)
    numbers = iter(range(10))

    def stands(x_in: float) -> None:
        terrain = Terrain(placed(RUIN, x_in, 10.0, math.pi / 2))
        live.show(PublishedFrame(next(numbers), Snapshot(0.0, (), terrain), scene.camera, Frame(picture, 0.0)))

    still: Any = camera
    with TableSetup(tmp_path, still, lambda: None, BOOKS.usual) as setup:
        client = create_app(Dependencies(live, Roster, setup=setup)).test_client()
        assert client.get(ADDRESS).get_json() == {"drifts": []}
        stands(10.0)
        assert client.get(ADDRESS).get_json() == {"drifts": []}
        stands(11.2)
        told = {"piece": "ruin", "says": "Ruin stands 1.2 in from where it was mapped."}
        assert client.get(ADDRESS).get_json() == {"drifts": [told]}
        assert post(client, ADDRESS, piece="chapel").status_code in (400, 409)
        assert post(client, ADDRESS, piece="ruin").get_json() == {"drifts": []}
        assert client.get(ADDRESS).get_json() == {"drifts": []}
