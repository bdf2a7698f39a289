"""Advice on the choice of a unit: for a place, raiders, a breach, a shot at a builder, or a hit."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tablecam.base.i18n import Counted, InContext, Message
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.plain_odds import odds, roll_line
from tablecam.rules.books.urr.advice.stances import ROLLS
from tablecam.rules.books.urr.rules.chances import builder_ladder, hits_it_stands, unit_ladder
from tablecam.rules.books.urr.rules.clauses import row
from tablecam.rules.books.urr.rules.combat_events import BreachEntered, Mustered, RaidersAttached, StancesTaken
from tablecam.rules.books.urr.rules.rounds import find_fixed_stance
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.views import AdviceFact, AdviceOdds, AdviceRow, AdviceView
from tablecam.rules.check import Ladder
from tablecam.rules.event import evolve
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.snapshot import Snapshot

HIT = InContext("a chance", "hit")
STEPS = Message("Steps")
HITS = {
    "ranged": Message("hits, shooting"),
    "attack": Message("hits, attacking"),
    "defend": Message("hits, defending"),
}


def muster_advice(_snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The roll of each unit at the place, for either stance of its side.

    Several units are picked, so that no row is an answer.
    """
    combat, party = state.combat, str(ask.get("seat") or "")
    if combat is None or party not in combat.sides:
        return None
    units = _list_open_units(state, ask)
    mustered = evolve(state, Mustered(party=party, units=tuple(units)))
    return _sort_by_worth([_build_unit_row(mustered, unit, names, "") for unit in units])


def raiders_advice(_snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The roll of each unit with the raiders beside it."""
    raiders = str(next(iter(ask.get("subject") or ()), ""))
    if state.combat is None or raiders not in state.units:
        return None
    rows = []
    for unit in _list_open_units(state, ask):
        accompanied = evolve(state, RaidersAttached(raiders=raiders, unit=unit))
        rows.append(_build_unit_row(accompanied, unit, names, unit))
    return _sort_by_worth(rows)


def breach_advice(_snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The roll of each unit inside the breach; the players supply its losses on the way. Clause: UR-25."""
    if state.combat is None:
        return None
    rows = []
    for unit in _list_open_units(state, ask):
        through = evolve(state, BreachEntered(unit=unit))
        unit_row = _build_unit_row(through, unit, names, unit)
        rows.append(replace(unit_row, text=Message("Before what the way through takes off"), clause=str(row(25))))
    return _sort_by_worth(rows)


def shooter_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The shooters at a ramp's builder: the chance to hit it, and to put it out. Clause: UR-33."""
    builder = str(next(iter(ask.get("subject") or ()), ""))
    if builder not in state.units:
        return None
    rows = []
    for unit in _list_open_units(state, ask):
        ladder = builder_ladder(state, unit, builder)
        stands = hits_it_stands(state, builder)
        line = (roll_line(Message("{unit}, {doing}", unit=names(unit), doing=ROLLS["ranged"]), ladder, names),)
        chances = [odds(HIT, ladder.odds, line)]
        out_chance = ladder.spread.chance(lambda hits, stands=stands: hits >= stands)  # type: ignore[misc]
        chances += [odds(Message("{unit} is out", unit=names(builder)), out_chance, line)] if out_chance else []
        rows.append(
            AdviceRow(
                f"unit {unit}", "target", unit, odds=tuple(chances),  # no text
                line=_draw_line(snapshot, unit, builder), clause=str(row(33)), option=unit,
                facts=(_describe_need(ladder),),
            )
        )  # fmt: skip
    return _sort_by_worth(rows)


def hit_advice(_snapshot: Snapshot, state: Any, ask: Mapping[str, Json], _names: ModelNames) -> AdviceView | None:
    """The effect of a hit on each unit: the unit that withstands most hits comes first."""
    if state.combat is None:
        return None
    units = sorted(_list_open_units(state, ask), key=lambda unit: hits_it_stands(state, unit), reverse=True)
    rows = tuple(
        AdviceRow(key, "target", unit, clause=str(row(7)), option=unit, facts=(_describe_steps(state, unit),))
        for unit in units
        for key in (f"unit {unit}",)  # no text
    )
    return AdviceView(model="", rows=rows)


def _list_open_units(state: UrrState, ask: Mapping[str, Json]) -> list[str]:
    take_breath()
    options = [str(option["id"]) for option in ask["options"] if not option.get("why_not")]
    return [unit for unit in options if unit in state.units]


def _build_unit_row(state: UrrState, unit: str, names: ModelNames, option: str) -> AdviceRow:
    """A unit with the chance of a hit in each roll that it could make."""
    return AdviceRow(
        key=f"unit {unit}",  # no text
        kind="target",
        target=unit,
        odds=tuple(_list_unit_odds(state, unit, names)),
        clause=str(row(4)),
        option=option,
        facts=(_describe_steps(state, unit),),
    )


def _list_unit_odds(state: UrrState, unit: str, names: ModelNames) -> Iterator[AdviceOdds]:
    if state[unit].profile.ranged or state.rules.ranged_zero == "roll":
        yield _compute_roll_odds(state, unit, "ranged", names)
    fixed = find_fixed_stance(state, unit)
    for stance in (fixed,) if fixed else ("attack", "defend"):
        yield _compute_roll_odds(state, unit, stance, names)


def _compute_roll_odds(state: UrrState, unit: str, doing: str, names: ModelNames) -> AdviceOdds:
    standing = evolve(state, StancesTaken(stances={unit: doing})) if doing != "ranged" else state
    ladder = unit_ladder(standing, unit, "ranged" if doing == "ranged" else "melee")
    what = Message("{unit}, {doing}", unit=names(unit), doing=ROLLS[doing])
    return odds(HITS[doing], ladder.odds, (roll_line(what, ladder, names),))


def _sort_by_worth(rows: list[AdviceRow]) -> AdviceView:
    """The rows sorted: first the unit with the best chance of a hit in any of its rolls."""
    rows.sort(key=lambda each: max((Fraction(it.share) for it in each.odds), default=Fraction(0)), reverse=True)
    return AdviceView(model="", rows=tuple(rows))


def _describe_steps(state: UrrState, unit: str) -> AdviceFact:
    armour = hits_it_stands(state, unit) - state[unit].steps
    strength = Counted("{n} left", "{n} left", state[unit].steps)
    text = Message("{left}, {armour} of armour", left=strength, armour=armour) if armour else strength
    return AdviceFact("steps", STEPS, text, clause=str(row(1)))


def _describe_need(ladder: Ladder) -> AdviceFact:
    need = ladder.needs[0]
    text = Message("{need}+ on {die}", need=need, die=str(ladder.die)) if need else Message("cannot hit")
    return AdviceFact("need", Message("To hit"), text, clause=str(row(4)))


def _draw_line(snapshot: Snapshot, one: str, two: str) -> tuple[tuple[float, float], ...] | None:
    """The line between two units that stand on the table."""
    standing_by_id = {standing.model.id: standing for standing in snapshot.models if standing.model.id in (one, two)}
    if len(standing_by_id) < 2:
        return None
    return tuple((round(standing_by_id[unit].x_in, 2), round(standing_by_id[unit].y_in, 2)) for unit in (one, two))
