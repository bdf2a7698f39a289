"""What attacking and defending come to: what a round costs both sides, against either stance of the other.

It rests on what lies open; what the other side has answered in secret is not in the state.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tablecam.base.i18n import InContext, Message
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.plain_odds import odds, roll_line
from tablecam.rules.books.table_facts import ModelNames
from tablecam.rules.books.urr.rules.chances import RoundOdds, melee_of, phase_hits, rolls_of, round_odds
from tablecam.rules.books.urr.rules.clauses import row
from tablecam.rules.books.urr.rules.rounds import fixed_stance
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.urr.rules.unit import STAR
from tablecam.rules.books.views import AdviceOdds, AdviceRow, AdviceView, Text
from tablecam.rules.plain import Json
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
    """A row for each stance of a side, the one that costs it least for what it deals first."""
    combat, party = state.combat, str(ask.get("seat") or "")
    if combat is None or party not in combat.sides:
        return None
    other = combat.other(party)
    found = []
    for stance in STANCES:
        rounds = {}
        for against in _stances_of(state, other):
            take_breath()
            rounds[against] = round_odds(state, _taken(state, {party: stance, other: against}))
        gain = sum((_gain(each, party) for each in rounds.values()), Fraction(0)) / len(rounds)
        found.append((gain, _row(state, ask, stance, rounds, names)))
    found.sort(key=lambda each: each[0], reverse=True)
    return AdviceView(model="", rows=tuple(one for _gain, one in found))


def _stances_of(state: UrrState, party: str) -> tuple[str, ...]:
    """What a side may choose; one whose units all have a single table has no choice."""
    return STANCES if any(not fixed_stance(state, unit) for unit in state.living(party)) else ("",)


def _taken(state: UrrState, stances: Mapping[str, str]) -> dict[str, str]:
    return {
        unit: fixed_stance(state, unit) or stance for party, stance in stances.items() for unit in state.living(party)
    }


def _gain(found: RoundOdds, party: str) -> Fraction:
    """Steps that the others lose beyond one's own, on average."""
    one, two = _sides(found, party)
    return found.tolls.map(lambda toll: toll[two].lost - toll[one].lost).mean()


def _sides(found: RoundOdds, party: str) -> tuple[int, int]:
    assert found.begun.combat
    own = found.begun.combat.sides.index(party)
    return own, 1 - own


def _row(
    state: UrrState, ask: Mapping[str, Json], stance: str, rounds: Mapping[str, RoundOdds], names: ModelNames
) -> AdviceRow:
    party = str(ask["seat"])
    alone = str(ask.get("kind")) == "Choose"
    return AdviceRow(
        key=f"stance {stance}",  # no text
        kind="target",
        target="",
        text="" if alone else ALL[stance],
        odds=tuple(shown for against, each in rounds.items() for shown in _odds(state, party, against, each, names)),
        clause=str(row(6)),
        option=stance if alone else "",
    )


def _odds(state: UrrState, party: str, against: str, found: RoundOdds, names: ModelNames) -> Iterator[AdviceOdds]:
    """Who loses more, and whether anybody is out, if the other side does that."""
    assert found.begun.combat
    own, other = _sides(found, party)
    us, them = names(party), names(found.begun.combat.other(party))
    sums = tuple(_sums(state, found, names))
    ends: list[tuple[Message, Fraction]] = [
        (Message("{side} lose more steps", side=them), found.tolls.chance(lambda it: it[other].lost > it[own].lost)),
        (Message("{side} lose more steps", side=us), found.tolls.chance(lambda it: it[own].lost > it[other].lost)),
        (Message("a unit of {side} is out", side=them), found.tolls.chance(lambda it: it[other].out > 0)),
        (Message("a unit of {side} is out", side=us), found.tolls.chance(lambda it: it[own].out > 0)),
    ]
    for number, (end, share) in enumerate(ends):
        if share or number < len(STANCES):
            yield odds(_if(them, against, end), share, sums)


def _if(them: str, against: str, end: Message) -> Text:
    match against:
        case "attack":
            return Message("If {side} attack: {end}", side=them, end=end)
        case "defend":
            return Message("If {side} defend: {end}", side=them, end=end)
    return end


def _sums(state: UrrState, found: RoundOdds, names: ModelNames) -> Iterator[Text]:
    """Every die of the round, then what it costs on average."""
    combat = found.begun.combat
    assert combat
    for phase in (found.begun, melee_of(found.begun)):
        for party in combat.sides:
            for each in rolls_of(phase, party):
                what = ROLLS["ranged" if each.phase == "ranged" else phase.stance(each.unit)]
                label = Message("{unit}, {doing}", unit=names(each.unit), doing=what)
                yield roll_line(label, each.ladder, names)
            if hits := phase_hits(phase, party).mean():
                yield Message("{side}: {hits} hits on average", side=names(party), hits=f"{float(hits):.1f}")
    yield CHOSEN
    if unsaid(state):
        yield NOT_COUNTED


def unsaid(state: UrrState) -> bool:
    """Whether the table is asked for numbers in this combat."""
    combat = state.combat
    units = [unit for party in combat.sides for unit in state.living(party)] if combat else []
    profiles = [state[unit].profile for unit in units]
    return bool(combat and combat.exposed) or any(it.magic or STAR in (it.melee, it.ranged) for it in profiles)
