"""Impulses by turns, block by block. Clauses: UO Impulses (UO-022), Number of blocks played per impulse (UO-023)."""

from tablecam.rules.ask import Option
from tablecam.rules.books.urban_operations.rules import aid, limits
from tablecam.rules.books.urban_operations.rules.asking import Game, choose, pick
from tablecam.rules.books.urban_operations.rules.cards import UNKNOWN
from tablecam.rules.books.urban_operations.rules.impulse_events import ImpulseBegan, ImpulseEnded, ImpulsePassed
from tablecam.rules.books.urban_operations.rules.losses import lose
from tablecam.rules.books.urban_operations.rules.reasons import reason
from tablecam.rules.books.urban_operations.rules.request_events import EventPlayed
from tablecam.rules.books.urban_operations.rules.state import OperationsState

PASS = "pass"
CARD = "play a card"  # no text
END = "end"
SEVEN = "blocks.seven_condition.value"


def left(state: OperationsState, side: str) -> tuple[str, ...]:
    """The impulses that a side has not played this turn and that have a block on the map."""
    played = state.played.get(side, ())
    filled = {state[name].impulse for name in state.on_map(side)}
    return tuple(
        impulse for impulse in state.scenario.impulses.get(side, ()) if impulse not in played and impulse in filled
    )


def is_finished(state: OperationsState) -> bool:
    """Whether every side with an impulse left has passed in a row. Clause: UO Impulses (UO-022)."""
    return state.passes >= sum(bool(left(state, side)) for side in state.sides)


def to_play(state: OperationsState) -> str:
    """The side to play; the other side where the active one has no impulse left."""
    return state.active if left(state, state.active) else state.other(state.active)


def choose_impulse(game: Game) -> None:
    """Let a side play an impulse, pass, or play an event card that it keeps."""
    side = to_play(game.state)
    cards = [CARD] if game.state.hands.get(side) else []
    chosen = choose(game, side, "impulse", [*left(game.state, side), *cards, PASS])
    if chosen == PASS:
        game.tell(ImpulsePassed(seat=side))
    elif chosen == CARD:
        play_card(game, side)
    else:
        game.tell(ImpulseBegan(seat=side, impulse=chosen, limit=_find_limit(game, side)))


def _find_limit(game: Game, side: str) -> int:
    """The limit of blocks, after asking for the condition of 7 blocks where it is unknown and matters."""
    limit = limits.limit(game.state, side)
    if limit == limits.WITH_LEADER and aid.entry(game.state, SEVEN) == UNKNOWN and side not in game.state.leaderless:
        condition = aid.ask_code(game, SEVEN)
        if game.state.leaders(side, (condition,)):
            return limits.WITH_BOTH
    return limit


def play_card(game: Game, side: str) -> None:
    """Record the blocks that lose 1 OSL by an event; the players carry the event out. Clause: UO-014."""
    victims = pick(game, "event.losses", game.state.everywhere(), side, number=14)
    game.tell(EventPlayed(seat=side, blocks=victims))
    for block in victims:
        lose(game, block, 1, "event")


def next_block(game: Game) -> str:
    """The next block to act, or `end` to end the impulse."""
    state = game.state
    options = [*map(Option, limits.ready(state)), Option(END, reason("end-impulse"))]
    return choose(game, state.active, "activate", options, state.impulse)


def end_impulse(game: Game) -> None:
    """End the impulse when no block may act, or its side wants none to act."""
    game.tell(ImpulseEnded(seat=game.state.active, impulse=game.state.impulse))
