"""Further records from the games: person against person, faction against faction, and the dice where they are
known.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from openskill.models import PlackettLuce, PlackettLuceRating

from tablecam.club.season.evening import LeagueGame, LeagueSide, RolledLuck
from tablecam.club.season.state import LeagueState


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
    mixed = [(own, other) for own, other in halves if own.faction and other.faction and own.faction != other.faction]
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
