"""The clauses that a round made by hand breaks, for the log and for the organiser to read before publishing.

Clause: UW-TG Second & Subsequent Round Pairing (P8), House Wish (P9, T8).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress

from tablecam.base.i18n import AS_IT_IS, Message, listing
from tablecam.club.tournament.entrant import Card, Layout, Violation
from tablecam.club.tournament.matching import complete, complete_pairing
from tablecam.club.tournament.pairing import next_round
from tablecam.club.tournament.refusal import CLAUSES, TournamentRefusal
from tablecam.club.tournament.reporting import nobody


def seated_once(
    layout: Layout, cards: Mapping[str, Card], retired: frozenset[str], away: frozenset[str] = frozenset()
) -> None:
    """Raises TournamentRefusal where a round is unplayable: an unknown or retired player, or one in two places.

    away: they need no place, and so sit out without it being said.
    """
    everybody = [player for pair in layout.pairs for player in pair] + [*layout.byes, *layout.sitting_out]
    for player, times in Counter(everybody).items():
        if player not in cards:
            raise nobody(player)
        if player in retired:
            reason = Message("{player} has left the event and cannot be paired", player=cards[player])
            raise TournamentRefusal(reason, "C2", (player,))
        if times > 1:
            reason = Message("{player} would be in {times} places", player=cards[player], times=times)
            raise TournamentRefusal(reason, "P1", (player,))
    missing = [card for player, card in cards.items() if player not in {*everybody, *retired, *away}]
    if missing:
        reason = Message("{players} would have no place: pair them, or let them sit out", players=listing(missing))
        raise TournamentRefusal(reason, "P1", tuple(card.player for card in missing))


def violations(
    layout: Layout,
    tables: Sequence[int],
    stack: Sequence[Card],
    number: int,
    knockout: bool = False,
    *,
    any_byes: bool = False,
) -> tuple[Violation, ...]:
    """The clauses that the round breaks, none for a lawful one. stack: of the active players, as drawn.

    knockout: of a top cut, in which players may meet again, and pairs are not those of a stack (N5). any_byes: of an
    elimination, which has as many byes as it takes (N10).
    """
    cards = {card.player: card for card in stack}
    breaches = [Violation("P1", (player,)) for player in layout.sitting_out]
    if len(layout.byes) != len(cards) % 2 and not any_byes:
        breaches.append(Violation("B1", byes=len(layout.byes), count=len(cards)))
    breaches += [Violation("B2", (player,)) for player in layout.byes if cards[player].had_bye and not knockout]
    for (left_player, right_player), table in zip(layout.pairs, tables, strict=True):
        of_pair = _find_pair_breaches(cards[left_player], cards[right_player], table, number)
        breaches += [violation for violation in of_pair if violation.row != "P2" or not knockout]
    breaches += unkept_wishes(layout, tables, stack)
    return tuple(breaches + (_find_order_breaches(layout, stack) if number > 1 and not knockout else []))


# the rows that count where captains pair the players of their teams (N11)
TEAM_ROWS = ("P1", "T2", "P9", "T8")


def keep_team_rows(breaches: Sequence[Violation]) -> tuple[Violation, ...]:
    """Of a round between teams: byes, factions and the order of the stack are no matter of its players (N11)."""
    return tuple(violation for violation in breaches if violation.row in TEAM_ROWS)


def unkept_wishes(layout: Layout, tables: Sequence[int], stack: Sequence[Card]) -> tuple[Violation, ...]:
    """The pairs of players whom a wish would keep apart (P9), and players at a table unlike their wish (T8)."""
    cards = {card.player: card for card in stack}
    meeting = [
        Violation("P9", (left_player, right_player))
        for left_player, right_player in layout.pairs
        if right_player in cards[left_player].apart or right_player in cards[left_player].wished_apart
    ]
    elsewhere = [
        Violation("T8", (player,), table)
        for pair, table in zip(layout.pairs, tables, strict=True)
        for player in pair
        if (suiting := cards[player].suiting) is not None and table not in suiting
    ]
    return (*meeting, *elsewhere)


def violation_text(violation: Violation | str, names: Mapping[str, object]) -> Message:
    """One sentence with the clause. names: of the players, by their IDs."""
    if isinstance(violation, str):
        return Message(AS_IT_IS, text=violation)
    clause = CLAUSES[violation.row]
    players = [names.get(player, player) for player in violation.players]
    return Message("{violation}, against {clause}", violation=_describe_violation(violation, players), clause=clause)


def _describe_violation(violation: Violation, players: Sequence[object]) -> Message:
    match violation.row, players:
        case "P1", (player,):
            return Message("{player} sits out", player=player)
        case "B2", (player,):
            return Message("{player} takes a second bye", player=player)
        case "T2", (player,):
            return Message("{player} plays at table {table} again", player=player, table=violation.table)
        case "T8", (player,):
            return Message("table {table} is not what {player} wishes for", player=player, table=violation.table)
        case "P2", (one, other):
            return Message("{one} meets {other} again", one=one, other=other)
        case "P9", (one, other):
            return Message("{one} and {other} meet, but must be kept apart", one=one, other=other)
        case "F1", (one, other):
            return Message("{one} and {other} are both {faction}", one=one, other=other, faction=violation.faction)
        case "B3" | "B4", (one, other):
            return Message("{one} takes the bye that is due to {other}", one=one, other=other)
        case "B1", _players:
            return Message("the byes are {byes} among {count} players", byes=violation.byes, count=violation.count)
    return Message("the pairs are not those of the stack")


def _find_pair_breaches(first: Card, second: Card, table: int, number: int) -> list[Violation]:
    pair, breaches = (first.player, second.player), []
    if second.player in first.met:
        breaches.append(Violation("P2", pair))
    if number == 1 and first.faction == second.faction:
        breaches.append(Violation("F1", pair, faction=first.faction))
    breaches += [Violation("T2", (card.player,), table) for card in (first, second) if table in card.tables]
    return breaches


def _find_order_breaches(layout: Layout, stack: Sequence[Card]) -> list[Violation]:
    """A bye that is due to another player, and pairs that the stack would not have given."""
    breaches, cards = [], {card.player: card for card in stack}
    with suppress(TournamentRefusal):
        due = next_round(stack).layout.byes
        if len(layout.byes) == len(due) == 1 and layout.byes != due:
            taker, due_player = layout.byes[0], due[0]
            row = "B4" if cards[taker].points == cards[due_player].points else "B3"
            breaches.append(Violation(row, (taker, due_player)))
    seated = {player for pair in layout.pairs for player in pair}
    paired_cards = [card for card in stack if card.player in seated]
    pairs = complete_pairing(paired_cards)
    if complete(paired_cards, pairs) and {frozenset(pair) for pair in pairs} != {
        frozenset(pair) for pair in layout.pairs
    }:
        breaches.append(Violation("P3"))
    return breaches
