"""`tablecam replay`: reads a game back: its transcript, its luck, and whether every ruling is reproduced."""

from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import click

from tablecam.base.errors import TablecamError
from tablecam.commands import counted_games, shared_game
from tablecam.commands.board_file import write_board
from tablecam.commands.games import books, database, open_store, rules
from tablecam.game.change_plan import Difference
from tablecam.game.dice_statistics import luck
from tablecam.game.fold import fold
from tablecam.game.log import BadLog, BoundaryLine, GameLog, read, read_log
from tablecam.game.transcript import Say, transcript
from tablecam.game.verify import verify, what_if
from tablecam.rules.books.book import Book
from tablecam.rules.plain import Json
from tablecam.rules.system import System
from tablecam.storage.game_jsonl import read_game, write_game
from tablecam.storage.game_store import BrokenLog


class NotIdentical(TablecamError):
    """Raised where a repeated ruling differs from the log."""


@click.command()
@click.argument("game", required=False)
@click.option("--verify", "verify_", is_flag=True, help="Make every ruling again from the recorded answers.")
@rules
@click.option("--export", type=click.Path(path_type=Path), metavar="FILE", help="Write the game as JSON Lines.")
@click.option(
    "--report", type=click.Path(path_type=Path), metavar="FILE", help="Write a battle report: one HTML file, to print."
)
@click.option(
    "--board", type=click.Path(path_type=Path), metavar="FILE", help="Draw the board: FILE ends in .svg or .png."
)
@click.option("--line", type=click.IntRange(min=1), metavar="N", help="With --board: after this line, not the last.")
@click.option(
    "--film", type=click.Path(path_type=Path), metavar="FILE", help="Write the game as a film of 30 s: animated WebP."
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write a replay for any web host, or to open from a disk: a page with an address for each line.",
)
@click.option("--import", "import_", is_flag=True, help="Keep the game of a file in the database, to go on with it.")
@click.option("--statistics", is_flag=True, help="Only what is counted: dice, shots, ways; without GAME, of all games.")
@database
def replay(game: str | None, db: str, statistics: bool, **wanted: Any) -> None:
    """Prints the transcript of GAME: its number in the database, or a file of JSON Lines. Without GAME lists them."""
    if game is None:
        counted_games.show_all(db) if statistics else _list_games(db)
        return
    lines, fault = _read_lines(game, db)
    log, fault = _parse_log(lines, fault)
    if fault and any(wanted.values()):
        raise fault
    book = books().book(log.header.game)
    system = book.system
    if fault:
        _show_readable(book, log, statistics, fault)
    if wanted["export"]:
        _export_game(wanted["export"], lines)
    write_board(wanted["board"], lines, wanted["line"])
    shared_game.write_wanted(wanted, lines, _find_begin_time(game, db))
    if wanted["import_"]:
        _import_game(db, lines)
    if wanted["verify_"]:
        _verify_game(system, log)
    if wanted["rules"]:
        _compare_rules(book, log, wanted["rules"])
    if not any(wanted.values()):
        _show_game(book, log, statistics)
        if statistics:
            counted_games.show_one(lines)


def _export_game(path: Path, lines: tuple[str, ...]) -> None:
    write_game(path, lines)
    click.echo(f"{path}: {len(lines)} lines")


def _find_begin_time(game: str, db: str) -> str:
    """The time at which a game of the database began; empty for a file."""
    games = open_store(db).games() if game.isdecimal() else ()
    return next((kept_game.begun for kept_game in games if kept_game.id == int(game)), "")


def _import_game(db: str, lines: tuple[str, ...]) -> None:
    store = open_store(db)
    with store.new() as stored:
        stored.append(lines)
        click.echo(f"game {stored.id} is kept in {store.name}: {len(lines)} lines")


def _show_readable(book: Book, log: GameLog, only_statistics: bool, broken: TablecamError) -> NoReturn:
    """Show the readable part of a broken log, then raise its fault, which matters more."""
    with suppress(TablecamError):
        _show_game(book, log, only_statistics)
    raise broken


