"""The versions of the tables: an empty database, one from before the versions, programs that start at once."""

import gzip
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, text

from tablecam.storage import database
from tablecam.storage.database import TABLES, connect_engine, open_database
from tablecam.storage.database_fault import DatabaseFault
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import TournamentStore

GOLDEN = Path(__file__).parents[1] / "golden"
LATER = '''"""Players beside games."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes the table."""
    op.create_table("players", Column("name", Text, primary_key=True))
    raise_or_not()


def raise_or_not() -> None:
    """Fails where a table says so."""
    if "fails" in __import__("sqlalchemy").inspect(op.get_bind()).get_table_names():
        raise OSError("the power went")
'''


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


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """The versions with one more."""
    scripts = shutil.copytree(database.SCRIPTS, tmp_path / "migrations")
    (scripts / "versions" / "v0003_players.py").write_text(LATER)
    return scripts


def version(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return database.read_version(connection)


@pytest.mark.slow
def test_the_versions_make_the_tables_that_the_program_uses(url: str) -> None:
    with open_database(url).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), TABLES) == []


def test_the_newest_version_is_the_one_that_needs_no_alembic() -> None:
    assert ScriptDirectory(database.SCRIPTS).get_current_head() == database.VERSION


def test_a_database_from_before_the_versions_is_recognised_and_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.write_bytes(gzip.decompress((GOLDEN / "old" / "games.db.gz").read_bytes()))
    assert version(connect_engine(str(file))) is None
    engine = open_database(str(file))
    assert version(engine) == database.VERSION
    assert [each.lines for each in GameStore(engine).games()] == [322, 55]
    assert len(TournamentStore(engine).list_logs()) == 1


def test_what_an_old_database_lacks_is_made(url: str) -> None:
    engine = open_database(url)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE game_summaries"))
        connection.execute(text(f"DROP TABLE {database.VERSION_TABLE}"))
    assert inspect(open_database(url)).has_table("game_summaries")


@pytest.mark.parametrize("number", ["0001", "0002"])
def test_the_database_of_each_version_opens_and_its_games_go_on(tmp_path: Path, number: str) -> None:
    file = tmp_path / "games.db"
    file.write_bytes(gzip.decompress((GOLDEN / "databases" / f"{number}.db.gz").read_bytes()))
    assert version(connect_engine(str(file))) == number
    engine = open_database(str(file))
    store = GameStore(engine)
    (listed,) = store.games()
    assert (listed.begun, listed.lines) == ("2026-05-01T20:00:00+00:00", 3)
    with store.open(1) as kept:
        assert kept.settings() == {"ask facts": "yes"}
        kept.append(['{"boundary":"later"}'])
    assert store.read(1)[2:] == ('{"boundary":"b"}', '{"boundary":"later"}')
    assert TournamentStore(engine).read(1) == ('{"opened":"Friday"}',)


def test_every_version_has_its_golden_database() -> None:
    known = {revision.revision for revision in ScriptDirectory(database.SCRIPTS).walk_revisions()}
    assert {path.name.partition(".")[0] for path in (GOLDEN / "databases").glob("*.db.gz")} == known


def test_a_later_version_is_one_step_and_keeps_what_is_there(url: str, later: Path) -> None:
    engine = open_database(url)
    with GameStore(engine).new() as kept:
        kept.append(['{"game":"duel"}'])
    database.upgrade(engine, later, "0003")
    assert version(engine) == "0003"
    assert inspect(engine).has_table("players")
    assert GameStore(engine).read(1) == ('{"game":"duel"}',)


def test_a_step_that_fails_leaves_the_database_as_it_was(url: str, later: Path) -> None:
    engine = open_database(url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE fails (why TEXT)"))
    with pytest.raises(OSError, match="the power went"):
        database.upgrade(engine, later, "0003")
    assert version(engine) == "0002"
    assert not inspect(engine).has_table("players")


def test_a_database_of_a_later_program_is_refused_with_what_to_do(url: str, later: Path) -> None:
    database.upgrade(open_database(url), later, "0003")
    with pytest.raises(DatabaseFault, match=r"its version is 0003, this one knows up to 0002\): update tablecam"):
        open_database(url)


STARTED = """
import sys
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
print("ready", flush=True)
sys.stdin.readline()
with GameStore(open_database(sys.argv[1])).new() as kept:
    kept.append(['{"game":"duel"}'])
"""


@pytest.mark.slow
def test_several_servers_start_on_one_empty_database_at_once(url: str) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", STARTED, url], stdin=-1, stdout=-1, stderr=-1, text=True)
        for _ in range(3)
    ]
    for each in started:
        assert each.stdout
        assert each.stdout.readline() == "ready\n"
    for each in started:
        assert each.stdin
        each.stdin.write("go\n")
        each.stdin.flush()
    said = [each.communicate() for each in started]
    assert [each.returncode for each in started] == [0] * 3, said
    assert len(GameStore(open_database(url)).games()) == 3


def test_postgresql_without_its_driver_names_the_extra(monkeypatch) -> None:
    for name in ("psycopg", "psycopg2"):
        monkeypatch.setitem(sys.modules, name, None)
    for url in ("postgresql://ann:sesame@h/x", "postgresql+psycopg://ann:sesame@h/x"):
        with pytest.raises(DatabaseFault, match=r"pip install 'tablecam\[postgresql\]'") as refused:
            open_database(url)
        assert "sesame" not in str(refused.value)
