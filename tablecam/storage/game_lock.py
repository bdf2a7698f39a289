"""One program at a time goes on with a game. The hold ends with the program, however that ends.

SQLite: a lock of the system on a small file beside the database. PostgreSQL: an advisory lock of a connection that
stays open. Elsewhere only the log itself guards: no line can be written twice.
"""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Engine, text

# "game" in ASCII: keeps our advisory locks apart from those of other programs on the same server
SPACE = 0x67616D65

Release = Callable[[], None]


def hold(engine: Engine, game: int) -> Release | None:
    """Gives back how to let go of the game; None where another program holds it."""
    if engine.dialect.name == "postgresql":
        return _advisory(engine, game)
    file = engine.url.database
    if engine.dialect.name == "sqlite" and file and file != ":memory:":
        return _lock_beside(Path(f"{file}.game-{game}.lock"))
    return lambda: None


def _lock_beside(path: Path) -> Release | None:
    """A lock on a file that is there only while the game is held, or was held by a program that was killed."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(file)
            return None
        if _still_there(path, file):
            return lambda: _let_go(path, file)
        # the one before let go, and took the file away, between our two steps
        os.close(file)


def _still_there(path: Path, file: int) -> bool:
    try:
        return path.stat().st_ino == os.fstat(file).st_ino
    except FileNotFoundError:
        return False


def _let_go(path: Path, file: int) -> None:
    path.unlink(missing_ok=True)
    os.close(file)


def _advisory(engine: Engine, game: int) -> Release | None:
    connection = engine.connect()
    key = {"space": SPACE, "game": game}
    held = connection.execute(text("SELECT pg_try_advisory_lock(:space, :game)"), key).scalar_one()
    connection.commit()
    if not held:
        connection.close()
        return None

    def release() -> None:
        connection.execute(text("SELECT pg_advisory_unlock(:space, :game)"), key)
        connection.commit()
        connection.close()

    return release
