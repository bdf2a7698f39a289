"""The rescue of a game at the terminal whose database is lost: it moves to a new file, and continues there."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass

import click
from sqlalchemy import Engine

from tablecam.base.errors import TablecamError
from tablecam.game.hosting.custody import FINAL, Custody, NothingToRescue
from tablecam.storage.copied_logs import CopiedLog
from tablecam.storage.game_store import GameStore, KeptGame


@dataclass(frozen=True)
class OneGame:
    """The game at this terminal, as a holder of `Custody`."""

    store: GameStore
    kept: KeptGame

    def held(self) -> AbstractContextManager[None]:
        """A context without a lock, since nothing else writes."""
        return nullcontext()

    def in_memory(self) -> Sequence[CopiedLog]:
        """The game with every acknowledged line."""
        if self.kept.id is None:
            return ()
        return (CopiedLog("game", self.kept.id, "", [("", text) for text in self.kept.lines], self.kept.settings()),)

    def move_to(self, engine: Engine) -> None:
        """Do nothing: the program ends, and the game continues in the new file at the next start."""


@contextmanager
def rescued(store: GameStore, kept: KeptGame) -> Iterator[None]:
    """Move the games to a new file where the database is lost inside the block; the error names the file."""
    try:
        yield
    except FINAL as lost:
        try:
            path = Custody([OneGame(store, kept)], lambda text: click.echo(f"note: {text}", err=True)).rescue()
        except NothingToRescue:
            raise lost from None
        advice = (
            f"tablecam umpire --game {kept.id} --db {path} goes on with it" if kept.id else "nothing was played yet"
        )
        raise TablecamError(f"{lost}; {advice}") from lost
