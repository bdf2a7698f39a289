"""`tablecam tournament`: a club event at the terminal, over ssh or from a script, beside its web page or without it."""

from __future__ import annotations

import functools
import secrets
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecam.base.i18n import SOURCE
from tablecam.base.languages import available
from tablecam.club.event.commands import CLUB_ACTS
from tablecam.club.tournament.conduct import RED, YELLOW
from tablecam.club.tournament.forces import LIMIT
from tablecam.club.tournament.schedule import LONGEST_MIN
from tablecam.commands import tournament_check, tournament_people, tournament_rounds
from tablecam.commands.club_events import (
    by,
    event_registry,
    make_commands,
    open_store,
    organises,
    pass_event,
    reason,
    run_command,
    write_or_print,
)
from tablecam.commands.options import USUAL_DB, books, database
from tablecam.storage.text_file import read_text
from webui.command import kept_games, serving_options

if TYPE_CHECKING:
    from tablecam.club.event.event_store import StoredEvent
    from webui.command import Serving

SEEDS = 2**31
# no text: names of `tablecam/club/event/export.py`, which is loaded only when something is exported
EXPORTED_TABLES = ("pairings", "standings", "teams", "prizes")


class _WithPages(click.Group):
    """A group that imports the command of the pages only on demand, so that the others start five times as fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), "serve"])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name != "serve":
            return super().get_command(ctx, cmd_name)
        from tablecam.commands.tournament import serve

        return serve


@click.group(cls=_WithPages, context_settings={"max_content_width": 120})
def tournament() -> None:
    """Runs a Swiss event by the Urban War tournament guide. Every act is saved at once and can be undone."""


@tournament.command()
@click.argument("title")
@click.option("--seed", type=int, help="Seed of every draw; the default is random.")
@click.option("--limit", default=LIMIT, show_default=True, help="Points of a force.")
@click.option("--minutes", default=LONGEST_MIN, show_default=True, help="The length of a round in minutes.")
@click.option("--plays", "book", metavar="BOOK", help="The rulebook, such as urr; by default Urban War.")
@by
@database
def new(  # noqa: PLR0913 - what an event is announced with
    title: str, seed: int | None, limit: int, minutes: int, book: str | None, by: str, db: str
) -> None:
    """Creates the event TITLE."""
    from tablecam.club.event.event_books import choose_book, find_event_book
    from tablecam.club.event.event_store import StoredEvent

    plays = find_event_book(books(), book) if book else None

    seed = secrets.randbelow(SEEDS) if seed is None else seed
    club = StoredEvent.begin(open_store(db), title, seed=seed, by=by, limit=limit, minutes=minutes)
    click.echo(f"event {club.id}: {club.audit[0].sentence}")
    if plays:
        run_command(club, by, functools.partial(choose_book, book=plays))


@tournament.command()
@click.argument("name")
@by
@pass_event
def book(club: StoredEvent, name: str, by: str) -> None:
    """Chooses the rulebook of the event, such as urr, before round 1; score card and points follow from it (S6)."""
    from tablecam.club.event.event_books import choose_book, find_event_book

    run_command(club, by, functools.partial(choose_book, book=find_event_book(books(), name)))


@tournament.command("list")
@database
def list_(db: str) -> None:
    """Lists the events of the database."""
    from tablecam.club.event.event_store import StoredEvent
    from tablecam.club.event.registry import list_events

    store = open_store(db)
    for event in list_events(store):
        state = StoredEvent.open(store, event.id).state
        marks = f"{', cancelled' if state.settings.cancelled else ''}{', archived' if state.settings.archived else ''}"
        click.echo(f"{event.id}: {state.title}, begun {event.begun}, {event.lines} lines{marks}")


@tournament.command()
@pass_event
def standings(club: StoredEvent) -> None:
    """Prints the standings and the prizes; the tie-break is the sum of the final points of all opponents."""
    from tablecam.club.tournament.conduct import penalty_in_words
    from tablecam.club.tournament.prize_places import find_winners
    from tablecam.club.tournament.team_rounds import team_standings

    for row in team_standings(club.state.event):
        click.echo(f"{row.rank:>3}  {row.team}: {row.points} match points, {row.scored} points of the players")
    names = club.state.names
    for line in club.state.standings():
        rank = "-" if line.rank is None else str(line.rank)
        rolled = ", rolled off" if line.rolled_off else ""
        less = "".join(f", {penalty_in_words(penalty)}" for penalty in club.state.event.penalties.get(line.player, ()))
        score = f"{line.points} points, tie-break {line.working(names)}{rolled}{less}"
        click.echo(f"{rank:>3}  {club.state.event.entrants[line.player]}: {score}")
    winners = find_winners(club.state) if club.state.over else {}
    for place, prize in club.state.settings.prizes.items():
        won = ", ".join(names.get(winner, winner) for winner in winners.get(place, ()))
        click.echo(f"prize for place {place}: {prize}{f', for {won}' if won else ''}")


@tournament.command()
@pass_event
def log(club: StoredEvent) -> None:
    """Prints every act with actor and time; acts that were taken back are marked."""
    for act in club.audit:
        click.echo(f"{act.line}  {act.at}  {act.by} {act.sentence}{'' if act.counts else '  [taken back]'}")


@tournament.command()
@click.option("--line", type=int, help="The line of the log to undo; refused if it is not the last act.")
@by
@pass_event
def undo(club: StoredEvent, line: int | None, by: str) -> None:
    """Undoes the last act that is not about the clock."""
    counted = {act.line for act in club.audit if act.counts}
    club.undo(by, line)
    for act in club.audit:
        if act.line in counted and not act.counts:
            click.echo(f"taken back: {act.by} {act.sentence}")


@tournament.command()
@by
@pass_event
def redo(club: StoredEvent, by: str) -> None:
    """Redoes the last act that was undone."""
    club.redo(by)
    click.echo(club.audit[-1].sentence)


@tournament.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--csv", "table", type=click.Choice(EXPORTED_TABLES), help="One of these tables instead.")
@pass_event
def export(club: StoredEvent, file: Path, table: str | None) -> None:
    """Writes the event to FILE (- for the terminal): log and state as JSON, or a table as CSV."""
    from tablecam.club.event.export import TABLES, as_json

    text = TABLES[table](club.state) if table else as_json(club.lines, club.state)
    write_or_print(file, text, table or f"event {club.id}, {club.sequence} lines")


@tournament.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@database
def import_(file: Path, db: str) -> None:
    """Imports the event of an exported FILE into the database, to continue it here."""
    from tablecam.club.event.event_store import StoredEvent

    club = StoredEvent.take_in(open_store(db), read_text(file, "an exported event"))
    click.echo(f"event {club.id}: {club.state.title}, {club.sequence} lines")


@tournament.command()
@click.argument("number", type=int)
@click.option("--yes", is_flag=True, help="Do not ask.")
@database
def delete(number: int, yes: bool, db: str) -> None:
    """Deletes the event NUMBER for good, also one that cannot be read; snapshots and exports stay."""
    yes or click.confirm(f"Delete event {number} for good?", abort=True)
    open_store(db).delete(number)
    click.echo(f"event {number} is deleted")


@tournament.command()
@click.argument(
    "what", type=click.Choice(["show", "start", "pause", "resume", "add", "length", "keep", "take"]), default="show"
)
@click.argument("amount", type=int, required=False)
@click.option("--table", type=int, help="For `show` and `add`: one table only.")
@reason
@by
@pass_event
def clock(club: StoredEvent, what: str, amount: int | None, table: int | None, by: str, reason: str) -> None:
    """The clock of the round: show, start, pause, resume, add SECONDS (may be less than 0), length MINUTES.

    If the clock of the computer was set during a round, the round keeps the time it has left: `keep` confirms that, and
    `take` lets the round end by the new time.
    """
    if what in {"add", "length"} and amount is None:
        raise click.UsageError(f"{what} wants a number: of {'seconds' if what == 'add' else 'minutes'}")
    commands = {
        "start": lambda event: event.start_clock(),
        "pause": lambda event: event.pause_clock(),
        "resume": lambda event: event.resume_clock(),
        "add": lambda event: event.extend_clock(amount or 0, table, reason),
        "length": lambda event: event.set_round_length(amount or 0, reason),
        "keep": lambda event: event.settle_jump(taken=False),
        "take": lambda event: event.settle_jump(taken=True),
    }
    if what in commands:
        run_command(club, by, commands[what])
    face = club.clock(table)
    is_over, (minutes, seconds) = face.remaining_s < 0, divmod(round(abs(face.remaining_s)), 60)
    due = f", past the signal of {face.due[-1]} minutes" if face.due else ""
    click.echo(f"round {face.number}: {face.running}, {minutes}:{seconds:02} {'over' if is_over else 'left'}{due}")


@tournament.command()
@click.argument("start", required=False)
@click.argument("minutes", nargs=-1, type=int, metavar="[MINUTES [BREAK MINUTES]...]")
@click.option("--clear", is_flag=True, help="Remove the schedule.")
@reason
@by
@pass_event
def schedule(club: StoredEvent, start: str | None, minutes: tuple[int, ...], clear: bool, by: str, reason: str) -> None:
    """Plans the evening from START on: the minutes of rounds and breaks in turn, `18:30 80 15 60`; or prints it."""
    from tablecam.club.tournament.schedule import PlannedRound, times, times_in_words

    if start and not len(minutes) % 2:
        raise click.UsageError("give the minutes of each round, with a break between two rounds: 18:30 80 15 60")
    if clear:
        run_command(club, by, lambda event: event.set_schedule("", (), reason))
    elif start:
        breaks = (*minutes[1::2], 0)
        planned = [PlannedRound(*pair) for pair in zip(minutes[::2], breaks, strict=True)]
        run_command(club, by, lambda event: event.set_schedule(start, planned, reason))
    lines = [str(times_in_words(entry)) for entry in times(club.state.schedule)]
    click.echo("\n".join(lines) or "there is no schedule")


@tournament.command()
@click.argument("player", required=False)
@click.option("--card", type=click.Choice([YELLOW, RED]), help="A yellow or a red card.")
@click.option("--points", type=int, default=0, help="How many points fewer.")
@click.option("--lift", "number", type=int, metavar="NUMBER", help="Take this penalty of PLAYER back, from 1.")
@reason
@by
@pass_event
def penalty(  # noqa: PLR0913 - what a penalty says
    club: StoredEvent, player: str | None, card: str | None, points: int, number: int | None, by: str, reason: str
) -> None:
    """Gives PLAYER a card, or takes points, for a reason (S4); prints the penalties."""
    from tablecam.club.event import entrant_acts
    from tablecam.club.tournament.conduct import penalty_in_words

    if player and number is not None:
        run_command(club, by, lambda event: entrant_acts.lift_penalty(event, player, number, reason))
    elif player and (card or points):
        run_command(club, by, lambda event: entrant_acts.penalise_player(event, player, card or "", points, reason))
    else:
        event, lines = club.state.event, []
        for who, penalties in event.penalties.items():
            for position, entry in enumerate(penalties, 1):
                if player in (None, who):
                    lines.append(f"{event.entrants[who]}, {position}: {penalty_in_words(entry)} ({entry.reason})")
        click.echo("\n".join(lines) or "there is no penalty")


@tournament.command()
@click.argument("name", required=False)
@click.option("--close", is_flag=True, help="Nobody may vote any more.")
@by
@pass_event
def prize(club: StoredEvent, name: str | None, close: bool, by: str) -> None:
    """Lets players vote on the prize NAME, or closes the vote (N7); without a name prints how the votes stand."""
    from tablecam.club.event import entrant_acts

    if name:
        run_command(club, by, lambda event: entrant_acts.vote(event, name, open=not close))
    if close or not name:
        lines = []
        for prize_name, votes in club.state.prizes.items():
            if name in (None, prize_name):
                stand = ", ".join(f"{club.state.names[who]} {number}" for who, number in votes.tally())
                lines.append(f"{prize_name}, {'open' if votes.open else 'closed'}: {stand or 'no votes'}")
        click.echo("\n".join(lines) or "there is no prize to vote on")


@tournament.command()
@click.argument("voter")
@click.argument("player")
@click.option("--prize", "name", metavar="NAME", help="On which prize; by default the last one opened.")
@pass_event
def vote(club: StoredEvent, voter: str, player: str, name: str | None) -> None:
    """VOTER votes for PLAYER, as on the phone."""
    from tablecam.club.event import entrant_acts

    if name is None and not club.state.prizes:
        raise click.UsageError("there is no prize to vote on: `prize` opens a vote")
    on = name or list(club.state.prizes)[-1]
    run_command(club, voter, lambda event: entrant_acts.vote_at_desk(event, on, voter, player))


@tournament.command()
@click.option("--name", metavar="TEXT", help="The name of the club; an empty one takes it back.")
@click.option("--badge", type=click.Path(path_type=Path), help="A picture: PNG, JPEG or SVG, of at most 128 kB.")
@click.option("--no-badge", is_flag=True, help="Take the badge back.")
@database
def club(name: str | None, badge: Path | None, no_badge: bool, db: str) -> None:
    """The club's own name and badge, which its pages show; without an option, prints the name."""
    from tablecam.club.site.club_identity import load_identity, read_badge, save_identity

    folder, content = folder_of(db), b"" if no_badge else None
    content = read_badge(badge) if badge else content
    changes = name is not None or content is not None
    identity = save_identity(folder, name, content, str(badge)) if changes else load_identity(folder)
    click.echo(f"{identity.name or 'no name'}, {'with a badge' if identity.badge else 'without a badge'}")


