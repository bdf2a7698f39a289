"""The games that tablecam has umpired, which fill score cards of an event in the same database.

Clause: UW-TG Score Cards (CARD).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.evening_settings import ForceCounted
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import nobody
from tablecam.club.tournament.scoring import Side, build_side, source_of_game
from tablecam.club.tournament.state import TournamentState
from tablecam.club.tournament.warbands import carry_game
from tablecam.game.hosting.warband_marks import AFTER_NAME, BETWEEN_MARKS, BETWEEN_MODELS
from tablecam.rules.campaign import Gain, read_counter_title
from tablecam.rules.event_scoring import LOST, WITHDREW, SeatScore
from tablecam.rules.plain import Json

if TYPE_CHECKING:
    from tablecam.rules.books.book import Book
    from tablecam.rules.books.catalogue import Catalogue
    from tablecam.storage.line_store import TournamentStore

# The contribution of a rulebook to a club event: a finished game as a score card.
#
# Clause: UW-TG Score Cards (CARD).


@dataclass(frozen=True)
class UmpiredResult:
    """The entries of an umpired game on a score card. book: its rulebook, empty from a table of an earlier version.

    title: of the rulebook. ending: why the game is over, empty while it is not. gains: for a campaign, by side.
    """

    book: str
    sides: Mapping[str, SeatScore]
    ending: str = ""
    title: object = ""
    gains: Mapping[str, tuple[Gain, ...]] = field(default_factory=dict)


def score_game(book: Book, state: object) -> UmpiredResult:
    """The result of a game of a rulebook so far. BadFile where the book cannot say."""
    sides = book.score_game(state)
    if not sides:
        raise BadFile(f"{book.name} enters nothing on the score card of an event")
    shown = book.result(state, book.phrases.build_names(state, {}))
    ending = str(shown.reason) if shown else ""
    is_over = not ending and book.system.next_procedure(state) is None
    # a game in progress has brought nothing yet
    gains = book.campaign.gains(state) if book.campaign and (ending or is_over) else {}
    return UmpiredResult(book.name, sides, str(Message("the game is over")) if is_over else ending, book.title, gains)


def card_of(result: UmpiredResult, seats: Mapping[str, str], event: TournamentState) -> tuple[Side, Side]:
    """The score card of a game. seats: side of the game -> player; Refused where it is not a game of these two.

    A player who has given the game up is recorded as having conceded. A game that the clock broke off is scored as it
    stands (TIME).
    """
    _check_book(result, event)
    if len(result.sides) != 2:
        reason = Message("a score card is for two players, and the game has {n} sides", n=len(result.sides))
        raise TournamentRefusal(reason, "CARD", code="other-sides")
    left_side, right_side = (
        _build_side(side, score, seats.get(side, ""), event.entrants) for side, score in result.sides.items()
    )
    return left_side, right_side


def _check_book(result: UmpiredResult, event: TournamentState) -> None:
    if result.book not in ("", event.book):
        reason = Message(
            "the game is of {played}, and the event plays {book}",
            played=result.title or result.book,
            book=event.book_title or event.book,
        )
        raise TournamentRefusal(reason, "CARD", code="other-book")


def _build_side(side: str, score: SeatScore, player: str, entrants: Mapping[str, Entrant]) -> Side:
    """The half of a player. TournamentRefusal for an unknown player, and for another force than theirs."""
    if not player:
        raise TournamentRefusal(Message("no player is named for {side}", side=side), "ID", code="unknown-player")
    if player not in entrants:
        raise nobody(player)
    entrant = entrants[player]
    if entrant.models and score.models not in (0, entrant.models):
        reason = Message(
            "{player} has {models} models, but {side} played with {played}: not the same force",
            player=entrant,
            models=entrant.models,
            side=side,
            played=score.models,
        )
        raise TournamentRefusal(reason, "LIST", (player,), code="other-force")
    return build_side(player, score.values, score.conceded)


# an evening's games at one table; each log is read for its result
LATEST = 6


def umpired(store: TournamentStore, books: Catalogue, game: int) -> UmpiredResult:
    """The result of a game of the same database. BadFile where there is none, or its book enters nothing on a card."""
    from tablecam.game.change_plan import fold
    from tablecam.game.log import read_log
    from tablecam.storage.game_store import GameStore

    log = read_log(GameStore(store.engine).read(game))
    book = books.book(log.header.game)
    return score_game(book, fold(book.system, log))


def latest(store: TournamentStore, books: Catalogue) -> list[Json]:
    """The latest games, the last one first, with the halves of a score card so far."""
    from tablecam.storage.game_store import GameStore

    games: list[Json] = []
    for game in GameStore(store.engine).games()[: -LATEST - 1 : -1]:
        try:
            result = umpired(store, books, game.id)
        except TablecamError:
            # its rulebook is not here, or it is damaged: it cannot fill a card
            continue
        sides: list[Json] = [{"side": side, **describe_score(score)} for side, score in result.sides.items()]
        games.append(
            {
                "game": game.id,
                "begun": game.begun,
                "ending": result.ending,
                "book": result.book,
                "title": str(result.title),
                "sides": sides,
            }
        )
    return games


def describe_score(score: SeatScore) -> dict[str, Json]:
    """A half as plain data, for pages and the organiser of a hall."""
    others = {key: value for key, value in score.values.items() if key not in (LOST, WITHDREW)}
    return {
        "lost": score.values.get(LOST, 0),
        "of": score.models,
        "withdrew": bool(score.values.get(WITHDREW)),
        **({"values": others} if others else {}),
    }


def fill_card(event: ClubEvent, player: str, side: str, game: int, result: UmpiredResult) -> ClubEvent:
    """Fills a player's card from a game in which they had that side; both players still confirm it."""
    meets = event.state.game_of(player)
    if side not in result.sides:
        reason = Message(
            "game {game} has no side {side}; its sides are {sides}", game=game, side=side, sides=listing(result.sides)
        )
        raise TournamentRefusal(reason, "CARD")
    opponent = meets.other(player) if meets else ""
    seats = {seat: player if seat == side else opponent for seat in result.sides}
    own_side, opposing_side = card_of(result, seats, event.state.event)
    for name, who in seats.items():
        # the table has counted the force that nobody has handed in
        if not event.state.event.entrants[who].models and result.sides[name].models:
            event = event.after(ForceCounted(player=who, models=result.sides[name].models))
    return carry_gains(
        event.fill_card(own_side, opposing_side, source_of_game(game)), result, seats, source_of_game(game)
    )


def describe_carried(state: ClubState, player: str) -> str:
    """The gains and injuries of a player's warband for the next game, as the tag of its log; empty for none."""
    titles = {counter.key: read_counter_title(counter) for counter in state.event.counters}
    carried = {
        model.name: BETWEEN_MARKS.join(f"{titles[key]} {amount}" for key, amount in model.counters.items() if amount)
        for model in state.warbands.of(player).values()
    }
    return BETWEEN_MODELS.join(f"{name}{AFTER_NAME}{marks}" for name, marks in carried.items() if marks)


def list_carried(state: ClubState, player: str) -> dict[str, Json]:
    """The same for the rules: by the name of a model, the number of each counter."""
    models = state.warbands.of(player).values()
    return {model.name: {key: amount for key, amount in model.counters.items() if amount} for model in models}


def carry_gains(event: ClubEvent, result: UmpiredResult, seats: Mapping[str, str], source: str) -> ClubEvent:
    """Enters what a game has brought the warbands of its players. seats: side of the game -> player."""
    if not event.state.event.counters:
        return event
    number = event.state.event.number
    for side, gains in result.gains.items():
        event = event.after(carry_game(event.state.event, seats[side], number, source, gains))
    return event
