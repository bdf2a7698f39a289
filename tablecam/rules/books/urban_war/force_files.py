"""Urban War's stat cards and forces as files that a player writes, read for set-up and new games."""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, cast

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Counted, Message
from tablecam.rules.books.roster_taker import make_id
from tablecam.rules.books.setup_views import ForceModel, ForceRead, Scenario
from tablecam.rules.books.urban_war.rules.cards import (
    CAL_OPTIONS,
    HEAVY_ARMOUR,
    INDIRECT,
    KNOWN_TAGS,
    Band,
    Calibre,
    Extra,
    Figures,
    Force,
    Member,
    Problem,
    StatCard,
    Tag,
    Weapon,
    build_setup,
)
from tablecam.rules.plain import Json
from tablecam.storage.record import Faults, Record
from tablecam.storage.toml_file import LinedRecord, read_lined
from tablecam.table.miniature import Circle

# Stat cards as a file that a player can write from the printed card.
#
#     faction = "Night Ferry"
#
#     [[cards]]
#     name = "Bosun"
#     AS = 5
#     SH = 4
#     ..
#     points = 20
#     calibres = [{ CAL = 0, FS = 5 }, { CAL = 1, FS = 6, points = 5 }]
#     tags = ["heavy armour (+2)", { name = "sea legs", text = "Wades without a penalty." }]
#
#     [[cards.weapons]]
#     name = "Scatter gun"
#     contact = "0 / +1"            # to hit / Strength; +1 adds to the model's own ST
#     short = "+1 x2 / 5"           # two shots
#     medium = "-1 / 4 x2"          # two damage dice a hit
#     long = "-"                    # cannot be used there
#
# Clause: UW-QS Profiles, Other information.

# Clause: UW-QS Stat Line.
TENS = ("AS", "SH", "ST", "T", "CD")
ONES = ("W", "SZ", "MV")
# no printed figure is larger
LARGEST = 99

DASHES = ("-", "–", "—")
FIGURES = re.compile(r"([+-]?\d+)(?:\s*x\s*(\d+))?\s*/\s*(\+?)(\d+)(?:\s*x\s*(\d+))?")
NUMBERED = re.compile(r"(.*?)\s*\(\s*\+\s*(\d+)\s*\)")


def read_cards(path: Path) -> tuple[StatCard, ...]:
    """Read the cards of a file, in its order; Faulty with every fault and its line."""
    file, faults = read_lined(path, "stat cards"), Faults()
    faults.add(file.unknown("faction", "invented", "cards"))
    cards: list[StatCard] = []
    for record in faults.try_read(file.records, "cards") or ():
        card = _read_card(cast("LinedRecord", record), file, faults)
        if card.name and any(card.name == earlier_card.name for earlier_card in cards):
            faults.add([BadFile(f"{record.where}: a card named {card.name} stands above; give each its own name")])
        cards.append(card)
    faults.refuse(str(path))
    return tuple(cards)


def _read_card(record: LinedRecord, file: LinedRecord, faults: Faults) -> StatCard:
    card_keys = [field.name for field in fields(StatCard) if field.name not in ("faction", "invented")]
    faults.add(record.unknown(*card_keys))
    stats = {key: faults.try_read(_read_int, record, key, 1, 10) for key in TENS}
    stats |= {key: faults.try_read(_read_int, record, key, 1, LARGEST) for key in ONES}
    values: dict[str, Any] = {
        **stats,
        "name": faults.try_read(record.text, "name") or "",
        "faction": faults.try_read(_optional_text, file, "faction"),
        "invented": faults.try_read(_read_flag, file, "invented"),
        "points": faults.try_read(record.whole, "points", 0),
        "calibres": _read_calibres(record, faults),
        "weapons": _read_weapons(record, faults),
        "tags": _read_tags(record, faults),
        "extras": tuple(_read_extra(extra, faults) for extra in _read_records(record, "extras", faults)),
    }
    return StatCard(**{key: value for key, value in values.items() if value is not None})


def _read_calibres(record: LinedRecord, faults: Faults) -> tuple[Calibre, ...]:
    """Read the calibres: at least one, each CAL once."""
    if "calibres" not in record.values:
        faults.add([BadFile(f"{record.where}: the key calibres is missing; add it, with one CAL and its FS or more")])
    calibres: list[Calibre] = []
    for calibre in _read_records(record, "calibres", faults):
        faults.add(calibre.unknown("CAL", "FS", "points"))
        cal, strike = (
            faults.try_read(_read_int, calibre, "CAL", 0, LARGEST),
            faults.try_read(_read_int, calibre, "FS", 0, LARGEST),
        )
        points = faults.try_read(calibre.whole, "points", 0)
        if cal in [earlier.CAL for earlier in calibres]:
            faults.add([calibre.fault("CAL", "must be another in each of the calibres", cal)])
        calibres.append(Calibre(cal or 0, strike or 0, points or 0))
    return tuple(calibres)


