"""What people are called, which stands beside the log, and what of them is published, which each chooses."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.base.i18n import gettext as _
from tablecam.club.season.state import LeagueState

NAME, PAGE, RATING = "name", "page", "rating"
# what a person may let be published: the name, a page of the own games, the rating
SHOWABLE = (NAME, PAGE, RATING)


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name, and those under which the person was entered before."""

    name: str
    also: tuple[str, ...] = ()

    def called(self, name: str) -> "PersonName":
        """With another name; the old one is still known."""
        others = (*self.also, self.name)
        return PersonName(name, tuple(dict.fromkeys(other for other in others if other != name)))

    def answers_to(self, name: str) -> bool:
        """Whether somebody of that name is meant; capitals and spaces make no difference."""
        return plain_name(name) in {plain_name(each) for each in (self.name, *self.also)}


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
    """The people who are called so."""
    found = [state.who(person) for person, known in names.items() if known.answers_to(name)]
    return tuple(dict.fromkeys(person for person in found if person in state.people))


def own_name(state: LeagueState, names: Names, person: str) -> str:
    """What the organiser calls a person; a number where the name is deleted."""
    known = names.get(person)
    return known.name if known and not state.people[person].forgotten else _("Player {number}", number=person[1:])


def public_name(state: LeagueState, names: Names, person: str) -> str:
    """What everybody may call a person: the name if they let it be published, else a number."""
    if NAME in state.people[person].shown:
        return own_name(state, names, person)
    return _("Player {number}", number=person[1:])
