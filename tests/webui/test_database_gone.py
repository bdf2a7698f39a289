"""Pages over a database that is lost: 503, a word in every stream, and the owner's button."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from evening_server import Evening

from tablecam.storage.database_fault import DatabaseFault


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    evening.begin()
    yield evening
    evening.close()


@pytest.mark.slow
def test_an_answer_is_put_off_and_counts_when_it_is_sent_again_under_its_id(evening: Evening) -> None:
    said = evening.orders()
    evening.lose()
    refused = evening.post("red", "/api/game/answer", **said)
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    says = refused.json["error"]["says"]
    assert says.startswith("The database file was deleted, moved or replaced")
    assert str(evening.file) not in refused.text
    assert evening.post("table", "/api/database/rescue").json == {"done": True}
    for _ in range(2):
        assert evening.post("red", "/api/game/answer", **said).status_code == 200
    assert not [each for each in evening.host.view_for("red")["game"]["questions"] if each["mine"]]


def test_an_act_of_the_event_is_put_off_too(evening: Evening) -> None:
    evening.lose()
    act = {"command": "rename", "title": "Saturday"}
    assert evening.post("table", f"/api/club/{evening.event.id}/act", **act).status_code in {400, 503}
    player = {"command": "enter", "player": "ann", "name": "Ann", "faction": "", "models": 9}
    refused = evening.post("table", f"/api/club/{evening.event.id}/act", **player)
    assert refused.status_code == 503, refused.json


@pytest.mark.parametrize("path", ["/api/events", "/api/club/1/events"])
def test_every_stream_says_what_is_wrong_with_the_database(evening: Evening, path: str) -> None:
    assert "database" not in evening.pulse(path)
    evening.lose()
    evening.custody.look()
    assert evening.pulse(path)["database"] == "lost"
    evening.custody.rescue()
    assert "database" not in evening.pulse(path)


@pytest.mark.slow
def test_a_database_that_is_away_ends_no_stream(evening: Evening, monkeypatch) -> None:
    def away(*_given):
        raise DatabaseFault("the server does not answer")

    monkeypatch.setattr(evening.club.store, "since", away)
    monkeypatch.setattr("tablecam.club.event.event_store.LOOK_S", 0.0)
    assert evening.event.wait(evening.event.sequence, 0.1) is False
    evening.event.look()


@pytest.mark.parametrize("role", ["red", "umpire", "spectator"])
def test_only_the_tables_own_screen_gives_the_word(evening: Evening, role: str) -> None:
    evening.lose()
    assert evening.post(role, "/api/database/rescue").status_code == 403
    assert not evening.file.exists()


def test_the_word_is_refused_while_nothing_is_wrong(evening: Evening) -> None:
    refused = evening.post("table", "/api/database/rescue")
    assert refused.status_code == 409
    assert refused.json["error"]["says"] == "The database is available: nothing needs to be written to a new file."
