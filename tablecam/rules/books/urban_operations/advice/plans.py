"""Whether a block that is fired at stays or leaves, and what a block had better do: the odds of the best fight of each.

What a block does is asked of its own side in secret; whether one leaves is asked of two blocks that everybody knows.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tablecam.base.i18n import Message
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.table_facts import ModelNames
from tablecam.rules.books.urban_operations.advice.odds_words import leaving_shown
from tablecam.rules.books.urban_operations.advice.targets import odds_against, stands
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.table_facts import distances
from tablecam.rules.books.views import AdviceRow, AdviceView
from tablecam.rules.plain import Json
from tablecam.table.snapshot import Snapshot

ATTACKS = ("fire", "suppress", "assault")
OPPORTUNITY = "opportunity"
ROWS = {"fire": 50, "suppress": 91, "assault": 38}


def withdraw_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """What staying comes to, and what leaving does. Clauses: UO-051, UO-054."""
    block, enemy = (str(each) for each in ask["subject"][:2])
    if not (state[block].revealed and state[enemy].revealed):
        return None
    take_breath()
    open_ways = {str(option["id"]) for option in ask["options"] if not option.get("why_not")}
    rows = []
    far = _nearest(snapshot, state, enemy, block)
    stays = odds_against(state, enemy, block, _kind(state, enemy), far, names) if far is not None else ()
    if stays:
        rows.append(AdviceRow("stay", "target", "", odds=stays, clause=str(row(54)), option="stay"))
    if "withdraw" in open_ways:
        leaves = leaving_shown(state, block, names)
        rows.append(AdviceRow("withdraw", "way", "", odds=leaves, clause=str(row(51)), option="withdraw"))
    return AdviceView(model=block, rows=tuple(rows)) if rows else None


def _kind(state: OperationsState, block: str) -> str:
    """What the block that fires is about; one that does not act fires at an opportunity."""
    acting = state.acting
    return acting.action if acting and acting.block == block and acting.action in ATTACKS else OPPORTUNITY


def action_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """For fire, suppressing fire and assault the enemy against whom it would do best from where the block stands."""
    block = str(ask["subject"][0])
    if snapshot.grid is None or not stands(snapshot, state, block):
        return None
    take_breath()
    open_ways = [str(option["id"]) for option in ask["options"] if not option.get("why_not")]
    far = {
        enemy: ep for enemy in state.enemies(block) if (ep := _nearest(snapshot, state, block, enemy)) is not None
    }  # fmt: skip
    found = [_best(state, block, kind, far, names) for kind in ATTACKS if kind in open_ways]
    rows = tuple(each for each in found if each)
    return AdviceView(model=block, rows=rows) if rows else None


def _best(state: OperationsState, block: str, kind: str, far: Mapping[str, int], names: ModelNames) -> AdviceRow | None:
    """The row of an action with the target that most surely loses; None where nobody is known or in reach."""
    against = {enemy: odds_against(state, block, enemy, kind, ep, names) for enemy, ep in far.items()}
    known = [enemy for enemy, odds in against.items() if odds]
    if not known:
        return None
    enemy = max(known, key=lambda each: Fraction(against[each][0].share))
    text = Message("Best at {block}, {ep} EP away, if it is seen", block=names(enemy), ep=far[enemy])
    return AdviceRow(kind, "way", "", text=text, odds=against[enemy], clause=str(row(ROWS[kind])), option=kind)


def _nearest(snapshot: Snapshot, state: OperationsState, one: str, two: str) -> int | None:
    """The EP between two blocks on a grid, the lower number where they may have two; None where it is unknown."""
    if snapshot.grid is None or not (stands(snapshot, state, one) and stands(snapshot, state, two)):
        return None
    return min(distances(snapshot, one, two), default=None)
