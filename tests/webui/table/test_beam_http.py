"""The projector over HTTP: who may calibrate it, what a page gets, and what players point at."""

from dataclasses import dataclass, field
from secrets import token_hex

import numpy as np
import pytest
from fake_table import ShownLive, camera, picture, position, roster
from flask.testing import FlaskClient

from calibration.beam import Beam
from calibration.beam_pattern import DotPattern
from tablecam.base.errors import TablecamError
from tablecam.live.live_loop import PublishedFrame
from tablecam.live.projector import AimedBeam, ProjectorKeeper
from tablecam.rules.books.catalogue import BOOKS
from webui import create_app
from webui.entrance.access import COOKIE, alone
from webui.server.dependencies import Dependencies

NEAR, FAR = BOOKS.usual.seats
HEADERS = {"X-Tablecam": "page"}
MATRIX = np.array([[20.0, 0, 1, 100], [0, -20.0, 2, 1000], [0, 0, 0.01, 1]])


@dataclass
class Table:
    """A web application over a table that stands still, and a client of each role."""

    live: ShownLive = field(default_factory=ShownLive)

    def __post_init__(self) -> None:
        self.live.show(PublishedFrame(1, position(), camera(), picture()))
        self.keeper = ProjectorKeeper(self.live)
        self.access = alone((NEAR, FAR))
        self.app = create_app(Dependencies(self.live, roster, access=self.access, projector=self.keeper))

    def client(self, role: str) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie(COOKIE, self.access.token(role))
        return client

    def post(self, role: str, path: str, **body: object):
        return self.client(role).post(path, json={"id": token_hex(12), **body}, headers=HEADERS)


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_page_gets_the_calibration_and_the_tags_that_stay_dark(table) -> None:
    assert table.client("spectator").get("/api/beam").json["beam"] is None
    table.keeper.aimed = AimedBeam(Beam(1920, 1080, MATRIX, 0.02, 300), ())
    told = table.client("spectator").get("/api/beam").json
    assert told["beam"] == {"width": 1920, "height": 1080, "matrix": MATRIX.tolist(), "error_in": 0.02, "dots": 300}
    # a tag of 16 mm with its white ring, 26.5 mm behind the middle of the base, 1.2 mm over the surface
    near, far = sorted({corner[1] for corner in told["tags"]["ann"][0]})
    assert (near, far) == pytest.approx((-36.5 / 25.4, -16.5 / 25.4), abs=1e-3)
    assert {corner[2] for corner in told["tags"]["ann"][0]} == {round(1.2 / 25.4, 4)}


def test_only_the_table_and_an_umpire_calibrate(table) -> None:
    begun = table.post("table", "/api/beam/begin", width=1920, height=1080)
    assert len(begun.json["images"]) == 14
    assert len(begun.json["dots_px"]) == len(DotPattern(1920, 1080).dots_px)
    for role in (NEAR, "spectator"):
        for path in ("/api/beam/begin", "/api/beam/take"):
            assert table.post(role, path, width=1920, height=1080, image=0).status_code == 403


def test_what_cannot_be_calibrated_is_refused_with_a_sentence(table) -> None:
    assert table.post("table", "/api/beam/begin", width=20, height=1080).status_code == 400
    watch = table.post("table", "/api/beam/begin", width=1920, height=1080, watch=True)
    assert (watch.status_code, watch.json["error"]["says"]) == (409, "Calibrate the projector first.")
    assert "out of order" in table.post("table", "/api/beam/take", image=5).json["error"]["says"]
    assert table.post("table", "/api/beam/take", image="5").status_code == 400


def test_a_failed_calibration_leaves_the_last_one(table, monkeypatch) -> None:
    table.keeper.aimed = AimedBeam(Beam(1920, 1080, MATRIX, 0.02, 300), ())

    def refuse(_image: int) -> bool:
        raise TablecamError("too dark")

    monkeypatch.setattr(table.keeper, "take", refuse)
    assert table.post("table", "/api/beam/take", image=0).json["error"]["says"] == "too dark"
    assert table.client("table").get("/api/beam").json["beam"]["dots"] == 300


def test_a_player_points_at_models_and_the_light_follows(table) -> None:
    assert table.post(NEAR, "/api/beam/choose", model="ann", target="fox").status_code == 200
    assert table.client("spectator").get("/api/beam").json["chosen"] == {"model": "ann", "target": "fox"}
    table.post(FAR, "/api/beam/choose", model="nobody")
    assert table.client("spectator").get("/api/beam").json["chosen"] == {"model": None, "target": None}
    assert table.post("spectator", "/api/beam/choose", model="ann").status_code == 403


def test_devices_learn_that_a_projector_shows_what_they_measure(table) -> None:
    def hears() -> bool:
        with table.client(NEAR).get("/api/events", buffered=False) as stream:
            parts = (part if isinstance(part, str) else part.decode() for part in stream.response)
            return '"beam":true' in next(part for part in parts if "event: pulse" in part)

    assert not hears()
    table.client("table").get("/api/beam?open=1")
    assert hears()
