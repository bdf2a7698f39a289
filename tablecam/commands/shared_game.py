"""The shared forms of a game from `tablecam replay`: the battle report, the film, the replay as a folder."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click

from tablecam.base.errors import TablecamError
from tablecam.commands.games import books
from tablecam.game.hosting.roles import NOBODY
from tablecam.game.replay import film
from tablecam.game.replay.battle_report import codes_of, day, report
from tablecam.game.replay.recorded_game import WHOLE, RecordedGame
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.storage.own_folder import own_files, write_own_folder
from tablecam.storage.text_file import write_text
from webui.replay.folder import MARKER, PublishedReplay, folder_files

Lines = tuple[str, ...]


def write_wanted(wanted: Mapping[str, Path | None], lines: Lines, begun: str) -> None:
    """Write the requested forms of a game: each option's name with its path."""
    for kind, write in WRITERS.items():
        path = wanted[kind]
        if path:
            write(path, lines, begun)


def write_report(path: Path, lines: Lines, begun: str) -> None:
    """Write the battle report of a whole game."""
    write_text(path, report(RecordedGame.read(lines, {}, books()).known_by(WHOLE), day(begun)))
    click.echo(f"{path}: the battle report")


def write_film(path: Path, lines: Lines, _begun: str) -> None:
    """Write the film of a game; TablecamError where nothing has happened in it."""
    scenes = film.film_scenes(shareable(RecordedGame.read(lines, {}, books())))
    if not scenes:
        raise TablecamError("nothing has happened in this game yet: there is nothing to film")
    with _show_progress(path, len(scenes)) as progress:
        film.write_film(path, scenes, progress)
    click.echo(f"{path}: the film, {len(scenes)} pictures")


def write_folder(folder: Path, lines: Lines, begun: str) -> None:
    """Write the replay of a game as a folder: a closed game whole, an open one as spectators know it."""
    # refuse before the work, not after it
    own_files(folder, MARKER)
    recorded = RecordedGame.read(lines, {}, books())
    codes = codes_of(recorded.phrases.people(recorded.state), recorded.seats)
    with _show_progress(folder, 0) as progress:
        parts, pages = folder_files(PublishedReplay(recorded, shareable(recorded), codes, begun), progress)
    write_own_folder(folder, MARKER, parts, pages)
    click.echo(f"{folder / 'index.html'}: the replay, {'whole' if recorded.closed else NOT_CLOSED}")


def shareable(past: RecordedGame) -> SeatHistory:
    """The history that everybody may see: all of a closed game, a spectator's knowledge of an open one."""
    return past.known_by(WHOLE if past.closed else NOBODY)


NOT_CLOSED = "as a spectator knows it: the game is not closed"
WRITERS: dict[str, Callable[[Path, Lines, str], None]] = {
    "report": write_report,
    "film": write_film,
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
