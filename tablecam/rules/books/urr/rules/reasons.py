"""Reasons in Urr for closed options, modifiers and events: codes for logs, and their words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tablecam.base.clause import Clause
from tablecam.base.i18n import Counted, InContext, Message
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.coded_text import REFUSALS, CodedText, Value, Words

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
