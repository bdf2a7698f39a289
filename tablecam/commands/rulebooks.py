"""`tablecam rulebooks`: which rulebooks there are, what of each is played, and what each would ask the table for."""

import click

from tablecam.commands.games import books
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import Book
from tablecam.rules.books.game_setups import usual_scenarios
from tablecam.rules.books.rule_rows import counted


@click.command()
@click.argument("name", required=False)
@click.option("--unknowns", is_flag=True, help="What the book's sources do not give, so that the table is asked.")
def rulebooks(name: str | None, unknowns: bool) -> None:
    """Lists the rulebooks; of one NAME also the rows that are not done, the scenarios and the switches."""
    if name is None:
        if unknowns:
            raise click.UsageError("name the rulebook: tablecam rulebooks NAME --unknowns")
        for book in books().books.values():
            _brief(book)
        return
    try:
        book = books().book(name)
    except IllegalAnswer as unknown:
        raise click.UsageError(str(unknown)) from unknown
    if unknowns:
        _unknowns(book)
    else:
        _whole(book)


def _brief(book: Book) -> None:
    """Three lines of a book."""
    click.echo(f"{book.name}: {book.title}")
    click.echo(f"  rows: {_counted(book)}")
    click.echo(f"  scenarios: {', '.join(scenario.id for scenario in usual_scenarios(book)) or 'none'}")
    click.echo(f"  switches: {', '.join(rule.key for rule in book.house_rules()) or 'none'}")


def _whole(book: Book) -> None:
    """What is not done, with the reason, the scenarios and the switches of a book."""
    click.echo(f"{book.name}: {book.title}")
    click.echo(f"\nrows: {_counted(book)}")
    for row in book.rows():
        if row.state != "done":
            click.echo(f"  {row.id} {row.state}: {row.says}")
    click.echo("\nscenarios:")
    for scenario in usual_scenarios(book):
        says = scenario.fault or scenario.says
        click.echo(f"  {scenario.id}: {scenario.title}" + (f" - {says}" if str(says) else ""))
    click.echo("\nswitches:")
    for rule in book.house_rules():
        click.echo(f"  {rule.key}: {_default(rule.default)}")


def _unknowns(book: Book) -> None:
    """One line for each number or name that nobody knows: where it stands, the row, and the question."""
    found = book.unknowns()
    for unknown in found:
        click.echo(f"{unknown.key}\t{unknown.row}\t{unknown.asks}".rstrip())
    count = len(found)
    click.echo(f"{count} unknown{'s' * (count != 1)} in {book.name}", err=True)


def _counted(book: Book) -> str:
    counts = [f"{count} {state}" for state, count in counted(book.rows()).items() if count]
    return ", ".join(counts) or "not counted"


def _default(value: object) -> str:
    if value is None:
        return "follows what else is chosen"
    return str(value).lower() if isinstance(value, bool) else str(value)
