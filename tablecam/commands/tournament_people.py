"""`tablecam tournament`, the players: entries, force lists, sign-up, check-in, payments, tables and wishes."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from tablecam.club.event import entrant_acts
from tablecam.club.event.entrant_acts import describe_table, enter, enter_lines, keep_apart, let_meet, wish_table
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.drawing import HERE, UNKNOWN
from tablecam.club.tournament.events import PlayersKeptApart, traits_in_words
from tablecam.club.tournament.forces import ForceList
from tablecam.club.tournament.schedule import warning
from tablecam.club.tournament.sign_up_list import SignUpSet
from tablecam.club.tournament.signing_up import Application, signed_up, taken_places
from tablecam.club.tournament.state import ABSENT, LATE
from tablecam.club.tournament.tables import SPARE, advised
from tablecam.club.tournament.wishes import wish_in_words
from tablecam.commands.club_events import by, parse_numbers, pass_event, reason, run_command
from tablecam.commands.options import books, read_or_list_faults

if TYPE_CHECKING:
    from tablecam.club.event.event_store import ClubCommand, StoredEvent


@click.command("enter")
@click.argument("player")
@click.argument("name")
@click.option("--faction", default="", help="Faction (from the force file if given).")
@click.option("--models", type=int, help="Number of models (from the force file if given).")
@click.option("--force", metavar="FILE", help="Force: a TOML file, or the name of a starter team.")
@click.option("--granted", type=int, multiple=True, metavar="POINTS", help="Late: 0 or 12 for each round missed (P7).")
@by
@pass_event
def enter_(  # noqa: PLR0913 - what an entry asks for
    club: StoredEvent,
    player: str,
    name: str,
    faction: str,
    models: int | None,
    force: str | None,
    granted: tuple[int, ...],
    by: str,
) -> None:
    """Enters NAME under the ID PLAYER, which is unique in the event and printed on the score cards."""
    if (force is None) == (models is None):
        raise click.UsageError("give either --models N or --force FILE")
    handed_in = force_of(club, force) if force else None
    run_command(club, by, lambda event: enter(event, player, name, faction, models or 0, granted, handed_in))


@click.command("enter-list")
@click.argument("file", type=click.File("r", encoding="utf-8-sig"))
@by
@pass_event
def enter_list(club: StoredEvent, file: TextIO, by: str) -> None:
    """Enters all players of FILE, a line each: name, faction, models or a force; nobody if a line has a fault."""
    text = file.read()
    run_command(club, by, lambda event: enter_lines(event, text, partial(force_of, club)))


@click.command()
@click.argument("player")
@click.argument("file", required=False)
@reason
@by
@pass_event
def force(club: StoredEvent, player: str, file: str | None, reason: str, by: str) -> None:
    """Hands in the force list FILE of PLAYER, or prints it; a change after round 1 needs a --reason."""
    if file:
        list_ = force_of(club, file)
        run_command(club, by, partial(ClubEvent.list_force, player=player, force=list_, reason=reason))
    handed_in = club.state.forces.get(player)
    if handed_in is None:
        click.echo(f"{player} has handed in no list")
        return
    click.echo(f"{handed_in.name}, {handed_in.faction}: {handed_in.models} models, {handed_in.points} points")
    for line in handed_in.lines:
        click.echo(f"  {line.models} x {line.name}: {line.points}")


@click.command()
@click.argument("numbers", nargs=-1, metavar="[NUMBER|FIRST-LAST]...")
@click.option("--keep", multiple=True, metavar="PLAYER=TABLE", help="Keeps a table for a player (T6).")
@reason
@by
@pass_event
def tables(club: StoredEvent, numbers: tuple[str, ...], keep: tuple[str, ...], reason: str, by: str) -> None:
    """Sets the tables in use from the next round on, `1-8` or `1 2 5`; without numbers prints them."""
    if numbers:
        pins = parse_numbers(keep, "PLAYER=TABLE, for instance ann=1")
        used = [table for word in numbers for table in _parse_span(word)]
        run_command(club, by, lambda event: event.set_tables(used, pins, reason))
    event = club.state.event
    click.echo(f"tables: {' '.join(map(str, event.tables)) or 'as many as the pairs of round 1'}")
    players = len(event.active)
    click.echo(
        f"{players} players, {players // 2} pairs: {advised(players)} tables are recommended, {SPARE} of them spare"
    )
    if note := warning(len(event.active)) if len(event.active) > 1 else None:
        click.echo(f"note: {note}")


@click.command()
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@click.option("--soft", is_flag=True, help="As far as a lawful round allows; without it no such round is drawn.")
@click.option(
    "--rounds", "last_round", default=0, metavar="NUMBER", help="The last round to count; the default is all rounds."
)
@click.option("--release", is_flag=True, help="Take the wish of exactly these PLAYERS back.")
@reason
@by
@pass_event
def apart(  # noqa: PLR0913 - what a wish says
    club: StoredEvent, players: tuple[str, ...], soft: bool, last_round: int, release: bool, reason: str, by: str
) -> None:
    """Keeps PLAYERS apart, siblings for instance: no two of them meet (P9); without players prints the wishes."""
    if release:
        run_command(club, by, partial(let_meet, players=players))
    elif players:
        run_command(club, by, lambda event: keep_apart(event, players, last_round, soft, reason))
    else:
        wishes = club.state.event.apart.values()
        click.echo("\n".join(_describe_wish(wish, club) for wish in wishes) or "nobody is kept apart")


camera = click.option("--camera", is_flag=True, help="Whether a camera watches the table.")
terrain = click.option("--terrain", default="", metavar="TEXT", help="Its terrain, in a word or two.")


@click.command()
@click.argument("number", type=int, required=False)
@terrain
@camera
@click.option("--clear", is_flag=True, help="Remove the table's terrain and camera.")
@by
@pass_event
def table(club: StoredEvent, number: int | None, terrain: str, camera: bool, clear: bool, by: str) -> None:
    """Sets the terrain and the camera of table NUMBER (T8); without --terrain or --camera prints all tables."""
    if terrain or camera or clear:
        if number is None:
            raise click.UsageError("which table? for instance: table 4 --terrain ruins")
        has = ("", False) if clear else (terrain, camera)
        run_command(club, by, lambda event: describe_table(event, number, *has))
        return
    lines = [
        f"table {table_number}: {traits_in_words(has)}"
        for table_number, has in sorted(club.state.event.described.items())
    ]
    click.echo("\n".join(lines) or "no table is described")


@click.command()
@click.argument("player", required=False)
@terrain
@camera
@click.option("--release", is_flag=True, help="Take the wish back.")
@by
@pass_event
def wish(club: StoredEvent, player: str | None, terrain: str, camera: bool, release: bool, by: str) -> None:
    """Enters PLAYER's wish for a table with this terrain or a camera (T8); without either prints all wishes."""
    if terrain or camera or release:
        if player is None:
            raise click.UsageError("who wishes it? for instance: wish ann --camera")
        what = ("", False) if release else (terrain, camera)
        run_command(club, by, lambda event: wish_table(event, player, *what))
        return
    event = club.state.event
    lines = [f"{event.entrants[who]}: {traits_in_words(wished)}" for who, wished in event.table_wishes.items()]
    click.echo("\n".join(lines) or "nobody wishes for a table")


