"""A second opinion on the rounds of an event: each round that the guide drew, against an optimum found another way.

    check = check_pairings(log_events)      # of the log of any event
    check.rounds                            # how many rounds were compared
    check.differences                       # what was drawn, and what should have been

Nothing that draws is used here: the stack is sorted again from the seed, the bye and the pairs come from a matching by
weights, of which each outweighs all that come after it, and the tables from a plain list of ranks. Rounds made by hand,
of a top cut, and of another format are not compared. The points of the cards are those of the event.

Clause: UW-TG First Round Pairing (F1, F2), Byes (B1 to B5), Second & Subsequent Round Pairing (P1 to P5), Table
Allocation (T0 to T6), House Wish (P9, T8).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from tablecam.club.tournament.club_events import ClubLogEvent
from tablecam.club.tournament.club_state import ClubState, evolve_club
from tablecam.club.tournament.entrant import Card, Layout, Pair
from tablecam.club.tournament.events import RoundDrawn
from tablecam.club.tournament.state import TournamentState

# the guide's own format in a log
SWISS = ("", "swiss")


@dataclass(frozen=True)
class PairingDifference:
    """A part of a round that is not as it should be. row: of the clause."""

    number: int
    row: str
    drawn: tuple[object, ...]
    expected: tuple[object, ...]


@dataclass
class PairingCheck:
    """The rounds that were compared, those that were not, and the differences."""

    rounds: int = 0
    others: int = 0
    differences: list[PairingDifference] = field(default_factory=list)


def check_pairings(log_events: Iterable[ClubLogEvent]) -> PairingCheck:
    """Compare every round of an event that the guide drew."""
    check, state = PairingCheck(), ClubState()
    for log_event in log_events:
        if isinstance(log_event, RoundDrawn):
            if is_by_the_guide(state.event, log_event):
                check.rounds += 1
                check.differences += compare_round(state.event, log_event)
            else:
                check.others += 1
        state = evolve_club(state, log_event)
    return check


def is_by_the_guide(state: TournamentState, drawn: RoundDrawn) -> bool:
    """Whether the program drew a round in the guide's format."""
    return state.way in SWISS and not state.teams.size and not drawn.edited and not drawn.knockout


def compare_round(state: TournamentState, drawn: RoundDrawn) -> Iterator[PairingDifference]:
    """The differences of a round. state: before it."""
    cards = state.cards()
    optimum = find_optimum(state) or Layout(())
    by_faction = not state.number
    expected = (
        ("P5", drawn.stack, sort_stack(state, cards)),
        ("B3" if by_faction else "B4", drawn.byes, optimum.byes),
        ("F1" if by_faction else "P4", drawn.pairs, optimum.pairs),
        ("T2", drawn.tables, allocate_tables(state, cards, drawn.pairs)),
    )
    for row, was_drawn, wanted in expected:
        if tuple(was_drawn) != tuple(wanted):
            yield PairingDifference(drawn.number, row, tuple(was_drawn), tuple(wanted))


def find_optimum(state: TournamentState) -> Layout | None:
    """The next round by the guide; None where no lawful one exists."""
    cards = state.cards()
    stack = [cards[player] for player in sort_stack(state, cards)]
    if len(stack) < 2:
        return None
    for bye in _list_byes(state, stack):
        playing = [card for card in stack if card.player != bye]
        pairs = find_heaviest_pairs(playing, by_faction=not state.number)
        if 2 * len(pairs) == len(playing):
            return Layout(pairs, (bye,) if bye else ())
    return None


def sort_stack(state: TournamentState, cards: Mapping[str, Card]) -> tuple[str, ...]:
    """The active players by their points, level ones by lot; all of them by lot before round 1."""
    by_lot = _draw_lots(state, f"round {state.number + 1}")  # no text: names the draw
    return tuple(sorted(by_lot, key=lambda player: -cards[player].points if state.number else 0))


def _draw_lots(state: TournamentState, draw: str) -> list[str]:
    return sorted(state.active, key=lambda player: sha256(f"{state.seed}/{draw}/{player}".encode()).digest())


def _list_byes(state: TournamentState, stack: Sequence[Card]) -> list[str]:
    """The players in the order in which the bye is due to them; nobody for an even number."""
    if len(stack) % 2 == 0:
        return [""]
    if not state.number:
        return _draw_lots(state, "round 1 bye")  # no text: names the draw
    return [card.player for card in reversed(stack) if not card.had_bye]


def find_heaviest_pairs(stack: Sequence[Card], by_faction: bool = False) -> tuple[Pair, ...]:
    """The most pairs; of these the fewest kept apart by soft wishes; of these the first in the order of the stack."""
    import networkx as nx

    n, graph = len(stack), nx.Graph()
    for i, card in enumerate(stack):
        below = sorted(range(i + 1, n), key=lambda j: by_faction and stack[j].faction == card.faction)
        for order, j in enumerate(below, 1):
            if stack[j].player not in card.met | card.apart:
                may_meet = stack[j].player not in card.wished_apart
                graph.add_edge(i, j, weight=may_meet * (n + 1) ** (n + 2) + (n - order) * (n + 1) ** (n - i))
    matched = sorted(sorted(edge) for edge in nx.max_weight_matching(graph, maxcardinality=True))
    return tuple((stack[i].player, stack[j].player) for i, j in matched)


def allocate_tables(state: TournamentState, cards: Mapping[str, Card], pairs: Sequence[Pair]) -> tuple[int, ...]:
    """A table for each pair: the one kept for it, or the best of those that are free."""
    pins = [next((state.pinned[player] for player in pair if player in state.pinned), 0) for pair in pairs]
    free = {*(state.tables or range(1, len(pairs) + 1))} - {*pins}
    chosen: list[int] = []
    for place, pair in enumerate(pairs):
        later = [later_pair for later_pair, pin in zip(pairs[place + 1 :], pins[place + 1 :], strict=True) if not pin]
        wished = {table for later_pair in later for player in later_pair for table in cards[player].suiting or ()}
        table = pins[place] or min(
            free, key=lambda table: _rank_table(table, [cards[player] for player in pair], wished)
        )
        free.discard(table)
        chosen.append(table)
    return tuple(chosen)


def _rank_table(table: int, pair: Sequence[Card], wished: set[int]) -> tuple[int, int, bool, int]:
    """New to both, to the higher scorer, to the lower; then wanted by more of the two, and by nobody to come."""
    higher, lower = sorted(pair, key=lambda card: -card.points)
    used = 2 * (table in higher.tables) + (table in lower.tables)
    return used, -sum(table in (card.suiting or ()) for card in pair), table in wished, table
