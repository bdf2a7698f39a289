"""`tablecam doctor`: the state of this machine, one line a check, with advice where something is wrong."""

import json
import sys
from pathlib import Path

import click

from tablecam.commands.doctor_checks import Health, Wanted, checks, public

# do not import the games' commands here: they load every rulebook, and one fault would hide all answers
USUAL_DB = "games.db"
SIGN = {Health.GOOD: "good  ", Health.LOOK: "look  ", Health.STOPS: "STOPS "}


@click.command()
@click.option("--db", default=USUAL_DB, show_default=True, metavar="URL", help="Where games are kept.")
@click.option("--table", type=click.Path(path_type=Path), help="The table folder, to be looked at too.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address that the page is to be served at.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port that the page is to be served at.")
@click.option("--json", "as_json", is_flag=True, help="For a bug report; has no name of yours in it.")
@click.option(
    "--delay", metavar="SOURCE", help="Only measure how late this camera's pictures are; with --table, keep it."
)
def doctor(db: str, table: Path | None, host: str, port: int | None, as_json: bool, delay: str | None) -> None:
    """Looks at everything that a game needs: libraries, cameras, page, disk, database, port, time.

    Opens each camera for a moment, and changes nothing. Exit status 1 where something stops a game. With --delay the
    terminal flashes before a camera, which tells how late its pictures are; the table's folder keeps it.
    """
    if delay is not None:
        from tablecam.commands.doctor_delay import say_delay

        say_delay(delay, table)
        return
    reports = []
    for check in checks(Wanted(db, host, port, table)):
        reports.append({"about": check.about, "state": check.state.value, "says": public(check.says)})
        if not as_json:
            click.echo(f"{SIGN[check.state]}{check.about:<10} {reports[-1]['says']}")
    stopped = any(check["state"] == Health.STOPS for check in reports)
    if as_json:
        click.echo(json.dumps({"good": not stopped, "checks": reports}, indent=1))
    sys.exit(1 if stopped else 0)
