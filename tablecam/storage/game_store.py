"""Games kept in a database: begun, continued, listed and read. A game's log goes in line by line and stays.

store = GameStore(open_database("games.db"))
with store.new() as kept:
    game = Game.begin(system, setup, kept)
with store.open(kept.id) as kept:
    game = Game.resume(system, kept.lines, kept)
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from tablecam.base.errors import TablecamError
from tablecam.storage.database import EVENTS, GAME_SETTINGS, GAME_SUMMARIES, GAMES, writing
from tablecam.storage.database_fault import DatabaseFault, database_faults
from tablecam.storage.database_file import line_sum
from tablecam.storage.line_store import (
    Beside,
    BrokenLog,
    LineStore,
    LogSummary,
    LogTaken,
    Now,
    select_summaries,
    utc_now,
)
from tablecam.storage.locks import Release, hold
from tablecam.storage.text_file import read_text, write_text

__all__ = ["BrokenLog", "GameStore", "KeptAfterAll", "KeptGame", "LogSummary", "LogTaken", "Now", "utc_now"]


def write_settings(settings: Mapping[str, str]) -> Beside:
    """Writes the settings of a new game together with its first lines."""

    def beside(connection: Connection, game: int) -> None:
        rows = [{"game": game, "name": name, "value": value} for name, value in settings.items()]
        connection.execute(insert(GAME_SETTINGS), rows)

    return beside


class GameStore(LineStore):
    """The games of one database."""

    kind, owners, lines = "game", GAMES, EVENTS

    def new(self) -> "KeptGame":
        """A game that is kept from its first line on; before it nothing is stored."""
        return KeptGame(self, None, ())

    def open(self, game: int) -> "KeptGame":
        """A game to continue. Taken if another program plays it; BadFile if there is no such game; BrokenLog."""
        release = self.hold(game)
        try:
            return KeptGame(self, game, self.read(game), release)
        except BaseException:
            release()
            raise

    def games(self) -> tuple[LogSummary, ...]:
        """Every game, in the order of their beginnings."""
        return self.list_logs()

    def list_with_summaries(self, program: str) -> tuple[tuple[LogSummary, str | None], ...]:
        """Every game of `games`, with its stored summary if that is of the log's present length."""
        query, lines = select_summaries(self.owners, self.lines, self.kind)
        columns = GAME_SUMMARIES.c
        is_current = (columns.game == GAMES.c.id) & (columns.lines == lines) & (columns.program == program)
        query = query.outerjoin(GAME_SUMMARIES, is_current).add_columns(columns.text)
        with database_faults(self.engine, "read"), self.engine.connect() as connection:
            return tuple((LogSummary(*listed), text) for *listed, text in connection.execute(query))

    def sum_up(self, game: int, lines: int, program: str, text: str) -> None:
        """Keeps a game's summary at that length, in place of an older one; DatabaseFault if it cannot be written."""
        row = {"game": game, "lines": lines, "program": program, "text": text}
        with writing(self.engine) as connection:
            connection.execute(delete(GAME_SUMMARIES).where(GAME_SUMMARIES.c.game == game))
            connection.execute(insert(GAME_SUMMARIES).values(row))

    def settings(self, game: int) -> dict[str, str]:
        """The settings of a game at this table, by name; settings that were never set are missing."""
        columns = GAME_SETTINGS.c
        query = select(columns.name, columns.value).where(columns.game == game)
        with database_faults(self.engine, "read"), self.engine.connect() as connection:
            return {setting.name: setting.value for setting in connection.execute(query)}

    def settings_named(self, name: str) -> dict[int, str]:
        """One setting of every game that has it, by the game."""
        columns = GAME_SETTINGS.c
        query = select(columns.game, columns.value).where(columns.name == name)
        with database_faults(self.engine, "read"), self.engine.connect() as connection:
            return {setting.game: setting.value for setting in connection.execute(query)}

    def set(self, game: int, name: str, value: str) -> None:
        """Sets a setting of a game; DatabaseFault if it cannot be written."""
        columns = GAME_SETTINGS.c
        with writing(self.engine) as connection:
            connection.execute(delete(GAME_SETTINGS).where(columns.game == game, columns.name == name))
            connection.execute(insert(GAME_SETTINGS).values(game=game, name=name, value=value))

    def hold(self, game: int) -> Release:
        """Keeps other programs from continuing a game until it is released; Taken if one does already."""
        with database_faults(self.engine, "read"):
            release = hold(self.engine, game)
        if release is None:
            raise self.make_taken_fault(game)
        return release

    def make_taken_fault(self, id: int | None) -> LogTaken:
        """The error for a game that another program plays: only one program at a time may."""
        return LogTaken(
            f"game {id} of {self.name} is being played in another program; go on with it there, or end that"
        )


class KeptAfterAll(TablecamError):
    """Lines that a database fault left in doubt were kept, and the program was about to write different lines."""


