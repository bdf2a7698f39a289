"""`tablecam tournament`, before the evening: sign-up, the waiting list, check-in, and payments."""

from dataclasses import asdict
from functools import partial

import click

from tablecam.club.event import entrant_acts
from tablecam.club.event.event_store import ClubCommand, StoredEvent
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.presence import ABSENT, HERE, LATE, UNKNOWN
from tablecam.club.tournament.sign_up_list import SignUpSet
from tablecam.club.tournament.signing_up import Application, signed_up, taken_places
from tablecam.commands.club_events import by, of_event, run_command
from tablecam.commands.tournament_people import force_of


@click.command("sign-up")
@click.option("--open/--closed", "is_open", default=None, help="Whether players may sign up on their phones.")
@click.option("--places", type=int, help="The number of places, 0 for no limit; further players wait.")
@click.option("--check-in/--no-check-in", default=None, help="Whether players may check in on their phones.")
@by
@of_event
def sign_up(club: StoredEvent, is_open: bool | None, places: int | None, check_in: bool | None, by: str) -> None:
    """Opens or closes sign-up and check-in; prints the state and the waiting list."""
    current = club.state.sign_up.settings
    settings = SignUpSet(
        open=current.open if is_open is None else is_open,
        places=current.places if places is None else places,
        check_in=current.check_in if check_in is None else check_in,
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
@of_event
def apply(club: StoredEvent, name: str, faction: str, models: int, force: str | None, by: str) -> None:
    """Signs NAME up as on a phone: with a place if one is free, else on the waiting list."""
    who = Application(name, faction, models, force_of(force) if force else None)
    run_command(club, by, lambda event: event.sign(lambda state: signed_up(state, who, by)))


@click.command()
@click.argument("player")
@click.option("--strike", is_flag=True, help="Remove PLAYER from the waiting list instead.")
@by
@of_event
def admit(club: StoredEvent, player: str, strike: bool, by: str) -> None:
    """Gives a place to PLAYER, who waits for one; the ID is that of `sign-up`."""
    act = entrant_acts.strike if strike else entrant_acts.admit
    if strike and player not in club.state.sign_up.waiting:
        raise click.UsageError(f"'{player}' does not wait for a place: `drop` is for those who have one")
    run_command(club, by, partial(act, player=player))


@click.command("check-in")
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@click.option("--late", "presence", flag_value=LATE, help="They come late and are not drawn until they check in.")
@click.option("--absent", "presence", flag_value=ABSENT, help="They do not come and are not drawn.")
@click.option("--unknown", "presence", flag_value=UNKNOWN, help="Take the mark back.")
@click.option("--granted", type=int, multiple=True, metavar="POINTS", help="0 or 12 for each round missed (P7).")
@by
@of_event
def check_in(
    club: StoredEvent, players: tuple[str, ...], presence: str | None, granted: tuple[int, ...], by: str
) -> None:
    """Marks PLAYERS as here, late or absent; without players prints the list."""
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
@of_event
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
    phones = "check" if settings.check_in else "do not check"
    lines = [f"sign-up is {'open' if settings.open else 'closed'}, {places} places are taken, phones {phones} in"]
    for number, joined in enumerate(state.sign_up.waiting.values(), 1):
        lines.append(f"  {number}. waits: {joined.entrant}, {joined.entrant.faction or 'no faction'}")
    return lines


COMMANDS = (sign_up, apply, admit, check_in, mark)