def _describe_wish(wish: PlayersKeptApart, club: StoredEvent) -> str:
    text = str(wish_in_words(wish, club.state.event.entrants))
    return f"{text} ({wish.reason})" if wish.reason else text


def force_of(club: StoredEvent, name: str) -> ForceList:
    """The list of a force of the event's rulebook, from a TOML file or from a starter force's name."""
    from tablecam.club.event.event_forces import EventForces
    from tablecam.rules.books.game_setups import find_force

    forces = EventForces(books(), club.state.event.book)
    return read_or_list_faults(forces.read_force, find_force(forces.books.book(forces.name), name))


def _parse_span(word: str) -> range:
    start, _, stop = word.partition("-")
    if not start.isdecimal() or (stop and not stop.isdecimal()) or Path(word).suffix:
        raise click.UsageError(f"'{word}' is not a table: give numbers, or a span such as 1-8")
    return range(int(start), int(stop or start) + 1)


@click.command("sign-up")
@click.option("--open/--closed", "is_open", default=None, help="Whether players may sign up on their phones.")
@click.option("--places", type=int, help="How many may play, 0 for any number; the others wait.")
@click.option("--check-in/--no-check-in", default=None, help="Whether phones may check in.")
@click.option("--approval/--no-approval", default=None, help="Whether all who sign up wait for `admit`.")
@by
@pass_event
def sign_up(
    club: StoredEvent,
    is_open: bool | None,
    places: int | None,
    check_in: bool | None,
    approval: bool | None,
    by: str,
) -> None:
    """Opens or closes sign-up and check-in; prints how it stands, and who waits."""
    current = club.state.sign_up.settings
    settings = SignUpSet(
        open=current.open if is_open is None else is_open,
        places=current.places if places is None else places,
        check_in=current.check_in if check_in is None else check_in,
        approval=current.approval if approval is None else approval,
    )
    if settings != current:
        run_command(club, by, partial(entrant_acts.sign_up, **asdict(settings)))
    click.echo("\n".join(_sign_up_lines(club.state)))


