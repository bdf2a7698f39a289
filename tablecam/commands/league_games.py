"""`tablecam league add-games`: the umpired games of all tables, taken into a league all at once."""

import click

from tablecam.base.errors import TablecamError
from tablecam.club.league.stored_league import StoredLeague
from tablecam.club.league.umpired_friendlies import take_game, untaken
from tablecam.commands.club_events import by
from tablecam.commands.leagues import act_text, of_league
from tablecam.storage.tournament_store import TournamentStore


@click.command("add-games")
@click.option("--agreed", multiple=True, metavar="PERSON", help="A player who agrees that all their games count.")
@by
@of_league
def add_games(league: StoredLeague, agreed: tuple[str, ...], by: str) -> None:
    """Adds every umpired game of the database that the league lacks; gives the reason for each game that it leaves out.

    `tablecam hub fetch` brings the games of a hall's tables. The players are those named when the game began.
    """
    store = TournamentStore(league.store.engine)
    for person in agreed:
        league.league().find(person)
    for game in untaken(store, league.league()):
        line_count = len(league.lines)
        try:
            take_game(store, league, game, by, agreed)
        except TablecamError as fault:
            click.echo(f"game {game} is left out: {fault}")
            continue
        for line in league.lines[line_count:]:
            for act in line.did:
                click.echo(f"game {game}: {act_text(league.league(), act)}")


COMMANDS = (add_games,)
