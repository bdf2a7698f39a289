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
    """The state after it; the same for an event that these rules do not know."""
    fold = FOLDS.get(type(event))
    return fold(state, event) if fold else state


def _week(state: UrrState, event: e.WeekBegan) -> UrrState:
    """Everybody is free again; a palisade is worn by a strategic turn of siege, which counts from the second on."""
    units = {name: replace(unit, duty="") for name, unit in state.units.items()}
    worn = {place: replace(each, worn=True) for place, each in state.palisades.items()}
    return replace(
        state, turn=event.week, phase=state.begins, units=units, done=(), builders={}, combat=None, hurled=False,
        palisades=worn, fires={},
    )  # fmt: skip


def _phase(state: UrrState, event: e.WeekPhaseBegan) -> UrrState:
    return replace(state, phase=UrrPhase(event.phase), done=(), builders={})


def _damaged(state: UrrState, event: e.EngineDamaged) -> UrrState:
    state = state.with_done(f"raids:{event.engine}")
    if event.engine not in state.engines:
        return state
    engine = replace(state.engines[event.engine], damage=max(0, event.damage))
    return replace(state, engines={**state.engines, event.engine: engine})


def _sapped(state: UrrState, event: e.WallSapped) -> UrrState:
    return _wall_hit(state.with_done("sapping"), event.section, event.steps)


def _wall_hit(state: UrrState, section: str, hits: int) -> UrrState:
    """With steps crossed off a section, or put back; it neither falls below 1 nor grows above what it was built as."""
    wall = state.sections.get(section)
    if wall is None:
        return state
    changed: WallSection = replace(wall, hits=max(0, min(wall.hits + hits, wall.most)))
    return replace(state, sections={**state.sections, section: changed})


def _flooded(state: UrrState, event: e.PlaceFlooded) -> UrrState:
    state = state.with_done("flood")
    if not event.place or event.place in state.flooded:
        return state
    return replace(state, flooded=(*state.flooded, event.place))


def _flood_lost(state: UrrState, event: e.FloodedPlaceLost) -> UrrState:
    dry = tuple(place for place in state.flooded if place != event.place)
    return replace(state, flooded=dry, places_lost=(*state.places_lost, event.place))


def _project(state: UrrState, event: e.ProjectDone) -> UrrState:
    state = state.with_done(f"project:{event.unit}:{event.number}")
    side = state.units[event.unit].side if event.unit in state.units else state.attacker
    match event.kind:
        case "palisade":
            return replace(state, palisades={**state.palisades, event.place: Palisade(side)})
        case "repair":
            return _wall_hit(state, event.place, -1)
        case "flood":
            return replace(state, flooded=tuple(place for place in state.flooded if place != event.place))
        case "shields":
            tower = SiegeTower(side, worked=state.turn)
            return replace(state.with_done(f"shields-now:{event.place}"), towers={**state.towers, event.place: tower})
        case "tower" if event.place in state.towers:
            return _tower(state, event.place, built=True)
        case "horse" | "rabbit" | "bridge" | "rafts" | "crane" | "tunnel" as kind:
            return replace(state, works=(*state.works, SiegeWork(side, kind, event.place)))
    return state


def _tower(state: UrrState, section: str, **fields: Any) -> UrrState:
    return replace(state, towers={**state.towers, section: replace(state.towers[section], worked=state.turn, **fields)})


def _ramp(state: UrrState, event: e.RampPushed) -> UrrState:
    state = state.with_done(f"ramp:{event.section}")
    if not event.builders or event.section not in state.towers:
        return state
    state = replace(state, builders={**state.builders, **dict.fromkeys(event.builders, event.section)})
    return _tower(state, event.section, weeks=state.towers[event.section].weeks + 1)


def _shot_at(state: UrrState, event: e.BuilderShotAt) -> UrrState:
    return state.with_done(f"shot-at:{event.builder}").with_done(f"shooter:{event.shooter}")


def _rafts(state: UrrState, event: e.RaftsUsed) -> UrrState:
    state = state.with_done(f"rafts:{event.side}")
    return _without_work(state, event.side, "rafts") if event.place else state


def _destroyed(state: UrrState, event: e.WorkDestroyed) -> UrrState:
    return _without_work(state, event.side, event.kind)


def _without_work(state: UrrState, side: str, kind: str) -> UrrState:
    """Without one work of that kind."""
    gone = next((each for each in state.works if (each.side, each.kind) == (side, kind)), None)
    if gone is None:
        return state
    number = state.works.index(gone)
    return replace(state, works=(*state.works[:number], *state.works[number + 1 :]))


