"""The last backups beside the database: when a game begins or ends, each ten minutes, at the end, and ten at most."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hosting import FORCES, answers, hosted

from tablecam.game.hosting import database_watch
from tablecam.game.hosting.commands import concede
from tablecam.game.hosting.game_host import GameHost
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore

BEGIN = {"forces": FORCES, "rules": {"deployed": True}}


def backups(folder: Path) -> list[Path]:
    return sorted((folder / "games.db.backups").glob("*.db"))


def backed_up(host: GameHost, clock: Callable[[], float] = time.monotonic) -> database_watch.RollingBackups:
    return database_watch.RollingBackups(host.store, [lambda: database_watch.game_status(host)], clock)


@pytest.mark.slow
def test_a_backup_is_written_in_the_background_when_a_game_is_begun_and_when_it_ends(
    tmp_path: Path, monkeypatch
) -> None:
    written = threading.Semaphore(0)
    real = database_watch.back_up

    def noted(engine, path):
        real(engine, path.with_name(f"{path.stem}-{len(backups(tmp_path))}.db"))
        written.release()

    monkeypatch.setattr(database_watch, "back_up", noted)
    host = hosted(tmp_path)
    with backed_up(host).running():
        host.begin(BEGIN)
        assert written.acquire(timeout=60)
        answers(host, 3, 10)
        with host.reading() as open_game:
            assert open_game
            before = len(open_game.kept.lines)
        host.do(concede, "table", {"seat": "red"})
        assert written.acquire(timeout=60)
    first, last = (GameStore(open_database(str(path))).read(1) for path in backups(tmp_path))
    assert len(first) <= before < len(last)
    host.close()


def test_at_most_ten_are_kept_and_the_oldest_goes_first(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    host.begin(BEGIN)
    folder = tmp_path / "games.db.backups"
    folder.mkdir()
    for number in range(12):
        (folder / f"games-20200101-{number:06}.db").write_text("old")
    newest = database_watch.back_up_now(host.store)
    names = [path.name for path in backups(tmp_path)]
    assert len(names) == database_watch.MOST
    assert names[-1] == newest.name
    assert names[0] == "games-20200101-000003.db"
    host.close()


def test_a_backup_that_fails_stops_nobody(tmp_path: Path, caplog) -> None:
    (tmp_path / "games.db.backups").write_text("a file in the way")
    host = hosted(tmp_path)
    with backed_up(host).running():
        host.begin(BEGIN)
        while not caplog.records:
            threading.Event().wait(0.02)
        answers(host, 3, 3)
    assert "no backup was written" in caplog.text
    host.close()


def test_new_lines_are_backed_up_after_ten_minutes_and_old_ones_once(tmp_path: Path) -> None:
    host, now = hosted(tmp_path), [0.0]
    host.begin(BEGIN)
    backing = backed_up(host, lambda: now[0])
    answers(host, 3, 3)
    for minute in (9, 10, 20, 30):
        now[0] = 60.0 * minute
        backing.check()
        assert bool(backups(tmp_path)) == (minute >= 10)
    [only] = backups(tmp_path)
    assert GameStore(open_database(str(only))).lengths() == host.store.lengths()
    only.unlink()
    answers(host, 3, 1)
    with backing.running():
        pass
    assert [GameStore(open_database(str(path))).lengths() for path in backups(tmp_path)] == [host.store.lengths()]
    host.close()


def test_a_backup_of_an_overwritten_file_is_not_made(tmp_path: Path, caplog) -> None:
    host, now = hosted(tmp_path), [0.0]
    host.begin(BEGIN)
    backing = backed_up(host, lambda: now[0])
    answers(host, 3, 3)
    (tmp_path / "games.db").write_bytes(b"")
    now[0] = database_watch.EACH_S
    backing.check()
    assert not backups(tmp_path)
    assert "no backup was written" in caplog.text
    host.close()
