"""Which pair plays on which table: greedy, by score, and deliberately not optimised (T7).

A player's wish for a table decides only among those that are as new to the pair (T8).

Clause: UW-TG Table Allocation (T0 to T7), House Wish (T8).
"""

from collections.abc import Collection, Mapping, Sequence

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.entrant import Card, Pair
from tablecam.club.tournament.refusal import TournamentRefusal

# tables beyond one a pair, so that no player has to play on the same one twice (T0)
SPARE = 2
# more is a slip of the finger
MOST_TABLES = 500


def advised(players: int) -> int:
    """The number of tables recommended for an event of this many players, spare tables included (T0)."""
    return players // 2 + SPARE


def tables_for(
    pairs: Sequence[Pair], cards: Mapping[str, Card], tables: Sequence[int], pinned: Mapping[str, int] | None = None
) -> tuple[int, ...]:
    """A table for each pair, in the order in which the pairs were selected (T2).

    tables: the numbers in use, without those out of order; pinned: the table kept for a player (T6). In round 1
    no player has played anywhere, so the same rule gives the first pair table 1 and the second pair table 2 (T1).
    """
    enough(len(pairs), tables)
    pins = [_find_pin(pair, cards, pinned or {}) for pair in pairs]
    _refuse_clashes(pairs, cards, pins, tables)
    free = sorted(set(tables) - set(pins))
    chosen: list[int] = []
    for place, ((left_player, right_player), pin) in enumerate(zip(pairs, pins, strict=True)):
        coming = (pair for pair, pinned_to in zip(pairs[place + 1 :], pins[place + 1 :], strict=True) if not pinned_to)
        wished_tables = {table for pair in coming for player in pair for table in cards[player].suiting or ()}
        table = pin or choice(cards[left_player], cards[right_player], free, wished_tables)
        if not pin:
            free.remove(table)
        chosen.append(table)
    return tuple(chosen)


def enough(pairs: int, tables: Sequence[int]) -> None:
    """Raises TournamentRefusal for fewer tables than pairs, a number below 1, or one that is listed twice (T0)."""
    if len(set(tables)) != len(tables) or any(table < 1 for table in tables):
        reason = Message("tables must be numbered from 1 without repeats, unlike {tables}", tables=listing(tables))
        raise TournamentRefusal(reason, "T0")
    if len(tables) < pairs:
        reason = Message(
            "{pairs} pairs need {pairs} tables, but there are {tables}: set up more", pairs=pairs, tables=len(tables)
        )
        raise TournamentRefusal(reason, "T0", code="too-few-tables")


def checked_numbers(tables: Sequence[int]) -> None:
    """Raises TournamentRefusal for a table whose number no hall has, below 1, or listed twice (T0)."""
    enough(0, tables)
    if too_high := [table for table in tables if table > MOST_TABLES]:
        reason = Message("table numbers go up to {most}, unlike {tables}", most=MOST_TABLES, tables=listing(too_high))
        raise TournamentRefusal(reason, "T0")


def choice(first: Card, second: Card, free: Sequence[int], wanted: Collection[int] = ()) -> int:
    """The table of one pair out of the free ones, lowest first; first: the card selected first.

    One that neither has played on (T2), else new to the higher scorer (T3), else new to the lower, else any (T4).
    Where they are level the first card counts as the higher (T5). Of those that are equally new, one that suits more of
    the two comes first, and one that suits a pair to come (wanted) comes last (T8).
    """
    higher, lower = (first, second) if first.points >= second.points else (second, first)
    played: tuple[frozenset[int], ...] = (higher.tables | lower.tables, higher.tables, lower.tables, frozenset())
    new = next(new for used in played if (new := [table for table in free if table not in used]))
    return min(new, key=lambda table: (-_is_suiting(first, table) - _is_suiting(second, table), table in wanted, table))


def _is_suiting(card: Card, table: int) -> bool:
    return card.suiting is not None and table in card.suiting


def _find_pin(pair: Pair, cards: Mapping[str, Card], pinned: Mapping[str, int]) -> int:
    """The table kept for a pair, 0 for none."""
    pinned_tables = {pinned[player] for player in pair if player in pinned}
    if len(pinned_tables) > 1:
        names = listing([cards[player] for player in pair])
        reason = Message("{players} meet but have different reserved tables: release one", players=names)
        raise TournamentRefusal(reason, "T6", pair)
    return next(iter(pinned_tables), 0)


def _refuse_clashes(
    pairs: Sequence[Pair], cards: Mapping[str, Card], kept: Sequence[int], tables: Sequence[int]
) -> None:
    for index, (pair, table) in enumerate(zip(pairs, kept, strict=True)):
        if table and (table in kept[:index] or table not in tables):
            names = listing([cards[player] for player in pair])
            reason = Message(
                "table {table} cannot be reserved for {players}: it is taken or not in use", table=table, players=names
            )
            raise TournamentRefusal(reason, "T6", pair)
