"""`tablecam tournament`: a club event at the terminal, over ssh or from a script, beside its web page or without it."""

import secrets
import sys
from pathlib import Path

import click

from tablecam.club.event.commands import CLUB_ACTS
from tablecam.club.event.event_list import list_events
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.export import as_json, pairings_csv, standings_csv
from tablecam.club.tournament.clock import LONGEST_MIN
from tablecam.club.tournament.forces import LIMIT
from tablecam.club.tournament.penalising import penalty_in_words
from tablecam.club.tournament.schedule import PlannedRound, times, times_in_words
from tablecam.commands import (
    tournament_arrivals,
    tournament_conduct,
    tournament_people,
    tournament_public,
    tournament_rounds,
)
from tablecam.commands.act_commands import commands_of
from tablecam.commands.club_events import by, of_event, open_store, reason, run_command
from tablecam.commands.games import database
from tablecam.storage.text_file import read_text, write_text

SEEDS = 2**31


class _WithPages(click.Group):
    """A group that imports the command of the pages only on demand, so that the others start five times as fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), "serve"])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name != "serve":
            return super().get_command(ctx, cmd_name)
        from tablecam.commands.tournament_serve import serve

        return serve


@click.group(cls=_WithPages, context_settings={"max_content_width": 120})
def tournament() -> None:
    """Runs a Swiss event by the Urban War tournament guide. Every act is saved at once and can be undone."""


@tournament.command()
@click.argument("title")
@click.option("--seed", type=int, help="Seed of every draw; the default is random.")
@click.option("--limit", default=LIMIT, show_default=True, help="Points of a force.")
@click.option("--minutes", default=LONGEST_MIN, show_default=True, help="The length of a round in minutes.")
@by
@database
def new(title: str, seed: int | None, limit: int, minutes: int, by: str, db: str) -> None:
    """Creates the event TITLE."""
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    club = StoredEvent.begin(open_store(db), title, seed=seed, by=by, limit=limit, minutes=minutes)
    click.echo(f"event {club.id}: {club.audit[0].sentence}")


@tournament.command("list")
@database
def list_(db: str) -> None:
    """Lists the events of the database."""
    for event in list_events(open_store(db)):
        click.echo(f"{event.id}: {event.title}, begun {event.begun}, {event.lines} lines")


@tournament.command()
@of_event
def standings(club: StoredEvent) -> None:
    """Prints the standings; the tie-break is the sum of the final points of all opponents."""
    names = club.state.names
    for line in club.state.standings():
        rank = "-" if line.rank is None else str(line.rank)
        rolled = ", rolled off" if line.rolled_off else ""
        less = "".join(f", {penalty_in_words(penalty)}" for penalty in club.state.event.penalties.get(line.player, ()))
        score = f"{line.points} points, tie-break {line.working(names)}{rolled}{less}"
        click.echo(f"{rank:>3}  {club.state.event.entrants[line.player]}: {score}")


@tournament.command()
@of_event
def log(club: StoredEvent) -> None:
    """Prints every act with actor and time; acts that were taken back are marked."""
    for act in club.audit:
        click.echo(f"{act.line}  {act.at}  {act.by} {act.sentence}{'' if act.counts else '  [taken back]'}")


@tournament.command()
@click.option("--line", type=int, help="The line of the log to undo; refused if it is not the last act.")
@by
@of_event
def undo(club: StoredEvent, line: int | None, by: str) -> None:
    """Undoes the last act that is not about the clock."""
    counted = {act.line for act in club.audit if act.counts}
    club.undo(by, line)
    for act in club.audit:
        if act.line in counted and not act.counts:
            click.echo(f"taken back: {act.by} {act.sentence}")


@tournament.command()
@by
@of_event
def redo(club: StoredEvent, by: str) -> None:
    """Redoes the last act that was undone."""
    club.redo(by)
    click.echo(club.audit[-1].sentence)


@tournament.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--csv", "table", type=click.Choice(["pairings", "standings"]), help="One of these tables instead.")
@of_event
def export(club: StoredEvent, file: Path, table: str | None) -> None:
    """Writes the event to FILE (- for the terminal): log and state as JSON, or a table as CSV."""
    tables = {"pairings": pairings_csv, "standings": standings_csv}
    text = tables[table](club.state) if table else as_json(club.lines, club.state)
    if str(file) == "-":
        sys.stdout.write(text)
        return
    write_text(file, text)
    click.echo(f"{file}: {table or f'event {club.id}, {club.sequence} lines'}")


@tournament.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@database
def import_(file: Path, db: str) -> None:
    """Imports the event of an exported FILE into the database, to continue it here."""
    club = StoredEvent.take_in(open_store(db), read_text(file, "an exported event"))
    click.echo(f"event {club.id}: {club.state.title}, {club.sequence} lines")


@tournament.command()
@click.argument("what", type=click.Choice(["show", "start", "pause", "resume", "add", "length"]), default="show")
@click.argument("amount", type=int, required=False)
@click.option("--table", type=int, help="For `show` and `add`: one table only.")
@reason
@by
@of_event
def clock(club: StoredEvent, what: str, amount: int | None, table: int | None, by: str, reason: str) -> None:
    """The clock of the round: show, start, pause, resume, add SECONDS (may be less than 0), length MINUTES."""
    if what in {"add", "length"} and amount is None:
        raise click.UsageError(f"{what} wants a number: of {'seconds' if what == 'add' else 'minutes'}")
    commands = {
        "start": lambda event: event.start_clock(),
        "pause": lambda event: event.pause_clock(),
        "resume": lambda event: event.resume_clock(),
        "add": lambda event: event.extend_clock(amount or 0, table, reason),
        "length": lambda event: event.set_round_length(amount or 0, reason),
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
@of_event
def schedule(club: StoredEvent, start: str | None, minutes: tuple[int, ...], clear: bool, by: str, reason: str) -> None:
    """Plans the evening from START on: the minutes of rounds and breaks in turn, `18:30 80 15 60`; or prints it."""
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


for _command in (
    *commands_of(CLUB_ACTS.values(), of_event, run_command),
    *tournament_people.COMMANDS,
    *tournament_arrivals.COMMANDS,
    *tournament_rounds.COMMANDS,
    *tournament_conduct.COMMANDS,
    *tournament_public.COMMANDS,
):
    tournament.add_command(_command)
