"""`tablecam umpire`: a game by the book at the terminal, question by question, or by itself."""

from __future__ import annotations

import json
import random
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click

from tablecam.base.errors import TablecamError
from tablecam.commands.options import book_option, books, database, open_store, read_or_list_faults, rules, spoken
from tablecam.rules.ask import Ask, AskByChance, IllegalAnswer
from tablecam.rules.plain import Json
from tablecam.rules.system import AS_WRITTEN

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from tablecam.game.game import Game, Question
    from tablecam.game.log import EventLine, Line
    from tablecam.game.playthrough import Below
    from tablecam.rules.books.book import Book
    from tablecam.rules.books.setup_views import Scenario
    from tablecam.rules.event import Event
    from tablecam.rules.system import Wording
    from tablecam.storage.backup import CopiedLog
    from tablecam.storage.game_store import GameStore, KeptGame
    from tablecam.table.snapshot import Snapshot

# A game at a terminal: the players answer questions one after the other, and see the results.
#
# At a shared screen a player can only look away from the other's secrets; a tablet each is better.

Say = Callable[[str], None]
# the next line that somebody types; None at the end of the input
Hear = Callable[[], str | None]


class Measurer(Protocol):
    """A table that measures in the players' place."""

    def answer(self, ask: Ask[Any], state: Any) -> Json:
        """The answer to a question; None where it cannot measure it."""
        ...

    def position(self, state: Any) -> str:
        """The position of everything, in snapshot notation."""
        ...


# words to the umpire instead of an answer; all but undo and redo need more words
UMPIRE_WORDS = ("undo", "redo", "abandon", "overrule", "correct")
QUIT = ("quit", "exit")
AGREE = "agree"
HELP = """\
An answer is one line: dice as faces with spaces, an option by its name, several as ann=walk bob=wait or *=wait,
ranges as bob=12.3 cat=4, a move as 7.9. Enter alone lets the app roll. Where several questions are open,
`2: ...` answers the second. undo, redo, abandon WHY, overrule VERB JSON because WHY, quit."""


def converse(
    game: Game[Any],
    hear: Hear,
    say: Say,
    below: Below,
    table: Measurer | None = None,
    wording: Wording = AS_WRITTEN,
) -> None:
    """Ask until the game is over or the input ends; every reported answer is already saved.

    table: answers the questions that it can, before the players. wording: the words of the rulebook.
    """
    from tablecam.game.playthrough import name_question

    while not game.over:
        if table and (lines := _answer_from_table(game, table, say)):
            for text in describe_lines(game, lines, wording):
                say(text)
            continue
        for number, question in enumerate(game.open, 1):
            say(f"{number}: " * (len(game.open) > 1) + f"{name_question(question)}? {question.ask}")
        if game.stuck:
            say(f"the rulebook cannot go on: {game.stuck}; undo, or correct what happened")
        typed = hear()
        if typed is None or typed.strip() in QUIT:
            return
        if typed.split()[:1] == ["overrule"] and not _confirm_overrule(game, typed.strip(), hear, say):
            continue
        for text in run_line(game, typed.strip(), below, table, wording):
            say(text)


def _confirm_overrule(game: Game[Any], typed: str, hear: Hear, say: Say) -> bool:
    """Whether both players agree to an overrule, after a preview of its consequences."""
    from tablecam.game.game import RuleFailed
    from tablecam.game.overrule_preview import propose
    from tablecam.game.playthrough import overruling

    try:
        proposal = propose(game, *overruling(game, typed.partition(" ")[2]))
    except json.JSONDecodeError as fault:
        say(_describe_unreadable(fault))
        return False
    except (IllegalAnswer, RuleFailed) as refusal:
        say(f"! {refusal}")
        return False
    again = f"; {len(proposal.lost)} later answers would be asked for again" if proposal.lost else ""
    say(f"that takes back {len(proposal.undone)} events and brings {len(proposal.brought)}{again}: `{AGREE}` does it")
    if (hear() or "").strip() == AGREE:
        return True
    say("nothing is changed")
    return False


def run_line(
    game: Game[Any], typed: str, below: Below, table: Measurer | None = None, wording: Wording = AS_WRITTEN
) -> list[str]:
    """The lines that a typed line causes, including a refusal."""
    from tablecam.game.game import RuleFailed

    if typed in ("help", "?"):
        return HELP.splitlines()
    try:
        lines = _run_typed(game, typed, below, table)
    except json.JSONDecodeError as fault:
        return [_describe_unreadable(fault)]
    except TablecamError as refusal:
        if not isinstance(refusal, IllegalAnswer | RuleFailed):
            raise
        return [f"! {refusal}"]
    return describe_lines(game, lines, wording)


