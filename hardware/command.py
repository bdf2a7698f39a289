"""`tablecam print`: sheets, boards, trays and the rig's figures, into a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablecam.base.errors import BadFile
from tablecam.storage.text_file import write_bytes

if TYPE_CHECKING:
    from hardware.catalogue import Files
    from hardware.sheet import Paper

OUT = click.option(
    "--out", default="tablecam-print", show_default=True, type=click.Path(path_type=Path), help="Folder."
)
PAPER = click.option(
    "--paper",
    default="a4",
    show_default=True,
    type=click.Choice(["a4", "letter", "a3", "tabloid"]),
    help="Size of the sheets.",
)
SIZES = click.option(
    "--size", "sizes_mm", multiple=True, type=float, help="Tag over its white ring, mm: 20, 24; may be repeated."
)


@click.group("print", short_help="Sheets, boards and trays at true scale.")
def print_() -> None:
    """Make PDF sheets at true scale, trays as STL and as paper templates, and the camera rig's figures.

    Print at 100 % on matte paper and measure the bars on each sheet before use.
    """


@print_.command("all")
@OUT
@PAPER
def print_all(out: Path, paper: str) -> None:
    """Prints everything in its default form."""
    from hardware import catalogue

    _write_files(catalogue.everything(_get_paper(paper)), out)


@print_.command("tags")
@OUT
@PAPER
@click.option("--ids", default="0-39", show_default=True, help="Tag numbers, like 0-39 or 3,7,10-12.")
@SIZES
def print_tags(out: Path, paper: str, ids: str, sizes_mm: tuple[float, ...]) -> None:
    """Tags for the models."""
    from hardware import catalogue

    _write_files(catalogue.tag_files(_get_paper(paper), ids, sizes_mm or catalogue.TAG_SIZES_MM), out)


@print_.command("reference")
@OUT
@PAPER
@click.option("--ids", default="40-47", show_default=True, help="Tag numbers, like 40-47.")
@click.option(
    "--size", "size_mm", default=40.0, show_default=True, help="Edge of the black square, mm, as in table.toml."
)
def print_reference(out: Path, paper: str, ids: str, size_mm: float) -> None:
    """Reference tags for the table."""
    from hardware import catalogue

    _write_files(catalogue.reference_files(_get_paper(paper), ids, size_mm), out)


@print_.command("charuco")
@OUT
@PAPER
@click.option("--squares", help="Columns x rows, like 11x8.")
@click.option("--square", "square_mm", type=float, help="Edge of a square, mm.")
@click.option("--marker", "marker_mm", type=float, help="Edge of a marker, mm.")
@click.option("--dictionary", help="OpenCV's name for the set of markers, like DICT_5X5_100.")
def print_charuco(out: Path, paper: str, **changes: Any) -> None:
    """A ChArUco board for calibration."""
    from dataclasses import replace

    from hardware import catalogue

    usual = catalogue.usual_charuco(_get_paper(paper))
    _write_files(catalogue.charuco_files(_get_paper(paper), replace(usual, **_to_board_fields(changes))), out)


@print_.command("chessboard")
@OUT
@PAPER
@click.option("--squares", help="Columns x rows of squares, like 10x7.")
@click.option("--square", "square_mm", type=float, help="Edge of a square, mm.")
def print_chessboard(out: Path, paper: str, **changes: Any) -> None:
    """A chessboard for calibration."""
    from dataclasses import replace

    from hardware import catalogue

    usual = catalogue.usual_chessboard(_get_paper(paper))
    _write_files(catalogue.chessboard_files(_get_paper(paper), replace(usual, **_to_board_fields(changes))), out)


@print_.command("gauge")
@OUT
@PAPER
def print_gauge(out: Path, paper: str) -> None:
    """A card of 12.00 in with a tag at each end, to check the camera by."""
    from hardware import catalogue

    _write_files(catalogue.gauge_files(_get_paper(paper)), out)


@print_.command("dice-tray")
@OUT
@PAPER
def print_dice_tray(out: Path, paper: str) -> None:
    """The sheet of a dice tray, with a tag in each corner for its camera."""
    from hardware import catalogue

    _write_files(catalogue.dice_tray_files(_get_paper(paper)), out)


@print_.command("trays")
@OUT
@PAPER
@SIZES
@click.option("--base", "bases", multiple=True, help="32, 75x42 (oval) or rectangle:50x25, mm; may be repeated.")
@click.option("--tags", default=1, show_default=True, type=click.IntRange(1, 2), help="Tags on a tray: behind, before.")
def print_trays(out: Path, paper: str, sizes_mm: tuple[float, ...], bases: tuple[str, ...], tags: int) -> None:
    """Trays as STL and as paper templates, and their lines for models.toml."""
    from hardware import catalogue
    from hardware.tray import COMMON_BASES

    chosen_bases = [catalogue.parse_base(base) for base in bases] or COMMON_BASES
    files = catalogue.tray_files(_get_paper(paper), chosen_bases, sizes_mm or catalogue.TAG_SIZES_MM, tags)
    _write_files(files, out)
    click.echo(files["trays.toml"].decode())


@print_.command("rig")
@click.option(
    "--fov",
    "fields_deg",
    multiple=True,
    type=click.FloatRange(1, 170),
    help="Across the picture, degrees; may be repeated.",
)
@click.option(
    "--height",
    "heights_cm",
    multiple=True,
    type=click.FloatRange(10, 1000),
    help="Lens above table, cm; may be repeated.",
)
@click.option("--table", "table", default="48x48", show_default=True, help="Sides of the table, in.")
def print_rig(fields_deg: tuple[float, ...], heights_cm: tuple[float, ...], table: str) -> None:
    """The area that each camera covers from each height, and the pixels a tag's cell gets."""
    from hardware import rig

    views = rig.views(rig.CAMERAS, fields_deg or rig.FIELDS_DEG, heights_cm, rig.parse_table(table))
    click.echo(rig.view_table(views), nl=False)


def _get_paper(name: str) -> Paper:
    from hardware.sheet import PAPERS

    return PAPERS[name]


def _to_board_fields(given: dict[str, Any]) -> dict[str, Any]:
    """Converts the options on the command line to fields of a board."""
    from hardware.catalogue import parse_squares

    changes = {name: value for name, value in given.items() if value is not None}
    if "squares" in changes:
        changes["columns"], changes["rows"] = parse_squares(changes.pop("squares"))
    return changes


def _write_files(files: Files, out: Path) -> None:
    from hardware.command import deliver

    for path in deliver(files, out):
        click.echo(path)


def deliver(files: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Writes every file under its name in `folder`, which is made if necessary, and returns their paths in the same
    order.

    A file appears under its name only when all of it is on disk. Raises CannotPrint if the folder cannot be written.
    """
    from hardware.sheet import CannotPrint

    try:
        for name, content in files.items():
            write_bytes(folder / name, content)
    except BadFile as fault:
        raise CannotPrint(f"{fault}; choose another folder with --out") from fault  # no text
    return [folder / name for name in files]
