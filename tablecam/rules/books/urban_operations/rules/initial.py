"""The initial phase, step by step. Clauses: UO Initial phase (UO-011..014, UO-020, UO-021), Population movement.

An event opens each step, which then handles its items one by one, so that an interrupted step can continue.
"""

from dataclasses import replace

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.codes import Game, choose, pick, roll
from tablecam.rules.books.urban_operations.rules.impulse_events import FirstSideChosen
from tablecam.rules.books.urban_operations.rules.impulses import play_card
from tablecam.rules.books.urban_operations.rules.initial_events import (
    Handled,
    Hidden,
    PopulationMoved,
    StageReached,
    TokenRemoved,
)
from tablecam.rules.books.urban_operations.rules.losses import is_tested_again, test
from tablecam.rules.books.urban_operations.rules.pieces import POPULATION
from tablecam.rules.books.urban_operations.rules.request_events import BlocksSwapped, EventDrawn, InitiativeRolled
from tablecam.rules.books.urban_operations.rules.state import FIRST_TURN, STAGES, InitialStage, OperationsState

HIDE_EP = 3
# Clause: UO Population movement (UO-085).
PANIC, STAYS, FIRST_CHOOSES, SECOND_CHOOSES = 0, 7, 8, 9
SIX = 6
TITLES = ("none", "red", "black")
SWAP, KEEP = "swap", "keep"
FIRST, SECOND = "first", "second"


def items(state: OperationsState) -> tuple[str, ...]:
    """The items that the current step has still to handle."""
    match state.stage:
        case InitialStage.HIDE:
            pending: tuple[str, ...] = ("blocks",) if any(state[name].revealed for name in state.everywhere()) else ()
        case InitialStage.POPULATION:
            pending = population(state)
        case InitialStage.TESTS:
            pending = tuple(name for name in state.tokens if is_tested_again(state, name))
        case InitialStage.EVENTS:
            pending = state.sides if state.scenario.events != "none" else ()
        case InitialStage.ADJUST | InitialStage.RESOLVE:
            pending = tuple(request.id for request in state.requests if request.turn <= state.turn)
        case InitialStage.REQUEST:
            pending = tuple(side for side in state.sides if state.scenario.support.get(side))
        case InitialStage.ORDER:
            pending = tuple(side for side in state.sides if len(state.scenario.impulses.get(side, ())) > 1)
        case InitialStage.INITIATIVE:
            pending = ("initiative",)
        case _:
            pending = ()
    return tuple(item for item in pending if item not in state.handled)


def population(state: OperationsState) -> tuple[str, ...]:
    """The revealed population, which moves by the advanced rules. Clause: UO Initial phase (UO-012)."""
    tokens = state.tokens.items()
    return (
        tuple(name for name, token in tokens if token.revealed and token.kind == POPULATION) * state.scenario.advanced
    )


def next_stage(game: Game) -> None:
    """End the step, and open the next."""
    game.tell(StageReached(stage=following(game.state).value))


def following(state: OperationsState) -> InitialStage:
    """The next step of the turn that has items to handle."""
    stages = FIRST_TURN if state.turn <= 1 else STAGES
    later_stages = stages[stages.index(state.stage) + 1 :] if state.stage in stages else stages
    return next((stage for stage in later_stages if items(replace(state, stage=stage, handled=()))), InitialStage.DONE)


def hide(game: Game) -> None:
    """Turn revealed blocks face down, unless an enemy within 3 EP sees them. Clause: UO Initial phase (UO-011)."""
    state = game.state
    shown = [name for name in state.everywhere() if state[name].revealed]
    seen_blocks = pick(game, "hide.seen", shown, HIDE_EP, number=11)
    game.tell(Handled(what="blocks"))
    turned = tuple(block for block in shown if block not in seen_blocks)
    if turned:
        game.tell(Hidden(blocks=turned))


def move_population(game: Game) -> None:
    """Move population 1 MP by a die. Clauses: UO Initial phase (UO-012), Population movement (UO-085)."""
    token = items(game.state)[0]
    faces = roll(game, None, "population", token)
    (face,) = faces
    if face == PANIC:
        game.tell(TokenRemoved(token=token, why="panic", faces=faces))
    elif face == STAYS:
        game.tell(PopulationMoved(token=token, mp=0, faces=faces))
    elif face in (FIRST_CHOOSES, SECOND_CHOOSES):
        side = game.state.sides[face == SECOND_CHOOSES]
        direction_answer = choose(
            game, side, "population.direction", [str(hex_side) for hex_side in range(1, SIX + 1)], token
        )
        game.tell(PopulationMoved(token=token, mp=1, by=side, direction=int(direction_answer), faces=faces))
    else:
        game.tell(PopulationMoved(token=token, mp=1, direction=direction(game.state, face), faces=faces))


def direction(state: OperationsState, face: int) -> int:
    """The hex side, clockwise from 1, north; 4 is south in both orders. Clause: UO Population movement (UO-085)."""
    return face if state.rules.uo_population_compass != "other" else (SIX + 1 - face) % SIX + 1


def test_token(game: Game) -> None:
    """Clause: UO Initial phase (UO-013)."""
    test(game, items(game.state)[0])


def draw_event(game: Game) -> None:
    """Draw a card or roll on the scenario's table; play red at once, keep black. Clause: UO-014."""
    side = items(game.state)[0]
    if game.state.scenario.events == "table":
        faces = roll(game, side, "event", side)
        result = aid.ask_code(game, "event_table.value", str(faces[0]))
        game.tell(EventDrawn(seat=side, title="none" if result == "nothing" else "red", faces=faces))
        if result == "losses":
            play_card(game, side)
        return
    title = choose(game, side, "event.title", TITLES, side)
    game.tell(EventDrawn(seat=side, title=title))
    if title == "red":
        play_card(game, side)


def swap_blocks(game: Game) -> None:
    """Let a side exchange two blocks between its impulses. Clause: UO Initial phase (UO-020)."""
    side = items(game.state)[0]
    blocks = game.state.alive(side)
    if len({game.state[name].impulse for name in blocks}) < 2 or choose(game, side, "swap", (KEEP, SWAP), side) == KEEP:
        game.tell(Handled(what=side))
        return
    block = choose(game, side, "swap.one", blocks, side)
    partners = [name for name in blocks if game.state[name].impulse != game.state[block].impulse]
    game.tell(BlocksSwapped(seat=side, blocks=(block, choose(game, side, "swap.two", partners, block))))


def initiative(game: Game) -> None:
    """Settle initiative by the scenario's method; the winner chooses who starts. Clause: UO Initial phase (UO-021)."""
    state = game.state
    method = state.scenario.initiative
    if method in state.sides:
        winner = method
    elif method == "alternate":
        winner = state.sides[(state.turn - 1) % len(state.sides)]
    else:
        winner = _roll_initiative(game)
    start = choose(game, winner, "starts", (FIRST, SECOND), winner) == FIRST
    game.tell(FirstSideChosen(first=winner if start else state.other(winner)))
    game.tell(Handled(what="initiative"))


def _roll_initiative(game: Game) -> str:
    sides = game.state.sides
    while True:
        faces = {side: roll(game, side, "initiative", side)[0] for side in sides}
        best = max(faces.values())
        winners = [side for side in sides if faces[side] == best]
        game.tell(InitiativeRolled(faces=faces, winner=winners[0] if len(winners) == 1 else ""))
        if len(winners) == 1:
            return winners[0]
