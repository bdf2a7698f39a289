"""Writes the golden database of the newest version, unless it is there."""

import gzip
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from tablecam.storage.database import VERSION, open_database
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import TournamentStore

HERE = Path(__file__).parent
BEGUN = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)


def database(file: Path) -> None:
    engine = open_database(str(file))
    store = GameStore(engine, lambda: BEGUN)
    with store.new() as kept:
        kept.append(['{"game":"duel"}', '{"boundary":"a"}'])
        kept.append(['{"boundary":"b"}'])
        kept.set("ask facts", "yes")
    store.sum_up(1, 3, "0.1.0", "{}")
    TournamentStore(engine, lambda: BEGUN).append(None, 0, "", ['{"opened":"Friday"}'])
    engine.dispose()


if __name__ == "__main__":
    path = HERE / f"{VERSION}.db.gz"
    if not path.exists():
        with tempfile.TemporaryDirectory() as folder:
            database(Path(folder) / "games.db")
            path.write_bytes(gzip.compress((Path(folder) / "games.db").read_bytes(), mtime=0))
