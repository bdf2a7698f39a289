"""The acts of the organiser on who plays an event: entries, sign-up, arrivals, penalties, prizes, wishes, publicity.

    club.act("TO", partial(keep_apart, players=("ann", "bob")))

What the guide does not allow raises TournamentRefusal.

Clause: House Evening (N3, N4, N5, N6, N7, N8, S4), UW-TG Second & Subsequent Round Pairing (P7, P9).
"""

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import replace

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import Message, listing
from tablecam.club.act import ActTable, Field, Form, reason
from tablecam.club.event.sign_up_commands import LONGEST, CommandPayload, force_of
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.conduct import RED, YELLOW, close_vote, grant, lift, open_vote, penalise
from tablecam.club.tournament.conduct import vote as vote_for
from tablecam.club.tournament.drawing import marked_present
from tablecam.club.tournament.entrant import Entrant, free_id
from tablecam.club.tournament.forces import ForceList
from tablecam.club.tournament.going_public import HallNamesSet, evening_announced, game_released, player_shown
from tablecam.club.tournament.pairing_ways import WAYS, choose_way
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.sign_up_list import SignUpSet
from tablecam.club.tournament.signing_up import admitted, marked, renewed_key, sign_up_set, signed_off
from tablecam.club.tournament.tables import MOST_TABLES
from tablecam.club.tournament.wishes import describe_table as describe
from tablecam.club.tournament.wishes import keep_apart as keep
from tablecam.club.tournament.wishes import let_meet as release_wish
from tablecam.club.tournament.wishes import wish_table as wish
from tablecam.rules.plain import Json

# Many players at once, from pasted lines or a CSV file: a name, a faction, and models or a starter force.
#
# Name,Faction,Models Ann Archer,junkers,9 Bob Brook;;harbour_watch
#
# The first line may name the columns; cells are apart by commas, semicolons or tabs. Nobody is entered while a line
# has a fault: the refusal lists every fault with its line.

# the name of a starter force -> its list
StarterForce = Callable[[str], ForceList]
HEADINGS = ("name", "player", "spieler")
SEPARATORS = "\t;,"
MOST_LINES = 2 * MOST_TABLES


class LinesRefused(TablecamError):
    """Lines that cannot be entered; nobody has been."""

    code = "faults-by-line"


def enter_lines(event: ClubEvent, text: str, starter: StarterForce) -> ClubEvent:
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
        return event.enter_name(entrant, granted)
    force = starter(models)
    return event.enter(replace(entrant, faction=faction or force.faction), granted, force)


def _name_line(number: int, says: object) -> Message:
    return Message("line {line}: {fault}", line=number, fault=says)


ENTRANT_ACTS: ActTable[ClubEvent] = ActTable()
act, add = ENTRANT_ACTS.act, ENTRANT_ACTS.add


def _read_name(payload: CommandPayload, key: str) -> str:
    name = payload.text(key).strip()
    if len(name) > LONGEST:
        raise payload.fault(key, f"must have at most {LONGEST} letters", name)  # no text: a fault of the request
    return name


def _read_force(payload: CommandPayload, _key: str) -> ForceList | None:
    return force_of(payload)


def _find_no_starter(name: str) -> ForceList:
    raise BadFile(f"there is no starter force '{name}': give the number of models")


def _read_starter(payload: CommandPayload, _key: str) -> StarterForce:
    return payload.forces.read_starter if payload.forces else _find_no_starter


def _require_force(payload: CommandPayload, _key: str) -> ForceList:
    force = force_of(payload)
    if force is None:
        raise payload.fault("files", "or lines must hold the force", None)  # no text: a fault of the request
    return force


# entries

PASTE_FORM = Form(
    Message("Add many players"),
    hint=Message("If a line has a fault, no player is entered. Each fault is listed with its line."),
    submit=Message("Enter all players"),
)
WHY_OTHER_LIST = reason(Message("a slip of the pen"), Message("the wrong list was handed in"), needed=True)

add("drop", ClubEvent.drop, command="drop", help="Drops PLAYER, who leaves between rounds (C4).")
add("reinstate", ClubEvent.reinstate, command="reinstate", help="Takes PLAYER back who was dropped (C4).")
add("list", ClubEvent.list_force, force=Field(read=_require_force), reason=WHY_OTHER_LIST)


@act(name=Field(read=_read_name), force=Field(read=_read_force))
def enter(  # noqa: PLR0913 - the fields of an entry
    event: ClubEvent,
    player: str = "",
    name: str = "",
    faction: str = "",
    models: int = 0,
    granted: tuple[int, ...] = (),
    force: ForceList | None = None,
) -> ClubEvent:
    """Enters a player, under a free ID where none is given; late once round 1 is drawn (P7)."""
    id = player or free_id(name, event.state.taken_ids)
    entrant = Entrant(id, name, faction or (force.faction if force else ""), models)
    return event.enter(entrant, granted, force)


