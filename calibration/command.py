"""`tablecam calibrate`: from pictures of a board to a camera.yaml, or the reason why not."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from calibration.at_table import OverheadSetting
from calibration.boards import DEFAULT_BOARD, parse_board
from calibration.gathering import gather
from calibration.intrinsics import lens_of
from calibration.judgement import judge, reasons_in_a_row
from calibration.keeping import verdict, write_lens
from calibration.report import CalibrationReport, as_json, as_page
from calibration.views import LeftOut
from tablecam.base.errors import BadFile, NotCalibratable
from tablecam.base.i18n import Message
from tablecam.storage.text_file import write_text

# The number of left-out views that a refusal names before it says "and so on".
NAMED = 3


@dataclass(frozen=True)
class CalibrateOptions:
    """The arguments and options of the command."""

    sources: tuple[str, ...]
    folder: Path | None
    out: Path | None
    board: str
    page: Path | None
    height_in: float
    seconds: float
    name: str
    wants_json: bool
    force: bool


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--table", "folder", type=click.Path(path_type=Path), help="The table folder; writes its camera.yaml.")
@click.option("--out", type=click.Path(path_type=Path), help="The file to write instead of the table's camera.yaml.")
@click.option("--board", default=str(DEFAULT_BOARD), show_default=True, help="Which board; mm.")
@click.option("--report", "page", type=click.Path(path_type=Path), help="Write a page with pictures.")
@click.option("--height-in", default=60.0, show_default=True, type=click.FloatRange(6, 600), help="Camera over table.")
@click.option("--seconds", default=180.0, show_default=True, help="How long to watch a camera at most.")
@click.option("--name", default="camera", show_default=True, help="The camera's name in the file.")
@click.option("--json", "wants_json", is_flag=True, help="Print the report as JSON.")
@click.option("--force", is_flag=True, help="Write even where the verdict is no go.")
def calibrate(**order: Any) -> None:
    """Learn the lens from pictures of a board.

    SOURCE is a picture, a folder of pictures, a video, a camera's number or a stream's address; several are joined.
    Hold the board near and far, tilted each way, and in every corner of the picture.
    """
    _run_calibration(CalibrateOptions(**order))


def _run_calibration(options: CalibrateOptions) -> None:
    target = _choose_target(options.folder, options.out)
    if options.page and not options.page.resolve().parent.is_dir():
        raise BadFile(f"{options.page} cannot be written, there is no such folder: name another place with --report")
    report = _make_report(options)
    if options.page:
        write_text(options.page, as_page(report))
    if options.wants_json:
        click.echo(json.dumps(as_json(report), indent=1))
    else:
        _print_report(report)
    if not report.judgement.go and not options.force:
        reasons = reasons_in_a_row(report.judgement.refusals)
        raise NotCalibratable(Message("no go, nothing is written: {reasons}", reasons=reasons))
    if target:
        write_lens(target, report, options.name)
        click.echo(f"wrote {target}", err=True)


def _choose_target(folder: Path | None, out: Path | None) -> Path | None:
    if folder and not folder.is_dir():
        raise BadFile(f"{folder} is no table folder: make it, or name another with --table")
    return out or (folder / "camera.yaml" if folder else None)


def _make_report(options: CalibrateOptions) -> CalibrationReport:
    board = parse_board(options.board)
    gathered = gather(options.sources, board, options.seconds, lambda progress: click.echo(progress, err=True))
    if not gathered.views:
        raise NotCalibratable(f"no view of the board {board} was found, check --board" + _list_reasons(gathered.out))
    lens = lens_of(gathered.views)
    return CalibrationReport(
        board, lens, judge(lens, OverheadSetting(options.height_in)), (*gathered.out, *lens.out), options.height_in
    )


def _list_reasons(out: tuple[LeftOut, ...]) -> str:
    reasons = [f"{view.name}: {view.reason}" for view in out[:NAMED]] + (["and so on"] if len(out) > NAMED else [])
    return " (" + "; ".join(reasons) + ")" if reasons else ""


def _print_report(report: CalibrationReport) -> None:
    """Prints the report in a few lines."""
    lens, judgement = report.lens, report.judgement
    fx, fy, cx, cy = lens.fit.lens[:4]
    click.echo(f"{len(lens.views)} views, {lens.coverage.share:.0%} of the picture covered, lens model {lens.model}")
    click.echo(f"fx {fx:.2f}  fy {fy:.2f}  cx {cx:.2f}  cy {cy:.2f}  (focal length known to {lens.focal_sigma:.3%})")
    click.echo(f"corners {lens.fit.rms_px:.3f} px off, {lens.left_out_px:.3f} px in left-out views")
    for distance, error in judgement.table.distances.items():
        click.echo(f"{distance:g} in across the table: one sigma {error:.4f} in")
    for view in report.out:
        click.echo(f"{view.name} is left out: {view.reason}")
    for line in judgement.advice:
        click.echo(line)
    click.echo(verdict(report))
