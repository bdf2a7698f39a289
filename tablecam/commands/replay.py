"""`tablecam replay`: reads a game back: its transcript, its luck, and whether every ruling is reproduced."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click

from tablecam.base.errors import TablecamError
from tablecam.commands.options import (
    book_option,
    books,
    database,
    get_crops_folder,
    get_frames_folder,
    open_store,
    rules,
)
from tablecam.rules.plain import Json
from tablecam.storage.text_file import write_bytes, write_text

if TYPE_CHECKING:
    from tablecam.game.change_plan import Difference
    from tablecam.game.log import GameLog
    from tablecam.game.replay.game_statistics import Statistics
    from tablecam.game.replay.recorded_game import RecordedGame
    from tablecam.game.replay.seat_history import SeatHistory
    from tablecam.game.transcript import Say
    from tablecam.rules.books.book import Book
    from tablecam.rules.system import System
    from tablecam.storage.frame_ring import KeptFrame


class NoBoard(TablecamError):
    """Raised where there is no board to draw at a line."""


def write_board(path: Path | None, lines: tuple[str, ...], line: int | None) -> None:
    """Draw the board of a log after a line (None: the last), in the format of the suffix. Both None: do nothing."""
    if path is None and line is None:
        return
    from tablecam.game.replay.battle_report import assign_codes
    from tablecam.game.replay.board_svg import board_svg, find_moment, png
    from tablecam.game.replay.recorded_game import WHOLE, RecordedGame

    if path is None:
        raise click.UsageError("--line says which board to draw: add --board FILE")
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        raise click.UsageError(f"{path}: a board is drawn as .svg or .png")
    recorded = RecordedGame.read(lines, {}, books())
    number = line or recorded.log.last
    moment = find_moment(
        recorded.view_as(WHOLE), number, assign_codes(recorded.phrases.people(recorded.state), recorded.seats)
    )
    if moment is None:
        raise NoBoard(f"nobody had measured where the models stood at line {number}")
    drawing = board_svg(moment)
    if kind == ".png":
        write_bytes(path, png(drawing))
    else:
        write_text(path, drawing)
    click.echo(f"{path}: the board after line {number}")


class NotIdentical(TablecamError):
    """Raised where a repeated ruling differs from the log."""


@click.command()
@book_option
@click.argument("game", required=False)
@click.option("--verify", "verify_", is_flag=True, help="Repeat every ruling from the recorded answers, and compare.")
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
    "--highlights",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write 40 s of the camera's kept frames around the key moments: FILE ends in .webm, or .mp4 with PyAV.",
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write a replay for any web host, or to open from a disk: a page with an address for each line.",
)
@click.option("--import", "import_", is_flag=True, help="Copy the game of a file into the database, to continue it.")
@click.option(
    "--statistics", is_flag=True, help="Print only the statistics: dice, shots, distances; without GAME, of all games."
)
@database
def replay(game: str | None, db: str, statistics: bool, **wanted: Any) -> None:
    """Prints the transcript of GAME: its number in the database, or a file of JSON Lines. Without GAME, lists games."""
    if game is None:
        show_all_statistics(db) if statistics else _list_games(db)
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
    write_wanted(wanted, lines, partial(_find_kept, game, db))
    if wanted["import_"]:
        _import_game(db, lines)
    if wanted["verify_"]:
        _verify_game(system, log)
    if wanted["rules"]:
        _compare_rules(book, log, wanted["rules"])
    if not any(wanted.values()):
        _show_game(book, log, statistics)
        if statistics:
            show_game_statistics(lines)


def _export_game(path: Path, lines: tuple[str, ...]) -> None:
    from tablecam.storage.game_store import write_game

    write_game(path, lines)
    click.echo(f"{path}: {len(lines)} lines")


class Kept(NamedTuple):
    """The time when a game began, its photographs by their lines, and its frames: kept beside its log."""

    begun: str = ""
    photographs: Sequence[int] = ()
    load: Callable[[int], bytes | None] = lambda _line: None
    frames: Sequence[KeptFrame] = ()
    read_frame: Callable[[KeptFrame], bytes | None] = lambda _frame: None


def _find_kept(game: str, db: str) -> Kept:
    """The things kept beside the log of a game of the database; nothing for a file."""
    from tablecam.game.replay.archive import Archive
    from tablecam.storage.crops import Crops
    from tablecam.storage.frame_ring import FrameRing

    if not game.isdecimal():
        return Kept()
    archive, number = Archive(open_store(db), books(), crops=Crops(get_crops_folder(db))), int(game)
    ring = FrameRing(get_frames_folder(db))
    frames = ring.list_frames(number, 1000 * archive.begun_s(number))
    photographs = archive.list_photographs(number)
    return Kept(archive.begun(number), photographs, partial(archive.photograph, number), frames, ring.read_frame)


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
    from tablecam.storage.game_store import BrokenLog, read_game

    try:
        return (open_store(db).read(int(game)) if game.isdecimal() else read_game(Path(game))), None
    except BrokenLog as broken:
        return broken.whole, broken


def _parse_log(lines: tuple[str, ...], broken: TablecamError | None) -> tuple[GameLog, TablecamError | None]:
    from tablecam.game.log import BadLog, read_log

    try:
        return read_log(lines), broken
    except BadLog as bad:
        if bad.whole is None or not bad.whole.lines:
            raise broken or bad from bad
        return bad.whole, broken or bad


def _list_games(db: str) -> None:
    from tablecam.game.log import read

    for kept_game in open_store(db).games():
        header = read(kept_game.header, 1)
        tags = getattr(header, "tags", {})
        sides = ", ".join(f"{tag} {value}" for tag, value in tags.items())
        click.echo(
            f"{kept_game.id}: {getattr(header, 'game', '')}, begun {kept_game.begun}, {kept_game.lines} lines; {sides}"
        )


def _show_game(book: Book, log: GameLog, only_statistics: bool) -> None:
    from tablecam.game.dice_statistics import luck
    from tablecam.game.transcript import transcript

    if not only_statistics:
        click.echo(transcript(book.system, log, book.wording(book.system.new_game(log.header.setup))))
        _show_result(book, log)
    for seat in log.header.seats:
        rows = [row for row in luck(log) if row.seat == seat]
        click.echo("\n".join([f"dice of {seat}:", *(f"  {row}" for row in rows)]) if rows else f"dice of {seat}: none")


def _show_result(book: Book, log: GameLog) -> None:
    """Print the result of each side, where the rulebook has one."""
    from tablecam.game.change_plan import fold

    state = fold(book.system, log)
    names = book.phrases.build_names(state, {})
    result = book.result(state, names)
    if result is None:
        return
    for row in result.sides:
        cells = (f"{column.title} {row.cells[column.key]}" for column in result.columns if column.key in row.cells)
        click.echo(f"{names(row.seat)}: {row.text or ', '.join(cells)}")
    if result.reason:
        click.echo(f"{result.headline}: {result.reason}")


def _verify_game(system: System[Any], log: GameLog) -> None:
    from tablecam.game.verify import verify

    difference = verify(system, log)
    if difference:
        raise NotIdentical(f"not identical: {difference}")
    click.echo(f"identical: every ruling of {log.last} lines, made again, is as the log has it")


def _compare_rules(book: Book, log: GameLog, rules: dict[str, Json]) -> None:
    """Print a line for every procedure that the rules would change."""
    from tablecam.game.verify import what_if

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
    from tablecam.game.log import BoundaryLine

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


Lines = tuple[str, ...]


def write_wanted(wanted: Mapping[str, Path | None], lines: Lines, find_kept: Callable[[], Kept]) -> None:
    """Write the requested forms of a game: each option's name with its path."""
    for kind, write in WRITERS.items():
        path = wanted[kind]
        if path:
            write(path, lines, find_kept())


