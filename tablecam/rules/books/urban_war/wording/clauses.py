"""The clause behind an event, for the log that players read."""

from collections.abc import Mapping

from tablecam.rules.books.urban_war.rules.clauses import row
from tablecam.rules.plain import Json

# the row of the rules behind an event, by the event's name
RESTS_ON = {
    "RolledOff": 45, "EdgeChosen": 114, "DeploymentOrdered": 115, "Deployed": 116, "TerrainPlaced": 113,
    "StarterChosen": 45, "TurnBegan": 41, "OrdersGiven": 44, "Activated": 49, "FollowUpDeclared": 73,
    "FollowUpBegan": 75, "CommandChecked": 99, "Rallied": 108, "Panicked": 102, "Shocked": 111,
    "ReactionAnnounced": 51, "ReactionAttempted": 54, "ReactionSucceeded": 55,
    "InterceptFellShort": 57, "EvadeTried": 63, "MarkerPlaced": 34, "WithdrawalDecided": 119, "GameEnded": 118,
    "TargetNamed": 79, "ShotLost": 80, "ShotFired": 81, "DamageRolled": 83, "ArmourRolled": 35, "CoverRolled": 85,
    "Removed": 86, "Wounded": 86, "Struck": 95, "CombatDecided": 98, "Attacked": 88, "Engaged": 71,
    "Disengaged": 70, "Charged": 92, "ShieldAimed": 38, "FoughtBack": 90,
}  # fmt: skip
# the obstacle to a reaction
VOID = {"shot": 55, "charge": 57}


def clause_of(event: Mapping[str, Json]) -> str:
    """The clause behind an event, as a player looks it up; empty where the event has none of its own."""
    name = str(event.get("name"))
    number = VOID.get(str(event.get("kind"))) if name == "ReactionVoid" else RESTS_ON.get(name)
    return str(row(number)) if number else ""
