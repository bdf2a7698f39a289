"""The table in sentences over HTTP: for each role what it may know, from its own edge of the table."""

from dataclasses import replace
from pathlib import Path

from fake_table import ShownLive, position
from flask import Flask
from hosting import BLUE, RED, miniature, watched

from tablecam.live.live_loop import PublishedFrame
from tablecam.table.miniature import Roster
from webui import create_app
from webui.server.dependencies import Dependencies


def test_the_table_names_each_model_with_its_place(app: Flask) -> None:
    told = app.test_client().get("/api/sentences").json
    assert told["text"] == (
        "The table is forty-eight inches wide and forty-eight inches deep. Eight models stand on it."
    )
    assert [row["id"] for row in told["models"]] == [placed.model.id for placed in position().models]
    assert told["models"][0]["text"].startswith("Sergeant Ann, about nine and a quarter inches from the near edge, ")


def test_the_edges_are_those_of_the_listener(app: Flask) -> None:
    told = app.test_client().get("/api/sentences?seat=far").json
    assert told["models"][0]["text"].startswith("Sergeant Ann, about nine and a quarter inches from the far edge, ")
    assert app.test_client().get("/api/sentences?seat=roof").status_code == 400


def test_a_model_comes_with_its_surroundings(app: Flask) -> None:
    told = app.test_client().get("/api/sentences/model?model=ann").json
    assert told["nearest"] == f"Nearest enemy: {told['enemies'][0]['text']}"
    assert [row["id"] for row in told["enemies"]] == ["fox", "gus", "hal", "eve"]
    assert [row["id"] for row in told["friends"]] == ["cal", "dot", "bea"]
    assert told["terrain"][0].startswith("Hedge, ")


def test_a_pair_has_the_exact_range(app: Flask) -> None:
    rows = app.test_client().get("/api/sentences/pair?viewer=ann&target=fox").json["rows"]
    assert rows[1].startswith("The exact range: 24.8")
    assert len(rows) == 5


def test_wrong_names_are_refused_with_a_sentence(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/api/sentences/model").status_code == 400
    assert client.get("/api/sentences/model?model=nobody").status_code == 404
    assert client.get("/api/sentences/pair?viewer=ann&target=ann").status_code == 400


def test_a_table_without_a_position_says_that_it_waits(app: Flask, live: ShownLive) -> None:
    live.show(PublishedFrame(2, None))
    assert app.test_client().get("/api/sentences").status_code == 503


def test_a_new_position_has_new_sentences(app: Flask, live: ShownLive) -> None:
    client = app.test_client()
    first = client.get("/api/sentences/model?model=ann").json
    models = tuple(placed for placed in position().models if placed.model.id != "fox")
    live.show(PublishedFrame(2, replace(position(), models=models)))
    later = client.get("/api/sentences/model?model=ann").json
    assert first["enemies"][0]["id"] == "fox"
    assert "fox" not in [row["id"] for row in later["enemies"]]


def test_a_model_that_is_not_in_the_game_is_not_spoken_of(tmp_path: Path) -> None:
    host, table, _follower = watched(tmp_path)
    table.placed["zed"] = replace(table.placed["pit"], model=miniature("zed", "blue"), x_in=2.0, y_in=2.0)
    table.show()
    roster = Roster(tuple(placed.model for placed in table.placed.values()))
    client = create_app(Dependencies(table, lambda: roster, host=host)).test_client()
    told = {row["id"] for row in client.get("/api/sentences").json["models"]}
    enemies = {row["id"] for row in client.get("/api/sentences/model?model=ida").json["enemies"]}
    table.stop()
    host.close()
    assert told == {*RED, *BLUE} & set(table.placed)
    assert enemies == set(BLUE) & set(table.placed)
