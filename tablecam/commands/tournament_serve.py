"""`tablecam tournament serve`: the pages of club events, for a club room without a camera."""

from pathlib import Path

import click

from tablecam.commands.club_events import event_registry
from tablecam.commands.games import USUAL_DB
from tablecam.commands.organised_hall import organises
from tablecam.doors.hub.settings import desk_link
from tablecam.game.hosting.custody import Custody
from tablecam.table.roster import Roster
from webui import create_app
from webui.command import Serving, announce, at_terminal, kept_games, serving_options, wait_for_the_end
from webui.server import server
from webui.server.dependencies import Dependencies


@click.command()
@kept_games
@click.option(
    "--hub",
    "hub_url",
    envvar="TABLECAM_HUB_DESK",
    show_envvar=True,
    metavar="URL",
    help="The hall whose tables play the event, as `tablecam hub desk` prints it.  [default: as hub.toml says]",
)
@serving_options
def serve(db: str | None, hub_url: str | None, serving: Serving) -> None:
    """Serves the events on web pages: the organiser's desk, a projector, the players' phones. Needs no camera.

    With a hub, tables of a hall with their own databases know the event, and send their results by themselves.
    """
    access = serving.access_to(db or USUAL_DB)
    club = event_registry(db or USUAL_DB)
    link = desk_link(folder_of(db or USUAL_DB), hub_url)
    with Custody((club,), at_terminal).watching() as custody, organises(link, club, at_terminal):
        parts = Dependencies(None, lambda: Roster(()), access=access, club=club, custody=custody, desk=link)
        listener = server.bind(create_app(parts), serving.host, serving.port, serving.limits)
        announce(listener, serving, access)
        with listener.serving():
            wait_for_the_end(serving.seconds)


def folder_of(db: str) -> Path:
    """The folder of a database's hub.toml: next to its file, otherwise the working directory."""
    return Path() if "://" in db else Path(db).parent
