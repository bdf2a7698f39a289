"""Further records from the games: person against person, faction against faction, and the dice where they are
known.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median
from typing import TYPE_CHECKING

from tablecam.club.season.evening import LeagueGame, LeagueSide, RolledLuck
from tablecam.club.season.state import LeagueState

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating


@dataclass(frozen=True, slots=True)
class WinRecord:
    """Games of somebody or something. points, against: tournament points by the results."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    against: int = 0

    @property
    def games(self) -> int:
        """How many there were."""
        return self.won + self.drawn + self.lost


def record_of(sides: Iterable[tuple[LeagueSide, LeagueSide]]) -> WinRecord:
    """The record of the first of each two sides."""
    every = list(sides)
    results = Counter((side.points > opponent.points) - (side.points < opponent.points) for side, opponent in every)
    points, against = sum(side.points for side, _ in every), sum(opponent.points for _, opponent in every)
    return WinRecord(results[1], results[0], results[-1], points, against)


def head_to_head(state: LeagueState, person: str) -> dict[str, WinRecord]:
    """A person's record against each opponent, who was met most often first."""
    sides = [game.seen_by(person) for _date, game in state.games() if person in game.people]
    opponents = dict.fromkeys(opponent.person for _own, opponent in sides)
    records = {
        opponent: record_of(sides_of_game for sides_of_game in sides if sides_of_game[1].person == opponent)
        for opponent in opponents
    }
    return dict(sorted(records.items(), key=lambda each: -each[1].games))


def factions(state: LeagueState) -> dict[str, WinRecord]:
    """Each faction's record in every game of the league, as `factions_in`."""
    return factions_in(game for _date, game in state.games())


def factions_in(games: Iterable[LeagueGame]) -> dict[str, WinRecord]:
    """Each faction's record against the others; games between two of the same say nothing of it and are left out."""
    halves = [sides_of_game for game in games for sides_of_game in _split_sides(game)]
    mixed = [
        (side, opponent)
        for side, opponent in halves
        if side.faction and opponent.faction and side.faction != opponent.faction
    ]
    names = sorted({side.faction for side, _other in mixed})
    return {
        name: record_of(sides_of_game for sides_of_game in mixed if sides_of_game[0].faction == name) for name in names
    }


def own_factions(state: LeagueState, person: str) -> dict[str, WinRecord]:
    """A person's record with each faction, the one played most often first."""
    sides = [game.seen_by(person) for _date, game in state.games() if person in game.people]
    names = sorted({side.faction for side, _other in sides if side.faction})
    records = {
        name: record_of(sides_of_game for sides_of_game in sides if sides_of_game[0].faction == name) for name in names
    }
    return dict(sorted(records.items(), key=lambda each: -each[1].games))


def luck_of(state: LeagueState, person: str) -> RolledLuck | None:
    """The luck of a person's dice in all tracked games; None without a tracked game."""
    sides = [game.seen_by(person)[0] for _date, game in state.games() if person in game.people]
    return summed_luck([side.luck for side in sides if side.luck])


def summed_luck(rolled: Sequence[RolledLuck]) -> RolledLuck | None:
    """Several games together; None for none. The variance is known only where every game has kept it."""
    if not rolled:
        return None
    return RolledLuck(
        sum(luck.rolled for luck in rolled),
        sum(luck.passed for luck in rolled),
        sum(luck.expected_thousandths for luck in rolled),
        sum(luck.variance_thousandths for luck in rolled) if all(luck.variance_thousandths for luck in rolled) else 0,
    )


def _split_sides(game: LeagueGame) -> tuple[tuple[LeagueSide, LeagueSide], ...]:
    left_side, right_side = game.sides
    return (left_side, right_side), (right_side, left_side)


# The strength of people, by the library `openskill` (its Plackett-Luce model with its own settings), from every game.
#
# A rating is a number with its uncertainty: the strength is within `BAND` standard deviations of it in 95 of 100
# cases. It is worked out from all games of all seasons each time, in the order in which they were played, and never
# stored.

# standard deviations on either side, 95 of 100 cases
BAND = 1.96


@dataclass(frozen=True, slots=True)
class RatedDay:
    """The rating of a person after the games of a day. sigma: its standard deviation."""

    date: str
    mu: float
    sigma: float

    @property
    def within(self) -> float:
        """How far the strength may be from `mu`, in 95 of 100 cases."""
        return BAND * self.sigma

    @property
    def at_least(self) -> float:
        """The lower end of the band, by which people are listed: few games do not make anybody the best."""
        return self.mu - self.within


@dataclass(frozen=True, slots=True)
class PersonRating:
    """A person's rating after each day of games. games: how many it rests on."""

    person: str
    games: int
    days: tuple[RatedDay, ...]

    @property
    def now(self) -> RatedDay:
        """The rating as it stands."""
        return self.days[-1]


