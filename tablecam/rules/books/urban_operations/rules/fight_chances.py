"""The exact chances of a whole fight: both dice with their rows, who loses, what quality and a sniper change of it.

odds = fight_odds(state, "block-3", "block-14", "fire", ep=4)       # None where the aid does not say enough
odds.losses.chance(lambda it: it[1] >= state["block-14"].osl)        # OSL lost by the one that fires, and by its target
leaving_odds(state, "block-14")                                      # what it costs a target to leave instead

Each side takes its weapon with most firepower. What players say while they fight is left out: the command chain, a
position, cover fire and supporting fire, weapons effects, and whether a block may fire from where it is. Rows of the
aid that are unknown count as ordinary, as they do on the dice pad. None of it asks who anybody is: the caller may only
ask about blocks that everybody knows.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.cards import UNKNOWN
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.books.urban_operations.rules.duel import FightSide, shots_between, unknown_rows
from tablecam.rules.books.urban_operations.rules.fight import AMBUSH_FP
from tablecam.rules.books.urban_operations.rules.losses import HOLDS, SOFTENS, rows
from tablecam.rules.books.urban_operations.rules.randomness import FACES, Outcome, expected_rows, outcome
from tablecam.rules.books.urban_operations.rules.reasons import reason
from tablecam.rules.books.urban_operations.rules.state import Block, OperationsState
from tablecam.rules.books.urban_operations.rules.weapons import band, in_reach
from tablecam.rules.books.urban_operations.rules.withdrawal import MOST_LOST, ladder
from tablecam.rules.check import Modifier, added_up
from tablecam.rules.odds import Distribution, certainly, either

ASSAULT, SUPPRESS = "assault", "suppress"
Losses = tuple[int, int]


@dataclass(frozen=True)
class FightChances:
    """A fight. weapons: light or heavy, empty where a side does not answer; doubtful: rows of the aid are unknown.

    losses: OSL lost by the one that fires, and by its target. beaten: the chance that the target loses the fight.
    """

    sides: tuple[FightSide, FightSide]
    weapons: tuple[str, str]
    losses: Distribution[Losses]
    beaten: Fraction
    doubtful: bool


def fight_odds(state: OperationsState, block: str, target: str, kind: str, ep: int) -> FightChances | None:
    """Fire, suppressing fire or assault at so many EP. Clauses: UO-054 to UO-062, UO-065, UO-087, UO-091."""
    reply = _reply(state, block, target)
    weapon = best_weapon(state, block, ep)
    if not weapon or reply in (UNKNOWN, "none") or not suits(state, block, target, weapon):
        return None
    answer = "" if reply == "no_reply" else best_weapon(state, target, ep)
    if answer is None:
        return None
    ambush = _ambushes(state, block, target)
    sides = (_side(state, block, weapon, ep, kind, ambush), _side(state, target, answer, ep, "reply"))
    return _thrown(state, kind, ep, sides, (weapon, answer), harmless=reply == "no_reply")


def best_weapon(state: OperationsState, block: str, ep: int) -> str | None:
    """The weapon with most firepower at a distance; empty where none reaches, None where the card does not say."""
    card = state[block].card
    printed = {
        weapon: card.weapons[weapon].fp[band(state, card, ep, weapon) - 1] for weapon in in_reach(state, block, ep)
    }
    if UNKNOWN in printed.values():
        return None
    return max(printed, key=lambda weapon: int(printed[weapon]), default="")


def suits(state: OperationsState, block: str, target: str, weapon: str) -> bool:
    """Whether a weapon may fire at a class of targets; what the aid has lost counts as yes. Clause: UO-003."""
    kind, weight = state[block].card.weapons[weapon].kind, state[target].card.weight
    return not aid.known_not(state, f"weapon.{kind}.targets", weight)


def leaving_odds(state: OperationsState, block: str) -> Fraction:
    """The chance that a block that leaves instead of fighting is gone by it, with no wall to cross. Clause: UO-051."""
    return ladder(wall=False).spread.chance(lambda saved: MOST_LOST - saved >= state[block].osl)


def _reply(state: OperationsState, block: str, target: str) -> str:
    """Whether a target may answer. Clause: UO Sniper (UO-087)."""
    if state[block].card.kind != "sniper":
        return "reply"
    weight = state[target].card.weight
    found = aid.value_of(state, "sniper.targets", weight)
    return str(found) if found != UNKNOWN else aid.said(state, "sniper.targets", weight) or UNKNOWN


def _ambushes(state: OperationsState, block: str, target: str) -> bool:
    """As far as the aid, or the table for this game, says so. Clause: UO Ambush against vehicle (UO-095)."""
    card, other = state[block].card, state[target].card
    if not state.scenario.advanced or other.foot or not card.foot:
        return False
    return _listed(state, "ambush.units", card.kind) and _listed(state, "ambush.targets", other.weight)


def _listed(state: OperationsState, key: str, member: str) -> bool:
    """Whether it is known that a list of the aid has a member."""
    value = aid.entry(state, key)
    known = member in value if isinstance(value, list) else value == member
    return known or aid.said(state, key, member) == "yes"


def _side(state: OperationsState, block: str, weapon: str, ep: int, kind: str, ambush: bool = False) -> FightSide:
    """A side with what is added to its firepower for certain."""
    card = state[block].card
    if not weapon:
        return FightSide(block, "", (), sniper=card.kind == "sniper")
    printed = AMBUSH_FP if ambush else int(card.weapons[weapon].fp[band(state, card, ep, weapon) - 1])
    added = (Modifier(printed, reason(f"firepower.{weapon}"), row(5)), *_added(state, block, kind))
    return FightSide(block, card.weapons[weapon].kind, added, sniper=card.kind == "sniper")


def _added(state: OperationsState, block: str, kind: str) -> Iterator[Modifier]:
    """Clauses: UO-059, UO-060, UO-091."""
    if kind == "opportunity":
        yield Modifier(2, reason("opportunity"), row(59))
    if kind == SUPPRESS:
        yield Modifier(1, reason("suppress"), row(91))
    has, weak = state[block], aid.entry(state, "osl.weak")
    most = weak if isinstance(weak, int) else int(aid.said(state, "osl.weak") or 0)
    if has.osl < has.card.osl and has.osl <= most:
        yield Modifier(-1, reason("worn"), row(60))


def _thrown(
    state: OperationsState, kind: str, ep: int, sides: tuple[FightSide, FightSide], weapons: tuple[str, str],
    harmless: bool,
) -> FightChances:  # fmt: skip
    """All hundred throws, and what each side loses by them; those that end alike are worked out once."""
    shots, known = shots_between(state, kind, ep, sides), aid.known_rows(state)
    one, two = (expected_rows(known, shot) for shot in shots)
    firepower = [added_up(side.added) for side in sides]
    ends = Counter(
        replace(outcome(firepower, (one[first], two[second]), (first, second), state.rules), totals=(0, 0))
        for first, second in product(FACES, FACES)
    )
    chances: dict[Losses, Fraction] = {}
    for end, throws in ends.items():
        for lost, chance in _lost(state, kind, sides, end, harmless).chances.items():
            chances[lost] = chances.get(lost, Fraction(0)) + Fraction(throws, len(FACES) ** 2) * chance
    beaten = Fraction(sum(throws for end, throws in ends.items() if end.loser == 1), len(FACES) ** 2)
    return FightChances(sides, weapons, Distribution(chances), beaten, unknown_rows(known, shots))


def _lost(
    state: OperationsState, kind: str, sides: tuple[FightSide, FightSide], ends: Outcome, harmless: bool
) -> Distribution[Losses]:
    if kind == SUPPRESS and ends.loser == 1:
        return certainly((0, 0))
    loses = [ends.loser in (side, None) and not (harmless and not side) for side in (0, 1)]
    # a sniper's limit is one of its target
    fired_by_sniper = (False, sides[0].sniper)
    one, two = (
        _suffered(state, each.block, kind, ends, number, fired_by_sniper[number]) if loses[number] else certainly(0)
        for number, each in enumerate(sides)
    )
    return one.then(lambda mine: two.map(lambda theirs: (mine, theirs)))


def _suffered(
    state: OperationsState, block: str, kind: str, ends: Outcome, side: int, sniped: bool
) -> Distribution[int]:
    """Clauses: UO-061, UO-062, UO-063, UO-065."""
    has = state[block]
    if ends.destroyed[side]:
        return certainly(has.osl)
    osl = (2 if kind == ASSAULT and ends.loser is not None else 1) + ends.extra[side]
    if sniped:
        floor = aid.entry(state, "sniper.floor")
        least = floor if isinstance(floor, int) else int(aid.said(state, "sniper.floor") or 0)
        osl = min(osl, max(0, has.osl - least))
    return softened(state, has, osl, ASSAULT if kind == ASSAULT else "fire").map(lambda lost: min(lost, has.osl))


def softened(state: OperationsState, block: Block, osl: int, cause: str) -> Distribution[int]:
    """A loss after the die for quality; where the aid has lost what is exempt, nothing is. Clause: UO-065."""
    softens, worsens = rows(state, block)
    if osl < 1 or not (softens or worsens) or _listed(state, "losses.exempt", cause):
        return certainly(osl)
    if softens:
        return either(SOFTENS.odds, certainly(osl - 1), certainly(osl))
    return either(HOLDS.odds, certainly(osl), certainly(osl + 1))
