"""`tablecam umpire`: a game by the book at the terminal, asked question by question, or playing itself."""

import random
import secrets
import sys
from pathlib import Path
from typing import Any

import click

from tablecam.commands.dialogue import converse
from tablecam.commands.games import database, listed, open_store, rules, spoken
from tablecam.game.autoplay import autoplay
from tablecam.game.game import Game
from tablecam.game.log import read_log
from tablecam.game.playthrough import named, shown
from tablecam.game.random_answers import Below
from tablecam.game.transcript import aloud
from tablecam.rulebooks.catalogue import rulebook
from tablecam.rulebooks.urban_war.forces.force_toml import find_force, read_force
from tablecam.rulebooks.urban_war.rules.force import setup_of
from tablecam.rules.plain import Json
from tablecam.storage.game_store import GameStore, KeptGame

GAME = "urban-war"
SEATS = ("red", "blue")


@click.command()
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
    if (begin["forces"] is None) == (number is None):
        raise click.UsageError("give --forces A B for a new game, or --game NUMBER to go on with one")
    if number is not None and begin["rules"]:
        raise click.UsageError("the house rules of a game stand from its beginning; replay --rules shows others")
    table = _table(begin.pop("table"))
    store = open_store(db)
    with store.new() if number is None else store.open(number) as kept:
        game = begun(kept, table, **begin) if number is None else resumed(kept)
        if auto:
            _alone(game, random.Random(seed).randrange if seed is not None else secrets.randbelow)
        else:
            converse(game, _hear, click.echo, secrets.randbelow, table)
        _leave(store, kept, game)


def begun(kept: KeptGame, table: Any, forces: tuple[str, str], rules: dict[str, Json]) -> Game[Any]:
    """A new game of two forces; refuses those with faults, after printing all of them."""
    read = {seat: listed(read_force, find_force(name)) for seat, name in zip(SEATS, forces, strict=True)}
    notes = [warning for file in read.values() for warning in file.warnings]
    if table:
        notes += table.strangers([member.id for file in read.values() for member in file.force.members])
    for note in notes:
        click.echo(f"note: {note}", err=True)
    setup = setup_of({seat: file.force for seat, file in read.items()}) | (table.setup if table else {}) | rules
    tags = {seat.capitalize(): file.force.name for seat, file in read.items()}
    return Game.begin(rulebook(GAME), setup, kept, tags)


def _table(path: Path | None) -> Any:
    """The table of a folder, which loads OpenCV; None without one."""
    if path is None:
        return None
    from tablecam.commands.paper_table import PaperTable

    return PaperTable(path)


def resumed(kept: KeptGame) -> Game[Any]:
    """A game as it was left, in the middle of an action or not."""
    game = Game.resume(rulebook(read_log(kept.lines[:1]).header.game), kept.lines, kept)
    if game.difference:
        click.echo(f"note: the rules have changed since: {game.difference}", err=True)
    return game


def _alone(game: Game[Any], below: Below) -> None:
    """A spectator is told everything, each answer once it is kept."""
    say = aloud(game.system, game.state)
    for text in filter(None, (shown(game, line, say) for line in game.log.lines)):
        click.echo(text)
    for question, raw, lines in autoplay(game, below):
        told = [text for line in lines if (text := shown(game, line, say))]
        click.echo("\n".join([f"> {named(question)} {spoken(raw)}", *told]))


def _hear() -> str | None:
    """What is typed next; the end of the input and Ctrl-C leave the game, which is kept."""
    click.echo("> ", nl=False)
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        line = ""
    if not line:
        click.echo()
        return None
    return line.rstrip("\n")


def _leave(store: GameStore, kept: KeptGame, game: Game[Any]) -> None:
    where = f"game {kept.id} is kept in {store.name}"
    say = f"tablecam replay {kept.id} shows it" if game.over else f"tablecam umpire --game {kept.id} goes on with it"
    click.echo(f"{where}; {say}", err=True)
