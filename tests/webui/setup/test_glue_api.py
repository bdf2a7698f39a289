"""A model whose tag is glued aside, filmed while it is turned on the spot: told over HTTP, and counted so by a tap."""

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fake_table import ShownLive
from flask.testing import FlaskClient
from test_scale_api import StillCamera, post

from tablecam.live.live_loop import PublishedFrame
from tablecam.live.pipeline import Pipeline
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.camera import write_table_folder
from tablecam.sensing.camera.synthetic.demo import demo_scene, without_terrain
from tablecam.sensing.camera.synthetic.hand import Hand
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene, Spot
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.table_setup import TableSetup
from tablecam.storage.models_toml import read_roster
from tablecam.storage.table_folder import MODELS, read_folder
from tablecam.table.miniature import Roster
from webui import create_app
from webui.server.dependencies import Dependencies

pytestmark = pytest.mark.slow

ADDRESS = "/api/setup/glue"
FPS = 8.0
# far more than a careful hand glues it aside, so that four short looks tell it for sure
OFF_MM = np.array([0.7, 0.6])


class FilmedTurn:
    """Ida, whose tag really lies aside, before the live table that reads the folder."""

    def __init__(self, scene: Scene, folder: Path) -> None:
        ida = scene.roster.by_id["ida"]
        glued = replace(ida, tag_offset_mm=tuple(float(length) for length in np.array(ida.tag_offset_mm) + OFF_MM))
        others = tuple(model for model in scene.roster.models if model.id != "ida")
        self.scene = scene
        self.renderer = Renderer(replace(scene, roster=Roster((glued, *others))))
        self.folder, self.live, self.number = folder, ShownLive(), 0
        self.read_again()

    def read_again(self) -> None:
        """What the live table does when a file is new."""
        self.pipeline = Pipeline(read_folder(self.folder))

    def show(self, seconds: float, spot: Spot, hands: tuple[Hand, ...] = ()) -> None:
        for _ in range(round(seconds * FPS)):
            picture = self.renderer.picture({**self.scene.spots, "ida": spot}, hands)
            frame = Frame(picture, self.number / FPS, self.number)
            found, self.number = self.pipeline.process(frame), self.number + 1
            view = PublishedFrame(self.number, found.snapshot, found.camera, frame, turned=found.turned)
            self.live.show(view)

    def turn(self, by_rad: float) -> None:
        """Under a hand, and then away with it."""
        stood = self.scene.spots["ida"]
        turned = replace(stood, heading_rad=stood.heading_rad + by_rad)
        self.show(0.5, turned, (Hand(stood.x_in, stood.y_in, 1.2, 0.0),))
        self.show(1.5, turned)

    def off_in(self) -> float:
        """How far from the truth Ida is said to stand."""
        told, stood = self.live.view.snapshot.model("ida"), self.scene.spots["ida"]
        return math.hypot(told.x_in - stood.x_in, told.y_in - stood.y_in)


@pytest.fixture
def filmed(tmp_path: Path) -> FilmedTurn:
    scene = without_terrain(demo_scene(1920, 1080, models=4))
    write_table_folder(scene, tmp_path)
    return FilmedTurn(scene, tmp_path)


@pytest.fixture
def client(filmed: FilmedTurn) -> Iterator[FlaskClient]:
    camera: Any = StillCamera(None)
    with TableSetup(filmed.folder, camera, filmed.read_again, BOOKS.usual) as setup:
        yield create_app(Dependencies(filmed.live, Roster, setup=setup)).test_client()


def test_a_tag_glued_aside_shows_by_turning_the_model_and_is_counted_so_by_a_tap(filmed, client) -> None:
    filmed.show(1.5, filmed.scene.spots["ida"])
    off_before_in = filmed.off_in()
    assert client.get(ADDRESS).json == {"models": []}
    for number in (1, 2):
        filmed.turn(number * math.tau / 3)
        (ida,) = client.get(ADDRESS).json["models"]
        assert (ida["id"], ida["headings"], ida["needed"]) == ("ida", number + 1, 3)
    found = filmed.live.view.turned["ida"].found
    assert ida["told"]
    assert ida["by_mm"] == pytest.approx(OFF_MM, abs=min(3 * found.sigma_mm, 0.3))
    assert found.sigma_mm < 0.2
    assert f"The tag of {found_name(filmed)} lies" in ida["text"]
    assert "mm, measured in 3 headings" in ida["text"]

    before = read_roster(filmed.folder / MODELS)
    right_mm, forward_mm = ida["by_mm"]
    assert post(client, ADDRESS, model="ida", right_mm=right_mm + 1, forward_mm=forward_mm).status_code in (400, 409)
    assert post(client, ADDRESS, model="nobody", right_mm=right_mm, forward_mm=forward_mm).status_code in (400, 409)
    # nothing is counted silently
    assert read_roster(filmed.folder / MODELS) == before

    assert post(client, ADDRESS, model="ida", right_mm=right_mm, forward_mm=forward_mm).json == {"models": []}
    after = read_roster(filmed.folder / MODELS)
    assert after.by_id["ida"].assembly_sigma_mm == pytest.approx(found.sigma_mm, abs=1e-6)
    assert after.by_id["ida"].tag_offset_mm == pytest.approx(found.offset_mm, abs=1e-6)
    assert [model for model in after.models if model.id != "ida"] == [
        model for model in before.models if model.id != "ida"
    ]
    filmed.show(1.5, filmed.scene.spots["ida"])
    assert client.get(ADDRESS).json == {"models": []}
    # the model stands where it stands, by a good part of what its tag lay aside
    assert filmed.off_in() < 0.5 * off_before_in


def found_name(filmed: FilmedTurn) -> str:
    return filmed.scene.roster.by_id["ida"].name
