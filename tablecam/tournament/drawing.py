"""How the next round comes about: shuffle, bye, pairs, tables; or the organiser's own.

Clause: UW-TG Byes (B1, B3), First Round Pairing (F1), Second & Subsequent Round Pairing (P3, P5, P8), Table
Allocation (T0, T1).
"""

from collections.abc import Sequence

from tablecam.tournament.draw import score_order, shuffled
from tablecam.tournament.entrant import Card, Layout
from tablecam.tournament.events import RoundDrawn
from tablecam.tournament.pairing import ENDING, Paired, first_bye, first_round, next_round
from tablecam.tournament.refusal import TournamentRefusal, listed
from tablecam.tournament.rounds import rounds_for
from tablecam.tournament.state import TournamentState
from tablecam.tournament.tables import enough, tables_for
from tablecam.tournament.violations import seated_once, violations


def draw(state: TournamentState) -> RoundDrawn:
    """The next round as the guide has it; Refused where it cannot be drawn, before anything is shuffled."""
    rounds, cards = _ready(state)
    enough(len(cards) // 2, _tables(state, len(cards) // 2))
    number, stack = state.number + 1, _stack(state, cards)
    bye_stack: Sequence[Card] = ()
    if number == 1:
        # a draw of its own, independent of the other (B3)
        bye_stack = shuffled(cards, state.seed, "round 1 bye") if len(cards) % 2 else ()
        paired = Paired(first_round(stack, first_bye(bye_stack) if bye_stack else ""))
    else:
        paired = next_round(stack)
    layout = paired.layout
    return RoundDrawn(
        number=number,
        rounds=rounds,
        seed=state.seed,
        stack=_ids(stack),
        bye_stack=_ids(bye_stack),
        pairs=layout.pairs,
        tables=_allocated(state, layout),
        byes=layout.byes,
        passed_over=paired.passed_over,
    )


def by_hand(state: TournamentState, layout: Layout, tables: Sequence[int], by: str, reason: str) -> RoundDrawn:
    """The organiser's round, marked as edited, with what it breaks (P8); without tables they are allocated (T2)."""
    if not by or not reason:
        raise TournamentRefusal("a round made by hand is logged with a name and a reason: give both", "P8")
    rounds, cards = _ready(state)
    number, stack = state.number + 1, _stack(state, cards)
    seated_once(layout, state.cards(), state.retired)
    chosen = tuple(tables) or _allocated(state, layout)
    if len(chosen) != len(layout.pairs):
        raise TournamentRefusal(f"{len(layout.pairs)} pairs need as many tables and {len(chosen)} are named", "T0")
    enough(len(chosen), chosen)
    return RoundDrawn(
        number=number,
        rounds=rounds,
        seed=state.seed,
        stack=_ids(stack),
        pairs=layout.pairs,
        tables=chosen,
        byes=layout.byes,
        sitting_out=layout.sitting_out,
        edited=True,
        breaches=violations(layout, chosen, stack, number),
        by=by,
        reason=reason,
    )


def _ready(state: TournamentState) -> tuple[int, tuple[Card, ...]]:
    """The number of rounds and the cards of those who play on; Refused while no round can follow."""
    if state.open_games:
        names = [f"{state.entrants[a]} against {state.entrants[b]}" for a, b in (g.pair for g in state.open_games)]
        reason = f"round {state.number} is not over, these play on: {listed(names)}"
        raise TournamentRefusal(reason, "P3", [player for game in state.open_games for player in game.pair])
    rounds = state.rounds or rounds_for(len(state.active))
    if state.number >= rounds:
        raise TournamentRefusal(f"round {rounds} was the last: the organiser may set more", "N1")
    if len(state.active) < 2:
        left = listed([state.entrants[player] for player in state.active]) or "nobody"
        raise TournamentRefusal(f"only {left} is left to pair", "P1", state.active, (ENDING,))
    cards = state.cards()
    return rounds, tuple(cards[player] for player in state.active)


def _stack(state: TournamentState, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards as they lie for the next round: shuffled for the first (F1), in score order later (P3, P5)."""
    draw_name = f"round {state.number + 1}"
    return score_order(cards, state.seed, draw_name) if state.number else shuffled(cards, state.seed, draw_name)


def _tables(state: TournamentState, pairs: int) -> tuple[int, ...]:
    """The tables in use; where nobody has set any, as many as round 1 has pairs (T0)."""
    return state.tables or tuple(range(1, pairs + 1))


def _allocated(state: TournamentState, layout: Layout) -> tuple[int, ...]:
    return tables_for(layout.pairs, state.cards(), _tables(state, len(layout.pairs)), state.pinned)


def _ids(stack: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.player for card in stack)
