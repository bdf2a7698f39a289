"""Addresses, users and file names of a database go to nobody but the terminal."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from club_events import playing
from flask.testing import FlaskClient
from sqlalchemy import text as sql

from tablecam.base.errors import page_text
from tablecam.club.event.organiser_view import describe_for_organiser
from tablecam.club.event.registry import EventRegistry
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.replay.archive import Archive
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.storage.database import open_database
from tablecam.storage.database_fault import DatabaseFault
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import TournamentStore
from tablecam.table.miniature import Roster
from webui import create_app
from webui.entrance.access import alone
from webui.server.dependencies import Dependencies

ID = "0123456789abcdef01234567"
COUNTS = re.compile(r"line \d|\d+ before")


class Night:
    """A server with a game and an event in a database of a telling name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "of-ann-in-cellar"
        self.folder.mkdir()
        self.engine = open_database(str(self.folder / "secret-name.db"))
        store = GameStore(self.engine)
        host = GameHost(store, GameSetups(BOOKS), dict)
        host.begin({"forces": dict(BOOKS.usual.demo().forces)})
        club = EventRegistry(TournamentStore(self.engine), self.folder / "snapshots")
        club.begin("Friday", "TO")
        # whoever opens the archive next reads the database again
        parts = Dependencies(
            None, lambda: Roster(()), access=alone(("red", "blue")), host=host, club=club,
            archive=Archive(store, BOOKS),
        )  # fmt: skip
        self.client = create_app(parts).test_client()
        self.host, self.club = host, club

    def spoil(self, *statements: str) -> None:
        with self.engine.begin() as connection:
            for statement in statements:
                connection.execute(sql(statement))

    def says(self, path: str, body: dict | None = None) -> str:
        client: FlaskClient = self.client
        if body is None:
            return client.get(path).text
        return client.post(path, json={"id": ID, **body}, headers={"X-Tablecam": "page"}).text


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    found = Night(tmp_path)
    yield found
    found.host.close()


def private(said: str) -> bool:
    return not any(part in said for part in ("of-ann", "secret-name", "sqlite", "no such table"))


READS = ("/api/games", "/api/games/1", "/api/games/1/log.jsonl", "/api/games/1/report.html", "/api/club", "/api/club/1")


@pytest.mark.slow
def test_a_database_that_is_broken_is_said_without_its_name_on_every_page(
    night: Night, caplog: pytest.LogCaptureFixture
) -> None:
    night.spoil(*(f"ALTER TABLE {name} RENAME TO {name}_gone" for name in ("events", "games", "tournament_lines")))
    said = [night.says(path) for path in READS]
    assert all(map(private, said))
    assert "cannot reach its database" in said[0]
    with caplog.at_level(logging.WARNING):
        night.says("/api/games")
    assert "secret-name.db" in caplog.text


def test_a_log_that_was_changed_is_said_without_its_name_or_how_long_it_is(night: Night) -> None:
    night.spoil("DROP TRIGGER events_no_update", "UPDATE events SET text = '{}' WHERE line = 2")
    said = [night.says(path) for path in READS[:4]]
    assert all(map(private, said))
    assert "changed or cut short" in said[0]
    assert not any(map(COUNTS.search, said))


def test_a_game_that_is_not_there_is_said_without_the_databases_name() -> None:
    store = GameStore(open_database("sqlite://"))
    with pytest.raises(Exception, match="has no game 7") as refused:
        store.read(7)
    assert "sqlite" in str(refused.value)
    assert "sqlite" not in page_text(refused.value)


@pytest.mark.slow
def test_a_game_that_another_program_plays_is_said_without_the_databases_name(tmp_path: Path) -> None:
    store = GameStore(open_database(str(tmp_path / "secret-name.db")))
    release = store.hold(1)
    with pytest.raises(Exception, match=r"secret-name.db is being played in another program") as refused:
        store.hold(1)
    assert "another program" in page_text(refused.value)
    assert private(page_text(refused.value))
    release()


def test_a_round_whose_file_cannot_be_written_is_told_at_the_desk_without_the_folder(
    night: Night, caplog: pytest.LogCaptureFixture
) -> None:
    (night.folder / "snapshots").write_text("no folder")
    with caplog.at_level(logging.WARNING):
        club = playing(night.club.store, snapshots=night.folder / "snapshots")
    assert "of-ann" in caplog.text
    desk = describe_for_organiser(club, str)
    assert desk["snapshot_fault"] == "see the program's terminal for the reason"
    assert private(str(desk))


def test_the_reason_of_a_server_that_refuses_a_user_stays_at_the_terminal() -> None:
    fault = DatabaseFault(
        "the database postgresql://ann:***@10.0.0.5/club cannot be opened: password authentication failed for user ann"
    )
    assert not re.search(r"user ann|10\.0|postgres", page_text(fault))
