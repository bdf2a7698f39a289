"""Hits, spread evenly over the units of the side that suffers them, which chooses among equals.

Clauses: UR-01, UR-07, UR-20.
"""

from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.urr.rules import topics
from tablecam.rules.books.urr.rules.hit_events import HitsLost, HitTaken, UnitEliminated
from tablecam.rules.books.urr.rules.rounds import find_seat
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.urr.rules.unit import UrrUnit
from tablecam.rules.play import Play


def to_suffer(state: UrrState) -> str:
    """The party that has hits to take; empty for none."""
    combat = state.combat
    assert combat
    return next((party for party in combat.sides if combat.pending.get(party, 0)), "")


def takers(state: UrrState, party: str) -> tuple[str, ...]:
    """The units that may take the next hit: those with the fewest losses in this battle, or by the house rules."""
    combat, rules = state.combat, state.rules
    assert combat
    living = state.living(party)
    if rules.hit_spread == "free" or not living:
        return living
    pool = living
    if rules.dead_units_take_hits:
        pool = tuple(unit for unit in combat.parties[party] if unit in combat.present)
    counts = combat.in_phase if rules.hit_spread == "phase" else combat.lost
    fewest = min(counts.get(unit, 0) for unit in pool)
    return tuple(unit for unit in pool if counts.get(unit, 0) == fewest)


def suffer(game: Play[UrrState]) -> None:
    """Take the hits one by one. No question if only one unit can take a hit; hits without a unit are lost."""
    party = to_suffer(game.state)
    while (pending := _count_pending_hits(game.state, party)) and (units := takers(game.state, party)):
        unit = units[0] if len(units) == 1 else _choose_unit(game, party, units)
        take_hit(game, unit)
        if not pending:
            return
    if pending:
        game.tell(HitsLost(party=party, hits=pending))


def _count_pending_hits(state: UrrState, party: str) -> int:
    return state.combat.pending.get(party, 0) if state.combat else 0


def _choose_unit(game: Play[UrrState], party: str, units: tuple[str, ...]) -> str:
    options = tuple(map(Option, units))
    return game.ask(Choose(seat=find_seat(party), options=options, **topics.hit(party)._asdict()))


def take_hit(game: Play[UrrState], unit: str) -> None:
    """Take a step from a unit, of its armour first if that counts; a unit without steps is out."""
    target = game.state[unit]
    if not target.standing:
        game.tell(HitTaken(unit=unit, wasted=True))
        return
    game.tell(HitTaken(unit=unit, armour=target.armour > 0 and is_armoured(game.state, unit)))
    if has_fallen(game.state[unit], is_armoured(game.state, unit)):
        game.tell(UnitEliminated(unit=unit))


def is_armoured(state: UrrState, unit: str) -> bool:
    """Whether the armour of a unit counts now. Clause: UR-20."""
    return state.rules.armour_steps == "always" or state.stance(unit) == "defend"


def all_fallen(state: UrrState) -> tuple[str, ...]:
    """Units without steps, by an umpire's event or because they no longer defend."""
    return tuple(name for name, unit in state.units.items() if has_fallen(unit, is_armoured(state, name)))


def remove_fallen(game: Play[UrrState]) -> None:
    """Remove the fallen units from play."""
    for unit in all_fallen(game.state):
        game.tell(UnitEliminated(unit=unit))


def has_fallen(unit: UrrUnit, defending: bool) -> bool:
    """Whether a unit has no steps left to fight with. Clause: Urr Weapons and armour (UR-20)."""
    return not unit.removed and unit.steps <= 0 and not (defending and unit.armour > 0)
