"""`tablecam umpire`: a game by the book at the terminal, question by question, or by itself."""

from __future__ import annotations

import random
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablecam.base.errors import TablecamError
from tablecam.commands.conversation import Terminal, converse
from tablecam.commands.options import book_option, books, database, open_store, read_or_list_faults, rules, spoken
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from tablecam.commands.voice import Voice
    from tablecam.game.game import Game
    from tablecam.game.opponent.machine_seats import MachineSeats
    from tablecam.game.playthrough import Below, Given
    from tablecam.rules.books.book import Book
    from tablecam.rules.books.setup_views import Scenario
    from tablecam.storage.backup import CopiedLog
    from tablecam.storage.game_store import GameStore, KeptGame


@dataclass(frozen=True)
class OneGame:
    """The game at this terminal, as a holder of `Custody`."""

    store: GameStore
    kept: KeptGame

    def hold_writing(self) -> AbstractContextManager[None]:
        """A context without a lock, since nothing else writes."""
        return nullcontext()

    def list_open_logs(self) -> Sequence[CopiedLog]:
        """The game with every acknowledged line."""
        from tablecam.storage.backup import CopiedLog

        if self.kept.id is None:
            return ()
        return (CopiedLog("game", self.kept.id, "", [("", text) for text in self.kept.lines], self.kept.settings()),)

    def switch_database(self, engine: Engine) -> None:
        """Do nothing: the program ends, and the game continues in the new file at the next start."""


@contextmanager
def rescue_games(store: GameStore, kept: KeptGame) -> Iterator[None]:
    """Move the games to a new file where the database is lost inside the block; the error names the file."""
    from tablecam.game.hosting.database_watch import FINAL, Custody, NothingToRescue

    try:
        yield
    except FINAL as lost:
        try:
            path = Custody([OneGame(store, kept)], lambda text: click.echo(f"note: {text}", err=True)).rescue()
        except NothingToRescue:
            raise lost from None
        advice = (
            f"tablecam umpire --game {kept.id} --db {path} goes on with it" if kept.id else "nothing was played yet"
        )
        raise TablecamError(f"{lost}; {advice}") from lost


@click.command()
@book_option
@click.option("--scenario", metavar="NAME", help="The scenario of a new game, if its rulebook has several.")
@click.option(
    "--forces",
    nargs=2,
    metavar="A B [C ..]",
    help="The force of each side: TOML files, or names of starter teams; as many as sides play.",
)
@click.argument("more", nargs=-1, metavar="")
@click.option(
    "--table",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Measure on the table of this folder, from typed places.",
)
@click.option("--game", "number", type=int, help="Continue this game instead of beginning one.")
@click.option("--auto", is_flag=True, help="Answer everything legally and at random, and play to the end.")
@click.option(
    "--seat",
    "machine_seats",
    multiple=True,
    metavar="SEAT=machine",
    help="The machine plays this seat; may be repeated.",
)
@click.option("--level", type=click.IntRange(1, 5), default=3, show_default=True, help="How well the machine plays.")
@click.option("--speak", is_flag=True, help="Speak the questions and results aloud by espeak-ng, too.")
@click.option("--seed", type=int, help="The seed of --auto and of the machine; the same seed gives the same game.")
@rules
@database
def umpire(
    number: int | None,
    auto: bool,
    seed: int | None,
    db: str,
    more: tuple[str, ...],
    **begin: Any,
) -> None:
    """Plays a game by the book: asks for everything, dice and measurements too, and reports the outcome."""
    from tablecam.game.hosting.carried_setup import find_carried_setup
    from tablecam.game.log import read_log

    book = books().usual
    if more and not begin["forces"]:
        raise click.UsageError(f"'{more[0]}' is one word too many")
    if more:
        begin["forces"] = (*begin["forces"], *more)
    if number is not None and (begin["forces"] or begin["scenario"]):
        raise click.UsageError("give --forces A B for a new game, or --game NUMBER to go on with one")
    if number is None:
        # refuse before a game is created
        begin["scenario"] = _choose_scenario(book, begin["scenario"])
        begin["forces"] = _choose_forces(book, begin["forces"], begin["scenario"])
    if number is not None and begin["rules"]:
        raise click.UsageError("the house rules of a game stand from its beginning; replay --rules shows others")
    voice = _open_voice(auto) if begin.pop("speak") else None
    path, store = begin.pop("table"), open_store(db)
    machine_seats, level = begin.pop("machine_seats"), begin.pop("level")
    if number is None and not auto:
        # a game of a seed is the same in every database
        begin["rules"] = {**find_carried_setup(store, book), **begin["rules"]}
    with store.new() if number is None else store.open(number) as kept_game:
        book = book if number is None else books().book(read_log(kept_game.lines[:1]).header.game)
        table = _open_table(path, book)
        game = begin_game(kept_game, book, table, **begin) if number is None else resume_game(kept_game, book)
        machines = _seat_machines(game, book, machine_seats, level, seed, None if auto else table)
        with rescue_games(store, kept_game):
            if auto:
                _play_alone(
                    game, book, random.Random(seed).randrange if seed is not None else secrets.randbelow, machines
                )
            else:
                with _make_terminal(voice) as terminal:
                    converse(game, terminal, table, book.wording(game.state), machines)
        _print_farewell(store, kept_game, game)


