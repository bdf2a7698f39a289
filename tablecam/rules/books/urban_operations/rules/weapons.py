"""Bands, firepower and the choice of weapons. Clauses: UO Firepower and range (UO-005), Weaponry, Night rules."""

from math import ceil

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.aid import far_terrain
from tablecam.rules.books.urban_operations.rules.codes import Game, choose, confirm, counting, option
from tablecam.rules.books.urban_operations.rules.pieces import BANDS, UNKNOWN, UnitCard
from tablecam.rules.books.urban_operations.rules.state import OperationsState

DAY_EP = 5
# the width of a band, and the range of ordinary blocks and scouts. Clauses: UO Night rules (UO-083, UO-084).
NIGHT_EP = {True: 4, False: 3}
SCOUTS = {"day": (5, 10), "equipped": (5, 10), "unequipped": (3, 5)}


def width(state: OperationsState, card: UnitCard, weapon: str = "") -> int:
    """The width of a firepower band in EP; weapons with a minimum range keep the day's width. Clause: UO-083."""
    night = state.scenario.night and not (weapon and card.weapons[weapon].least_ep)
    return NIGHT_EP[card.equipped] if night else DAY_EP


def band(state: OperationsState, card: UnitCard, ep: int, weapon: str = "") -> int:
    """The band of a distance, from 1; the upper end belongs to the band, and the same hex is band 1.

    weapon: the light or heavy one, where it may have a minimum range.
    """
    return ceil(max(ep, 1) / width(state, card, weapon))


def reach(state: OperationsState, block: str) -> int:
    """The reach of a block's weapons in EP."""
    card = state[block].card
    return max((len(printed.fp) * width(state, card, weapon) for weapon, printed in card.weapons.items()), default=0)


def farthest() -> int:
    """The longest reach of any weapon by day, in EP."""
    return BANDS * DAY_EP


def measure_distance(game: Game, block: str, other: str, most: int) -> int:
    """The EP between two blocks; `most` plus one stands for everything beyond. Clause: UO Fire (UO-050)."""
    return game.ask(counting("ep", most + 1, block, other, most, number=50, notes=far_terrain(game.state)))


def scouts(state: OperationsState, card: UnitCard) -> tuple[int, int]:
    """The scouting ranges of an ordinary block and a scout, in EP. Clause: UO Night rules (UO-084)."""
    light = "day" if not state.scenario.night else "equipped" if card.equipped else "unequipped"
    return SCOUTS[light]


def list_weapons_in_reach(state: OperationsState, block: str, ep: int) -> tuple[str, ...]:
    """The weapons, light or heavy, that can hit at a distance."""
    card = state[block].card
    return tuple(
        weapon
        for weapon, printed in card.weapons.items()
        if ep >= printed.least_ep and len(printed.fp) >= band(state, card, ep, weapon)
    )


def closing(state: OperationsState, block: str, ep: int) -> str:
    """The code of the reason that no weapon of a block can hit at a distance; empty where one can."""
    if list_weapons_in_reach(state, block, ep):
        return ""
    return "out-of-range" if ep > reach(state, block) else "too-near"


def choose_weapon(game: Game, block: str, ep: int) -> str:
    """The weapon of a block for a distance; empty where none can be used. Clause: UO Weaponry (UO-003, UO-004)."""
    card, usable = game.state[block].card, list_weapons_in_reach(game.state, block, ep)
    barred = list_barred_weapons(game, block, usable)
    remaining = [weapon for weapon in usable if weapon not in barred]
    if len(remaining) < 2:
        return remaining[0] if remaining else ""
    options = [
        option(weapon, "" if weapon in remaining else _find_closing_reason(card, weapon, ep, barred), 4)
        for weapon in card.weapons
    ]
    return choose(game, game.state[block].side, "weapon", options, block)


def _find_closing_reason(card: UnitCard, weapon: str, ep: int, barred: tuple[str, ...]) -> str:
    """The code of the reason that a weapon cannot be used."""
    if weapon in barred:
        return "inside"
    return "too-near" if ep < card.weapons[weapon].least_ep else "out-of-range"


def list_barred_weapons(game: Game, block: str, weapons: tuple[str, ...]) -> tuple[str, ...]:
    """The weapons that may not be fired from where the block stands. Clause: UO Weaponry (UO-004).

    Everybody sees where the block stands, so that question comes before the aid's entries on its weapons.
    """
    keys = {weapon: f"weapon.{game.state[block].card.weapons[weapon].kind}.no_building" for weapon in weapons}
    doubtful = {weapon: key for weapon, key in keys.items() if not aid.is_known_false(game.state, key)}
    if not doubtful or not confirm(game, "inside", block):
        return ()
    return tuple(weapon for weapon, key in doubtful.items() if aid.flag(game, key, (block, weapon)))


def firepower(game: Game, block: str, weapon: str, ep: int) -> int:
    """The firepower by the card; asks where the card lacks it. Clause: UO Firepower and range (UO-005)."""
    card = game.state[block].card
    band_number = band(game.state, card, ep, weapon)
    printed = card.weapons[weapon].fp[band_number - 1]
    if printed == UNKNOWN:
        return aid.number(game, "unit.fp", f"{card.name}.{weapon}.{band_number}", (block, weapon))
    return int(printed)
