"""Options that several commands share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from tablecam.doors.publishing.mqtt_target import MqttTarget, mqtt_target
from tablecam.doors.publishing.tuio_target import TuioTarget, target_of

table_folder = click.option(
    "--table",
    "table",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The table folder: camera.yaml, table.toml, models.toml, terrain.geojson.",
)
as_json = click.option("--json", "json_", is_flag=True, help="One JSON object a line.")


def tuio_options(command: Callable[..., None]) -> Callable[..., None]:
    """To whom frames of TUIO are sent; they arrive as one argument, `tuio`, the targets."""

    @wraps(command)
    def told(tuio: TuioTarget | None, tuio2: TuioTarget | None, **others: Any) -> None:
        command(tuio=tuple(target for target in (tuio, tuio2) if target), **others)

    shown = "HOST[:PORT]"
    told = click.option("--tuio2", metavar=shown, callback=_target("2.0"), help="Send TUIO 2.0 there, over UDP.")(told)
    return click.option("--tuio", metavar=shown, callback=_target("1.1"), help="Send TUIO 1.1 there, over UDP.")(told)


def mqtt_option(command: Callable[..., None]) -> Callable[..., None]:
    """The broker that is told a table; it arrives as `mqtt`, an MqttTarget or None."""
    return click.option(
        "--mqtt",
        metavar="URL",
        callback=_mqtt,
        # what stands on a command line is seen by everybody on the machine
        envvar="TABLECAM_MQTT",
        show_envvar=True,
        help="Tell the table to this MQTT broker, for Home Assistant and others: mqtt://user:secret@host/NAME.",
    )(command)


def _mqtt(_context: click.Context, _option: click.Parameter, url: str | None) -> "MqttTarget | None":
    try:
        return None if url is None else mqtt_target(url)
    except ValueError as wrong:
        raise click.BadParameter(str(wrong)) from None


def _target(version: str) -> Callable[[click.Context, click.Parameter, str | None], "TuioTarget | None"]:
    def read(_context: click.Context, _option: click.Parameter, text: str | None) -> "TuioTarget | None":
        try:
            return None if text is None else target_of(text, version)
        except ValueError as wrong:
            raise click.BadParameter(str(wrong)) from None

    return read
