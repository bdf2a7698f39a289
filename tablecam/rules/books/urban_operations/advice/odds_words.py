"""The chances of a fight in the players' words, with the firepower and the dice behind them."""

from collections.abc import Iterator

from tablecam.base.i18n import Counted, Message
from tablecam.rules.books.plain_odds import Naming, added_line, odds
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
    """That the target loses, that it is gone, and the same of the one that fires."""
    sums = tuple(fight_lines(state, found, kind, names))
    blocks = [side.block for side in found.sides]
    shown = [odds(Message("{block} loses the fight", block=names(blocks[1])), found.beaten, sums)]
    for at in (1, 0):
        left, called = state[blocks[at]].osl, names(blocks[at])
        loses = found.losses.chance(lambda it, at=at: it[at] > 0)  # type: ignore[misc]
        gone = found.losses.chance(lambda it, at=at, left=left: it[at] >= left)  # type: ignore[misc]
        if at == 0 or loses:
            shown.append(odds(_loses(called), loses, sums))
        shown.append(odds(_gone(called), gone, sums))
    return tuple(shown)


def fight_lines(state: OperationsState, found: FightChances, kind: str, names: Naming) -> Iterator[Text]:
    """What each side adds to its die, and what the chances leave out."""
    for side in found.sides:
        called = names(side.block)
        if not side.weapon:
            yield Message("{block} cannot answer", block=called)
        for modifier in side.added:
            yield Message("{block}: {added}", block=called, added=added_line(modifier, names))
    for side in found.sides:
        yield Counted("{block} has {n} OSL left", "{block} has {n} OSL left", state[side.block].osl,
                      block=names(side.block))  # fmt: skip
    if kind == ASSAULT:
        yield Message("The loser of an assault is driven off, and one without a way out is gone")
    if found.doubtful:
        yield UNKNOWN_ROWS
    yield NOT_COUNTED


def leaving_shown(state: OperationsState, block: str, names: Naming) -> tuple[AdviceOdds, ...]:
    """That a block that leaves loses OSL, and that it is gone."""
    spread = ladder(wall=False).spread
    none = spread.chance(lambda saved: saved == MOST_LOST)
    sums = (
        Message("7 to 9 lose nothing, {share}; 2 to 6 lose 1 OSL, 0 and 1 lose 2", share=share_text(none)),
        Message("Over an outer wall the die counts one less"),
    )
    return (
        odds(_loses(names(block)), 1 - none, sums),
        odds(_gone(names(block)), leaving_odds(state, block), sums),
    )


def _loses(block: str) -> Message:
    return Message("{block} loses OSL", block=block)


def _gone(block: str) -> Message:
    return Message("{block} is gone", block=block)
