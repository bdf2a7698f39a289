"""The keys lie beside the database, and those of an earlier version are taken over once."""

import stat
from pathlib import Path

import pytest

from tablecam.base.errors import BadFile
from webui.command import Serving
from webui.entrance.keys import DEVICES, adopt_old_keys, find_key_file, load_keys


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return folder


def serving(**more: bool) -> Serving:
    return Serving("0.0.0.0", None, browser=False, seconds=None, **more)


def test_the_keys_of_a_file_lie_beside_it_under_its_name(tmp_path: Path) -> None:
    file = tmp_path / "club" / "evening.db"
    assert find_key_file(str(file)) == find_key_file(f"sqlite:///{file}") == tmp_path / "club" / "evening.db.keys"
    assert find_key_file("games.db") == Path("games.db.keys")
    assert find_key_file("sqlite://") is find_key_file("sqlite:///:memory:") is find_key_file("no url://") is None


def test_the_keys_of_a_server_are_the_users_own_and_their_name_tells_no_credentials(here: Path) -> None:
    path = find_key_file("postgresql+psycopg://ann:geheim@db.club:5433/Friday Night?password=more")
    assert path is not None
    assert path.name == "db.club-5433-friday-night.keys"
    assert path.parent.name == "tablecam"
    assert here not in path.parents
    assert find_key_file("postgresql://bob@db.club:5433/other") != path


def test_keys_lie_beside_the_database_and_nothing_in_the_working_folder(here: Path, tmp_path: Path) -> None:
    db = str(tmp_path / "there" / "x.db")
    first = serving().open_access(db)
    assert list(here.iterdir()) == []
    assert stat.S_IMODE((tmp_path / "there" / "x.db.keys").stat().st_mode) == 0o600
    token = first.token("red")
    again = serving().open_access(db)
    assert (again.keys, again.seat(token, "").role) == (first.keys, "red")


def test_keys_of_an_earlier_version_are_taken_over_once_and_devices_stay_joined(here: Path, tmp_path: Path) -> None:
    old = load_keys(here / "games.db.keys", ("red", "blue"))
    db = tmp_path / "there" / "x.db"
    db.parent.mkdir()
    db.touch()
    access = serving().open_access(str(db))
    assert access.keys == old
    early = access._signer.dumps(["red", "0123456789abcdef"])
    assert access.seat(early, "").role == "red"
    renewed = serving(new_codes=True).open_access(str(db))
    assert renewed.keys != old
    assert (renewed.seat(early, "").role, renewed.devices.list_devices()) == ("spectator", {})
    assert serving().open_access(str(db)).keys == renewed.keys


def test_a_new_database_takes_over_no_keys(here: Path, tmp_path: Path) -> None:
    old = load_keys(here / "games.db.keys")
    assert serving().open_access(str(tmp_path / "new.db")).keys != old


def test_old_keys_that_cannot_be_read_are_said(here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_keys(here / "games.db.keys")
    db = tmp_path / "x.db"
    db.touch()

    def refused(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refused)
    with pytest.raises(BadFile, match="cannot be read"):
        adopt_old_keys(str(db), tmp_path / "x.db.keys")


def test_where_nobody_else_joins_no_keys_are_kept(here: Path, tmp_path: Path) -> None:
    Serving("127.0.0.1", None, browser=False, seconds=None).open_access(str(tmp_path / "x.db"))
    assert list(tmp_path.glob("x.db*")) == list(here.iterdir()) == []


def test_the_list_of_devices_lies_beside_the_keys(here: Path, tmp_path: Path) -> None:
    serving().open_access(str(tmp_path / "x.db"))
    assert {path.name for path in tmp_path.glob("x.db.*")} >= {"x.db.keys", f"x.db{DEVICES}"}