def ratings(state: LeagueState) -> tuple[PersonRating, ...]:
    """The ratings of everybody who has played, the safest first."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings_by_person: dict[str, PlackettLuceRating] = {}
    days: dict[str, list[RatedDay]] = {}
    games: dict[str, int] = {}
    for date, played in groupby(state.games(), key=lambda dated: dated[0]):
        players: dict[str, None] = {}
        for _date, game in played:
            for person in game.people:
                ratings_by_person.setdefault(person, model.rating())
                games[person] = games.get(person, 0) + 1
                players[person] = None
            ratings_by_person.update(_rate_game(model, ratings_by_person, game))
        for person in players:
            days.setdefault(person, []).append(
                RatedDay(date, ratings_by_person[person].mu, ratings_by_person[person].sigma)
            )
    ranked = [PersonRating(person, games[person], tuple(rated_days)) for person, rated_days in days.items()]
    return tuple(sorted(ranked, key=lambda each: (-each.now.at_least, int(each.person[1:]))))


def _rate_game(
    model: PlackettLuce, known: Mapping[str, PlackettLuceRating], game: LeagueGame
) -> dict[str, PlackettLuceRating]:
    """The ratings of the two after their game; level points are a draw."""
    left_side, right_side = game.sides
    ranks = [
        float(1 + (side.points < against.points))
        for side, against in ((left_side, right_side), (right_side, left_side))
    ]
    (left_rating,), (right_rating,) = model.rate([[known[left_side.person]], [known[right_side.person]]], ranks=ranks)
    return {left_side.person: left_rating, right_side.person: right_rating}


# Records from the games of a season: person against person, factions against each other, tables, dice, lengths.
#
# Each function takes games alone, so that a season, a league or one evening is counted in the same way.

# the step of the histogram of game lengths, in minutes
STEP_MIN = 15


@dataclass(frozen=True, slots=True)
class TableRecord:
    """The games of a table. drawn: games; apart: between the two sides' points, on average.

    minutes: how long a game took, on average; None where nobody knows.
    """

    table: int
    games: int
    drawn: int
    apart: float
    minutes: float | None


@dataclass(frozen=True, slots=True)
class GameLengths:
    """How long games took, in minutes. steps: how many games by the minute at which a step begins."""

    games: int
    shortest: int
    middle: float
    longest: int
    steps: tuple[tuple[int, int], ...]


def head_to_heads(games: Iterable[LeagueGame], among: Collection[str]) -> dict[tuple[str, str], WinRecord]:
    """The record of each person against each other, of games in which both sides are `among`."""
    halves = defaultdict(list)
    for game in games:
        if set(game.people) <= set(among):
            for person in game.people:
                side, opponent = game.seen_by(person)
                halves[person, opponent.person].append((side, opponent))
    return {pair: record_of(sides) for pair, sides in halves.items()}


def faction_pairs(games: Iterable[LeagueGame]) -> dict[tuple[str, str], WinRecord]:
    """The record of each faction against each other one."""
    halves = defaultdict(list)
    for game in games:
        for side, opponent in (game.sides, game.sides[::-1]):
            if side.faction and opponent.faction and side.faction != opponent.faction:
                halves[side.faction, opponent.faction].append((side, opponent))
    return {pair: record_of(sides) for pair, sides in halves.items()}


def table_records(games: Iterable[LeagueGame]) -> tuple[TableRecord, ...]:
    """Each table's record, by its number; single games have none."""
    by_table = defaultdict(list)
    for game in games:
        if game.table:
            by_table[game.table].append(game)
    return tuple(_compute_table_record(table, by_table[table]) for table in sorted(by_table))


def lucks(games: Iterable[LeagueGame], among: Collection[str]) -> dict[str, RolledLuck]:
    """The luck of each person's dice in all tracked games; among: the people who are counted."""
    rolled = defaultdict(list)
    for game in games:
        for side in game.sides:
            if side.luck and side.person in among:
                rolled[side.person].append(side.luck)
    lucks = {person: summed_luck(rolls) for person, rolls in rolled.items()}
    return {person: luck for person, luck in lucks.items() if luck}


def lengths_of(games: Iterable[LeagueGame]) -> GameLengths | None:
    """The lengths of the games that somebody knows; None where nobody does."""
    minutes = sorted(game.minutes for game in games if game.minutes)
    if not minutes:
        return None
    first_step, last_step = minutes[0] // STEP_MIN, minutes[-1] // STEP_MIN
    steps = tuple(
        (STEP_MIN * step, sum(length // STEP_MIN == step for length in minutes))
        for step in range(first_step, last_step + 1)
    )
    return GameLengths(len(minutes), minutes[0], float(median(minutes)), minutes[-1], steps)


def _compute_table_record(table: int, games: Sequence[LeagueGame]) -> TableRecord:
    margins = [abs(left_side.points - right_side.points) for left_side, right_side in (game.sides for game in games)]
    timed = [game.minutes for game in games if game.minutes]
    return TableRecord(
        table,
        len(games),
        sum(not points for points in margins),
        sum(margins) / len(margins),
        sum(timed) / len(timed) if timed else None,
    )