def _read_weapons(record: LinedRecord, faults: Faults) -> tuple[Weapon, ...]:
    return tuple(_read_weapon(weapon, faults) for weapon in _read_records(record, "weapons", faults))


def _read_weapon(record: LinedRecord, faults: Faults) -> Weapon:
    bands = [band.value for band in Band]
    faults.add(record.unknown("name", *bands, "FS", "tags"))
    figures = {band: faults.try_read(_read_figures, record, band) for band in bands}
    if not any(band in record.values for band in bands):
        listed = ", ".join(bands)
        faults.add([BadFile(f"{record.where}: the weapon reaches nowhere; give it figures in one of {listed}")])
    return Weapon(
        name=faults.try_read(record.text, "name") or "",
        FS=faults.try_read(_read_int, record, "FS", -LARGEST, LARGEST, 0) or 0,
        tags=_read_tags(record, faults),
        **figures,
    )


def _read_figures(record: LinedRecord, band: str) -> Figures | None:
    """Read printed figures, `+1 x2 / 5`; None for a dash and for a band that is not named."""
    text = record.text(band, "-").replace("×", "x").replace("−", "-").strip()
    if text in DASHES:
        return None
    figures_match = FIGURES.fullmatch(text)
    if not figures_match:
        raise record.fault(band, 'must be "to hit / Strength" such as "+1 / 5", "0 x2 / 4", "-1 / +2 x2", or "-"', text)
    to_hit, shots, adds, strength, dice = figures_match.groups()
    return Figures(int(to_hit), int(strength), bool(adds), int(shots or 1), int(dice or 1))


def _read_extra(record: LinedRecord, faults: Faults) -> Extra:
    faults.add(record.unknown("name", "points", "weapons", "tags"))
    return Extra(
        name=faults.try_read(record.text, "name") or "",
        points=faults.try_read(record.whole, "points", 0) or 0,
        weapons=_read_weapons(record, faults),
        tags=_read_tags(record, faults),
    )


def _read_tags(record: LinedRecord, faults: Faults) -> tuple[Tag, ...]:
    tags = record.values.get("tags", [])
    if not isinstance(tags, list):
        faults.add([record.fault("tags", 'must be a list such as ["heavy armour (+2)"]', tags)])
        return ()
    parsed_tags = [faults.try_read(_read_tag, record, tag_text) for tag_text in tags]
    return tuple(tag for tag in parsed_tags if tag)


def _read_tag(record: LinedRecord, written: object) -> Tag:
    """Read a tag: a name that the rules know, or any other name with the text of the card."""
    inner = Record(written if isinstance(written, dict) else {"name": written}, record.locate_key("tags"))
    inner.only("name", "text", "mark")
    name, value = _split_tag_name(inner.text("name"))
    tag = Tag(name, value, _optional_text(inner, "text"), _optional_text(inner, "mark"))
    if not tag.known and not tag.text:
        meant = difflib.get_close_matches(name.lower(), (*KNOWN_TAGS, INDIRECT), 1)
        words = f'write {{ name = "{name}", text = ".." }} with the words of the card'
        advice = f"did you mean {meant[0]}?" if meant else words
        raise BadFile(f"{inner.where}: the rules do not know the tag {name}; {advice}")
    if name == HEAVY_ARMOUR and not value:
        raise BadFile(f'{inner.where}: heavy armour lacks its number; write "heavy armour (+2)" with that of the card')
    return tag


def _split_tag_name(text: str) -> tuple[str, int]:
    """Split `Heavy Armour (+2)` into heavy armour and 2; tags that the rules know get one spelling."""
    numbered = NUMBERED.fullmatch(text)
    name, value = (numbered[1], int(numbered[2])) if numbered else (text, 0)
    return (name.lower() if name.lower() in (*KNOWN_TAGS, INDIRECT) else name), value


def _read_records(record: LinedRecord, key: str, faults: Faults) -> Iterator[LinedRecord]:
    for inner in faults.try_read(record.records, key, []) or ():
        yield cast("LinedRecord", inner)


def _optional_text(record: Record, key: str) -> str:
    return record.text(key) if key in record.values else ""


