"""A game on a tracked table that is a pairing of a club event: once it is over, its log fills in the score card.

    host.begin({"forces": {..}, "tags": tags_of(Bound(3, 2, {"red": "ann", "blue": "bob"}))})
    with filling(host, registry): ...

The tags of the game's log name the pairing, so that it survives a restart of the server. Both players still confirm
the card.

Clause: UW-TG Score Cards (CARD).
"""

import logging
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from tablecam.base.errors import TablecamError
from tablecam.club.event.club_list import card_of
from tablecam.club.event.registry import EventRegistry
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.score_card import source_of_game
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.log_view import NOBODY
from tablecam.rules.books.game_setups import EVENT
from tablecam.rules.books.urban_war.result import GameResult, urban_war_result
from tablecam.rules.books.urban_war.rules.state import State

log = logging.getLogger(__name__)

ROUND = "Round"  # no text: a tag that logs keep
# how often the thread checks whether to stop
PATIENCE_S = 1.0


@dataclass(frozen=True)
class Bound:
    """The pairing of a game. players: seat -> the player's ID."""

    event: int
    number: int
    players: Mapping[str, str]


@dataclass(frozen=True)
class Finished:
    """A finished game. game: its number; line: the last of its log."""

    game: int
    line: int
    bound: Bound
    result: GameResult


def tags_of(bound: Bound) -> dict[str, str]:
    """The tags of a game for this pairing."""
    players = {_entrant_tag(seat): player for seat, player in bound.players.items()}
    return {EVENT: str(bound.event), ROUND: str(bound.number), **players}


def bound_by(tags: Mapping[str, str], seats: tuple[str, ...]) -> Bound | None:
    """The pairing that a game's tags name, or None."""
    players = {seat: tags.get(_entrant_tag(seat), "") for seat in seats}
    event, number = tags.get(EVENT, ""), tags.get(ROUND, "")
    if not (event.isdecimal() and number.isdecimal() and all(players.values())):
        return None
    return Bound(int(event), int(number), players)


def finished(host: GameHost) -> Finished | None:
    """The host's game if it is over and a pairing of a club event."""
    with host.reading() as open_game:
        if open_game is None or not open_game.game.over or not isinstance(open_game.game.state, State):
            return None
        game = open_game.game
        bound = bound_by(game.log.header.tags, tuple(seat for seat in game.seats if seat != NOBODY))
        return Finished(open_game.id, game.log.last, bound, urban_war_result(game.state)) if bound else None


def fill_in(registry: EventRegistry, over: Finished) -> None:
    """Fills in the card of the pairing, once. Does nothing for a game of another round, or one that is closed."""

    def fill(event: ClubEvent) -> ClubEvent:
        players = tuple(over.bound.players.values())
        game = event.state.game_of(players[0], over.bound.number)
        if game is None or set(game.pair) != set(players) or game.sides or game.number != event.state.event.number:
            return event
        left_side, right_side = card_of(over.result, over.bound.players, event.state.event.entrants)
        filled, source = event.fill_card(left_side, right_side, source_of_game(over.game)), event.state.card(game)
        return event if filled.state.card(game) == source else filled

    registry.stored_event(str(over.bound.event)).act("table", fill)


@contextmanager
def filling(host: GameHost, registry: EventRegistry) -> Iterator[None]:
    """Fills in cards from the games that end inside the block, and from one that was over before."""
    over = threading.Event()
    # no text
    thread = threading.Thread(target=_follow_host, args=(host, registry, over), name="score-cards", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        host.wake()
        thread.join(2 * PATIENCE_S)


def _follow_host(host: GameHost, registry: EventRegistry, over: threading.Event) -> None:
    number, done = -1, None
    while not over.is_set():
        number = host.wait(number, PATIENCE_S, over.is_set)
        result = finished(host)
        if result is None or result == done:
            continue
        done = result
        try:
            fill_in(registry, result)
        except TablecamError as fault:
            log.warning("game %d does not fill a score card in: %s", result.game, fault)


def _entrant_tag(seat: str) -> str:
    return f"{seat.capitalize()} entrant"  # no text: a tag that logs keep
