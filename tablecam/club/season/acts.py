"""The log events of a league, named in the past tense.

People are numbers here, since a log only ever grows and a name can be deleted. Each line of the log
says who did it and when.
"""

from dataclasses import dataclass

from tablecam.club.season.evening import Evening, LeagueGame
from tablecam.club.season.season_rules import SeasonRules


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
