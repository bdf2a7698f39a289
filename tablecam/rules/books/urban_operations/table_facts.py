"""Facts that a camera measures over a hex grid: the distance of two blocks in EP, and whether they are adjacent.

A block near the edge of its hex may stand in either hex; the camera answers only where both give the same answer. It
never judges sight, rooms and terrain: it says no where a block is too far away, and leaves the rest to the players.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import ngettext
from tablecam.rules.ask import Ask, Confirm, Count
from tablecam.rules.books.plain_table_facts import PlainTableFacts
from tablecam.rules.books.table_facts import TableNow
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.snapshot import Snapshot

EP = "ep"


def _judge_adjacency(ep: int) -> bool | None:
    """Whether two blocks are adjacent; None in one hex, where the players decide."""
    return ep == 1 if ep else None


def _judge_reach(ep: int, most: str) -> bool | None:
    return ep <= int(most)


def _judge_sight(ep: int, most: str = "") -> bool | None:
    """False beyond a limit, otherwise None; sight without a limit depends on no distance."""
    return False if most and ep > int(most) else None


def _judge_band(ep: int, least: str, most: str) -> bool | None:
    return None if int(least) <= ep <= int(most) else False


# by the action of a question whose subject begins with two blocks; the limits follow them
ANSWERS: Mapping[str, Callable[..., bool | None]] = {
    "adjacent": _judge_adjacency,
    "in-range": _judge_reach,
    "cover.near": _judge_reach,
    "sees": _judge_sight,
    "scouts": _judge_sight,
    "counter-sniper": _judge_band,
}


class OperationsTableFacts(PlainTableFacts):
    """Distances in hexes where the table has a grid; without a grid the players answer everything."""

    def answer(self, ask: Ask[Any], state: Any, seen: TableNow) -> Json:
        """A number of EP, or yes or no; None where the grid does not decide."""
        blocks = self.list_models(ask)
        if not blocks:
            return super().answer(ask, state, seen)
        if not _are_on_map(state, blocks):
            return None
        answers = {_answer_for_distance(ask, ep) for ep in distances(seen.snapshot, *blocks)}
        return answers.pop() if len(answers) == 1 else None

    def describe_measurement(self, ask: Ask[Any], raw: Json, names: ModelNames) -> str:
        """A measured answer in words."""
        if isinstance(ask, Count):
            return ngettext("{n} EP", "{n} EP", raw)
        if isinstance(ask, Confirm):
            return _("yes") if raw else _("no")
        return super().describe_measurement(ask, raw, names)

    def by_itself(self, ask: Ask[Any]) -> bool:
        """Whether the grid answers the question."""
        return bool(self.list_models(ask))

    def list_models(self, ask: Ask[Any]) -> tuple[str, ...]:
        """The two blocks whose distance may answer a question; empty for other questions."""
        is_measurable = (
            ask.action == EP if isinstance(ask, Count) else isinstance(ask, Confirm) and ask.action in ANSWERS
        )
        return tuple(ask.subject[:2]) if is_measurable else ()

    def may_move(self, state: Any, model: str, moving: Sequence[str]) -> bool:
        """Always true: players count MP, and the camera does not follow movement, so no block is out of place."""
        return True


def distances(snapshot: Snapshot, block: str, other: str) -> set[int]:
    """Every distance in hexes that two blocks may have; empty without a grid."""
    return {block_hex.distance(other_hex) for block_hex in snapshot.hexes(block) for other_hex in snapshot.hexes(other)}


def _answer_for_distance(ask: Ask[Any], ep: int) -> Json:
    if isinstance(ask, Count):
        # the limit plus one stands for everything beyond the limit
        return min(ep, int(ask.subject[2]) + 1) if len(ask.subject) > 2 else ep
    return ANSWERS[ask.action](ep, *ask.subject[2:])


def _are_on_map(state: OperationsState, blocks: Sequence[str]) -> bool:
    """Whether both models show where their blocks are; a block aboard a vehicle is where the vehicle is."""
    return all(name in state.blocks and not state[name].aboard for name in blocks)
