"""Stat cards as a file that a player can write from the printed card.

    faction = "Night Ferry"

    [[cards]]
    name = "Bosun"
    AS = 5
    SH = 4
    ..
    points = 20
    calibres = [{ CAL = 0, FS = 5 }, { CAL = 1, FS = 6, points = 5 }]
    tags = ["heavy armour (+2)", { name = "sea legs", text = "Wades without a penalty." }]

    [[cards.weapons]]
    name = "Scatter gun"
    contact = "0 / +1"            # to hit / Strength; +1 adds to the model's own ST
    short = "+1 x2 / 5"           # two shots
    medium = "-1 / 4 x2"          # two damage dice a hit
    long = "-"                    # cannot be used there

Clause: UW-QS Profiles, Other information.
"""

import difflib
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, cast

from tablecam.base.errors import BadFile
from tablecam.rules.books.urban_war.rules.card import (
    HEAVY_ARMOUR,
    INDIRECT,
    KNOWN_TAGS,
    Band,
    Calibre,
    Extra,
    Figures,
    StatCard,
    Tag,
    Weapon,
)
from tablecam.storage.faults import Faults
from tablecam.storage.record import Record
from tablecam.storage.toml_lines import LinedRecord, read_lined

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
