"""The clause of an event, for the log that players read."""

from collections.abc import Mapping

from tablecam.rules.books.urr.rules.clauses import row
from tablecam.rules.plain import Json

# the row of the rules behind an event, by its name
RESTS_ON = {
    "CombatBegan": 40, "Mustered": 8, "RaidersAttached": 9, "TowerManned": 33, "RoundBegan": 2, "BreachEntered": 25,
    "StancesTaken": 6, "UnitRolled": 4, "HitTaken": 7, "HitsLost": 7, "UnitEliminated": 1, "FightPhaseClosed": 2,
    "StepsRestored": 37, "PlaceTaken": 25, "CombatEnded": 40, "WeekBegan": 39, "WeekPhaseBegan": 39,
    "EngineDamaged": 24,
    "WallSapped": 24, "PlaceFlooded": 31, "FloodedPlaceLost": 31, "RampPushed": 33, "BuilderShotAt": 33,
    "RaftsUsed": 30, "WorkDestroyed": 30, "EngineShot": 24, "UndeadHurled": 34, "FireSet": 35,
    "TacticalTurnSkipped": 39, "FireFought": 36, "FireDoused": 36, "QuarterBurnt": 36, "UndeadWentBerserk": 21,
    "BerserkWent": 21, "PlayEnded": 40,
}  # fmt: skip
PROJECT_ROWS = {
    "palisade": 27, "repair": 28, "horse": 29, "rabbit": 29, "bridge": 30, "rafts": 30, "flood": 31, "crane": 32,
    "tunnel": 32, "shields": 33, "tower": 33,
}  # fmt: skip


def clause_of(event: Mapping[str, Json]) -> str:
    """The clause of an event, as a player looks it up; empty if it has none of its own."""
    name = str(event.get("name"))
    if name == "ProjectDone":
        return str(row(PROJECT_ROWS.get(str(event.get("kind")), 26)))
    number = RESTS_ON.get(name)
    return str(row(number)) if number else ""
