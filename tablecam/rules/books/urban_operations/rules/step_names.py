"""The steps of Urban Operations: code, name in the log, and heading."""

from tablecam.base.i18n import Message
from tablecam.rules.books.urban_operations.rules.state import InitialStage
from tablecam.rules.step_name import StepPattern

SET_UP = StepPattern("set-up", "setting up", Message("Set-up"))
INITIAL_PHASE = StepPattern("initial-phase", "initial phase of turn {turn}", Message("Initial phase of turn {turn}"))
STAGES = {
    InitialStage.HIDE: StepPattern("hide", "hide of turn {turn}", Message("Blocks are hidden in turn {turn}")),
    InitialStage.POPULATION: StepPattern(
        "population", "population of turn {turn}", Message("Population moves in turn {turn}")
    ),
    InitialStage.TESTS: StepPattern("tests", "tests of turn {turn}", Message("Explosives and wrecks in turn {turn}")),
    InitialStage.EVENTS: StepPattern("events", "events of turn {turn}", Message("Events of turn {turn}")),
    InitialStage.ADJUST: StepPattern(
        "3d-adjust", "3d adjust of turn {turn}", Message("3D actions of last turn, turn {turn}")
    ),
    InitialStage.RESOLVE: StepPattern(
        "3d-resolve", "3d resolve of turn {turn}", Message("3D actions take place in turn {turn}")
    ),
    InitialStage.REQUEST: StepPattern("3d-request", "3d request of turn {turn}", Message("3D requests of turn {turn}")),
    InitialStage.ORDER: StepPattern(
        "order", "order of battle of turn {turn}", Message("Order of battle of turn {turn}")
    ),
    InitialStage.INITIATIVE: StepPattern(
        "initiative", "initiative of turn {turn}", Message("Initiative of turn {turn}")
    ),
}
IMPULSE = StepPattern("impulse", "impulse of {side}", Message("Impulse of {side}"))
IMPULSE_END = StepPattern("impulse-end", "end of the impulse {impulse}", Message("End of the impulse {impulse}"))
ACTIVATION = StepPattern("activation", "activation by {side}")
MOVEMENT = StepPattern("movement", "movement of {block}", Message("Movement of {block}"))
ACTION = StepPattern("action", "action of {block}", Message("Action of {block}"))
ACTIVATION_END = StepPattern("activation-end", "end of the activation of {block}", Message("{block} stops"))
LOSSES = StepPattern("losses", "losses: {block}", Message("{block} is gone"))
TURN_END = StepPattern("turn-end", "end of turn {turn}", Message("End of turn {turn}"))
TURN = StepPattern("turn", "turn {turn}", Message("Turn {turn}"))
