"""What a camera answers over a hex grid: how many EP two blocks are apart, and whether they are adjacent.

A block near the edge of its hex may stand in either; the camera answers only where that makes no difference. Sight,
rooms and terrain it never judges: there it says no where a block is too far away, and leaves the rest to the players.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import ngettext
from tablecam.rules.ask import Ask, Confirm, Count
from tablecam.rules.books.plain_table_facts import PlainTableFacts
from tablecam.rules.books.table_facts import ModelNames, TableNow
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.plain import Json
from tablecam.table.snapshot import Snapshot

EP = "ep"


def _adjacent(ep: int) -> bool | None:
    """Two blocks in one hex are a matter of the players."""
    return ep == 1 if ep else None


def _within(ep: int, most: str) -> bool | None:
    return ep <= int(most)


def _too_far(ep: int, most: str = "") -> bool | None:
    """A sight without a limit depends on no distance."""
    return False if most and ep > int(most) else None


def _out_of_band(ep: int, least: str, most: str) -> bool | None:
    return None if int(least) <= ep <= int(most) else False


# by the action of a question whose subject begins with two blocks; what stands behind these are the limits
ANSWERS: Mapping[str, Callable[..., bool | None]] = {
    "adjacent": _adjacent,
    "in-range": _within,
    "cover.near": _within,
    "sees": _too_far,
    "scouts": _too_far,
    "counter-sniper": _out_of_band,
}


class OperationsTableFacts(PlainTableFacts):
    """Distances in hexes where the table has a grid; without one the players are asked everything."""

    def answer(self, ask: Ask[Any], state: Any, seen: TableNow) -> Json:
        """A number of EP, or yes or no; None where the grid does not tell."""
        blocks = self.concerned(ask)
        if not blocks:
            return super().answer(ask, state, seen)
        if not _on_the_map(state, blocks):
            return None
        answers = {_answer(ask, ep) for ep in distances(seen.snapshot, *blocks)}
        return answers.pop() if len(answers) == 1 else None

    def says(self, ask: Ask[Any], raw: Json, names: ModelNames) -> str:
        """A measured answer in words."""
        if isinstance(ask, Count):
            return ngettext("{n} EP", "{n} EP", raw)
        if isinstance(ask, Confirm):
            return _("yes") if raw else _("no")
        return super().says(ask, raw, names)

    def by_itself(self, ask: Ask[Any]) -> bool:
        """All that a grid tells."""
        return bool(self.concerned(ask))

    def concerned(self, ask: Ask[Any]) -> tuple[str, ...]:
        """The two blocks whose distance answers a question, or may."""
        known = ask.action == EP if isinstance(ask, Count) else isinstance(ask, Confirm) and ask.action in ANSWERS
        return tuple(ask.subject[:2]) if known else ()

    def may_move(self, state: Any, model: str, moving: Sequence[str]) -> bool:
        """Players count MP: no camera follows who moves, so no block is ever out of its place."""
        return True


def distances(snapshot: Snapshot, block: str, other: str) -> set[int]:
    """Every distance in hexes that two blocks may have; none without a grid."""
    return {one.distance(two) for one in snapshot.hexes(block) for two in snapshot.hexes(other)}


def _answer(ask: Ask[Any], ep: int) -> Json:
    if isinstance(ask, Count):
        # one more than the limit stands for everything beyond it
        return min(ep, int(ask.subject[2]) + 1) if len(ask.subject) > 2 else ep
    return ANSWERS[ask.action](ep, *ask.subject[2:])


def _on_the_map(state: OperationsState, blocks: Sequence[str]) -> bool:
    """Whoever rides in or on a vehicle stands where that one does, not where the model was put down."""
    return all(name in state.blocks and not state[name].aboard for name in blocks)
