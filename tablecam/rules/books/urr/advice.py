"""Urr's advice on open questions, by action: stances, units, and tasks of engines."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tablecam.base.i18n import Counted, InContext, Later, Message
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.plain_odds import odds, roll_line
from tablecam.rules.books.urr.rules.bombardment import arriving, engine_check
from tablecam.rules.books.urr.rules.chances import (
    RoundOdds,
    begin_melee,
    builder_ladder,
    compute_strength,
    engine_score,
    hits_it_stands,
    list_rolls,
    phase_hits,
    round_odds,
    section_hits,
    unit_ladder,
)
from tablecam.rules.books.urr.rules.codes import row
from tablecam.rules.books.urr.rules.combat_events import BreachEntered, Mustered, RaidersAttached, StancesTaken
from tablecam.rules.books.urr.rules.pieces import AMMUNITION_FOOD, STAR, SiegeEngine
from tablecam.rules.books.urr.rules.rounds import find_fixed_stance
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.views import AdviceFact, AdviceOdds, AdviceRow, AdviceView, Text
from tablecam.rules.check import Ladder
from tablecam.rules.event import evolve
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.snapshot import Snapshot

HIT = InContext("a chance", "hit")
STRENGTH, STEPS, FOOD = Message("Strength"), Message("Steps"), Message("Food")
SCORE_ASKED = Message("Not counted: the score of the engine, which the table says")


def engine_advice(_snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """A row for every task: sections first, starting with the one nearest to its breach; closed tasks last."""
    engine = state.engines.get(str(next(iter(ask.get("subject") or ()), "")))
    if engine is None:
        return None
    take_breath()
    rows = [
        advice_row for option in ask["options"] if (advice_row := _build_row(state, engine, option, names)) is not None
    ]  # fmt: skip
    rows.sort(key=lambda each: (bool(each.closed), *_rank_task(state, each)))
    return AdviceView(model="", rows=tuple(rows))


def _rank_task(state: UrrState, shown: AdviceRow) -> tuple[int, int]:
    kind, _, target = shown.option.partition(":")
    return ("section", "hurl", "fire").index(kind), state.sections[target].left if kind == "section" else 0


def _build_row(state: UrrState, engine: SiegeEngine, option: Mapping[str, Json], names: ModelNames) -> AdviceRow | None:
    """The row of a task; None for any other option."""
    kind, _, target = str(option["id"]).partition(":")
    if kind not in ("section", "hurl", "fire"):
        return None
    closed_reason = option.get("why_not")
    return AdviceRow(
        key=str(option["id"]),
        kind="target",
        target=target if kind == "hurl" else "",
        odds=tuple(_list_odds(state, engine, target, names)) if kind == "section" and not closed_reason else (),
        style="too_far" if closed_reason else "plain",
        clause=str(option.get("clause") or ""),
        option=str(option["id"]),
        closed=Later(names.read, closed_reason) if closed_reason else "",
        facts=() if closed_reason else tuple(_list_facts(state, engine, kind, target)),
    )


def _list_odds(state: UrrState, engine: SiegeEngine, section: str, names: ModelNames) -> Iterator[AdviceOdds]:
    """The chances that anything hits, that the strength falls, and that the section is breached."""
    hits, wall = section_hits(state, engine, section), state.sections[section]
    check = engine_check(state, engine, section, engine_score(state, engine))
    sums = [roll_line(Message("Each die"), check, names)]
    sums.append(Counted("{n} die", "{n} dice", engine.dice))
    sums.append(Counted("{n} hit from its breach", "{n} hits from its breach", wall.left))
    if engine.base == STAR or state.rules.engine_base != "data":
        sums.append(SCORE_ASKED)
    yield odds(HIT, hits.chance(bool), tuple(sums))
    effective_hits = [n for n in range(1, wall.left + 1) if compute_strength(state, section, n) < wall.strength]
    falls = hits.chance(lambda n: n >= effective_hits[0])
    if effective_hits[0] < wall.left:
        strength = compute_strength(state, section, effective_hits[0])
        yield odds(Message("falls to strength {strength} or less", strength=strength), falls, tuple(sums))
    yield odds(InContext("a chance", "breached"), hits.chance(lambda n: n >= wall.left), tuple(sums))


def _list_facts(state: UrrState, engine: SiegeEngine, kind: str, what: str) -> Iterator[AdviceFact]:
    match kind:
        case "section":
            section = state.sections[what]
            strength_left = Counted(
                "{strength}, {n} hit from its breach", "{strength}, {n} hits from its breach", section.left,
                strength=section.strength,
            )  # fmt: skip
            yield AdviceFact("need", STRENGTH, strength_left, clause=str(row(22)))
        case "hurl":
            steps = arriving(state, what)
            arrivals = Counted("{n} comes down, of {of}", "{n} come down, of {of}", steps, of=state[what].steps)
            yield AdviceFact("need", STEPS, arrivals, clause=str(row(34)))
        case _:
            paid = f"ammunition:{engine.side}" in state.done
            cost = Message("paid for already") if paid else Message("costs {food}", food=AMMUNITION_FOOD)
            yield AdviceFact("need", FOOD, cost, clause=str(row(35)))


# Advice on attack and defence: the losses of both sides in a round, against either stance of the enemy.
#
# It uses open information only; secret answers of the other side are not in the state.

STANCES = ("attack", "defend")
ALL = {"attack": Message("Everybody attacks"), "defend": Message("Everybody defends")}
NOT_COUNTED = Message("Not counted: what the table says of stars, magic and the breach")
CHOSEN = Message("Who chooses takes hits where most steps are left")
ROLLS = {
    "ranged": InContext("a roll of dice", "shooting"),
    "attack": InContext("a roll of dice", "attacking"),
    "defend": InContext("a roll of dice", "defending"),
}


def stance_advice(_snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """A row for each stance of a side; the stance with the best balance of losses comes first."""
    combat, party = state.combat, str(ask.get("seat") or "")
    if combat is None or party not in combat.sides:
        return None
    enemy = combat.other(party)
    ranked_rows = []
    for stance in STANCES:
        rounds = {}
        for against in _list_stances(state, enemy):
            take_breath()
            rounds[against] = round_odds(state, _assign_stances(state, {party: stance, enemy: against}))
        gain = sum((_compute_gain(outcome, party) for outcome in rounds.values()), Fraction(0)) / len(rounds)
        ranked_rows.append((gain, _build_stance_row(state, ask, stance, rounds, names)))
    ranked_rows.sort(key=lambda each: each[0], reverse=True)
    return AdviceView(model="", rows=tuple(stance_row for _gain, stance_row in ranked_rows))


def _list_stances(state: UrrState, party: str) -> tuple[str, ...]:
    """The stances that a side can choose; a side whose units all have a single table has no choice."""
    return STANCES if any(not find_fixed_stance(state, unit) for unit in state.living(party)) else ("",)


def _assign_stances(state: UrrState, stances: Mapping[str, str]) -> dict[str, str]:
    return {
        unit: find_fixed_stance(state, unit) or stance
        for party, stance in stances.items()
        for unit in state.living(party)
    }


def _compute_gain(found: RoundOdds, party: str) -> Fraction:
    """Steps that the enemies lose beyond the side's own losses, on average."""
    own_index, enemy_index = _side_indexes(found, party)
    return found.tolls.map(lambda toll: toll[enemy_index].lost - toll[own_index].lost).mean()


