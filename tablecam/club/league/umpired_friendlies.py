"""All umpired games of a database that a league does not have yet, whichever table they were played at.

The log of a game names its players where somebody has said them when it began; a pairing of an event comes into the
league with its evening.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction

from sqlalchemy import Engine

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import Message, listing
from tablecam.club.event.export import log_of
from tablecam.club.event.hall_event import bound_by
from tablecam.club.event.log import ClubLog, day_here, read_club_log
from tablecam.club.event.umpired_games import umpired
from tablecam.club.league.stored_league import LeagueCommand, StoredLeague
from tablecam.club.season.acts import LeagueRefusal
from tablecam.club.season.evening import (
    Evening,
    LeagueGame,
    LeagueSide,
    LuckOf,
    MinutesOf,
    RolledLuck,
    evening_of,
    no_luck,
)
from tablecam.club.season.league import League
from tablecam.club.tournament.club_events import CardFilled, ClockStarted
from tablecam.club.tournament.events import GameReported, RoundDrawn
from tablecam.club.tournament.scoring import game_of_source, source_of_game
from tablecam.game.dice_statistics import iterate_tried_rolls, luck
from tablecam.game.hosting.log_view import NOBODY
from tablecam.game.log import GameLine, GameLog, read_log
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.books.game_tags import EVENT
from tablecam.rules.books.side_names import player_tag
from tablecam.rules.event_scoring import LOST, ScoredHalf
from tablecam.storage.database_file import line_sum
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import TournamentStore

# reads what the dice of an event's tracked games did; a file has none of them
LuckReader = Callable[[ClubLog], LuckOf]
NO_ANSWERS: Mapping[str, str] = {}


def no_games(_log: ClubLog) -> LuckOf:
    """The luck of an event whose games are not in this database."""
    return no_luck


def taking(texts: Sequence[str], given: Mapping[str, str] = NO_ANSWERS, luck: LuckReader = no_games) -> LeagueCommand:
    """The command that adds the evening of an event's log. given: who a player of the event is, by the player's ID.

    LeagueRefusal where the event is not over, or teams played; BadFile where its log is broken.
    """
    log = read_club_log(texts)
    state = log.state()
    if not state.over:
        reason = Message("{evening} is not over: finish all its rounds first", evening=state.title)
        raise LeagueRefusal(reason, "not-over")
    if state.event.doubles:
        reason = Message("{evening} was for teams, but a league counts single players", evening=state.title)
        raise LeagueRefusal(reason, "doubles")
    day = state.publicity.day or log.day or day_here(log.lines[0].at)
    head = Evening(line_sum("", texts[0]), state.title, day, len(texts), (), ())
    strangers = sorted(set(given) - set(state.event.entrants))
    if strangers:
        reason = Message("nobody at {evening} has the ID {player}", evening=state.title, player=strangers[0])
        raise LeagueRefusal(reason, "nobody")
    players = [(player, entrant.name) for player, entrant in state.event.entrants.items()]

    def add(league: League) -> League:
        league, people = league.people_of(head.source, players, given)
        return league.add_evening(evening_of(head, state.event, state.standings(), people, luck(log), minutes_of(log)))

    return add


def taking_export(text: str, given: Mapping[str, str] = NO_ANSWERS) -> LeagueCommand:
    """The same for the text of an exported event. BadFile where it is none, or was edited."""
    return taking(log_of(text), given)


def minutes_of(log: ClubLog) -> MinutesOf:
    """The minutes that each game took, from the start of its round's clock to the first result that counts."""
    begun, took, number = dict[int, float](), dict[tuple[int, frozenset[str]], int](), 0
    for line in (log.lines[number - 1] for number in log.live):
        for act in line.did:
            match act:
                case RoundDrawn():
                    number = act.number
                case ClockStarted(time=time):
                    begun.setdefault(number, time)
                case GameReported(sides=sides) if act.number in begun:
                    ended = datetime.fromisoformat(line.at).timestamp()
                    pair = frozenset(side.player for side in sides)
                    took.setdefault((act.number, pair), max(1, round((ended - begun[act.number]) / 60)))
    return lambda number, player, other: took.get((number, frozenset((player, other))), 0)


# the round and a player -> what they rolled
Rolled = dict[tuple[int, str], RolledLuck]


def luck_of_games(engine: Engine) -> LuckReader:
    """Reads the games of the same database; a game that cannot be read, or names no pairing, has no luck."""
    store = GameStore(engine)

    def read(log: ClubLog) -> LuckOf:
        filled = [act for number in log.live for act in log.lines[number - 1].did if isinstance(act, CardFilled)]
        rolled: Rolled = {}
        for act in filled:
            game = game_of_source(act.source)
            if game:
                rolled |= _read_luck(store, game, act)
        return lambda number, player, _other: rolled.get((number, player))

    return read


