"""The strength of people, by the library `openskill` (its Plackett-Luce model with its own settings), from every game.

A rating is a number with its uncertainty: the strength is within `BAND` standard deviations of it in 95 of 100 cases.
It is worked out from all games of all seasons each time, in the order in which they were played, and never stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from openskill.models import PlackettLuce, PlackettLuceRating

from tablecam.club.season.evening import LeagueGame
from tablecam.club.season.state import LeagueState

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
