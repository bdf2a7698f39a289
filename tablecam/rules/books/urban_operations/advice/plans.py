"""Advice on staying or leaving under fire, and on a block's action: the odds of the best fight of each.

A block's own side answers for its action in secret; the question of leaving concerns two blocks that everybody knows.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tablecam.base.i18n import Message
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.urban_operations.advice.odds_words import leaving_shown
from tablecam.rules.books.urban_operations.advice.targets import odds_against, stands
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.table_facts import distances
from tablecam.rules.books.views import AdviceRow, AdviceView
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.snapshot import Snapshot

ATTACKS = ("fire", "suppress", "assault")
OPPORTUNITY = "opportunity"
ROWS = {"fire": 50, "suppress": 91, "assault": 38}


def withdraw_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The odds of staying and of leaving. Clauses: UO-051, UO-054."""
    block, enemy = (str(name) for name in ask["subject"][:2])
    if not (state[block].revealed and state[enemy].revealed):
        return None
    take_breath()
    open_ways = {str(option["id"]) for option in ask["options"] if not option.get("why_not")}
    rows = []
    far = _nearest_ep(snapshot, state, enemy, block)
    stays = odds_against(state, enemy, block, _find_attack_kind(state, enemy), far, names) if far is not None else ()
    if stays:
        rows.append(AdviceRow("stay", "target", "", odds=stays, clause=str(row(54)), option="stay"))
    if "withdraw" in open_ways:
        leaves = leaving_shown(state, block, names)
        rows.append(AdviceRow("withdraw", "way", "", odds=leaves, clause=str(row(51)), option="withdraw"))
    return AdviceView(model=block, rows=tuple(rows)) if rows else None


def _find_attack_kind(state: OperationsState, block: str) -> str:
    """The attack of the firing block; opportunity fire for a block that does not act."""
    acting = state.acting
    return acting.action if acting and acting.block == block and acting.action in ATTACKS else OPPORTUNITY


def action_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The best target of fire, suppressing fire and assault, from where the block stands."""
    block = str(ask["subject"][0])
    if snapshot.grid is None or not stands(snapshot, state, block):
        return None
    take_breath()
    open_ways = [str(option["id"]) for option in ask["options"] if not option.get("why_not")]
    far = {
        enemy: ep for enemy in state.enemies(block) if (ep := _nearest_ep(snapshot, state, block, enemy)) is not None
    }  # fmt: skip
    candidates = [_build_best_row(state, block, kind, far, names) for kind in ATTACKS if kind in open_ways]
    rows = tuple(candidate for candidate in candidates if candidate)
    return AdviceView(model=block, rows=rows) if rows else None


def _build_best_row(
    state: OperationsState, block: str, kind: str, far: Mapping[str, int], names: ModelNames
) -> AdviceRow | None:
    """The row of an action with the target most likely to lose; None where no known target is in reach."""
    against = {enemy: odds_against(state, block, enemy, kind, ep, names) for enemy, ep in far.items()}
    targets = [enemy for enemy, odds in against.items() if odds]
    if not targets:
        return None
    enemy = max(targets, key=lambda each: Fraction(against[each][0].share))
    text = Message("Best at {block}, {ep} EP away, if it is seen", block=names(enemy), ep=far[enemy])
    return AdviceRow(kind, "way", "", text=text, odds=against[enemy], clause=str(row(ROWS[kind])), option=kind)


def _nearest_ep(snapshot: Snapshot, state: OperationsState, one: str, two: str) -> int | None:
    """The EP between two blocks on a grid, the lower number where two are possible; None where it is unknown."""
    if snapshot.grid is None or not (stands(snapshot, state, one) and stands(snapshot, state, two)):
        return None
    return min(distances(snapshot, one, two), default=None)
