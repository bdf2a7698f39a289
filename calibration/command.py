"""`tablecam calibrate`: from pictures of a board to a camera.yaml, or the reason why not."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from calibration.boards import DEFAULT_BOARD
from tablecam.base.errors import BadFile, BadPicture, CameraUnavailable, NotCalibratable
from tablecam.base.i18n import Message
from tablecam.storage.text_file import write_text

if TYPE_CHECKING:
    from calibration.boards import Board
    from calibration.finder import BoardFinder
    from calibration.guided import Chooser
    from calibration.report import CalibrationReport
    from calibration.views import BoardView, LeftOut
    from tablecam.sensing.camera.recording import Photos
    from tablecam.sensing.camera.source import Source
    from tablecam.sensing.vision.frame import Frame

# reports the progress to the person at the terminal; the command line speaks English
Say = Callable[[str], None]
# A camera is given up after this time without a picture.
SILENT_S = 15.0


@dataclass(frozen=True)
class Gathered:
    """The views worth fitting, all of one size, and those left out."""

    views: tuple[BoardView, ...]
    out: tuple[LeftOut, ...]


def gather(sources: Sequence[str], board: Board, seconds: float, say: Say) -> Gathered:
    """Gathers the views of a board in all `sources`: every picture, and the good frames of videos and cameras.

    seconds: the longest time to watch a camera. say: receives sentences about the progress. Raises BadFile or
    CameraUnavailable for a source that cannot be read, and BadPicture for pictures of different sizes.
    """
    from calibration.finder import BoardFinder
    from calibration.views import BoardView, LeftOut, separate_views
    from tablecam.sensing.camera.recording import Photos
    from tablecam.sensing.camera.source import open_source

    finder, say = BoardFinder(board), _drop_repeats(say)
    results: list[BoardView | LeftOut] = []
    for text in sources:
        with open_source(text) as source:
            if isinstance(source, Photos):
                results += _view_photos(source, finder)
            else:
                results += _view_film(source, finder, seconds, say)
    views = [view for view in results if isinstance(view, BoardView)]
    _check_sizes(views)
    good, rejected = separate_views(views)
    return Gathered(tuple(good), (*(result for result in results if isinstance(result, LeftOut)), *rejected))


def _drop_repeats(say: Say) -> Say:
    """Says a sentence only if it differs from the last one."""
    latest = [""]

    def say_change(sentence: str) -> None:
        if sentence != latest[0]:
            latest[0] = sentence
            say(sentence)

    return say_change


def _view_photos(source: Photos, finder: BoardFinder) -> list[BoardView | LeftOut]:
    from calibration.views import LeftOut, make_view
    from tablecam.sensing.camera.recording import load_image

    results: list[BoardView | LeftOut] = []
    for path in source.paths:
        try:
            results.append(make_view(finder, load_image(path), path.name))
        except BadPicture:
            results.append(LeftOut(path.name, Message("it is not an image, or it is damaged")))
    return results


def _view_film(source: Source, finder: BoardFinder, seconds: float, say: Say) -> list[BoardView | LeftOut]:
    from calibration.guided import Chooser
    from tablecam.sensing.camera.source import frames

    chooser = Chooser(finder)
    try:
        for frame in _watch_camera(source, seconds) if source.live else frames(source, say):
            name = f"frame {frame.number}"  # no text
            _report_view(chooser, chooser.consider(frame, name), say, source.live)
            if chooser.enough:
                break
    except KeyboardInterrupt:
        # Ctrl-C at a camera means that there are enough views; a recording is stopped like any other work
        if not source.live:
            raise
        say("stopped; the views taken so far are used")  # no text
    return list(chooser.kept)


def _report_view(chooser: Chooser, seen: BoardView | LeftOut, say: Say, live: bool) -> None:
    from calibration.views import BoardView

    if isinstance(seen, BoardView):
        missing = ", ".join(chooser.coverage.missing)
        # no text
        say(f"view {len(chooser.kept)} taken" + (f"; still to be covered: {missing}" if missing else ""))
    elif live:
        say(str(seen.reason))


def _watch_camera(source: Source, seconds: float) -> Iterator[Frame]:
    """Yields the newest frame, over and over, until the time is up."""
    from tablecam.sensing.camera.latest_frame import LatestFrame

    start_s = last_frame_s = time.monotonic()
    number = -1
    with LatestFrame(source) as newest:
        while time.monotonic() < start_s + seconds and not newest.ended:
            frame = newest.wait(number)
            if frame is not None:
                number, last_frame_s = frame.number, time.monotonic()
                yield frame
            elif time.monotonic() - last_frame_s > SILENT_S:
                # no text
                raise CameraUnavailable(newest.trouble or f"{source.name} shows nothing: check cable and light")


def _check_sizes(views: Sequence[BoardView]) -> None:
    for view in views[1:]:
        if view.size != views[0].size:
            raise BadPicture(
                f"{view.name} is {view.size[0]} x {view.size[1]} pixels and {views[0].name} is "
                f"{views[0].size[0]} x {views[0].size[1]}: calibrate with pictures of one size"
            )


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
@click.option("--seconds", default=180.0, show_default=True, help="The longest time to watch a camera.")
@click.option("--name", default="camera", show_default=True, help="The camera's name in the file.")
@click.option("--json", "wants_json", is_flag=True, help="Print the report as JSON.")
@click.option("--force", is_flag=True, help="Write the file even if the calibration is not good enough.")
def calibrate(**order: Any) -> None:
    """Measures the lens from pictures of a board.

    SOURCE is a picture, a folder of pictures, a video, a camera's number or a stream's address; you may give several.
    Hold the board near and far, tilted each way, and in every corner of the picture.
    """
    _run_calibration(CalibrateOptions(**order))


def _run_calibration(options: CalibrateOptions) -> None:
    from calibration.judgement import reasons_in_a_row
    from calibration.report import as_json, as_page, write_lens

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
    from calibration.at_table import OverheadSetting
    from calibration.boards import parse_board
    from calibration.intrinsics import estimate_lens
    from calibration.judgement import judge
    from calibration.report import CalibrationReport

    board = parse_board(options.board)
    gathered = gather(options.sources, board, options.seconds, lambda progress: click.echo(progress, err=True))
    if not gathered.views:
        raise NotCalibratable(f"no view of the board {board} was found, check --board" + _list_reasons(gathered.out))
    lens = estimate_lens(gathered.views)
    return CalibrationReport(
        board, lens, judge(lens, OverheadSetting(options.height_in)), (*gathered.out, *lens.out), options.height_in
    )


def _list_reasons(out: tuple[LeftOut, ...]) -> str:
    reasons = [f"{view.name}: {view.reason}" for view in out[:NAMED]] + (["and so on"] if len(out) > NAMED else [])
    return " (" + "; ".join(reasons) + ")" if reasons else ""


def _print_report(report: CalibrationReport) -> None:
    """Prints the report in a few lines."""
    from calibration.report import verdict

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
