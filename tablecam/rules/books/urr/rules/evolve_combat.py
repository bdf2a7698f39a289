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
    """The state after an event of a combat."""
    return FOLDS[type(event)](state, event)


def _begin_combat(state: UrrState, event: e.CombatBegan) -> UrrState:
    combat = UrrCombat(event.place, event.by, event.against)
    return replace(state, combat=combat).with_done(f"fought:{event.place}")


def _muster_party(state: UrrState, event: e.Mustered) -> UrrState:
    if state.combat is None:
        return state
    state = state.with_combat(parties={**state.combat.parties, event.party: event.units})
    if event.party != BERSERK:
        for unit in event.units:
            state = state.with_unit(unit, duty="fought")
    return state


def _attach_raiders(state: UrrState, event: e.RaidersAttached) -> UrrState:
    if state.combat is None:
        return state
    attached = {unit: raiders for unit, raiders in state.combat.attached.items() if raiders != event.raiders}
    state = _mark_prepared(state, f"raiders:{event.raiders}")
    return state.with_combat(attached={**attached, event.unit: event.raiders} if event.unit else attached)


def _man_tower(state: UrrState, event: e.TowerManned) -> UrrState:
    crew = {event.shooter: "ranged", event.fighter: "melee"}
    crewed = {unit: job for unit, job in crew.items() if unit}
    return _mark_prepared(state, "tower").with_combat(tower=crewed)


def _mark_prepared(state: UrrState, what: str) -> UrrState:
    return state.with_combat(prepared=(*state.combat.prepared, what)) if state.combat else state


def _begin_round(state: UrrState, event: e.RoundBegan) -> UrrState:
    return state.with_combat(
        stage=CombatStage.ROUND, round=event.round, stances={}, exposed={}, prepared=(), rolled=(), pending={},
        in_phase={},
    )  # fmt: skip


def _enter_breach(state: UrrState, event: e.BreachEntered) -> UrrState:
    state = _mark_prepared(state, "breach")
    if not event.unit or state.combat is None:
        return state
    return state.with_unit(event.unit, inside=True).with_combat(exposed={event.unit: event.exposed})


def _take_stances(state: UrrState, event: e.StancesTaken) -> UrrState:
    return _begin_phase(state.with_combat(stances=event.stances), CombatStage.RANGED)


def _begin_phase(state: UrrState, stage: CombatStage) -> UrrState:
    """Begin a phase: the units that stand now fight in it, whatever happens to them."""
    present = tuple(unit for party in state.combat.sides for unit in state.living(party)) if state.combat else ()
    return state.with_combat(stage=stage, rolled=(), pending={}, in_phase={}, present=present)


def _add_roll(state: UrrState, event: e.UnitRolled) -> UrrState:
    if state.combat is None:
        return state
    pending = _increase_count(state.combat.pending, event.against, event.hits)
    return state.with_combat(rolled=(*state.combat.rolled, event.unit), pending=pending)


def _take_hit(state: UrrState, event: e.HitTaken) -> UrrState:
    if event.unit not in state.units:
        return state
    state = _count_hit(state, event.unit)
    unit = state[event.unit]
    if event.wasted:
        return state
    if event.armour and unit.armour:
        return state.with_unit(event.unit, armour=unit.armour - 1)
    return state.with_unit(event.unit, steps=max(0, unit.steps - 1))


def _count_hit(state: UrrState, unit: str) -> UrrState:
    """Count a hit on a unit, whether or not it costs a step."""
    combat = state.combat
    party = combat.party_of(unit) if combat else ""
    if combat is None or not party:
        return state
    pending = {**combat.pending, party: max(0, combat.pending.get(party, 0) - 1)}
    return state.with_combat(
        pending=pending, lost=_increase_count(combat.lost, unit, 1), in_phase=_increase_count(combat.in_phase, unit, 1)
    )


def _drop_pending_hits(state: UrrState, event: e.HitsLost) -> UrrState:
    return state.with_combat(pending={**state.combat.pending, event.party: 0}) if state.combat else state


def _eliminate_unit(state: UrrState, event: e.UnitEliminated) -> UrrState:
    return state.with_unit(event.unit, steps=0, armour=0, removed=True, duty="")


def _close_phase(state: UrrState, event: e.FightPhaseClosed) -> UrrState:
    return _begin_phase(state, NEXT[event.phase])


def _restore_steps(state: UrrState, event: e.StepsRestored) -> UrrState:
    unit = state.units.get(event.unit)
    if unit is None or unit.removed:
        return state
    return state.with_unit(event.unit, steps=max(0, min(unit.steps + event.steps, unit.profile.steps)))


def _mark_healing(state: UrrState, event: e.HealingAsked) -> UrrState:
    return _mark_prepared(state, f"healing:{event.party}")


def _take_place(state: UrrState, event: e.PlaceTaken) -> UrrState:
    """Take a place without a fight: the units are free, and the place can be fought for. The city's taker holds it."""
    if state.combat and state.combat.place == event.place:
        state = replace(state, combat=None, done=tuple(code for code in state.done if code != f"fought:{event.place}"))
    for unit in event.units:
        state = state.with_unit(unit, inside=True, duty="")
    return _take_city(state, event.by) if event.city and event.by in state.sides else state


def _take_city(state: UrrState, by: str) -> UrrState:
    """Give walls and quarters to a side; the other side is outside and attacks from now on."""
    loser = state.other(by)
    return replace(
        state,
        attacker=loser,
        sides={seat: replace(side, holds_city=seat == by) for seat, side in state.sides.items()},
        sections={name: replace(section, side=by) for name, section in state.sections.items()},
        units={name: replace(unit, inside=unit.inside and unit.side != loser) for name, unit in state.units.items()},
    )


def _end_combat(state: UrrState, _event: e.CombatEnded) -> UrrState:
    return replace(state, combat=None)


def _increase_count(counts: Mapping[str, int], key: str, by: int) -> dict[str, int]:
    return {**counts, key: counts.get(key, 0) + by}


def fallen(unit: UrrUnit, defending: bool) -> bool:
    """Whether a unit has no steps left to fight with. Clause: Urr Weapons and armour (UR-20)."""
    return not unit.removed and unit.steps <= 0 and not (defending and unit.armour > 0)


FOLDS: Mapping[type[Event], Callable[[UrrState, Any], UrrState]] = {
    e.CombatBegan: _begin_combat, e.Mustered: _muster_party, e.RaidersAttached: _attach_raiders,
    e.TowerManned: _man_tower, e.RoundBegan: _begin_round, e.BreachEntered: _enter_breach,
    e.StancesTaken: _take_stances, e.UnitRolled: _add_roll, e.HitTaken: _take_hit, e.HitsLost: _drop_pending_hits,
    e.UnitEliminated: _eliminate_unit, e.FightPhaseClosed: _close_phase, e.StepsRestored: _restore_steps,
    e.HealingAsked: _mark_healing, e.PlaceTaken: _take_place, e.CombatEnded: _end_combat,
}  # fmt: skip
