"""The state after an event between combats."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tablecam.rules.books.urr.rules import events as e
from tablecam.rules.books.urr.rules.siege import Palisade, SiegeTower, SiegeWork, TokenStock
from tablecam.rules.books.urr.rules.state import BERSERK, UrrPhase, UrrState
from tablecam.rules.books.urr.rules.unit import UNDEAD
from tablecam.rules.books.urr.rules.wall import WallSection
from tablecam.rules.event import Event


def evolve_siege(state: UrrState, event: Event) -> UrrState:
    """The state after an event between combats; unchanged for an event that these rules do not know."""
    fold = FOLDS.get(type(event))
    return fold(state, event) if fold else state


def _begin_week(state: UrrState, event: e.WeekBegan) -> UrrState:
    """Begin a week: all units are free again, and a strategic turn of siege has worn the palisades."""
    units = {name: replace(unit, duty="") for name, unit in state.units.items()}
    worn_palisades = {place: replace(palisade, worn=True) for place, palisade in state.palisades.items()}
    return replace(
        state, turn=event.week, phase=state.begins, units=units, done=(), builders={}, combat=None, hurled=False,
        palisades=worn_palisades, fires={},
    )  # fmt: skip


def _begin_phase(state: UrrState, event: e.WeekPhaseBegan) -> UrrState:
    return replace(state, phase=UrrPhase(event.phase), done=(), builders={})


def _damage_engine(state: UrrState, event: e.EngineDamaged) -> UrrState:
    state = state.with_done(f"raids:{event.engine}")
    if event.engine not in state.engines:
        return state
    engine = replace(state.engines[event.engine], damage=max(0, event.damage))
    return replace(state, engines={**state.engines, event.engine: engine})


def _sap_wall(state: UrrState, event: e.WallSapped) -> UrrState:
    return _change_wall_hits(state.with_done("sapping"), event.section, event.steps)


def _change_wall_hits(state: UrrState, section: str, hits: int) -> UrrState:
    """Cross steps off a section, or put them back; its strength stays between 1 and that of the undamaged wall."""
    wall = state.sections.get(section)
    if wall is None:
        return state
    changed: WallSection = replace(wall, hits=max(0, min(wall.hits + hits, wall.most)))
    return replace(state, sections={**state.sections, section: changed})


def _flood_place(state: UrrState, event: e.PlaceFlooded) -> UrrState:
    state = state.with_done("flood")
    if not event.place or event.place in state.flooded:
        return state
    return replace(state, flooded=(*state.flooded, event.place))


def _lose_flooded_place(state: UrrState, event: e.FloodedPlaceLost) -> UrrState:
    dry = tuple(place for place in state.flooded if place != event.place)
    return replace(state, flooded=dry, places_lost=(*state.places_lost, event.place))


def _apply_project(state: UrrState, event: e.ProjectDone) -> UrrState:
    state = state.with_done(f"project:{event.unit}:{event.number}")
    side = state.units[event.unit].side if event.unit in state.units else state.attacker
    match event.kind:
        case "palisade":
            return replace(state, palisades={**state.palisades, event.place: Palisade(side)})
        case "repair":
            return _change_wall_hits(state, event.place, -1)
        case "flood":
            return replace(state, flooded=tuple(place for place in state.flooded if place != event.place))
        case "shields":
            tower = SiegeTower(side, worked=state.turn)
            return replace(state.with_done(f"shields-now:{event.place}"), towers={**state.towers, event.place: tower})
        case "tower" if event.place in state.towers:
            return _change_tower(state, event.place, built=True)
        case "horse" | "rabbit" | "bridge" | "rafts" | "crane" | "tunnel" as kind:
            return replace(state, works=(*state.works, SiegeWork(side, kind, event.place)))
    return state


def _change_tower(state: UrrState, section: str, **fields: Any) -> UrrState:
    return replace(state, towers={**state.towers, section: replace(state.towers[section], worked=state.turn, **fields)})


def _push_ramp(state: UrrState, event: e.RampPushed) -> UrrState:
    state = state.with_done(f"ramp:{event.section}")
    if not event.builders or event.section not in state.towers:
        return state
    state = replace(state, builders={**state.builders, **dict.fromkeys(event.builders, event.section)})
    return _change_tower(state, event.section, weeks=state.towers[event.section].weeks + 1)


def _mark_builder_shot(state: UrrState, event: e.BuilderShotAt) -> UrrState:
    return state.with_done(f"shot-at:{event.builder}").with_done(f"shooter:{event.shooter}")


def _use_rafts(state: UrrState, event: e.RaftsUsed) -> UrrState:
    state = state.with_done(f"rafts:{event.side}")
    return _remove_work(state, event.side, "rafts") if event.place else state


def _destroy_work(state: UrrState, event: e.WorkDestroyed) -> UrrState:
    return _remove_work(state, event.side, event.kind)


def _remove_work(state: UrrState, side: str, kind: str) -> UrrState:
    """Remove one work of that kind."""
    removed = next((work for work in state.works if (work.side, work.kind) == (side, kind)), None)
    if removed is None:
        return state
    number = state.works.index(removed)
    return replace(state, works=(*state.works[:number], *state.works[number + 1 :]))


def _apply_engine_shot(state: UrrState, event: e.EngineShot) -> UrrState:
    return _change_wall_hits(state.with_done(f"engine:{event.engine}"), event.section, event.hits)


def _mark_engine_idle(state: UrrState, event: e.EngineIdle) -> UrrState:
    return state.with_done(f"engine:{event.engine}")


def _hurl_undead(state: UrrState, event: e.UndeadHurled) -> UrrState:
    state = state.with_unit(event.unit, steps=event.steps, inside=True)
    return replace(state.with_done(f"engine:{event.engine}"), hurled=True)


def _set_fire(state: UrrState, event: e.FireSet) -> UrrState:
    state = state.with_done(f"engine:{event.engine}")
    side = state.engines[event.engine].side if event.engine in state.engines else state.attacker
    if event.food:
        state = _pay_stock(state.with_done(f"ammunition:{side}"), side, food=event.food)
    return replace(state, hurled=True, fires={**state.fires, event.quarter: ()})


def _pay_stock(state: UrrState, side: str, food: float = 0.0, gold: float = 0.0) -> UrrState:
    if side not in state.sides:
        return state
    stock = state.sides[side].stock
    remaining = TokenStock(max(0.0, stock.food - food), max(0.0, stock.gold - gold))
    return replace(state, sides={**state.sides, side: replace(state.sides[side], stock=remaining)})


def _skip_tactical_turn(state: UrrState, _event: e.TacticalTurnSkipped) -> UrrState:
    return state.with_done("skipped")


def _decline_combats(state: UrrState, event: e.CombatsDeclined) -> UrrState:
    return state.with_done(f"no-more:{event.seat}")


def _fight_fire(state: UrrState, event: e.FireFought) -> UrrState:
    state = state.with_done(f"fire:{event.quarter}")
    for unit in event.units:
        state = state.with_unit(unit, duty="fire")
    if event.quarter not in state.fires:
        return state
    if event.magic:
        return _remove_fire(state, event.quarter)
    return replace(state, fires={**state.fires, event.quarter: event.units})


def _remove_fire(state: UrrState, quarter: str) -> UrrState:
    return replace(state, fires={place: units for place, units in state.fires.items() if place != quarter})


def _douse_fire(state: UrrState, event: e.FireDoused) -> UrrState:
    return _remove_fire(state, event.quarter)


def _burn_quarter(state: UrrState, event: e.QuarterBurnt) -> UrrState:
    holder = next((seat for seat, side in state.sides.items() if side.holds_city), state.defender)
    state = _pay_stock(_remove_fire(state, event.quarter), holder, event.food, event.gold)
    return replace(state, quarters_lost=(*state.quarters_lost, event.quarter))


def _make_undead_berserk(state: UrrState, event: e.UndeadWentBerserk) -> UrrState:
    for name, unit in state.units.items():
        if unit.side == event.side and unit.profile.people == UNDEAD and not unit.removed:
            state = state.with_unit(name, berserk=True)
    return _remove_berserk_units(state)


def _remove_berserk_units(state: UrrState) -> UrrState:
    """Remove berserk units from the combat in progress."""
    if state.combat is None:
        return state
    parties = {
        party: tuple(unit for unit in units if party == BERSERK or not state[unit].berserk)
        for party, units in state.combat.parties.items()
    }
    return state.with_combat(parties=parties)


def _mark_berserk_attack(state: UrrState, event: e.BerserkWent) -> UrrState:
    return state.with_done(f"berserk:{event.unit}")


def _mark_ending_asked(state: UrrState, event: e.EndingAsked) -> UrrState:
    return state.with_done("ending:on" if event.goes_on else "ending:over")


def _end_game(state: UrrState, event: e.PlayEnded) -> UrrState:
    return replace(state, phase=UrrPhase.OVER, combat=None, winner=event.winner, ending=event.why)


FOLDS: Mapping[type[Event], Callable[[UrrState, Any], UrrState]] = {
    e.WeekBegan: _begin_week, e.WeekPhaseBegan: _begin_phase, e.EngineDamaged: _damage_engine, e.WallSapped: _sap_wall,
    e.PlaceFlooded: _flood_place, e.FloodedPlaceLost: _lose_flooded_place, e.ProjectDone: _apply_project,
    e.RampPushed: _push_ramp, e.BuilderShotAt: _mark_builder_shot, e.RaftsUsed: _use_rafts,
    e.WorkDestroyed: _destroy_work, e.EngineShot: _apply_engine_shot, e.EngineIdle: _mark_engine_idle,
    e.UndeadHurled: _hurl_undead, e.FireSet: _set_fire, e.TacticalTurnSkipped: _skip_tactical_turn,
    e.CombatsDeclined: _decline_combats, e.FireFought: _fight_fire, e.FireDoused: _douse_fire,
    e.QuarterBurnt: _burn_quarter, e.UndeadWentBerserk: _make_undead_berserk, e.BerserkWent: _mark_berserk_attack,
    e.EndingAsked: _mark_ending_asked, e.PlayEnded: _end_game,
}  # fmt: skip
