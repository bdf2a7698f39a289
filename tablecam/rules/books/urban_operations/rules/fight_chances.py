"""The exact chances of a fight: both dice with their rows, the loser, and the effects of quality and snipers.

odds = fight_odds(state, "block-3", "block-14", "fire", ep=4)       # None where the aid does not say enough
odds.losses.chance(lambda it: it[1] >= state["block-14"].osl)        # OSL lost by the one that fires, and by its target
leaving_odds(state, "block-14")                                      # the chance that a target that leaves is lost

Each side takes its weapon with most firepower. The chances leave out the players' answers: the command chain, a
position, cover fire and supporting fire, weapons effects, and whether a block may fire from where it is. Rows of the
aid that are unknown count as ordinary, as they do on the dice pad. The functions do not check visibility: callers may
only ask about blocks that everybody knows.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.codes import reason, row
from tablecam.rules.books.urban_operations.rules.duel import (
    FACES,
    FightSide,
    Outcome,
    build_state_shots,
    list_expected_rows,
    outcome,
    unknown_rows,
)
from tablecam.rules.books.urban_operations.rules.fight import AMBUSH_FP, MOST_LOST, ladder
from tablecam.rules.books.urban_operations.rules.losses import HOLDS, SOFTENS, rows
from tablecam.rules.books.urban_operations.rules.pieces import UNKNOWN
from tablecam.rules.books.urban_operations.rules.state import Block, OperationsState
from tablecam.rules.books.urban_operations.rules.weapons import band, list_weapons_in_reach
from tablecam.rules.check import Modifier, sum_modifiers
from tablecam.rules.odds import Distribution, certainly, either

ASSAULT, SUPPRESS = "assault", "suppress"
Losses = tuple[int, int]


@dataclass(frozen=True)
class FightChances:
    """The chances of a fight. weapons: light or heavy, empty for no reply; doubtful: rows of the aid are unknown.

    losses: OSL lost by the one that fires, and by its target. beaten: the chance that the target loses the fight.
    """

    sides: tuple[FightSide, FightSide]
    weapons: tuple[str, str]
    losses: Distribution[Losses]
    beaten: Fraction
    doubtful: bool


def fight_odds(state: OperationsState, block: str, target: str, kind: str, ep: int) -> FightChances | None:
    """The chances of fire, suppressing fire or assault at a distance in EP; None where the aid is incomplete.

    Clauses: UO-054 to UO-062, UO-065, UO-087, UO-091.
    """
    reply = _find_reply(state, block, target)
    weapon = best_weapon(state, block, ep)
    if not weapon or reply in (UNKNOWN, "none") or not suits(state, block, target, weapon):
        return None
    answer = "" if reply == "no_reply" else best_weapon(state, target, ep)
    if answer is None:
        return None
    ambush = _is_ambush(state, block, target)
    sides = (_build_side(state, block, weapon, ep, kind, ambush), _build_side(state, target, answer, ep, "reply"))
    return _compute_chances(state, kind, ep, sides, (weapon, answer), harmless=reply == "no_reply")


def best_weapon(state: OperationsState, block: str, ep: int) -> str | None:
    """The weapon with most firepower at a distance; empty where none reaches, None where the card lacks it."""
    card = state[block].card
    printed = {
        weapon: card.weapons[weapon].fp[band(state, card, ep, weapon) - 1]
        for weapon in list_weapons_in_reach(state, block, ep)
    }
    if UNKNOWN in printed.values():
        return None
    return max(printed, key=lambda weapon: int(printed[weapon]), default="")


def suits(state: OperationsState, block: str, target: str, weapon: str) -> bool:
    """Whether a weapon may fire at a class of targets; unknown counts as yes. Clause: UO-003."""
    kind, weight = state[block].card.weapons[weapon].kind, state[target].card.weight
    return not aid.is_known_nonmember(state, f"weapon.{kind}.targets", weight)


def leaving_odds(state: OperationsState, block: str) -> Fraction:
    """The chance that a block is lost when it leaves instead of fighting, without a wall. Clause: UO-051."""
    return ladder(wall=False).spread.chance(lambda saved: MOST_LOST - saved >= state[block].osl)


def _find_reply(state: OperationsState, block: str, target: str) -> str:
    """Whether a target may reply: a code, "?" where it is unknown. Clause: UO Sniper (UO-087)."""
    if state[block].card.kind != "sniper":
        return "reply"
    weight = state[target].card.weight
    answer = aid.get_value(state, "sniper.targets", weight)
    return str(answer) if answer != UNKNOWN else aid.get_aid_answer(state, "sniper.targets", weight) or UNKNOWN


def _is_ambush(state: OperationsState, block: str, target: str) -> bool:
    """Whether the aid or the table's answers make it an ambush. Clause: UO Ambush against vehicle (UO-095)."""
    card, target_card = state[block].card, state[target].card
    if not state.scenario.advanced or target_card.foot or not card.foot:
        return False
    return _is_listed(state, "ambush.units", card.kind) and _is_listed(state, "ambush.targets", target_card.weight)


