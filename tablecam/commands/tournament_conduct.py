"""`tablecam tournament`, beside the games: cards and penalties, points for late players, and prizes."""

import click

from tablecam.club.event import entrant_acts
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.tournament.penalising import RED, YELLOW, penalty_in_words
from tablecam.commands.club_events import by, of_event, reason, run_command


@click.command()
@click.argument("player", required=False)
@click.option("--card", type=click.Choice([YELLOW, RED]), help="A yellow or a red card.")
@click.option("--points", type=int, default=0, help="The points to take away.")
@click.option("--lift", "number", type=int, metavar="NUMBER", help="Take this penalty of PLAYER back, from 1.")
@reason
@by
@of_event
def penalty(  # noqa: PLR0913 - what a penalty says
    club: StoredEvent, player: str | None, card: str | None, points: int, number: int | None, by: str, reason: str
) -> None:
    """Gives PLAYER a card, or takes points, for a reason (S4); prints the penalties."""
    if player and number is not None:
        run_command(club, by, lambda event: entrant_acts.lift_penalty(event, player, number, reason))
    elif player and (card or points):
        run_command(club, by, lambda event: entrant_acts.penalise_player(event, player, card or "", points, reason))
    else:
        event, lines = club.state.event, []
        for who, penalties in event.penalties.items():
            for position, entry in enumerate(penalties, 1):
                if player in (None, who):
                    lines.append(f"{event.entrants[who]}, {position}: {penalty_in_words(entry)} ({entry.reason})")
        click.echo("\n".join(lines) or "there is no penalty")


@click.command()
@click.argument("name", required=False)
@click.option("--close", is_flag=True, help="Close the vote.")
@by
@of_event
def prize(club: StoredEvent, name: str | None, close: bool, by: str) -> None:
    """Lets players vote on the prize NAME, or closes the vote (N7); without a name prints the votes."""
    if name:
        run_command(club, by, lambda event: entrant_acts.vote(event, name, open=not close))
    if close or not name:
        lines = []
        for prize_name, votes in club.state.prizes.items():
            if name in (None, prize_name):
                stand = ", ".join(f"{club.state.names[who]} {number}" for who, number in votes.tally())
                lines.append(f"{prize_name}, {'open' if votes.open else 'closed'}: {stand or 'no votes'}")
        click.echo("\n".join(lines) or "there is no prize to vote on")


@click.command()
@click.argument("voter")
@click.argument("player")
@click.option("--prize", "name", metavar="NAME", help="The prize; the default is the last one opened.")
@of_event
def vote(club: StoredEvent, voter: str, player: str, name: str | None) -> None:
    """Votes for PLAYER in the name of VOTER, as on the phone."""
    if name is None and not club.state.prizes:
        raise click.UsageError("there is no prize to vote on: `prize` opens a vote")
    on = name or list(club.state.prizes)[-1]
    run_command(club, voter, lambda event: entrant_acts.vote_at_desk(event, on, voter, player))


COMMANDS = (penalty, prize, vote)
