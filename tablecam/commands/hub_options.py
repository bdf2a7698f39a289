"""Options that several commands of `tablecam hub` share, and the signal to end."""

import signal
import threading
from pathlib import Path
from types import FrameType

import click

# everybody on the machine can see a command line
FROM_ENVIRONMENT = {"db": "TABLECAM_HUB_DB", "broker": "TABLECAM_HUB_BROKER"}  # no text: names of variables

database = click.option(
    "--db",
    "db",
    required=True,
    envvar=FROM_ENVIRONMENT["db"],
    show_envvar=True,
    metavar="URL",
    help="The record: postgresql://user@host/name.",
)
broker = click.option(
    "--broker",
    required=True,
    envvar=FROM_ENVIRONMENT["broker"],
    show_envvar=True,
    metavar="URL",
    help="The broker: mqtts://user:secret@host, as `tablecam hub init` gave it.",
)
certificates = click.option(
    "--ca", type=click.Path(path_type=Path, dir_okay=False), help="Certificates to trust, if not the system's."
)


def stopped() -> threading.Event:
    """An event that is set at Ctrl-C, or when the program is asked to end."""
    stop = threading.Event()

    def handle_signal(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGINT, handle_signal)
    signal.signal(signal.SIGTERM, handle_signal)
    return stop
