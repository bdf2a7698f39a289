"""Advice on attack and defence: the losses of both sides in a round, against either stance of the enemy.

It uses open information only; secret answers of the other side are not in the state.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tablecam.base.i18n import InContext, Message
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.plain_odds import odds, roll_line
from tablecam.rules.books.urr.rules.chances import RoundOdds, begin_melee, list_rolls, phase_hits, round_odds
from tablecam.rules.books.urr.rules.clauses import row
from tablecam.rules.books.urr.rules.rounds import find_fixed_stance
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.urr.rules.unit import STAR
from tablecam.rules.books.views import AdviceOdds, AdviceRow, AdviceView, Text
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.snapshot import Snapshot

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
        ranked_rows.append((gain, _build_row(state, ask, stance, rounds, names)))
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


def _build_row(
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
            for chance in _list_odds(state, party, against, outcome, names)
        ),
        clause=str(row(6)),
        option=stance if is_single_choice else "",
    )


def _list_odds(state: UrrState, party: str, against: str, found: RoundOdds, names: ModelNames) -> Iterator[AdviceOdds]:
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
