"""A host of games put together: its database, the forces that there are, and the camera's eyes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tablecam.hosting.game_host import Hosted
from tablecam.observing.game_observer import Follower, Keep
from tablecam.observing.live_loop import Live
from tablecam.rulebooks.urban_war.forces.game_setup import Setups, usual_forces
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.roster import Roster


@contextmanager
def hosting(
    db: str, live: Live, roster: Callable[[], Roster], folder: Path | None = None, keeping: Keep | None = None
) -> Iterator[Hosted]:
    """A host that follows the live view inside the block; a game that was left in the middle is open again.

    db: a file or a URL. folder: the table folder, whose own forces may be played too. keeping: see `Follower`.
    DatabaseFault where the database cannot be opened.
    """

    def table_in() -> tuple[float, float] | None:
        snapshot = live.view.snapshot
        return (snapshot.width_in, snapshot.depth_in) if snapshot else None

    def called() -> dict[str, str]:
        return {model.id: model.name for model in roster().models}

    follower = Follower(live, keeping)
    host = Hosted(GameStore(open_database(db)), Setups(lambda: usual_forces(folder), table_in), called, follower)
    host.go_on()
    follower.follow(host)
    try:
        yield host
    finally:
        follower.stop()
        host.close()
