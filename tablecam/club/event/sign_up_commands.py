"""Sign-up and check-in from the phones of guests and players.

    club.act("sign-up", lambda event: applied(event, CommandPayload({"name": "Ann", "models": 9}, "sign-up")))

BadFile for a malformed payload, TournamentRefusal with every fault for one that does not fit the event.

Clause: House Evening (N3).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, cast

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.club.event.umpired_games import UmpiredResult
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.drawing import checked_in_by_phone
from tablecam.club.tournament.entrant import Pair
from tablecam.club.tournament.forces import ForceLine, ForceList
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.signing_up import Application, list_changed, signed_off, signed_up
from tablecam.storage.record import Record

if TYPE_CHECKING:
    from tablecam.rules.books.catalogue import Catalogue

# the number of an umpired game -> its result
Umpired = Callable[[int], UmpiredResult]
# a score card has no room for longer names
LONGEST = 200


class ForceSource(Protocol):
    """The forces of the rulebook that an event plays."""

    def read_files(self, files: dict[str, str]) -> ForceList:
        """The force list in files, by name. BadFile."""
        ...

    def read_starter(self, name: str) -> ForceList:
        """The list of a starter force. BadFile."""
        ...


@dataclass(frozen=True)
class CommandPayload(Record):
    """The payload of a command. forces: of the event's rulebook. umpired: reads an umpired game.

    books: the rulebooks of this machine.
    """

    forces: ForceSource | None = None
    umpired: Umpired | None = None
    books: Catalogue | None = None

    def words(self, key: str) -> str:
        """An optional text, without surrounding blanks."""
        if self.values.get(key) in (None, ""):
            return ""
        text = self.text(key).strip()
        if len(text) > LONGEST:
            raise self.fault(key, f"must have at most {LONGEST} letters", text)  # no text: a fault of the request
        return text

    def yes(self, key: str) -> bool:
        """True or false, false by default."""
        return key in self.values and self.flag(key)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty by default."""
        return tuple(cast("list[str]", self._list(key, str, "names")))

    def wholes(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers, empty by default."""
        return tuple(cast("list[int]", self._list(key, int, "whole numbers")))  # no text: a fault of the request

    def pairs(self, key: str) -> tuple[Pair, ...]:
        """A list of pairs of names."""
        value = self.values.get(key, [])
        twos = isinstance(value, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in value)
        if not twos or not all(isinstance(name, str) for pair in cast("list[list[object]]", value) for name in pair):
            raise self.fault(key, 'must be pairs such as [["ann", "bob"]]', value)  # no text: a fault of the request
        return tuple((pair[0], pair[1]) for pair in cast("list[list[str]]", value))

    def numbered(self, key: str) -> dict[str, int]:
        """Names with a whole number each, empty by default."""
        if key not in self.values:
            return {}
        inner = self.record(key)
        return {str(name): inner.whole(str(name)) for name in inner.values}

    def _list(self, key: str, kind: type, what: str) -> list[object]:
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(type(item) is kind for item in value):
            raise self.fault(key, f"must be a list of {what}", value)  # no text: a fault of the request
        return value


def force_of(payload: CommandPayload) -> ForceList | None:
    """A force from its files, or from lines with their points; None where the payload has neither."""
    if payload.values.get("files"):
        files = payload.record("files")
        if payload.forces is None or not all(isinstance(text, str) for text in files.values.values()):
            raise payload.fault("files", "must be texts by their names", files.values)  # no text
        force = payload.forces.read_files({str(name): str(text) for name, text in files.values.items()})
        # files of some rulebooks name no faction
        return force if force.faction else replace(force, faction=payload.words("faction"))
    if not payload.values.get("lines"):
        return None
    lines = [
        ForceLine(line.text("name"), line.whole("points"), line.whole("models", 1)) for line in payload.records("lines")
    ]
    return ForceList.with_totals(payload.words("list_name") or "Force", payload.words("faction"), tuple(lines))


# on a list that a guest types: more than any force has, and few enough to read
MOST_LINES = 60


def applied(event: ClubEvent, payload: CommandPayload) -> ClubEvent:
    """Somebody signs up, with a force in files or lines, or with the number of its models."""
    force = _read_bounded_force(payload)
    who = Application(payload.words("name"), payload.words("faction"), payload.whole("models", 0), force)
    return event.sign(lambda state: signed_up(state, who, event.by))


def listed(event: ClubEvent, player: str, payload: CommandPayload) -> ClubEvent:
    """Somebody who has signed up hands in a list, or another one."""
    force = _read_bounded_force(payload)
    if force is None:
        raise payload.fault("files", "or lines must hold the force", None)  # no text: a fault of the request
    if player in event.state.sign_up.waiting:
        return event.sign(lambda state: list_changed(state, player, force))
    return event.list_force(player, force)


def left(event: ClubEvent, player: str, _payload: CommandPayload) -> ClubEvent:
    """Somebody who has signed up does not come."""
    return event.sign(lambda state: signed_off(state, player, player))


def checked_in(event: ClubEvent, player: str, payload: CommandPayload) -> ClubEvent:
    """A player says on the phone that they are here, or late."""
    presence = payload.words("presence")
    if not event.state.sign_up.settings.check_in:
        raise TournamentRefusal(Message("check in at the desk: check-in by phone is closed"), "N3", (player,))
    return event.decide(lambda state, _by: checked_in_by_phone(state, player, presence))


def _read_bounded_force(payload: CommandPayload) -> ForceList | None:
    """The force that a guest sends, None without one. BadFile for a longer list than any force has."""
    force = force_of(payload)
    if force is None:
        return None
    names = [force.name, force.faction, *(line.name for line in force.lines)]
    if len(force.lines) > MOST_LINES or max(map(len, names)) > LONGEST:
        reason = Message(
            "a force list can have at most {lines} lines of {letters} characters: put identical models on one line",
            lines=MOST_LINES,
            letters=LONGEST,
        )
        raise BadFile(reason)
    return force
