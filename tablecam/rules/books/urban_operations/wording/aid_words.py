"""The unknown parameters of the player aid as questions: the row's own words, and the words of the answers."""

from collections.abc import Mapping

from tablecam.base.i18n import InContext, Message, join_items
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urban_operations.rules.aid import AND, IS, KINDS, ONLY_NOW, find_pattern
from tablecam.rules.books.views import Text
from tablecam.rules.coded_text import Template

WEAPONS: Mapping[str, Text] = {
    "first": InContext("a kind of weapon", "first"), "second": InContext("a kind of weapon", "second"),
    "third": InContext("a kind of weapon", "third"), "fourth": InContext("a kind of weapon", "fourth"),
}  # fmt: skip
UNITS: Mapping[str, Text] = {
    "command": InContext("a kind of unit", "command"), "rifles": InContext("a kind of unit", "rifles"),
    "machine gun": InContext("a kind of unit", "machine gun"),  # no text
    "engineers": InContext("a kind of unit", "engineers"), "scouts": InContext("a kind of unit", "scouts"),
    "sniper": InContext("a kind of unit", "sniper"), "anti-tank": InContext("a kind of unit", "anti-tank"),
    "truck": InContext("a kind of unit", "truck"), "carrier": InContext("a kind of unit", "carrier"),
    "tank": InContext("a kind of unit", "tank"),
}  # fmt: skip
AREAS: Mapping[str, Text] = {
    "fire": InContext("a weapons effect", "fire"),
    "assault": InContext("a weapons effect", "assault"),
    "breach": InContext("a weapons effect", "a breach"),
}
ACTIONS: Mapping[str, Text] = {
    "mortar": InContext("a 3D action", "mortar"), "artillery": InContext("a 3D action", "artillery"),
    "smoke": InContext("a 3D action", "smoke"), "flare": InContext("a 3D action", "flare"),
    "helicopter": InContext("a 3D action", "helicopter"), "bomb": InContext("a 3D action", "bomb"),
    "interception": InContext("a 3D action", "interception"),
}  # fmt: skip
MEMBERS: Mapping[str, Text] = {
    "foot": InContext("a class of blocks", "foot"), "unarmoured": InContext("a class of blocks", "unarmoured"),
    "armoured": InContext("a class of blocks", "armoured"), "tank": InContext("a class of blocks", "main battle tank"),
    "platoon leader": Message("platoon leader"), "commander": Message("commander"),  # no text
    "fire": InContext("a cause of losses", "fire"), "assault": InContext("a cause of losses", "assault"),
    "effect": InContext("a cause of losses", "a weapons effect"),
    "explosion": InContext("a cause of losses", "an explosion"), "mine": InContext("a cause of losses", "a mine"),
    "3d": InContext("a cause of losses", "a 3D action"), "toxic": InContext("a cause of losses", "a toxic cloud"),
    "inadequate": InContext("a cause of losses", "an unsuitable weapon"),
    "event": InContext("a cause of losses", "an event"), "backblast": InContext("a cause of losses", "a back blast"),
    "pair": InContext("a cause of losses", "firing as a pair"),
}  # fmt: skip
AS_WRITTEN: Mapping[str, Text] = {}
# by pattern of the key: the question, and the words of its codes. "*" stands for a segment: {kind}, or {of} at the end
ASKS: Mapping[str, tuple[Template, Mapping[str, Text]]] = {
    "weapon.*.targets": (Message("May a weapon of the {kind} kind fire at this class: {of}?"), {**WEAPONS, **MEMBERS}),
    "weapon.*.breach": (Message("How does a weapon of the {kind} kind breach?"), WEAPONS),
    "weapon.*.no_building": (Message("Is a weapon of the {kind} kind barred from firing inside a building?"), WEAPONS),
    "unit.fp": (Message("What firepower does the unit card give: {of}?"), AS_WRITTEN),
    "explosion.osl": (Message("How many OSL does an explosion of no man's land cost?"), AS_WRITTEN),
    "event_table.value": (Message("What does row {of} of the event table say?"), AS_WRITTEN),
    "3d.*.osl": (Message("How many OSL does the card of the 3D action take: {kind}?"), ACTIONS),
    "3d.conditions.cancel_if": (
        Message("Does the condition hold under which a ground-based 3D action may be cancelled?"),
        AS_WRITTEN,
    ),
    "3d.conditions.modify_if": (
        Message("Does the condition hold under which an air 3D action may be modified?"),
        AS_WRITTEN,
    ),
    "blocks.seven_condition.value": (Message("What lets a side play 7 blocks beside the platoon leader?"), AS_WRITTEN),
    "engineer.units": (Message("May these units place and remove tokens: {of}?"), AS_WRITTEN),
    "carrier.capacity": (Message("How many blocks does this vehicle take: {of}?"), AS_WRITTEN),
    "carrier.exposed": (Message("Do passengers share the losses of a carrier of this class: {of}?"), MEMBERS),
    "scout.units": (Message("Do these units scout further than others: {of}?"), AS_WRITTEN),
    "assault.exempt": (Message("May these units assault a building without a leader near: {of}?"), AS_WRITTEN),
    "smoke.units": (Message("May these units fire smoke grenades: {of}?"), AS_WRITTEN),
    "withdraw.*.mp": (Message("By how many MP does a block of this class withdraw: {kind}?"), MEMBERS),
    "inadequate.side": (Message("Who loses 2 OSL where the weapon does not suit the target?"), AS_WRITTEN),
    "cover_fire.effect": (Message("What does the block do that gives cover fire?"), AS_WRITTEN),
    "critical.*.weapon": (Message("Which weapons does row {kind} of the randomness table show?"), AS_WRITTEN),
    "critical.*.target": (Message("Which targets does row {kind} of the randomness table show?"), AS_WRITTEN),
    "osl.weak": (Message("At which OSL, or less, does a worn block have 1 firepower less?"), AS_WRITTEN),
    "losses.exempt": (Message("Is this loss exempt from the die for quality: {of}?"), MEMBERS),
    "weapons_effect.*.osl": (Message("How many OSL does the weapons effect of {kind} cost?"), AREAS),
    "weapons_effect.*.who": (Message("Whose blocks does the weapons effect of {kind} hit, beside population?"), AREAS),
    "weapons_effect.*.shape": (Message("What area does the weapons effect of {kind} have?"), AREAS),
    "barricade.blocks": (Message("Which classes does a barricade stop?"), AS_WRITTEN),
    "mine.osl": (Message("How many OSL does an anti-tank mine cost?"), AS_WRITTEN),
    "mine.triggers": (Message("Does a block of this class set off an anti-tank mine: {of}?"), MEMBERS),
    "mine_ap.triggers": (Message("Does a block of this class set off an antipersonnel mine: {of}?"), MEMBERS),
    "backblast.weapons": (Message("Does a weapon of the {of} kind have a back blast?"), WEAPONS),
    "sniper.targets": (Message("May a sniper fire at this class, and may it reply: {of}?"), MEMBERS),
    "sniper.targets.*": (Message("May a sniper fire at this class, and may it reply: {of}?"), MEMBERS),
    "sniper.floor": (Message("Below which OSL does a sniper's fire not bring its target?"), AS_WRITTEN),
    "suppress.targets": (Message("May this class be suppressed: {of}?"), MEMBERS),
    "pair.losses": (Message("Who of the pair loses 1 OSL after it has fired?"), AS_WRITTEN),
    "ambush.units": (Message("May these units ambush vehicles: {of}?"), AS_WRITTEN),
    "ambush.targets": (Message("May vehicles of this class be ambushed: {of}?"), MEMBERS),
    "superstructure.carriers": (Message("Does a vehicle of this class carry riders on the outside: {of}?"), MEMBERS),
    "leader_lost.units": (Message("Is this the leader whose loss is meant: {of}?"), MEMBERS),
    "wreck.classes": (Message("Does a block of this class leave a wreck: {of}?"), MEMBERS),
}
# lists as a whole, by the same names
LISTS: Mapping[str, Template] = {
    "weapon.*.targets": Message("Which classes may a weapon of the {kind} kind fire at?"),
    "engineer.units": Message("Which units may place and remove tokens?"),
    "carrier.exposed": Message("In which carriers do passengers share the losses?"),
    "scout.units": Message("Which units scout further than other units?"),
    "assault.exempt": Message("Which units may assault a building without a leader near?"),
    "smoke.units": Message("Which units may fire smoke grenades?"),
    "losses.exempt": Message("Which losses are exempt from the die for quality?"),
    "mine.triggers": Message("Which classes set off an anti-tank mine?"),
    "mine_ap.triggers": Message("Which classes set off an antipersonnel mine?"),
    "backblast.weapons": Message("Which kinds of weapons have a back blast?"),
    "suppress.targets": Message("Which classes can be suppressed?"),
    "ambush.units": Message("Which units may ambush vehicles?"),
    "ambush.targets": Message("Which vehicles may be ambushed?"),
    "superstructure.carriers": Message("Which vehicles carry riders on the outside?"),
    "leader_lost.units": Message("Which leader's loss is meant?"),
    "wreck.classes": Message("Which classes leave a wreck?"),
}
# the questions for several parameters at once
GROUPS: Mapping[str, Text] = {
    "critical": Message(
        "What do the rows of the randomness table do that have lost their icons? They are ordinary rows."
    ),
}
ANSWERS: Mapping[str, Text] = {
    "listed": Message("By the list that follows"), "each time": Message("Ask each time"),  # no text
    "axis": Message("Along the axis of fire, to 2 EP beyond the obstacle"), "radius": Message("A radius of 2 EP"),
    "yes": InContext("an answer", "Yes"), "no": InContext("an answer", "No"),
    "game": Message("For this game"), "now": Message("Only now"),
    "shooter": Message("The block that fires"), "target": Message("The target"),
    "joins": Message("It joins with its firepower"), "takes": Message("It takes the losses"),
    "fires": Message("It fires in place of the target"),
    "friends": Message("Own blocks only"), "everybody": Message("All blocks"),
    "contact": Message("At contact"), "distance": Message("From a distance"),
    "nothing": Message("Nothing that costs OSL"), "losses": Message("Some blocks lose 1 OSL"),
    "no_reply": Message("It may, and the target cannot reply"), "reply": Message("It may, and the target may reply"),
    "reply_in_range": Message("It may, and the target may reply if it is in range"),
}  # fmt: skip
NONE: Mapping[str, Text] = {
    "sniper.targets": Message("It may not"), "sniper.targets.*": Message("It may not"),
    "pair.losses": Message("Neither"),
    "blocks.seven_condition.value": Message("Nothing does"),
}  # fmt: skip