@act(form=PASTE_FORM, starter=Field(read=_read_starter))
def enter_all(event: ClubEvent, lines: tuple[str, ...] = (), starter: StarterForce = _find_no_starter) -> ClubEvent:
    """Enters many players, one for each line."""
    return enter_lines(event, "\n".join(lines), starter)


# sign-up and arrivals


@act()
def sign_up(
    event: ClubEvent, open: bool = False, places: int = 0, check_in: bool = False, approval: bool = False
) -> ClubEvent:
    """Opens or closes sign-up and check-in; places: 0 for any number; approval: all wait for the organiser (N3)."""
    settings = SignUpSet(open=open, places=places, check_in=check_in, approval=approval)
    return event.sign(lambda state: sign_up_set(state, settings))


@act()
def admit(event: ClubEvent, player: str) -> ClubEvent:
    """Gives a place to somebody who waits (N3)."""
    return event.sign(lambda state: admitted(state, player, event.by))


@act()
def strike(event: ClubEvent, player: str) -> ClubEvent:
    """Takes somebody from the waiting list (N3)."""
    return event.sign(lambda state: signed_off(state, player, event.by))


@act(command="new-code")
def new_code(event: ClubEvent, player: str) -> ClubEvent:
    """Gives the card of PLAYER a new code; phones that have the old one lose the card."""
    return event.sign(lambda state: (renewed_key(state, player),))


@act()
def marks(event: ClubEvent, player: str, paid: bool = False, list_approved: bool = False) -> ClubEvent:
    """Marks whether a player has paid, and whether the list is approved."""
    return event.sign(lambda state: marked(state, player, paid, list_approved))


@act()
def presence(event: ClubEvent, player: str, presence: str = "") -> ClubEvent:
    """Marks a player as here, late or absent; an empty presence takes the mark back."""
    return event.decide(lambda state, by: marked_present(state, player, presence, by))


@act("grant")
def grant_points(event: ClubEvent, player: str, points: tuple[int, ...] = ()) -> ClubEvent:
    """Grants 0 or 12 points for each round that a late player missed (P7)."""
    return event.decide(lambda state, by: grant(state, player, points, by))


# penalties and prizes

CARDS = {"": Message("No card"), YELLOW: Message("Yellow card"), RED: Message("Red card")}
CARD = Field(label=Message("Card"), choices=CARDS)
POINTS_FEWER: dict[int, Message | str] = {0: Message("no points"), 4: "−4", 8: "−8", 12: "−12"}
POINTS = Field(label=Message("Points deducted"), choices=POINTS_FEWER)
WHY_PENALTY = reason(
    Message("slow play"), Message("unfair play"), Message("a wrong list"), Message("late"), needed=True
)


@act("penalise", card=CARD, points=POINTS, reason=WHY_PENALTY)
def penalise_player(event: ClubEvent, player: str, card: str = "", points: int = 0, reason: str = "") -> ClubEvent:
    """Gives a player a card, or takes points, for a reason (S4)."""
    return event.decide(lambda state, by: penalise(state, player, card, points, by, reason))


@act()
def lift_penalty(event: ClubEvent, player: str, number: int, reason: str = "") -> ClubEvent:
    """Takes a penalty of a player back, numbered from 1 (S4)."""
    return event.decide(lambda state, by: lift(state, player, number, by, reason))


@act()
def vote(event: ClubEvent, prize: str, open: bool = False) -> ClubEvent:
    """Opens the vote on a prize, or closes it (N7)."""
    return event.after((open_vote if open else close_vote)(event.state.prizes, prize))


VOTER = Field(kind="player", label=Message("Who votes?"))
FAVOURITE = Field(kind="player", label=Message("For whom?"))
VOTE_FORM = Form(hint=Message("This vote replaces an earlier vote of the player."), submit=Message("Enter the vote"))


@act(form=VOTE_FORM, voter=VOTER, player=FAVOURITE)
def vote_at_desk(event: ClubEvent, prize: str, voter: str, player: str) -> ClubEvent:
    """Records the vote of a player who tells it at the desk, without a phone; replaces an earlier one (N7)."""
    return event.after(vote_for(event.state.prizes, event.state.event, prize, voter, player))


# how the event is played, and wishes


PAIRING_FORM = Form(Message("Format of the evening"), submit=Message("Play it like this"))
CUT = Field(argument="NUMBER", help="The best 2, 4, 8 or 16 play on after it (N5).")
DOUBLES = Field(help="Teams of two play, entered as 'Ann Archer + Bob Brook' (N6).")
TEAMS = Field(
    option="--teams", argument="NUMBER", help="Teams of 3, 4 or 5 play, whose captains pair the players (N11)."
)
WHY_APART = reason(Message("siblings"), Message("one club"), Message("they came in one car"))


