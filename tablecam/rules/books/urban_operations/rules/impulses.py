"""Impulses in turn, block by block. Clauses: UO Impulses (UO-022), Number of blocks played per impulse (UO-023)."""

from tablecam.rules.ask import Option
from tablecam.rules.books.urban_operations.rules import aid, limits
from tablecam.rules.books.urban_operations.rules.asking import Game, choose, pick
from tablecam.rules.books.urban_operations.rules.cards import UNKNOWN
from tablecam.rules.books.urban_operations.rules.events import EventPlayed, ImpulseBegan, ImpulseEnded, ImpulsePassed
from tablecam.rules.books.urban_operations.rules.losses import lose
from tablecam.rules.books.urban_operations.rules.reasons import reason
from tablecam.rules.books.urban_operations.rules.state import OperationsState

PASS = "pass"
CARD = "play a card"  # no text
END = "end"
SEVEN = "blocks.seven_condition.value"


def left(state: OperationsState, side: str) -> tuple[str, ...]:
    """The impulses that a side has not played this turn, and that have a block on the map."""
    played = state.played.get(side, ())
    filled = {state[each].impulse for each in state.on_map(side)}
    return tuple(each for each in state.scenario.impulses.get(side, ()) if each not in played and each in filled)


def finished(state: OperationsState) -> bool:
    """Every side that has an impulse left has passed in a row, or none has one. Clause: UO Impulses (UO-022)."""
    return state.passes >= sum(bool(left(state, side)) for side in state.sides)


def to_play(state: OperationsState) -> str:
    """The side whose turn it is; one without an impulse left is passed over."""
    return state.active if left(state, state.active) else state.other(state.active)


def choose_impulse(game: Game) -> None:
    """A side plays an impulse, or passes; it may play an event card that it keeps."""
    side = to_play(game.state)
    cards = [CARD] if game.state.hands.get(side) else []
    chosen = choose(game, side, "impulse", [*left(game.state, side), *cards, PASS])
    if chosen == PASS:
        game.tell(ImpulsePassed(seat=side))
    elif chosen == CARD:
        play_card(game, side)
    else:
        game.tell(ImpulseBegan(seat=side, impulse=chosen, limit=_limit(game, side)))


def _limit(game: Game, side: str) -> int:
    """Asks what 7 blocks need, where the aid does not say and it matters."""
    most = limits.limit(game.state, side)
    if most == limits.WITH_LEADER and aid.entry(game.state, SEVEN) == UNKNOWN and side not in game.state.leaderless:
        condition = aid.one_of(game, SEVEN)
        if game.state.leaders(side, (condition,)):
            return limits.WITH_BOTH
    return most


def play_card(game: Game, side: str) -> None:
    """The players do what the card says, and name the blocks that lose 1 OSL. Clause: UO Initial phase (UO-014)."""
    hit = pick(game, "event.losses", game.state.everywhere(), side, number=14)
    game.tell(EventPlayed(seat=side, blocks=hit))
    for block in hit:
        lose(game, block, 1, "event")


def next_block(game: Game) -> str:
    """The block that acts, or none: the impulse is over."""
    state = game.state
    options = [*map(Option, limits.ready(state)), Option(END, reason("end-impulse"))]
    return choose(game, state.active, "activate", options, state.impulse)


def end_impulse(game: Game) -> None:
    """All blocks that may act have, or the side wants no more of them."""
    game.tell(ImpulseEnded(seat=game.state.active, impulse=game.state.impulse))
