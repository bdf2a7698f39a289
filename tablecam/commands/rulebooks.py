"""`tablecam rulebooks`: the list of rulebooks, the state of each, and the questions that each leaves to the table."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablecam.base.errors import TablecamError
from tablecam.commands.options import book_option, books, read_or_list_faults
from tablecam.rules.ask import IllegalAnswer

if TYPE_CHECKING:
    from tablecam.rules.books.book import Book


class _NameOrCommand(click.Group):
    """A group that takes the name of a rulebook in place of a command: `show` is the command that is meant."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["show", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_NameOrCommand)
def rulebooks() -> None:
    """Lists the rulebooks, shows one, writes a new one, and checks one.

    `tablecam rulebooks` lists them, `tablecam rulebooks NAME` shows one.
    """


@rulebooks.command()
@click.argument("name", required=False)
@click.option(
    "--unknowns", is_flag=True, help="List the values that the book's sources lack, and that the program asks for."
)
@book_option
def show(name: str | None, unknowns: bool) -> None:
    """Lists the rulebooks; of one NAME also the rows that are not done, the scenarios and the switches."""
    if name is None:
        if unknowns:
            raise click.UsageError("name the rulebook: tablecam rulebooks NAME --unknowns")
        for book in books().books.values():
            _print_summary(book)
        return
    book = find_book(name)
    if unknowns:
        _print_unknowns(book)
    else:
        _print_details(book)


@rulebooks.command()
@click.argument("name")
@click.option(
    "--in",
    "parent",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=Path(),
    help="The folder that it is written into, if not this one.",
)
def new(name: str, parent: Path) -> None:
    """Writes a small rulebook of this NAME to begin with: a package with rules, words, German and tests."""
    from tablecam.rules.books.starter import write_starter

    folder = write_starter(name, parent)
    click.echo(f"{folder} holds a rulebook that can be played:")
    click.echo(f"  tablecam demo --book {folder}")
    click.echo(f"  tablecam rulebooks check {name} --book {folder}")


@rulebooks.command()
@click.argument("name")
@click.option(
    "--games", type=click.IntRange(min=1), default=100, show_default=True, help="The number of games to play."
)
@book_option
def check(name: str, games: int) -> None:
    """Checks a rulebook of this NAME by random games: logs, secrets, events, texts and the page."""
    from tablecam.commands.rulebook_check import BookCheck, check_book
    from tablecam.rules.books.registry import find_package

    def show_progress(part: BookCheck) -> Any:
        return click.progressbar(part.parts, length=part.count, label=part.name, file=sys.stderr)

    book, count = find_book(name), 0
    for title, faults in check_book(book, find_package(book), games, show_progress):
        click.echo(f"{title}: {f'at least {len(faults)} faults' if faults else 'fine'}")
        for fault in faults:
            click.echo(f"  {fault}")
        count += len(faults)
    if count:
        raise TablecamError(f"{name} has faults; the lines above name them")


@rulebooks.command()
def schema() -> None:
    """Prints the JSON schema of a data book, for editors."""
    from tablecam.rules.books.data_book.schema import build_schema

    click.echo(json.dumps(build_schema(), indent=2, ensure_ascii=False))


@rulebooks.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option("--language", default="de", show_default=True, help="The code of the language.")
def texts(folder: Path, language: str) -> None:
    """Prints the catalogue of the data book in FOLDER: all its texts, with the translations that it has."""
    from tablecam.rules.books.book import DATA_BOOK_FILE
    from tablecam.rules.books.data_book.load_toml import read_form
    from tablecam.rules.books.data_book.texts import read_po, write_template

    path = folder / f"{language}.po"
    form = read_or_list_faults(read_form, folder / DATA_BOOK_FILE)
    click.echo(write_template(form, read_po(path) if path.exists() else {}), nl=False)


def find_book(name: str) -> Book:
    """The rulebook of a name; UsageError if there is none, or if it cannot be loaded."""
    try:
        return books().book(name)
    except IllegalAnswer as unknown:
        raise click.UsageError(str(unknown)) from unknown


def _print_summary(book: Book) -> None:
    """Print three lines on a book."""
    from tablecam.rules.books.game_setups import usual_scenarios

    click.echo(f"{book.name}: {book.title}")
    click.echo(f"  rows: {_count_rows(book)}")
    click.echo(f"  scenarios: {', '.join(scenario.id for scenario in usual_scenarios(book)) or 'none'}")
    click.echo(f"  switches: {', '.join(rule.key for rule in book.house_rules()) or 'none'}")


def _print_details(book: Book) -> None:
    """Print the rows of a book that are not done, with reasons, its scenarios and its switches."""
    from tablecam.rules.books.game_setups import usual_scenarios

    click.echo(f"{book.name}: {book.title}")
    click.echo(f"\nrows: {_count_rows(book)}")
    for row in book.rows():
        if row.state != "done":
            click.echo(f"  {row.id} {row.state}: {row.says}")
    click.echo("\nscenarios:")
    for scenario in usual_scenarios(book):
        says = scenario.fault or scenario.says
        click.echo(f"  {scenario.id}: {scenario.title}" + (f" - {says}" if str(says) else ""))
    click.echo("\nswitches:")
    for rule in book.house_rules():
        click.echo(f"  {rule.key}: {_describe_default(rule.default)}")


def _print_unknowns(book: Book) -> None:
    """Print a line for each unknown number or name: its key, its row, and its question."""
    gaps = book.unknowns()
    for unknown in gaps:
        click.echo(f"{unknown.key}\t{unknown.row}\t{unknown.asks}".rstrip())
    count = len(gaps)
    click.echo(f"{count} unknown{'s' * (count != 1)} in {book.name}", err=True)


def _count_rows(book: Book) -> str:
    from tablecam.rules.books.rule_rows import count_rows

    counts = [f"{count} {state}" for state, count in count_rows(book.rows()).items() if count]
    return ", ".join(counts) or "not counted"


def _describe_default(value: object) -> str:
    if value is None:
        return "follows what else is chosen"
    return str(value).lower() if isinstance(value, bool) else str(value)
