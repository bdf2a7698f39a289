"""The archive of closed games: written once, found by player, force, day and hall, and gone through in a browser."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from evenings import begun
from flask import Flask
from playwright.sync_api import expect
from screens import SIDEWAYS, TOO_SMALL, Axe, Opened
from serving import served

from tablecam.base.errors import BadFile
from tablecam.club.event.hall_event import Bound, tags_of
from tablecam.club.event.registry import EventRegistry, released_name
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.going_public import player_shown
from tablecam.doors.hub.retention import ClosedGame
from tablecam.doors.hub.topics import Place
from tablecam.game.log import InMemory
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_tags import EVENT
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore
from tablecam.storage.own_folder import write_own_folder
from webui.wall.archive import write_archive
from webui.wall.site import MARKER, HallSite, site_files

# replays are told line by line
pytestmark = pytest.mark.slow

FIRST, SECOND = "8f14e45f-ceea-467f-a0e6-1f6f5d0a1b2c", "c9f0f895-fb98-4b91-99f5-1fd0297e236d"


def conceded(tags: dict[str, str] | None = None) -> tuple[str, ...]:
    """A short game that red has given up and both have confirmed."""
    kept = InMemory()
    game = begun(kept, tags)
    event = BOOKS.book(game.system.name).phrases.make_concession(game.state, "red")
    assert event
    game.correct(event, "red gives up", "red")
    game.close("table")
    return tuple(kept.lines)


LOG = conceded()


def closed(uuid: str, day: int, hall: str, *, forgotten: bool = False) -> ClosedGame:
    at = datetime(2026, 11, day, 20, 15, tzinfo=UTC)
    return ClosedGame(uuid, Place(hall, "one"), hall.title(), "Table 1", at, at, forgotten)


def written(folder: Path, *games: ClosedGame, logs: dict[str, tuple[str, ...]] | None = None) -> list[dict[str, Any]]:
    """The rows of the list then."""
    known = {FIRST: LOG, SECOND: LOG} if logs is None else logs
    write_archive(folder, games, lambda game: known.get(game, ()), BOOKS, print)
    rows: list[dict[str, Any]] = json.loads((folder / "games.json").read_text())["games"]
    return rows


def test_a_game_is_written_once_and_stays_when_its_log_is_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    (row,) = written(folder, closed(FIRST, 20, "mill"))
    assert (row["players"], row["won"], row["scores"]) == (["Harbour Watch", "Tunnel Kin"], 1, ["6/6", "6/6"])
    assert (folder / FIRST / "index.html").is_file()
    both = written(folder, closed(SECOND, 21, "barn"), closed(FIRST, 20, "mill"), logs={SECOND: LOG})
    assert [each["game"] for each in both] == [SECOND, FIRST]
    assert both[1] == row
    later = written(folder, closed(SECOND, 21, "barn"), closed(FIRST, 20, "mill", forgotten=True), logs={})
    assert [(each["game"], each["replay"]) for each in later] == [(SECOND, True), (FIRST, False)]
    assert not (folder / FIRST / "index.html").exists()
    sheet = (folder / "results.csv").read_text().splitlines()
    assert sheet[0].startswith("closed,hall_name")
    assert [FIRST in line for line in sheet[1:]] == [False, True]


def test_a_log_that_cannot_be_read_keeps_no_other_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logs = {FIRST: ('{"no": "log"}',), SECOND: LOG}
    rows = written(tmp_path / "games", closed(FIRST, 20, "mill"), closed(SECOND, 21, "mill"), logs=logs)
    assert [each["game"] for each in rows] == [SECOND]
    assert f"game {FIRST} is not shown" in capsys.readouterr().out


def test_another_s_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(BadFile, match="other files"):
        written(tmp_path, closed(FIRST, 20, "mill"))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("wall")
    write_own_folder(folder, MARKER, *site_files(HallSite("ws://HOST:1")))
    written(folder / "games", closed(FIRST, 20, "mill"), closed(SECOND, 21, "barn"))
    with served(Flask("host", static_folder=str(folder), static_url_path="")) as address:
        yield address


@pytest.mark.browser
@pytest.mark.parametrize("size", [pytest.param((1920, 1080), marks=pytest.mark.long), (390, 844)])
def test_a_game_is_found_and_gone_through(opened: Opened, address: str, axe: Axe, size: tuple[int, int]) -> None:
    page = opened(f"{address}/archive.html", size)
    rows = page.locator("[data-game]")
    expect(rows).to_have_count(2)
    assert not page.evaluate(SIDEWAYS)
    assert page.evaluate(TOO_SMALL) == []
    assert axe(page) == []
    page.locator("[name=to]").fill("2026-11-20")
    expect(rows).to_have_count(1)
    page.locator("[name=find]").fill("harbour kin")
    expect(rows).to_have_count(1)
    # what was looked for stands in the address, which is for good
    expect(page).to_have_url(re.compile(r"find=harbour\+kin"))
    page.reload()
    expect(rows).to_have_count(1)
    page.locator("[name=find]").fill("nobody")
    expect(rows).to_have_count(0)
    page.goto(f"{address}/archive.html?hall=barn")
    expect(rows).to_have_attribute("data-game", SECOND)
    rows.locator("a").click()
    expect(page).to_have_url(re.compile(f"/games/{SECOND}/index.html"))
    expect(page.locator(".replay-bar h1")).to_have_text("Harbour Watch against Tunnel Kin")
    expect(page.locator(".then-line")).to_be_visible()
    page.go_back()
    page.goto(f"{address}/archive.de.html")
    expect(page.locator("h1")).to_have_text("Archiv")
    expect(rows).to_have_count(2)


def test_who_has_released_a_name_has_it_until_it_is_taken_back(tmp_path: Path) -> None:
    house = EventRegistry(TournamentStore(open_database(str(tmp_path / "events.db"))))
    club = house.begin("Friday", "TO", seed=1)
    for player in ("ann", "bob"):
        club.act("TO", lambda night, player=player: night.enter(Entrant(player, player.title(), "", 6)))
    club.act("TO", lambda night: night.draft().publish())
    tags = {**tags_of(Bound(club.id, 1, {"red": "ann", "blue": "bob"})), EVENT: f"mill/{club.id}"}
    folder, game = tmp_path / "games", closed(FIRST, 20, "mill")

    def players() -> list[str]:
        log = {FIRST: conceded(tags)}
        write_archive(folder, [game], lambda uuid: log[uuid], BOOKS, print, partial(released_name, house))
        (row,) = json.loads((folder / "games.json").read_text())["games"]
        return list(row["players"])

    assert players() == ["ann", "bob"]
    for shown, called in ((True, "Ann"), (False, "ann")):
        club.act("ann", lambda night, shown=shown: night.after(player_shown(night.state.event, "ann", shown)))
        assert players() == [called, "bob"]
    # a game of another database has IDs, whatever event has its number here
    assert released_name(house, "7", 1, "ann") == "ann"
    assert released_name(house, "mill/1", 2, "ann") == "ann"
