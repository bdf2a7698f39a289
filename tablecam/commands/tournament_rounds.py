"""`tablecam tournament`, the games: drafting and publishing a round, results and score cards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from tablecam.club.event import round_acts
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.drawing import unchecked
from tablecam.club.tournament.entrant import Layout
from tablecam.club.tournament.schedule import warning
from tablecam.club.tournament.scoring import Side
from tablecam.commands.club_events import (
    LOSSES,
    by,
    game_lines,
    parse_sides,
    pass_event,
    reason,
    round_lines,
    run_command,
)
from tablecam.commands.options import books

if TYPE_CHECKING:
    from tablecam.club.event.event_store import ClubCommand, StoredEvent

withdrew = click.option(
    "--withdrew", multiple=True, metavar="PLAYER", help="A player who made a strategic withdrawal (A3)."
)
conceded = click.option(
    "--conceded", multiple=True, metavar="PLAYER", help="A player who concedes and leaves the event (C1, C2)."
)
entered = click.option(
    "--set", "entered", multiple=True, metavar="PLAYER.FIELD=NUMBER", help="Another field of the card; 1 sets a mark."
)
bonus = click.option("--bonus", multiple=True, metavar="PLAYER=POINTS", help="Points of the campaign (A6).")


@click.command("round")
@click.option("--publish", is_flag=True, help="Publish the draft, for the players to see and play.")
@click.option("--drop", is_flag=True, help="Drop the draft.")
@click.option("--pair", "pairs", nargs=2, multiple=True, metavar="A B", help="Pair by hand (P8).")
@click.option("--bye", "byes", multiple=True, metavar="PLAYER", help="With --pair: the player with the bye.")
@click.option(
    "--sit-out",
    "sitting_out",
    multiple=True,
    metavar="PLAYER",
    help="With --pair: a player who sits out without points.",
)
@click.option("--remedy", type=int, help="Draft a remedy of a round that cannot be drawn, by its number (P6).")
@reason
@by
@pass_event
def round_(  # noqa: PLR0913 - the ways to a round
    club: StoredEvent,
    publish: bool,
    drop: bool,
    pairs: tuple[tuple[str, str], ...],
    byes: tuple[str, ...],
    sitting_out: tuple[str, ...],
    remedy: int | None,
    reason: str,
    by: str,
) -> None:
    """Drafts the next round and prints it with the clauses that it breaks; --publish makes it the round to play."""
    if drop:
        run_command(club, by, ClubEvent.drop_draft)
        return
    if pairs or byes or sitting_out:
        layout = Layout(pairs, byes, sitting_out)
        club.act(by, lambda event: event.draft_by_hand(layout, reason))
    elif remedy is not None:
        club.act(by, lambda event: event.draft_remedy(remedy, reason))
    elif not (publish and club.state.draft):
        club.act(by, ClubEvent.draft)
    if publish:
        club.act(by, ClubEvent.publish)
    _print_round(club, publish)


def _print_round(club: StoredEvent, published: bool) -> None:
    state = club.state
    drawn = state.event.drawn[-1] if published else state.draft
    if drawn is None:
        return
    click.echo(f"round {drawn.number} of {drawn.rounds}, {'published' if published else 'a draft'}:")
    click.echo("\n".join(round_lines(state, drawn)))
    for absence in [] if published else _list_absences(state):
        click.echo(absence, err=True)
    if drawn.number == 1 and (note := warning(len(drawn.stack))):
        click.echo(f"note: {note}", err=True)
    if club.snapshot_fault:
        click.echo(f"note: {club.snapshot_fault}", err=True)


def _list_absences(state: ClubState) -> list[str]:
    """Notes on players in the draft without check-in, and on players whom it leaves out."""
    event = state.event
    unchecked_players = unchecked(event, state.sign_up.settings.check_in)
    notes = (
        [f"note: not checked in: {', '.join(str(event.entrants[player]) for player in unchecked_players)}"]
        if unchecked_players
        else []
    )
    absent = [player for player in event.entrants if player in event.away - event.retired]
    reasons = ", ".join(f"{event.entrants[player]} is {event.presence[player]}" for player in absent)
    return notes + ([f"note: not drawn: {reasons}"] if absent else [])


@click.command()
@click.option("--swap", nargs=2, metavar="A B", help="Two players change places.")
@click.option("--move", type=(int, int), metavar="TABLE TO", help="The pair at TABLE plays at TO.")
@click.option("--seat", metavar="PLAYER", help="A late arrival, who plays against the player with the bye.")
@click.option("--replace", "replaced", nargs=2, metavar="ABSENT PLAYER", help="PLAYER plays in place of ABSENT.")
@click.option("--leaves", is_flag=True, help="With --replace: ABSENT leaves the event; otherwise ABSENT sits out.")
@reason
@by
@pass_event
def repair(  # noqa: PLR0913 - the ways to change a round
    club: StoredEvent,
    swap: tuple[str, str] | None,
    move: tuple[int, int] | None,
    seat: str | None,
    replaced: tuple[str, str] | None,
    leaves: bool,
    reason: str,
    by: str,
) -> None:
    """Changes the published round, and prints it with the clauses that it breaks; games that are over stay (P8)."""
    changes: list[ClubCommand] = []
    if swap:
        changes.append(lambda event: round_acts.repair_swap(event, *swap, reason))
    if move:
        changes.append(lambda event: round_acts.repair_move(event, *move, reason))
    if seat:
        changes.append(partial(round_acts.repair_seat, player=seat, reason=reason))
    if replaced:
        changes.append(lambda event: round_acts.repair_replace(event, *replaced, leaves, reason))
    if len(changes) != 1:
        raise click.UsageError("change one thing at a time: --swap, --move, --seat or --replace")
    club.act(by, changes[0])
    _print_round(club, published=True)


@click.command()
@pass_event
def pairings(club: StoredEvent) -> None:
    """Prints the current round and the progress of each game."""
    if not club.state.event.number:
        click.echo("no round is published yet")
        return
    click.echo(f"round {club.state.event.number} of {club.state.event.rounds}:")
    click.echo("\n".join(game_lines(club.state)))


@click.command(context_settings=LOSSES)
@click.argument("words", nargs=-1, metavar="PLAYER LOST [PLAYER LOST]")
@click.option("--as", "reporter", metavar="PLAYER", help="A player's own report, the opponent's losses first (CARD).")
@withdrew
@conceded
@bonus
@entered
@by
@pass_event
def report(club: StoredEvent, words: tuple[str, ...], reporter: str | None, by: str, **marks: tuple[str, ...]) -> None:
    """Reports a result, `ann 3 bob 9`; `bob 9 --as ann` for a player; two reports that agree close the game."""
    sides = parse_sides(
        words, marks["withdrew"], marks["conceded"], marks["bonus"], marks["entered"], club.state.event.scoring
    )
    if reporter is None:
        run_command(club, by, partial(round_acts.report, sides=_require_two_sides(sides)))
        return
    own_side = next((side for side in sides if side.player == reporter), None)
    opponent_sides = [side for side in sides if side is not own_side]
    if len(opponent_sides) != 1:
        raise click.UsageError(f"{reporter} reports the opponent's losses: give the opponent and their losses")
    state = run_command(club, reporter, lambda event: event.report_side(reporter, opponent_sides[0], own_side))
    game = state.game_of(reporter)
    for dispute in state.disputes(game) if game else ():
        click.echo(f"for the organiser: {dispute}")


@click.command()
@click.argument("player")
@click.option("--game", type=int, required=True, help="A game of the same database.")
@click.option("--side", default="red", show_default=True, help="The side that PLAYER played.")
@by
@pass_event
def card(club: StoredEvent, player: str, game: int, side: str, by: str) -> None:
    """Fills in the score card of PLAYER's game from a tracked game; both players still confirm it."""
    from tablecam.club.event.umpired_games import umpired

    run_command(
        club, by, partial(round_acts.fill, player=player, game=(game, umpired(club.store, books(), game)), side=side)
    )


