"""A database whose file is deleted, moved or replaced while it is open: nothing is said to be kept that is not."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from tablecam.storage.database import open_database
from tablecam.storage.database_fault import LostDatabase
from tablecam.storage.game_store import GameStore

HEAD, NEXT, LAST = '{"game":"duel"}', '{"boundary":"a"}', '{"boundary":"b"}'


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


LOST = [deleted, only_its_log_deleted, moved, replaced, folder_gone]


@pytest.mark.parametrize("lose", LOST)
def test_no_line_is_acknowledged_once_the_file_is_gone(file: Path, lose: Callable[[Path], None]) -> None:
    store = GameStore(open_database(str(file)))
    with store.new() as kept:
        kept.append([HEAD, NEXT])
        lose(file)
        with pytest.raises(LostDatabase, match=r"while it was in use; nothing more is kept in it"):
            kept.append([LAST])


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
