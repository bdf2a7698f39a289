"""Bands, firepower and the choice of weapons. Clauses: UO Firepower and range (UO-005), Weaponry, Night rules."""

from math import ceil

from tablecam.rulebooks.urban_operations.rules import aid
from tablecam.rulebooks.urban_operations.rules.asking import Game, choose, confirm
from tablecam.rulebooks.urban_operations.rules.cards import BANDS, UNKNOWN, UnitCard
from tablecam.rulebooks.urban_operations.rules.reasons import option
from tablecam.rulebooks.urban_operations.rules.state import OperationsState

DAY_EP = 5
# the width of a band, and how far an ordinary block and a scout see. Clauses: UO Night rules (UO-083, UO-084).
NIGHT_EP = {True: 4, False: 3}
SCOUTS = {"day": (5, 10), "equipped": (5, 10), "unequipped": (3, 5)}
MOST_FP = 9


def width(state: OperationsState, card: UnitCard) -> int:
    """The width of a firepower band in EP."""
    return NIGHT_EP[card.equipped] if state.scenario.night else DAY_EP


def band(state: OperationsState, card: UnitCard, ep: int) -> int:
    """The band of a distance, from 1; the upper end belongs to the band, and the same hex is band 1."""
    return ceil(max(ep, 1) / width(state, card))


def reach(state: OperationsState, block: str) -> int:
    """How far the weapons of a block reach in EP."""
    card = state[block].card
    return max((len(each.fp) for each in card.weapons.values()), default=0) * width(state, card)


def farthest() -> int:
    """How far anything reaches by day."""
    return BANDS * DAY_EP


def scouts(state: OperationsState, card: UnitCard) -> tuple[int, int]:
    """How far an ordinary block and a scout scout. Clause: UO Night rules (UO-084)."""
    light = "day" if not state.scenario.night else "equipped" if card.equipped else "unequipped"
    return SCOUTS[light]


def in_reach(state: OperationsState, block: str, ep: int) -> tuple[str, ...]:
    """The weapons, light or heavy, that reach so far."""
    card = state[block].card
    at = band(state, card, ep)
    return tuple(each for each, weapon in card.weapons.items() if len(weapon.fp) >= at)


def chosen_weapon(game: Game, block: str, ep: int) -> str:
    """The weapon of a block for a distance; empty where none can be used. Clause: UO Weaponry (UO-003, UO-004)."""
    card, barred = game.state[block].card, []
    while left := [each for each in in_reach(game.state, block, ep) if each not in barred]:
        options = [
            option(each, "" if each in left else "inside" if each in barred else "out-of-range", 4)
            for each in card.weapons
        ]
        weapon = choose(game, game.state[block].side, "weapon", options, block) if len(left) > 1 else left[0]
        if not _barred(game, block, card.weapons[weapon].kind):
            return weapon
        barred.append(weapon)
    return ""


def _barred(game: Game, block: str, kind: str) -> bool:
    """Whether the weapon may not be fired from where the block stands. Clause: UO Weaponry (UO-004)."""
    return aid.flag(game, f"weapon.{kind}.no_building") and confirm(game, "inside", block)


def firepower(game: Game, block: str, weapon: str, ep: int) -> int:
    """Firepower by the card; a card that does not say is asked for. Clause: UO Firepower and range (UO-005)."""
    card = game.state[block].card
    at = band(game.state, card, ep)
    printed = card.weapons[weapon].fp[at - 1]
    if printed == UNKNOWN:
        return aid.number(game, "unit.fp", MOST_FP, member=f"{card.name}.{weapon}.{at}")
    return int(printed)
