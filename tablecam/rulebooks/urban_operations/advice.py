"""What Urban Operations advises on whom a block fires at: how far each enemy is, and with what it is reached.

The nearest come first. Sight is the players' to judge, and a table without a hex grid has nothing to say.
"""

from collections.abc import Mapping
from typing import Any

from tablecam.i18n import Counted, Message, listing
from tablecam.rulebooks.breather import take_breath
from tablecam.rulebooks.table_facts import ModelNames
from tablecam.rulebooks.urban_operations.board import WEAPONS
from tablecam.rulebooks.urban_operations.rules.cards import UNKNOWN
from tablecam.rulebooks.urban_operations.rules.clauses import row
from tablecam.rulebooks.urban_operations.rules.state import OperationsState
from tablecam.rulebooks.urban_operations.rules.weapons import band, in_reach
from tablecam.rulebooks.urban_operations.table_facts import distances
from tablecam.rulebooks.views import AdviceFact, AdviceRow, AdviceView, Text
from tablecam.rules.plain import Json
from tablecam.table.snapshot import Snapshot

TARGETS = ("target.fire", "target.suppress", "target.assault")


def question_advice(
    snapshot: Snapshot,
    state: Any,
    ask: Mapping[str, Json],
    names: ModelNames,  # noqa: ARG001 the port has it
) -> AdviceView | None:
    """A row for every enemy on the map, the nearest first; None for any other question, and without a hex grid."""
    if ask.get("action") not in TARGETS or snapshot.grid is None:
        return None
    block = str(ask["subject"][0])
    if not _stands(snapshot, state, block):
        return None
    take_breath()
    enemies = [str(option["id"]) for option in ask["options"] if not option.get("why_not")]
    far = {enemy: sorted(distances(snapshot, block, enemy)) for enemy in enemies if _stands(snapshot, state, enemy)}
    rows = [_row(snapshot, state, block, enemy, far[enemy]) for enemy in sorted(far, key=lambda it: far[it])]
    return AdviceView(model=block, rows=tuple(rows))


def _stands(snapshot: Snapshot, state: OperationsState, block: str) -> bool:
    """Whether a block stands where its model does: whoever rides in a vehicle does not."""
    standing = any(placed.model.id == block for placed in snapshot.models)
    return standing and block in state.blocks and not state[block].aboard


def _row(snapshot: Snapshot, state: OperationsState, block: str, enemy: str, far: list[int]) -> AdviceRow:
    ends = (snapshot.model(block), snapshot.model(enemy))
    reached = bool(in_reach(state, block, far[0]))
    return AdviceRow(
        key=f"target {enemy}",  # no text
        kind="target",
        target=enemy,
        text="" if reached else Message("No weapon of the block reaches so far"),
        line=tuple((round(end.x_in, 2), round(end.y_in, 2)) for end in ends),
        style="plain" if reached else "too_far",
        option=enemy,
        facts=(_distance(state, block, far), *([_firepower(state, block, far[0])] if reached else [])),
    )


def _distance(state: OperationsState, block: str, far: list[int]) -> AdviceFact:
    """Clause: UO Firepower and range (UO-005)."""
    at = band(state, state[block].card, far[0])
    text = Message("{far}, band {band}", far=Counted("{n} EP", "{n} EP", far[0]), band=at)
    unsure: Text = ""
    if len(far) > 1:
        other = listing(_firepower(state, block, ep).text for ep in far)
        unsure = Message("{near} EP or {far} EP: {either}", near=far[0], far=far[-1], either=other)
    return AdviceFact("range", Message("Range"), text, unsure, str(row(5)))


def _firepower(state: OperationsState, block: str, ep: int) -> AdviceFact:
    """Clause: UO Firepower and range (UO-005)."""
    card = state[block].card
    at = band(state, card, ep)
    printed = {weapon: card.weapons[weapon].fp[at - 1] for weapon in in_reach(state, block, ep)}
    known = [
        Message("{weapon}: {fp}", weapon=WEAPONS[weapon], fp="?" if fp == UNKNOWN else fp)
        for weapon, fp in printed.items()
    ]
    text = listing(known) if known else Message("out of reach")
    return AdviceFact("need", Message("Firepower"), text, clause=str(row(5)))
