"""The files of a table's keys: beside its database, so that they belong to it wherever the program is started."""

import re
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from tablecam.base.errors import BadFile
from tablecam.storage.text_file import create_bytes

ENDING = ".keys"  # no text
# the list of the devices that have joined
DEVICES = ".devices"  # no text
# earlier versions stored the keys of every database here, in the working folder
OLD = Path("games.db.keys")
UNSAFE = re.compile(r"[^a-z0-9.-]+")


def find_key_file(db: str) -> Path | None:
    """The file of the keys of a database, by its file name or URL; None for one that ends with the program.

    A database on a server has its keys in the user's data folder, under a name of host and database alone: the name
    reveals neither user nor password.
    """
    try:
        url = make_url(db if "://" in db else f"sqlite:///{db}")
    except ArgumentError:
        return None
    if url.get_backend_name() != "sqlite":
        place = "-".join(component for component in (url.host, str(url.port or ""), url.database) if component)
        return user_data_path("tablecam", appauthor=False) / f"{UNSAFE.sub('-', place.lower())}{ENDING}"  # no text
    file = (url.database or "").removeprefix("file:").partition("?")[0]
    return None if file in ("", ":memory:") else Path(f"{file}{ENDING}")


def devices_beside(keys: Path) -> Path:
    """The list of the devices that have joined with these keys."""
    return keys.with_suffix(DEVICES)


def adopt_old_keys(db: str, keys: Path, old: Path = OLD) -> bool:
    """Copies the keys that an earlier version left in the working folder, so that devices stay joined; whether it did.

    Once, for a database that is older than its keys: a new database has nothing to do with that folder.
    """
    if keys.exists() or not old.is_file() or not _is_older_database(db, keys):
        return False
    try:
        return create_bytes(keys, old.read_bytes(), private=True)
    except OSError as fault:
        raise BadFile(
            f"{old} cannot be read ({fault.strerror}): mend it, or delete it, and all devices join again"
        ) from fault


def _is_older_database(db: str, keys: Path) -> bool:
    """Whether the database was there before; for one on a server, nobody knows."""
    beside = Path(str(keys).removesuffix(ENDING))
    return beside.exists() or ("://" in db and not db.startswith("sqlite"))
