"""Reasons for closed options, modifiers and events in Urban War: codes for logs, and their words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tablecam.base.clause import Clause
from tablecam.base.i18n import Counted, InContext, Message, listing
from tablecam.base.lengths import with_lengths
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.urban_war.rules.materials import MATERIALS
from tablecam.rules.coded_text import REFUSALS, CodedText, Value, Words
from tablecam.rules.per_cent import odds_text

# reasons for a closed option or a refused answer
CLOSED: Mapping[str, Words] = {
    "cannot": lambda v: Message("{model} cannot", **v),
    "shocked": lambda v: Message("{model} is shocked and may only evade", **v),
    "shocked-action": lambda v: Message(
        "{model} is shocked: it may only move, evade, or fight if it is in contact", **v
    ),
    "panicked": lambda v: Message("{model} is panicked", **v),
    "panicked-charge": lambda v: Message("{model} is panicked and may not charge", **v),
    "in-contact": lambda v: Message("{model} is in base contact", **v),
    "must-assault": lambda v: Message("{model} is in base contact and must assault", **v),
    "only-whom-it-touches": lambda v: Message(
        "{model} is in base contact and may only intercept a model that it touches", **v
    ),
    "only-those-in-contact": lambda v: Message(
        "{model} is in base contact: only models that touch it may intercept", **v
    ),
    "in-close-combat": lambda v: Message("{model} is in close combat", **v),
    "unarmed": lambda v: Message("{model} has nothing to shoot with", **v),
    "no-contact": lambda v: Message("{model} is in contact with nobody", **v),
    "nobody-to-charge": lambda v: Message("there is nobody to charge", **v),
    "no-template": lambda v: Message("evading answers indirect template fire, when that comes", **v),
    "not-seen": lambda v: Message("{model} does not see {other}", **v),
    "in-sight": lambda v: Message("{model} sees {other}", **v),
    "out-of-range": lambda v: Message("{other} is out of the range of {model}", **v),
    "range": lambda v: Message("{other} is out of range, {far} away", **with_lengths(v, "far")),
    "charge-reach": lambda v: Message(
        "{other} is {far} away, but {model} charges {reach}", **with_lengths(v, "far", "reach")
    ),
    "off-ground": lambda v: Message("{model} is off the ground", **v),
    "band": lambda v: BAND_REACHED[v["band"]](v),
    "removed": lambda v: Message("{model} is no longer there", **v),
    "follow-ups-used": lambda v: (
        Counted(
            "{model} has used {used} of {n} follow-up", "{model} has used {used} of {n} follow-ups", v["of"],
            model=v["model"], used=v["used"],
        )
        if v["of"]
        else Message("{model} has no follow-ups", **v)
    ),
    "began-shocked": lambda v: Message("{model} began shocked", **v),
    "shocked-follow-up": lambda v: Message("{model} is shocked and makes no follow-up action", **v),
    "was-intercepted": lambda v: Message("{model} was intercepted", **v),
    "had-its-turn": lambda v: Message("{model} has had its turn", **v),
    "on-overwatch": lambda v: Message("{model} is on overwatch: it may only react", **v),
    "no-order": lambda v: Message("{model} has no order yet", **v),
    "acting": lambda v: Message("{model} is acting", **v),
    "not-its-turn": lambda v: Message("it is the turn of {side}", **v),
    "off-table": lambda v: Message("{model} has left the battlefield", **v),
    "beyond-edge": lambda v: Message("{model} stands beyond the edge of the battlefield", **v),
    "beyond-strip": lambda v: Message(
        "{model} stands {far} from its edge, but must be within {strip}", **with_lengths(v, "far", "strip")
    ),
    "above-ground": lambda v: Message(
        "{model} stands {height} up, but models deploy on the ground", **with_lengths(v, "height")
    ),
    "no-such-material": lambda v: Message(
        "{piece} is of {given}, and the materials here are {materials}",
        materials=listing(material.name for material in MATERIALS.values()), **v,
    ),
    "no-such-doubt": lambda v: Message("the doubt must be about sight or cover, not {given}", **v),
    "charge-without-contact": lambda v: Message(
        "{model} does not touch {other}: a charge ends in base contact", **v
    ),
    "no-portals": lambda v: Message("{model} opens no warp portals", **v),
    "portal-there": lambda v: Message("there is a portal to {model} already", **v),
    "portal-reach": lambda v: Message(
        "{model} is {far} away, but the portal reaches {reach}", **with_lengths(v, "far", "reach")
    ),
}  # fmt: skip
BAND_REACHED: Mapping[str, Callable[[Mapping[str, Any]], Message]] = {
    "contact": lambda v: Message("no weapon of {model} can be used in base contact", model=v["model"]),
    "short": lambda v: Message("no weapon of {model} reaches short range", model=v["model"]),
    "medium": lambda v: Message("no weapon of {model} reaches medium range", model=v["model"]),
    "long": lambda v: Message("no weapon of {model} reaches long range", model=v["model"]),
    "extreme": lambda v: Message("no weapon of {model} reaches extreme range", model=v["model"]),
}
# modifiers of dice
ADDED: Mapping[str, Words] = {
    "AS": Message("AS"),
    "AS-of": lambda v: Message("AS of {model}", **v),
    "SH": Message("SH"),
    "ST": Message("ST"),
    "T": Message("T"),
    "CD": Message("CD"),
    "CAL": Message("CAL"),
    "weapon.contact": Message("weapon in contact"),
    "weapon.short": Message("weapon at short range"),
    "weapon.medium": Message("weapon at medium range"),
    "weapon.long": Message("weapon at long range"),
    "weapon.extreme": Message("weapon at extreme range"),
    "range.short": Message("short range"),
    "range.medium": Message("medium range"),
    "range.long": Message("long range"),
    "range.extreme": Message("extreme range"),
    "size": lambda v: Message("size {size}", **v),
    "moved": InContext("added to dice", "moved"),
    "is-panicked": InContext("added to dice", "panicked"),
    "speculative": Message("speculative fire"),
    "charging": InContext("added to dice", "charging"),
    "battleshield": Message("battleshield"),
    "heavy-armour": lambda v: Message("heavy armour (+{value})", **v),
    "priority-cover": Message("the priority target has cover"),
    "commander-near": lambda v: Message("within {reach} of {model}, the Commander", **with_lengths(v, "reach")),
    "commander-panicked": lambda v: Message("{model}, the Commander, is panicked", **v),
    "commander-dead": lambda v: Message("{model}, the Commander, is dead", **v),
}
# reasons for events
BECAUSE: Mapping[str, Words] = {
    "friend-lost": Message("a friend was lost"),
    "combat-lost": Message("it lost a close combat"),
    "half-wounds": Message("half of its wounds are gone"),
    "intercepted": lambda v: Message("intercepted by {model}", **v),
    "shot-lost": Message("its shot was lost"),
    "withdraws": lambda v: Message("{side} withdraws", **v),
    "destroyed": lambda v: Message("{side} is destroyed", **v),
    "draw": Message("both sides are destroyed: a draw"),
    "both-lost": Message("both sides are destroyed: both have lost"),
    "concedes": lambda v: Message("{side} concedes", **v),
    "portal": lambda v: Message("portal to {model}", **v),
    "nearest": lambda v: Message("{models} at {far}, the nearest in sight", **with_lengths(v, "far")),
    "nearest-but-combat": lambda v: Message(
        "{models} at {far}, the nearest in sight; {others} in close combat", **with_lengths(v, "far")
    ),
    "nearest-agreed": lambda v: Message("{models}: nearest, the players say", **v),
    "none-in-sight": Message("no enemy outside close combat is in sight"),
}  # fmt: skip
# labels of options
CALLED: Mapping[str, Words] = {
    "target": lambda v: Message("{model}", **v),
    "target.priority": lambda v: Message("{model}, the priority target", **v),
    "target.checked": lambda v: Message(
        "{model}, after a command check ({odds})", model=v["model"], odds=odds_text(str(v["odds"]))
    ),
    "target.unsure": lambda v: Message("{model}: too close to call", **v),
    "target.speculative": lambda v: Message("{model}, speculatively: the players agree how, -1 to hit", **v),
    "target.speculative.unsure": lambda v: Message("{model}, speculatively: too close to call", **v),
    "nobody": Message("nobody"),
    "activate-nobody": Message("activate nobody"),
    "equally-near": Message("equally near"),
}


@dataclass(frozen=True)
class Reason(CodedText):
    """A reason, a modifier's name or an option's label in Urban War."""

    texts: ClassVar[Mapping[str, Words]] = {**REFUSALS, **CLOSED, **ADDED, **BECAUSE, **CALLED}


def reason(code: str, **values: Value) -> Reason:
    """The reason of a code; KeyError for a code without words."""
    if code not in Reason.texts:
        raise KeyError(code)
    return Reason(code, values)


def illegal(clause: Clause, code: str, **values: Any) -> IllegalAnswer:
    """The refusal of a code, with the clause that it rests on."""
    return IllegalAnswer(reason(code, **values), clause)
