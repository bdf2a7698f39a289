"""Sign-up and check-in from the phones of guests and players.

    club.act("sign-up", lambda event: applied(event, CommandPayload({"name": "Ann", "models": 9}, "sign-up")))

BadFile for a malformed payload, TournamentRefusal with every fault for one that does not fit the event.

Clause: House Evening (N3).
"""

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.club.event.payload import LONGEST, CommandPayload, force_of
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.forces import ForceList
from tablecam.club.tournament.presence import checked_in_by_phone
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.signing_up import (
    Application,
    list_changed,
    signed_off,
    signed_up,
)

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