def _describe_unreadable(unread: json.JSONDecodeError) -> str:
    return f"! '{unread.doc}' cannot be read; write it as in: overrule roll [9] because it was cocked"


def describe_lines(game: Game[Any], lines: Sequence[Line], wording: Wording) -> list[str]:
    """New log lines for both players at once, without anything that one of them may not know."""
    from tablecam.game.log import EventLine
    from tablecam.game.playthrough import describe_line

    visible_lines = (_hide_secrets(game, line) if isinstance(line, EventLine) else line for line in lines)
    return [
        text for line in visible_lines if line and (text := describe_line(game, line, wording.told, wording.rolled))
    ]


def describe_measurement(measured: Json) -> str:
    """A table's measurement for a reader: `bob 36.8 in`, `bob 40 % seen, behind wall`, `bob yes`."""
    if not isinstance(measured, dict):
        return spoken(measured)
    return ", ".join(f"{name} {_describe_fact(fact)}" for name, fact in measured.items()) or "none"


def _describe_fact(fact: Json) -> str:
    match fact:
        case [value, sigma]:
            return f"{value:.1f} in" + (f" give or take {sigma:.2f}" if sigma else "")
        case {"visible": visible, "obstructions": obstructions}:
            behind = ", ".join(obstruction["name"] for obstruction in obstructions)
            return f"{100 * visible:.0f} % seen" + (f", behind {behind}" if behind else "")
    return spoken(fact)


def _answer_from_table(game: Game[Any], table: Measurer, say: Say) -> Sequence[Line]:
    """The lines from the first question that the table can answer; empty where it can answer none."""
    for question in game.open:
        raw = table.answer(question.ask, game.state)
        if raw is None:
            continue
        say(f"table: {question.ask.verb} {question.ask}: {describe_measurement(raw)}")
        try:
            return game.answer(
                raw, question=question.line, by="table", source="table", position=table.position(game.state)
            )
        except IllegalAnswer as refusal:
            say(f"! {refusal}")
    return ()


def _run_typed(game: Game[Any], typed: str, below: Below, table: Measurer | None) -> Sequence[Line]:
    from tablecam.game.playthrough import do_typed, throw_dice
    from tablecam.rules.facts import Move

    if typed == "abandon":
        raise IllegalAnswer("whoever abandons an action says why: abandon WHY")
    if typed.partition(" ")[0] in UMPIRE_WORDS:
        return do_typed(game, typed)
    question, text = _find_question(game, typed)
    ask = question.ask
    raw = throw_dice(ask, below) if isinstance(ask, AskByChance) and not text else ask.parse_text(text)
    if table and isinstance(ask, Move) and isinstance(raw, dict) and "end" not in raw:
        raise IllegalAnswer("the table measures from where models stand, so say where this one is now: 3.5 at 10.2,8")
    source = "app" if isinstance(ask, AskByChance) and not text else "terminal"
    return game.answer(raw, question=question.line, by=ask.seat or "table", source=source)


def _find_question(game: Game[Any], typed: str) -> tuple[Question, str]:
    """The question and its answer: `2: bob` answers the second open question, anything else the first."""
    head, colon, answer = typed.partition(":")
    number = int(head) if colon and head.isdigit() else 1
    if not 1 <= number <= len(game.open):
        raise IllegalAnswer(f"there is no question {number}; {len(game.open)} are open")
    return game.open[number - 1], answer.strip() if colon and head.isdigit() else typed