@tournament.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--language", default=SOURCE, type=click.Choice(available()), help="The language that it begins with.")
@click.option("--address", default="", metavar="URL", help="Of the live pages, for sign-up; without it there is none.")
@database
def publish(folder: Path, language: str, address: str, db: str) -> None:
    """Writes the club's pages to FOLDER, for any web host: evenings and league. HTML without script, JSON, CSV."""
    from tablecam.club.site.club_identity import load_identity
    from tablecam.club.site.club_site import LivePages
    from tablecam.club.site.publish_club import publish_club, site_of

    live = LivePages(address.rstrip("/")) if address else None
    today = datetime.now().astimezone().date().isoformat()
    identity = load_identity(folder_of(db))
    names = publish_club(site_of(open_store(db).engine, books(), language, today, live, identity), folder)
    click.echo(f"{folder}: {len(names)} files; open {folder / 'index.html'}")


for _command in (
    *make_commands(CLUB_ACTS.values(), pass_event, run_command),
    *tournament_people.COMMANDS,
    *tournament_rounds.COMMANDS,
    *tournament_check.COMMANDS,
):
    tournament.add_command(_command)


@click.command()
@kept_games
@click.option(
    "--hub",
    "hub_url",
    envvar="TABLECAM_HUB_DESK",
    show_envvar=True,
    metavar="URL",
    help="The hall whose tables play the event, as `tablecam hub desk` prints it.  [default: as hub.toml says]",
)
@serving_options
def serve(db: str | None, hub_url: str | None, serving: Serving) -> None:
    """Serves the events on web pages: the organiser's desk, a projector, the players' phones. Needs no camera.

    With a hub, tables of a hall with their own databases know the event, and send their results by themselves.
    """
    from tablecam.doors.hub.settings import desk_link
    from tablecam.game.hosting.database_watch import Custody
    from tablecam.table.miniature import Roster
    from webui import create_app
    from webui.command import announce, print_sentence, wait_for_the_end
    from webui.server import server
    from webui.server.dependencies import Dependencies

    access = serving.open_access(db or USUAL_DB)
    club = event_registry(db or USUAL_DB)
    link = desk_link(folder_of(db or USUAL_DB), hub_url)
    with (
        Custody((club,), print_sentence).watching() as custody,
        serving.back_up(club.store, club.list_rounds),
        organises(link, club, print_sentence),
    ):
        parts = Dependencies(
            None, lambda: Roster(()), access=access, club=club, custody=custody, desk=link, books=books()
        )
        listener = server.bind(create_app(parts), serving.host, serving.port, serving.limits)
        announce(listener, serving, access)
        with listener.serving():
            wait_for_the_end(serving.seconds)


def folder_of(db: str) -> Path:
    """The folder of a database's hub.toml: next to its file, otherwise the working directory."""
    return Path() if "://" in db else Path(db).parent