def write_report(path: Path, lines: Lines, kept: Kept) -> None:
    """Write the battle report of a whole game."""
    from tablecam.game.replay.battle_report import day, report
    from tablecam.game.replay.photographs import Photographs
    from tablecam.game.replay.recorded_game import WHOLE, RecordedGame

    game = RecordedGame.read(lines, {}, books()).view_as(WHOLE)
    photographs = Photographs(game, kept.photographs, kept.load)
    write_text(path, report(game, day(kept.begun), photographs=photographs))
    click.echo(f"{path}: the battle report")


def write_film(path: Path, lines: Lines, kept: Kept) -> None:
    """Write the film of a game; TablecamError where nothing has happened in it."""
    from tablecam.game.replay import film
    from tablecam.game.replay.photographs import Photographs
    from tablecam.game.replay.recorded_game import RecordedGame

    game = shareable(RecordedGame.read(lines, {}, books()))
    scenes = film.film_scenes(game, photographs=Photographs(game, kept.photographs, kept.load))
    if not scenes:
        raise TablecamError("nothing has happened in this game yet: there is nothing to film")
    with _show_progress(path, len(scenes)) as progress:
        film.write_film(path, scenes, progress)
    click.echo(f"{path}: the film, {len(scenes)} pictures")


def write_highlights(path: Path, lines: Lines, kept: Kept) -> None:
    """Write the film of a game's highlights; TablecamError if no frames of them were kept."""
    from tablecam.game.replay.camera_film import plan_camera_film, write_camera_film
    from tablecam.game.replay.recorded_game import RecordedGame

    film = plan_camera_film(shareable(RecordedGame.read(lines, {}, books())), kept.frames, kept.read_frame)
    with _show_progress(path, film.image_count) as progress:
        write_camera_film(path, film, progress)
    click.echo(f"{path}: the highlights, {len(film.clips)} moments")


