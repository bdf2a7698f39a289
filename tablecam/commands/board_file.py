"""`tablecam replay GAME --board FILE`: the board after a line, as a drawing or as pixels."""

from pathlib import Path

import click

from tablecam.base.errors import TablecamError
from tablecam.commands.games import books
from tablecam.game.replay.battle_report import codes_of
from tablecam.game.replay.board_png import png
from tablecam.game.replay.board_svg import board_svg, moment_of
from tablecam.game.replay.recorded_game import WHOLE, RecordedGame
from tablecam.storage.text_file import write_bytes, write_text


class NoBoard(TablecamError):
    """Raised where there is no board to draw at a line."""


def write_board(path: Path | None, lines: tuple[str, ...], line: int | None) -> None:
    """Draw the board of a log after a line (None: the last), in the format of the suffix. Both None: do nothing."""
    if path is None and line is None:
        return
    if path is None:
        raise click.UsageError("--line says which board to draw: add --board FILE")
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        raise click.UsageError(f"{path}: a board is drawn as .svg or .png")
    recorded = RecordedGame.read(lines, {}, books())
    number = line or recorded.log.last
    moment = moment_of(
        recorded.known_by(WHOLE), number, codes_of(recorded.phrases.people(recorded.state), recorded.seats)
    )
    if moment is None:
        raise NoBoard(f"nobody had measured where the models stood at line {number}")
    drawing = board_svg(moment)
    if kind == ".png":
        write_bytes(path, png(drawing))
    else:
        write_text(path, drawing)
    click.echo(f"{path}: the board after line {number}")
