"""Games on tracked tables that are pairings of a club event: their results fill in score cards, in a whole hall too.

    tags: {"Club night": "mill/3", "Round": "2", "Red entrant": "ann", "Blue entrant": "bob"}

The hall stands before the number of the event, so that no event of the table's own database is meant. A result is taken
as that of a tracked game: it fills the score card in, and both players confirm it.

Clause: UW-TG Score Cards (CARD).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import Message
from tablecam.club.event.commands import judge_wanted
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.log import PROGRAM, TABLE
from tablecam.club.event.public_view import describe_for_public
from tablecam.club.event.registry import EventRegistry
from tablecam.club.event.round_view import read_clock
from tablecam.club.event.umpired_games import UmpiredResult, card_of, carry_gains, describe_score, score_game
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import NUMBERED, ClubState
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import game_of
from tablecam.club.tournament.schedule import Clock
from tablecam.club.tournament.scoring import source_at_table, source_of_game
from tablecam.game.hosting.log_view import NOBODY
from tablecam.rules.books.game_tags import ENTRANT, EVENT, ROUND
from tablecam.rules.event_scoring import LOST, WITHDREW, SeatScore
from tablecam.rules.plain import Json

if TYPE_CHECKING:
    from tablecam.game.game import Game
    from tablecam.game.hosting.game_host import GameHost
    from tablecam.rules.books.catalogue import Catalogue

# A game on a tracked table that is a pairing of a club event: once it is over, its log fills in the score card.
#
# host.begin({"forces": {..}, "tags": tags_of(Bound(3, 2, {"red": "ann", "blue": "bob"}))}) with filling(host,
# registry): ...
#
# The tags of the game's log name the pairing, so that it survives a restart of the server. Both players still confirm
# the card.
#
# Clause: UW-TG Score Cards (CARD).

log = logging.getLogger(__name__)

# how often the thread checks whether to stop
PATIENCE_S = 1.0


@dataclass(frozen=True)
class Bound:
    """The pairing of a game. players: seat -> the player's ID."""

    event: int
    number: int
    players: Mapping[str, str]

    def named(self, state: ClubState) -> Bound:
        """The same with the ID of a player whom the table knows by the number alone."""
        players = {seat: state.find_player(player) for seat, player in self.players.items()}
        return replace(self, players=players)


@dataclass(frozen=True)
class Finished:
    """A finished game. game: its number; line: the last of its log."""

    game: int
    line: int
    bound: Bound
    result: UmpiredResult


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
        if open_game is None or not open_game.game.over:
            return None
        game = open_game.game
        bound = bound_by(game.log.header.tags, tuple(seat for seat in game.seats if seat != NOBODY))
        result = _score(game, host.setups.books) if bound else None
        return Finished(open_game.id, game.log.last, bound, result) if bound and result else None


def _score(game: Game, books: Catalogue) -> UmpiredResult | None:
    """The result of a game; None where its rulebook is not here, or enters nothing on a card."""
    try:
        return score_game(books.book(game.log.header.game), game.state)
    except TablecamError as fault:
        log.warning("a game of %s fills no score card in: %s", game.log.header.game, fault)
        return None


def fill_in(registry: EventRegistry, over: Finished) -> None:
    """Fills in the card of the pairing, once. Does nothing for a game of another round, or one that is closed."""

    def fill(event: ClubEvent) -> ClubEvent:
        bound = over.bound.named(event.state)
        players = tuple(bound.players.values())
        game = event.state.game_of(players[0], over.bound.number)
        if game is None or set(game.pair) != set(players) or game.sides or game.number != event.state.event.number:
            return event
        left_side, right_side = card_of(over.result, bound.players, event.state.event)
        filled, source = event.fill_card(left_side, right_side, source_of_game(over.game)), event.state.card(game)
        if filled.state.card(game) == source:
            return event
        return carry_gains(filled, over.result, bound.players, source_of_game(over.game))

    registry.stored_event(str(over.bound.event)).act(TABLE, fill, author=PROGRAM)


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
    return f"{seat.capitalize()} {ENTRANT}"


# of the public view, what a table needs to know to seat two players and to show their round
TOLD = ("title", "round", "players", "pairings", "clock", "book")


@dataclass(frozen=True)
class HallPairing:
    """The pairing of a game, in an event of that hall."""

    hall: str
    bound: Bound


@dataclass(frozen=True)
class HallRound:
    """The round that a table plays, as the table knows it. table: its number; called: whether a judge is wanted there.

    clock: by the organiser's time.
    """

    table: int
    clock: Clock
    called: bool


def hall_pairing(tags: Mapping[str, str], seats: tuple[str, ...]) -> HallPairing | None:
    """The pairing of a hall's event that a game's tags name, or None."""
    hall, _, event = tags.get(EVENT, "").rpartition("/")
    bound = bound_by({**tags, EVENT: event}, seats) if hall else None
    return HallPairing(hall, bound) if bound else None


def result_told(game: Game, books: Catalogue) -> dict[str, Json] | None:
    """A table's report of a game that is over, for the organiser; None where it is no pairing of a hall's event."""
    if not game.over:
        return None
    pairing = hall_pairing(game.log.header.tags, tuple(seat for seat in game.seats if seat != NOBODY))
    result = _score(game, books) if pairing else None
    if pairing is None or result is None:
        return None
    sides: list[Json] = [
        {
            "seat": seat,
            "player": pairing.bound.players[seat],
            **describe_score(score),
            "conceded": score.conceded,
        }
        for seat, score in result.sides.items()
    ]
    event = f"{pairing.hall}/{pairing.bound.event}"
    return {"event": event, "round": pairing.bound.number, "book": result.book, "sides": sides}


