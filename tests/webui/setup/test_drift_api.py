"""Terrain that was pushed aside, over HTTP: told, and the map put right by a tap."""

import math
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fake_table import ShownLive
from shapely import box
from test_scale_api import StillCamera, post

from tablecam.live.live_loop import PublishedFrame, RestingTable, find_resting_table
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.table_setup import TableSetup
from tablecam.storage.terrain_geojson import write_terrain
from tablecam.table.miniature import Placed, Roster
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import SOLID, Displacement, Feature, Piece, Terrain, place_piece
from webui import create_app
from webui.server.dependencies import Dependencies

ADDRESS = "/api/setup/drift"
RUIN = Piece("ruin", 70, 24.0, (Feature("wall", SOLID, 0.0, 3.0, False, box(-2, 0, 2, 0.3)),))


def test_a_pushed_piece_is_told_and_a_tap_puts_the_map_right(tmp_path: Path) -> None:
    scene, picture = two_forces(1920, 1080), np.zeros((1080, 1920), np.uint8)
    live, camera = ShownLive(), StillCamera(picture)
    numbers = iter(range(10))

    def stands(x_in: float) -> None:
        terrain = Terrain(place_piece(RUIN, x_in, 10.0, math.pi / 2))
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


def test_what_the_picture_shows_elsewhere_is_told_too_and_a_tap_puts_it_there_on_the_map(tmp_path: Path) -> None:
    scene = replace(two_forces(1280, 720), spots={})
    (crate,) = (feature for feature in scene.terrain.features if feature.name == "crate 3")
    write_terrain(tmp_path / "terrain.geojson", Terrain((crate,)))
    off = replace(scene, pushed={"crate 3": Displacement(0.9, 0.8)})
    renderers, number = [Renderer(scene), Renderer(off)], iter(range(10_000))
    shown = [renderer.picture() for renderer in renderers]
    pushed, looked = threading.Event(), threading.Semaphore(0)
    live, still = ShownLive(), StillCamera(shown[0])
    live.show(PublishedFrame(0, Snapshot(0.0, (), scene.terrain), scene.camera, Frame(shown[0], 0.0)))

    def resting() -> RestingTable | None:
        looked.release()
        picture = shown[pushed.is_set()]
        return find_resting_table(PublishedFrame(1, Snapshot(0.0, ()), scene.camera, Frame(picture, 0.0, next(number))))

    def look(times: int) -> None:
        for _ in range(times):
            assert looked.acquire(timeout=30)

    camera: Any = still
    with TableSetup(tmp_path, camera, lambda: None, BOOKS.usual) as setup:
        client = create_app(Dependencies(live, Roster, setup=setup)).test_client()
        with setup.terrain_watch(resting, every_s=0.001):
            look(6)
            assert client.get(ADDRESS).get_json() == {"drifts": []}
            pushed.set()
            look(8)
            told = {"piece": "crate", "says": "Crate stands 1.2 in from where it was mapped."}
            assert client.get(ADDRESS).get_json() == {"drifts": [told]}
            assert post(client, ADDRESS, piece="crate").get_json() == {"drifts": []}
            # where it stands is its place from now on
            look(8)
            assert client.get(ADDRESS).get_json() == {"drifts": []}
        (now,) = setup.terrain.load_features()
        there = np.array(now.polygon.centroid.coords) - np.array(crate.polygon.centroid.coords)
        assert there[0].tolist() == pytest.approx([0.9, 0.8], abs=0.04)


def test_a_table_on_which_something_moves_is_not_at_rest() -> None:
    scene = two_forces(1280, 720)
    view = PublishedFrame(1, Snapshot(0.0, ()), scene.camera, Frame(np.zeros((720, 1280), np.uint8), 0.0))
    model = Placed(scene.roster.models[0], 1.0, 1.0, 0.0, 0.0)
    assert find_resting_table(replace(view, snapshot=Snapshot(0.0, (model,)))) is not None
    for other in (
        replace(view, snapshot=Snapshot(0.0, (replace(model, state="moving"),))),
        replace(view, snapshot=Snapshot(0.0, (), pose_untrusted=True)),
        replace(view, trouble="the camera is lost"),
        replace(view, camera=None),
        PublishedFrame(),
    ):
        assert find_resting_table(other) is None
