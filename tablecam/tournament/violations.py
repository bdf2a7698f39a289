"""What a round made by hand breaks, clause by clause, for the log and for the organiser to read before he publishes.

Clause: UW-TG Second & Subsequent Round Pairing (P8).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress

from tablecam.tournament.clauses import CLAUSES
from tablecam.tournament.entrant import Card, Layout
from tablecam.tournament.matching import complete, first_pairing
from tablecam.tournament.pairing import next_round
from tablecam.tournament.refusal import TournamentRefusal, listed


def seated_once(layout: Layout, cards: Mapping[str, Card], retired: frozenset[str]) -> None:
    """Refused where a round cannot be played at all: an unknown or retired player, or one in two places."""
    everybody = [player for pair in layout.pairs for player in pair] + [*layout.byes, *layout.sitting_out]
    for player, times in Counter(everybody).items():
        if player not in cards:
            raise TournamentRefusal(f"nobody here has the ID {player}", "ID", (player,))
        if player in retired:
            raise TournamentRefusal(f"{cards[player]} has left the event and is paired no more", "C2", (player,))
        if times > 1:
            raise TournamentRefusal(f"{cards[player]} would be in {times} places", "P1", (player,))
    missing = [card for player, card in cards.items() if player not in everybody and player not in retired]
    if missing:
        said = f"{listed(missing)} would be in no place: pair them, or have them sit out"
        raise TournamentRefusal(said, "P1", tuple(card.player for card in missing))


def violations(layout: Layout, tables: Sequence[int], stack: Sequence[Card], number: int) -> tuple[str, ...]:
    """A sentence for each clause that the round breaks, empty for a lawful one. stack: of those who play, as drawn."""
    cards = {card.player: card for card in stack}
    found = [_said("P1", f"{cards[player]} sits out") for player in layout.sitting_out]
    if len(layout.byes) != len(cards) % 2:
        found.append(_said("B1", f"the byes are {len(layout.byes)} among {len(cards)} players"))
    found += [_said("B2", f"{cards[player]} takes a second bye") for player in layout.byes if cards[player].had_bye]
    for (first, second), table in zip(layout.pairs, tables, strict=True):
        found += _of_pair(cards[first], cards[second], table, number)
    return tuple(found + (_of_order(layout, stack) if number > 1 else []))


def _of_pair(first: Card, second: Card, table: int, number: int) -> list[str]:
    found = []
    if second.player in first.met:
        found.append(_said("P2", f"{first} meets {second} again"))
    if number == 1 and first.faction == second.faction:
        found.append(_said("F1", f"{first} and {second} are both {first.faction}"))
    found += [_said("T2", f"{card} plays on table {table} again") for card in (first, second) if table in card.tables]
    return found


def _of_order(layout: Layout, stack: Sequence[Card]) -> list[str]:
    """A bye that is somebody else's, and pairs that the stack would not have given."""
    found, cards = [], {card.player: card for card in stack}
    with suppress(TournamentRefusal):
        due = next_round(stack).layout.byes
        if len(layout.byes) == len(due) == 1 and layout.byes != due:
            taker, other = cards[layout.byes[0]], cards[due[0]]
            row = "B4" if taker.points == other.points else "B3"
            found.append(_said(row, f"{taker} takes the bye that is due to {other}"))
    seated = {player for pair in layout.pairs for player in pair}
    rest = [card for card in stack if card.player in seated]
    pairs = first_pairing(rest)
    if complete(rest, pairs) and {frozenset(pair) for pair in pairs} != {frozenset(pair) for pair in layout.pairs}:
        found.append(_said("P3", "the pairs are not those of the stack"))
    return found


def _said(row: str, what: str) -> str:
    return f"{what}, against {CLAUSES[row]}"
