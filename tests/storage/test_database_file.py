"""A database whose file is deleted, moved or replaced while it is open: nothing is said to be kept that is not."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from tablecam.storage.backup import back_up
from tablecam.storage.database import open_database
from tablecam.storage.database_fault import DamagedDatabase, LostDatabase
from tablecam.storage.database_file import check
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import LogTaken, TournamentStore

HEAD, NEXT, LAST, MORE = '{"game":"duel"}', '{"boundary":"a"}', '{"boundary":"b"}', '{"boundary":"c"}'

LONG = tuple(f'{{"said":"{number:0300}"}}' for number in range(150))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def deleted(file: Path) -> None:
    for path in file.parent.glob("games.db*"):
        path.unlink()


def only_its_log_deleted(file: Path) -> None:
    file.with_name("games.db-wal").unlink()


def moved(file: Path) -> None:
    file.rename(file.with_name("elsewhere.db"))


def replaced(file: Path) -> None:
    GameStore(open_database(str(file.with_name("other.db"))))
    file.with_name("other.db").rename(file)


def folder_gone(file: Path) -> None:
    shutil.rmtree(file.parent)


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def cut_short(file: Path) -> None:
    with file.open("r+b") as content:
        content.truncate(4096)


def overwritten_by_another(file: Path) -> None:
    other = open_database(str(file.with_name("other.db")))
    with GameStore(other).new() as kept:
        kept.append([HEAD])
    other.dispose()
    shutil.copyfile(file.with_name("other.db"), file)


def overwritten_by_a_backup(file: Path) -> None:
    shutil.copyfile(file.with_name("backup.db"), file)


def overwritten_with_rubbish(file: Path) -> None:
    file.write_bytes(b"rubbish" * file.stat().st_size)


def its_log_emptied(file: Path) -> None:
    file.with_name("games.db-wal").write_bytes(b"")


def its_log_overwritten(file: Path) -> None:
    log = file.with_name("games.db-wal")
    log.write_bytes(b"rubbish" * log.stat().st_size)


LOST = [deleted, only_its_log_deleted, moved, replaced, folder_gone, emptied]
CHANGED = [
    emptied, cut_short, overwritten_by_another, overwritten_by_a_backup, overwritten_with_rubbish, its_log_emptied,
    its_log_overwritten,
]  # fmt: skip


@pytest.mark.parametrize("lose", LOST)
def test_no_line_is_acknowledged_once_the_file_is_gone(file: Path, lose: Callable[[Path], None]) -> None:
    store = GameStore(open_database(str(file)))
    with store.new() as kept:
        kept.append([HEAD, NEXT])
        lose(file)
        with pytest.raises(LostDatabase, match=r"while it was in use; nothing more is kept in it"):
            kept.append([LAST])


def found_after_a_crash(file: Path) -> tuple[str, ...]:
    """The lines of the game for a program that opens the files as they lie there."""
    copy = file.with_name("after the crash.db")
    for more in ("", "-wal"):
        if (part := file.with_name(file.name + more)).exists():
            shutil.copyfile(part, copy.with_name(copy.name + more))
    return GameStore(open_database(str(copy))).read(1)


@pytest.mark.parametrize("is_merged", [False, True], ids=["lines in its log", "lines in the file"])
@pytest.mark.parametrize("change", CHANGED)
def test_no_acknowledged_line_is_lost_when_the_content_changes(
    file: Path, change: Callable[[Path], None], is_merged: bool
) -> None:
    engine = open_database(str(file))
    with GameStore(engine).new() as kept:
        kept.append([HEAD, *LONG])
        back_up(engine, file.with_name("backup.db"))
        kept.append([NEXT, *LONG])
        if is_merged:
            with engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)")
            kept.append([LAST])
        acknowledged = kept.lines
        change(file)
        try:
            kept.append([MORE])
        except (LostDatabase, DamagedDatabase):
            # what was acknowledged is still in memory, to be written elsewhere
            assert kept.lines == acknowledged
            refused = True
        else:
            assert found_after_a_crash(file) == (*acknowledged, MORE)
            refused = False
    # the log of SQLite, where it has every page, restores what was overwritten
    assert refused or not is_merged


@pytest.mark.parametrize("change", [emptied, overwritten_by_another, overwritten_with_rubbish, its_log_overwritten])
def test_a_change_while_nothing_is_written_is_noticed(file: Path, change: Callable[[Path], None]) -> None:
    engine = open_database(str(file))
    with GameStore(engine).new() as kept:
        kept.append([HEAD, *LONG])
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)")
            check(connection)
        kept.append([NEXT])
        change(file)
        with engine.connect() as connection, pytest.raises((LostDatabase, DamagedDatabase)):
            check(connection)


def test_what_other_programs_write_is_no_fault(file: Path) -> None:
    engine, other = open_database(str(file)), open_database(str(file))
    with GameStore(engine).new() as one, GameStore(other).new() as two:
        for kept in (one, two) * 3:
            kept.append([HEAD])
            with other.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)")
    assert {*GameStore(engine).lengths().values()} == {3}


@pytest.mark.parametrize("by_another", [False, True], ids=["by this program", "by another one"])
def test_a_log_that_is_deleted_on_purpose_is_no_fault(file: Path, by_another: bool) -> None:
    engine, other = open_database(str(file)), open_database(str(file))
    store = TournamentStore(engine)
    gone, head = store.append(None, 0, "", [HEAD, NEXT])
    stays, before = store.append(None, 0, "", [HEAD])
    TournamentStore(other if by_another else engine).delete(gone)
    with other.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)")
    store.append(stays, 1, before, [NEXT])
    with engine.connect() as connection:
        check(connection)
    assert [entry.id for entry in store.list_logs()] == [stays]
    with pytest.raises(LogTaken):
        store.append(gone, 2, head, [LAST])


def test_a_log_that_an_older_database_never_had_is_not_held_for_deleted(file: Path) -> None:
    engine = open_database(str(file))
    store = TournamentStore(engine)
    stays, before = store.append(None, 0, "", [HEAD, *LONG])
    back_up(engine, file.with_name("backup.db"))
    store.append(None, 0, "", [HEAD, *LONG])
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    store.read(stays)
    with file.open("r+b") as content:
        content.write(file.with_name("backup.db").read_bytes())
    with pytest.raises(LostDatabase, match="was overwritten"):
        store.append(stays, 1 + len(LONG), before, [NEXT])


def test_the_file_may_be_put_back_and_the_game_goes_on(file: Path) -> None:
    store = GameStore(open_database(str(file)))
    with store.new() as kept:
        kept.append([HEAD])
        moved(file)
        with pytest.raises(LostDatabase):
            kept.append([NEXT])
        file.with_name("elsewhere.db").rename(file)
        kept.append([NEXT])
    assert store.read(1) == (HEAD, NEXT)


def test_a_file_that_goes_while_a_line_is_written_is_noticed_before_the_answer(file: Path, monkeypatch) -> None:
    store = GameStore(open_database(str(file)))
    insert = store._insert_lines
    with store.new() as kept:
        kept.append([HEAD])

        def late(*given):
            done = insert(*given)
            deleted(file)
            return done

        monkeypatch.setattr(store, "_insert_lines", late)
        with pytest.raises(LostDatabase):
            kept.append([NEXT])


def test_no_empty_file_is_made_in_the_place_of_one_that_is_gone(file: Path) -> None:
    engine = open_database(str(file))
    with engine.connect():
        deleted(file)
        # the pool's only connection is taken, so that another would be made
        with pytest.raises(LostDatabase), engine.connect():
            pass
    assert not file.exists()


def test_a_database_that_is_left_and_opened_again_is_not_held_for_lost(file: Path) -> None:
    for line in (HEAD, NEXT):
        engine = open_database(str(file))
        with GameStore(engine).new() as kept:
            kept.append([line])
        engine.dispose()
        with engine.connect() as connection:
            assert connection.execute(text("SELECT count(*) FROM events")).scalar()
        engine.dispose()
