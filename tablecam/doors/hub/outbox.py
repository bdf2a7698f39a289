"""What the games of one database owe the hub.

Only what is on disk leaves. A game is named by a UUID from its first line on, which is kept beside its log; a backup
that is restored has the same, so that the record finds the fork.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, Protocol
from uuid import uuid4

from tablecam.base.errors import TablecamError
from tablecam.doors.hub.anti_entropy import Debt
from tablecam.doors.hub.message import Batch, Have
from tablecam.doors.hub.sealing import KEY_BYTES, Sealer
from tablecam.doors.hub.told import ToldLog
from tablecam.doors.hub.topics import FULL, SEALED, STREAMS, TOLD
from tablecam.game.game import Game
from tablecam.game.log import InMemory, read_log
from tablecam.rules.system import System
from tablecam.storage.database_fault import DatabaseFault
from tablecam.storage.game_store import GameStore

# no text: settings of a game
GAME_ID, PARENT, KEY, DONE, YES = "hub game", "hub parent", "hub key", "hub done", "yes"
# so many games are sent at once, and so many of the newest are kept in memory while nothing is owed of them
BUSY, NEWEST = 4, 4

Key = tuple[str, str]
Say = Callable[[str], None]


class Outbox(Protocol):
    """What a courier takes to the hub; one thread asks."""

    @property
    def behind(self) -> int:
        """How many lines the record lacks."""
        ...

    def refresh(self) -> None:
        """Takes in what there is by now."""
        ...

    def due(self, now: float) -> Iterator[tuple[Key, Batch]]:
        """What is to be sent now, by UUID and stream."""
        ...

    def heard(self, key: Key, have: Have, now: float) -> None:
        """The record's word."""
        ...

    def connected(self, now: float) -> None:
        """The broker is there."""
        ...

    def away(self) -> None:
        """The broker is gone."""
        ...


@dataclass
class OwedGame:
    """A game that the record does not have whole. lines, sum: how far its log was read."""

    id: int
    uuid: str
    parent: str
    told: ToldLog
    sealer: Sealer
    lines: int = 0
    sum: str = ""
    closed: bool = False
    debts: dict[str, Debt] = field(init=False)

    def __post_init__(self) -> None:
        # nothing of the full log leaves, not even its length, until the game is closed
        self.debts = {stream: Debt(self.parent) for stream in STREAMS}

    @property
    def behind(self) -> int:
        """How many lines the record lacks."""
        return sum(debt.behind for debt in self.debts.values())

    @property
    def whole(self) -> bool:
        """Whether the record has all of it."""
        return all(debt.whole for debt in self.debts.values())


