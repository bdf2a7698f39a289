"""What a seat is shown of a game of Urr: steps, stances, markers and counters."""

from collections.abc import Iterator, Mapping

from tablecam.i18n import InContext, Message
from tablecam.rulebooks.urr.rules.unit import STAR
from tablecam.rulebooks.views import CardRow, CardTable, Counter, GameBoardView, ModelCard, ModelView, Text
from tablecam.rules.plain import Json

Fields = Mapping[str, Json]

STEPS = InContext("counted", "steps")
STANCE, ARMOUR, RAIDERS = Message("Stance"), Message("Armour"), Message("Raiders")
STANCES: Mapping[str, Text] = {
    "attack": InContext("a stance", "attacks"),
    "defend": InContext("a stance", "defends"),
}
PHASES: Mapping[str, Text] = {
    "strategic": Message("Strategic turn"),
    "bombardment": Message("Trebuchet phase"),
    "tactical": Message("Tactical turn"),
    "over": Message("The game is over"),
}
DUTIES: Mapping[str, Text] = {"fire": Message("fights a fire"), "fought": Message("has fought")}
TOWER: Mapping[str, Text] = {
    "ranged": Message("shoots from the tower"),
    "melee": Message("fights from the tower"),
}
QUALITIES: Mapping[str, Text] = {
    "good": InContext("a quality", "good"),
    "excellent": InContext("a quality", "excellent"),
}
PEOPLES: Mapping[str, Text] = {
    "human": InContext("a people", "humans"),
    "elf": InContext("a people", "elves"),
    "dwarf": InContext("a people", "dwarves"),
    "gnome": InContext("a people", "gnomes"),
    "undead": InContext("a people", "undead"),
    "halfling": InContext("a people", "halflings"),
    "kobold": InContext("a people", "kobolds"),
    "ogre": InContext("a people", "ogres"),
}
LIMITS: Mapping[str, Text] = {"attack": Message("attacks only"), "defence": Message("defends only")}


def board(visible: Fields, seat: str) -> GameBoardView:  # noqa: ARG001 both sides see the same
    """The board, made of nothing but what the seat may know."""
    combat = visible.get("combat") or {}
    return GameBoardView(
        turn=visible["turn"],
        phase=phase(visible),
        models={name: unit_view(each) for name, each in visible["models"].items()},
        active=str(combat.get("by", "")) if combat.get("by") in visible["sides"] else "",
    )


def phase(visible: Fields) -> Text:
    """The phase; of a combat where it is fought, its round, and the strength of its wall."""
    combat = visible.get("combat")
    if not combat:
        return PHASES[visible["phase"]]
    number = int(combat.get("round", 0))
    place = visible["places"].get(combat["place"], {})
    section = visible["sections"].get(place.get("section", ""))
    if section and place.get("kind") == "wall":
        return Message(
            "Storm on {section}, strength {strength}, round {round}",
            section=place["section"], strength=section["strength"], round=number,
        )  # fmt: skip
    if not combat["place"]:
        return Message("Berserk undead, round {round}", round=number)
    return Message("Combat at {place}, round {round}", place=combat["place"], round=number)


def unit_view(unit: Fields) -> ModelView:
    """A unit with its steps, its markers and its counter."""
    return ModelView(
        alive=bool(unit["alive"]),
        left=unit["steps"],
        of=unit["of"],
        unit=STEPS,
        counters=tuple(_counters(unit)),
        markers=tuple(_markers(unit)),
        card=card(unit),
    )


def _counters(unit: Fields) -> Iterator[Counter]:
    if unit["armour"]:
        yield Counter(ARMOUR, unit["armour"], "number")
    if unit["stance"]:
        yield Counter(STANCE, STANCES[unit["stance"]])
    if unit["raiders"]:
        yield Counter(RAIDERS)


def _markers(unit: Fields) -> Iterator[Text]:
    if unit["duty"] in DUTIES:
        yield DUTIES[unit["duty"]]
    if unit["tower"] in TOWER:
        yield TOWER[unit["tower"]]
    if unit["inside"]:
        yield Message("inside the city")
    if unit["berserk"]:
        yield Message("berserk")


def card(unit: Fields) -> ModelCard:
    """The counter of a unit; a star is a number that the table says."""
    profile: Fields = unit["profile"]
    rows = [
        CardRow(Message("Melee"), _score(profile.get("melee", 0))),
        CardRow(Message("Ranged"), _score(profile.get("ranged", 0))),
        CardRow(Message("Steps"), str(unit["of"])),
        CardRow(Message("Men"), str(unit["men"])),
    ]
    if profile.get("limit"):
        rows.append(CardRow(Message("Melee table"), LIMITS[profile["limit"]]))
    for key, title in (("weapon", Message("Weapons")), ("armour", Message("Armour")), ("bow", Message("Bows"))):
        if profile.get(key):
            rows.append(CardRow(title, QUALITIES[profile[key]]))
    return ModelCard(
        title=str(profile["name"]),
        badges=tuple(_badges(profile)),
        tables=(CardTable(PEOPLES[profile.get("people", "human")], tuple(rows)),),
    )


def _badges(profile: Fields) -> Iterator[Text]:
    if profile.get("necromancer"):
        yield Message("Grand Necromancer")
    if profile.get("raider"):
        yield Message("Raiders")
    if profile.get("magic"):
        yield Message("Magic")
    if profile.get("projects"):
        yield Message("Engineers")


def _score(printed: Json) -> Text:
    return "★" if printed == STAR else str(printed)
