"""The luck of the dice in the tracked games of an evening: its log names a game, and the game's log has the rolls."""

from collections import defaultdict
from fractions import Fraction

from sqlalchemy import Engine

from tablecam.base.errors import TablecamError
from tablecam.club.event.auto_score import bound_by
from tablecam.club.event.log import ClubLog
from tablecam.club.league.taking_in import LuckReader
from tablecam.club.season.evening import LuckOf, RolledLuck
from tablecam.club.tournament.club_events import CardFilled
from tablecam.club.tournament.score_card import game_of_source
from tablecam.game.dice_statistics import luck, tried
from tablecam.game.hosting.roles import NOBODY
from tablecam.game.log import GameLog, read_log
from tablecam.storage.game_store import GameStore

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
    for roll in tried(log):
        variances[roll.seat] += sum((score - roll.expected) ** 2 * chance for score, chance in enumerate(roll.chances))
    return {
        row.seat: RolledLuck(row.rolled, row.passed, round(1000 * row.expected), round(1000 * variances[row.seat]))
        for row in luck(log)
        if row.name == "all"
    }
