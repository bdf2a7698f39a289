"""The state of a league and its people: the fold of its log events. It accepts everything; `league.py` decides."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from types import MappingProxyType

from tablecam.base.i18n import gettext as _
from tablecam.club.season.acts import (
    DivisionSet,
    EveningAdded,
    FriendlyAdded,
    FriendlyAgreed,
    LeagueEvent,
    LeagueOpened,
    LevelPeopleRolled,
    PeopleMerged,
    PersonAdded,
    PersonForgotten,
    PersonLeft,
    PersonRenamed,
    PersonReturned,
    PersonShown,
    SeasonBegun,
    SeasonRules,
)
from tablecam.club.season.evening import Evening, LeagueGame, game_with, with_person


def _empty_mapping() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays. shown: what may be published."""

    id: str
    left: bool = False
    forgotten: bool = False
    shown: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Friendly:
    """A single game of the season. source: the umpired game that it was, if it was one."""

    date: str
    game: LeagueGame
    agreed: frozenset[str] = frozenset()
    source: str = ""

    @property
    def counts(self) -> bool:
        """Whether both have agreed."""
        return set(self.game.people) <= self.agreed


@dataclass(frozen=True, slots=True)
class Season:
    """A season. divisions: in which each person plays."""

    rules: SeasonRules
    divisions: Mapping[str, str] = field(default_factory=_empty_mapping)
    evenings: tuple[Evening, ...] = ()
    friendlies: tuple[Friendly, ...] = ()
    roll_offs: tuple[tuple[str, ...], ...] = ()

    def games(self) -> Iterator[tuple[str, LeagueGame]]:
        """Every game that counts, with its date: evenings and single games by date, in the order they were added."""
        dated = [(entry.date, entry.games) for entry in self.evenings]
        dated += [(entry.date, (entry.game,)) for entry in self.friendlies if entry.counts]
        for date, games in sorted(dated, key=lambda each: each[0]):
            yield from ((date, game) for game in games)


@dataclass(frozen=True, slots=True)
class LeagueState:
    """merged: numbers that are another person's now. added: how many numbers were ever given."""

    title: str = ""
    people: Mapping[str, Person] = field(default_factory=lambda: MappingProxyType({}))
    merged: Mapping[str, str] = field(default_factory=_empty_mapping)
    seasons: tuple[Season, ...] = ()
    added: int = 0

    @property
    def season(self) -> Season:
        """The season that is on."""
        return self.seasons[-1]

    def who(self, person: str) -> str:
        """The person that a number stands for, after every merger."""
        while person in self.merged:
            person = self.merged[person]
        return person

    def games(self) -> Iterator[tuple[str, LeagueGame]]:
        """Every game of every season, with its date."""
        for season in self.seasons:
            yield from season.games()

    def evening(self, source: str) -> Evening | None:
        """The evening that was taken from that log."""
        matches = (evening for season in self.seasons for evening in season.evenings if evening.source == source)
        return next(matches, None)


def fold_league(happened: Iterable[LeagueEvent]) -> LeagueState:
    """The league of a log."""
    return reduce(evolve_league, happened, LeagueState())


def evolve_league(state: LeagueState, act: LeagueEvent) -> LeagueState:
    """The next state."""
    match act:
        case LeagueOpened(title=title):
            return replace(state, title=title)
        case SeasonBegun(rules=rules, moved=moved):
            divisions = {**state.season.divisions, **dict(moved)} if state.seasons else {}
            return replace(state, seasons=(*state.seasons, Season(rules, MappingProxyType(divisions))))
        case EveningAdded(evening=evening):
            return _with_evening(state, evening)
        case FriendlyAdded() | FriendlyAgreed() | DivisionSet() | LevelPeopleRolled():
            return _evolve_season(state, act)
        case _:
            return _with_person(state, act)


def _with_evening(state: LeagueState, evening: Evening) -> LeagueState:
    if state.evening(evening.source) is None:
        return _with_current_season(state, replace(state.season, evenings=(*state.season.evenings, evening)))
    seasons = tuple(
        replace(
            season, evenings=tuple(evening if entry.source == evening.source else entry for entry in season.evenings)
        )
        for season in state.seasons
    )
    return replace(state, seasons=seasons)


def _evolve_season(
    state: LeagueState, act: FriendlyAdded | FriendlyAgreed | DivisionSet | LevelPeopleRolled
) -> LeagueState:
    season = state.season
    match act:
        case FriendlyAdded(date=date, game=game, agreed=agreed, source=source):
            added = Friendly(date, game, frozenset(agreed), source)
            season = replace(season, friendlies=(*season.friendlies, added))
        case FriendlyAgreed(number=number, person=person):
            friendlies = list(season.friendlies)
            friendly = friendlies[number - 1]
            friendlies[number - 1] = replace(friendly, agreed=friendly.agreed | {person})
            season = replace(season, friendlies=tuple(friendlies))
        case DivisionSet(person=person, division=division):
            season = replace(season, divisions=MappingProxyType({**season.divisions, person: division}))
        case LevelPeopleRolled(order=order):
            season = replace(season, roll_offs=(*season.roll_offs, order))
    return _with_current_season(state, season)