def _side_indexes(found: RoundOdds, party: str) -> tuple[int, int]:
    assert found.begun.combat
    own_index = found.begun.combat.sides.index(party)
    return own_index, 1 - own_index


def _build_stance_row(
    state: UrrState, ask: Mapping[str, Json], stance: str, rounds: Mapping[str, RoundOdds], names: ModelNames
) -> AdviceRow:
    party = str(ask["seat"])
    is_single_choice = str(ask.get("kind")) == "Choose"
    return AdviceRow(
        key=f"stance {stance}",  # no text
        kind="target",
        target="",
        text="" if is_single_choice else ALL[stance],
        odds=tuple(
            chance
            for against, outcome in rounds.items()
            for chance in _list_stance_odds(state, party, against, outcome, names)
        ),
        clause=str(row(6)),
        option=stance if is_single_choice else "",
    )


def _list_stance_odds(
    state: UrrState, party: str, against: str, found: RoundOdds, names: ModelNames
) -> Iterator[AdviceOdds]:
    """The chances that either side loses more, and that a unit is out, if the enemies take that stance."""
    assert found.begun.combat
    own_index, enemy_index = _side_indexes(found, party)
    own_name, enemy_name = names(party), names(found.begun.combat.other(party))
    sums = tuple(_list_sums(state, found, names))
    outcomes: list[tuple[Message, Fraction]] = [
        (
            Message("{side} lose more steps", side=enemy_name),
            found.tolls.chance(lambda it: it[enemy_index].lost > it[own_index].lost),
        ),
        (
            Message("{side} lose more steps", side=own_name),
            found.tolls.chance(lambda it: it[own_index].lost > it[enemy_index].lost),
        ),
        (Message("a unit of {side} is out", side=enemy_name), found.tolls.chance(lambda it: it[enemy_index].out > 0)),
        (Message("a unit of {side} is out", side=own_name), found.tolls.chance(lambda it: it[own_index].out > 0)),
    ]
    for number, (outcome, share) in enumerate(outcomes):
        if share or number < len(STANCES):
            yield odds(_add_condition(enemy_name, against, outcome), share, sums)


