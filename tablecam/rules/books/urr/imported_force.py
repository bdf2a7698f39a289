"""A force of Urr made from a roster: its cards are the counters and engines of the forces that exist."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tablecam.base.errors import TablecamError
from tablecam.rules.books.roster_taker import (
    NumberedModel,
    PickedCard,
    WrittenForce,
    note_all_losses,
    note_losses,
    number_models,
)
from tablecam.rules.books.urr.force_files import KINDS, STARTERS, UrrForces, read_urr_force
from tablecam.storage.toml_file import quote_string, read_toml

# the usual counters have no file: a force names their kind
USUAL: Mapping[str, Mapping[str, Any]] = {kind.title(): {"kind": kind} for kind in KINDS}
GROUPS = ("units", "engines")


class UrrRosterForces(UrrForces):
    """The forces of the book, which can also be made from rosters."""

    def list_cards(self, folder: Path | None) -> Mapping[str, Path]:
        """The file of each counter and engine, by its name; the usual counters stand for themselves."""
        files = [*(sorted((folder / "forces").glob("*.toml")) if folder else ()), *sorted(STARTERS.glob("*.toml"))]
        cards = {name: STARTERS / record["kind"] for name, record in USUAL.items()}
        for file in reversed(files):
            cards |= dict.fromkeys(_read_cards(file), file)
        return cards

    def write_force(self, name: str, picked: Sequence[PickedCard], cards: Mapping[str, Path]) -> WrittenForce:
        """The force of a roster's models, each a copy of its counter; options and points are noted."""
        lines = [f"name = {quote_string(name)}"]  # no text: a line of a file
        records = {card: ("units", record) for card, record in USUAL.items()}
        for file in {cards[pick.card] for pick in picked if cards[pick.card].suffix}:
            records |= {card: record for card, record in _read_cards(file).items() if cards.get(card) == file}
        models = [(model, *records[model.pick.card]) for model in number_models(name, picked)]
        for group in GROUPS:
            lines += [line for model, of, record in models if of == group for line in _write(model, group, record)]
        notes = (note for pick in picked for note in note_losses(pick))
        return WrittenForce("\n".join([*lines, ""]), note_all_losses(notes))


def _read_cards(file: Path) -> dict[str, tuple[str, Mapping[str, Any]]]:
    """The table and the keys of each counter and engine of a force file, by its name; none of a file with faults."""
    try:
        read_urr_force(file)
    except TablecamError:
        return {}  # the list of forces names its faults
    values: Mapping[str, Any] = read_toml(file, "a force").values
    records = [(group, record) for group in GROUPS for record in values.get(group, ())]
    return {str(record.get("name") or record["id"].replace("_", " ").title()): (of, record) for of, record in records}


def _write(model: NumberedModel, group: str, record: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a counter or an engine."""
    named = {"name": model.name} if group == "units" else {}
    keys = {**record, "id": model.id, **named}
    yield from ["", f"[[{group}]]"]
    for key, value in keys.items():
        yield f"{key} = {quote_string(value) if isinstance(value, str) else str(value).lower()}"
