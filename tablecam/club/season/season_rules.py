"""The rules of a season: the club's table of points, the best evenings, divisions and who moves. Integers only.
Integers only.
"""

from dataclasses import dataclass
from itertools import pairwise

from tablecam.base.i18n import Message
from tablecam.club.season.refusal import LeagueRefusal

# the only division of a league that has none
WHOLE_LEAGUE = ""


@dataclass(frozen=True, slots=True)
class GamePoints:
    """League points for one game, by its result."""

    win: int = 0
    draw: int = 0
    loss: int = 0

    def of(self, own: int, other: int) -> int:
        """The points for a game that ended `own` to `other`."""
        return self.win if own > other else self.loss if own < other else self.draw


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """The rules of a season. attended: points for an evening; places: for the first place, the second ..; bye: of one.

    friendly, friendlies: points of a single game, and how many count at most, the best. best: how many evenings count,
    0 for all. divisions: from the top down. moves: how many change between two divisions when the season ends.
    """

    title: str
    attended: int = 0
    places: tuple[int, ...] = ()
    game: GamePoints = GamePoints()
    bye: int = 0
    friendly: GamePoints = GamePoints()
    friendlies: int = 0
    best: int = 0
    divisions: tuple[str, ...] = (WHOLE_LEAGUE,)
    moves: int = 0

    def of_place(self, rank: int | None) -> int:
        """Points of a place; none without a place, or behind the last place that has any."""
        return self.places[rank - 1] if rank and rank <= len(self.places) else 0


def checked_rules(rules: SeasonRules) -> SeasonRules:
    """The rules. LeagueRefusal where they cannot be meant."""
    counts = (rules.attended, rules.bye, rules.friendlies, rules.best, rules.moves)
    games = (rules.game, rules.friendly)
    every = (
        *counts,
        *rules.places,
        *(points for game_points in games for points in (game_points.win, game_points.draw, game_points.loss)),
    )
    if not rules.title.strip() or not rules.title.isprintable():
        raise LeagueRefusal(Message("a season needs a name"), "no-name")
    if min(every) < 0:
        raise LeagueRefusal(Message("the points of a season must be whole numbers, none below zero"), "bad-points")
    if any(better < worse for better, worse in pairwise(rules.places)):
        raise LeagueRefusal(Message("a better place cannot have fewer points than a worse one"), "bad-points")
    if any(not game_points.win >= game_points.draw >= game_points.loss for game_points in games):
        reason = Message("a win cannot count for less than a draw, nor a draw for less than a loss")
        raise LeagueRefusal(reason, "bad-points")
    if not rules.divisions or len(set(rules.divisions)) != len(rules.divisions):
        raise LeagueRefusal(Message("the divisions of a season must have different names"), "bad-divisions")
    return rules