# the names of a list's members, where they differ from `MEMBERS`
OF_LISTS: Mapping[str, Mapping[str, Text]] = {"units": UNITS, "weapons": WEAPONS}


def asks(key: str, member: str) -> Message | str:
    """The question about one member of a parameter."""
    pattern = find_pattern(key)
    return _fill_question(ASKS[pattern][0], key, member) if pattern in ASKS else key


def asks_whole(key: str) -> Message | str:
    """The question about a whole parameter."""
    pattern = find_pattern(key)
    return _fill_question(LISTS[pattern], key) if pattern in LISTS else asks(key, "")


def _fill_question(question: Template, key: str, member: str = "") -> Message:
    pattern = find_pattern(key)
    segment = next((value for value, wild in zip(key.split("."), pattern.split("."), strict=False) if wild == "*"), "")
    of, texts = segment if pattern.endswith("*") else member, ASKS[pattern][1]
    return question.with_values(kind=texts.get(segment, segment), of=texts.get(of, of))


def answer(key: str, code: str) -> Text:
    """The text of an answer."""
    if code == "none":
        return NONE.get(find_pattern(key), NONE.get(key, InContext("an answer", "None")))
    kind = KINDS.get(find_pattern(key))
    texts = OF_LISTS.get(kind.lists, {}) if kind else {}
    return texts.get(code, ANSWERS.get(code, MEMBERS.get(code, code)))


def name_single_answer(key: str, code: str) -> str:
    """The text of an answer that may hold only this time."""
    text = str(answer(key, code.removeprefix(ONLY_NOW)))
    return _("{answer}, only now", answer=text) if code.startswith(ONLY_NOW) else text


def describe_proposal(option: str) -> str:
    """A proposal with its question: `Which units may fire smoke grenades? Rifles`."""
    name, _is, value = option.partition(IS)
    if name in GROUPS:
        return str(GROUPS[name])
    answers = join_items(str(answer(name, code)) for code in value.split(AND)) if value else str(answer(name, "none"))
    return _("{question} {answer}", question=str(asks_whole(name)), answer=answers)
