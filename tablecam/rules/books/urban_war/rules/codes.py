"""The codes of Urban War: materials of terrain, clauses, topics of questions, and reasons, each with its words.

A new material is a row of `MATERIALS`, the translations of its two texts, and its save in `docs/rules/urban-war.md`.
The clauses are the headings of every row of that page.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from tablecam.base.clause import Clause
from tablecam.base.i18n import Counted, InContext, Later, Message, listing
from tablecam.base.lengths import with_lengths
from tablecam.rules.ask import IllegalAnswer, Topic
from tablecam.rules.coded_text import REFUSALS, CodedText, Value, Words
from tablecam.rules.per_cent import odds_text


@dataclass(frozen=True)
class Material:
    """A material that gives cover. save: the lowest face that saves a wound. pattern: the way it is drawn."""

    save: int
    name: Message
    cover: Message
    pattern: Literal["plain", "weave"]

    @property
    def title(self) -> Message:
        """Its name as a heading or a button."""
        return Later(_capitalise, self.name)


# By their ids in files and logs, the best save first. Clause: UW-RS Obstruction Cover Table
MATERIALS = {
    "solid": Material(6, InContext("a material", "solid"), Message("solid cover"), "plain"),
    "flimsy": Material(8, InContext("a material", "flimsy"), Message("flimsy cover"), "weave"),
}


def cover_check(material: str) -> str:
    """The name of the check for cover of a material, in logs."""
    # no text
    return f"{material} cover"


def materials_by_check() -> dict[str, Material]:
    """The materials by the names of their checks."""
    return {cover_check(material_id): material for material_id, material in MATERIALS.items()}


def title_covers() -> dict[str, Message]:
    """The headings of the checks for cover, by the names of the checks."""
    return {name: Later(_capitalise, material.cover) for name, material in materials_by_check().items()}


def _capitalise(text: Message) -> str:
    words = str(text)
    return words[:1].upper() + words[1:]


QUICK_START = "UW-QS"
REFERENCE_SHEET = "UW-RS"

HEADINGS = {
    "What You Need To Play": (1, 3, 4, 5),
    "Setting Up The Battlefield": (2,),
    "Stat Line": tuple(range(6, 17)),
    "Follow-up (FU)": (17,),
    "Other information": tuple(range(18, 23)),
    "Special And Weapon Rules": (23,),
    "Cost": (24,),
    "Measuring distance": (25, 26),
    "Ranges": (27,),
    "Range and LOS": (28, 29),
    "Calibre": tuple(range(30, 35)),
    "Heavy Armour": (35,),
    "High Morale": (36,),
    "Battleshield": (37, 38, 39),
    "Game Turn Sequence": (40,),
    "The Marker Phase": (41, 42),
    "The Order Phase": (43, 44),
    "The Activation Phase": (45, 47, 48, 49),
    "Commanders": (46, 109, 110),
    "Overwatch": tuple(range(50, 63)),
    "Snap-fire": (64,),
    "Rush": (65,),
    "Move + Shoot": (66, 67),
    "Assault": (68, 69, 70, 71),
    "Panicked": (72, 107, 108),
    "Follow-up actions": tuple(range(73, 78)),
    "Shooting": (78,),
    "Target selection": (79, 80),
    "Rolling to Hit": (81, 82),
    "Rolling for Damage": (83,),
    "Cover": (84, 85, 97),
    "Damage and Casualties": (86,),
    "Who can fight": tuple(range(88, 92)),
    "Who strikes first": (92, 93, 94),
    "Close Combat: Rolling to Hit": (95,),
    "Close Combat: Rolling for Damage": (96,),
    "Determine combat result": (98,),
    "Making a Command Check": (99, 100, 101),
    "Morale (Panic)": tuple(range(102, 107)),
    "Setup": (113, 114, 115, 116),
    "Start of game": (117,),
    "Victory conditions": (118,),
}
SHEET_HEADINGS = {"Evade": (63,), "Shooting Modifiers": (87,), "Shock Checks": (111, 112)}
TOURNAMENT_HEADINGS = {"Game Results": (119,)}

CLAUSES = {
    number: Clause(book, heading, f"UW-{number:03d}")
    for book, headings in (
        (QUICK_START, HEADINGS), (REFERENCE_SHEET, SHEET_HEADINGS), ("UW-TG", TOURNAMENT_HEADINGS),
    )
    for heading, numbers in headings.items()
    for number in numbers
}  # fmt: skip


def row(number: int) -> Clause:
    """The clause of a row: `row(81)` is UW-QS Rolling to Hit (UW-081)."""
    return CLAUSES[number]


ACTIVATE = Topic("activate", "activate")
DEPLOY = Topic("deploy", "deploy")
TABLE_EDGE = Topic("table edge", "sides.edge")
PLACE_TERRAIN = Topic("place a piece of terrain", "terrain.place")
DEPLOYS_FIRST = Topic("who deploys the first model", "deploy.first")
GOES_FIRST = Topic("go first or second", "turn.first")
ORDERS = Topic("orders", "orders")
ORDER = Topic("order", "orders")


# no text: purposes are codes, which logs have had from the beginning
def roll_off(purpose: str) -> Topic:
    """The roll-off of both sides: the purpose is also the code."""
    return Topic(purpose, f"roll-off.{_to_code(purpose)}")


def check(kind: str, model: str) -> Topic:
    """A command check."""
    return Topic(f"{kind} of {model}", f"check.{_to_code(kind)}", (model,))


def hit(striker: str, target: str) -> Topic:
    """The dice to hit, of a shot and of a blow."""
    return Topic(f"{striker} to hit {target}", "hit", (striker, target))


def damage(striker: str, target: str) -> Topic:
    """The damage dice."""
    return Topic(f"damage of {striker} to {target}", "damage", (striker, target))


def armour(target: str) -> Topic:
    """The dice of heavy armour."""
    return Topic(f"heavy armour of {target}", "armour", (target,))


def cover(material: str, target: str) -> Topic:
    """The dice of cover of a material."""
    return Topic(f"{cover_check(material)} of {target}", f"cover.{material}", (target,))


def action(model: str) -> Topic:
    """The action of a model."""
    return Topic(f"action of {model}", "action", (model,))


def end(model: str) -> Topic:
    """The end of a model's action, or a follow-up."""
    return Topic(f"{model} has acted", "end", (model,))


