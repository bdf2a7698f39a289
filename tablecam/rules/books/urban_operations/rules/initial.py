"""The initial phase, step by step. Clauses: UO Initial phase (UO-011..014, UO-020, UO-021), Population movement.

Each step is told first and then dealt with item by item, so that it goes on wherever it is broken off.
"""

from dataclasses import replace

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, choose, pick, roll
from tablecam.rules.books.urban_operations.rules.effects import test, tested_again
from tablecam.rules.books.urban_operations.rules.events import (
    BlocksSwapped,
    EventDrawn,
    FirstSideChosen,
    Handled,
    Hidden,
    InitiativeRolled,
    PopulationMoved,
    StageReached,
    TokenRemoved,
)
from tablecam.rules.books.urban_operations.rules.impulses import play_card
from tablecam.rules.books.urban_operations.rules.state import FIRST_TURN, STAGES, InitialStage, OperationsState
from tablecam.rules.books.urban_operations.rules.tokens import POPULATION

HIDE_EP = 3
# Clause: UO Population movement (UO-085).
PANIC, STAYS, FIRST_CHOOSES, SECOND_CHOOSES = 0, 7, 8, 9
SIX = 6
TITLES = ("none", "red", "black")
SWAP, KEEP = "swap", "keep"
FIRST, SECOND = "first", "second"


def items(state: OperationsState) -> tuple[str, ...]:
    """What the step in progress has still to deal with."""
    match state.stage:
        case InitialStage.HIDE:
            found: tuple[str, ...] = ("blocks",) if any(state[each].revealed for each in state.everywhere()) else ()
        case InitialStage.POPULATION:
            found = population(state)
        case InitialStage.TESTS:
            found = tuple(name for name in state.tokens if tested_again(state, name))
        case InitialStage.EVENTS:
            found = state.sides if state.scenario.events != "none" else ()
        case InitialStage.ADJUST | InitialStage.RESOLVE:
            found = tuple(each.id for each in state.requests if each.turn <= state.turn)
        case InitialStage.REQUEST:
            found = tuple(side for side in state.sides if state.scenario.support.get(side))
        case InitialStage.ORDER:
            found = tuple(side for side in state.sides if len(state.scenario.impulses.get(side, ())) > 1)
        case InitialStage.INITIATIVE:
            found = ("initiative",)
        case _:
            found = ()
    return tuple(each for each in found if each not in state.handled)


def population(state: OperationsState) -> tuple[str, ...]:
    """Revealed population moves by the advanced rules. Clause: UO Initial phase (UO-012)."""
    tokens = state.tokens.items()
    return (
        tuple(name for name, token in tokens if token.revealed and token.kind == POPULATION) * state.scenario.advanced
    )


def next_stage(game: Game) -> None:
    """The step is done."""
    game.tell(StageReached(stage=following(game.state).value))


def following(state: OperationsState) -> InitialStage:
    """The next step of the turn that has anything to deal with."""
    stages = FIRST_TURN if state.turn <= 1 else STAGES
    after = stages[stages.index(state.stage) + 1 :] if state.stage in stages else stages
    return next((each for each in after if items(replace(state, stage=each, handled=()))), InitialStage.DONE)


def hide(game: Game) -> None:
    """Revealed blocks turn back, unless an enemy within 3 EP sees them. Clause: UO Initial phase (UO-011)."""
    state = game.state
    shown = [each for each in state.everywhere() if state[each].revealed]
    stay = pick(game, "hide.seen", shown, HIDE_EP, number=11)
    game.tell(Handled(what="blocks"))
    turned = tuple(each for each in shown if each not in stay)
    if turned:
        game.tell(Hidden(blocks=turned))


def move_population(game: Game) -> None:
    """1 MP by a die. Clauses: UO Initial phase (UO-012), Population movement (UO-085)."""
    token = items(game.state)[0]
    faces = roll(game, None, "population", token)
    (face,) = faces
    if face == PANIC:
        game.tell(TokenRemoved(token=token, why="panic", faces=faces))
    elif face == STAYS:
        game.tell(PopulationMoved(token=token, mp=0, faces=faces))
    elif face in (FIRST_CHOOSES, SECOND_CHOOSES):
        side = game.state.sides[face == SECOND_CHOOSES]
        way = choose(game, side, "population.direction", [str(each) for each in range(1, SIX + 1)], token)
        game.tell(PopulationMoved(token=token, mp=1, by=side, direction=int(way), faces=faces))
    else:
        game.tell(PopulationMoved(token=token, mp=1, direction=direction(game.state, face), faces=faces))


def direction(state: OperationsState, face: int) -> int:
    """The hex side clockwise from 1, north: 4 is south in either order. Clause: UO Population movement (UO-085)."""
    return face if state.rules.uo_population_compass != "other" else (SIX + 1 - face) % SIX + 1


def test_token(game: Game) -> None:
    """Clause: UO Initial phase (UO-013)."""
    test(game, items(game.state)[0])


def draw_event(game: Game) -> None:
    """A card, or a row of the scenario's table; red is played at once, black is kept. Clause: UO-014."""
    side = items(game.state)[0]
    if game.state.scenario.events == "table":
        faces = roll(game, side, "event", side)
        said = aid.one_of(game, "event_table.value", str(faces[0]))
        game.tell(EventDrawn(seat=side, title="none" if said == "nothing" else "red", faces=faces))
        if said == "losses":
            play_card(game, side)
        return
    title = choose(game, side, "event.title", TITLES, side)
    game.tell(EventDrawn(seat=side, title=title))
    if title == "red":
        play_card(game, side)


def swap_blocks(game: Game) -> None:
    """A side may exchange blocks between its impulses. Clause: UO Initial phase (UO-020)."""
    side = items(game.state)[0]
    own = game.state.alive(side)
    if len({game.state[each].impulse for each in own}) < 2 or choose(game, side, "swap", (KEEP, SWAP), side) == KEEP:
        game.tell(Handled(what=side))
        return
    one = choose(game, side, "swap.one", own, side)
    others = [each for each in own if game.state[each].impulse != game.state[one].impulse]
    game.tell(BlocksSwapped(seat=side, blocks=(one, choose(game, side, "swap.two", others, one))))


def initiative(game: Game) -> None:
    """As the scenario says; the winner may start or not. Clause: UO Initial phase (UO-021)."""
    state = game.state
    said = state.scenario.initiative
    if said in state.sides:
        winner = said
    elif said == "alternate":
        winner = state.sides[(state.turn - 1) % len(state.sides)]
    else:
        winner = _rolled(game)
    start = choose(game, winner, "starts", (FIRST, SECOND), winner) == FIRST
    game.tell(FirstSideChosen(first=winner if start else state.other(winner)))
    game.tell(Handled(what="initiative"))


def _rolled(game: Game) -> str:
    sides = game.state.sides
    while True:
        faces = {side: roll(game, side, "initiative", side)[0] for side in sides}
        best = max(faces.values())
        winners = [side for side in sides if faces[side] == best]
        game.tell(InitiativeRolled(faces=faces, winner=winners[0] if len(winners) == 1 else ""))
        if len(winners) == 1:
            return winners[0]
