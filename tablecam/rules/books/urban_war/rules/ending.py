"""How a game ends. Clauses: UW-QS Victory conditions, UW-TG Game Results."""

from tablecam.rules.ask import Confirm
from tablecam.rules.books.urban_war.rules import topics
from tablecam.rules.books.urban_war.rules.events import GameEnded, WithdrawalDecided
from tablecam.rules.books.urban_war.rules.reasons import reason
from tablecam.rules.books.urban_war.rules.state import Phase, State
from tablecam.rules.play import Play


def decided(state: State) -> bool:
    """Whether nothing is left to fight, or to fight for."""
    return state.phase is not Phase.OVER and (bool(state.withdrawn) or not all(map(state.alive, state.sides)))


def end(game: Play[State]) -> None:
    """A side that has destroyed the other has won; both at once is a draw, or a loss for both as a house rule."""
    state = game.state
    if state.withdrawn:
        game.tell(GameEnded(winner=state.other(state.withdrawn), why=reason("withdraws", side=state.withdrawn)))
        return
    left = [side for side in state.sides if state.alive(side)]
    if left:
        game.tell(GameEnded(winner=left[0], why=reason("destroyed", side=state.other(left[0]))))
        return
    code = "draw" if state.rules.mutual_destruction == "draw" else "both-lost"
    game.tell(GameEnded(winner="", why=reason(code)))


def withdrawing(state: State) -> str:
    """The side to be asked whether it withdraws: from half of its models lost on, at the end of every turn.

    How that is decided is not in the documents, so the players say. Clause: UW-TG Game Results (UW-119).
    """
    if not state.rules.tournament or state.phase is not Phase.MARKERS or not state.turn:
        return ""
    for side in state.sides:
        lost, of = state.losses(side)
        if 2 * lost >= of and side not in state.withdrawals_asked:
            return side
    return ""


def withdrawal(game: Play[State]) -> None:
    """The players say whether a side withdraws."""
    side = withdrawing(game.state)
    lost, of = game.state.losses(side)
    withdraws = game.ask(Confirm(**topics.withdraws(side, lost, of)._asdict()))
    game.tell(WithdrawalDecided(side=side, withdraws=withdraws))
