"""A league: decides every act on people, evenings, single games and seasons, or refuses it.

    league = League(state, names).add_person("Ann Archer").begin_season(rules)
    league.log_events      # what has happened, to be written to the log
    league.renamed         # what changes among the names, which stand beside it

Everything is immutable: each method returns a new league, and a refusal (LeagueRefusal) has changed nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tablecam.base.i18n import Message, listing
from tablecam.club.season.acts import (
    DivisionSet,
    EveningAdded,
    FriendlyAdded,
    FriendlyAgreed,
    LeagueEvent,
    LeagueOpened,
    LeagueRefusal,
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
    checked_rules,
)
from tablecam.club.season.evening import Evening, LeagueGame
from tablecam.club.season.season_table import level_people, moves, season_table
from tablecam.club.season.state import (
    SHOWABLE,
    LeagueState,
    Names,
    Person,
    PersonName,
    answering,
    evolve_league,
    own_name,
    plain_name,
)


@dataclass(frozen=True)
class League:
    """The league, its log events since it was handed out, and the names that changed: None for one that is deleted."""

    state: LeagueState = field(default_factory=LeagueState)
    names: Names = field(default_factory=lambda: MappingProxyType({}))
    log_events: tuple[LeagueEvent, ...] = ()
    renamed: Mapping[str, PersonName | None] = field(default_factory=lambda: MappingProxyType({}))

    def after(self, act: LeagueEvent, named: Mapping[str, PersonName | None] | None = None) -> "League":
        """The league after one more log event; nothing is checked."""
        changed = named or {}
        names = {person: name for person, name in {**self.names, **changed}.items() if name is not None}
        return replace(
            self,
            state=evolve_league(self.state, act),
            log_events=(*self.log_events, act),
            names=MappingProxyType(names),
            renamed=MappingProxyType({**self.renamed, **changed}),
        )

    def open(self, title: str, rules: SeasonRules) -> "League":
        """A league with its first season."""
        if self.state.title or not title.strip() or not title.isprintable():
            raise LeagueRefusal(Message("a league can be opened only once and needs a name"), "no-name")
        return self.after(LeagueOpened(title=title.strip())).after(SeasonBegun(rules=checked_rules(rules)))

    def begin_season(self, rules: SeasonRules) -> "League":
        """The season is over, people move, and the next begins. LeagueRefusal where a roll-off decides who moves."""
        season = self.state.season
        tables = season_table(self.state, season)
        moved = dict(moves(season.rules, tables, self.called))
        lowest = checked_rules(rules).divisions[-1]
        # a division that is no more is left downwards
        for person, division in season.divisions.items():
            if moved.get(person, division) not in rules.divisions:
                moved[person] = lowest
        return self.after(SeasonBegun(rules=rules, moved=tuple(sorted(moved.items()))))

    # people

    def called(self, person: str) -> str:
        """The organiser's name for a person."""
        return own_name(self.state, self.names, person)

    def find(self, words: str) -> str:
        """The number of a person who is named by it, or by a name. LeagueRefusal where nobody is, or several are."""
        person = self.state.who(words)
        candidates = (person,) if person in self.state.people else answering(self.state, self.names, words)
        if len(candidates) > 1:
            reason = Message("{people} are called {name}: give the number", people=listing(candidates), name=words)
            raise LeagueRefusal(reason, "several", candidates)
        if not candidates:
            raise LeagueRefusal(Message("nobody in the league is called {name}", name=words), "nobody")
        return candidates[0]

    def add_person(self, name: str, division: str = "") -> "League":
        """One more person. LeagueRefusal where somebody is called so already."""
        if answering(self.state, self.names, name):
            reason = Message("{name} is in the league already: rename one of the two first", name=name)
            raise LeagueRefusal(reason, "name-taken")
        return self._add_person(name, division)

    def give_name(self, person: str, name: str) -> "League":
        """A person is called otherwise; the old name is still understood."""
        member = self._get_member(person)
        namesakes = [namesake for namesake in answering(self.state, self.names, name) if namesake != member.id]
        if namesakes:
            reason = Message("{name} is in the league already: rename one of the two first", name=name)
            raise LeagueRefusal(reason, "name-taken", tuple(namesakes))
        old_name = self.names.get(member.id)
        new_name = old_name.called(_check_name(name)) if old_name else PersonName(_check_name(name))
        return self.after(PersonRenamed(person=member.id), {member.id: new_name})

    def merge(self, gone: str, into: str) -> "League":
        """Two are one person. LeagueRefusal where both were there on one evening, or played each other."""
        pair_ids = {self._get_member(gone).id, self._get_member(into).id}
        met = any(
            set(friendly.game.people) == pair_ids for season in self.state.seasons for friendly in season.friendlies
        )
        if len(pair_ids) < 2 or met:
            reason = Message("{people} cannot be one person", people=self._list_names(sorted(pair_ids)))
            raise LeagueRefusal(reason, "two-people", tuple(sorted(pair_ids)))
        for evening in (evening for season in self.state.seasons for evening in season.evenings):
            if pair_ids <= {attendance.person for attendance in evening.attended}:
                reason = Message(
                    "{people} were both there on {evening}, so they are two people",
                    people=self._list_names(sorted(pair_ids)),
                    evening=evening.title,
                )
                raise LeagueRefusal(reason, "two-people", tuple(sorted(pair_ids)))
        return self.after(PeopleMerged(gone=gone, into=into))

    def leave(self, person: str) -> "League":
        """A person leaves the league: without a place from now on, and with every game."""
        if self._get_member(person).left:
            reason = Message("{person} has left the league already", person=self.called(person))
            raise LeagueRefusal(reason, "has-left", (person,))
        return self.after(PersonLeft(person=person))

    def come_back(self, person: str) -> "League":
        """A person who had left is back."""
        if not self._get_member(person).left:
            reason = Message("{person} has not left the league", person=self.called(person))
            raise LeagueRefusal(reason, "has-not-left", (person,))
        return self.after(PersonReturned(person=person))

    def forget(self, person: str) -> "League":
        """Delete every name of a person, for good, and nothing of the results."""
        member = self._get_member(person)
        names = {number: None for number in self.names if self.state.who(number) == member.id}
        return self.after(PersonForgotten(person=member.id), names)

    def show(self, person: str, shown: Sequence[str]) -> "League":
        """Set the details that a person lets be published from now on; none where `shown` is empty."""
        member = self._get_member(person)
        unknown = [detail for detail in shown if detail not in SHOWABLE]
        if unknown:
            reason = Message(
                "{what} cannot be published: choose one of {known}", what=unknown[0], known=listing(SHOWABLE)
            )
            raise LeagueRefusal(reason, "not-showable", (person,))
        return self.after(PersonShown(person=member.id, shown=tuple(detail for detail in SHOWABLE if detail in shown)))

    def place_in(self, person: str, division: str) -> "League":
        """A person plays in a division, by the organiser's decision."""
        self._get_member(person)
        if division not in self.state.season.rules.divisions:
            divisions = listing(self.state.season.rules.divisions)
            reason = Message("there is no division {name}: choose one of {known}", name=division, known=divisions)
            raise LeagueRefusal(reason, "no-division", (person,))
        return self.after(DivisionSet(person=person, division=division))

    # evenings and games

    def people_of(
        self, source: str, players: Sequence[tuple[str, str]], given: Mapping[str, str]
    ) -> tuple["League", dict[str, str]]:
        """The person of each player of an event, by the player's ID; who is not known is added.

        players: ID and name in the order of entry. given: the number or name of a person by ID, `new` for a new one.
        """
        league, people = self, dict[str, str]()
        earlier_evening = self.state.evening(source)
        for seat, (player, name) in enumerate(players):
            earlier_person = (
                earlier_evening.attended[seat].person
                if earlier_evening and seat < len(earlier_evening.attended)
                else ""
            )
            league, person = league._resolve_person(name, given.get(player, ""), earlier_person)
            if person in people.values():
                reason = Message(
                    "two players of the evening match {person}: say who one of them is",
                    person=league.called(person),
                )
                raise LeagueRefusal(reason, "twice-there", (person,))
            people[player] = person
        return league, people

    def add_evening(self, evening: Evening) -> "League":
        """An evening counts. One that is there already is replaced; LeagueRefusal where it is just the same."""
        if self.state.evening(evening.source) == evening:
            reason = Message("{evening} is already in the league, unchanged", evening=evening.title)
            raise LeagueRefusal(reason, "there-already")
        return self.after(EveningAdded(evening=evening))

    def add_friendly(self, date: str, game: LeagueGame, agreed: Sequence[str] = (), source: str = "") -> "League":
        """A single game, which counts once both agree. source: of an umpired one, which is added once only."""
        if source and source in {friendly.source for season in self.state.seasons for friendly in season.friendlies}:
            raise LeagueRefusal(Message("{game} is in the league already", game=source), "there-already")
        person_id, opponent_id = (self._get_member(person).id for person in game.people)
        if person_id == opponent_id:
            reason = Message("nobody can play alone: {person} has no opponent", person=self.called(person_id))
            raise LeagueRefusal(reason, "alone", (person_id,))
        if min(side.points for side in game.sides) < 0:
            raise LeagueRefusal(Message("the points of a game must be whole numbers, none below zero"), "bad-points")
        for person in agreed:
            self._require_player(person, game)
        return self.after(FriendlyAdded(date=date, game=game, agreed=tuple(agreed), source=source))

    def agree(self, number: int, person: str) -> "League":
        """A person agrees to a single game of the season, counted from 1."""
        friendlies = self.state.season.friendlies
        if not 1 <= number <= len(friendlies):
            reason = Message(
                "the season has {games} single games; none has the number {number}",
                games=len(friendlies),
                number=number,
            )
            raise LeagueRefusal(reason, "no-game")
        self._require_player(person, friendlies[number - 1].game)
        return self.after(FriendlyAgreed(number=number, person=person))

    def roll_off(self, order: Sequence[str]) -> "League":
        """People who share a place have rolled for it, the winner first."""
        level = level_people(season_table(self.state, self.state.season), order[0]) if order else ()
        if len(order) < 2 or sorted(level) != sorted(order):
            reason = Message(
                "a roll-off is for all the players who share a place and nobody else, unlike {people}",
                people=self._list_names(order),
            )
            raise LeagueRefusal(reason, "not-level", tuple(order))
        return self.after(LevelPeopleRolled(order=tuple(order)))

    def _get_member(self, person: str) -> Person:
        member = self.state.people.get(person)
        if member is None or member.forgotten:
            reason = Message("nobody in the league is called {name}", name=person)
            raise LeagueRefusal(reason, "nobody", (person,))
        return member

    def _require_player(self, person: str, game: LeagueGame) -> None:
        if person not in game.people:
            reason = Message("{person} did not play in this game", person=self.called(self._get_member(person).id))
            raise LeagueRefusal(reason, "not-in-game", (person,))

    def _resolve_person(self, name: str, given: str, known: str) -> tuple["League", str]:
        """known: who had the same seat when the evening was taken before."""
        if given and plain_name(given) != "new":
            return self, self.find(given)
        candidates = () if given else answering(self.state, self.names, name)
        if len(candidates) > 1:
            reason = Message("{people} are called {name}: say who it is", people=listing(candidates), name=name)
            raise LeagueRefusal(reason, "several", candidates)
        if candidates:
            return self, candidates[0]
        # a person whose name was deleted is not known by it any more, and is no new person for that
        if known and self.state.people[known].forgotten:
            return self, known
        league = self._add_person(name, "")
        return league, f"p{league.state.added}"

    def _add_person(self, name: str, division: str) -> "League":
        if division and division not in self.state.season.rules.divisions:
            divisions = listing(self.state.season.rules.divisions)
            reason = Message("there is no division {name}: choose one of {known}", name=division, known=divisions)
            raise LeagueRefusal(reason, "no-division")
        person = f"p{self.state.added + 1}"
        return self.after(PersonAdded(person=person, division=division), {person: PersonName(_check_name(name))})

    def _list_names(self, people: Sequence[str]) -> Message:
        return listing(self.called(person) if person in self.state.people else person for person in people)


def _check_name(name: str) -> str:
    """A name without spaces around it. LeagueRefusal for what is none."""
    if not name.strip() or not name.isprintable():
        raise LeagueRefusal(Message("a person needs a name that can be printed"), "no-name")
    return " ".join(name.split())
