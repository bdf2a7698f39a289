"""Backups and the way back, from SQLite and PostgreSQL to either; what is whole of a damaged database."""

import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from tablecam.base.errors import BadFile
from tablecam.storage.backup import back_up, open_copy, read_kept_files, read_logs, restore, salvage, write_logs
from tablecam.storage.database import connect_engine, open_database
from tablecam.storage.game_store import BrokenLog, GameStore
from tablecam.storage.line_store import TournamentStore

HEAD, NEXT, LAST = '{"game":"duel"}', '{"boundary":"a"}', '{"boundary":"ä ☠"}'


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.db'}"
        return
    where = request.getfixturevalue("postgresql")
    emptied(where)
    yield where
    emptied(where)


def emptied(where: str) -> None:
    with connect_engine(where).begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))


def filled(url: str) -> GameStore:
    store = GameStore(open_database(url))
    for lines in ((HEAD, NEXT), (HEAD, NEXT, LAST)):
        with store.new() as kept:
            kept.append(lines)
            kept.set("ask facts", "yes")
    TournamentStore(store.engine).append(None, 0, "", ['{"opened":"Friday"}'])
    return store


@pytest.mark.slow
def test_a_backup_has_everything_and_goes_back_into_an_empty_database(url: str, tmp_path: Path) -> None:
    store = filled(url)
    before = read_logs(store.engine)
    back_up(store.engine, tmp_path / "kept.db")
    if url.startswith("postgresql"):
        store.engine.dispose()
        emptied(url)
        engine = open_database(url)
    else:
        engine = open_database(str(tmp_path / "new.db"))
    assert restore(tmp_path / "kept.db", engine) == ["game 1", "game 2", "tournament 1"]
    assert read_logs(engine) == before
    again = GameStore(engine)
    with again.open(2) as kept:
        kept.append([NEXT])
    with again.new() as kept:
        kept.append([HEAD])
        assert kept.id == 3
    assert again.read(2) == (HEAD, NEXT, LAST, NEXT)


@pytest.mark.slow
def test_a_backup_is_one_file_that_every_command_opens(url: str, tmp_path: Path) -> None:
    back_up(filled(url).engine, tmp_path / "b" / "kept.db")
    assert [path.name for path in (tmp_path / "b").iterdir()] == ["kept.db"]
    assert GameStore(open_database(str(tmp_path / "b" / "kept.db"))).read(2) == (HEAD, NEXT, LAST)


@pytest.mark.slow
def test_a_backup_of_a_database_that_is_written_to_is_of_one_moment(url: str, tmp_path: Path) -> None:
    store = filled(url)
    over = threading.Event()

    def play() -> None:
        # both games grow together: a backup of several moments has one without the other
        with store.open(1) as one, store.open(2) as other:
            while not over.is_set():
                other.append([NEXT])
                one.append([NEXT])

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(5):
            path = tmp_path / f"{number}.db"
            back_up(store.engine, path)
            one, other = (len(GameStore(open_database(str(path))).read(game)) for game in (1, 2))
            assert other - one in {1, 2}
    finally:
        over.set()
        player.join()


@pytest.mark.slow
def test_a_database_with_games_is_not_written_over(url: str, tmp_path: Path) -> None:
    store = filled(url)
    back_up(store.engine, tmp_path / "kept.db")
    with pytest.raises(BadFile, match="there are games or events in that database already"):
        restore(tmp_path / "kept.db", store.engine)


def test_keys_go_with_a_backup_on_request_and_then_it_is_its_owners_alone(tmp_path: Path) -> None:
    store = filled(f"sqlite:///{tmp_path / 'games.db'}")
    (tmp_path / "games.db.keys").write_text("secret")
    back_up(store.engine, tmp_path / "plain.db")
    back_up(store.engine, tmp_path / "kept.db", {"keys": tmp_path / "games.db.keys"})
    assert read_kept_files(tmp_path / "plain.db") == {}
    assert read_kept_files(tmp_path / "kept.db") == {"keys": b"secret"}
    assert b"secret" not in (tmp_path / "plain.db").read_bytes()
    assert stat.S_IMODE((tmp_path / "kept.db").stat().st_mode) == 0o600


def test_a_backup_that_cannot_be_written_leaves_the_one_before(tmp_path: Path) -> None:
    store = filled(f"sqlite:///{tmp_path / 'games.db'}")
    back_up(store.engine, tmp_path / "kept.db")
    before = (tmp_path / "kept.db").read_bytes()
    with pytest.raises(BadFile, match=r"the keys .* cannot be read"):
        back_up(store.engine, tmp_path / "kept.db", {"keys": tmp_path / "nowhere.keys"})
    assert (tmp_path / "kept.db").read_bytes() == before
    assert sorted(path.name for path in tmp_path.glob("*kept*")) == ["kept.db"]


@pytest.mark.parametrize("content", [b"", b"Dear Ann, " * 500])
def test_a_file_that_is_no_backup_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "letter.db").write_bytes(content)
    engine = open_database(str(tmp_path / "new.db"))
    if content:
        with pytest.raises(BadFile, match="is damaged, or no backup"):
            restore(tmp_path / "letter.db", engine)
    else:
        assert restore(tmp_path / "letter.db", engine) == []


def damaged(path: Path) -> int:
    """A database of many lines with pages of them overwritten; how many lines it had."""
    store = GameStore(open_database(str(path)))
    for _game in range(3):
        with store.new() as kept:
            kept.append([HEAD, *(f'{{"boundary":"{number:04} {"x" * 200}"}}' for number in range(400))])
    store.engine.dispose()
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 3 * 4096] = b"\x5a" * (3 * 4096)
    path.write_bytes(content)
    return 401


@pytest.mark.slow
def test_the_whole_lines_of_a_damaged_database_are_saved_and_what_is_missing_is_named(tmp_path: Path) -> None:
    lines = damaged(tmp_path / "games.db")
    before = (tmp_path / "games.db").read_bytes()
    with open_copy(str(tmp_path / "games.db")) as engine:
        found = salvage(engine)
    assert (tmp_path / "games.db").read_bytes() == before
    kept = {log.name: len(log.lines) for log in found.logs}
    assert kept["game 1"] == lines
    assert kept["game 2"] < lines or kept.get("game 3", 0) < lines
    assert any("is missing or damaged" in fault for fault in found.missing)
    new = open_database(str(tmp_path / "new.db"))
    write_logs(new, found.logs)
    for log in found.logs:
        assert len(GameStore(new).read(log.id)) == len(log.lines)


def test_nothing_is_missing_of_a_sound_database(url: str) -> None:
    store = filled(url)
    found = salvage(store.engine)
    assert found.missing == ()
    assert list(found.logs) == read_logs(store.engine)


def test_a_line_that_was_edited_ends_what_is_whole(tmp_path: Path) -> None:
    store = filled(f"sqlite:///{tmp_path / 'games.db'}")
    with store.engine.begin() as connection:
        connection.execute(text("DROP TRIGGER events_no_update"))
        connection.execute(text("UPDATE events SET text = 'x' WHERE game = 2 AND line = 2"))
    with pytest.raises(BrokenLog):
        store.read(2)
    found = salvage(store.engine)
    assert [len(log.lines) for log in found.logs] == [2, 1, 1]
    assert found.missing == ("game 2: line 2 of 3 is missing or damaged; the 1 before it are kept",)