def event_told(registry: EventRegistry, hall: str) -> dict[str, Json] | None:
    """The message to the tables of a hall: the newest event with games in progress; None without one."""
    for club in reversed(registry.readable_events()):
        if club.state.event.open_games:
            description = describe_for_public(club)
            calls: list[Json] = sorted(club.state.calls)
            return {"id": f"{hall}/{club.id}", **{name: description[name] for name in TOLD}, "calls": calls}
    return None


def hall_round(said: Mapping[str, Any], pairing: HallPairing) -> HallRound | None:
    """The round of a pairing, by what `event_told` has told; None where the pairing is not being played."""
    bound = pairing.bound
    if (said.get("id"), said.get("round")) != (f"{pairing.hall}/{bound.event}", bound.number):
        return None
    try:
        # who has agreed to the name since the game began is shown under the ID now
        listed_players = said.get("players", {}).items()
        shown = {f"{NUMBERED}{player.get('number')}": id for id, player in listed_players}
        players = {shown.get(player, player) for player in bound.players.values()}
        table = next((int(pairing["table"]) for pairing in said["pairings"] if set(pairing["pair"]) == players), None)
        clock, calls = read_clock(said["clock"]), said["calls"]
        return HallRound(table, clock, table in calls) if table is not None else None
    except (AttributeError, KeyError, TypeError, ValueError):
        # an organiser of another version
        return None


def take_result(registry: EventRegistry, hall: str, table: str, told: Mapping[str, Any]) -> None:
    """Fills in the score card of a pairing from a table's report, once however often the report arrives.

    table: what people call it. BadFile for what has not the form, TournamentRefusal for what does not fit the event.
    """
    event, number, result, told_players = _parse_result(hall, told)
    club = registry.stored_event(event)

    def fill(night: ClubEvent) -> ClubEvent:
        players = {seat: night.state.find_player(shown) for seat, shown in told_players.items()}
        first_player, second_player = players.values()
        game = game_of(night.state.event, number, first_player, second_player)
        if game.sides:
            # closed already, by the players or the organiser, whose word counts
            return night
        if number != night.state.event.number:
            raise _other_round(number, night, players)
        halves = card_of(result, players, night.state.event)
        filled = night.fill_card(*halves, source_at_table(table))
        return night if filled.state.card(game) == night.state.card(game) else filled

    club.act(TABLE, fill, author=PROGRAM)


def _other_round(number: int, night: ClubEvent, players: Mapping[str, str]) -> TournamentRefusal:
    reason = Message(
        "this concerns round {number}, but round {current} is in progress: tell the organiser",
        number=number,
        current=night.state.event.number,
    )
    return TournamentRefusal(reason, "CARD", tuple(players.values()), code="other-round")


def _parse_result(hall: str, told: Mapping[str, Any]) -> tuple[str, int, UmpiredResult, dict[str, str]]:
    """The number of the event, the round, the result and the players by seat. BadFile."""
    try:
        of_hall, _, event = told["event"].rpartition("/")
        number, book = told["round"], told.get("book", "")
        sides = {side["seat"]: _parse_score(side) for side in told["sides"]}
        players = {side["seat"]: side["player"] for side in told["sides"]}
        texts = (book, *players.values())
        fine = type(number) is int and len(players) == 2 and all(isinstance(text, str) for text in texts)
    except (AttributeError, KeyError, TypeError) as fault:
        raise BadFile(Message("the result of a table does not have the expected format")) from fault
    if not fine:
        raise BadFile(Message("the result of a table does not have the expected format"))
    if of_hall != hall:
        raise BadFile(Message("the result belongs to an event in another hall"))
    return event, number, UmpiredResult(book, sides), players


def _parse_score(side: Mapping[str, Any]) -> SeatScore:
    lost, of, withdrew, others = side["lost"], side["of"], side["withdrew"], side.get("values", {})
    if type(lost) is not int or type(of) is not int or type(withdrew) is not bool:
        raise TypeError
    if not all(type(value) is int for value in others.values()):
        raise TypeError
    return SeatScore({LOST: lost, WITHDREW: int(withdrew), **others}, of, side["conceded"] is True)


# A call for a judge from the tablet of a table whose game is a pairing of a club event.
#
# Clause: UW-TG Time Limits (TIME), which run on meanwhile.


def present_pairing(host: GameHost) -> Bound | None:
    """The pairing that the game in progress is, None for any other game or none at all."""
    with host.reading() as open_game:
        if open_game is None or open_game.game.over:
            return None
        seats = tuple(seat for seat in open_game.game.seats if seat != NOBODY)
        return bound_by(open_game.game.log.header.tags, seats)


def describe_call(club: StoredEvent, bound: Bound) -> dict[str, Json] | None:
    """The table of the pairing, and whether it waits for a judge; None where the pairing is not being played."""
    event = club.state.event
    games = [game for game in event.open_games if {*bound.players.values()} == {*game.pair}]
    if event.number != bound.number or not games:
        return None
    return {"title": club.state.title, "table": games[0].table, "called": games[0].table in club.state.calls}


def called(event: ClubEvent, bound: Bound, seat: str, wanted: bool, text: str = "") -> ClubEvent:
    """Call a judge, or say that nobody is needed any more. seat: who asks; at a shared tablet any of the two.

    text: the question.
    """
    player = bound.players.get(seat, next(iter(bound.players.values())))
    opponent = next(name for name in bound.players.values() if name != player)
    call: dict[str, Json] = {"round": bound.number, "opponent": opponent, "wanted": wanted, "text": text}
    return judge_wanted(event, player, call)
