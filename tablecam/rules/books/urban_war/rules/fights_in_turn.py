"""The exact chances of several close combats against one model, one after another. Clause: UW-QS Who can fight.

left = in_turn(state, ("ann", "amy"), "bob")
falls(left, "bob"), falls(left, "ann")

The defender fights back only against the first of them, and turns a battleshield to the next if the first falls. All
are in contact, so no fall makes one of them panic.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tablecam.rules.books.urban_war.rules.card import BATTLESHIELD, Weapon
from tablecam.rules.books.urban_war.rules.close_combat_events import Attacked, Removed, ShieldAimed, Wounded
from tablecam.rules.books.urban_war.rules.fight_chances import fight_odds
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.event import evolve
from tablecam.rules.odds import Distribution, certainly

Left = tuple[tuple[str, int], ...]


def compute_fights(
    state: State, attackers: Sequence[str], defender: str, weapons: Mapping[str, Weapon] | None = None
) -> Distribution[Left]:
    """The wounds that each model has left after all have fought: `dict()` of a value gives them by model."""
    models = (*attackers, defender)
    return _fight_remaining(state, tuple(attackers), defender, weapons).map(
        lambda now: tuple((model, dict(now)[model]) for model in models)
    )


def falls(left: Distribution[Left], model: str) -> Fraction:
    """The chance that a model is removed."""
    return left.chance(lambda now: dict(now)[model] == 0)


def _fight_remaining(
    state: State, attackers: tuple[str, ...], defender: str, weapons: Mapping[str, Weapon] | None
) -> Distribution[Left]:
    if not attackers or not state[defender].alive:
        return certainly(tuple((name, fighter.wounds) for name, fighter in state.fighters.items()))
    attacker, later_attackers = attackers[0], attackers[1:]
    odds = fight_odds(state, attacker, defender, weapons)
    begun = evolve(state, Attacked(attacker=attacker, defender=defender, fights_back=odds.back is not None))

    def apply_wounds(wounds: tuple[int, int]) -> Distribution[Left]:
        fought_state = evolve(
            evolve(begun, Wounded(model=attacker, wounds=wounds[0])), Wounded(model=defender, wounds=wounds[1])
        )
        return _fight_remaining(
            _turn_shield(fought_state, attacker, later_attackers, defender), later_attackers, defender, weapons
        )

    return odds.wounds.then(apply_wounds)


def _turn_shield(state: State, first: str, rest: tuple[str, ...], defender: str) -> State:
    """Turn a battleshield to the next striker where the first has fallen. Clause: UW-QS Battleshield (UW-039)."""
    if state[first].alive:
        return state
    fallen_state = evolve(state, Removed(model=first))
    fighter = fallen_state[defender]
    if fighter.alive and fighter.profile.tag(BATTLESHIELD) and not fighter.shield_vs and rest:
        return evolve(fallen_state, ShieldAimed(model=defender, enemy=rest[0]))
    return fallen_state
