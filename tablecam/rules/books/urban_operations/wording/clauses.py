"""The clauses that events rest on, for the players' log."""

from collections.abc import Mapping

from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.plain import Json

RESTS_ON = {
    "SetUp": 104, "TurnOpened": 10, "Hidden": 11, "Revealed": 86, "TokenTested": 13, "Exploded": 70,
    "PopulationMoved": 85, "EventDrawn": 14, "EventPlayed": 14, "ActionRequested": 16, "ActionUnavailable": 17,
    "ActionCancelled": 18, "ActionModified": 18, "ActionResolved": 15, "Collapsed": 103, "BlocksSwapped": 20,
    "InitiativeRolled": 21, "FirstSideChosen": 21, "ImpulseBegan": 23, "ImpulseEnded": 22, "ImpulsePassed": 22,
    "BlockActivated": 30, "AlsoActivated": 30, "BlockMoved": 30, "Supported": 31, "Mounted": 33, "Dismounted": 33,
    "PairFormed": 92, "PairEnded": 92, "ImpulseChanged": 98, "Scouted": 34, "TunnelClosed": 101, "Reacted": 67,
    "FireAnnounced": 50, "Withdrew": 51, "CoverGiven": 53, "Fought": 54, "EffectApplied": 70, "QualityRolled": 65,
    "OslLost": 61, "OslGained": 100, "ShockRolled": 100, "PositionTaken": 66, "Buried": 66, "LeaderLost": 100,
    "TurnClosed": 24, "TokenPlaced": 32, "TokenRemoved": 32,
}  # fmt: skip


def clause_of(event: Mapping[str, Json]) -> str:
    """The clause that an event rests on, in the form that players look up; empty where it has none."""
    number = RESTS_ON.get(str(event.get("name")))
    return str(row(number)) if number else ""
