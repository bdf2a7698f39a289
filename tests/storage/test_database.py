"""Games in a database: the same on SQLite and on a real PostgreSQL."""

import itertools
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, text, update
from sqlalchemy.exc import SQLAlchemyError

from tablecam.base.errors import BadFile
from tablecam.storage.database import EVENTS, TABLES, open_database
from tablecam.storage.database_fault import DatabaseFault
from tablecam.storage.game_store import BrokenLog, GameStore, LogTaken

HEAD, NEXT, LAST = '{"game":"duel"}', '{"boundary":"a"}', '{"boundary":"ä ☠ \\n"}'


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, file: str) -> Iterator[str]:
    """A database without any game yet."""
    if request.param == "sqlite":
        yield f"sqlite:///{file}"
        return
    where = request.getfixturevalue("postgresql")
    TABLES.drop_all(open_database(where))
    yield where


@pytest.fixture
def store(url: str) -> GameStore:
    return GameStore(open_database(url))


def begun(store: GameStore, *lines: str) -> int:
    """A game of some lines that nobody holds any more."""
    with store.new() as kept:
        kept.append(lines or (HEAD, NEXT))
        assert kept.id is not None
        return kept.id


def tampered(store: GameStore, command: str) -> None:
    """Changes the table behind our back, the guards off."""
    with store.engine.begin() as connection:
        if store.engine.dialect.name == "sqlite":
            connection.execute(text("DROP TRIGGER events_no_update"))
            connection.execute(text("DROP TRIGGER events_no_delete"))
        else:
            connection.execute(text("DROP TRIGGER events_append_only ON events"))
        connection.execute(text(command))


def pages(store: GameStore, most: int) -> None:
    """How large the file may become: SQLite's own way to have a full disk."""
    with store.engine.connect() as connection:
        connection.execute(text(f"PRAGMA max_page_count={most}"))


@pytest.mark.slow
def test_what_was_appended_is_read_back_by_the_next_program(url: str) -> None:
    game = begun(GameStore(open_database(url)), HEAD, NEXT, LAST)
    assert GameStore(open_database(url)).read(game) == (HEAD, NEXT, LAST)


@pytest.mark.slow
def test_a_game_is_gone_on_with_where_it_was_left(store: GameStore) -> None:
    game = begun(store)
    with store.open(game) as kept:
        assert kept.lines == (HEAD, NEXT)
        kept.append([LAST])
        kept.append([NEXT])
    assert store.read(game) == (HEAD, NEXT, LAST, NEXT)


@pytest.mark.slow
def test_a_game_without_a_line_leaves_nothing_behind(store: GameStore) -> None:
    with store.new() as kept:
        assert kept.id is None
    assert store.games() == ()


@pytest.mark.slow
def test_games_are_listed_in_the_order_in_which_they_were_begun(url: str) -> None:
    ticks = (datetime(2026, 5, 1, 20, 0, tzinfo=UTC) + timedelta(minutes=n) for n in itertools.count())
    store = GameStore(open_database(url), lambda: next(ticks))
    first, second = begun(store), begun(store, HEAD)
    with store.open(first) as kept:
        kept.append([LAST])
    assert [(each.id, each.lines, each.header) for each in store.games()] == [(first, 3, HEAD), (second, 1, HEAD)]
    assert store.games()[0].last > store.games()[1].last > store.games()[1].begun


def test_when_the_disk_is_full_nothing_is_half_written_and_the_game_goes_on_later(file: str) -> None:
    store = GameStore(open_database(file))
    game = begun(store)
    with store.open(game) as kept:
        pages(store, 8)
        with pytest.raises(DatabaseFault, match="cannot be written: database or disk is full"):
            kept.append([NEXT, LAST, "x" * 100_000])
        assert store.read(game) == (HEAD, NEXT)
        pages(store, 1000)
        kept.append([LAST])
    assert store.read(game) == (HEAD, NEXT, LAST)


@pytest.mark.slow
def test_a_game_that_is_not_there_is_refused_with_those_that_are(store: GameStore) -> None:
    with pytest.raises(BadFile, match="has no game 3; it has none yet"):
        store.read(3)
    game = begun(store)
    with pytest.raises(BadFile, match=f"has no game 0; it has {game}"):
        store.open(0)


@pytest.mark.slow
@pytest.mark.parametrize("change", [delete(EVENTS), update(EVENTS).values(text=NEXT)], ids=["delete", "update"])
def test_a_line_once_written_can_be_neither_changed_nor_removed(store: GameStore, change) -> None:
    game = begun(store)
    with store.engine.connect() as connection, pytest.raises(SQLAlchemyError, match="only ever appended to"):
        connection.execute(change)
    assert store.read(game) == (HEAD, NEXT)


@pytest.mark.slow
def test_a_line_edited_behind_our_back_is_named_and_those_before_it_are_handed_over(store: GameStore) -> None:
    game = begun(store, HEAD, NEXT, LAST, NEXT)
    tampered(store, 'UPDATE events SET text = \'{"boundary":"b"}\' WHERE line = 3')
    with pytest.raises(BrokenLog, match=f"game {game}: line 3 of the log is not what was written; the 2") as broken:
        store.open(game)
    assert broken.value.whole == (HEAD, NEXT)


@pytest.mark.slow
def test_a_line_lost_behind_our_back_is_named(store: GameStore) -> None:
    game = begun(store, HEAD, NEXT, LAST, NEXT)
    tampered(store, "DELETE FROM events WHERE line = 2")
    with pytest.raises(BrokenLog, match="line 2 of the log is missing") as broken:
        store.read(game)
    assert broken.value.whole == (HEAD,)


