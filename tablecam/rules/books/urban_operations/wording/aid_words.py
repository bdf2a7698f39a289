"""The unknown parameters of the player aid as questions: the row's own words, and the words of the answers."""

from collections.abc import Callable, Mapping

from tablecam.base.i18n import InContext, Message, join_items
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urban_operations.rules.aid import AND, IS, KINDS, ONLY_NOW, find_pattern
from tablecam.rules.books.views import Text

# by parameter; {member}: the class, the kind of unit or the face in question
Asks = Callable[[str], Message]

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
# by pattern of the key: "*" stands for any segment, which becomes the first argument
ASKS: Mapping[str, Callable[[str, str], Message]] = {
    "weapon.*.targets": lambda kind, of: Message(
        "May a weapon of the {kind} kind fire at this class: {of}?",
        kind=_find_text(WEAPONS, kind),
        of=_find_text(MEMBERS, of),
    ),
    "weapon.*.breach": lambda kind, _member: Message(
        "How does a weapon of the {kind} kind breach?", kind=_find_text(WEAPONS, kind)
    ),
    "weapon.*.no_building": lambda kind, _member: Message(
        "Is a weapon of the {kind} kind barred from firing inside a building?", kind=_find_text(WEAPONS, kind)
    ),
    "unit.fp": lambda _part, of: Message("What firepower does the unit card give: {of}?", of=of),
    "explosion.osl": lambda _part, _member: Message("How many OSL does an explosion of no man's land cost?"),
    "event_table.value": lambda _part, of: Message("What does row {of} of the event table say?", of=of),
    "3d.*.osl": lambda kind, _member: Message(
        "How many OSL does the card of the 3D action take: {kind}?", kind=_find_text(ACTIONS, kind)
    ),
    "3d.conditions.cancel_if": lambda _part, _member: Message(
        "Does the condition hold under which a ground-based 3D action may be cancelled?"
    ),
    "3d.conditions.modify_if": lambda _part, _member: Message(
        "Does the condition hold under which an air 3D action may be modified?"
    ),
    "blocks.seven_condition.value": lambda _part, _member: Message(
        "What lets a side play 7 blocks beside the platoon leader?"
    ),
    "engineer.units": lambda _part, of: Message("May these units place and remove tokens: {of}?", of=of),
    "carrier.capacity": lambda _part, of: Message("How many blocks does this vehicle take: {of}?", of=of),
    "carrier.exposed": lambda _part, of: Message(
        "Do passengers share the losses of a carrier of this class: {of}?", of=_find_text(MEMBERS, of)
    ),
    "scout.units": lambda _part, of: Message("Do these units scout further than others: {of}?", of=of),
    "assault.exempt": lambda _part, of: Message(
        "May these units assault a building without a leader near: {of}?", of=of
    ),
    "smoke.units": lambda _part, of: Message("May these units fire smoke grenades: {of}?", of=of),
    "withdraw.*.mp": lambda kind, _member: Message(
        "By how many MP does a block of this class withdraw: {kind}?", kind=_find_text(MEMBERS, kind)
    ),
    "inadequate.side": lambda _part, _member: Message("Who loses 2 OSL where the weapon does not suit the target?"),
    "cover_fire.effect": lambda _part, _member: Message("What does the block do that gives cover fire?"),
    "critical.*.weapon": lambda kind, _member: Message(
        "Which weapons does row {kind} of the randomness table show?", kind=kind
    ),
    "critical.*.target": lambda kind, _member: Message(
        "Which targets does row {kind} of the randomness table show?", kind=kind
    ),
    "osl.weak": lambda _part, _member: Message("At which OSL, or less, does a worn block have 1 firepower less?"),
    "losses.exempt": lambda _part, of: Message(
        "Is this loss exempt from the die for quality: {of}?", of=_find_text(MEMBERS, of)
    ),
    "weapons_effect.*.osl": lambda kind, _member: Message(
        "How many OSL does the weapons effect of {kind} cost?", kind=_find_text(AREAS, kind)
    ),
    "weapons_effect.*.who": lambda kind, _member: Message(
        "Whose blocks does the weapons effect of {kind} hit, beside population?", kind=_find_text(AREAS, kind)
    ),
    "weapons_effect.*.shape": lambda kind, _member: Message(
        "What area does the weapons effect of {kind} have?", kind=_find_text(AREAS, kind)
    ),
    "barricade.blocks": lambda _part, _member: Message("Which classes does a barricade stop?"),
    "mine.osl": lambda _part, _member: Message("How many OSL does an anti-tank mine cost?"),
    "mine.triggers": lambda _part, of: Message(
        "Does a block of this class set off an anti-tank mine: {of}?", of=_find_text(MEMBERS, of)
    ),
    "mine_ap.triggers": lambda _part, of: Message(
        "Does a block of this class set off an antipersonnel mine: {of}?", of=_find_text(MEMBERS, of)
    ),
    "backblast.weapons": lambda _part, of: Message(
        "Does a weapon of the {of} kind have a back blast?", of=_find_text(WEAPONS, of)
    ),
    "sniper.targets": lambda _part, of: Message(
        "May a sniper fire at this class, and may it reply: {of}?", of=_find_text(MEMBERS, of)
    ),
    "sniper.targets.*": lambda of, _member: Message(
        "May a sniper fire at this class, and may it reply: {of}?", of=_find_text(MEMBERS, of)
    ),
    "sniper.floor": lambda _part, _member: Message("Below which OSL does a sniper's fire not bring its target?"),
    "suppress.targets": lambda _part, of: Message("May this class be suppressed: {of}?", of=_find_text(MEMBERS, of)),
    "pair.losses": lambda _part, _member: Message("Who of the pair loses 1 OSL after it has fired?"),
    "ambush.units": lambda _part, of: Message("May these units ambush vehicles: {of}?", of=of),
    "ambush.targets": lambda _part, of: Message(
        "May vehicles of this class be ambushed: {of}?", of=_find_text(MEMBERS, of)
    ),
    "superstructure.carriers": lambda _part, of: Message(
        "Does a vehicle of this class carry riders on the outside: {of}?", of=_find_text(MEMBERS, of)
    ),
    "leader_lost.units": lambda _part, of: Message(
        "Is this the leader whose loss is meant: {of}?", of=_find_text(MEMBERS, of)
    ),
    "wreck.classes": lambda _part, of: Message(
        "Does a block of this class leave a wreck: {of}?", of=_find_text(MEMBERS, of)
    ),
}
# lists as a whole, by the same names
LISTS: Mapping[str, Callable[[str], Message]] = {
    "weapon.*.targets": lambda kind: Message(
        "Which classes may a weapon of the {kind} kind fire at?", kind=_find_text(WEAPONS, kind)
    ),
    "engineer.units": lambda _part: Message("Which units may place and remove tokens?"),
    "carrier.exposed": lambda _part: Message("In which carriers do passengers share the losses?"),
    "scout.units": lambda _part: Message("Which units scout further than other units?"),
    "assault.exempt": lambda _part: Message("Which units may assault a building without a leader near?"),
    "smoke.units": lambda _part: Message("Which units may fire smoke grenades?"),
    "losses.exempt": lambda _part: Message("Which losses are exempt from the die for quality?"),
    "mine.triggers": lambda _part: Message("Which classes set off an anti-tank mine?"),
    "mine_ap.triggers": lambda _part: Message("Which classes set off an antipersonnel mine?"),
    "backblast.weapons": lambda _part: Message("Which kinds of weapons have a back blast?"),
    "suppress.targets": lambda _part: Message("Which classes can be suppressed?"),
    "ambush.units": lambda _part: Message("Which units may ambush vehicles?"),
    "ambush.targets": lambda _part: Message("Which vehicles may be ambushed?"),
    "superstructure.carriers": lambda _part: Message("Which vehicles carry riders on the outside?"),
    "leader_lost.units": lambda _part: Message("Which leader's loss is meant?"),
    "wreck.classes": lambda _part: Message("Which classes leave a wreck?"),
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


def _find_text(texts: Mapping[str, Text], code: str) -> object:
    return texts.get(code, code)


def asks(key: str, member: str) -> Message | str:
    """The question about one member of a parameter."""
    return _build_question(ASKS, key, member)


def asks_whole(key: str) -> Message | str:
    """The question about a whole parameter."""
    return _build_question(LISTS, key) if find_pattern(key) in LISTS else asks(key, "")


def _build_question(texts: Mapping[str, Callable[..., Message]], key: str, *member: str) -> Message | str:
    pattern = find_pattern(key)
    if pattern not in texts:
        return key
    segment = next((value for value, wild in zip(key.split("."), pattern.split("."), strict=False) if wild == "*"), "")
    return texts[pattern](segment, *member)


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