class GameOutbox:
    """What the games of a store owe. rules: the system of a rulebook by its name. say: tells the organizer."""

    def __init__(self, store: GameStore, rules: Callable[[str], System[Any]], say: Say) -> None:
        self.store = store
        self._rules = rules
        self._say = say
        self._games: dict[int, OwedGame] = {}
        # nothing is to be looked at again of these; of those, not before they grow
        self._done: set[int] | None = None
        self._idle: dict[int, int] = {}
        self._words: dict[Key, Have] = {}
        self._up_since: float | None = None

    @property
    def behind(self) -> int:
        """How many lines the record lacks, of the games that are being sent."""
        return sum(game.behind for game in self._games.values())

    def refresh(self) -> None:
        """Takes in what is on disk by now. DatabaseFault where it cannot be read."""
        if self._done is None:
            self._done = set(self.store.settings_named(DONE))
        lengths = {id: length for id, length in self.store.lengths().items() if id not in self._done}
        newest = sorted(lengths, reverse=True)
        for id in newest:
            busy = sum(game.behind > 0 or game.closed for game in self._games.values())
            if id in self._games or (busy < BUSY and self._idle.get(id) != lengths[id]):
                self._look_at(id, lengths[id])
        for id in [id for id in self._games if id not in newest[:NEWEST]]:
            self._put_away(id)

    def due(self, now: float) -> Iterator[tuple[Key, Batch]]:
        """What is to be sent now."""
        for game in self._games.values():
            for stream, debt in game.debts.items():
                for batch in debt.due(now):
                    yield (game.uuid, stream), batch

    def heard(self, key: Key, have: Have, now: float) -> None:
        """The record's word, which may be of a game that is not looked at yet."""
        self._words[key] = have
        game = next((game for game in self._games.values() if game.uuid == key[0]), None)
        if game is None or key[1] not in game.debts:
            return
        debt = game.debts[key[1]]
        debt.heard(have, now)
        if debt.forked:
            self._fork(game)
        elif game.whole:
            self._finish(game)

    def connected(self, now: float) -> None:
        """The broker is there."""
        self._up_since = now
        for debt in self._debts():
            debt.connected(now)

    def away(self) -> None:
        """The broker is gone."""
        self._up_since = None
        for debt in self._debts():
            debt.away()

    def _debts(self) -> list[Debt]:
        return [debt for game in self._games.values() for debt in game.debts.values()]

    def _look_at(self, id: int, length: int) -> None:
        game = self._games.get(id)
        try:
            if game is None:
                game = self._named(id)
                self._grow(game)
                self._end_if_over(game)
                self._games[id] = game
                self._remind(game)
            elif length > game.lines:
                self._grow(game)
            else:
                self._end_if_over(game)
        except DatabaseFault:
            raise
        except TablecamError as fault:
            # a log that cannot be read is not sent, and does not keep the others back
            self._games.pop(id, None)
            self._idle[id] = length
            self._say(f"game {id} is not sent to the hub: {fault}")

    def _named(self, id: int) -> OwedGame:
        settings = self.store.settings(id)
        for name, new in ((GAME_ID, str(uuid4())), (KEY, token_hex(KEY_BYTES))):
            if name not in settings:
                self.store.set(id, name, new)
                settings[name] = new
        header = read_log(self.store.read(id)[:1]).header
        told, sealer = ToldLog(self._rules(header.game)), Sealer(bytes.fromhex(settings[KEY]))
        return OwedGame(id, settings[GAME_ID], settings.get(PARENT, ""), told, sealer)

    def _grow(self, game: OwedGame) -> None:
        texts, sum_ = self.store.since(game.id, game.lines, game.sum)
        before = len(game.told.numbers)
        told = game.told.grow(texts)
        seals = game.sealer.grow(texts, zip(game.told.numbers[before:], told, strict=True))
        game.lines, game.sum = game.lines + len(texts), sum_
        game.closed = game.told.log.closed
        game.debts[TOLD].grow(told, ended=game.closed)
        game.debts[SEALED].grow(seals)
        if game.closed:
            self._tell_all(game)

    def _end_if_over(self, game: OwedGame) -> None:
        """A game of an earlier version has no line that closes it: it is closed when it is over and rests."""
        log = game.told.log
        if log.header.closes or game.closed or self._idle.get(game.id) == game.lines:
            return
        self._idle[game.id] = game.lines
        rules = self._rules(log.header.game)
        if Game.resume(rules, self.store.read(game.id), InMemory()).over:
            game.closed = True
            game.debts[TOLD].grow((), ended=True)
            self._tell_all(game)

    def _tell_all(self, game: OwedGame) -> None:
        game.debts[SEALED].grow((game.sealer.end(),), ended=True)
        game.debts[FULL].grow(self.store.read(game.id), ended=True)

    def _remind(self, game: OwedGame) -> None:
        """What the record has said before this game was looked at."""
        if self._up_since is None:
            return
        for stream, debt in game.debts.items():
            debt.connected(self._up_since)
            if word := self._words.get((game.uuid, stream)):
                self.heard((game.uuid, stream), word, self._up_since)

    def _put_away(self, id: int) -> None:
        game = self._games[id]
        if game.behind == 0 and not game.closed:
            self._idle[id] = game.lines
            del self._games[id]

    def _fork(self, game: OwedGame) -> None:
        """The record has another version, which it keeps: this one goes on under a new name."""
        self.store.set(game.id, PARENT, game.uuid)
        self.store.set(game.id, GAME_ID, new := str(uuid4()))
        del self._games[game.id]
        self._idle.pop(game.id, None)
        self._say(
            f"game {game.id} has another course than the hub's record of it, as after a restored backup: the record "
            f"keeps that as {game.uuid}, and this one goes on as {new}"
        )

    def _finish(self, game: OwedGame) -> None:
        self.store.set(game.id, DONE, YES)
        if self._done is not None:
            self._done.add(game.id)
        del self._games[game.id]
