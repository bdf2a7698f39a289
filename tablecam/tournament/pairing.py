"""Who plays whom, from a stack of score cards as it lies.

`first_round(stack, bye)` and `next_round(stack)` draw nothing: shuffling is done, and shown, before.

Clause: UW-TG First Round Pairing (F1 to F4), Second & Subsequent Round Pairing (P1 to P6), Byes (B1 to B5).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tablecam.tournament.entrant import Card, Layout, Pair
from tablecam.tournament.matching import blocking, complete, first_pairing, left_over
from tablecam.tournament.refusal import Remedy, TournamentRefusal, listed

# the last remedy of all
ENDING = Remedy("end the event here")


@dataclass(frozen=True, slots=True)
class Paired:
    """A round as the cards decide it. passed_over: who was due the bye before, but could not be spared (B5)."""

    layout: Layout
    passed_over: tuple[str, ...] = ()


def first_bye(stack: Sequence[Card]) -> str:
    """The top card of a stack shuffled for the bye alone, when the number is odd, else empty (B1, B3)."""
    return stack[0].player if len(stack) % 2 else ""


def first_round(stack: Sequence[Card], bye: str = "") -> Layout:
    """The top card takes the first card below it of another faction, or the next where there is none (F1, F2).

    Literal: nothing is done to avoid a pair of one faction (F3). bye: drawn already, its card is laid aside.
    """
    refuse_twins(stack)
    cards = [card for card in stack if card.player != bye]
    if len(cards) % 2:
        raise TournamentRefusal(f"{len(cards)} cards cannot be paired, and the bye is drawn before any pairing", "B1")
    if len(cards) == len(stack) and bye:
        raise TournamentRefusal(f"{bye} has the bye and no card in the stack", "B1", (bye,))
    pairs: list[Pair] = []
    while cards:
        top = cards.pop(0)
        other = next((card for card in cards if card.faction != top.faction), cards[0])
        cards.remove(other)
        pairs.append((top.player, other.player))
    return Layout(tuple(pairs), (bye,) if bye else ())


def next_round(stack: Sequence[Card]) -> Paired:
    """The bye, then the first complete pairing in stack order; factions play no part (F4, B1, P3, P4).

    Refused where no lawful round exists, with the players that block it and the remedies (P6).
    """
    refuse_twins(stack)
    for above, below in pairwise(stack):
        if above.points < below.points:
            raise TournamentRefusal(
                f"{below} has more points than {above} and lies below", "P3", (below.player, above.player)
            )
    if len(stack) < 2:
        raise TournamentRefusal(f"only {listed(stack) or 'nobody'} is left to pair", "P1", remedies=(ENDING,))
    return _with_bye(stack) if len(stack) % 2 else _without_bye(stack)


def refuse_twins(stack: Sequence[Card]) -> None:
    """Refused where a card lies in the stack twice (P1)."""
    seen: set[str] = set()
    for card in stack:
        if card.player in seen:
            raise TournamentRefusal(f"{card} lies in the stack twice", "P1", (card.player,))
        seen.add(card.player)


def _without_bye(stack: Sequence[Card]) -> Paired:
    pairs = first_pairing(stack)
    if complete(stack, pairs):
        return Paired(Layout(pairs))
    blamed, shared = blocking(stack)
    only = f", who have only {listed(shared)} left between them" if shared else ""
    raise TournamentRefusal(
        f"there is no round without a rematch (E1), blocked by {listed(blamed)}{only}",
        "P6",
        tuple(card.player for card in blamed),
        remedies(stack),
    )


def _with_bye(stack: Sequence[Card]) -> Paired:
    """The lowest card without a bye (B2, B3; of level ones the lowest in the stack, B4) that can be spared (B5)."""
    passed_over: list[str] = []
    for card in _due(stack):
        rest = [each for each in stack if each is not card]
        pairs = first_pairing(rest)
        if complete(rest, pairs):
            return Paired(Layout(pairs, (card.player,)), tuple(passed_over))
        passed_over.append(card.player)
    if not passed_over:
        reason, row = f"{listed(stack)} have all had their bye (E2)", "B2"
    else:
        named = listed([card for card in stack if card.player in passed_over])
        reason, row = f"whichever of {named} takes the bye, the others cannot be paired without a rematch (E2)", "B5"
    raise TournamentRefusal(reason, row, passed_over or [card.player for card in stack], remedies(stack))


def _due(stack: Sequence[Card]) -> list[Card]:
    """Who may take a bye, the first due first."""
    return [card for card in reversed(stack) if not card.had_bye]


def remedies(stack: Sequence[Card]) -> tuple[Remedy, ...]:
    """What the organiser may do instead: fewest rematches, an extra bye, sitting out, the end of the event (P6)."""
    pairs = first_pairing(stack)
    spare = left_over(stack, pairs)
    ids = tuple(card.player for card in spare)
    found = [*_fewest_rematches(stack)]
    if not any(card.had_bye for card in spare):
        found.append(Remedy(f"an extra bye: {listed(spare)}", Layout(pairs, byes=ids)))
    found.append(Remedy(f"sit out without points: {listed(spare)}", Layout(pairs, sitting_out=ids)))
    return (*found, ENDING)


def _fewest_rematches(stack: Sequence[Card]) -> list[Remedy]:
    """As few rematches as there can be, the bye going to the one who is due."""
    due = _due(stack)[:1] if len(stack) % 2 else []
    if len(stack) % 2 and not due:
        return []
    rest = [card for card in stack if card not in due]
    pairs = first_pairing(rest, rematches=True)
    cards = {card.player: card for card in rest}
    again = [f"{cards[a]} against {cards[b]}" for a, b in pairs if b in cards[a].met]
    layout = Layout(pairs, tuple(card.player for card in due))
    return [Remedy(f"fewest rematches: {listed(again)}", layout)]
