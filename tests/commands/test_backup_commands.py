"""`tablecam backup`, `restore` and `salvage` at the terminal."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablecam.__main__ import cli
from tablecam.base.errors import BadFile, TablecamError
from tablecam.storage.database import open_database
from tablecam.storage.database_fault import DatabaseFault
from tablecam.storage.game_store import GameStore
from webui.entrance.devices import Devices
from webui.entrance.keys import devices_beside


@pytest.fixture
def db(tmp_path: Path) -> Path:
    store = GameStore(open_database(str(tmp_path / "games.db")))
    with store.new() as kept:
        kept.append(['{"game":"duel"}', '{"boundary":"a"}'])
    store.engine.dispose()
    return tmp_path / "games.db"


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words])


def said(*words: object) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.exception or result.output
    return result.output


def test_a_backup_says_what_it_has_and_is_restored_beside(db: Path) -> None:
    kept, new = db.with_name("kept.db"), db.with_name("new.db")
    assert said("backup", kept, "--db", db) == f"{kept}: 1 game and 0 events, as of now\n"
    assert said("restore", kept, "--db", new) == f"{new} has game 1\n"
    assert GameStore(open_database(str(new))).read(1) == ('{"game":"duel"}', '{"boundary":"a"}')


def test_restoring_over_games_takes_force_and_puts_the_old_file_away(db: Path) -> None:
    kept = db.with_name("kept.db")
    said("backup", kept, "--db", db)
    before = db.read_bytes()
    refused = run("restore", kept, "--db", db)
    assert isinstance(refused.exception, BadFile)
    assert "--force" in str(refused.exception)
    said("restore", kept, "--force", "--db", db)
    (away,) = db.parent.glob("games.db.before-*")
    assert away.read_bytes() == before


def test_keys_are_asked_for_and_come_back_for_their_owner_with_all_who_have_joined(db: Path) -> None:
    kept, keys = db.with_name("kept.db"), db.with_name("games.db.keys")
    assert "there are no keys at" in str(run("backup", kept, "--keys", "--db", db).exception)
    keys.write_text("secret")
    device, since = Devices(devices_beside(keys)).admit("red")
    said("backup", kept, "--keys", "--db", db)
    new = db.with_name("new.db")
    said("restore", kept, "--db", new)
    assert new.with_name("new.db.keys").read_text() == "secret"
    assert new.with_name("new.db.keys").stat().st_mode & 0o077 == 0
    joined = devices_beside(new.with_name("new.db.keys"))
    assert Devices(joined).fault(device, "red", since) == ""
    assert joined.stat().st_mode & 0o077 == 0


def test_a_database_that_is_missing_is_not_made_to_be_backed_up(db: Path) -> None:
    refused = run("backup", db.with_name("kept.db"), "--db", db.with_name("nowhere.db"))
    assert isinstance(refused.exception, BadFile)
    assert not db.with_name("nowhere.db").exists()


@pytest.mark.slow
def test_a_damaged_database_names_the_way_to_salvage_it(db: Path) -> None:
    content = bytearray(db.read_bytes())
    content[4096:] = b"\x5a" * (len(content) - 4096)
    db.write_bytes(content)
    refused = run("replay", "--db", db)
    assert isinstance(refused.exception, DatabaseFault)
    assert str(refused.exception).endswith(f"tablecam salvage {db} NEW saves what is whole")
    assert "\n" not in str(refused.exception)
    nothing = run("salvage", db, db.with_name("new.db"))
    assert isinstance(nothing.exception, TablecamError)
    assert "nothing of" in str(nothing.exception)


def test_salvage_says_what_it_kept_and_what_is_missing(db: Path) -> None:
    whole = said("salvage", db, db.with_name("new.db"))
    assert "game 1: 2 lines kept" in whole
    assert "nothing is missing" in whole
    again = run("salvage", db, db.with_name("new.db"))
    assert "has games or events already: name a new file" in str(again.exception)