def _is_listed(state: OperationsState, key: str, member: str) -> bool:
    """Whether a list of the aid is known to have a member."""
    value = aid.entry(state, key)
    is_member = member in value if isinstance(value, list) else value == member
    return is_member or aid.get_aid_answer(state, key, member) == "yes"


def _build_side(state: OperationsState, block: str, weapon: str, ep: int, kind: str, ambush: bool = False) -> FightSide:
    """A side with the certain modifiers of its firepower."""
    card = state[block].card
    if not weapon:
        return FightSide(block, "", (), sniper=card.kind == "sniper")
    printed = AMBUSH_FP if ambush else int(card.weapons[weapon].fp[band(state, card, ep, weapon) - 1])
    added = (Modifier(printed, reason(f"firepower.{weapon}"), row(5)), *_list_modifiers(state, block, kind))
    return FightSide(block, card.weapons[weapon].kind, added, sniper=card.kind == "sniper")


def _list_modifiers(state: OperationsState, block: str, kind: str) -> Iterator[Modifier]:
    """Clauses: UO-059, UO-060, UO-091."""
    if kind == "opportunity":
        yield Modifier(2, reason("opportunity"), row(59))
    if kind == SUPPRESS:
        yield Modifier(1, reason("suppress"), row(91))
    fighter, weak = state[block], aid.entry(state, "osl.weak")
    threshold = weak if isinstance(weak, int) else int(aid.get_aid_answer(state, "osl.weak") or 0)
    if fighter.osl < fighter.card.osl and fighter.osl <= threshold:
        yield Modifier(-1, reason("worn"), row(60))


def _compute_chances(
    state: OperationsState, kind: str, ep: int, sides: tuple[FightSide, FightSide], weapons: tuple[str, str],
    harmless: bool,
) -> FightChances:  # fmt: skip
    """The chances over all hundred rolls; equal outcomes are computed once."""
    shots, aid_rows = build_state_shots(state, kind, ep, sides), aid.list_known_rows(state)
    attacker_rows, target_rows = (list_expected_rows(aid_rows, shot) for shot in shots)
    firepower = [sum_modifiers(side.added) for side in sides]
    outcomes = Counter(
        replace(
            outcome(firepower, (attacker_rows[first], target_rows[second]), (first, second), state.rules), totals=(0, 0)
        )
        for first, second in product(FACES, FACES)
    )
    chances: dict[Losses, Fraction] = {}
    for ending, throws in outcomes.items():
        for lost, chance in _compute_losses(state, kind, sides, ending, harmless).chances.items():
            chances[lost] = chances.get(lost, Fraction(0)) + Fraction(throws, len(FACES) ** 2) * chance
    beaten = Fraction(sum(throws for ending, throws in outcomes.items() if ending.loser == 1), len(FACES) ** 2)
    return FightChances(sides, weapons, Distribution(chances), beaten, unknown_rows(aid_rows, shots))


def _compute_losses(
    state: OperationsState, kind: str, sides: tuple[FightSide, FightSide], ends: Outcome, harmless: bool
) -> Distribution[Losses]:
    if kind == SUPPRESS and ends.loser == 1:
        return certainly((0, 0))
    loses = [ends.loser in (side, None) and not (harmless and not side) for side in (0, 1)]
    # a sniper's limit protects its target
    fired_by_sniper = (False, sides[0].sniper)
    attacker_loss, target_loss = (
        _compute_loss(state, fighter.block, kind, ends, number, fired_by_sniper[number])
        if loses[number]
        else certainly(0)
        for number, fighter in enumerate(sides)
    )
    return attacker_loss.then(lambda mine: target_loss.map(lambda theirs: (mine, theirs)))


def _compute_loss(
    state: OperationsState, block: str, kind: str, ends: Outcome, side: int, sniped: bool
) -> Distribution[int]:
    """Clauses: UO-061, UO-062, UO-063, UO-065."""
    fighter = state[block]
    if ends.destroyed[side]:
        return certainly(fighter.osl)
    osl = (2 if kind == ASSAULT and ends.loser is not None else 1) + ends.extra[side]
    if sniped:
        floor = aid.entry(state, "sniper.floor")
        floor_osl = floor if isinstance(floor, int) else int(aid.get_aid_answer(state, "sniper.floor") or 0)
        osl = min(osl, max(0, fighter.osl - floor_osl))
    return soften_loss(state, fighter, osl, ASSAULT if kind == ASSAULT else "fire").map(
        lambda lost: min(lost, fighter.osl)
    )


def soften_loss(state: OperationsState, block: Block, osl: int, cause: str) -> Distribution[int]:
    """A loss after the die for quality; no cause is exempt where the aid's list is lost. Clause: UO-065."""
    softens, worsens = rows(state, block)
    if osl < 1 or not (softens or worsens) or _is_listed(state, "losses.exempt", cause):
        return certainly(osl)
    if softens:
        return either(SOFTENS.odds, certainly(osl - 1), certainly(osl))
    return either(HOLDS.odds, certainly(osl), certainly(osl + 1))
