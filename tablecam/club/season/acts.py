"""The log events of a league, named in the past tense, the rules of a season, and the refusal of an act.

People are numbers here, since a log only ever grows and a name can be deleted. Each line of the log
says who did it and when.
"""

from dataclasses import dataclass
from itertools import pairwise

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message
from tablecam.club.season.evening import Evening, LeagueGame


class LeagueRefusal(TablecamError):
    """A refusal; nothing has changed. code: what a program decides by. people: those it is about."""

    def __init__(self, says: Message, code: str, people: tuple[str, ...] = ()) -> None:
        super().__init__(says)
        self.code = code
        self.people = people


# The rules of a season: the club's table of points, the best evenings, divisions and who moves. Integers only.
# Integers only.

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


@dataclass(frozen=True, kw_only=True, slots=True)
class LeagueOpened:
    """There is a league of that name."""

    title: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SeasonBegun:
    """A season has begun, and the one before is over. moved: who changes into which division."""

    rules: SeasonRules
    moved: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonAdded:
    """There is one more person; empty division: the lowest."""

    person: str
    division: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonRenamed:
    """A person is called otherwise now."""

    person: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PeopleMerged:
    """Two were one person: all that `gone` has played, `into` has played."""

    gone: str
    into: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonLeft:
    """A person takes no place and does not move any more; the games stay."""

    person: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonReturned:
    """A person who had left is back."""

    person: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonForgotten:
    """The name of a person has been deleted, on request; the games stay."""

    person: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonShown:
    """The parts of `people.SHOWABLE` that a person lets be published."""

    person: str
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class DivisionSet:
    """A person plays in that division this season, by the organiser's decision."""

    person: str
    division: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EveningAdded:
    """An evening counts in the season; one that is there already is replaced, with what was corrected in it since."""

    evening: Evening


@dataclass(frozen=True, kw_only=True, slots=True)
class FriendlyAdded:
    """A single game; it counts once both have agreed. date: as an ISO date. source: the umpired game that it was."""

    date: str
    game: LeagueGame
    agreed: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class FriendlyAgreed:
    """A person agrees that the single game of that number of the season counts."""

    number: int
    person: str


@dataclass(frozen=True, kw_only=True, slots=True)
class LevelPeopleRolled:
    """People who shared a place of the season have rolled for it, the winner first."""

    order: tuple[str, ...]


LeagueEvent = (
    LeagueOpened
    | SeasonBegun
    | PersonAdded
    | PersonRenamed
    | PeopleMerged
    | PersonLeft
    | PersonReturned
    | PersonForgotten
    | PersonShown
    | DivisionSet
    | EveningAdded
    | FriendlyAdded
    | FriendlyAgreed
    | LevelPeopleRolled
)