@pytest.mark.slow
def test_a_game_that_is_being_played_is_refused_to_others_until_it_is_let_go(url: str) -> None:
    ours, theirs = GameStore(open_database(url)), GameStore(open_database(url))
    game, other = begun(ours), begun(ours)
    with ours.open(game):
        with pytest.raises(LogTaken, match=f"game {game} of .* is being played in another program"):
            theirs.open(game)
        theirs.open(other).close()
        assert theirs.read(game) == (HEAD, NEXT)
    theirs.open(game).close()


HOLDER = """
import sys
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
kept = GameStore(open_database(sys.argv[1])).open(int(sys.argv[2]))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.slow
def test_a_game_is_free_again_when_the_program_that_played_it_is_killed(url: str) -> None:
    store = GameStore(open_database(url))
    game = begun(store)
    command = [sys.executable, "-c", HOLDER, url, str(game)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(LogTaken):
            store.open(game)
        holder.kill()
    if url.startswith("postgresql"):
        # the server notices the end of the connection on its own, a moment later
        wait_until_alone(store)
    store.open(game).close()


def wait_until_alone(store: GameStore) -> None:
    others = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()")
    for _ in range(500):
        with store.engine.connect() as connection:
            if not connection.execute(others).scalar():
                return
        time.sleep(0.01)


@pytest.mark.slow
def test_games_are_written_from_several_threads_at_once(url: str) -> None:
    store = GameStore(open_database(url))

    def play(number: int) -> tuple[str, ...]:
        with store.new() as kept:
            kept.append([HEAD])
            for turn in range(10):
                kept.append([f'{{"boundary":"{number} {turn}"}}'])
            assert kept.id is not None
            return store.read(kept.id)

    with ThreadPoolExecutor(4) as threads:
        for number, lines in enumerate(threads.map(play, range(8))):
            assert lines == (HEAD, *(f'{{"boundary":"{number} {turn}"}}' for turn in range(10)))


@pytest.mark.slow
def test_a_new_game_is_held_as_well(url: str) -> None:
    ours, theirs = GameStore(open_database(url)), GameStore(open_database(url))
    with ours.new() as kept:
        kept.append([HEAD])
        with pytest.raises(LogTaken):
            theirs.open(kept.id or 0)


@pytest.mark.slow
def test_a_game_that_cannot_be_opened_is_not_held(store: GameStore) -> None:
    game = begun(store)
    tampered(store, "UPDATE events SET sum = 'x' WHERE line = 2")
    for _ in range(2):
        with pytest.raises(BrokenLog):
            store.open(game)


@pytest.mark.slow
def test_no_line_is_written_twice_even_where_nothing_is_locked(store: GameStore) -> None:
    game = begun(store)
    with store.open(game) as kept:
        store.append(game, 2, "", [LAST])
        with pytest.raises(LogTaken):
            kept.append([NEXT])
    with pytest.raises(BrokenLog):
        store.read(game)


def test_sqlite_writes_ahead_and_syncs_at_every_commit(file: str) -> None:
    with open_database(file).connect() as connection:
        said = [connection.execute(text(f"PRAGMA {word}")).scalar() for word in ("journal_mode", "synchronous")]
    assert said == ["wal", 2]


@pytest.mark.slow
def test_a_games_summary_is_its_programs_at_its_length(store: GameStore) -> None:
    one, two = begun(store), begun(store, HEAD, NEXT, LAST)
    assert store.list_with_summaries("1.0") == tuple((each, None) for each in store.games())
    for lines, program, said in ((1, "1.0", "early"), (2, "0.9", "older"), (2, "1.0", "now")):
        store.sum_up(one, lines, program, said)
    store.sum_up(two, 2, "1.0", "one line short")
    assert [(each.id, each.lines, said) for each, said in store.list_with_summaries("1.0")] == [
        (one, 2, "now"),
        (two, 3, None),
    ]
    assert [said for _, said in store.list_with_summaries("1.1")] == [None, None]


def test_a_lock_leaves_no_file_behind(file: str) -> None:
    store = GameStore(open_database(file))
    with store.open(begun(store)):
        assert list(Path(file).parent.glob("*.lock"))
    assert not list(Path(file).parent.glob("*.lock"))


REFUSED: dict[str, Callable[[Path], str]] = {
    "cannot be opened: unable to open": lambda folder: str(folder / "nowhere" / "games.db"),
    "cannot be opened: file is not a database": lambda folder: str(folder / "letter.txt"),
    "is no database that can be opened here": lambda folder: "oracle9://x",
    "connection": lambda folder: f"postgresql+psycopg://ann:sesame@/x?host={folder}",
    "postgres://...@h/x is no database": lambda folder: "postgres://ann:sesame@h/x",
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_what_cannot_be_opened_is_told_in_one_line_without_the_password(tmp_path: Path, sentence: str) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann, " * 200)
    with pytest.raises(DatabaseFault, match=sentence) as refused:
        open_database(REFUSED[sentence](tmp_path))
    assert "\n" not in str(refused.value)
    assert "sesame" not in str(refused.value)


def test_a_database_of_another_program_is_refused(file: str) -> None:
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE events (day TEXT)")
    other.close()
    with pytest.raises(DatabaseFault, match="no such column"):
        GameStore(open_database(file)).read(1)
