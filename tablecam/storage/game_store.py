"""Games kept in a database: begun, gone on with, listed and read. A game's log goes in line by line and stays.

store = GameStore(open_database("games.db"))
with store.new() as kept:
    game = Game.begin(system, setup, kept)
with store.open(kept.id) as kept:
    game = Game.resume(system, kept.lines, kept)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, Engine, func, insert, select
from sqlalchemy.exc import IntegrityError

from tablecam.errors import BadFile, TablecamError
from tablecam.storage.database import EVENTS, GAMES, DatabaseFault, name, told
from tablecam.storage.game_lock import Release, hold
from tablecam.storage.line_sum import line_sum

Now = Callable[[], datetime]


class Taken(TablecamError):
    """Another program goes on with this game."""


class BrokenLog(BadFile):
    """A log was edited or cut short; the message names the line, and `whole` has the lines before it."""

    def __init__(self, message: str, whole: tuple[str, ...]) -> None:
        super().__init__(message)
        self.whole = whole


@dataclass(frozen=True)
class Listed:
    """A game in the list. begun, last: ISO times in UTC; header: the first line of its log."""

    id: int
    begun: str
    last: str
    lines: int
    header: str


def utc_now() -> datetime:
    """The clock."""
    return datetime.now(UTC)


class GameStore:
    """The games of one database. now: the clock, for the times that the database notes beside the lines."""

    def __init__(self, engine: Engine, now: Now = utc_now) -> None:
        self.engine = engine
        self.now = now

    @property
    def name(self) -> str:
        """The database, for a person."""
        return name(self.engine)

    def new(self) -> "KeptGame":
        """A game that is kept from its first line on; until then there is nothing of it."""
        return KeptGame(self, None, ())

    def open(self, game: int) -> "KeptGame":
        """A game to go on with. Taken where another program does; BadFile where there is none; BrokenLog."""
        release = self.hold(game)
        try:
            return KeptGame(self, game, self.read(game), release)
        except BaseException:
            release()
            raise

    def read(self, game: int) -> tuple[str, ...]:
        """The lines of a game, to look at. BadFile where there is none of that number; BrokenLog."""
        wanted = select(EVENTS.c.line, EVENTS.c.text, EVENTS.c.sum).where(EVENTS.c.game == game).order_by(EVENTS.c.line)
        with told(self.engine, "read"), self.engine.connect() as connection:
            rows = connection.execute(wanted).all()
        if not rows:
            raise BadFile(f"{self.name} has no game {game}; it has {self._numbers()}")
        return self._checked(game, [(number, text, sum_) for number, text, sum_ in rows])

    def games(self) -> tuple[Listed, ...]:
        """Every game, in the order in which they were begun."""
        lines = (
            select(EVENTS.c.game, func.count().label("lines"), func.max(EVENTS.c.at).label("last"))
            .group_by(EVENTS.c.game)
            .subquery()
        )
        first = EVENTS.alias()
        wanted = (
            select(GAMES.c.id, GAMES.c.begun, lines.c.last, lines.c.lines, first.c.text)
            .join(lines, lines.c.game == GAMES.c.id)
            .join(first, (first.c.game == GAMES.c.id) & (first.c.line == 1))
            .order_by(GAMES.c.id)
        )
        with told(self.engine, "read"), self.engine.connect() as connection:
            return tuple(Listed(*row) for row in connection.execute(wanted))

    def append(self, game: int | None, after: int, before: str, texts: Sequence[str]) -> tuple[int, str]:
        """Lines kept as one, after so many with that last sum; the game's number and the new last sum.

        Taken where the game has grown since; DatabaseFault where it could not be written: then nothing was.
        """
        try:
            with told(self.engine, "written"), self.engine.begin() as connection:
                game = game or self._begun(connection)
                return game, self._insert(connection, game, after, before, texts)
        except DatabaseFault as fault:
            if isinstance(fault.__cause__, IntegrityError):
                raise self._taken(game) from fault
            raise

    def _insert(self, connection: Connection, game: int, after: int, before: str, texts: Sequence[str]) -> str:
        rows, at = [], self.now().isoformat(timespec="milliseconds")
        for line, text in enumerate(texts, after + 1):
            before = line_sum(before, text)
            rows.append({"game": game, "line": line, "at": at, "text": text, "sum": before})
        connection.execute(insert(EVENTS), rows)
        return before

    def _begun(self, connection: Connection) -> int:
        row = {"begun": self.now().isoformat(timespec="seconds")}
        return int(connection.execute(insert(GAMES).returning(GAMES.c.id), row).scalar_one())

    def _checked(self, game: int, rows: Sequence[tuple[int, str, str]]) -> tuple[str, ...]:
        texts: list[str] = []
        before = ""
        for number, text, sum_ in rows:
            before = line_sum(before, text)
            if number != len(texts) + 1 or sum_ != before:
                fault = "is missing" if number != len(texts) + 1 else "is not what was written"
                line = len(texts) + 1
                raise BrokenLog(
                    f"{self.name}, game {game}: line {line} of the log {fault}; the {line - 1} before it are whole",
                    tuple(texts),
                )
            texts.append(text)
        return tuple(texts)

    def hold(self, game: int) -> Release:
        """Keeps other programs from going on with a game until it is released; Taken where one does already."""
        with told(self.engine, "read"):
            release = hold(self.engine, game)
        if release is None:
            raise self._taken(game)
        return release

    def _taken(self, game: int | None) -> Taken:
        return Taken(f"game {game} of {self.name} is being played in another program; go on with it there, or end that")

    def _numbers(self) -> str:
        listed = [str(each.id) for each in self.games()]
        return f"{', '.join(listed[-10:])}" if listed else "none yet"


class KeptGame:
    """The sink of a game's log, held while it is open. id: None until the first lines. lines: as they were on opening.

    A context manager; `close` lets other programs go on with the game.
    """

    def __init__(
        self, store: GameStore, id: int | None, lines: tuple[str, ...], release: Release | None = None
    ) -> None:
        self.store = store
        self.id = id
        self.lines = lines
        self._last = len(lines)
        self._sum = ""
        for text in lines:
            self._sum = line_sum(self._sum, text)
        self._release = release

    def append(self, lines: Sequence[str]) -> None:
        """Keep these lines, in order, as one; when it returns they are on disk. Raises as `GameStore.append`."""
        self.id, self._sum = self.store.append(self.id, self._last, self._sum, lines)
        self._last += len(lines)
        if self._release is None:
            self._release = self.store.hold(self.id)

    def close(self) -> None:
        """Let go of the game."""
        if self._release is not None:
            self._release()
            self._release = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
