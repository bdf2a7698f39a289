"""Modifiers of firepower. Clauses: UO Total Firepower (UO-057..060), Suppressing fire (UO-091), Crossing walls."""

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
# one or more of them give a single +1. Clause: UO Total Firepower (UO-058).
POSITIONS = ("opening", "fortified", "high", "sewers")


@dataclass(frozen=True)
class Firing:
    """The fire of a block. kind: fire, suppress, opportunity, assault or reply; helper: the block that supports it.

    wall: the target crosses an outer wall. joined: the modifiers that cover fire adds.
    """

    block: str
    weapon: str
    fp: int
    kind: str
    wall: bool = False
    helper: str = ""
    joined: tuple[Modifier, ...] = ()


def bonuses(game: Game, firing: Firing) -> tuple[Modifier, ...]:
    """The firepower of a block with all its modifiers."""
    block = firing.block
    granted = pick(game, "bonuses", (*_chain_options(game, block), *POSITIONS), block, number=57)
    added = [Modifier(firing.fp, reason(f"firepower.{firing.weapon}"), row(5))] if firing.weapon else []
    if "chain" in granted:
        added.append(Modifier(1, reason("chain"), row(57)))
    if set(POSITIONS) & set(granted):
        added.append(Modifier(1, reason("position"), row(58)))
    return (*added, *_list_kind_modifiers(firing), *firing.joined, *_wear_modifiers(game, block))


def _list_kind_modifiers(firing: Firing) -> Iterator[Modifier]:
    """Clauses: UO-059, UO Supporting fire (UO-090), Suppressing fire (UO-091), Crossing walls (UO-097)."""
    if firing.kind == "opportunity":
        yield Modifier(3 if firing.wall else 2, reason("opportunity"), row(97 if firing.wall else 59))
    if firing.kind == "suppress":
        yield Modifier(1, reason("suppress"), row(91))
    if firing.helper:
        yield Modifier(2, reason("support"), row(90))


def _chain_options(game: Game, block: str) -> tuple[str, ...]:
    """The option of the command chain, where a leader is on the map and the side lost no leader this turn."""
    state = game.state
    if state.leaderless.get(state[block].side) == "basic":
        return ()
    return ("chain",) if chain(state, state[block].side) else ()


def chain(state: OperationsState, side: str) -> tuple[str, ...]:
    """The leaders who form the command chain. Clause: UO Total Firepower (UO-057)."""
    kinds = aid.entry(state, "chain.leaders")
    return state.leaders(side, tuple(kinds) if isinstance(kinds, list) else LEADERS)


def _wear_modifiers(game: Game, block: str) -> tuple[Modifier, ...]:
    """-1 for a block that is worn down. Clause: UO Total Firepower (UO-060)."""
    fighter = game.state[block]
    if fighter.osl >= fighter.card.osl or fighter.osl > aid.number(game, "osl.weak", about=(block,)):
        return ()
    return (Modifier(-1, reason("worn"), row(60)),)