def _engine_shot(state: UrrState, event: e.EngineShot) -> UrrState:
    return _wall_hit(state.with_done(f"engine:{event.engine}"), event.section, event.hits)


def _idle(state: UrrState, event: e.EngineIdle) -> UrrState:
    return state.with_done(f"engine:{event.engine}")


def _hurled(state: UrrState, event: e.UndeadHurled) -> UrrState:
    state = state.with_unit(event.unit, steps=event.steps, inside=True)
    return replace(state.with_done(f"engine:{event.engine}"), hurled=True)


def _fire(state: UrrState, event: e.FireSet) -> UrrState:
    state = state.with_done(f"engine:{event.engine}")
    side = state.engines[event.engine].side if event.engine in state.engines else state.attacker
    if event.food:
        state = _paid(state.with_done(f"ammunition:{side}"), side, food=event.food)
    return replace(state, hurled=True, fires={**state.fires, event.quarter: ()})


def _paid(state: UrrState, side: str, food: float = 0.0, gold: float = 0.0) -> UrrState:
    if side not in state.sides:
        return state
    stock = state.sides[side].stock
    left = TokenStock(max(0.0, stock.food - food), max(0.0, stock.gold - gold))
    return replace(state, sides={**state.sides, side: replace(state.sides[side], stock=left)})


def _skipped(state: UrrState, _event: e.TacticalTurnSkipped) -> UrrState:
    return state.with_done("skipped")


def _declined(state: UrrState, event: e.CombatsDeclined) -> UrrState:
    return state.with_done(f"no-more:{event.seat}")


def _fought(state: UrrState, event: e.FireFought) -> UrrState:
    state = state.with_done(f"fire:{event.quarter}")
    for unit in event.units:
        state = state.with_unit(unit, duty="fire")
    if event.quarter not in state.fires:
        return state
    if event.magic:
        return _without_fire(state, event.quarter)
    return replace(state, fires={**state.fires, event.quarter: event.units})


def _without_fire(state: UrrState, quarter: str) -> UrrState:
    return replace(state, fires={each: units for each, units in state.fires.items() if each != quarter})


def _doused(state: UrrState, event: e.FireDoused) -> UrrState:
    return _without_fire(state, event.quarter)


def _burnt(state: UrrState, event: e.QuarterBurnt) -> UrrState:
    holder = next((seat for seat, side in state.sides.items() if side.holds_city), state.defender)
    state = _paid(_without_fire(state, event.quarter), holder, event.food, event.gold)
    return replace(state, quarters_lost=(*state.quarters_lost, event.quarter))


def _berserk(state: UrrState, event: e.UndeadWentBerserk) -> UrrState:
    for name, unit in state.units.items():
        if unit.side == event.side and unit.profile.people == UNDEAD and not unit.removed:
            state = state.with_unit(name, berserk=True)
    return _without_berserk(state)


def _without_berserk(state: UrrState) -> UrrState:
    """They leave the combat in progress."""
    if state.combat is None:
        return state
    parties = {
        party: tuple(unit for unit in units if party == BERSERK or not state[unit].berserk)
        for party, units in state.combat.parties.items()
    }
    return state.with_combat(parties=parties)


def _berserk_went(state: UrrState, event: e.BerserkWent) -> UrrState:
    return state.with_done(f"berserk:{event.unit}")


def _asked(state: UrrState, event: e.EndingAsked) -> UrrState:
    return state.with_done("ending:on" if event.goes_on else "ending:over")


def _over(state: UrrState, event: e.PlayEnded) -> UrrState:
    return replace(state, phase=UrrPhase.OVER, combat=None, winner=event.winner, ending=event.why)


FOLDS: Mapping[type[Event], Callable[[UrrState, Any], UrrState]] = {
    e.WeekBegan: _week, e.WeekPhaseBegan: _phase, e.EngineDamaged: _damaged, e.WallSapped: _sapped,
    e.PlaceFlooded: _flooded, e.FloodedPlaceLost: _flood_lost, e.ProjectDone: _project, e.RampPushed: _ramp,
    e.BuilderShotAt: _shot_at, e.RaftsUsed: _rafts, e.WorkDestroyed: _destroyed, e.EngineShot: _engine_shot,
    e.EngineIdle: _idle, e.UndeadHurled: _hurled, e.FireSet: _fire, e.TacticalTurnSkipped: _skipped,
    e.CombatsDeclined: _declined, e.FireFought: _fought, e.FireDoused: _doused, e.QuarterBurnt: _burnt,
    e.UndeadWentBerserk: _berserk, e.BerserkWent: _berserk_went, e.EndingAsked: _asked, e.PlayEnded: _over,
}  # fmt: skip
