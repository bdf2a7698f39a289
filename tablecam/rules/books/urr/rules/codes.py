"""The codes of Urr: clauses, reasons with their words, and topics of questions.

The clauses are the headings of every row of `docs/rules/urr.md`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tablecam.base.clause import Clause
from tablecam.base.i18n import InContext, Message
from tablecam.rules.ask import IllegalAnswer, Topic, TopicPattern
from tablecam.rules.coded_text import REFUSALS, CodedText, Words

BOOK = "Urr"
HEADINGS = {
    "Combat resolution": (1, 2, 3, 4, 5, 6, 7, 8, 9, 38, 39, 40),
    "Unit base score": (10, 11, 12, 13, 21, 41),
    "Ranged modifier table": (14, 15, 16, 17),
    "Melee modifier tables": (18, 19, 37),
    "Weapons and armour": (20,),
    "Walls and siege engines": (22, 23, 24, 25),
    "Engineer Corps": tuple(range(26, 34)),
    "Other uses for trebuchets": (34, 35, 36),
}
CLAUSES = {
    number: Clause(BOOK, heading, f"UR-{number:02d}") for heading, numbers in HEADINGS.items() for number in numbers
}


def row(number: int) -> Clause:
    """The clause of a row: `row(4)` is Urr Combat resolution (UR-04)."""
    return CLAUSES[number]


# reasons why an option is closed, or an answer refused
CLOSED: Mapping[str, Words] = {
    "company": Message("undead stand only with undead, halflings, kobolds and ogres"),
    "two-or-none": Message("it takes two units, or none"),
    "breached": Message("{section} is breached, and falls no further"),
    "whole": Message("{section} is undamaged"),
    "unsafe": Message("both sides of {section} must be safe for the work"),
    "no-food": Message("there is no food left for the ammunition"),
    "burning": Message("{quarter} is already burning"),
    "already-there": Message("there is one already"),
    "city-only": Message("only the side that holds the city has a use for it"),
    "ramp-first": Message("shields and ramp come first"),
    "nobody-there": Message("nobody can fight there"),
    "fought-there": Message("there has been a combat in this turn"),
}  # fmt: skip
# names of modifiers
ADDED: Mapping[str, Words] = {
    "melee": Message("melee score"),
    "ranged": Message("ranged score"),
    "from-wall": Message("from the wall"),
    "to-wall": Message("at the wall"),
    "storming": Message("storming the wall"),
    "on-wall": Message("on the wall"),
    "rough": Message("wood, city, bog or hill"),
    "wood": InContext("ground", "wood"),
    "city": InContext("ground", "city"),
    "bog": InContext("ground", "bog"),
    "hill": InContext("ground", "hill"),
    "river": InContext("ground", "river"),
    "dwarf-hill": Message("dwarf hill"),
    "dwarf-tunnel": Message("dwarf tunnel"),
    "palisade": Message("palisade"),
    "good-weapon": Message("good weapons"),
    "excellent-weapon": Message("excellent weapons"),
    "excellent-bow": Message("excellent bows"),
    "undead-target": Message("shooting at undead"),
    "raiders": Message("raiders attached"),
    "magic": InContext("added to dice", "magic"),
    "exposed": Message("in the breach"),
    "engine": Message("score of the engine"),
    "damage": Message("damaged by raids"),
    "wall-strength": Message("strength of the wall"),
}
# reasons of events
BECAUSE: Mapping[str, Words] = {
    "nobody-left": Message("{side} has nobody left there"),
    "breaks-off": Message("{side} breaks off"),
    "both-break-off": Message("both sides break off"),
    "rounds-over": Message("the agreed rounds are over"),
    "destroyed": Message("{side} has no units left"),
    "both-destroyed": Message("neither side has units left"),
    "agreed": Message("both sides agree to end it"),
    "weeks-over": Message("the last week is over"),
    "concedes": Message("{side} concedes"),
}
# labels of options
CALLED: Mapping[str, Words] = {
    "attack": InContext("a stance", "attack"),
    "defend": InContext("a stance", "defend"),
    "nobody": InContext("an option", "nobody"),
    "nothing": InContext("an option", "nothing"),
    "no-more": Message("no more combats"),
    "at-section": Message("stones at {section}"),
    "hurl-unit": Message("hurl {unit}"),
    "burn-quarter": Message("fire at {quarter}"),
    "build-palisade": Message("palisade around {place}"),
    "repair": Message("repair {section}"),
    "flood": Message("flood repair at {place}"),
    "shields": Message("shields for a siege tower at {section}"),
    "tower": Message("siege tower at {section}"),
    "horse": Message("hollow horse"),
    "rabbit": Message("hollow rabbit"),
    "bridge": Message("pontoon bridge"),
    "rafts": InContext("a project", "rafts"),
    "crane": InContext("a project", "crane"),
    "tunnel": Message("short tunnel"),
}


@dataclass(frozen=True)
class UrrReason(CodedText):
    """A reason, a modifier's name or an option's label in Urr."""

    texts: ClassVar[Mapping[str, Words]] = {**REFUSALS, **CLOSED, **ADDED, **BECAUSE, **CALLED}


# the reason of a code; KeyError for a code without words
because = UrrReason.named


def not_allowed(clause: Clause, code: str, **values: Any) -> IllegalAnswer:
    """The refusal with a code and its clause."""
    return IllegalAnswer(because(code, **values), clause)


# no text: purposes are codes
TACTICAL = Topic("tactical turn", "tactical")
NEXT_COMBAT = Topic("next combat", "combat.place")
SAPPED = Topic("section sapped", "sapping.section")
FLOODED = Topic("place flooded", "flood.place")
GOES_ON = Topic("the game goes on", "ending")
FIGHTS_ON = Topic("fights on", "fight-on")
STANCE = Topic("stance", "stance")
STANCES = Topic("stances", "stances")

MUSTER = TopicPattern("who fights at {}", "muster")  # the units that fight at a place
RAIDERS = TopicPattern("unit that {} goes with", "raiders")  # the unit that raiders go with
CREW = TopicPattern("crew of the tower at {}", "tower.crew")  # the crew of a siege tower
ENTER = TopicPattern("unit through the breach of {}", "breach.enter")  # the unit that climbs through a breach
EXPOSURE = TopicPattern("exposed in the breach: {}", "breach.exposed")  # the penalty of a unit in the breach
SHOOTS = TopicPattern("{} shoots", "roll.ranged")  # the die of a unit in the ranged phase
ATTACKS = TopicPattern("{} attacks", "roll.attack")  # the die of a unit that attacks in the melee phase
DEFENDS = TopicPattern("{} defends", "roll.defence")  # the die of a unit that defends in the melee phase
MAGIC = TopicPattern("magic of {}", "magic")  # the bonus or penalty of magic on a die
HIT = TopicPattern("hit on {}", "hit")  # the unit that takes a hit
HEALING = TopicPattern("steps that magic restores to {}", "healing")  # the number of steps that magic restores
HEALING_TARGET = TopicPattern("unit of {} that magic restores", "healing.unit")  # the unit that gets a step back
RAID = TopicPattern("damage of {} by raids", "raid")  # the penalty of an engine from raids
SAPPING_STEPS = TopicPattern("steps of {} sapped", "sapping.steps")  # the steps that sappers have taken from a section
PROJECT = TopicPattern("project of {}", "project")  # the project of an engineer corps
SAFE = TopicPattern("both sides of {} are safe", "repair.safe")  # whether a wall can be repaired in peace
BUILDERS = TopicPattern("builders of the ramp at {}", "ramp.builders")  # the builders of a ramp
SHOOTER = TopicPattern("shooter at {}", "ramp.shooter")  # the unit that shoots at a builder of the ramp
RAFTS = TopicPattern("crossing of {}", "rafts")  # the place where an army crosses on its rafts
ENGINE = TopicPattern("task of {}", "engine")  # the task of an engine
BOMBARD = TopicPattern("{} at {}", "roll.engine")  # the dice of an engine
FIRE = TopicPattern("who fights the fire at {}", "fire.fought")  # the units that fight a fire
FIRE_MAGIC = TopicPattern("magic puts out the fire at {}", "fire.magic")  # whether magic puts a fire out
# the unit of a siege tower's crew that shoots
TOWER_SHOOTER = TopicPattern("who shoots from the tower at {}", "tower.shooter")


def score(kind: str, unit: str) -> Topic:
    """A number that a counter shows as a star."""
    return Topic(f"{kind} score of {unit}", f"score.{kind}", (unit,))
