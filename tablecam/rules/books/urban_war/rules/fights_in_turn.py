"""The exact chances of several close combats against one model, one after the other. Clause: UW-QS Who can fight.

left = in_turn(state, ("ann", "amy"), "bob")
falls(left, "bob"), falls(left, "ann")

The defender fights back against the first of them alone, and turns a battleshield to the next if that one falls. All
are in contact, so that no fall makes one of them panic.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tablecam.rules.books.urban_war.rules.card import BATTLESHIELD, Weapon
from tablecam.rules.books.urban_war.rules.combat_events import Attacked, Removed, ShieldAimed, Wounded
from tablecam.rules.books.urban_war.rules.evolve import evolve
from tablecam.rules.books.urban_war.rules.fight_chances import fight_odds
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.odds import Distribution, certainly

Left = tuple[tuple[str, int], ...]


def in_turn(
    state: State, attackers: Sequence[str], defender: str, weapons: Mapping[str, Weapon] | None = None
) -> Distribution[Left]:
    """The wounds that each has left after all of them have fought: `dict()` of a value has them by model."""
    models = (*attackers, defender)
    return _after(state, tuple(attackers), defender, weapons).map(
        lambda now: tuple((model, dict(now)[model]) for model in models)
    )


def falls(left: Distribution[Left], model: str) -> Fraction:
    """The chance that a model is removed."""
    return left.chance(lambda now: dict(now)[model] == 0)


def _after(
    state: State, attackers: tuple[str, ...], defender: str, weapons: Mapping[str, Weapon] | None
) -> Distribution[Left]:
    if not attackers or not state[defender].alive:
        return certainly(tuple((name, fighter.wounds) for name, fighter in state.fighters.items()))
    first, rest = attackers[0], attackers[1:]
    odds = fight_odds(state, first, defender, weapons)
    begun = evolve(state, Attacked(attacker=first, defender=defender, fights_back=odds.back is not None))

    def fought(wounds: tuple[int, int]) -> Distribution[Left]:
        after = evolve(evolve(begun, Wounded(model=first, wounds=wounds[0])), Wounded(model=defender, wounds=wounds[1]))
        return _after(_shield_turned(after, first, rest, defender), rest, defender, weapons)

    return odds.wounds.then(fought)


def _shield_turned(state: State, first: str, rest: tuple[str, ...], defender: str) -> State:
    """Where the first has fallen, a battleshield goes to whoever strikes next. Clause: UW-QS Battleshield (UW-039)."""
    if state[first].alive:
        return state
    now = evolve(state, Removed(model=first))
    fighter = now[defender]
    if fighter.alive and fighter.profile.tag(BATTLESHIELD) and not fighter.shield_vs and rest:
        return evolve(now, ShieldAimed(model=defender, enemy=rest[0]))
    return now
