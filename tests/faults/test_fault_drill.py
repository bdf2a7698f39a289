"""What may happen to an evening, what is promised then, and what is shown. Each test is a row of this table.

| what happens | promised | shown |
|---|---|---|
| the machine is killed | every answer that was acknowledged is kept, and no other | the same question after the start |
| the disk is full | what is acknowledged is kept; the answer counts when sent again | 503, a banner "unwritable" |
| the database's file is deleted | no more is acknowledged; a new file has all | 503, a banner, the owner's button |
| its disk is pulled out | the same, in another folder | the same |
| the database is locked for long | the answer counts once, when sent again | 503 with Retry-After, a banner "away" |
| the clock is set back | lines stay in their order; nothing is lost | nothing |
| two servers play one game | one goes on with it, the other is refused until that ends | one sentence |
| a screen reads nothing | nobody waits for it | nothing |

The same again and again at moments of chance: `test_killed_game.py`, `test_killed_tournament.py`. Garbage from the
camera: `tests/sensing/camera/test_jpeg.py`, `tests/live/test_live_loop.py`. A proxy that gathers:
`tests/webui/journey/test_held_back.py`. Pages that keep what they could not send:
`tests/webui/game/test_game_unsent.py`.
"""

import itertools
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from evening_server import Evening
from serving import served
from sqlalchemy import text

from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import LogTaken
from webui.entrance.access import COOKIE

# a server with a game and pages: left out of the quick round
pytestmark = pytest.mark.slow

ANSWER, UNDO = "/api/game/answer", "/api/game/undo"
RESCUE, EVENTS = "/api/database/rescue", "/api/events"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A game whose orders are asked for, and an event."""
    evening = Evening(tmp_path)
    evening.begin()
    yield evening
    evening.close()


def kept(file: Path) -> tuple[str, ...]:
    """The log of the game as another program reads it."""
    return GameStore(open_database(str(file))).read(1)


# plays on and says each answer once it is acknowledged
PLAYS = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[2:]
from evening_server import Evening
evening = Evening(Path(sys.argv[1]))
evening.begin()
for role in ("red", "blue"):
    assert evening.post(role, "/api/game/answer", **evening.orders(role)).status_code == 200
    print(len(evening.lines()), flush=True)
sys.stdin.read()
"""


def test_the_machine_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PLAYS, str(tmp_path), *sys.path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        acknowledged = [int(server.stdout.readline()) for _role in ("red", "blue")]
        server.send_signal(signal.SIGKILL)
    assert len(kept(tmp_path / "games.db")) == acknowledged[-1]
    again = Evening(tmp_path, begun=False)
    assert again.host.go_on()
    assert not [each for each in again.host.view_for("red")["game"]["questions"] if each["kind"] == "Assign"]
    again.close()


def last_line(evening: Evening) -> int:
    """The line of the last answer."""
    line: int = evening.host.view_for("table")["game"]["last"]["line"]
    return line


def test_the_disk_is_full(evening: Evening) -> None:
    with evening.engine.connect() as connection:
        # SQLite's own way to have a full disk
        (pages,) = connection.execute(text("PRAGMA page_count")).one()
        connection.execute(text(f"PRAGMA max_page_count={pages}"))
    acts = (("red", ANSWER, evening.orders), ("table", UNDO, lambda: {"line": last_line(evening)}))
    for role, path, build_body in itertools.islice(itertools.cycle(acts), 400):
        # the last page has room for some lines
        body, before = build_body(), evening.lines()
        refused = evening.post(role, path, **body)
        if refused.status_code == 503:
            break
    assert refused.status_code == 503
    assert "full, failing or read-only" in refused.json["error"]["says"]
    evening.custody.look()
    assert evening.pulse(EVENTS)["database"] == "unwritable"
    assert kept(evening.file) == before == evening.lines()
    with evening.engine.connect() as connection:
        connection.execute(text("PRAGMA max_page_count=100000"))
    assert evening.post(role, path, **body).status_code == 200
    assert kept(evening.file) == evening.lines()
    evening.custody.look()
    assert "database" not in evening.pulse(EVENTS)


