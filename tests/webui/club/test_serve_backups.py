"""`tablecam tournament serve` keeps backups of its database unless it is told not to."""

import json
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from click.testing import CliRunner
from club_events import begun, enter
from sqlalchemy import create_engine, text

from tablecam.club.event.event_store import StoredEvent
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.commands.tournament import serve
from tablecam.game.hosting import database_watch
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore
from webui.server import server

TRIES = 3000
LINES = "SELECT text FROM tournament_lines ORDER BY line"


def list_backups(folder: Path) -> list[tuple[str, ...]]:
    """The lines of the event in each backup, the oldest first."""
    found = []
    for file in sorted((folder / "games.db.backups").glob("*.db")):
        with closing(create_engine(f"sqlite:///{file}").connect()) as connection:
            found.append(tuple(connection.execute(text(LINES)).scalars()))
    return found


def serve_while(folder: Path, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[str], None], *more: str) -> None:
    """Runs the command; it ends when that is done. meanwhile: gets the address."""
    ports: list[int] = []
    bind = server.bind

    def noted(*given: Any) -> Any:
        listener = bind(*given)
        ports.append(int(listener.effective_port))
        return listener

    monkeypatch.setattr(server, "bind", noted)
    monkeypatch.setattr("webui.command.wait_for_the_end", lambda _seconds: meanwhile(f"http://127.0.0.1:{ports[0]}"))
    monkeypatch.setattr(database_watch, "PATIENCE_S", 0.02)
    words = ["--db", str(folder / "games.db"), "--no-browser", "--port", "0", *more]
    said = CliRunner().invoke(serve, words, catch_exceptions=False)
    assert said.exit_code == 0, said.output


def play_and_look(club: StoredEvent) -> Callable[[str], None]:
    """A round is published by another program, and a page of the server shows it."""

    def meanwhile(address: str) -> None:
        for command in (ClubEvent.draft, ClubEvent.publish):
            club.act("TO", command)
        with urlopen(f"{address}/api/club/1/public") as answer:
            assert json.load(answer)["round"] == 1

    return meanwhile


@pytest.mark.slow
def test_a_published_round_and_what_was_done_until_the_end_are_backed_up(tmp_path: Path, monkeypatch) -> None:
    club = begun(TournamentStore(open_database(str(tmp_path / "games.db"))))
    published = play_and_look(club)

    def meanwhile(address: str) -> None:
        published(address)
        # not for ever, where nothing is backed up
        for _ in range(TRIES):
            if club.lines in list_backups(tmp_path):
                break
            threading.Event().wait(0.02)
        else:
            pytest.fail("no backup has the published round")
        club.act("TO", enter("z"))

    serve_while(tmp_path, monkeypatch, meanwhile)
    assert list_backups(tmp_path)[-1] == club.lines


@pytest.mark.slow
def test_no_backups_are_kept_where_they_are_switched_off(tmp_path: Path, monkeypatch) -> None:
    club = begun(TournamentStore(open_database(str(tmp_path / "games.db"))))
    serve_while(tmp_path, monkeypatch, play_and_look(club), "--no-backups")
    assert not (tmp_path / "games.db.backups").exists()