def _read_lines(game: str, db: str) -> tuple[tuple[str, ...], TablecamError | None]:
    """The log of a game; of a broken log, the readable part and the fault."""
    try:
        return (open_store(db).read(int(game)) if game.isdecimal() else read_game(Path(game))), None
    except BrokenLog as broken:
        return broken.whole, broken


def _parse_log(lines: tuple[str, ...], broken: TablecamError | None) -> tuple[GameLog, TablecamError | None]:
    try:
        return read_log(lines), broken
    except BadLog as bad:
        if bad.whole is None or not bad.whole.lines:
            raise broken or bad from bad
        return bad.whole, broken or bad


def _list_games(db: str) -> None:
    for kept_game in open_store(db).games():
        header = read(kept_game.header, 1)
        tags = getattr(header, "tags", {})
        sides = ", ".join(f"{tag} {value}" for tag, value in tags.items())
        click.echo(
            f"{kept_game.id}: {getattr(header, 'game', '')}, begun {kept_game.begun}, {kept_game.lines} lines; {sides}"
        )


def _show_game(book: Book, log: GameLog, only_statistics: bool) -> None:
    if not only_statistics:
        click.echo(transcript(book.system, log, book.wording(book.system.new_game(log.header.setup))))
        _show_result(book, log)
    for seat in log.header.seats:
        rows = [row for row in luck(log) if row.seat == seat]
        click.echo("\n".join([f"dice of {seat}:", *(f"  {row}" for row in rows)]) if rows else f"dice of {seat}: none")


def _show_result(book: Book, log: GameLog) -> None:
    """Print the result of each side, where the rulebook has one."""
    state = fold(book.system, log)
    names = book.phrases.names(state, {})
    result = book.result(state, names)
    if result is None:
        return
    for row in result.sides:
        cells = (f"{column.title} {row.cells[column.key]}" for column in result.columns if column.key in row.cells)
        click.echo(f"{names(row.seat)}: {row.text or ', '.join(cells)}")
    if result.reason:
        click.echo(f"{result.headline}: {result.reason}")


def _verify_game(system: System[Any], log: GameLog) -> None:
    difference = verify(system, log)
    if difference:
        raise NotIdentical(f"not identical: {difference}")
    click.echo(f"identical: every ruling of {log.last} lines, made again, is as the log has it")


def _compare_rules(book: Book, log: GameLog, rules: dict[str, Json]) -> None:
    """Print a line for every procedure that the rules would change."""
    system = book.system
    differences = what_if(system, log, rules)
    say = book.wording(system.new_game(log.header.setup)).told
    for difference in differences:
        logged_text, new_text = (
            _describe_record(system, difference.logged, say),
            _describe_record(system, difference.now, say),
        )
        click.echo(
            f"line {difference.line}, {_find_procedure(log, difference)}: {logged_text}; it would be: {new_text}"
        )
    changed_rules = ", ".join(f"{key}={value}" for key, value in rules.items())
    click.echo(
        f"{len(differences)} ruling{'s' * (len(differences) != 1)} would have been otherwise with {changed_rules}"
    )


def _find_procedure(log: GameLog, difference: Difference) -> str:
    for number in reversed(log.since(1, difference.line + 1)):
        line = log[number]
        if isinstance(line, BoundaryLine):
            return line.boundary
    return "the beginning"


def _describe_record(system: System[Any], record: dict[str, Json] | None, say: Say) -> str:
    """A line of the log in words."""
    if record is None:
        return "nothing"
    if "event" in record:
        return str(say(system.event(record["event"])))
    ask = record.get("ask")
    if ask:
        who = ask.get("model") or ask.get("viewer")
        purpose = ask.get("purpose") or f"{ask['kind'].lower()} of {who}"
        check = ask.get("check")
        return f"asked for {purpose}" + (f", {_describe_check(check)}" if check else "")
    return str(record.get("boundary", record.get("answer", record)))


def _describe_check(check: dict[str, Json]) -> str:
    """The target of a roll: a number, a ladder of numbers, or another die."""
    if "sides" in check:
        return "{} against {}, tie {}".format(*check["chances"])
    if "steps" in check:
        return f"{'/'.join(map(str, check['steps']))} ({', '.join(check['chances'])})"
    return f"{check['needed']}+ ({check['odds']})"