def _add_condition(them: str, against: str, end: Message) -> Text:
    match against:
        case "attack":
            return Message("If {side} attack: {end}", side=them, end=end)
        case "defend":
            return Message("If {side} defend: {end}", side=them, end=end)
    return end


def _list_sums(state: UrrState, found: RoundOdds, names: ModelNames) -> Iterator[Text]:
    """Every die of the round, then the average hits."""
    combat = found.begun.combat
    assert combat
    for phase in (found.begun, begin_melee(found.begun)):
        for party in combat.sides:
            for unit_roll in list_rolls(phase, party):
                what = ROLLS["ranged" if unit_roll.phase == "ranged" else phase.stance(unit_roll.unit)]
                label = Message("{unit}, {doing}", unit=names(unit_roll.unit), doing=what)
                yield roll_line(label, unit_roll.ladder, names)
            if hits := phase_hits(phase, party).mean():
                yield Message("{side}: {hits} hits on average", side=names(party), hits=f"{float(hits):.1f}")
    yield CHOSEN
    if unsaid(state):
        yield NOT_COUNTED


def unsaid(state: UrrState) -> bool:
    """Whether the players supply numbers in this combat."""
    combat = state.combat
    units = [unit for party in combat.sides for unit in state.living(party)] if combat else []
    profiles = [state[unit].profile for unit in units]
    return bool(combat and combat.exposed) or any(it.magic or STAR in (it.melee, it.ranged) for it in profiles)


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


ADVISERS: Mapping[str, Callable[[Snapshot, Any, Mapping[str, Json], ModelNames], AdviceView | None]] = {
    "stance": stance_advice,
    "stances": stance_advice,
    "engine": engine_advice,
    "muster": muster_advice,
    "raiders": raiders_advice,
    "breach.enter": breach_advice,
    "hit": hit_advice,
    "ramp.shooter": shooter_advice,
}


def question_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The advice on a question by its action; None for a question that needs none."""
    adviser = ADVISERS.get(str(ask.get("action", "")))
    return adviser(snapshot, state, ask, names) if adviser else None
