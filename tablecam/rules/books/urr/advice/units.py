"""Which unit does something: what its dice come to where the combat is, who takes a hit, who shoots at a ramp."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tablecam.base.i18n import Counted, InContext, Message
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.plain_odds import odds, roll_line
from tablecam.rules.books.table_facts import ModelNames
from tablecam.rules.books.urr.advice.stances import ROLLS
from tablecam.rules.books.urr.rules.chances import builder_ladder, hits_it_stands, unit_ladder
from tablecam.rules.books.urr.rules.clauses import row
from tablecam.rules.books.urr.rules.combat_events import BreachEntered, Mustered, RaidersAttached, StancesTaken
from tablecam.rules.books.urr.rules.evolve import evolve
from tablecam.rules.books.urr.rules.rounds import fixed_stance
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.views import AdviceFact, AdviceOdds, AdviceRow, AdviceView
from tablecam.rules.check import Ladder
from tablecam.rules.plain import Json
from tablecam.table.snapshot import Snapshot

HIT = InContext("a chance", "hit")
STEPS = Message("Steps")
HITS = {
    "ranged": Message("hits, shooting"),
    "attack": Message("hits, attacking"),
    "defend": Message("hits, defending"),
}


def muster_advice(_snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """What each unit would roll at the place, whatever its side does there. Several are picked: no row is an answer."""
    combat, party = state.combat, str(ask.get("seat") or "")
    if combat is None or party not in combat.sides:
        return None
    units = _open(state, ask)
    there = evolve(state, Mustered(party=party, units=tuple(units)))
    return _by_worth([_unit_row(there, unit, names, "") for unit in units])


def raiders_advice(_snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """What each unit would roll with the raiders beside it."""
    raiders = str(next(iter(ask.get("subject") or ()), ""))
    if state.combat is None or raiders not in state.units:
        return None
    rows = []
    for unit in _open(state, ask):
        beside = evolve(state, RaidersAttached(raiders=raiders, unit=unit))
        rows.append(_unit_row(beside, unit, names, unit))
    return _by_worth(rows)


def breach_advice(_snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """What each unit would roll once it is through; what the way costs it the table says. Clause: UR-25."""
    if state.combat is None:
        return None
    rows = []
    for unit in _open(state, ask):
        through = evolve(state, BreachEntered(unit=unit))
        said = _unit_row(through, unit, names, unit)
        rows.append(replace(said, text=Message("Before what the way through takes off"), clause=str(row(25))))
    return _by_worth(rows)


def shooter_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """Who shoots at one that builds a ramp: the chance to hit it, and to put it out. Clause: UR-33."""
    builder = str(next(iter(ask.get("subject") or ()), ""))
    if builder not in state.units:
        return None
    rows = []
    for unit in _open(state, ask):
        ladder = builder_ladder(state, unit, builder)
        stands = hits_it_stands(state, builder)
        line = (roll_line(Message("{unit}, {doing}", unit=names(unit), doing=ROLLS["ranged"]), ladder, names),)
        shown = [odds(HIT, ladder.odds, line)]
        out = ladder.spread.chance(lambda hits, stands=stands: hits >= stands)  # type: ignore[misc]
        shown += [odds(Message("{unit} is out", unit=names(builder)), out, line)] if out else []
        rows.append(
            AdviceRow(
                f"unit {unit}", "target", unit, odds=tuple(shown), line=_line(snapshot, unit, builder),  # no text
                clause=str(row(33)), option=unit, facts=(_need(ladder),),
            )
        )  # fmt: skip
    return _by_worth(rows)


def hit_advice(_snapshot: Snapshot, state: Any, ask: Mapping[str, Json], _names: ModelNames) -> AdviceView | None:
    """What a hit does to each unit: the one that stands most comes first."""
    if state.combat is None:
        return None
    units = sorted(_open(state, ask), key=lambda unit: hits_it_stands(state, unit), reverse=True)
    rows = tuple(
        AdviceRow(key, "target", unit, clause=str(row(7)), option=unit, facts=(_steps(state, unit),))
        for unit in units
        for key in (f"unit {unit}",)  # no text
    )
    return AdviceView(model="", rows=rows)


def _open(state: UrrState, ask: Mapping[str, Json]) -> list[str]:
    take_breath()
    options = [str(option["id"]) for option in ask["options"] if not option.get("why_not")]
    return [unit for unit in options if unit in state.units]


def _unit_row(state: UrrState, unit: str, names: ModelNames, option: str) -> AdviceRow:
    """A unit with the chance of a hit in each roll that it could make."""
    return AdviceRow(
        key=f"unit {unit}",  # no text
        kind="target",
        target=unit,
        odds=tuple(_unit_odds(state, unit, names)),
        clause=str(row(4)),
        option=option,
        facts=(_steps(state, unit),),
    )


def _unit_odds(state: UrrState, unit: str, names: ModelNames) -> Iterator[AdviceOdds]:
    if state[unit].profile.ranged or state.rules.ranged_zero == "roll":
        yield _rolled(state, unit, "ranged", names)
    fixed = fixed_stance(state, unit)
    for stance in (fixed,) if fixed else ("attack", "defend"):
        yield _rolled(state, unit, stance, names)


def _rolled(state: UrrState, unit: str, doing: str, names: ModelNames) -> AdviceOdds:
    standing = evolve(state, StancesTaken(stances={unit: doing})) if doing != "ranged" else state
    ladder = unit_ladder(standing, unit, "ranged" if doing == "ranged" else "melee")
    what = Message("{unit}, {doing}", unit=names(unit), doing=ROLLS[doing])
    return odds(HITS[doing], ladder.odds, (roll_line(what, ladder, names),))


def _by_worth(rows: list[AdviceRow]) -> AdviceView:
    """The unit that hits most surely in any of its rolls first."""
    rows.sort(key=lambda each: max((Fraction(it.share) for it in each.odds), default=Fraction(0)), reverse=True)
    return AdviceView(model="", rows=tuple(rows))


def _steps(state: UrrState, unit: str) -> AdviceFact:
    armour = hits_it_stands(state, unit) - state[unit].steps
    left = Counted("{n} left", "{n} left", state[unit].steps)
    text = Message("{left}, {armour} of armour", left=left, armour=armour) if armour else left
    return AdviceFact("steps", STEPS, text, clause=str(row(1)))


def _need(ladder: Ladder) -> AdviceFact:
    need = ladder.needs[0]
    text = Message("{need}+ on {die}", need=need, die=str(ladder.die)) if need else Message("cannot hit")
    return AdviceFact("need", Message("To hit"), text, clause=str(row(4)))


def _line(snapshot: Snapshot, one: str, two: str) -> tuple[tuple[float, float], ...] | None:
    """Between two units that stand on the table."""
    placed = {each.model.id: each for each in snapshot.models if each.model.id in (one, two)}
    if len(placed) < 2:
        return None
    return tuple((round(placed[each].x_in, 2), round(placed[each].y_in, 2)) for each in (one, two))
