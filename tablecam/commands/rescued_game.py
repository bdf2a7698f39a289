"""What becomes of a game at the terminal whose database is lost: all of it goes to a new file, and on from there."""

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
        """Nobody else writes."""
        return nullcontext()

    def in_memory(self) -> Sequence[CopiedLog]:
        """The game with every line that was acknowledged."""
        if self.kept.id is None:
            return ()
        return (CopiedLog("game", self.kept.id, "", [("", text) for text in self.kept.lines], self.kept.settings()),)

    def move_to(self, engine: Engine) -> None:
        """The program ends; it goes on in the new file when it is started again."""


@contextmanager
def rescued(store: GameStore, kept: KeptGame) -> Iterator[None]:
    """Where the database is lost inside the block, its games are in a new file afterwards, which the error names."""
    try:
        yield
    except FINAL as lost:
        try:
            path = Custody([OneGame(store, kept)], lambda text: click.echo(f"note: {text}", err=True)).rescue()
        except NothingToRescue:
            raise lost from None
        again = f"tablecam umpire --game {kept.id} --db {path} goes on with it" if kept.id else "nothing was played yet"
        raise TablecamError(f"{lost}; {again}") from lost
