"""The state that a seat may know: everything, because nothing in it is hidden.

Stances are secret answers until both sides have answered; only then does an event bring them into the state.
"""

from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.urr.rules.unit import UrrUnit
from tablecam.rules.plain import Json, to_plain


def visible_to(state: UrrState, seat: str) -> Json:  # noqa: ARG001 both see the same
    """The state for the screen of a seat."""
    return {
        "phase": state.phase.value,
        "turn": state.turn,
        "sides": {name: to_plain(side) for name, side in state.sides.items()},
        "attacker": state.attacker,
        "combat": to_plain(state.combat),
        "places": to_plain(state.places),
        "sections": {
            name: {"ring": wall.ring, "strength": wall.strength, "left": wall.left, "feature": wall.feature}
            for name, wall in state.sections.items()
        },
        "engines": to_plain(state.engines),
        "towers": to_plain(state.towers),
        "palisades": to_plain(state.palisades),
        "works": to_plain(state.works),
        "fires": to_plain(state.fires),
        "flooded": list(state.flooded),
        "quarters_lost": list(state.quarters_lost),
        "places_lost": list(state.places_lost),
        "winner": state.winner,
        "rules": to_plain(state.rules),
        "models": {name: _unit_to_json(state, unit) for name, unit in state.units.items()},
    }


def _unit_to_json(state: UrrState, unit: UrrUnit) -> Json:
    combat = state.combat
    profile = unit.profile
    return {
        "alive": unit.standing,
        "steps": unit.steps,
        "armour": unit.armour,
        "of": profile.steps,
        "duty": unit.duty,
        "inside": unit.inside,
        "berserk": unit.berserk,
        "profile": to_plain(profile),
        "men": profile.men,
        "stance": state.stance(unit.id),
        "fights": bool(combat and combat.party_of(unit.id)),
        "raiders": combat.attached.get(unit.id, "") if combat else "",
        "tower": combat.tower.get(unit.id, "") if combat else "",
    }