def _with_current_season(state: LeagueState, season: Season) -> LeagueState:
    return replace(state, seasons=(*state.seasons[:-1], season))


PersonAct = PersonAdded | PersonRenamed | PeopleMerged | PersonLeft | PersonReturned | PersonForgotten | PersonShown


def _with_person(state: LeagueState, act: PersonAct) -> LeagueState:
    match act:
        case PersonAdded(person=person, division=division):
            people = MappingProxyType({**state.people, person: Person(person)})
            divisions = {**state.season.divisions, person: division or state.season.rules.divisions[-1]}
            season = replace(state.season, divisions=MappingProxyType(divisions))
            return _with_current_season(replace(state, people=people, added=state.added + 1), season)
        case PersonRenamed():
            return state
        case PeopleMerged(gone=gone, into=into):
            return _merge_people(state, gone, into)
        case PersonLeft(person=person):
            return _with_changed_person(state, replace(state.people[person], left=True))
        case PersonReturned(person=person):
            return _with_changed_person(state, replace(state.people[person], left=False))
        case PersonForgotten(person=person):
            return _with_changed_person(state, Person(person, left=True, forgotten=True))
        case PersonShown(person=person, shown=shown):
            return _with_changed_person(state, replace(state.people[person], shown=frozenset(shown)))


def _with_changed_person(state: LeagueState, person: Person) -> LeagueState:
    return replace(state, people=MappingProxyType({**state.people, person.id: person}))


def _merge_people(state: LeagueState, gone: str, into: str) -> LeagueState:
    people = {id: person for id, person in state.people.items() if id != gone}
    seasons = tuple(_merge_in_season(season, gone, into) for season in state.seasons)
    merged = MappingProxyType({**state.merged, gone: into})
    return replace(state, people=MappingProxyType(people), merged=merged, seasons=seasons)


def _merge_in_season(season: Season, gone: str, into: str) -> Season:
    divisions = {id: division for id, division in season.divisions.items() if id != gone}
    if gone in season.divisions:
        divisions.setdefault(into, season.divisions[gone])
    friendlies = tuple(
        replace(
            friendly,
            game=game_with(friendly.game, gone, into),
            agreed=frozenset(into if person == gone else person for person in friendly.agreed),
        )
        for friendly in season.friendlies
    )
    return replace(
        season,
        divisions=MappingProxyType(divisions),
        evenings=tuple(with_person(evening, gone, into) for evening in season.evenings),
        friendlies=friendlies,
        roll_offs=tuple(tuple(into if person == gone else person for person in order) for order in season.roll_offs),
    )


NAME, PAGE, RATING = "name", "page", "rating"
# the parts that a person may publish: the name, a page of the own games, the rating
SHOWABLE = (NAME, PAGE, RATING)


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name, and those under which the person was entered before."""

    name: str
    also: tuple[str, ...] = ()

    def called(self, name: str) -> "PersonName":
        """The person with another name; the old one is still known."""
        others = (*self.also, self.name)
        return PersonName(name, tuple(dict.fromkeys(name_before for name_before in others if name_before != name)))

    def answers_to(self, name: str) -> bool:
        """Whether somebody of that name is meant; capitals and spaces make no difference."""
        return plain_name(name) in {plain_name(known_name) for known_name in (self.name, *self.also)}


Names = Mapping[str, PersonName]


def plain_name(name: str) -> str:
    """A name as it is compared."""
    return " ".join(name.split()).casefold()


def written_name(name: PersonName) -> str:
    """A name as the database keeps it."""
    return json.dumps({"name": name.name, "also": list(name.also)}, ensure_ascii=False)


def read_name(text: str) -> PersonName:
    """A name as it was written. ValueError or LookupError for what is none."""
    record = json.loads(text)
    return PersonName(str(record["name"]), tuple(map(str, record["also"])))


def answering(state: LeagueState, names: Names, name: str) -> tuple[str, ...]:
    """The people who have a name."""
    candidates = [state.who(person) for person, person_name in names.items() if person_name.answers_to(name)]
    return tuple(dict.fromkeys(person for person in candidates if person in state.people))


def own_name(state: LeagueState, names: Names, person: str) -> str:
    """The organiser's name for a person; a number where the name is deleted."""
    person_name = names.get(person)
    return (
        person_name.name
        if person_name and not state.people[person].forgotten
        else _("Player {number}", number=person[1:])
    )


def public_name(state: LeagueState, names: Names, person: str) -> str:
    """The public name of a person: the name if they let it be published, else a number."""
    if NAME in state.people[person].shown:
        return own_name(state, names, person)
    return _("Player {number}", number=person[1:])
