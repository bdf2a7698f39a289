"""`tablecam tournament serve`: the pages of club events, for a club room without a camera."""

import click

from tablecam.commands.club_events import event_registry
from tablecam.commands.games import USUAL_DB
from tablecam.hosting.custody import Custody
from tablecam.table.roster import Roster
from webui import create_app, server
from webui.command import Serving, announce, at_terminal, kept_games, serving_options, wait_for_the_end
from webui.dependencies import Dependencies


@click.command()
@kept_games
@serving_options
def serve(db: str | None, serving: Serving) -> None:
    """Serves the events on web pages: the organiser's desk, a projector, the players' phones. Needs no camera."""
    access = serving.access_to(db or USUAL_DB)
    club = event_registry(db or USUAL_DB)
    with Custody((club,), at_terminal).watching() as custody:
        parts = Dependencies(None, lambda: Roster(()), access=access, club=club, custody=custody)
        listener = server.bind(create_app(parts), serving.host, serving.port, serving.limits)
        announce(listener, serving, access)
        with listener.serving():
            wait_for_the_end(serving.seconds)
