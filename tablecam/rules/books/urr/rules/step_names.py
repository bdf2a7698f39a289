"""The steps of Urr: code, name in the log, and heading."""

from tablecam.base.i18n import Message
from tablecam.rules.step_name import StepPattern

RAIDS = StepPattern("raids", "raids on {engine}", Message("Raids on {engine}"))
SAPPING = StepPattern("sapping", "sapping", Message("Sapping"))
FLOODS = StepPattern("floods", "floods", Message("Floods"))
PROJECT = StepPattern("project", "project of {unit}", Message("Project of {unit}"))
RAMP = StepPattern("ramp", "ramp at {section}", Message("Ramp to {section}"))
SHOT = StepPattern("shot", "shot at {unit}", Message("Shot at {unit}"))
RAFTS = StepPattern("rafts", "rafts of {side}", Message("Rafts of {side}"))
STRATEGIC_END = StepPattern("strategic-end", "end of the strategic turn", Message("End of the strategic turn"))
ENGINE = StepPattern("engine", "engine {engine}")
BOMBARDMENT_END = StepPattern("bombardment-end", "end of the trebuchet phase", Message("End of the trebuchet phase"))
FIRE = StepPattern("fire", "fire", Message("Fire"))
NEXT_COMBAT = StepPattern("next-combat", "next combat", Message("Next combat"))
MUSTER = StepPattern("muster", "muster of {side}", Message("{side} musters"))
PLACE_TAKEN = StepPattern("place-taken", "place taken", Message("Place taken"))
RAIDERS = StepPattern("raiders", "raiders {unit}")
TOWER_CREW = StepPattern("tower-crew", "crew of the siege tower", Message("Crew of the siege tower"))
BREACH = StepPattern("breach", "breach", Message("Breach"))
ROUND = StepPattern("round", "round {round}", Message("Round {round}"))
STANCES = StepPattern("stances", "stances of round {round}", Message("Stances of round {round}"))
# by the stage of a combat
PHASES = {
    "ranged": StepPattern("ranged", "ranged phase of round {round}", Message("Ranged phase of round {round}")),
    "melee": StepPattern("melee", "melee phase of round {round}", Message("Melee phase of round {round}")),
}
PHASE_ENDS = {
    "ranged": StepPattern("ranged-end", "end of the ranged phase", Message("End of the ranged phase")),
    "melee": StepPattern("melee-end", "end of the melee phase", Message("End of the melee phase")),
}
HITS = StepPattern("hits", "hits on {side}", Message("Hits on {side}"))
MAGIC = StepPattern("magic", "magic of {side}", Message("Magic of {side}"))
ROUND_END = StepPattern("round-end", "end of round {round}", Message("End of round {round}"))
COMBAT_END = StepPattern("combat-end", "end of the combat", Message("End of the combat"))
UNITS_OUT = StepPattern("units-out", "units out", Message("Units that are out"))
NECROMANCER = StepPattern("necromancer", "the Grand Necromancer is dead", Message("The Grand Necromancer is dead"))
BERSERK_UNDEAD = StepPattern("berserk", "berserk undead", Message("Berserk undead"))
FIRES_END = StepPattern("fires-end", "end of the fires", Message("End of the fires"))
WEEK_END = StepPattern("week-end", "end of week {week}", Message("End of week {week}"))
WEEK = StepPattern("week", "week {week}", Message("Week {week}"))
GAME_END = StepPattern("game-end", "end of the game", Message("End of the game"))
