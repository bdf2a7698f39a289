"""The end of a game. Clauses: UW-QS Victory conditions, UW-TG Game Results."""

from tablecam.rules.ask import Confirm
from tablecam.rules.books.urban_war.rules import topics
from tablecam.rules.books.urban_war.rules.reaction_events import GameEnded, WithdrawalDecided
from tablecam.rules.books.urban_war.rules.reasons import reason
from tablecam.rules.books.urban_war.rules.state import Phase, State
from tablecam.rules.play import Play


def is_decided(state: State) -> bool:
    """Check whether the fight is over: a side has withdrawn or lost all of its models."""
    return state.phase is not Phase.OVER and (bool(state.withdrawn) or not all(map(state.alive, state.sides)))


def end(game: Play[State]) -> None:
    """Name the winner: the side that destroyed its enemy; if both fall, a draw, or a loss for both as a house rule."""
    state = game.state
    if state.withdrawn:
        game.tell(GameEnded(winner=state.other(state.withdrawn), why=reason("withdraws", side=state.withdrawn)))
        return
    sides_alive = [side for side in state.sides if state.alive(side)]
    if sides_alive:
        game.tell(GameEnded(winner=sides_alive[0], why=reason("destroyed", side=state.other(sides_alive[0]))))
        return
    code = "draw" if state.rules.mutual_destruction == "draw" else "both-lost"
    game.tell(GameEnded(winner="", why=reason(code)))


def withdrawing(state: State) -> str:
    """The side to ask whether it withdraws: once half of its models are lost, at the end of every turn.

    The documents do not say how this is decided, so the players say. Clause: UW-TG Game Results (UW-119).
    """
    if not state.rules.tournament or state.phase is not Phase.MARKERS or not state.turn:
        return ""
    for side in state.sides:
        lost, of = state.losses(side)
        if 2 * lost >= of and side not in state.withdrawals_asked:
            return side
    return ""


def withdrawal(game: Play[State]) -> None:
    """Ask the players whether a side withdraws."""
    side = withdrawing(game.state)
    lost, of = game.state.losses(side)
    withdraws = game.ask(Confirm(**topics.withdraws(side, lost, of)._asdict()))
    game.tell(WithdrawalDecided(side=side, withdraws=withdraws))
