"""The odds of a fight: the rules themselves, played out over both dice and the dice for quality.

odds = fight_odds(state, "block-3", "block-14", "fire", ep=4)       # None where the aid does not say enough
odds.losses.chance(lambda it: it[1] >= state["block-14"].osl)        # OSL lost by the one that fires, and by its target
leaving_odds(state, "block-14")                                      # OSL lost by a target that leaves

Each side takes its weapon with most firepower. Answers that add something are left out: the command chain, a position,
cover fire and supporting fire, weapons effects, and whether a block may fire from where it is. Rows of the aid that are
unknown count as ordinary, as they do on the dice pad. The functions do not check visibility: callers may only ask about
blocks that everybody knows.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tablecam.rules.ask import Ask, Choose, Confirm, Count, Pick
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.duel import FireDuel
from tablecam.rules.books.urban_operations.rules.fight import AttackPlan, fight, withdraw
from tablecam.rules.books.urban_operations.rules.fight_events import Fought
from tablecam.rules.books.urban_operations.rules.pieces import UNKNOWN
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.weapons import band, list_weapons_in_reach
from tablecam.rules.check import Modifier
from tablecam.rules.event import Event, evolve
from tablecam.rules.odds import Distribution
from tablecam.rules.outlook import play_out
from tablecam.rules.plain import Json

ASSAULT, SUPPRESS = "assault", "suppress"
Losses = tuple[int, int]
# the answers that add nothing, by their ids; "none" is a row of the aid that does not apply
QUIET = ("stay", "nobody", "no", "none", "0")


@dataclass(frozen=True)
class FightChances:
    """The chances of a fight. added: the firepower of both blocks, empty for one that cannot answer.

    losses: OSL lost by the one that fires, and by its target. beaten: the chance that the target loses the fight.
    doubtful: rows of the aid are unknown.
    """

    blocks: tuple[str, str]
    added: tuple[tuple[Modifier, ...], tuple[Modifier, ...]]
    losses: Distribution[Losses]
    beaten: Fraction
    doubtful: bool


@dataclass(frozen=True)
class QuietAnswers:
    """Answers that add nothing to a fight at a distance in EP; weapons are the best ones."""

    ep: int

    def __call__(self, question: Ask[Any], state: OperationsState) -> Json:
        """The answer; None for questions of other kinds."""
        match question:
            case Pick():
                return []
            case Confirm(action=action):
                return action == "way-out"
            case Count(most=most):
                return most
            case Choose(action="weapon", subject=subject):
                return best_weapon(state, subject[0], self.ep)
            case Choose(options=options, subject=subject):
                usual = (
                    "yes" if subject and subject[0].endswith(".targets") and subject[0].startswith("weapon.") else ""
                )
                ids = [option.id for option in options]
                return next((id for id in (usual, *QUIET) if id in ids), ids[0])
        return None


def _mark_loser(event: Event) -> Hashable | None:
    return event.loser if isinstance(event, Fought) else None


def fight_odds(state: OperationsState, block: str, target: str, kind: str, ep: int) -> FightChances | None:
    """The chances of fire, suppressing fire or assault at a distance in EP; None where the aid is incomplete.

    Clauses: UO-054 to UO-062, UO-065, UO-087, UO-091.
    """
    reply = _find_reply(state, block, target)
    weapon = best_weapon(state, block, ep)
    if not weapon or reply in (UNKNOWN, "none") or not suits(state, block, target, weapon):
        return None
    if reply != "no_reply" and best_weapon(state, target, ep) is None:
        return None
    plan = AttackPlan(block, target, kind, ep)
    outlook = play_out(evolve, state, lambda game: fight(game, plan), answer=QuietAnswers(ep), watch=_mark_loser)
    check = next(check for check in outlook.checks if isinstance(check, FireDuel))
    return FightChances(
        (block, target),
        (check.sides[0].modifiers, check.sides[1].modifiers),
        outlook.spread(lambda end: (count_loss(state, end.state, block), count_loss(state, end.state, target))),
        outlook.chance(lambda end: target in end.marks),
        check.is_doubtful,
    )


def count_loss(before: OperationsState, after: OperationsState, block: str) -> int:
    """The OSL that a block loses between two states."""
    return before[block].osl - after[block].osl


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


def leaving_odds(state: OperationsState, block: str) -> Distribution[int]:
    """The OSL that a block loses when it leaves instead of fighting, without a wall. Clause: UO-051."""
    outlook = play_out(evolve, state, lambda game: withdraw(game, block, ""), answer=QuietAnswers(1))
    return outlook.spread(lambda end: count_loss(state, end.state, block))


def _find_reply(state: OperationsState, block: str, target: str) -> str:
    """Whether a target may reply: a code, "?" where it is unknown. Clause: UO Sniper (UO-087)."""
    if state[block].card.kind != "sniper":
        return "reply"
    weight = state[target].card.weight
    answer = aid.get_value(state, "sniper.targets", weight)
    return str(answer) if answer != UNKNOWN else aid.get_aid_answer(state, "sniper.targets", weight) or UNKNOWN
