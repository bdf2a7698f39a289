"""The pairs of a round, from a stack of score cards in its order.

`first_round(stack, bye)` and `next_round(stack)` are not random: the stack is shuffled, and published, before.

Clause: UW-TG First Round Pairing (F1 to F4), Second & Subsequent Round Pairing (P1 to P6), Byes (B1 to B5), House Wish
(P9).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from typing import Protocol

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.entrant import Card, Layout
from tablecam.club.tournament.matching import blocking, complete, complete_pairing, first_pairing, left_over
from tablecam.club.tournament.refusal import Remedy, TournamentRefusal
from tablecam.club.tournament.state import TournamentState

# the last remedy of all
ENDING = Remedy(Message("end the event here"))
# a round without a rematch is left, but none that keeps everybody apart
ONLY_FORBIDDEN = "only-forbidden-pairs-left"


@dataclass(frozen=True, slots=True)
class Paired:
    """A round as the cards decide it. passed_over: players due the bye first who could not be spared (B5)."""

    layout: Layout
    passed_over: tuple[str, ...] = ()


def first_round(stack: Sequence[Card], bye: str = "") -> Layout:
    """The top card takes the first card below it of another faction, or the next where there is none (F1, F2).

    The rule is taken literally: it does not minimise pairs of one faction (F3). bye: a player drawn before, whose card
    is set aside. TournamentRefusal where players would meet whom a hard wish keeps apart (P9).
    """
    refuse_twins(stack)
    cards = [card for card in stack if card.player != bye]
    if len(cards) % 2:
        odd = Message("{cards} cards cannot be paired, and the bye is drawn before any pairing", cards=len(cards))
        raise TournamentRefusal(odd, "B1")
    if len(cards) == len(stack) and bye:
        raise TournamentRefusal(Message("{player} has the bye and no card in the stack", player=bye), "B1", (bye,))
    byes = (bye,) if bye else ()
    pairs = complete_pairing(cards, by_faction=True)
    if not complete(cards, pairs):
        raise _build_forbidden_refusal(cards, byes, by_faction=True)
    return Layout(pairs, byes)


def first_round_with_bye(stack: Sequence[Card], bye_stack: Sequence[Card]) -> Paired:
    """The first round, with the bye for the top card of a stack shuffled for it alone (B3).

    A player without whom the others cannot be kept apart is passed over (B5, P9).
    """
    refusals: list[TournamentRefusal] = []
    for card in bye_stack:
        try:
            return Paired(
                first_round(stack, card.player), tuple(passed.player for passed in bye_stack[: len(refusals)])
            )
        except TournamentRefusal as refused:
            if refused.code != ONLY_FORBIDDEN:
                raise
            refusals.append(refused)
    if refusals:
        raise refusals[0]
    return Paired(first_round(stack))


def next_round(stack: Sequence[Card]) -> Paired:
    """The bye, then the first complete pairing in stack order; factions play no part (F4, B1, P3, P4).

    TournamentRefusal where no lawful round exists, with the players that block it and the remedies (P6).
    """
    refuse_twins(stack)
    for above, below in pairwise(stack):
        if above.points < below.points:
            wrong_order = Message("{lower} has more points than {upper} but lies below", lower=below, upper=above)
            raise TournamentRefusal(wrong_order, "P3", (below.player, above.player))
    if len(stack) < 2:
        raise too_few(stack)
    return _pair_with_bye(stack) if len(stack) % 2 else _pair_without_bye(stack)


def refuse_twins(stack: Sequence[Card]) -> None:
    """Raises TournamentRefusal where a card lies in the stack twice (P1)."""
    players: set[str] = set()
    for card in stack:
        if card.player in players:
            raise TournamentRefusal(Message("{player} lies in the stack twice", player=card), "P1", (card.player,))
        players.add(card.player)


def too_few(left: Sequence[object], players: Sequence[str] = ()) -> TournamentRefusal:
    """The refusal where fewer than two players are left."""
    reason = Message("only {player} is left to pair", player=left[0]) if left else Message("no player is left to pair")
    return TournamentRefusal(reason, "P1", players, (ENDING,), code="too-few-players")


def versus(one: object, other: object) -> Message:
    """A pair in a sentence."""
    return Message("{one} against {other}", one=one, other=other)


def _pair_without_bye(stack: Sequence[Card]) -> Paired:
    pairs = complete_pairing(stack)
    if complete(stack, pairs):
        return Paired(Layout(pairs))
    _refuse_forbidden(stack)
    blamed, shared = blocking(stack)
    reason = Message("there is no round without a rematch (E1), blocked by {players}", players=listing(blamed))
    if shared:
        reason = Message(
            "there is no round without a rematch (E1), blocked by {players}, who have only {opponents} left between"
            " them",
            players=listing(blamed),
            opponents=listing(shared),
        )
    ids = tuple(card.player for card in blamed)
    raise TournamentRefusal(reason, "P6", ids, remedies(stack), code="only-rematches-left")


def _pair_with_bye(stack: Sequence[Card]) -> Paired:
    """The bye goes to the lowest card without one (B2, B3; of level cards the lowest, B4) that can be spared (B5)."""
    passed_over: list[str] = []
    for card in _list_due_cards(stack):
        remaining = [candidate for candidate in stack if candidate is not card]
        pairs = complete_pairing(remaining)
        if complete(remaining, pairs):
            return Paired(Layout(pairs, (card.player,)), tuple(passed_over))
        passed_over.append(card.player)
    if passed_over:
        _refuse_forbidden(stack)
    else:
        everybody = [card.player for card in stack]
        reason = Message("{players} have all had their bye (E2)", players=listing(stack))
        raise TournamentRefusal(reason, "B2", everybody, remedies(stack), code="no-bye-left")
    reason = Message(
        "whichever of {players} takes the bye, the other players cannot be paired without a rematch (E2)",
        players=listing([card for card in stack if card.player in passed_over]),
    )
    raise TournamentRefusal(reason, "B5", passed_over, remedies(stack), code="only-rematches-left")


def _refuse_forbidden(stack: Sequence[Card]) -> None:
    """Raises TournamentRefusal where the hard wishes alone stand against a round without a rematch (P9)."""
    if not any(card.apart for card in stack):
        return
    try:
        byes = next_round([replace(card, apart=frozenset()) for card in stack]).layout.byes
    except TournamentRefusal:
        return
    remaining = [card for card in stack if card.player not in byes]
    raise _build_forbidden_refusal(remaining, byes, remedies(stack))


def _build_forbidden_refusal(
    cards: Sequence[Card], byes: tuple[str, ...], others: Sequence[Remedy] = (), by_faction: bool = False
) -> TournamentRefusal:
    """The refusal; the first remedy is the round in which the fewest meet who are to be kept apart."""
    pairs, names = first_pairing(cards, apart=True, by_faction=by_faction), {card.player: card for card in cards}
    forbidden = [(one, other) for one, other in pairs if other in names[one].apart]
    meeting = listing([versus(names[one], names[other]) for one, other in forbidden])
    reason = Message("no legal round keeps all of them apart; at best, these players meet: {pairs}", pairs=meeting)
    gives_way = Remedy(Message("ignore the wish: {pairs}", pairs=meeting), Layout(pairs, byes))
    players = tuple(player for pair in forbidden for player in pair)
    return TournamentRefusal(reason, "P9", players, (gives_way, *others), code=ONLY_FORBIDDEN)


def _list_due_cards(stack: Sequence[Card]) -> list[Card]:
    """The cards that may take a bye, the first due first."""
    return [card for card in reversed(stack) if not card.had_bye]


def remedies(stack: Sequence[Card]) -> tuple[Remedy, ...]:
    """The remedies open to the organiser: fewest rematches, an extra bye, sitting out, ending the event (P6)."""
    pairs = first_pairing(stack)
    spare = left_over(stack, pairs)
    ids = tuple(card.player for card in spare)
    choices = [*_minimise_rematches(stack)]
    if not any(card.had_bye for card in spare):
        choices.append(Remedy(Message("an extra bye: {players}", players=listing(spare)), Layout(pairs, byes=ids)))
    sits_out = Message("sit out without points: {players}", players=listing(spare))
    choices.append(Remedy(sits_out, Layout(pairs, sitting_out=ids)))
    return (*choices, ENDING)


def _minimise_rematches(stack: Sequence[Card]) -> list[Remedy]:
    """The remedy with as few rematches as possible; the bye goes to the card that is due."""
    due = _list_due_cards(stack)[:1] if len(stack) % 2 else []
    if len(stack) % 2 and not due:
        return []
    remaining = [card for card in stack if card not in due]
    pairs = first_pairing(remaining, rematches=True)
    if not complete(remaining, pairs):
        pairs = first_pairing(remaining, rematches=True, apart=True)
    cards = {card.player: card for card in remaining}
    rematches = [versus(cards[one], cards[other]) for one, other in pairs if other in cards[one].met]
    layout = Layout(pairs, tuple(card.player for card in due))
    if not rematches:
        # all that is left are forbidden pairs
        return []
    return [Remedy(Message("fewest rematches: {pairs}", pairs=listing(rematches)), layout)]


class PairingWay(Protocol):
    """A way of pairing an event."""

    def rounds(self, players: int) -> int:
        """The number of rounds for a number of players at the start."""
        ...

    def bye_stack(self, state: TournamentState, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards in the order in which they get the bye of round 1; empty where no lot decides it."""
        ...

    def paired(self, state: TournamentState, stack: Sequence[Card], bye_stack: Sequence[Card]) -> Paired:
        """The next round. TournamentRefusal where there is none."""
        ...


# Shuffling as a pure function of a seed: the same seed and draw name give the same stack on every machine.
#
# Each card is stamped with SHA-256 of `seed/draw/player`, and the cards are sorted by their stamps. No state passes
# from one draw to the next, so draws with different names are independent, and each can be derived again on its own.
#
# Clause: UW-TG Byes (B4), Second & Subsequent Round Pairing (P5).


def shuffled(cards: Iterable[Card], seed: int, draw: str) -> tuple[Card, ...]:
    """The cards in an order that only the seed decides; draw: the name of this draw, for instance `round 1 bye`."""
    return tuple(sorted(cards, key=lambda card: sha256(f"{seed}/{draw}/{card.player}".encode()).digest()))


def score_order(cards: Iterable[Card], seed: int, draw: str) -> tuple[Card, ...]:
    """Descending accumulated points; level cards at random, never by tie-break, name or ID (P5)."""
    return tuple(sorted(shuffled(cards, seed, draw), key=lambda card: -card.points))
