"""`tablecam rulebooks`: the list of rulebooks, the state of each, and the questions that each leaves to the table."""

import click

from tablecam.commands.options import books
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import Book
from tablecam.rules.books.game_setups import usual_scenarios
from tablecam.rules.books.rule_rows import count_rows


@click.command()
@click.argument("name", required=False)
@click.option(
    "--unknowns", is_flag=True, help="List the values that the book's sources lack, and that the program asks for."
)
def rulebooks(name: str | None, unknowns: bool) -> None:
    """Lists the rulebooks; of one NAME also the rows that are not done, the scenarios and the switches."""
    if name is None:
        if unknowns:
            raise click.UsageError("name the rulebook: tablecam rulebooks NAME --unknowns")
        for book in books().books.values():
            _print_summary(book)
        return
    try:
        book = books().book(name)
    except IllegalAnswer as unknown:
        raise click.UsageError(str(unknown)) from unknown
    if unknowns:
        _print_unknowns(book)
    else:
        _print_details(book)


def _print_summary(book: Book) -> None:
    """Print three lines on a book."""
    click.echo(f"{book.name}: {book.title}")
    click.echo(f"  rows: {_count_rows(book)}")
    click.echo(f"  scenarios: {', '.join(scenario.id for scenario in usual_scenarios(book)) or 'none'}")
    click.echo(f"  switches: {', '.join(rule.key for rule in book.house_rules()) or 'none'}")


def _print_details(book: Book) -> None:
    """Print the rows of a book that are not done, with reasons, its scenarios and its switches."""
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
    counts = [f"{count} {state}" for state, count in count_rows(book.rows()).items() if count]
    return ", ".join(counts) or "not counted"


def _describe_default(value: object) -> str:
    if value is None:
        return "follows what else is chosen"
    return str(value).lower() if isinstance(value, bool) else str(value)
