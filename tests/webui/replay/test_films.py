"""The film and the statistics of a game over the page: made in the background, and of no more than may be known."""

import secrets
import threading
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image
from shelf import IN_PROGRESS, OVER, Shelf, shelf

from tablecam.game.hosting.log_view import NOBODY
from tablecam.game.replay import film
from tablecam.game.replay.recorded_game import WHOLE
from webui import create_app
from webui.entrance.access import COOKIE, Access, alone

pytestmark = pytest.mark.slow
PAGE = {"X-Tablecam": "page"}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    one = shelf(tmp_path_factory.mktemp("shelf"), turns=2)
    yield one
    one.table.stop()


@pytest.fixture(scope="module")
def clients(kept: Shelf) -> dict[str, FlaskClient]:
    access: Access = alone(("red", "blue"))
    app = create_app(kept.parts(access))
    found = {role: app.test_client() for role in ("red", "table", "spectator")}
    for role, client in found.items():
        client.set_cookie(COOKIE, access.token(role))
    return found


def asked(client: FlaskClient, game: int, what: str, film: str = "film") -> Any:
    body = {"id": secrets.token_hex(12), "do": what}
    return client.post(f"/api/games/{game}/{film}", json=body, headers=PAGE)


def made(client: FlaskClient, game: int) -> bytes:
    path, pause = f"/api/games/{game}/film", threading.Event()
    assert asked(client, game, "start").status_code == 200
    while (state := client.get(path).json["state"]) in ("waiting", "making"):
        pause.wait(0.02)
    assert state == "done"
    return client.get(f"{path}.webp").data


def test_a_film_is_made_when_it_is_asked_for_of_no_more_than_everybody_knows(
    clients: dict[str, FlaskClient], kept: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film, "MOST_SCENES", 4)
    told: list[tuple[int, str]] = []
    real = film.film_scenes

    def watched(known: Any, codes: Any, photographs: Any) -> Any:
        told.append((len(known.lines), known.log_view.seat))
        assert photographs.known is known
        return real(known, codes, photographs)

    monkeypatch.setattr("webui.replay.films.film_scenes", watched)
    assert clients["table"].get(f"/api/games/{OVER}/film").json == {"state": "none"}
    assert clients["table"].get(f"/api/games/{OVER}/film.webp").status_code == 404
    for game in (OVER, IN_PROGRESS):
        with Image.open(BytesIO(made(clients["red"], game))) as shown:
            assert getattr(shown, "n_frames", 1) == 4
    assert [seat for _, seat in told] == [WHOLE, NOBODY]
    with kept.archive.reading(IN_PROGRESS) as past:
        assert told[1][0] == len(past.view_as(NOBODY).lines) < past.log.last
    # the others find it made
    assert clients["spectator"].get(f"/api/games/{OVER}/film").json["state"] == "done"


def test_who_looks_on_cannot_have_films_made_and_a_film_needs_a_game(clients: dict[str, FlaskClient]) -> None:
    assert asked(clients["spectator"], OVER, "start").status_code == 403
    assert asked(clients["table"], OVER, "dance").status_code == 400
    assert asked(clients["table"], 99, "start").status_code == 404
    assert clients["table"].get("/api/games/99/film").status_code == 404
    assert clients["table"].get("/api/games/99/statistics").status_code == 404


def test_a_game_is_counted_as_far_as_each_may_know_it_and_an_open_one_not_among_all(
    clients: dict[str, FlaskClient],
) -> None:
    one = clients["table"].get(f"/api/games/{OVER}/statistics?whole=1").json["charts"]
    assert [chart["key"] for chart in one][:2] == ["rolls", "faces"]
    assert all(len(row) == len(chart["columns"]) for chart in one for row in chart["rows"])
    assert clients["red"].get(f"/api/games/{IN_PROGRESS}/statistics?whole=1").status_code == 409
    whole = clients["spectator"].get("/api/statistics").json
    assert (whole["counted"], whole["of"]) == (1, 1)
    faces = {chart["key"]: chart for chart in whole["charts"]}["faces"]
    own = {chart["key"]: chart for chart in one}["faces"]
    assert faces["rows"] == own["rows"]


def test_a_film_of_highlights_is_for_those_who_play_and_only_of_a_closed_game(
    clients: dict[str, FlaskClient], kept: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.replay.films.write_camera_film", lambda path, *_: path.write_bytes(b"a film"))
    path, pause = f"/api/games/{OVER}/camera-film", threading.Event()
    kept.film_frames(OVER)
    assert clients["spectator"].get(path).status_code == 403
    assert clients["spectator"].get("/api/game/frames").status_code == 403
    refused = asked(clients["table"], IN_PROGRESS, "start", "camera-film")
    assert (refused.status_code, "closed" in refused.json["error"]["says"]) == (409, True)
    told = clients["red"].get(path).json
    assert (told["state"], told["closed"], told["folder"]) == ("none", True, "frames")
    assert told["frames"] == len(kept.recorder.ring.list_frames(OVER)) > 100
    assert asked(clients["red"], OVER, "start", "camera-film").status_code == 200
    while clients["red"].get(path).json["state"] in ("waiting", "making"):
        pause.wait(0.02)
    file = clients["red"].get(path).json["file"]
    assert clients["red"].get(file).data == b"a film"
    assert clients["spectator"].get(file).status_code == 403
    # deleted with the frames, by those who switch it on
    assert asked(clients["red"], OVER, "delete", "camera-film").status_code == 403
    assert asked(clients["table"], OVER, "delete", "camera-film").json["frames"] == 0
    assert kept.recorder.ring.list_frames(OVER) == ()
    assert clients["red"].get(file).status_code == 404
