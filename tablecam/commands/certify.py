"""`tablecam certify`: the gauge card in seven places makes the certificate of a table, as a page of PDF."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecam.base.errors import BadPicture
from tablecam.commands.options import table_folder
from tablecam.storage.text_file import write_bytes

if TYPE_CHECKING:
    from tablecam.sensing.vision.frame import Frame
    from tablecam.setup.certified_camera import PlacedPicture
    from tablecam.setup.table_certificate import TableCertificate


@click.command()
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
@table_folder
@click.option("--pdf", type=click.Path(path_type=Path), help="The file of the page.  [default: DIR/certificate.pdf]")
@click.option("--seconds", default=300.0, show_default=True, help="The longest time to watch a camera.")
def certify(sources: tuple[str, ...], table: Path, pdf: Path | None, seconds: float) -> None:
    """Certifies the table described in DIR by the printed gauge card, laid in seven places and three directions.

    SOURCE is a camera's number, a video, or a folder of seven pictures; several are the cameras of the table, in the
    order of camera.yaml, camera-2.yaml and so on, all of which read the card. Without SOURCE the certificate that the
    folder has is shown. The status is 1 unless everything is green.
    """
    from tablecam.setup.certificate_sheet import certificate_pdf
    from tablecam.setup.finding import GOOD
    from tablecam.setup.table_certificate import load_certificate, stale

    certificate = _make_certificate(sources, table, seconds) if sources else load_certificate(table)
    if certificate is None:
        raise BadPicture(
            f"{table} has no certificate yet: name a camera, or pictures of the gauge card in seven places"
        )
    old = stale(certificate, table, {})
    for line in _certificate_lines(certificate, old):
        click.echo(line)
    target = pdf or table / "certificate.pdf"
    write_bytes(target, certificate_pdf(certificate, table.resolve().name, old))
    click.echo(f"wrote {target}", err=True)
    if old is not None or certificate.verdict != GOOD:
        raise click.exceptions.Exit(1)


def _certificate_lines(certificate: TableCertificate, old: object) -> Iterator[str]:
    from tablecam.setup.certificate_sheet import heading

    yield str(old or heading(certificate))
    for line in certificate.lines:
        yield f"  {line.finding.verdict:<8}{line.title}: {line.finding.says}"


def _make_certificate(sources: Sequence[str], table: Path, seconds: float) -> TableCertificate:
    from tablecam.sensing.vision.frame import get_images
    from tablecam.setup.gauge_step import GaugeStep
    from tablecam.setup.scale_step import PART as SCALE
    from tablecam.setup.setup_files import SetupState
    from tablecam.setup.table_certificate import PLACES, keep, still_wanted
    from tablecam.setup.table_certificate import certify as made_by
    from tablecam.setup.true_scale import read_certificate
    from tablecam.storage.table_folder import MOST_CAMERAS, lens_file, refuse_lensless

    state = SetupState(table)
    scale = read_certificate(state.part(SCALE))
    gauge = GaugeStep(table, state, lambda: scale is not None)
    refuse_lensless(len(sources), sum((table / lens_file(number)).exists() for number in range(MOST_CAMERAS)))
    gauge.forget()
    latest: dict[int, PlacedPicture] = {}
    remaining, until = PLACES, time.monotonic() + seconds
    for moment in _read_moments(sources):
        for number, frame in get_images(moment).items():
            try:
                gauge.look(frame, number)
                latest[number] = _place_picture(table, frame, number)
            except BadPicture as error:
                _print_note(f"camera {number + 1}: {error}" if len(sources) > 1 else str(error))
        missing = PLACES - gauge.verdict.places
        if 0 < missing < remaining:
            _print_note(str(still_wanted(missing)), "")
        remaining = min(remaining, missing)
        if missing <= 0 or time.monotonic() > until:
            break
    for number, source in enumerate(sources):
        if number not in latest:
            raise BadPicture(
                f"{source}: the table cannot be seen in it: put the camera back, and clear the reference tags"
            )
    verdict, pictures = gauge.verdict, [latest[number] for number in sorted(latest)]
    certificate = made_by(table, pictures, verdict.readings, verdict.true_in, scale, ruled=gauge.ruled)
    keep(table, certificate)
    return certificate


def _read_moments(sources: Sequence[str]) -> Iterator[Frame]:
    """The frames of one source, or the moments of several; a photo counts as a card that lies still."""
    from tablecam.sensing.camera.recording import Photos
    from tablecam.sensing.camera.several import moments
    from tablecam.sensing.camera.source import open_source
    from tablecam.setup.gauge_step import FRAMES

    with ExitStack() as stack:
        cameras = [stack.enter_context(open_source(source)) for source in sources]
        times = FRAMES if all(isinstance(camera, Photos) for camera in cameras) else 1
        for moment in moments(cameras, _print_note):
            for _ in range(times):
                yield moment


def _print_note(sentence: str, by: str = "tablecam: ") -> None:
    click.echo(f"{by}{sentence}", err=True)


def _place_picture(table: Path, frame: Frame, number: int) -> PlacedPicture:
    from hardware.gauge import TAG_MARKS_IN
    from tablecam.setup.certified_camera import PlacedPicture
    from tablecam.setup.place_step import lens_for, register_camera, search_tags
    from tablecam.setup.setup_files import load_files

    files = load_files(table, number)
    if files.table is None:
        raise BadPicture(f"{table} has no table that can be read: set it up first")
    return PlacedPicture(
        frame, register_camera(files.table, frame, search_tags(frame, tuple(TAG_MARKS_IN)), lens_for(files, frame))
    )
