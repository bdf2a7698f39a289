"""`tablecam umpire`: a game by the book at the terminal, question by question, or by itself."""

import random
import secrets
import sys
from pathlib import Path
from typing import Any

import click

from tablecam.commands.dialogue import converse
from tablecam.commands.games import books, database, listed, open_store, rules, spoken
from tablecam.commands.rescued_game import rescued
from tablecam.game.autoplay import autoplay
from tablecam.game.game import Game
from tablecam.game.hosting.carried_setup import carried_setup
from tablecam.game.log import read_log
from tablecam.game.playthrough import describe_line, named
from tablecam.game.random_answers import Below
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import Book
from tablecam.rules.books.game_setups import find_force, find_scenario
from tablecam.rules.books.setup_views import Scenario
from tablecam.rules.books.side_names import force_tag
from tablecam.rules.plain import Json
from tablecam.storage.game_store import GameStore, KeptGame


@click.command()
@click.option("--book", "name", metavar="NAME", help="The rulebook of a new game, if it is not the usual one.")
@click.option("--scenario", metavar="NAME", help="The scenario of a new game, if its rulebook has several.")
@click.option("--forces", nargs=2, metavar="A B", help="The two forces: TOML files, or names of starter teams.")
@click.option(
    "--table", type=click.Path(path_type=Path), metavar="DIR", help="Measure on this table folder, from places typed."
)
@click.option("--game", "number", type=int, help="Go on with this game instead of beginning one.")
@click.option("--auto", is_flag=True, help="Answer everything legally and at random, and play to the end.")
@click.option("--seed", type=int, help="What --auto's chance comes from; the same seed gives the same game.")
@rules
@database
def umpire(number: int | None, auto: bool, seed: int | None, db: str, **begin: Any) -> None:
    """Plays a game by the book: asks for everything, dice and measurements too, and says what comes of it."""
    book_name = begin.pop("name")
    book = books().book(book_name) if book_name else books().usual
    if number is not None and (begin["forces"] or begin["scenario"]):
        raise click.UsageError("give --forces A B for a new game, or --game NUMBER to go on with one")
    if number is None:
        # refuse before a game is created
        begin["scenario"] = _choose_scenario(book, begin["scenario"])
        begin["forces"] = _choose_forces(book, begin["forces"], begin["scenario"])
    if number is not None and begin["rules"]:
        raise click.UsageError("the house rules of a game stand from its beginning; replay --rules shows others")
    path, store = begin.pop("table"), open_store(db)
    if number is None and not auto:
        # a game of a seed is the same in every database
        begin["rules"] = {**carried_setup(store, book), **begin["rules"]}
    with store.new() if number is None else store.open(number) as kept_game:
        book = book if number is None else books().book(read_log(kept_game.lines[:1]).header.game)
        table = _open_table(path, book)
        game = begun(kept_game, book, table, **begin) if number is None else resumed(kept_game, book)
        with rescued(store, kept_game):
            if auto:
                _play_alone(game, book, random.Random(seed).randrange if seed is not None else secrets.randbelow)
            else:
                converse(game, _read_line, click.echo, secrets.randbelow, table, book.wording(game.state))
        _print_farewell(store, kept_game, game)


def begun(
    kept: KeptGame, book: Book, table: Any, forces: dict[str, str], rules: dict[str, Json], scenario: Scenario | None
) -> Game[Any]:
    """A new game of a book; refuses forces with faults, after printing all faults."""
    force_lists = {
        seat: listed(book.forces.read, find_force(book, name)) for seat, name in forces.items() if book.forces
    }
    notes = [warning for force in force_lists.values() for warning in force.warnings]
    if table:
        notes += table.strangers([model.id for force in force_lists.values() for model in force.models])
    for note in notes:
        click.echo(f"note: {note}", err=True)
    setup = book.setup_of({seat: force.force for seat, force in force_lists.items()}, scenario)
    tags = {force_tag(seat): force.name for seat, force in force_lists.items()}
    return Game.begin(book.system, setup | (table.setup if table else {}) | rules, kept, tags)


def _choose_scenario(book: Book, named: str | None) -> Scenario | None:
    """The scenario of that name, or in that file; the first where the name is None."""
    if named and named.endswith(".toml") and book.scenario_files:
        scenario: Scenario = listed(book.scenario_files.read, Path(named))
        return scenario
    try:
        return find_scenario(book, named)
    except IllegalAnswer as unknown:
        raise click.UsageError(str(unknown)) from unknown


def _choose_forces(book: Book, given: tuple[str, ...] | None, scenario: Scenario | None) -> dict[str, str]:
    """The names of the forces by seat: the given ones, otherwise those of the scenario."""
    if book.forces is None and given:
        raise click.UsageError(f"{book.name} has no forces: name a --scenario")
    if book.forces is None:
        return {}
    if given:
        return dict(zip(book.seats, given, strict=True))
    if scenario and scenario.forces:
        return dict(scenario.forces)
    raise click.UsageError("give --forces A B for a new game, or --game NUMBER to go on with one")


def _open_table(path: Path | None, book: Book) -> Any:
    """The table of a folder, which loads OpenCV; None without a folder."""
    if path is None:
        return None
    from tablecam.commands.paper_table import PaperTable

    return PaperTable(path, book)


def resumed(kept: KeptGame, book: Book) -> Game[Any]:
    """A game where it was left, even in the middle of an action."""
    game = Game.resume(book.system, kept.lines, kept)
    if game.difference:
        click.echo(f"note: the rules have changed since: {game.difference}", err=True)
    return game


def _play_alone(game: Game[Any], book: Book, below: Below) -> None:
    """Play by itself and print everything, each answer after it is saved."""
    wording = book.wording(game.state)
    say, rolled = wording.told, wording.rolled
    for text in filter(None, (describe_line(game, line, say, rolled) for line in game.log.lines)):
        click.echo(text)
    for question, raw, lines in autoplay(game, below):
        texts = [text for line in lines if (text := describe_line(game, line, say, rolled))]
        click.echo("\n".join([f"> {named(question)} {spoken(raw)}", *texts]))


def _read_line() -> str | None:
    """The next typed line; the end of the input and Ctrl-C leave the game, which stays saved."""
    click.echo("> ", nl=False)
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        line = ""
    if not line:
        click.echo()
        return None
    return line.rstrip("\n")


def _print_farewell(store: GameStore, kept: KeptGame, game: Game[Any]) -> None:
    where = f"game {kept.id} is kept in {store.name}"
    say = f"tablecam replay {kept.id} shows it" if game.over else f"tablecam umpire --game {kept.id} goes on with it"
    click.echo(f"{where}; {say}", err=True)
