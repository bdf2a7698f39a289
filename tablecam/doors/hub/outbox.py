"""The lines that the games of one database owe the hub.

Only lines on disk leave. A game has a UUID from its first line on, which is kept beside its log; a restored backup has
the same UUID, so that the record finds the fork.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, Protocol
from uuid import uuid4

from tablecam.base.errors import TablecamError
from tablecam.doors.hub.anti_entropy import Debt
from tablecam.doors.hub.message import Batch, Have
from tablecam.doors.hub.public_log import KEY_BYTES, PublicLog, Sealer
from tablecam.doors.hub.topics import FULL, SEALED, STREAMS, TOLD
from tablecam.game.game import Game
from tablecam.game.log import InMemory, read_log
from tablecam.rules.system import System
from tablecam.storage.database_fault import DatabaseFault
from tablecam.storage.game_store import GameStore

# no text: settings of a game
GAME_ID, PARENT, KEY, DONE, YES = "hub game", "hub parent", "hub key", "hub done", "yes"
# how many games are sent at once, and how many of the newest stay in memory while nothing is owed of them
BUSY, NEWEST = 4, 4

Key = tuple[str, str]
Say = Callable[[str], None]


class Outbox(Protocol):
    """The lines that a courier takes to the hub; one thread asks."""

    @property
    def behind(self) -> int:
        """The number of lines that the record lacks."""
        ...

    def refresh(self) -> None:
        """Take in the new lines."""
        ...

    def due(self, now: float) -> Iterator[tuple[Key, Batch]]:
        """The batches to send now, by UUID and stream."""
        ...

    def take_word(self, key: Key, have: Have, now: float) -> None:
        """Take in the record's word."""
        ...

    def begin_connection(self, now: float) -> None:
        """Note that the broker is there."""
        ...

    def end_connection(self) -> None:
        """Note that the broker is gone."""
        ...


@dataclass
class OwedGame:
    """A game that the record does not have in full. lines, sum: how far its log was read."""

    id: int
    uuid: str
    parent: str
    told: PublicLog
    sealer: Sealer
    lines: int = 0
    sum: str = ""
    closed: bool = False
    debts: dict[str, Debt] = field(init=False)

    def __post_init__(self) -> None:
        # no part of the full log leaves, not even its length, until the game is closed
        self.debts = {stream: Debt(self.parent) for stream in STREAMS}

    @property
    def behind(self) -> int:
        """The number of lines that the record lacks."""
        return sum(debt.behind for debt in self.debts.values())

    @property
    def whole(self) -> bool:
        """Whether the record has all of it."""
        return all(debt.whole for debt in self.debts.values())