def _hide_secrets(game: Game[Any], line: EventLine) -> EventLine | None:
    from tablecam.game.log import EventLine

    event: Event = game.system.event(line.event)
    for seat in game.seats:
        visible = game.system.visible_event(event, seat)
        if visible is None:
            return None
        event = visible
    return EventLine(event=event.record(), by=line.by, why=line.why)


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
@click.option("--seed", type=int, help="The seed of --auto; the same seed gives the same game.")
@rules
@database
def umpire(number: int | None, auto: bool, seed: int | None, db: str, more: tuple[str, ...], **begin: Any) -> None:
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
    path, store = begin.pop("table"), open_store(db)
    if number is None and not auto:
        # a game of a seed is the same in every database
        begin["rules"] = {**find_carried_setup(store, book), **begin["rules"]}
    with store.new() if number is None else store.open(number) as kept_game:
        book = book if number is None else books().book(read_log(kept_game.lines[:1]).header.game)
        table = _open_table(path, book)
        game = begin_game(kept_game, book, table, **begin) if number is None else resume_game(kept_game, book)
        with rescue_games(store, kept_game):
            if auto:
                _play_alone(game, book, random.Random(seed).randrange if seed is not None else secrets.randbelow)
            else:
                converse(game, _read_line, click.echo, secrets.randbelow, table, book.wording(game.state))
        _print_farewell(store, kept_game, game)


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
    from tablecam.commands.umpire import PaperTable

    return PaperTable(path, book)


def resume_game(kept: KeptGame, book: Book) -> Game[Any]:
    """A game where it was left, even in the middle of an action."""
    from tablecam.game.game import Game

    game = Game.resume(book.system, kept.lines, kept)
    if game.difference:
        click.echo(f"note: the rules have changed since: {game.difference}", err=True)
    return game


def _play_alone(game: Game[Any], book: Book, below: Below) -> None:
    """Play by itself and print everything, each answer after it is saved."""
    from tablecam.game.playthrough import autoplay, describe_line, name_question

    wording = book.wording(game.state)
    say, rolled = wording.told, wording.rolled
    for text in filter(None, (describe_line(game, line, say, rolled) for line in game.log.lines)):
        click.echo(text)
    for question, raw, lines in autoplay(game, below):
        texts = [text for line in lines if (text := describe_line(game, line, say, rolled))]
        click.echo("\n".join([f"> {name_question(question)} {spoken(raw)}", *texts]))


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


class PaperTable:
    """The table of a folder: its size, its terrain, the bases and heights of its models."""

    def __init__(self, path: Path, book: Book) -> None:
        from tablecam.storage.table_folder import read_folder

        self.path = path
        self.book = book
        self.folder = read_folder(path, camera_needed=False, materials=book.material_names)

    @property
    def setup(self) -> dict[str, Json]:
        """The table's part of a game's setup."""
        from tablecam.rules.books.game_setups import TABLE_IN

        if TABLE_IN not in self.book.setup_keys:
            return {}
        return {TABLE_IN: [self.folder.table.width_in, self.folder.table.depth_in]}

    def strangers(self, models: Sequence[str]) -> list[str]:
        """A sentence about the models that cannot be measured, since the roster lacks them."""
        from tablecam.storage.table_folder import MODELS

        missing = [model for model in models if model not in self.folder.roster.by_id]
        return [f"{self.path / MODELS} does not have {', '.join(missing)}: measure these yourselves"] if missing else []

    def snapshot(self, state: Any) -> Snapshot:
        """The places of the models, including casualties, since a player may still measure to a casualty's place."""
        from tablecam.rules.books.scenery_terrain import add_scenery
        from tablecam.table.miniature import Placed
        from tablecam.table.snapshot import Snapshot

        placements = [
            Placed(self.folder.roster.by_id[model], *place, heading_rad=0.0)
            for model, place in self.book.facts.list_places(state).items()
            if model in self.folder.roster.by_id
        ]
        table, terrain = self.folder.table, self.folder.terrain
        snapshot = Snapshot(0.0, tuple(placements), terrain, table.width_in, table.depth_in, grid=table.grid)
        return add_scenery(snapshot, state)

    def answer(self, ask: Ask[Any], state: Any) -> Json:
        """The measured answer; None where there is none, since only the players know what they move and place."""
        from tablecam.rules.books.book import TableNow
        from tablecam.rules.facts import Move
        from tablecam.rules.placing import Placing
        from tablecam.rules.scenery import get_scenery

        if isinstance(ask, Move | Placing):
            return None
        moment = TableNow(self.snapshot(state), {})
        standing = {placement.model.id for placement in moment.snapshot.models} | {*get_scenery(state).ids}
        return (
            self.book.facts.answer(ask, state, moment)
            if standing.issuperset(self.book.facts.list_models(ask))
            else None
        )

    def position(self, state: Any) -> str:
        """The position in snapshot notation, without the terrain, which the folder has."""
        from tablecam.table.notation import write

        return "\n".join(line for line in write(self.snapshot(state)).splitlines() if not line.startswith("terrain"))
