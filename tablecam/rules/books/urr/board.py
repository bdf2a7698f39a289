"""The board of a game of Urr for a seat: steps, stances, markers and counters."""

from collections.abc import Iterator, Mapping

from tablecam.base.i18n import Counted, InContext, Message
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urr.rules.pieces import STAR
from tablecam.rules.books.urr.wording.wording import spell_id
from tablecam.rules.books.views import CardRow, CardTable, Counter, GameBoardView, ModelCard, ModelView, Text
from tablecam.rules.plain import Json

Fields = Mapping[str, Json]

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
WORKS: Mapping[str, Text] = {
    "horse": Message("Hollow horse"),
    "rabbit": Message("Hollow rabbit"),
    "bridge": Message("Pontoon bridge"),
    "rafts": Message("Rafts"),
    "crane": Message("Crane"),
    "tunnel": Message("Short tunnel"),
}
LIMITS: Mapping[str, Text] = {"attack": Message("attacks only"), "defence": Message("defends only")}


def board(visible: Fields, seat: str) -> GameBoardView:  # noqa: ARG001 both sides see the same
    """The board, made only of what the seat may know."""
    combat = visible.get("combat") or {}
    return GameBoardView(
        turn=visible["turn"],
        phase=phase(visible),
        models={name: unit_view(unit) for name, unit in visible["models"].items()},
        active=str(combat.get("by", "")) if combat.get("by") in visible["sides"] else "",
        markers=tuple(on_the_table(visible)),
    )


def turn_title(turn: int) -> str:
    """The title of a turn: a week of the siege."""
    return _("Week {week}", week=turn)


def on_the_table(visible: Fields) -> Iterator[Text]:
    """Sections with their strength, siege towers and palisades, works, fires and stocks."""
    for name, section in visible["sections"].items():
        values = {"section": spell_id(name), "strength": section["strength"]}
        if section["left"]:
            yield Counted(
                "{section}: strength {strength}, {n} hit from its breach",
                "{section}: strength {strength}, {n} hits from its breach",
                section["left"], **values,
            )  # fmt: skip
        else:
            yield Message("{section}: breached", section=spell_id(name))
    for name, tower in visible["towers"].items():
        weeks, section = tower.get("weeks", 1), spell_id(name)
        if tower.get("built"):
            yield Counted("Siege tower, and {n} week of its ramp, at {section}",
                          "Siege tower, and {n} weeks of its ramp, at {section}", weeks, section=section)  # fmt: skip
        else:
            yield Counted("{n} week of a ramp to {section}", "{n} weeks of a ramp to {section}", weeks, section=section)
    for name, palisade in visible["palisades"].items():
        worth = 1 if palisade.get("worn") else 2
        yield Message("Palisade around {place}, +{worth}", place=spell_id(name), worth=worth)
    yield from (WORKS[work["kind"]] for work in visible["works"])
    yield from (Message("Fire at {quarter}", quarter=spell_id(quarter)) for quarter in visible["fires"])
    yield from (Message("{quarter} has burnt down", quarter=spell_id(quarter)) for quarter in visible["quarters_lost"])
    yield from _list_stocks(visible["sides"])


def _list_stocks(sides: Mapping[str, Fields]) -> Iterator[Text]:
    for side in sides.values():
        stock = side.get("stock", {})
        food, gold = stock.get("food", 0), stock.get("gold", 0)
        if food or gold:
            yield Message("{side}: {food} food, {gold} gold", side=side["name"], food=f"{food:g}", gold=f"{gold:g}")


def phase(visible: Fields) -> Text:
    """The phase; during a combat its place, its round, and the strength of its wall."""
    combat = visible.get("combat")
    if not combat:
        return PHASES[visible["phase"]]
    number = int(combat.get("round", 0))
    place = visible["places"].get(combat["place"], {})
    section = visible["sections"].get(place.get("section", ""))
    if not number:
        return _title_muster(visible, combat["place"])
    if section and place.get("kind") == "wall":
        return Message(
            "Storm on {section}, strength {strength}, round {round}",
            section=spell_id(place["section"]), strength=section["strength"], round=number,
        )  # fmt: skip
    if not combat["place"]:
        return Message("Berserk undead, round {round}", round=number)
    return Message("Combat at {place}, round {round}", place=spell_id(combat["place"]), round=number)


def _title_muster(visible: Fields, name: str) -> Text:
    """The title of a combat while its units are being named."""
    place = visible["places"].get(name, {})
    section = visible["sections"].get(place.get("section", ""))
    if section and place.get("kind") == "wall":
        return Message(
            "Storm on {section}, strength {strength}", section=spell_id(place["section"]), strength=section["strength"]
        )
    return Message("Combat at {place}", place=spell_id(name)) if name else Message("Berserk undead")


def unit_view(unit: Fields) -> ModelView:
    """A unit with its steps, its markers and its counter."""
    return ModelView(
        alive=bool(unit["alive"]),
        left=unit["steps"],
        of=unit["of"],
        unit=Counted("step", "steps", unit["of"]),
        left_text=Counted("{n} step", "{n} steps", unit["steps"]),
        counters=tuple(_list_counters(unit)),
        markers=tuple(_list_markers(unit)),
        card=card(unit),
    )


def _list_counters(unit: Fields) -> Iterator[Counter]:
    if unit["armour"]:
        yield Counter(ARMOUR, unit["armour"], "number")
    if unit["stance"]:
        yield Counter(STANCE, STANCES[unit["stance"]])
    if unit["raiders"]:
        yield Counter(RAIDERS)


def _list_markers(unit: Fields) -> Iterator[Text]:
    if unit["fights"]:
        yield Message("in combat")
    elif unit["duty"] in DUTIES:
        yield DUTIES[unit["duty"]]
    if unit["tower"] in TOWER:
        yield TOWER[unit["tower"]]
    if unit["inside"]:
        yield Message("inside the city")
    if unit["berserk"]:
        yield Message("berserk")


def card(unit: Fields) -> ModelCard:
    """The counter of a unit; a star is a number that the players supply."""
    profile: Fields = unit["profile"]
    rows = [
        CardRow(Message("Melee"), _format_score(profile.get("melee", 0))),
        CardRow(Message("Ranged"), _format_score(profile.get("ranged", 0))),
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
        badges=tuple(_list_badges(profile)),
        tables=(CardTable(PEOPLES[profile.get("people", "human")], tuple(rows)),),
    )


def _list_badges(profile: Fields) -> Iterator[Text]:
    if profile.get("necromancer"):
        yield Message("Grand Necromancer")
    if profile.get("raider"):
        yield Message("Raiders")
    if profile.get("magic"):
        yield Message("Magic")
    if profile.get("projects"):
        yield Message("Engineers")


def _format_score(printed: Json) -> Text:
    return "★" if printed == STAR else str(printed)
