"""The state after an event of a combat."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tablecam.rules.books.urr.rules import combat_events as e
from tablecam.rules.books.urr.rules.state import BERSERK, CombatStage, UrrCombat, UrrState
from tablecam.rules.books.urr.rules.unit import UrrUnit
from tablecam.rules.event import Event

NEXT = {"ranged": CombatStage.MELEE, "melee": CombatStage.AFTER}


def evolve_combat(state: UrrState, event: Event) -> UrrState:
    """The state after it."""
    return FOLDS[type(event)](state, event)


def _began(state: UrrState, event: e.CombatBegan) -> UrrState:
    combat = UrrCombat(event.place, event.by, event.against)
    return replace(state, combat=combat).with_done(f"fought:{event.place}")


def _mustered(state: UrrState, event: e.Mustered) -> UrrState:
    if state.combat is None:
        return state
    state = state.with_combat(parties={**state.combat.parties, event.party: event.units})
    if event.party != BERSERK:
        for unit in event.units:
            state = state.with_unit(unit, duty="fought")
    return state


def _attached(state: UrrState, event: e.RaidersAttached) -> UrrState:
    if state.combat is None:
        return state
    attached = {unit: raiders for unit, raiders in state.combat.attached.items() if raiders != event.raiders}
    state = _prepared(state, f"raiders:{event.raiders}")
    return state.with_combat(attached={**attached, event.unit: event.raiders} if event.unit else attached)


def _manned(state: UrrState, event: e.TowerManned) -> UrrState:
    crew = {event.shooter: "ranged", event.fighter: "melee"}
    crewed = {unit: job for unit, job in crew.items() if unit}
    return _prepared(state, "tower").with_combat(tower=crewed)


def _prepared(state: UrrState, what: str) -> UrrState:
    return state.with_combat(prepared=(*state.combat.prepared, what)) if state.combat else state


def _round(state: UrrState, event: e.RoundBegan) -> UrrState:
    return state.with_combat(
        stage=CombatStage.ROUND, round=event.round, stances={}, exposed={}, prepared=(), rolled=(), pending={},
        in_phase={},
    )  # fmt: skip


def _entered(state: UrrState, event: e.BreachEntered) -> UrrState:
    state = _prepared(state, "breach")
    if not event.unit or state.combat is None:
        return state
    return state.with_unit(event.unit, inside=True).with_combat(exposed={event.unit: event.exposed})


def _stances(state: UrrState, event: e.StancesTaken) -> UrrState:
    return _phase(state.with_combat(stances=event.stances), CombatStage.RANGED)


def _phase(state: UrrState, stage: CombatStage) -> UrrState:
    """A phase begins: whoever stands now fights in it, whatever becomes of them."""
    present = tuple(unit for party in state.combat.sides for unit in state.living(party)) if state.combat else ()
    return state.with_combat(stage=stage, rolled=(), pending={}, in_phase={}, present=present)


def _rolled(state: UrrState, event: e.UnitRolled) -> UrrState:
    if state.combat is None:
        return state
    pending = _more(state.combat.pending, event.against, event.hits)
    return state.with_combat(rolled=(*state.combat.rolled, event.unit), pending=pending)


def _hit(state: UrrState, event: e.HitTaken) -> UrrState:
    if event.unit not in state.units:
        return state
    state = _counted(state, event.unit)
    unit = state[event.unit]
    if event.wasted:
        return state
    if event.armour and unit.armour:
        return state.with_unit(event.unit, armour=unit.armour - 1)
    return state.with_unit(event.unit, steps=max(0, unit.steps - 1))


def _counted(state: UrrState, unit: str) -> UrrState:
    """A hit that fell on a unit, whether or not it cost a step."""
    combat = state.combat
    party = combat.party_of(unit) if combat else ""
    if combat is None or not party:
        return state
    pending = {**combat.pending, party: max(0, combat.pending.get(party, 0) - 1)}
    return state.with_combat(
        pending=pending, lost=_more(combat.lost, unit, 1), in_phase=_more(combat.in_phase, unit, 1)
    )


def _lost(state: UrrState, event: e.HitsLost) -> UrrState:
    return state.with_combat(pending={**state.combat.pending, event.party: 0}) if state.combat else state


def _eliminated(state: UrrState, event: e.UnitEliminated) -> UrrState:
    return state.with_unit(event.unit, steps=0, armour=0, removed=True, duty="")


def _closed(state: UrrState, event: e.FightPhaseClosed) -> UrrState:
    return _phase(state, NEXT[event.phase])


def _restored(state: UrrState, event: e.StepsRestored) -> UrrState:
    unit = state.units.get(event.unit)
    if unit is None or unit.removed:
        return state
    return state.with_unit(event.unit, steps=max(0, min(unit.steps + event.steps, unit.profile.steps)))


def _healed(state: UrrState, event: e.HealingAsked) -> UrrState:
    return _prepared(state, f"healing:{event.party}")


def _taken(state: UrrState, event: e.PlaceTaken) -> UrrState:
    """Nobody has fought: the units are free, and the place can be fought for. Whoever takes the city holds it."""
    if state.combat and state.combat.place == event.place:
        state = replace(state, combat=None, done=tuple(what for what in state.done if what != f"fought:{event.place}"))
    for unit in event.units:
        state = state.with_unit(unit, inside=True, duty="")
    return _city_taken(state, event.by) if event.city and event.by in state.sides else state


def _city_taken(state: UrrState, by: str) -> UrrState:
    """The side holds walls and quarters from now on, and the other side is outside and attacks."""
    loser = state.other(by)
    return replace(
        state,
        attacker=loser,
        sides={seat: replace(side, holds_city=seat == by) for seat, side in state.sides.items()},
        sections={name: replace(section, side=by) for name, section in state.sections.items()},
        units={name: replace(unit, inside=unit.inside and unit.side != loser) for name, unit in state.units.items()},
    )


def _ended(state: UrrState, _event: e.CombatEnded) -> UrrState:
    return replace(state, combat=None)


def _more(counts: Mapping[str, int], key: str, by: int) -> dict[str, int]:
    return {**counts, key: counts.get(key, 0) + by}


def fallen(unit: UrrUnit, defending: bool) -> bool:
    """Whether a unit has nothing left to fight with. Clause: Urr Weapons and armour (UR-20)."""
    return not unit.removed and unit.steps <= 0 and not (defending and unit.armour > 0)


FOLDS: Mapping[type[Event], Callable[[UrrState, Any], UrrState]] = {
    e.CombatBegan: _began, e.Mustered: _mustered, e.RaidersAttached: _attached, e.TowerManned: _manned,
    e.RoundBegan: _round, e.BreachEntered: _entered, e.StancesTaken: _stances, e.UnitRolled: _rolled,
    e.HitTaken: _hit, e.HitsLost: _lost, e.UnitEliminated: _eliminated, e.FightPhaseClosed: _closed,
    e.StepsRestored: _restored, e.HealingAsked: _healed, e.PlaceTaken: _taken,
    e.CombatEnded: _ended,
}  # fmt: skip
