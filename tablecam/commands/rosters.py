"""`tablecam roster`: reads the force lists of other programs, and takes them over as forces of a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecam.base.errors import BadFile
from tablecam.commands.options import book_option, books

if TYPE_CHECKING:
    from tablecam.setup.roster_import import RosterImport, UnknownModel
    from tablecam.storage.rosters.roster_list import RosterList

source = click.argument("source", metavar="FILE", type=click.Path(path_type=Path))


@click.group()
def roster() -> None:
    """Reads force lists of other programs: BattleScribe, New Recruit, CSV, pasted text, and tablecam's own."""


@roster.command()
@source
@click.option("--json", "json_", is_flag=True, help="Prints JSON.")
def read(source: Path, json_: bool) -> None:
    """Prints the names and numbers in FILE, and everything that was not understood."""
    from tablecam.storage.rosters.read_roster import describe_roster, read_roster_file

    roster_list = read_roster_file(source)
    click.echo(describe_roster(roster_list) if json_ else "\n".join(_describe_entries(roster_list)))


@roster.command("import")
@source
@click.argument("table", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--name", default="", help="The name of the force's file; by default the roster's name.")
@click.option("--replace", "instead", is_flag=True, help="Replaces a force of the same name.")
@book_option
def import_(source: Path, table: Path, name: str, instead: bool) -> None:
    """Keeps FILE as a force in the table folder DIR.

    Asks which card an unknown model stands for, and remembers the answer in roster_names.toml of the table folder.
    """
    from tablecam.setup.roster_import import import_roster
    from tablecam.storage.rosters.read_roster import read_roster_file

    if not table.is_dir():
        raise BadFile(f"{table} is not a folder; give the table folder that gets the force")
    roster_list, book, answers = read_roster_file(source), books().usual, dict[str, str]()
    result = import_roster(table, book, roster_list, answers, name=name, instead=instead)
    if result.unknown:
        answers = {model.name: _ask_card(model) for model in result.unknown}
        result = import_roster(table, book, roster_list, answers, name=name, instead=instead)
    for line in _describe_import(result, table):
        click.echo(line)


def _ask_card(model: UnknownModel) -> str:
    """The card that somebody chooses for a model; empty to leave it out."""
    from tablecam.setup.roster_import import LEFT_OUT

    click.echo(f"Which card is {model.name} ({model.count} in the roster)?")
    for number, card in enumerate(model.choices, 1):
        click.echo(f"  {number}  {card}")
    number = click.prompt("Number, or 0 to leave it out", type=click.IntRange(0, len(model.choices)))
    return model.choices[number - 1] if number else LEFT_OUT


def _describe_entries(found: RosterList) -> Sequence[str]:
    lines = [f"{found.name}: {found.count} models"]
    for entry in found.entries:
        points = "" if entry.points is None else f", {entry.points} points each"
        options = f": {', '.join(entry.options)}" if entry.options else ""
        lines.append(f"  {entry.count} x {entry.name}{points}{options}")
    return [*lines, *(f"not taken: {loss}" for loss in found.losses)]


def _describe_import(result: RosterImport, table: Path) -> Sequence[str]:
    return [f"{table / 'forces' / f'{result.force}.toml'} is written", *map(str, result.report)]
