"""The values and names of the fields of Urr's events, for an umpire's corrections."""

from collections.abc import Mapping

from tablecam.base.i18n import Message
from tablecam.rules.books.event_forms import EventText, FormTexts, Takes, forms
from tablecam.rules.books.urr.rules.events import EVENTS
from tablecam.rules.books.urr.rules.siege import WORK_KINDS
from tablecam.rules.plain import Json

MODEL, MODELS, SEAT = "model", "models", "seat"
TAKES: Mapping[str, Takes] = {
    **dict.fromkeys(("unit", "raiders", "shooter", "fighter", "builder", "target"), MODEL),
    **dict.fromkeys(("units", "builders"), MODELS),
    **dict.fromkeys(("seat", "side", "party", "by", "against"), SEAT),
    "winner": "winner",
    "why": "text",
    "StancesTaken.stances": "json",
    "WorkDestroyed.kind": WORK_KINDS,
    "RaidersAttached.unit": "loser",
    "BreachEntered.unit": "loser",
    "TowerManned.shooter": "loser",
    "TowerManned.fighter": "loser",
    "BuilderShotAt.shooter": "loser",
    "BerserkWent.target": "loser",
}
EVENT_TEXTS: Mapping[str, EventText] = {
    "CombatBegan": (Message("Combat began"), Message("One side attacks another at a place.")),
    "Mustered": (Message("Mustered"), Message("The units of a side that fight in this combat.")),
    "RaidersAttached": (Message("Raiders attached"), Message("A raiding unit goes with a unit, or with none.")),
    "TowerManned": (Message("Tower manned"), Message("The crew of the siege tower.")),
    "RoundBegan": (Message("Round began"), Message("A combat round begins.")),
    "BreachEntered": (Message("Breach entered"), Message("A unit climbs through the breach, or none does.")),
    "StancesTaken": (Message("Stances taken"), Message("What every unit does in this round: attack or defend.")),
    "UnitRolled": (Message("Unit rolled"), Message("The die of a unit, and its hits on the other side.")),
    "HitTaken": (Message("Hit taken"), Message("A unit loses a step, of its own or of its armour.")),
    "HitsLost": (Message("Hits lost"), Message("Hits that nobody is left to take.")),
    "UnitEliminated": (Message("Unit eliminated"), Message("A unit leaves play.")),
    "FightPhaseClosed": (Message("Phase over"), Message("The ranged or the melee phase of a round is over.")),
    "StepsRestored": (Message("Steps restored"), Message("Magic gives steps back to a unit.")),
    "HealingAsked": (Message("Healing settled"), Message("What magic restores to a side after this round.")),
    "PlaceTaken": (Message("Place taken"), Message("A side takes a place that nobody defends, without a fight.")),
    "CombatEnded": (Message("Combat ended"), Message("A combat is over.")),
    "WeekBegan": (Message("Week began"), Message("A week begins.")),
    "WeekPhaseBegan": (Message("Phase began"), Message("The trebuchet phase or the tactical turn begins.")),
    "EngineDamaged": (Message("Engine damaged"), Message("What raids take off the rolls of an engine, in all.")),
    "WallSapped": (Message("Wall sapped"), Message("Sappers have taken steps from a section.")),
    "PlaceFlooded": (Message("Place flooded"), Message("Water or lava comes over a place.")),
    "FloodedPlaceLost": (Message("Flooded place lost"), Message("Nobody has repaired a flooded place in time.")),
    "ProjectDone": (Message("Project done"), Message("Engineers have done a project.")),
    "RampPushed": (Message("Ramp pushed"), Message("Two units have built on a ramp for a week.")),
    "BuilderShotAt": (Message("Builder shot at"), Message("A unit has shot at one that builds the ramp.")),
    "RaftsUsed": (Message("Rafts used"), Message("An army crosses the river on its rafts.")),
    "WorkDestroyed": (Message("Work destroyed"), Message("A bridge, rafts or another work is destroyed.")),
    "EngineShot": (Message("Engine shot"), Message("An engine has hammered at a section.")),
    "EngineIdle": (Message("Engine idle"), Message("An engine does nothing in this phase.")),
    "UndeadHurled": (Message("Undead hurled"), Message("A trebuchet has sent undead over the wall.")),
    "FireSet": (Message("Fire set"), Message("A trebuchet has set a quarter on fire.")),
    "TacticalTurnSkipped": (Message("No tactical turn"), Message("Nobody attacks in this week.")),
    "CombatsDeclined": (Message("No more combats"), Message("A side begins no more combats in this turn.")),
    "FireFought": (Message("Fire fought"), Message("Two units fight a fire, or none do.")),
    "FireDoused": (Message("Fire out"), Message("A fire is out.")),
    "QuarterBurnt": (Message("Quarter burnt"), Message("A fire has destroyed a quarter, with food and gold.")),
    "UndeadWentBerserk": (Message("Undead berserk"), Message("The undead of a side obey nobody any more.")),
    "BerserkWent": (Message("Berserk attack"), Message("Berserk undead turn on the nearest living unit.")),
    "EndingAsked": (Message("Ending asked"), Message("Whether the game goes on after this week.")),
    "PlayEnded": (Message("Game ended"), Message("The game is over, with or without a winner.")),
}
FIELD_TITLES: Mapping[str, Message] = {
    "unit": Message("unit"), "units": Message("units"), "party": Message("side"), "side": Message("side"),
    "seat": Message("side"), "by": Message("attacker"), "against": Message("defender"), "place": Message("place"),
    "section": Message("section"), "steps": Message("steps"), "hits": Message("hits"), "why": Message("why"),
    "winner": Message("winner"), "engine": Message("engine"), "quarter": Message("quarter"),
}  # fmt: skip
OFTEN = ("HitTaken", "UnitEliminated", "StepsRestored", "WallSapped", "WorkDestroyed", "CombatEnded", "PlayEnded")


def urr_forms() -> list[dict[str, Json]]:
    """A form for every kind of event; frequent corrections come first."""
    return forms(EVENTS.values(), TAKES, OFTEN, FormTexts(EVENT_TEXTS, FIELD_TITLES))
