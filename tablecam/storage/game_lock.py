"""A lock on a game: one program at a time plays it. The hold ends with the program, however that ends.

SQLite: a lock of the system on a small file beside the database. PostgreSQL: an advisory lock of a connection that
stays open. Elsewhere only the log itself guards: no line can be written twice.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import Engine, text

# "game" in ASCII: keeps our advisory locks apart from those of other programs on the same server
SPACE = 0x67616D65

# a file that is released and removed between finding and locking it is no refusal: the next try may succeed
WAITS_S = 0.1

Release = Callable[[], None]


def hold(engine: Engine, game: int) -> Release | None:
    """Holds a game, and returns the function that releases it; None if another program holds it."""
    if engine.dialect.name == "postgresql":
        return _take_advisory_lock(engine, game)
    file = engine.url.database
    if engine.dialect.name == "sqlite" and file and file != ":memory:":
        return _take_file_lock(f"{file}.game-{game}.lock")
    return lambda: None


def _take_file_lock(path: str) -> Release | None:
    """A lock on a file that exists only while the game is held, or was held by a program that was killed."""
    # different threads take and release it
    lock = FileLock(path, thread_local=False)
    try:
        lock.acquire(timeout=WAITS_S, poll_interval=WAITS_S / 5)
    except (Timeout, OSError):
        return None

    def release() -> None:
        # On Windows a held file cannot be removed: the release itself removes it there. Elsewhere a program that
        # waited for this file notices that it is gone, and takes a new one.
        with suppress(OSError):
            Path(path).unlink()
        lock.release()

    return release


def _take_advisory_lock(engine: Engine, game: int) -> Release | None:
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
