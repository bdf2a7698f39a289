"""What adds to firepower. Clauses: UO Total Firepower (UO-057..060), Suppressing fire (UO-091), Crossing walls."""

from collections.abc import Iterator
from dataclasses import dataclass

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, pick
from tablecam.rules.books.urban_operations.rules.cards import LEADERS
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.books.urban_operations.rules.reasons import reason
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.check import Modifier

CHAIN_EP = 6
# any of them gives the same single +1. Clause: UO Total Firepower (UO-058).
POSITIONS = ("opening", "fortified", "high", "sewers")


@dataclass(frozen=True)
class Firing:
    """What a block fires with. kind: fire, suppress, opportunity, assault or reply; helper: who supports it.

    wall: the target crosses an outer wall. joined: what cover fire adds.
    """

    block: str
    weapon: str
    fp: int
    kind: str
    wall: bool = False
    helper: str = ""
    joined: tuple[Modifier, ...] = ()


def bonuses(game: Game, firing: Firing) -> tuple[Modifier, ...]:
    """The firepower of a block and all that is added to it or taken off."""
    block = firing.block
    held = pick(game, "bonuses", (*_chain(game, block), *POSITIONS), block, number=57)
    added = [Modifier(firing.fp, reason(f"firepower.{firing.weapon}"), row(5))] if firing.weapon else []
    if "chain" in held:
        added.append(Modifier(1, reason("chain"), row(57)))
    if set(POSITIONS) & set(held):
        added.append(Modifier(1, reason("position"), row(58)))
    return (*added, *_by_kind(firing), *firing.joined, *_worn(game, block))


def _by_kind(firing: Firing) -> Iterator[Modifier]:
    """Clauses: UO-059, UO Supporting fire (UO-090), Suppressing fire (UO-091), Crossing walls (UO-097)."""
    if firing.kind == "opportunity":
        yield Modifier(3 if firing.wall else 2, reason("opportunity"), row(97 if firing.wall else 59))
    if firing.kind == "suppress":
        yield Modifier(1, reason("suppress"), row(91))
    if firing.helper:
        yield Modifier(2, reason("support"), row(90))


def _chain(game: Game, block: str) -> tuple[str, ...]:
    """Whether the command chain can help: some leader is on the map, and the side's leader was not lost this turn."""
    state = game.state
    if state.leaderless.get(state[block].side) == "basic":
        return ()
    return ("chain",) if chain(state, state[block].side) else ()


def chain(state: OperationsState, side: str) -> tuple[str, ...]:
    """The leaders who hold the chain. Clause: UO Total Firepower (UO-057)."""
    kinds = aid.entry(state, "chain.leaders")
    return state.leaders(side, tuple(kinds) if isinstance(kinds, list) else LEADERS)


def _worn(game: Game, block: str) -> tuple[Modifier, ...]:
    """-1 for a block that is worn down. Clause: UO Total Firepower (UO-060)."""
    has = game.state[block]
    if has.osl >= has.card.osl or has.osl > aid.number(game, "osl.weak", about=(block,)):
        return ()
    return (Modifier(-1, reason("worn"), row(60)),)
