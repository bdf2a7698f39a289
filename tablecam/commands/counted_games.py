"""`tablecam replay --statistics`: the statistics of one game, and of all closed games."""

from collections.abc import Mapping

import click

from tablecam.base.errors import TablecamError
from tablecam.commands.games import books, open_store
from tablecam.commands.shared_game import shareable
from tablecam.game.replay.game_statistics import Statistics, count, together
from tablecam.game.replay.recorded_game import RecordedGame
from tablecam.game.replay.statistics_charts import charts, title_by


def show_one(lines: tuple[str, ...]) -> None:
    """Print the statistics of a game; of an open game, only those that a spectator may know."""
    recorded = RecordedGame.read(lines, {}, books())
    _print_charts(count(shareable(recorded)), recorded.sides)


def show_all(db: str) -> None:
    """Print the combined statistics of all closed games of a database."""
    store, counts = open_store(db), []
    for kept_game in store.games():
        try:
            recorded = RecordedGame.read(store.read(kept_game.id), {}, books())
        except TablecamError as error:
            click.echo(f"game {kept_game.id} is left out: {error}", err=True)
            continue
        if recorded.closed:
            counts.append(count(shareable(recorded)))
    click.echo(f"{len(counts)} game{'s' * (len(counts) != 1)}")
    _print_charts(together(counts), {})


def _print_charts(counted: Statistics, sides: Mapping[str, str]) -> None:
    for chart in charts(counted, title_by(books()), sides):
        click.echo(f"{chart.title}:")
        if not chart.rows:
            click.echo(f"  {chart.text}")
            continue
        rows = [chart.columns, *chart.rows]
        widths = [max(len(row[column]) for row in rows) for column in range(len(chart.columns))]
        for label, *numbers in rows:
            cells = [number.rjust(width) for number, width in zip(numbers, widths[1:], strict=True)]
            click.echo(f"  {label.ljust(widths[0])}  {'  '.join(cells)}")