@click.command()
@click.argument("name")
@click.option("--faction", default="", help="Faction (from the force file if given).")
@click.option("--models", type=int, default=0, help="Number of models (from the force file if given).")
@click.option("--force", metavar="FILE", help="Force: a TOML file, or the name of a starter team.")
@by
@pass_event
def apply(club: StoredEvent, name: str, faction: str, models: int, force: str | None, by: str) -> None:
    """Signs NAME up as on a phone: in where a place is free, else on the waiting list."""
    who = Application(name, faction, models, force_of(club, force) if force else None)
    run_command(club, by, lambda event: event.sign(lambda state: signed_up(state, who, by)))


@click.command()
@click.argument("player")
@click.option("--strike", is_flag=True, help="PLAYER waits no more, instead.")
@by
@pass_event
def admit(club: StoredEvent, player: str, strike: bool, by: str) -> None:
    """Gives a place to PLAYER, who waits for one; the ID is that of `sign-up`."""
    act = entrant_acts.strike if strike else entrant_acts.admit
    if strike and player not in club.state.sign_up.waiting:
        raise click.UsageError(f"'{player}' does not wait for a place: `drop` is for those who have one")
    run_command(club, by, partial(act, player=player))


@click.command("check-in")
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@click.option("--late", "presence", flag_value=LATE, help="They come late and are not drawn until they are here.")
@click.option("--absent", "presence", flag_value=ABSENT, help="They do not come and are not drawn.")
@click.option("--unknown", "presence", flag_value=UNKNOWN, help="Take the mark back.")
@click.option("--granted", type=int, multiple=True, metavar="POINTS", help="0 or 12 for each round missed (P7).")
@by
@pass_event
def check_in(
    club: StoredEvent, players: tuple[str, ...], presence: str | None, granted: tuple[int, ...], by: str
) -> None:
    """Marks PLAYERS as here, or as late or absent; without players prints who is."""
    presence = HERE if presence is None else presence
    if granted and presence != HERE:
        raise click.UsageError("points are granted to players who are here")
    for player in players:
        run_command(club, by, _build_check_in(player, presence, granted))
    if not players:
        event = club.state.event
        for player, entrant in event.entrants.items():
            if player not in event.retired:
                click.echo(f"{entrant}: {event.presence.get(player) or 'not checked in'}")


@click.command()
@click.argument("player")
@click.option("--paid/--not-paid", default=None, help="Whether PLAYER has paid.")
@click.option("--list-approved/--list-not-approved", "approved", default=None, help="Whether the list is approved.")
@by
@pass_event
def mark(club: StoredEvent, player: str, paid: bool | None, approved: bool | None, by: str) -> None:
    """Marks whether PLAYER has paid, and whether the list is approved; prints both."""
    sign_up = club.state.sign_up
    previous = player in sign_up.paid, player in sign_up.approved
    marks = previous[0] if paid is None else paid, previous[1] if approved is None else approved
    run_command(club, by, lambda event: entrant_acts.marks(event, player, *marks))


def _build_check_in(player: str, presence: str, granted: tuple[int, ...]) -> ClubCommand:
    def act(event: ClubEvent) -> ClubEvent:
        arrived = entrant_acts.presence(event, player, presence)
        return entrant_acts.grant_points(arrived, player, granted) if granted else arrived

    return act


def _sign_up_lines(state: ClubState) -> list[str]:
    settings = state.sign_up.settings
    places = f"{taken_places(state)} of {settings.places}" if settings.places else f"{taken_places(state)}"
    check_in = "by phone" if settings.check_in else "at the desk only"
    lines = [f"sign-up is {'open' if settings.open else 'closed'}, {places} places are taken, check-in {check_in}"]
    for number, joined in enumerate(state.sign_up.waiting.values(), 1):
        lines.append(f"  {number}. waits: {joined.entrant}, {joined.entrant.faction or 'no faction'}")
    return lines


COMMANDS = (enter_, enter_list, force, tables, apart, table, wish, sign_up, apply, admit, check_in, mark)
