"""Options that several commands share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from tablecam.doors.publishing.mqtt_target import MqttTarget, mqtt_target
from tablecam.doors.publishing.tuio_target import TuioTarget, parse_tuio_target

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
    """The options for TUIO receivers; they arrive as one argument, `tuio`, the targets."""

    @wraps(command)
    def with_targets(tuio: TuioTarget | None, tuio2: TuioTarget | None, **others: Any) -> None:
        command(tuio=tuple(target for target in (tuio, tuio2) if target), **others)

    metavar = "HOST[:PORT]"
    with_targets = click.option(
        "--tuio2", metavar=metavar, callback=_target_parser("2.0"), help="Send TUIO 2.0 there, over UDP."
    )(with_targets)
    return click.option(
        "--tuio", metavar=metavar, callback=_target_parser("1.1"), help="Send TUIO 1.1 there, over UDP."
    )(with_targets)


def mqtt_option(command: Callable[..., None]) -> Callable[..., None]:
    """The option for an MQTT broker that receives the table; it arrives as `mqtt`, an MqttTarget or None."""
    return click.option(
        "--mqtt",
        metavar="URL",
        callback=_parse_mqtt,
        # everybody on the machine can see a command line
        envvar="TABLECAM_MQTT",
        show_envvar=True,
        help="Publish the table at this MQTT broker, for instance for Home Assistant: mqtt://user:secret@host/NAME.",
    )(command)


def _parse_mqtt(_context: click.Context, _option: click.Parameter, url: str | None) -> "MqttTarget | None":
    try:
        return None if url is None else mqtt_target(url)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def _target_parser(version: str) -> Callable[[click.Context, click.Parameter, str | None], "TuioTarget | None"]:
    def parse_target(_context: click.Context, _option: click.Parameter, text: str | None) -> "TuioTarget | None":
        try:
            return None if text is None else parse_tuio_target(text, version)
        except ValueError as wrong:
            raise click.BadParameter(str(wrong)) from None

    return parse_target