def write_folder(folder: Path, lines: Lines, kept: Kept) -> None:
    """Write the replay of a game as a folder: a closed game whole, an open one as spectators know it."""
    from tablecam.game.replay.battle_report import assign_codes
    from tablecam.game.replay.recorded_game import RecordedGame
    from tablecam.storage.own_folder import own_files, write_own_folder
    from webui.replay.folder import MARKER, PublishedReplay, folder_files

    # refuse before the work, not after it
    own_files(folder, MARKER)
    recorded = RecordedGame.read(lines, {}, books())
    codes = assign_codes(recorded.phrases.people(recorded.state), recorded.seats)
    with _show_progress(folder, 0) as progress:
        parts, pages = folder_files(PublishedReplay(recorded, shareable(recorded), codes, kept.begun), progress)
    write_own_folder(folder, MARKER, parts, pages)
    click.echo(f"{folder / 'index.html'}: the replay, {'whole' if recorded.closed else NOT_CLOSED}")


def shareable(past: RecordedGame) -> SeatHistory:
    """The history that everybody may see: all of a closed game, a spectator's knowledge of an open one."""
    from tablecam.game.hosting.log_view import NOBODY
    from tablecam.game.replay.recorded_game import WHOLE

    return past.view_as(WHOLE if past.closed else NOBODY)


NOT_CLOSED = "as a spectator knows it: the game is not closed"
WRITERS: dict[str, Callable[[Path, Lines, Kept], None]] = {
    "report": write_report,
    "film": write_film,
    "highlights": write_highlights,
    "folder": write_folder,
}


@contextmanager
def _show_progress(path: Path, steps: int) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on the terminal; Ctrl+C ends it without a trace.

    steps: 0 if only the first step gives their number.
    """
    with click.progressbar(length=steps, label=str(path), file=sys.stderr) as bar:

        def update_bar(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield update_bar
        bar.update((bar.length or 0) - bar.pos)


def show_game_statistics(lines: tuple[str, ...]) -> None:
    """Print the statistics of a game; of an open game, only those that a spectator may know."""
    from tablecam.game.replay.game_statistics import count
    from tablecam.game.replay.recorded_game import RecordedGame

    recorded = RecordedGame.read(lines, {}, books())
    _print_charts(count(shareable(recorded)), recorded.sides)


def show_all_statistics(db: str) -> None:
    """Print the combined statistics of all closed games of a database."""
    from tablecam.game.replay.game_statistics import count, together
    from tablecam.game.replay.recorded_game import RecordedGame

    store, counts = open_store(db), []
    for kept_game in store.games():
        try:
            recorded = RecordedGame.read(store.read(kept_game.id), {}, books())
        except TablecamError as error:
            click.echo(f"game {kept_game.id} is left out: {error}", err=True)
            continue
        if recorded.closed:
            counts.append(count(shareable(recorded)))
    click.echo(f"{len(counts)} game{'s' * (len(counts) != 1)}")
    _print_charts(together(counts), {})


def _print_charts(counted: Statistics, sides: Mapping[str, str]) -> None:
    from tablecam.game.replay.statistics_charts import charts, make_titler

    for chart in charts(counted, make_titler(books()), sides):
        click.echo(f"{chart.title}:")
        if not chart.rows:
            click.echo(f"  {chart.text}")
            continue
        rows = [chart.columns, *chart.rows]
        widths = [max(len(row[column]) for row in rows) for column in range(len(chart.columns))]
        for label, *numbers in rows:
            cells = [number.rjust(width) for number, width in zip(numbers, widths[1:], strict=True)]
            click.echo(f"  {label.ljust(widths[0])}  {'  '.join(cells)}")