class KeptGame:
    """The sink of a game's log, held while it is open. id: None until the first lines. lines: the lines that are kept.

    A context manager; `close` lets other programs continue the game.
    """

    def __init__(
        self, store: GameStore, id: int | None, lines: tuple[str, ...], release: Release | None = None
    ) -> None:
        self.store = store
        self.id = id
        self.lines = lines
        self._sum = ""
        for text in lines:
            self._sum = line_sum(self._sum, text)
        self._release = release
        self._settings: dict[str, str] | None = None
        # lines whose commit a fault left in doubt: the database may have kept them all the same
        self._doubtful: tuple[str, ...] = ()

    def append(self, lines: Sequence[str]) -> None:
        """Keeps these lines, in order, as one; when it returns they are on disk. Raises as `GameStore.append`.

        KeptAfterAll if the lines of the previous try are there, and these differ from them.
        """
        if self._confirm_doubtful(tuple(lines)):
            return
        try:
            self.id, self._sum = self.store.append(self.id, len(self.lines), self._sum, lines)
        except DatabaseFault:
            self._doubtful = tuple(lines)
            raise
        self.lines += tuple(lines)
        if self._release is None:
            self._release = self.store.hold(self.id)

    def _confirm_doubtful(self, lines: tuple[str, ...]) -> bool:
        """Whether these lines were in doubt, and are there."""
        if not self._doubtful or self.id is None:
            return False
        stored, sum_ = self.store.since(self.id, len(self.lines), self._sum)
        doubtful, self._doubtful = self._doubtful, ()
        if stored != doubtful:
            return False
        self.lines, self._sum = self.lines + stored, sum_
        if lines != stored:
            raise KeptAfterAll(f"what was sent to {self.store.name} before was kept after all")
        return True

    def hold_again(self) -> None:
        """Holds the game in the database that the store has moved to, with the same lines."""
        self.close()
        self._doubtful = ()
        if self.id is not None:
            self._release = self.store.hold(self.id)

    def settings(self) -> dict[str, str]:
        """The game's settings at this table, by name."""
        if self._settings is None:
            self._settings = {} if self.id is None else self.store.settings(self.id)
        return dict(self._settings)

    def set(self, name: str, value: str) -> None:
        """Sets a setting that outlives the program; for a game without a line nothing is kept."""
        if self.id is not None:
            self.store.set(self.id, name, value)
            self._settings = self.settings() | {name: value}

    def close(self) -> None:
        """Lets go of the game."""
        release, self._release = self._release, None
        # a database that is gone holds nobody out any more
        with suppress(OSError, SQLAlchemyError):
            if release is not None:
                release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


# A game as a file: JSON Lines, one object a line, so that it can be sent, read with any tool and taken in again.
#
# {"game":"duel","setup":{..},"seats":["near","far"],"sum":"5f1d0c9a7b3e"} {"boundary":"orders of turn
# 1","sum":"c07be61f2a90"} .. {"end":412,"sum":"9a0e44c1d2f7"}
#
# The lines are those of the log; each carries a sum over itself and all before it, and the last gives their number, so
# that a slip of the editor or a file cut short is found at its line. A file that another tool wrote, without any sums,
# is accepted unchecked.

SUMMED = re.compile(r'(\{.*),"sum":"([0-9a-f]+)"\}', re.DOTALL)
END = re.compile(r'\{"end":(\d+)')


def write_game(path: Path, lines: Iterable[str]) -> None:
    """Writes the log of a game, whole or not at all. Raises BadFile."""
    write_text(path, game_text(lines))


def game_text(lines: Iterable[str]) -> str:
    """The log of a game as the text of such a file."""
    written, log_sum = [], ""
    for text in lines:
        log_sum = line_sum(log_sum, text)
        written.append(_add_sum(text, log_sum))
    written.append(_add_sum(f'{{"end":{len(written)}}}', log_sum))
    return "\n".join(written) + "\n"


def read_game(path: Path) -> tuple[str, ...]:
    """The log of a game; BadFile if the file cannot be read, BrokenLog at the line that is wrong."""
    lines = [line for line in read_text(path, "the log of a game").split("\n") if line.strip()]
    if not any(map(SUMMED.fullmatch, lines)):
        return tuple(lines)
    texts: list[str] = []
    log_sum = ""
    for number, line in enumerate(lines, 1):
        match = SUMMED.fullmatch(line)
        end_match = END.fullmatch(match[1]) if match else None
        if match and end_match and (int(end_match[1]), match[2], number) == (len(texts), log_sum, len(lines)):
            return tuple(texts)
        text = f"{match[1]}}}" if match else line
        log_sum = line_sum(log_sum, text)
        if not match or end_match or match[2] != log_sum:
            raise _make_broken_log(path, number, "is not what was written", texts)
        texts.append(text)
    raise _make_broken_log(path, len(lines) + 1, "is missing, and all after it: the file was cut short", texts)


def _add_sum(text: str, sum_: str) -> str:
    return f'{text[:-1]},"sum":"{sum_}"}}'


def _make_broken_log(path: Path, line: int, fault: str, whole: list[str]) -> BrokenLog:
    return BrokenLog(f"{path}, line {line} {fault}; the {len(whole)} lines before it are whole", tuple(whole))