def _read_luck(store: GameStore, game: int, act: CardFilled) -> Rolled:
    try:
        log = read_log(store.read(game))
    except TablecamError:
        return {}
    bound = bound_by(log.header.tags, tuple(seat for seat in log.header.seats if seat != NOBODY))
    if bound is None or bound.number != act.number or set(bound.players.values()) != {s.player for s in act.sides}:
        return {}
    by_seat = luck_by_seat(log)
    return {(act.number, player): by_seat[seat] for seat, player in bound.players.items() if seat in by_seat}


def luck_by_seat(log: GameLog) -> dict[str, RolledLuck]:
    """The luck of each seat of a game, all checks together."""
    variances: defaultdict[str, Fraction] = defaultdict(Fraction)
    for roll in iterate_tried_rolls(log):
        variances[roll.seat] += sum((score - roll.expected) ** 2 * chance for score, chance in enumerate(roll.chances))
    return {
        row.seat: RolledLuck(row.rolled, row.passed, round(1000 * row.expected), round(1000 * variances[row.seat]))
        for row in luck(log)
        if row.name == "all"
    }


def tracked_friendly(
    store: TournamentStore, books: Catalogue, game: int, seats: Mapping[str, str], agreed: tuple[str, ...]
) -> LeagueCommand:
    """The command that adds it, on the day it was begun. seats: the side of each person, by name or number.

    BadFile where there is no such game, it is not over, or enters nothing on a card; LeagueRefusal for other sides.
    """
    result = umpired(store, books, game)
    log = read_log(GameStore(store.engine).read(game))
    if not result.ending:
        raise BadFile(f"game {game} is not over")
    if set(seats) != set(result.sides) or len(result.sides) != 2:
        reason = Message("say who played each of {sides}", sides=listing(result.sides))
        raise LeagueRefusal(reason, "other-sides")
    halves = [ScoredHalf(score.values, score.conceded, score.models) for score in result.sides.values()]
    points = books.book(result.book).scoring.compute_points(halves[0], halves[1])
    rolled = luck_by_seat(log)
    begun, ended = next((row.begun, row.last) for row in GameStore(store.engine).games() if row.id == game)
    took = datetime.fromisoformat(ended) - datetime.fromisoformat(begun)

    def add(league: League) -> League:
        first_side, second_side = (
            LeagueSide(
                league.find(seats[side]),
                scored,
                lost=score.values.get(LOST, 0),
                models=score.models,
                luck=rolled.get(side),
            )
            for (side, score), scored in zip(result.sides.items(), points, strict=True)
        )
        return league.add_friendly(
            day_here(begun),
            LeagueGame((first_side, second_side), minutes=max(1, round(took.total_seconds() / 60))),
            [league.find(person) for person in agreed],
            source_of_game(game),
        )

    return add


def untaken(store: TournamentStore, league: League) -> list[int]:
    """The numbers of the games that the league does not have, in the order in which they were begun."""
    taken = {friendly.source for season in league.state.seasons for friendly in season.friendlies}
    return [game.id for game in GameStore(store.engine).games() if source_of_game(game.id) not in taken]


def take_game(
    store: TournamentStore, books: Catalogue, league: StoredLeague, game: int, who: str, agreed: Sequence[str]
) -> None:
    """Adds a game whose log names two people of the league; TablecamError with why it cannot be added.

    agreed: people who want all their games to count.
    """
    header = read_log(GameStore(store.engine).read(game)).header
    if EVENT in header.tags:
        raise TablecamError(Message("it is a pairing of event {n}: add the event", n=header.tags[EVENT]))
    players = players_of(header)
    unsaid = [seat for seat in header.seats if not players.get(seat)]
    if unsaid:
        raise TablecamError(
            Message("its log does not say who played {sides}: add it with --seat", sides=listing(unsaid))
        )
    current = league.league()
    people = {current.find(player) for player in players.values()}
    counting_for = tuple(person for person in map(current.find, agreed) if person in people)
    league.act(who, tracked_friendly(store, books, game, players, counting_for))


def players_of(header: GameLine) -> dict[str, str]:
    """The player of each seat, as named when the game began; seats without a name are left out."""
    named = {seat: header.tags.get(player_tag(seat), "") for seat in header.seats}
    return {seat: player for seat, player in named.items() if player}