def shoot_target(shooter: str) -> Topic:
    """The target of a model's shot."""
    return Topic(f"target of {shooter}", "shoot.target", (shooter,))


def nearest(shooter: str) -> Topic:
    """The nearest enemy, where the measurement cannot tell."""
    return Topic(f"nearest to {shooter}", "shoot.nearest", (shooter,))


def charge_target(model: str) -> Topic:
    """The target of a model's charge."""
    return Topic(f"charge of {model}", "charge.target", (model,))


def opponent(model: str) -> Topic:
    """The opponent of a model in contact."""
    return Topic(f"opponent of {model}", "fight.opponent", (model,))


def portal(model: str) -> Topic:
    """The model that a warp portal leads to."""
    return Topic(f"portal of {model}", "portal", (model,))


def striker(model: str) -> Topic:
    """The enemy that strikes at a model that breaks off."""
    return Topic(f"who strikes at {model}", "break-off.striker", (model,))


def weapon(model: str) -> Topic:
    """The weapon that a model uses."""
    return Topic(f"weapon of {model}", "weapon", (model,))


def shield(model: str) -> Topic:
    """The enemy that a battleshield is held against."""
    return Topic(f"battleshield of {model} against", "shield", (model,))


def react(target: str) -> Topic:
    """Breaking into the action of a model."""
    return Topic(f"break into the action of {target}", "react", (target,))


def move(kind: str, model: str, enemy: str = "") -> Topic:
    """A move on the table, towards an enemy or not."""
    return Topic(f"{kind} {enemy}".rstrip(), f"move.{_to_code(kind)}", (model, enemy) if enemy else (model,))


def evade(model: str) -> Topic:
    """A model's try to evade."""
    return Topic(f"{model} evades", "evade", (model,))


def still_there(target: str, shooter: str) -> Topic:
    """A model's position when a shot falls: still there or gone."""
    return Topic(f"{target} is still where {shooter}'s shot falls", "evade.still-there", (target, shooter))


def flight(model: str) -> Topic:
    """A model's flight."""
    return Topic(f"{model} is off the ground", "off-ground", (model,))


def withdraws(side: str, lost: int, of: int) -> Topic:
    """A side's withdrawal."""
    return Topic(f"{side} has lost {lost} of {of}: it withdraws", "withdraw", (side,))


def sees_enough(viewer: str, target: str) -> Topic:
    """Enough of a target in sight or not, where the measurement cannot tell."""
    return Topic(f"{viewer} sees enough of {target} to shoot", "sight.enough", (viewer, target))


def has_cover(viewer: str, target: str) -> Topic:
    """A target's cover, where the measurement cannot tell."""
    return Topic(f"{target} has cover from {viewer}", "sight.cover", (viewer, target))


def _to_code(words: str) -> str:
    return words.replace(" ", "-")


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
