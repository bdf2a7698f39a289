"""The codes of Urban War: materials of terrain, clauses, topics of questions, and reasons, each with its words.

A new material is a row of `MATERIALS`, the translations of its two texts, and its save in `docs/rules/urban-war.md`.
The clauses are the headings of every row of that page.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Literal

from tablecam.base.clause import Clause
from tablecam.base.i18n import Counted, InContext, Later, Message, listing
from tablecam.base.lengths import with_lengths
from tablecam.rules.ask import IllegalAnswer, Topic, TopicPattern
from tablecam.rules.coded_text import REFUSALS, CodedText, Words
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

HIT = TopicPattern("{} to hit {}", "hit")  # the dice to hit, of a shot and of a blow
DAMAGE = TopicPattern("damage of {} to {}", "damage")  # the damage dice
ARMOUR = TopicPattern("heavy armour of {}", "armour")  # the dice of heavy armour
ACTION = TopicPattern("action of {}", "action")  # the action of a model
END = TopicPattern("{} has acted", "end")  # the end of a model's action, or a follow-up
SHOOT_TARGET = TopicPattern("target of {}", "shoot.target")  # the target of a model's shot
NEAREST = TopicPattern("nearest to {}", "shoot.nearest")  # the nearest enemy, where the measurement cannot tell
CHARGE_TARGET = TopicPattern("charge of {}", "charge.target")  # the target of a model's charge
OPPONENT = TopicPattern("opponent of {}", "fight.opponent")  # the opponent of a model in contact
PORTAL = TopicPattern("portal of {}", "portal")  # the model that a warp portal leads to
STRIKER = TopicPattern("who strikes at {}", "break-off.striker")  # the enemy that strikes at a model that breaks off
WEAPON = TopicPattern("weapon of {}", "weapon")  # the weapon that a model uses
SHIELD = TopicPattern("battleshield of {} against", "shield")  # the enemy that a battleshield is held against
REACT = TopicPattern("break into the action of {}", "react")  # breaking into the action of a model
EVADE = TopicPattern("{} evades", "evade")  # a model's try to evade
# a model's position when a shot falls: still there or gone
STILL_THERE = TopicPattern("{} is still where {}'s shot falls", "evade.still-there")
FLIGHT = TopicPattern("{} is off the ground", "off-ground")  # a model's flight
# enough of a target in sight or not, where the measurement cannot tell
SEES_ENOUGH = TopicPattern("{} sees enough of {} to shoot", "sight.enough")
HAS_COVER = TopicPattern("{1} has cover from {0}", "sight.cover")  # a target's cover, where the measurement cannot tell


# no text: purposes are codes, which logs have had from the beginning
def roll_off(purpose: str) -> Topic:
    """The roll-off of both sides: the purpose is also the code."""
    return Topic(purpose, f"roll-off.{_to_code(purpose)}")


def check(kind: str, model: str) -> Topic:
    """A command check."""
    return Topic(f"{kind} of {model}", f"check.{_to_code(kind)}", (model,))


def cover(material: str, target: str) -> Topic:
    """The dice of cover of a material."""
    return Topic(f"{cover_check(material)} of {target}", f"cover.{material}", (target,))


def move(kind: str, model: str, enemy: str = "") -> Topic:
    """A move on the table, towards an enemy or not."""
    return Topic(f"{kind} {enemy}".rstrip(), f"move.{_to_code(kind)}", (model, enemy) if enemy else (model,))


def withdraws(side: str, lost: int, of: int) -> Topic:
    """A side's withdrawal."""
    return Topic(f"{side} has lost {lost} of {of}: it withdraws", "withdraw", (side,))


def _to_code(words: str) -> str:
    return words.replace(" ", "-")


