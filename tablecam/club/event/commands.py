"""The organiser's acts on a club event by name: a command from the payload of a request, and their forms.

    command("report", {"sides": [{"player": "ann", "lost": 3}, {"player": "bob", "lost": 9}]}, forces)

The payload is checked first; BadFile names the key that is wrong. What the guide does not allow raises
TournamentRefusal when the command runs.
"""

from tablecam.base.errors import BadFile
from tablecam.club.act import ORGANISER, Act
from tablecam.club.event.entrant_acts import ENTRANT_ACTS
from tablecam.club.event.event_store import ClubCommand
from tablecam.club.event.round_acts import ROUND_ACTS
from tablecam.club.event.sign_up_commands import LONGEST, CommandPayload, ReadFiles, Umpired
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.rules.plain import Json

CLUB_ACTS: dict[str, Act[ClubEvent]] = {**ENTRANT_ACTS.acts, **ROUND_ACTS.acts}


def command(name: str, payload: dict[str, object], forces: ReadFiles, umpired: Umpired | None = None) -> ClubCommand:
    """The command of that name. BadFile where there is none, or its payload is wrong."""
    act = CLUB_ACTS.get(name)
    if act is None or act.who != ORGANISER:
        known = [act.name for act in CLUB_ACTS.values() if act.who == ORGANISER]
        raise BadFile(f"there is no command '{name[:LONGEST]}'; there are {', '.join(known)}")
    where = f"to {name.replace('_', ' ')}"  # no text: names the request in its faults
    return act.read(CommandPayload(payload, where, forces=forces, umpired=umpired))


def describe_acts() -> list[Json]:
    """The organiser's acts with their fields and texts, for forms in the current language."""
    return [act.describe() for act in CLUB_ACTS.values() if act.who == ORGANISER]
