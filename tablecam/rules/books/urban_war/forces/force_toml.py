"""A force as a file that a player writes: its members and the options ticked on each card.

    name = "Night Ferry"
    cards = ["night_ferry_cards.toml"]    # files of stat cards, beside this one
    limit = 300                           # points; may be left out

    [[models]]
    id = "osk"                            # its name on the table, as in models.toml
    card = "Bosun"
    CAL = 1                               # the ticked pair; may be left out where the card has only one
    commander = true
    extras = ["Flare"]
    base_mm = 32                          # its round base and its height; default: usual for its card's SZ
    height_in = 1.4

Clause: UW-QS Calibre, Cost, Commanders.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from tablecam.base.errors import BadFile
from tablecam.rules.books.urban_war.forces.cards_toml import read_cards
from tablecam.rules.books.urban_war.rules.card import Member, StatCard
from tablecam.rules.books.urban_war.rules.force import CAL_OPTIONS, Force, Problem
from tablecam.storage.faults import Faults
from tablecam.storage.toml_lines import LinedRecord, read_lined

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