class GameOutbox:
    """Lines that the games of a store owe. rules: the system of a rulebook by its name. say: informs the organizer."""

    def __init__(self, store: GameStore, rules: Callable[[str], System[Any]], say: Say) -> None:
        self.store = store
        self._rules = rules
        self._say = say
        self._games: dict[int, OwedGame] = {}
        # games that are finished; idle games, by id with their length, until they grow
        self._done: set[int] | None = None
        self._idle: dict[int, int] = {}
        self._words: dict[Key, Have] = {}
        self._up_since: float | None = None

    @property
    def behind(self) -> int:
        """The number of lines that the record lacks, of the games that are being sent."""
        return sum(game.behind for game in self._games.values())

    def refresh(self) -> None:
        """Take in the lines that are on disk by now. DatabaseFault if it cannot be read."""
        if self._done is None:
            self._done = set(self.store.settings_named(DONE))
        lengths = {id: length for id, length in self.store.lengths().items() if id not in self._done}
        newest = sorted(lengths, reverse=True)
        for id in newest:
            busy = sum(game.behind > 0 or game.closed for game in self._games.values())
            if id in self._games or (busy < BUSY and self._idle.get(id) != lengths[id]):
                self._check_game(id, lengths[id])
        for id in [id for id in self._games if id not in newest[:NEWEST]]:
            self._unload_game(id)

    def due(self, now: float) -> Iterator[tuple[Key, Batch]]:
        """The batches to send now."""
        for game in self._games.values():
            for stream, debt in game.debts.items():
                for batch in debt.due(now):
                    yield (game.uuid, stream), batch

    def take_word(self, key: Key, have: Have, now: float) -> None:
        """Take in the record's word, which may be about a game that is not loaded yet."""
        self._words[key] = have
        game = next((game for game in self._games.values() if game.uuid == key[0]), None)
        if game is None or key[1] not in game.debts:
            return
        debt = game.debts[key[1]]
        debt.take_word(have, now)
        if debt.forked:
            self._fork_game(game)
        elif game.whole:
            self._finish_game(game)

    def begin_connection(self, now: float) -> None:
        """Note that the broker is there."""
        self._up_since = now
        for debt in self._all_debts():
            debt.begin_connection(now)

    def end_connection(self) -> None:
        """Note that the broker is gone."""
        self._up_since = None
        for debt in self._all_debts():
            debt.end_connection()

    def _all_debts(self) -> list[Debt]:
        return [debt for game in self._games.values() for debt in game.debts.values()]

    def _check_game(self, id: int, length: int) -> None:
        game = self._games.get(id)
        try:
            if game is None:
                game = self._load_game(id)
                self._grow_debts(game)
                self._close_old_game(game)
                self._games[id] = game
                self._repeat_words(game)
            elif length > game.lines:
                self._grow_debts(game)
            else:
                self._close_old_game(game)
        except DatabaseFault:
            raise
        except TablecamError as fault:
            # a log that cannot be read is not sent, and does not hold up the others
            self._games.pop(id, None)
            self._idle[id] = length
            self._say(f"game {id} is not sent to the hub: {fault}")

    def _load_game(self, id: int) -> OwedGame:
        settings = self.store.settings(id)
        for name, new in ((GAME_ID, str(uuid4())), (KEY, token_hex(KEY_BYTES))):
            if name not in settings:
                self.store.set(id, name, new)
                settings[name] = new
        header = read_log(self.store.read(id)[:1]).header
        told_log, sealer = PublicLog(self._rules(header.game)), Sealer(bytes.fromhex(settings[KEY]))
        return OwedGame(id, settings[GAME_ID], settings.get(PARENT, ""), told_log, sealer)

    def _grow_debts(self, game: OwedGame) -> None:
        texts, sum_ = self.store.since(game.id, game.lines, game.sum)
        told_count = len(game.told.numbers)
        new_told = game.told.grow(texts)
        seals = game.sealer.grow(texts, zip(game.told.numbers[told_count:], new_told, strict=True))
        game.lines, game.sum = game.lines + len(texts), sum_
        game.closed = game.told.log.closed
        game.debts[TOLD].grow(new_told, ended=game.closed)
        game.debts[SEALED].grow(seals)
        if game.closed:
            self._release_full_log(game)

    def _close_old_game(self, game: OwedGame) -> None:
        """Close a game of an earlier version, whose log has no closing line, when it is over and at rest."""
        log = game.told.log
        if log.header.closes or game.closed or self._idle.get(game.id) == game.lines:
            return
        self._idle[game.id] = game.lines
        rules = self._rules(log.header.game)
        if Game.resume(rules, self.store.read(game.id), InMemory()).over:
            game.closed = True
            game.debts[TOLD].grow((), ended=True)
            self._release_full_log(game)

    def _release_full_log(self, game: OwedGame) -> None:
        game.debts[SEALED].grow((game.sealer.end(),), ended=True)
        game.debts[FULL].grow(self.store.read(game.id), ended=True)

    def _repeat_words(self, game: OwedGame) -> None:
        """Repeat words that came before this game was loaded."""
        if self._up_since is None:
            return
        for stream, debt in game.debts.items():
            debt.begin_connection(self._up_since)
            if word := self._words.get((game.uuid, stream)):
                self.take_word((game.uuid, stream), word, self._up_since)

    def _unload_game(self, id: int) -> None:
        game = self._games[id]
        if game.behind == 0 and not game.closed:
            self._idle[id] = game.lines
            del self._games[id]

    def _fork_game(self, game: OwedGame) -> None:
        """Give this game a new UUID, because the record has another version and keeps it."""
        self.store.set(game.id, PARENT, game.uuid)
        self.store.set(game.id, GAME_ID, new := str(uuid4()))
        del self._games[game.id]
        self._idle.pop(game.id, None)
        self._say(
            f"game {game.id} has another course than the hub's record of it, as after a restored backup: the record "
            f"keeps that as {game.uuid}, and this one goes on as {new}"
        )

    def _finish_game(self, game: OwedGame) -> None:
        self.store.set(game.id, DONE, YES)
        if self._done is not None:
            self._done.add(game.id)
        del self._games[game.id]
