"""Reasons for closed options, names of modifiers and labels of options: codes for logs, and their words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tablecam.base.i18n import InContext, Message
from tablecam.rules.ask import Option
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.coded_text import REFUSALS, CodedText, Value, Words

# reasons for a closed option
CLOSED: Mapping[str, Words] = {
    "no-weapon": Message("it has no weapon that could be used"),
    "no-enemy": Message("no enemy is on the map"),
    "full-strength": Message("neither block has lost strength"),
    "nobody-left": Message("no other block of the impulse is left"),
    "one-block-left": Message("only one more block of the impulse may act"),
    "not-foot": Message("only blocks on foot can"),
    "not-vehicle": Message("only vehicles can"),
    "not-alone": Message("it shares a hex with another block"),
    "nothing-there": Message("there is nothing of the kind"),
    "not-this-unit": Message("units of this kind cannot"),
    "no-other-impulse": Message("there is no other impulse"),
    "reacted": Message("it has reacted this turn"),
    "population": Message("population is never a target"),
    "gone": Message("it is no longer there"),
    "out-of-range": Message("its weapons do not reach that far"),
    "too-near": Message("it is nearer than the minimum range"),
    "unseen": Message("it is not in sight"),
    "inside": Message("it may not be fired from inside a building"),
    "used-up": Message("it is used up"),
    "enough-this-turn": Message("no more of it can be asked for this turn"),
    "played": Message("it has been played this turn"),
    "ground-action": Message("the condition for cancelling ground-based actions does not hold"),
    "ground-never-modified": Message("ground-based actions are never modified"),
    "moved": Message("it has moved"),
    "has-acted": Message("it has acted this turn"),
    "limited-pair": Message("its partner of the pair may only fire"),
}
# modifiers of firepower
ADDED: Mapping[str, Words] = {
    "firepower.light": Message("light weapons"),
    "firepower.heavy": Message("heavy weapons"),
    "ambush": Message("ambush"),
    "chain": Message("command chain"),
    "position": Message("position"),
    "opportunity": Message("opportunity fire"),
    "worn": Message("worn down"),
    "support": Message("supporting fire"),
    "suppress": Message("suppressing fire"),
    "cover": Message("cover fire"),
    "anti-sniping": Message("a sniper not yet revealed"),
    "outer-wall": Message("crossing an outer wall"),
    "equal-totals": Message("equal totals: both lose 1 OSL"),
    "equal-totals-unknown": Message("equal totals: both lose 1 OSL; critical rows that are unknown count as ordinary"),
}
# labels of options, beside their ids
CALLED: Mapping[str, Words] = {
    "row": lambda v: Message("{row}: {first}-{last}, bonus +{bonus}, total +{total}", **v),
    "row-loses": lambda v: Message("{row}: {first}-{last}, the opponent loses, total +{total}", **v),
    "row-loses-more": lambda v: Message(
        "{row}: {first}-{last}, the opponent loses and 1 OSL more, total +{total}", **v
    ),
    "row-destroys": lambda v: Message("{row}: {first}-{last}, destroys, the opponent loses, total +{total}", **v),
    "no-row": Message("the ordinary row"),
    "end-impulse": Message("end the impulse"),
    "nobody": InContext("an option", "nobody"),
}


@dataclass(frozen=True)
class OperationsReason(CodedText):
    """A reason, the name of a modifier, or the label of an option in Urban Operations."""

    texts: ClassVar[Mapping[str, Words]] = {**REFUSALS, **CLOSED, **ADDED, **CALLED}


def reason(code: str, **values: Value) -> OperationsReason:
    """The reason of a code; KeyError for a code without words."""
    if code not in OperationsReason.texts:
        raise KeyError(code)
    return OperationsReason(code, values)


def option(id: str, closed: str = "", number: int = 0) -> Option:
    """An option, closed for a reason or open."""
    return Option(id, why_not=reason(closed) if closed else "", clause=row(number) if number and closed else None)
