"""Many players at once, from pasted lines or a CSV file: a name, a faction, and models or a starter force.

    Name,Faction,Models
    Ann Archer,junkers,9
    Bob Brook;;harbour_watch

The first line may name the columns; cells are apart by commas, semicolons or tabs. Nobody is entered while a line has a
fault: the refusal lists every fault with its line.
"""

import csv
import io
from collections.abc import Callable
from dataclasses import replace

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant, free_id
from tablecam.club.tournament.forces import ForceList
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.tables import MOST_TABLES

# the name of a starter force -> its list
StarterForce = Callable[[str], ForceList]
HEADINGS = ("name", "player", "spieler")
SEPARATORS = "\t;,"
MOST_LINES = 2 * MOST_TABLES


class LinesRefused(TablecamError):
    """Lines that cannot be entered; nobody has been."""

    code = "faults-by-line"


def enter_all(event: ClubEvent, text: str, starter: StarterForce) -> ClubEvent:
    """The event with all players of the text. LinesRefused with every fault by its line."""
    faults: list[Message] = []
    rows = _read_rows(text)
    for number, cells in rows:
        try:
            event = _enter_cells(event, cells, starter)
        except TournamentRefusal as refused:
            faults.append(_name_line(number, refused.says))
        except TablecamError as fault:
            faults.append(_name_line(number, str(fault)))
    if not rows:
        raise LinesRefused(Message("there is no player in the text: each line is a name, a faction and models"))
    if faults:
        raise LinesRefused(Message("nobody is entered: {faults}", faults=listing(faults)))
    return event


def _read_rows(text: str) -> list[tuple[int, list[str]]]:
    """The lines with something in them, numbered from 1; without the line that names the columns."""
    lines = text.removeprefix("\ufeff").splitlines()
    first_line = next((line for line in lines if line.strip()), "")
    separator = max(SEPARATORS, key=first_line.count)
    reader = csv.reader(io.StringIO("\n".join(lines)), delimiter=separator, skipinitialspace=True)
    rows = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader if any(map(str.strip, cells))]
    if rows and rows[0][1][0].lower() in HEADINGS:
        rows = rows[1:]
    if len(rows) > MOST_LINES:
        reason = Message(
            "a list can have at most {most} players; this one has {players}", most=MOST_LINES, players=len(rows)
        )
        raise LinesRefused(reason)
    return rows


def _enter_cells(event: ClubEvent, cells: list[str], starter: StarterForce) -> ClubEvent:
    name, faction, models, *more = [*cells, "", ""]
    if any(more):
        reason = Message("give a name, a faction and models, and nothing else, unlike {text}", text=listing(cells))
        raise LinesRefused(reason)
    entrant = Entrant(free_id(name, event.state.taken_ids), name, faction, 0)
    granted = (0,) * event.state.event.number
    if models.isdecimal():
        return event.enter(replace(entrant, models=int(models)), granted)
    if not models:
        reason = Message("{player} has neither a number of models nor a force", player=name)
        raise LinesRefused(reason)
    force = starter(models)
    return event.enter(replace(entrant, faction=faction or force.faction), granted, force)


def _name_line(number: int, says: object) -> Message:
    return Message("line {line}: {fault}", line=number, fault=says)