def _read_flag(record: LinedRecord, key: str) -> bool:
    return key in record.values and record.flag(key)


def _read_int(record: LinedRecord, key: str, least: int, most: int, default: int | None = None) -> int:
    value = record.number(key, default)
    if value != int(value) or not least <= value <= most:
        raise record.fault(key, f"must be a whole number from {least} to {most}", record.values[key])
    return int(value)


# A force as a file that a player writes: its members and the options ticked on each card.
#
#     name = "Night Ferry"
#     cards = ["night_ferry_cards.toml"]    # files of stat cards, beside this one
#     limit = 300                           # points; may be left out
#
#     [[models]]
#     id = "osk"                            # its name on the table, as in models.toml
#     card = "Bosun"
#     CAL = 1                               # the ticked pair; may be left out where the card has only one
#     commander = true
#     extras = ["Flare"]
#     base_mm = 32                          # its round base and its height; default: usual for its card's SZ
#     height_in = 1.4
#
# Clause: UW-QS Calibre, Cost, Commanders.

# two invented teams for a first game; a force may be named without its folder and extension
STARTERS = Path(__file__).parent / "starters"


@dataclass(frozen=True)
class ForceFile:
    """A playable force. warnings: sentences, with their lines, about unusual entries.

    bodies: by model, its base (diameter, mm) and its height (in) from the file.
    """

    force: Force
    warnings: tuple[str, ...] = ()
    bodies: Mapping[str, "ModelBody"] = field(default_factory=dict)


@dataclass(frozen=True)
class ModelBody:
    """The size of a miniature from a force file; None where the file gives none."""

    base_mm: float | None = None
    height_in: float | None = None


def find_force(name: str) -> Path:
    """The file of that path, or the starter team of that name; BadFile if neither exists."""
    path, starter = Path(name), STARTERS / f"{name}.toml"
    if path.exists() or path.suffix:
        return path
    if starter.exists():
        return starter
    raise BadFile(f"{name} is neither a file nor a starter team; the starter teams are {', '.join(starters())}")


def starters() -> tuple[str, ...]:
    """The names of the starter teams."""
    return tuple(sorted(path.stem for path in STARTERS.glob("*.toml") if not path.stem.endswith("_cards")))


def read_force(path: Path) -> ForceFile:
    """Read the force of a file and its cards; Faulty with every fault and its line."""
    file, faults = read_lined(path, "a force"), Faults()
    faults.add(file.unknown("name", "cards", "limit", "models"))
    name = faults.try_read(file.text, "name")
    limit = faults.try_read(file.whole, "limit") if "limit" in file.values else None
    cards = _read_all_cards(file, path.parent, faults)
    records = [cast("LinedRecord", record) for record in faults.try_read(file.records, "models") or ()]
    members = [_read_member(record, cards, faults) for record in records]
    bodies = [faults.try_read(_read_body, record) or ModelBody() for record in records]
    force = Force(name or "", tuple(member for member in members if member), cards, limit)
    # with an unreadable model, numbers and sums would mislead
    problems = force.problems() if all(members) and cards else ()
    faulty = [(problem.serious, _locate_problem(problem, file, records)) for problem in problems]
    faults.add(BadFile(text) for serious, text in faulty if serious)
    faults.refuse(str(path))
    warnings = tuple(text for serious, text in faulty if not serious)
    return ForceFile(force, warnings, {member.id: body for member, body in zip(members, bodies, strict=True) if member})


def _read_all_cards(file: LinedRecord, folder: Path, faults: Faults) -> tuple[StatCard, ...]:
    """Read all cards of all named files; a name that two files share is a fault."""
    cards: list[StatCard] = []
    for name in faults.try_read(_read_names, file, "cards") or ():
        for card in faults.try_read(read_cards, folder / name) or ():
            if any(card.name == earlier_card.name for earlier_card in cards):
                faults.add([file.fault("cards", f"must not have two cards named {card.name}", name)])
            cards.append(card)
    return tuple(cards)


def _read_member(record: LinedRecord, cards: tuple[StatCard, ...], faults: Faults) -> Member | None:
    faults.add(record.unknown("id", "card", "CAL", "commander", "extras", "base_mm", "height_in"))
    name, card = faults.try_read(record.text, "id"), faults.try_read(record.text, "card")
    ticked = faults.try_read(_read_ticked_cal, record, cards)
    commander = faults.try_read(record.flag, "commander") if "commander" in record.values else False
    extras = faults.try_read(_read_names, record, "extras") if "extras" in record.values else ()
    if name is None or card is None or ticked is None or commander is None or extras is None:
        return None
    return Member(name, card, ticked, commander, extras)


