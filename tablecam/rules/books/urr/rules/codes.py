"""The codes of Urr: clauses, reasons with their words, and topics of questions.

The clauses are the headings of every row of `docs/rules/urr.md`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tablecam.base.clause import Clause
from tablecam.base.i18n import Counted, InContext, Message
from tablecam.rules.ask import IllegalAnswer, Topic
from tablecam.rules.coded_text import REFUSALS, CodedText, Value, Words

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
    "too-many": lambda v: Counted("{n} unit of a side fits there", "{n} units of a side fit there", v["most"]),
    "odd-crew": Message("a siege tower holds one unit that shoots and one that fights"),
    "two-or-none": Message("it takes two units, or none"),
    "breached": lambda v: Message("{section} is breached, and falls no further", **v),
    "whole": lambda v: Message("{section} is undamaged", **v),
    "unsafe": lambda v: Message("both sides of {section} must be safe for the work", **v),
    "no-food": Message("there is no food left for the ammunition"),
    "cannot-hurl": Message("only trebuchets hurl"),
    "burning": lambda v: Message("{quarter} is already burning", **v),
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
    "nobody-left": lambda v: Message("{side} has nobody left there", **v),
    "breaks-off": lambda v: Message("{side} breaks off", **v),
    "both-break-off": Message("both sides break off"),
    "rounds-over": Message("the agreed rounds are over"),
    "destroyed": lambda v: Message("{side} has no units left", **v),
    "both-destroyed": Message("neither side has units left"),
    "agreed": Message("both sides agree to end it"),
    "weeks-over": Message("the last week is over"),
    "concedes": lambda v: Message("{side} concedes", **v),
}
# labels of options
CALLED: Mapping[str, Words] = {
    "attack": InContext("a stance", "attack"),
    "defend": InContext("a stance", "defend"),
    "nobody": InContext("an option", "nobody"),
    "nothing": InContext("an option", "nothing"),
    "no-more": Message("no more combats"),
    "at-section": lambda v: Message("stones at {section}", **v),
    "hurl-unit": lambda v: Message("hurl {unit}", **v),
    "burn-quarter": lambda v: Message("fire at {quarter}", **v),
    "build-palisade": lambda v: Message("palisade around {place}", **v),
    "repair": lambda v: Message("repair {section}", **v),
    "flood": lambda v: Message("flood repair at {place}", **v),
    "shields": lambda v: Message("shields for a siege tower at {section}", **v),
    "tower": lambda v: Message("siege tower at {section}", **v),
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


def because(code: str, **values: Value) -> UrrReason:
    """The reason of a code; KeyError for a code without words."""
    if code not in UrrReason.texts:
        raise KeyError(code)
    return UrrReason(code, values)


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


def muster(place: str) -> Topic:
    """The units that fight at a place."""
    return Topic(f"who fights at {place}", "muster", (place,))


def raiders(unit: str) -> Topic:
    """The unit that raiders go with."""
    return Topic(f"unit that {unit} goes with", "raiders", (unit,))


def crew(section: str) -> Topic:
    """The crew of a siege tower."""
    return Topic(f"crew of the tower at {section}", "tower.crew", (section,))


def enter(section: str) -> Topic:
    """The unit that climbs through a breach."""
    return Topic(f"unit through the breach of {section}", "breach.enter", (section,))


def exposure(unit: str) -> Topic:
    """The penalty of a unit in the breach."""
    return Topic(f"exposed in the breach: {unit}", "breach.exposed", (unit,))


def shoots(unit: str) -> Topic:
    """The die of a unit in the ranged phase."""
    return Topic(f"{unit} shoots", "roll.ranged", (unit,))


def attacks(unit: str) -> Topic:
    """The die of a unit that attacks in the melee phase."""
    return Topic(f"{unit} attacks", "roll.attack", (unit,))


def defends(unit: str) -> Topic:
    """The die of a unit that defends in the melee phase."""
    return Topic(f"{unit} defends", "roll.defence", (unit,))


def score(kind: str, unit: str) -> Topic:
    """A number that a counter shows as a star."""
    return Topic(f"{kind} score of {unit}", f"score.{kind}", (unit,))


def magic(unit: str) -> Topic:
    """The bonus or penalty of magic on a die."""
    return Topic(f"magic of {unit}", "magic", (unit,))


def hit(party: str) -> Topic:
    """The unit that takes a hit."""
    return Topic(f"hit on {party}", "hit", (party,))


def healing(party: str) -> Topic:
    """The number of steps that magic restores."""
    return Topic(f"steps that magic restores to {party}", "healing", (party,))


def healing_target(party: str) -> Topic:
    """The unit that gets a step back."""
    return Topic(f"unit of {party} that magic restores", "healing.unit", (party,))


def raid(engine: str) -> Topic:
    """The penalty of an engine from raids."""
    return Topic(f"damage of {engine} by raids", "raid", (engine,))


def sapping_steps(section: str) -> Topic:
    """The steps that sappers have taken from a section."""
    return Topic(f"steps of {section} sapped", "sapping.steps", (section,))


def project(unit: str) -> Topic:
    """The project of an engineer corps."""
    return Topic(f"project of {unit}", "project", (unit,))


def safe(section: str) -> Topic:
    """Whether a wall can be repaired in peace."""
    return Topic(f"both sides of {section} are safe", "repair.safe", (section,))


def builders(section: str) -> Topic:
    """The builders of a ramp."""
    return Topic(f"builders of the ramp at {section}", "ramp.builders", (section,))


def shooter(builder: str) -> Topic:
    """The unit that shoots at a builder of the ramp."""
    return Topic(f"shooter at {builder}", "ramp.shooter", (builder,))


def rafts(side: str) -> Topic:
    """The place where an army crosses on its rafts."""
    return Topic(f"crossing of {side}", "rafts", (side,))


def engine(name: str) -> Topic:
    """The task of an engine."""
    return Topic(f"task of {name}", "engine", (name,))


def bombard(name: str, section: str) -> Topic:
    """The dice of an engine."""
    return Topic(f"{name} at {section}", "roll.engine", (name, section))


def fire(quarter: str) -> Topic:
    """The units that fight a fire."""
    return Topic(f"who fights the fire at {quarter}", "fire.fought", (quarter,))


def fire_magic(quarter: str) -> Topic:
    """Whether magic puts a fire out."""
    return Topic(f"magic puts out the fire at {quarter}", "fire.magic", (quarter,))


def tower_shooter(section: str) -> Topic:
    """The unit of a siege tower's crew that shoots."""
    return Topic(f"who shoots from the tower at {section}", "tower.shooter", (section,))
