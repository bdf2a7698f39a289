"""The public details of an evening on the club's pages: its day and place, and the details that each player releases. A
player's name appears only after the player has agreed. The replay of a game appears once both of its players have
released it.

Clause: House Evening (N8).
"""

import calendar
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tablecam.base.i18n import Message
from tablecam.club.tournament.entrant import Pair
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import somebody
from tablecam.club.tournament.scoring import game_of_source
from tablecam.club.tournament.state import TournamentState

DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
LONGEST_PLACE, LAST_MONTH = 80, 12


@dataclass(frozen=True, kw_only=True, slots=True)
class EveningAnnounced:
    """The day and place of the evening. day: as `2026-05-15`; both are empty where they are taken back."""

    day: str = ""
    place: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerShown:
    """A player's name may stand on the club's pages of this evening, or no longer."""

    player: str
    shown: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class GameReleased:
    """A player releases the replay of their game of a round for everybody, or takes that back."""

    number: int
    player: str
    released: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class HallNamesSet:
    """Whether projector and tables in the hall show the names of all players, or numbers until a player agrees."""

    shown: bool


PublicityEvent = EveningAnnounced | PlayerShown | GameReleased | HallNamesSet


@dataclass(frozen=True, slots=True)
class ReleasedGame:
    """A tracked game whose replay both players have released. game: its number in the database."""

    game: int
    number: int
    pair: Pair


@dataclass(frozen=True, slots=True)
class Publicity:
    """shown: players whose names may be published. released: by round and player. tracked: games by round and pair.

    hall: whether all names may stand in the hall.
    """

    day: str = ""
    place: str = ""
    shown: frozenset[str] = frozenset()
    released: frozenset[tuple[int, str]] = frozenset()
    tracked: Mapping[tuple[int, frozenset[str]], int] = field(default_factory=lambda: MappingProxyType({}))
    hall: bool = False

    def game_of(self, number: int, pair: Pair) -> int | None:
        """The tracked game of a pairing; None where no table has followed it."""
        return self.tracked.get((number, frozenset(pair)))


def publicity_after(publicity: Publicity, act: PublicityEvent) -> Publicity:
    """The next state; nothing is checked."""
    match act:
        case EveningAnnounced(day=day, place=place):
            return replace(publicity, day=day, place=place)
        case PlayerShown(player=player, shown=shown):
            names = publicity.shown | {player} if shown else publicity.shown - {player}
            return replace(publicity, shown=names)
        case HallNamesSet(shown=shown):
            return replace(publicity, hall=shown)
        case GameReleased(number=number, player=player, released=released):
            entry = {(number, player)}
            return replace(publicity, released=publicity.released | entry if released else publicity.released - entry)


def with_tracked(publicity: Publicity, number: int, players: Pair, source: str) -> Publicity:
    """The next state once a card was filled in from a source."""
    game = game_of_source(source)
    if game is None:
        return publicity
    tracked = {**publicity.tracked, (number, frozenset(players)): game}
    return replace(publicity, tracked=MappingProxyType(tracked))


def released_games(publicity: Publicity, event: TournamentState) -> tuple[ReleasedGame, ...]:
    """The games that are over and that both players have released, in the order in which they were paired."""
    games = []
    for paired in event.games:
        game = publicity.game_of(paired.number, paired.pair)
        if paired.sides and game and all((paired.number, player) in publicity.released for player in paired.pair):
            games.append(ReleasedGame(game, paired.number, paired.pair))
    return tuple(games)


def evening_announced(day: str, place: str) -> EveningAnnounced:
    """Announce the day and place of the evening. TournamentRefusal for an invalid day, or a place that cannot be
    printed.
    """
    if day and not _is_day(day):
        raise TournamentRefusal(Message("'{day}' is not a date such as 2026-05-15", day=day), "N8", code="no-day")
    place = " ".join(place.split())
    if len(place) > LONGEST_PLACE or not place.isprintable():
        reason = Message("a venue can have at most {most} characters", most=LONGEST_PLACE)
        raise TournamentRefusal(reason, "N8", code="no-place")
    return EveningAnnounced(day=day, place=place)


def player_shown(event: TournamentState, player: str, shown: bool) -> PlayerShown:
    """A player allows the name to be published, or no longer. TournamentRefusal for an unknown player.
    TournamentRefusal for an unknown player.
    """
    somebody(event, player)
    return PlayerShown(player=player, shown=shown)


def game_released(
    event: TournamentState, publicity: Publicity, number: int, player: str, released: bool
) -> GameReleased:
    """A player releases a replay, or takes that back. TournamentRefusal where there is none, or it is not over."""
    entrant = somebody(event, player)
    paired = next((game for game in event.games if game.number == number and player in game.pair), None)
    if paired is None or publicity.game_of(number, paired.pair) is None:
        reason = Message("no table has followed a game of {player} in round {number}", player=entrant, number=number)
        raise TournamentRefusal(reason, "N8", (player,), code="not-tracked")
    if released and not paired.sides:
        reason = Message("the game of {player} in round {number} is not over", player=entrant, number=number)
        raise TournamentRefusal(reason, "N8", (player,), code="not-over")
    return GameReleased(number=number, player=player, released=released)


def _is_day(day: str) -> bool:
    match = DAY.fullmatch(day)
    if match is None:
        return False
    year, month, date = map(int, match.groups())
    return 1 <= month <= LAST_MONTH and year > 0 and 1 <= date <= calendar.monthrange(year, month)[1]