def _read_body(record: LinedRecord) -> ModelBody:
    sizes = {key: record.number(key, above=0) for key in ("base_mm", "height_in") if key in record.values}
    return ModelBody(**sizes)


def _read_ticked_cal(record: LinedRecord, cards: tuple[StatCard, ...]) -> int:
    """Read the CAL of the ticked pair. Clause: UW-QS Stat Line."""
    if "CAL" in record.values:
        return record.whole("CAL")
    matching_cards = [card for card in cards if card.name == record.values.get("card")]
    choices = [pair.CAL for pair in matching_cards[0].calibres] if matching_cards else [0]
    if len(choices) == 1:
        return choices[0]
    listed = " or ".join(f"CAL = {choice}" for choice in choices)
    raise BadFile(f"{record.where}: none of the card's CAL options is ticked; write {listed} [{CAL_OPTIONS}]")


def _read_names(record: LinedRecord, key: str) -> tuple[str, ...]:
    names = record.values.get(key)
    if not isinstance(names, list) or not all(isinstance(word, str) and word.strip() for word in names):
        raise record.fault(key, 'must be a list of names such as ["Flare"]', names)
    return tuple(names)


def _locate_problem(problem: Problem, file: LinedRecord, records: list[LinedRecord]) -> str:
    """The problem with its file and line."""
    record = file if problem.member is None else records[problem.member]
    return f"{record.locate_key(problem.key)}: {problem}"


COMMANDER = Message("Commander")
# The usual base and height of models of a card's SZ, where the card gives none.
USUAL: Mapping[int, tuple[float, float]] = {1: (25.0, 1.15), 2: (28.5, 1.25), 3: (40.0, 1.6), 4: (60.0, 2.4)}
# the first part of a profile, the book's name
PROFILES = "urban-war"


class UrbanWarForces:
    """Force files in TOML, and the two starter teams."""

    def starters(self) -> dict[str, Path]:
        """The starter teams."""
        return {name: STARTERS / f"{name}.toml" for name in starters()}

    def read_force(self, path: Path) -> ForceRead:
        """Read the force of a file; Faulty with every fault and its line."""
        file = read_force(path)
        force = file.force
        factions = list(dict.fromkeys(filter(None, (card.faction for card in force.cards))))
        return ForceRead(
            force=force,
            name=force.name,
            models=tuple(
                _build_model(force, member, card, file.bodies.get(member.id, ModelBody()))
                for member in force.members
                if (card := force.card(member))
            ),
            facts=(*factions, Counted("{n} point", "{n} points", force.points)),
            warnings=file.warnings,
            faction=_join_names(sorted({card.faction for card in map(force.card, force.members) if card})),
            lines=tuple((_name_line(force, member), force.cost(member)) for member in force.members),
        )


def _name_line(force: Force, member: Member) -> str:
    """The line of a list: the card, with what was bought. It is data, and the same in every language."""
    bought = [extra.name for extra in force.extras(member)]
    return f"{member.card} with {_join_names(bought)}" if bought else member.card  # no text: data


def _join_names(names: Sequence[str]) -> str:
    """Names in a row, as data."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)  # no text


def build_game_setup(forces: Mapping[str, Any], scenario: Scenario | None) -> dict[str, Json]:
    """The setup of a game between two forces."""
    return build_setup(forces) | {"doubts_wait": True, "portals": True} | dict(scenario.setup if scenario else {})


def _build_model(force: Force, member: Member, card: StatCard, body: ModelBody) -> ForceModel:
    usual_mm, usual_in = USUAL[min(max(card.SZ, 1), max(USUAL))]
    return ForceModel(
        id=member.id,
        name=name_model(member.id, card.name),
        card=card.name,
        base=Circle(body.base_mm or usual_mm),
        height_in=body.height_in or usual_in,
        profile="/".join(map(_to_slug, filter(None, (PROFILES, card.faction, card.name)))),
        points=force.cost(member),
        badges=(COMMANDER,) if member.commander else (),
    )


def name_model(model: str, card: str) -> str:
    """The card's name with the model's own, unless it contains it: Constable Ida, Old Mother.

    An imported model has only a number: `evening_team_constable_1` is Constable 1.
    """
    own_name = model.rpartition(f"{make_id(card)}_")[2]
    own_name = own_name.replace("_", " ").replace("-", " ").title()
    return card if own_name.lower() in card.lower() else f"{card} {own_name}"


def _to_slug(name: str) -> str:
    return "-".join(name.lower().split())
