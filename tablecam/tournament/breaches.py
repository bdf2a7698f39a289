"""What a round made by hand breaks, clause by clause, for the log and for the organiser to read before he publishes.

Clause: UW-TG Second & Subsequent Round Pairing (P8).
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from tablecam.tournament.clauses import CLAUSES
from tablecam.tournament.entrant import Card, Layout
from tablecam.tournament.refusal import Refused, listed


def seated_once(layout: Layout, cards: Mapping[str, Card], retired: frozenset[str]) -> None:
    """Refused where a round cannot be played at all: an unknown or retired player, or one in two places."""
    everybody = [player for pair in layout.pairs for player in pair] + [*layout.byes, *layout.sitting_out]
    for player, times in Counter(everybody).items():
        if player not in cards:
            raise Refused(f"nobody here has the ID {player}", "ID", (player,))
        if player in retired:
            raise Refused(f"{cards[player]} has left the event and is paired no more", "C2", (player,))
        if times > 1:
            raise Refused(f"{cards[player]} would be in {times} places", "P1", (player,))
    missing = [card for player, card in cards.items() if player not in everybody and player not in retired]
    if missing:
        said = f"{listed(missing)} would be in no place: pair them, or have them sit out"
        raise Refused(said, "P1", tuple(card.player for card in missing))


def breaches(layout: Layout, tables: Sequence[int], cards: Mapping[str, Card], number: int) -> tuple[str, ...]:
    """A sentence for each clause that the round breaks, empty for a lawful one. cards: of those who play."""
    found = [_said("P1", f"{cards[player]} sits out") for player in layout.sitting_out]
    if len(layout.byes) != len(cards) % 2:
        found.append(_said("B1", f"{len(layout.byes)} byes among {len(cards)} players"))
    found += [_said("B2", f"{cards[player]} takes a second bye") for player in layout.byes if cards[player].had_bye]
    for (first, second), table in zip(layout.pairs, tables, strict=True):
        found += _of_pair(cards[first], cards[second], table, number)
    return tuple(found)


def _of_pair(first: Card, second: Card, table: int, number: int) -> list[str]:
    found = []
    if second.player in first.met:
        found.append(_said("P2", f"{first} meets {second} again"))
    if number == 1 and first.faction == second.faction:
        found.append(_said("F1", f"{first} and {second} are both {first.faction}"))
    found += [_said("T2", f"{card} plays on table {table} again") for card in (first, second) if table in card.tables]
    return found


def _said(row: str, what: str) -> str:
    return f"{what}, against {CLAUSES[row]}"
