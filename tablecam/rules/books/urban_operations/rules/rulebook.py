"""Urban Operations as a rulebook: it selects the next procedure, and passes everything else to the other modules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tablecam.rules.books.urban_operations.rules import (
    activation,
    aftermath,
    air_and_guns,
    impulses,
    initial,
    visibility,
)
from tablecam.rules.books.urban_operations.rules import setup as setup_rules
from tablecam.rules.books.urban_operations.rules.events import EVENTS
from tablecam.rules.books.urban_operations.rules.fight_events import TurnClosed
from tablecam.rules.books.urban_operations.rules.impulse_events import ImpulseEnded
from tablecam.rules.books.urban_operations.rules.initial_events import TurnOpened
from tablecam.rules.books.urban_operations.rules.limits import ready
from tablecam.rules.books.urban_operations.rules.state import InitialStage, OperationsState, TurnPhase
from tablecam.rules.plain import Json
from tablecam.rules.play import Play
from tablecam.rules.system import EventSystem, Step

STAGES: Mapping[InitialStage, Callable[[Play[OperationsState]], None]] = {
    InitialStage.HIDE: initial.hide,
    InitialStage.POPULATION: initial.move_population,
    InitialStage.TESTS: initial.test_token,
    InitialStage.EVENTS: initial.draw_event,
    InitialStage.ADJUST: air_and_guns.adjust,
    InitialStage.RESOLVE: air_and_guns.resolve,
    InitialStage.REQUEST: air_and_guns.requests,
    InitialStage.ORDER: initial.swap_blocks,
    InitialStage.INITIATIVE: initial.initiative,
}


@dataclass(frozen=True)
class UrbanOperations(EventSystem):
    """The rulebook of Urban Operations by its player aid."""

    events = EVENTS
    name: str = "urban-operations"

    def new_game(self, setup: Mapping[str, Json]) -> OperationsState:
        """The state before the first question; see `setup.py` for the keys."""
        return setup_rules.new_game(setup)

    def seats(self, state: OperationsState) -> tuple[str, ...]:
        """The two sides."""
        return state.sides

    def next_procedure(self, state: OperationsState) -> Step | None:
        """The next procedure, from the state alone."""
        return next_step(state)

    def get_visible_state(self, state: OperationsState, seat: str) -> Json:
        """The state as far as a seat may know it."""
        return visibility.get_visible_state(state, seat)

    def visible_setup(self, setup: Mapping[str, Json], seat: str) -> Mapping[str, Json]:
        """The setup as far as a seat may know it."""
        return visibility.visible_setup(setup, seat)


def next_step(state: OperationsState) -> Step | None:
    """The next step by phase; lost blocks are settled first."""
    if state.phase is TurnPhase.OVER or (not state.aftermath and state.phase is not TurnPhase.SETUP and beaten(state)):
        return None
    if state.aftermath:
        return Step(f"losses: {state.aftermath[0]}", aftermath.bury)  # no text
    if state.acting:
        return acting_step(state)
    match state.phase:
        case TurnPhase.SETUP:
            return Step("setting up", setup_rules.set_up)  # no text
        case TurnPhase.INITIAL:
            return initial_step(state)
        case TurnPhase.IMPULSES:
            return impulse_step(state)
    return Step(f"turn {state.turn + 1}", begin_turn)  # no text


def beaten(state: OperationsState) -> tuple[str, ...]:
    """The sides without a block."""
    return tuple(side for side in state.sides if not state.alive(side))


def acting_step(state: OperationsState) -> Step:
    """The movement, the action, or the end of the activation in progress."""
    acting = state.acting
    assert acting
    block = state.blocks.get(acting.block)
    if block is None or not block.alive or block.aboard:
        return Step(f"end of the activation of {acting.block}", activation.stop)  # no text
    if acting.stage in ("move", "again"):
        return Step(f"movement of {acting.block}", activation.move)  # no text
    return Step(f"action of {acting.block}", activation.act)  # no text


def initial_step(state: OperationsState) -> Step:
    """The step in progress, item by item."""
    if initial.items(state):
        return Step(f"{state.stage.value} of turn {state.turn}", STAGES[state.stage])  # no text
    return Step(f"initial phase of turn {state.turn}", initial.next_stage)  # no text


def impulse_step(state: OperationsState) -> Step:
    """The next block of an impulse, the next impulse, or the end of the turn."""
    if state.impulse:
        partner = state.supporting in state.blocks and state[state.supporting].alive
        if partner or ready(state):
            return Step(f"activation by {state.active}", activation.activate)  # no text
        return Step(f"end of the impulse {state.impulse}", end_impulse)  # no text
    if impulses.is_finished(state):
        return Step(f"end of turn {state.turn}", end_turn)  # no text
    return Step(f"impulse of {impulses.to_play(state)}", impulses.choose_impulse)  # no text


def begin_turn(game: Play[OperationsState]) -> None:
    """Begin the next turn. Clause: UO 1 turn (UO-010)."""
    game.tell(TurnOpened(turn=game.state.turn + 1))


def end_impulse(game: Play[OperationsState]) -> None:
    """End an impulse in which no block may act any more."""
    game.tell(ImpulseEnded(seat=game.state.active, impulse=game.state.impulse))


def end_turn(game: Play[OperationsState]) -> None:
    """End the turn. Clause: UO Final phase (UO-024)."""
    game.tell(TurnClosed(turn=game.state.turn))


URBAN_OPERATIONS = UrbanOperations()
