"""`tablecam certify`: the gauge card in five places makes the certificate of a table, as a page of PDF."""

import time
from collections.abc import Iterator
from pathlib import Path

import click

from calibration.registration import Registration
from hardware.gauge import LEFT_TAG, RIGHT_TAG
from tablecam.camera.latest_frame import every_frame
from tablecam.camera.recorded import Photos
from tablecam.camera.source import open_source
from tablecam.commands.options import table_folder
from tablecam.errors import BadPicture
from tablecam.setup.certificate_sheet import certificate_pdf, heading
from tablecam.setup.finding import GOOD
from tablecam.setup.gauge_step import FRAMES, GaugeStep
from tablecam.setup.known_places import known
from tablecam.setup.place_step import lens_for, registered, searched
from tablecam.setup.scale_step import PART as SCALE
from tablecam.setup.setup_state import SetupState
from tablecam.setup.table_certificate import (
    PLACES,
    TableCertificate,
    keep,
    kept,
    stale,
    still_wanted,
)
from tablecam.setup.table_certificate import (
    certify as made_by,
)
from tablecam.setup.true_scale import read_certificate
from tablecam.storage.text_file import write_bytes
from tablecam.vision.frame import Frame


@click.command()
@click.argument("source", required=False)
@table_folder
@click.option("--pdf", type=click.Path(path_type=Path), help="The file of the page.  [default: DIR/certificate.pdf]")
@click.option("--seconds", default=300.0, show_default=True, help="How long to watch a camera at most.")
def certify(source: str | None, table: Path, pdf: Path | None, seconds: float) -> None:
    """Certifies the table described in DIR by the printed gauge card, laid in five places.

    SOURCE is a camera's number, a video, or a folder of five pictures. Without SOURCE the certificate that the folder
    has is shown. The status is 1 unless everything is green.
    """
    found = kept(table) if source is None else _made(source, table, seconds)
    if found is None:
        raise BadPicture(f"{table} has no certificate yet: name a camera, or pictures of the gauge card in five places")
    old = stale(found, table, None)
    for line in _lines(found, old):
        click.echo(line)
    target = pdf or table / "certificate.pdf"
    write_bytes(target, certificate_pdf(found, table.resolve().name, old))
    click.echo(f"wrote {target}", err=True)
    if old is not None or found.verdict != GOOD:
        raise click.exceptions.Exit(1)


def _lines(certificate: TableCertificate, old: object) -> Iterator[str]:
    yield str(old or heading(certificate))
    for line in certificate.lines:
        yield f"  {line.finding.verdict:<8}{line.title}: {line.finding.says}"


def _made(source: str, table: Path, seconds: float) -> TableCertificate:
    state = SetupState(table)
    scale = read_certificate(state.part(SCALE))
    gauge = GaugeStep(table, state, lambda: scale is not None)
    gauge.forget()
    last: tuple[Frame, Registration] | None = None
    left, until = PLACES, time.monotonic() + seconds
    for frame in _frames(source):
        try:
            gauge.look(frame)
            last = (frame, _placed(table, frame))
        except BadPicture as refused:
            click.echo(f"tablecam: {refused}", err=True)
            continue
        wanted = PLACES - len(gauge.verdict.readings)
        if 0 < wanted < left:
            click.echo(str(still_wanted(wanted)), err=True)
        left = min(left, wanted)
        if wanted <= 0 or time.monotonic() > until:
            break
    if last is None:
        raise BadPicture(f"{source}: the table cannot be seen in it: put the camera back, and clear the reference tags")
    verdict = gauge.verdict
    made = made_by(table, *last, verdict.readings, verdict.true_in, scale)
    keep(table, made)
    return made


def _frames(source: str) -> Iterator[Frame]:
    """The frames of a source; a picture is as good as a card that lies still."""
    with open_source(source) as camera:
        times = FRAMES if isinstance(camera, Photos) else 1
        for frame in every_frame(camera, lambda sentence: click.echo(f"tablecam: {sentence}", err=True)):
            for _ in range(times):
                yield frame


def _placed(table: Path, frame: Frame) -> Registration:
    files = known(table)
    if files.table is None:
        raise BadPicture(f"{table} has no table that can be read: set it up first")
    return registered(files.table, frame, searched(frame, (LEFT_TAG, RIGHT_TAG)), lens_for(files, frame))