# reasons for a closed option or a refused answer
CLOSED: Mapping[str, Words] = {
    "cannot": Message("{model} cannot"),
    "shocked": Message("{model} is shocked and may only evade"),
    "shocked-action": Message("{model} is shocked: it may only move, evade, or fight if it is in contact"),
    "panicked": Message("{model} is panicked"),
    "panicked-charge": Message("{model} is panicked and may not charge"),
    "in-contact": Message("{model} is in base contact"),
    "must-assault": Message("{model} is in base contact and must assault"),
    "only-whom-it-touches": Message("{model} is in base contact and may only intercept a model that it touches"),
    "only-those-in-contact": Message("{model} is in base contact: only models that touch it may intercept"),
    "in-close-combat": Message("{model} is in close combat"),
    "unarmed": Message("{model} has nothing to shoot with"),
    "no-contact": Message("{model} is in contact with nobody"),
    "nobody-to-charge": Message("there is nobody to charge"),
    "no-template": Message("evading answers indirect template fire, when that comes"),
    "not-seen": Message("{model} does not see {other}"),
    "in-sight": Message("{model} sees {other}"),
    "out-of-range": Message("{other} is out of the range of {model}"),
    "range": lambda v: Message("{other} is out of range, {far} away", **with_lengths(v, "far")),
    "charge-reach": lambda v: Message(
        "{other} is {far} away, but {model} charges {reach}", **with_lengths(v, "far", "reach")
    ),
    "off-ground": Message("{model} is off the ground"),
    "band": lambda v: BAND_REACHED[v["band"]](v),
    "removed": Message("{model} is no longer there"),
    "follow-ups-used": lambda v: (
        Counted(
            "{model} has used {used} of {n} follow-up", "{model} has used {used} of {n} follow-ups", v["of"],
            model=v["model"], used=v["used"],
        )
        if v["of"]
        else Message("{model} has no follow-ups", **v)
    ),
    "began-shocked": Message("{model} began shocked"),
    "shocked-follow-up": Message("{model} is shocked and makes no follow-up action"),
    "was-intercepted": Message("{model} was intercepted"),
    "acting": Message("{model} is acting"),
    "off-table": Message("{model} has left the battlefield"),
    "beyond-edge": Message("{model} stands beyond the edge of the battlefield"),
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
    "no-such-doubt": Message("the doubt must be about sight or cover, not {given}"),
    "charge-without-contact": Message("{model} does not touch {other}: a charge ends in base contact"),
    "no-portals": Message("{model} opens no warp portals"),
    "portal-there": Message("there is a portal to {model} already"),
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
    "AS-of": Message("AS of {model}"),
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
    "size": Message("size {size}"),
    "moved": InContext("added to dice", "moved"),
    "is-panicked": InContext("added to dice", "panicked"),
    "speculative": Message("speculative fire"),
    "charging": InContext("added to dice", "charging"),
    "battleshield": Message("battleshield"),
    "heavy-armour": Message("heavy armour (+{value})"),
    "priority-cover": Message("the priority target has cover"),
    "commander-near": lambda v: Message("within {reach} of {model}, the Commander", **with_lengths(v, "reach")),
    "commander-panicked": Message("{model}, the Commander, is panicked"),
    "commander-dead": Message("{model}, the Commander, is dead"),
}
# reasons for events
BECAUSE: Mapping[str, Words] = {
    "friend-lost": Message("a friend was lost"),
    "combat-lost": Message("it lost a close combat"),
    "half-wounds": Message("half of its wounds are gone"),
    "intercepted": Message("intercepted by {model}"),
    "shot-lost": Message("its shot was lost"),
    "withdraws": Message("{side} withdraws"),
    "destroyed": Message("{side} is destroyed"),
    "draw": Message("both sides are destroyed: a draw"),
    "both-lost": Message("both sides are destroyed: both have lost"),
    "concedes": Message("{side} concedes"),
    "portal": Message("portal to {model}"),
    "nearest": lambda v: Message("{models} at {far}, the nearest in sight", **with_lengths(v, "far")),
    "nearest-but-combat": lambda v: Message(
        "{models} at {far}, the nearest in sight; {others} in close combat", **with_lengths(v, "far")
    ),
    "nearest-agreed": Message("{models}: nearest, the players say"),
    "none-in-sight": Message("no enemy outside close combat is in sight"),
}  # fmt: skip
# labels of options
CALLED: Mapping[str, Words] = {
    "target": Message("{model}"),
    "target.priority": Message("{model}, the priority target"),
    "target.checked": lambda v: Message(
        "{model}, after a command check ({odds})", model=v["model"], odds=odds_text(str(v["odds"]))
    ),
    "target.unsure": Message("{model}: too close to call"),
    "target.speculative": Message("{model}, speculatively: the players agree how, -1 to hit"),
    "target.speculative.unsure": Message("{model}, speculatively: too close to call"),
    "nobody": Message("nobody"),
    "activate-nobody": Message("activate nobody"),
    "equally-near": Message("equally near"),
}


@dataclass(frozen=True)
class Reason(CodedText):
    """A reason, a modifier's name or an option's label in Urban War."""

    texts: ClassVar[Mapping[str, Words]] = {**REFUSALS, **CLOSED, **ADDED, **BECAUSE, **CALLED}


# the reason of a code; KeyError for a code without words. Cached, because closed options share few reasons.
reason = lru_cache(maxsize=8192, typed=True)(Reason.named)


def illegal(clause: Clause, code: str, **values: Any) -> IllegalAnswer:
    """The refusal of a code, with the clause that it rests on."""
    return IllegalAnswer(reason(code, **values), clause)
