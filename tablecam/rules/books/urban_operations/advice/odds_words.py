"""The chances of a fight in the players' words, with the firepower and the dice behind them."""

from collections.abc import Iterator

from tablecam.base.i18n import Counted, Message
from tablecam.rules.books.plain_odds import Naming, describe_modifier, odds
from tablecam.rules.books.urban_operations.rules.fight_chances import ASSAULT, FightChances, leaving_odds
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.withdrawal import MOST_LOST, ladder
from tablecam.rules.books.views import AdviceOdds, Text
from tablecam.rules.per_cent import share_text

NOT_COUNTED = Message(
    "Not counted: command chain, position, cover and supporting fire, and the weapons effect; players say those"
)
UNKNOWN_ROWS = Message("Critical rows that the aid has lost count as ordinary")


def fight_shown(state: OperationsState, found: FightChances, kind: str, names: Naming) -> tuple[AdviceOdds, ...]:
    """The chances that the target loses the fight, and that each block loses OSL and is lost."""
    sums = tuple(fight_lines(state, found, kind, names))
    blocks = [side.block for side in found.sides]
    rows = [odds(Message("{block} loses the fight", block=names(blocks[1])), found.beaten, sums)]
    for side in (1, 0):
        osl, name = state[blocks[side]].osl, names(blocks[side])
        loses = found.losses.chance(lambda it, at=side: it[at] > 0)  # type: ignore[misc]
        gone = found.losses.chance(lambda it, at=side, left=osl: it[at] >= left)  # type: ignore[misc]
        if side == 0 or loses:
            rows.append(odds(_describe_loss(name), loses, sums))
        rows.append(odds(_describe_destruction(name), gone, sums))
    return tuple(rows)


def fight_lines(state: OperationsState, found: FightChances, kind: str, names: Naming) -> Iterator[Text]:
    """The modifiers of each side's die, and the facts that the chances leave out."""
    for side in found.sides:
        name = names(side.block)
        if not side.weapon:
            yield Message("{block} cannot answer", block=name)
        for modifier in side.added:
            yield Message("{block}: {added}", block=name, added=describe_modifier(modifier, names))
    for side in found.sides:
        yield Counted("{block} has {n} OSL left", "{block} has {n} OSL left", state[side.block].osl,
                      block=names(side.block))  # fmt: skip
    if kind == ASSAULT:
        yield Message("The loser of an assault is driven off, and one without a way out is gone")
    if found.doubtful:
        yield UNKNOWN_ROWS
    yield NOT_COUNTED


def leaving_shown(state: OperationsState, block: str, names: Naming) -> tuple[AdviceOdds, ...]:
    """The chances that a block that leaves loses OSL, and that it is lost."""
    spread = ladder(wall=False).spread
    no_loss = spread.chance(lambda saved: saved == MOST_LOST)
    sums = (
        Message("7 to 9 lose nothing, {share}; 2 to 6 lose 1 OSL, 0 and 1 lose 2", share=share_text(no_loss)),
        Message("Over an outer wall the die counts one less"),
    )
    return (
        odds(_describe_loss(names(block)), 1 - no_loss, sums),
        odds(_describe_destruction(names(block)), leaving_odds(state, block), sums),
    )


def _describe_loss(block: str) -> Message:
    return Message("{block} loses OSL", block=block)


def _describe_destruction(block: str) -> Message:
    return Message("{block} is gone", block=block)