def test_the_file_is_deleted(evening: Evening) -> None:
    said, before, event = evening.orders(), evening.lines(), evening.event.lines
    evening.lose()
    assert evening.post("red", ANSWER, **said).status_code == 503
    assert evening.lines() == before
    evening.custody.look()
    assert evening.pulse(EVENTS)["database"] == evening.pulse("/api/club/1/events")["database"] == "lost"
    assert evening.post("red", RESCUE).status_code == 403
    assert evening.post("table", RESCUE).status_code == 200
    assert evening.post("red", ANSWER, **said).status_code == 200
    assert kept(evening.file) == evening.lines()
    assert evening.lines()[: len(before)] == before
    assert evening.club.stored_event("1").lines == event


def test_the_disk_is_pulled_out(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "stick").mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    evening = Evening(tmp_path / "stick")
    evening.begin()
    said = evening.orders()
    shutil.rmtree(tmp_path / "stick")
    assert evening.post("red", ANSWER, **said).status_code == 503
    assert evening.post("table", RESCUE).status_code == 200
    assert evening.post("red", ANSWER, **said).status_code == 200
    (new,) = (tmp_path / "here").glob("games-rescued-*.db")
    assert kept(new) == evening.lines()
    evening.close()


def test_the_database_is_locked_for_long(evening: Evening) -> None:
    said, before = evening.orders(), evening.lines()
    with evening.engine.connect() as connection:
        connection.execute(text("PRAGMA busy_timeout=10"))
    other = open_database(str(evening.file))
    with other.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        refused = evening.post("red", ANSWER, **said)
        assert refused.status_code == 503
        assert int(refused.headers["Retry-After"]) > 0
        assert evening.lines() == before
    for _again in range(2):
        assert evening.post("red", ANSWER, **said).status_code == 200
    assert kept(evening.file) == evening.lines()


def test_the_clock_is_set_back(evening: Evening) -> None:
    hours = iter(range(100))
    back = lambda: datetime(2026, 5, 1, tzinfo=UTC) - timedelta(hours=next(hours))  # noqa: E731
    evening.host.store.now = evening.club.store.now = back
    for role in ("red", "blue"):
        assert evening.post(role, ANSWER, **evening.orders(role)).status_code == 200
    player = {"command": "enter", "player": "ann", "name": "Ann", "faction": "", "models": 9}
    assert evening.post("table", "/api/club/1/act", **player).status_code == 200
    assert kept(evening.file) == evening.lines()
    evening.close()
    again = Evening(evening.file.parent, begun=False)
    assert again.host.go_on()
    assert again.lines() == kept(evening.file)
    assert "ann" in again.event.state.event.entrants
    again.close()


def test_two_servers_play_one_game(evening: Evening) -> None:
    other = Evening(evening.file.parent, begun=False)
    assert not other.host.go_on()
    with pytest.raises(LogTaken, match="is being played in another program; go on with it there, or end that"):
        other.host.open({"game": 1})
    evening.host.close()
    assert other.host.open({"game": 1}) == 1
    assert other.post("red", ANSWER, **other.orders()).status_code == 200
    other.close()


def test_a_screen_reads_nothing(evening: Evening) -> None:
    with served(evening.app) as address:
        where = urlsplit(address)
        screens = [socket.create_connection((where.hostname, where.port)) for _ in range(8)]
        try:
            for screen in screens:
                screen.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                screen.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            for role in ("red", "blue"):
                connection = HTTPConnection(str(where.hostname), where.port, timeout=60)
                connection.request("GET", "/api/me", headers={"Cookie": f"{COOKIE}={evening.tokens[role]}"})
                assert connection.getresponse().status == 200
                connection.close()
                assert evening.post(role, ANSWER, **evening.orders(role)).status_code == 200
        finally:
            for screen in screens:
                screen.close()
            evening.live.stop()
    assert kept(evening.file) == evening.lines()
