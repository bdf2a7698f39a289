"""`tablecam backup`, `restore` and `salvage`: the games and events of a database in a file, and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecam.base.errors import BadFile, TablecamError
from tablecam.commands.options import USUAL_DB, database

if TYPE_CHECKING:
    from sqlalchemy import Engine

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--keys", is_flag=True, help="Add keys and the list of devices: anybody who has the file can then join in any seat."
)
@database
def backup(file: Path, keys: bool, db: str) -> None:
    """Writes all games and events of a database into FILE, also during play."""
    from tablecam.storage.backup import back_up, read_logs

    if "://" not in db and not Path(db).is_file():
        raise BadFile(f"{db} is missing: name the database with --db")
    key_files = _find_key_files(db) if keys else {}
    if key_files and not key_files["keys"].is_file():
        raise BadFile(
            f"there are no keys at {key_files['keys']}: leave --keys out, or start the table once with --host 0.0.0.0"
        )
    with _open_engine(db) as engine:
        back_up(engine, file, {name: path for name, path in key_files.items() if path.is_file()})
    with _open_engine(str(file)) as engine:
        logs = read_logs(engine)
    games, events, leagues = (sum(log.kind == kind for log in logs) for kind in ("game", "tournament", "league"))
    also = f" and {_describe_count(leagues, 'league')}" if leagues else ""
    between = "," if leagues else " and"
    click.echo(f"{file}: {_describe_count(games, 'game')}{between} {_describe_count(events, 'event')}{also}, as of now")


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--force", is_flag=True, help="Replace a database that has games: rename it first, without deleting anything."
)
@database
def restore(file: Path, force: bool, db: str) -> None:
    """Writes the games and events of a backup into an empty or new database, where they continue."""
    from tablecam.storage.backup import read_kept_files, restore, write_kept

    if force:
        _rename_database(db)
    with _open_engine(db) as engine:
        names = restore(file, engine)
    contents, paths = read_kept_files(file), _find_key_files(db)
    if contents and paths["keys"].exists() and not force:
        keys = paths["keys"]
        click.echo(f"note: the keys {keys} are there already and stay; --force takes those of the backup", err=True)
    else:
        for name, content in contents.items():
            write_kept(paths[name], content)
    click.echo(f"{db} has {', '.join(names) or 'no game and no event'}")


@click.command()
@click.argument("damaged", metavar="DB")
@click.argument("new", metavar="NEW")
def salvage(damaged: str, new: str) -> None:
    """Copies the intact lines of every log of a damaged database DB into a NEW one, and lists the missing ones."""
    from tablecam.storage.backup import is_empty, open_copy, salvage, write_logs

    with open_copy(damaged) as source:
        salvaged = salvage(source)
    if not salvaged.logs:
        raise TablecamError(
            f"nothing of {damaged} can be read ({'; '.join(salvaged.missing) or 'it has no log'}); "
            f"tablecam restore takes the newest of {damaged}.backups"
        )
    with _open_engine(new) as engine:
        if not is_empty(engine):
            raise BadFile(f"{new} has games or events already: name a new file")
        write_logs(engine, salvaged.logs)
    for log in salvaged.logs:
        click.echo(f"{log.name}: {_describe_count(len(log.lines), 'line')} kept")
    for fault in salvaged.missing:
        click.echo(f"missing: {fault}", err=True)
    click.echo(f"{new} has all that is whole" if salvaged.missing else f"nothing is missing: {new} is whole")


@contextmanager
def _open_engine(db: str) -> Iterator[Engine]:
    from tablecam.storage.database import open_database

    engine = open_database(db)
    try:
        yield engine
    finally:
        engine.dispose()


def _find_key_files(db: str) -> dict[str, Path]:
    """The files that admit devices to a database's table: its keys, and the list of devices."""
    from webui.entrance.keys import devices_beside, find_key_file

    keys = find_key_file(db) or Path(f"{USUAL_DB}.keys")
    return {"keys": keys, "devices": devices_beside(keys)}


def _rename_database(db: str) -> None:
    """Rename the file of a database, with its companion files."""
    from tablecam.storage.text_file import rename_file

    if "://" in db:
        raise click.UsageError("--force puts a file away; a database on a server is emptied by its owner")
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    for path in (Path(db), Path(f"{db}-wal"), Path(f"{db}-shm")):
        if path.exists():
            rename_file(path, path.with_name(path.name.replace(Path(db).name, f"{Path(db).name}.before-{stamp}", 1)))


def _describe_count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