def _open_voice(auto: bool) -> Voice:
    """The voice of this machine, which speaks English as the terminal does."""
    from tablecam.base.i18n import SOURCE
    from tablecam.commands.voice import open_voice

    if auto:
        raise click.UsageError("--speak is for games of people: leave out --auto")
    return open_voice(SOURCE)


@contextmanager
def _make_terminal(voice: Voice | None) -> Iterator[Terminal]:
    """This terminal, with the voice where there is one; what is left to say at the end is spoken."""
    terminal = Terminal(_read_line, click.echo, secrets.randbelow)
    if voice is None:
        yield terminal
        return
    from tablecam.commands.voice import speak_too

    yield speak_too(terminal, voice)
    voice.finish()


def _seat_machines(
    game: Game[Any], book: Book, given: Sequence[str], level: int, seed: int | None, table: Any
) -> MachineSeats | None:
    """The seats that the machine plays; None for none."""
    if not given:
        return None
    from tablecam.game.opponent.machine_seats import MachineSeats
    from tablecam.game.opponent.table_knowledge import TableKnowledge

    seats = []
    for word in given:
        seat, _, who = word.partition("=")
        if who != "machine" or seat not in game.seats:
            raise click.UsageError(f"--seat {word}: write SEAT=machine, with a seat of {', '.join(game.seats)}")
        seats.append(seat)
    knowledge = TableKnowledge(book, table.answer, table.snapshot) if table else None
    return MachineSeats(book, dict.fromkeys(seats), level, seed, table=knowledge)


def begin_game(
    kept: KeptGame, book: Book, table: Any, forces: dict[str, str], rules: dict[str, Json], scenario: Scenario | None
) -> Game[Any]:
    """A new game of a book; refuses forces with faults, after printing all faults."""
    from tablecam.game.game import Game
    from tablecam.rules.books.game_setups import find_force
    from tablecam.rules.books.side_names import force_tag

    force_lists = {
        seat: read_or_list_faults(book.forces.read_force, find_force(book, name))
        for seat, name in forces.items()
        if book.forces
    }
    notes = [warning for force in force_lists.values() for warning in force.warnings]
    if table:
        notes += table.strangers([model.id for force in force_lists.values() for model in force.models])
    for note in notes:
        click.echo(f"note: {note}", err=True)
    setup = book.build_setup({seat: force.force for seat, force in force_lists.items()}, scenario)
    tags = {force_tag(seat): force.name for seat, force in force_lists.items()}
    return Game.begin(book.system, setup | (table.setup if table else {}) | rules, kept, tags)


def _choose_scenario(book: Book, named: str | None) -> Scenario | None:
    """The scenario of that name, or in that file; the first where the name is None."""
    from tablecam.rules.books.game_setups import find_scenario

    if named and named.endswith(".toml") and book.scenario_files:
        scenario: Scenario = read_or_list_faults(book.scenario_files.read_scenario, Path(named))
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
        from tablecam.rules.books.game_setups import find_seats

        seats = find_seats(book, scenario)
        if len(seats) != len(given):
            raise click.UsageError(f"{len(seats)} sides play here: give --forces that many, not {len(given)}")
        return dict(zip(seats, given, strict=True))
    if scenario and scenario.forces:
        return dict(scenario.forces)
    raise click.UsageError("give --forces A B for a new game, or --game NUMBER to go on with one")


def _open_table(path: Path | None, book: Book) -> Any:
    """The table of a folder, which loads OpenCV; None without a folder."""
    if path is None:
        return None
    from tablecam.commands.paper_table import PaperTable

    return PaperTable(path, book)


def resume_game(kept: KeptGame, book: Book) -> Game[Any]:
    """A game where it was left, even in the middle of an action."""
    from tablecam.game.game import Game

    game = Game.resume(book.system, kept.lines, kept)
    if game.difference:
        click.echo(f"note: the rules have changed since: {game.difference}", err=True)
    return game


def _play_alone(game: Game[Any], book: Book, below: Below, machines: MachineSeats | None) -> None:
    """Play by itself and print everything, each answer after it is saved."""
    from tablecam.game.playthrough import describe_line, name_question

    wording = book.wording(game.state)
    say, rolled = wording.told, wording.rolled
    for text in filter(None, (describe_line(game, line, say, rolled) for line in game.log.lines)):
        click.echo(text)
    for question, raw, lines in _play_on(game, below, machines):
        texts = [text for line in lines if (text := describe_line(game, line, say, rolled))]
        click.echo("\n".join([f"> {name_question(question)} {spoken(raw)}", *texts]))


def _play_on(game: Game[Any], below: Below, machines: MachineSeats | None) -> Iterator[Given]:
    """Play to the end: the machine in its seats, chance for the rest."""
    from tablecam.game.playthrough import Given, autoplay

    if machines is None:
        yield from autoplay(game, below)
        return
    from tablecam.game.opponent.match import answer_others

    while not game.over:
        answer = machines.answer(game)
        yield (
            Given(answer.choice.question, answer.raw, answer.lines)
            if answer
            else answer_others(game, [machines], below)
        )


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
