"""The names of people, which stand beside the log, and the details that each lets be published."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.base.i18n import gettext as _
from tablecam.club.season.state import LeagueState

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
