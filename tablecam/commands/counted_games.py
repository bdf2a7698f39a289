"""`tablecam replay --statistics`: what can be counted of one game, and of all that are closed."""

from collections.abc import Mapping

import click

from tablecam.base.errors import TablecamError
from tablecam.commands.games import books, open_store
from tablecam.commands.shared_game import shareable
from tablecam.game.replay.game_statistics import Statistics, count, together
from tablecam.game.replay.recorded_game import RecordedGame
from tablecam.game.replay.statistics_charts import charts, title_by


def show_one(lines: tuple[str, ...]) -> None:
    """Prints what can be counted of a game; of one that is open, what a spectator knows."""
    past = RecordedGame.read(lines, {}, books())
    _print(count(shareable(past)), past.sides)


def show_all(db: str) -> None:
    """Prints what all games of a database that are closed come to; open ones count for nothing."""
    store, counted = open_store(db), []
    for kept_game in store.games():
        try:
            past = RecordedGame.read(store.read(kept_game.id), {}, books())
        except TablecamError as broken:
            click.echo(f"game {kept_game.id} is left out: {broken}", err=True)
            continue
        if past.closed:
            counted.append(count(shareable(past)))
    click.echo(f"{len(counted)} game{'s' * (len(counted) != 1)}")
    _print(together(counted), {})


def _print(counted: Statistics, sides: Mapping[str, str]) -> None:
    for chart in charts(counted, title_by(books()), sides):
        click.echo(f"{chart.title}:")
        if not chart.rows:
            click.echo(f"  {chart.text}")
            continue
        rows = [chart.columns, *chart.rows]
        widths = [max(len(row[column]) for row in rows) for column in range(len(chart.columns))]
        for first, *numbers in rows:
            cells = [number.rjust(width) for number, width in zip(numbers, widths[1:], strict=True)]
            click.echo(f"  {first.ljust(widths[0])}  {'  '.join(cells)}")