@click.command(context_settings=LOSSES)
@click.argument("number", type=int, metavar="ROUND")
@click.argument("words", nargs=-1, metavar="PLAYER LOST PLAYER LOST")
@withdrew
@conceded
@bonus
@entered
@reason
@by
@pass_event
def correct(
    club: StoredEvent, number: int, words: tuple[str, ...], reason: str, by: str, **marks: tuple[str, ...]
) -> None:
    """Corrects a result: totals follow, published rounds stand (S3)."""
    sides = _require_two_sides(
        parse_sides(
            words, marks["withdrew"], marks["conceded"], marks["bonus"], marks["entered"], club.state.event.scoring
        )
    )
    run_command(club, by, partial(ClubEvent.correct, number=number, sides=sides, reason=reason))


@click.command(context_settings=LOSSES)
@click.argument("player")
@click.argument("opponent", nargs=-1, metavar="[OPPONENT LOST]")
@by
@pass_event
def concede(club: StoredEvent, player: str, opponent: tuple[str, ...], by: str) -> None:
    """Concedes for PLAYER, who leaves the event or never came. The opponent scores with their real losses (C1)."""
    opponent_side = parse_sides(opponent, (), (), (), (), club.state.event.scoring)[0] if opponent else None
    run_command(club, by, lambda event: event.concede(player, opponent_side))


@click.command()
@click.argument("player", required=False)
@click.option("--taken", type=int, metavar="TABLE", help="Report that a judge goes to this table.")
@click.option("--text", default="", metavar="TEXT", help="The question of PLAYER.")
@by
@pass_event
def judge(club: StoredEvent, player: str | None, taken: int | None, text: str, by: str) -> None:
    """Asks for a judge at the table of PLAYER; without one, prints the tables that wait."""
    if player and taken is not None:
        raise click.UsageError("give a player who asks, or --taken with a table, not both")
    if player:
        run_command(club, player, lambda event: event.call_judge(player, text))
    elif taken is not None:
        run_command(club, by, lambda event: event.take_call(taken))
    else:
        names = club.state.names
        lines = [
            f"table {table} asks for a judge: {names[call.player]}{f', {call.text}' if call.text else ''}"
            for table, call in club.state.calls.items()
        ]
        click.echo("\n".join(lines) or "no table asks for a judge")


def _require_two_sides(sides: tuple[Side, ...]) -> tuple[Side, Side]:
    if len(sides) != 2:
        raise click.UsageError("give both players with their losses: ann 3 bob 9")
    return sides[0], sides[1]


COMMANDS = (round_, repair, pairings, report, card, correct, concede, judge)
