"""The steps of Urban War: code, name in the log, and heading."""

from tablecam.base.i18n import Message
from tablecam.rules.step_name import StepPattern

ACTIVATION = StepPattern("activation", "activation by {side}")
FOLLOW_UP = StepPattern("follow-up", "follow-up of {model}", Message("Follow-up of {model}"))
CASUALTIES = StepPattern("casualties", "casualties: {models}", Message("Casualties: {models}"))
ACTION_END = StepPattern("action-end", "end of the action of {model}", Message("End of the action of {model}"))
WITHDRAWAL = StepPattern("withdrawal", "strategic withdrawal of {side}", Message("Strategic withdrawal of {side}"))
MARKERS = StepPattern("markers", "marker phase of turn {turn}", Message("Marker phase of turn {turn}"))
ORDERS = StepPattern("orders", "orders of turn {turn}", Message("Orders of turn {turn}"))
INITIATIVE = StepPattern("initiative", "initiative of turn {turn}", Message("Initiative of turn {turn}"))
TURN_END = StepPattern("turn-end", "end of turn {turn}", Message("End of turn {turn}"))
GAME_END = StepPattern("game-end", "end of the game", Message("End of the game"))
DEPLOYMENT_ORDER = StepPattern("deployment-order", "who deploys first", Message("Who deploys first"))
TERRAIN = StepPattern("terrain", "terrain", Message("Terrain"))
TABLE_SIDES = StepPattern("table-sides", "table sides", Message("Table sides"))
DEPLOYMENT = StepPattern("deployment", "deployment", Message("Deployment"))
GAME_START = StepPattern("game-start", "start of the game", Message("Start of the game"))