@act(
    "pairing",
    command="pairing",
    form=PAIRING_FORM,
    pairing=Field(words=tuple(WAYS)),
    cut=CUT,
    doubles=DOUBLES,
    team_size=TEAMS,
)
def choose_pairing(
    event: ClubEvent, pairing: str, cut: int = 0, doubles: bool = False, team_size: int = 0
) -> ClubEvent:
    """Chooses before round 1 how the event is paired: the guide’s Swiss, round robin (N4) or elimination (N10)."""
    return event.decide(lambda state, by: choose_way(state, pairing, by, cut, doubles, team_size))


@act(reason=WHY_APART)
def keep_apart(
    event: ClubEvent, players: tuple[str, ...] = (), last_round: int = 0, soft: bool = False, reason: str = ""
) -> ClubEvent:
    """Keeps players apart; last_round: 0 for the whole event; soft: as far as a lawful round allows (P9)."""
    return event.decide(lambda state, by: keep(state, players, last_round, not soft, by, reason))


@act()
def let_meet(event: ClubEvent, players: tuple[str, ...] = ()) -> ClubEvent:
    """Takes back the wish of exactly these players (P9)."""
    return event.decide(lambda state, by: release_wish(state, players, by))


@act()
def describe_table(event: ClubEvent, table: int, terrain: str = "", camera: bool = False) -> ClubEvent:
    """Says what a table has: its terrain and a camera (T8)."""
    return event.decide(lambda _state, by: describe(table, terrain, camera, by))


@act()
def wish_table(event: ClubEvent, player: str, terrain: str = "", camera: bool = False) -> ClubEvent:
    """Records a player's wish for a table with this terrain or a camera; neither takes the wish back (T8)."""
    return event.decide(lambda state, by: wish(state, player, terrain, camera, by))


# what the club's pages publish


ANNOUNCE_FORM = Form(
    Message("Day and place"),
    lead=Message("Visitors see them at /club, with the schedule and the sign-up, and in the calendar."),
    submit=Message("Save"),
)
HALL = Field(
    option="--not",
    negative=True,
    help="Numbers for players who have not agreed.",
)
DAY = Field(argument="[DAY]", kind="date", label=Message("Day"))
PLACE = Field(option="--place", argument="TEXT", help="Where it is.", label=Message("Where"), longest=80)
EACH = Field(each=True)
HIDDEN = Field(option="--not", negative=True, help="Their names are published no longer.")
BACK = Field(option="--back", negative=True, help="They take it back.")


@act(command="announce", form=ANNOUNCE_FORM, day=DAY, place=PLACE)
def announce(event: ClubEvent, day: str = "", place: str = "") -> ClubEvent:
    """Says that the evening is on DAY, such as 2026-05-15; without one, it has no day yet."""
    return event.after(evening_announced(day, place))


@act(command="hall-names", shown=HALL)
def hall_names(event: ClubEvent, shown: bool = False) -> ClubEvent:
    """Says whether projector and tables show the names of all players, or numbers until a player agrees."""
    return event.after(HallNamesSet(shown=shown))


@act(command="show-name", player=EACH, shown=HIDDEN)
def show_name(event: ClubEvent, player: str, shown: bool) -> ClubEvent:
    """Lets the names of PLAYERS be published on the club's pages of this evening; each has agreed."""
    return event.after(player_shown(event.state.event, player, shown))


@act(command="release", number=Field(key="round", argument="ROUND"), player=EACH, released=BACK)
def release(event: ClubEvent, number: int, player: str, released: bool) -> ClubEvent:
    """PLAYERS release the replay of their tracked game of ROUND; it is published once both of a game have."""
    return event.after(game_released(event.state.event, event.state.publicity, number, player, released))


# from phones


def choose_publicity(event: ClubEvent, player: str, payload: CommandPayload) -> ClubEvent:
    """A player's own choice on the phone: of the name, or of the replay of the round in the payload."""
    if payload.values.get("round") is not None:
        return release(event, payload.whole("round"), player, payload.flag("released"))
    return show_name(event, player, payload.flag("shown"))


def vote_by_phone(event: ClubEvent, player: str, payload: Mapping[str, Json]) -> ClubEvent:
    """A player's vote on a prize."""
    prize, choice = payload.get("prize"), payload.get("player")
    if not isinstance(prize, str) or not isinstance(choice, str):
        raise BadFile('a vote names its prize and a player: {"prize": "Best painted", "player": "bob"}')
    return vote_at_desk(event, prize, player, choice)
