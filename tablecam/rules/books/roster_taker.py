"""Rosters from elsewhere as forces of a rulebook, which knows its own cards."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from tablecam.base.i18n import Counted, Message, listing
from tablecam.storage.rosters.roster_list import RosterEntry


@dataclass(frozen=True)
class PickedCard:
    """Models of a roster, with the card that they stand for."""

    entry: RosterEntry
    card: str


@dataclass(frozen=True)
class WrittenForce:
    """A force as the text of its file. notes: what was assumed, and what of the roster has no place in it."""

    text: str
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True)
class NumberedModel:
    """A model of a roster, with an id and a name that no other model of the table has."""

    id: str
    name: str
    pick: PickedCard


@runtime_checkable
class RosterTaker(Protocol):
    """A rulebook's forces, if it can make one from the names and numbers of a roster."""

    def list_cards(self, folder: Path | None) -> Mapping[str, Path]:
        """The file of each card that a force may use, by the card's name. folder: the table folder.

        A file whose name ends in `_cards.toml` is copied beside the force; other cards come with the book.
        """
        ...

    def write_force(self, name: str, picked: Sequence[PickedCard], cards: Mapping[str, Path]) -> WrittenForce:
        """The force of these models; cards: as `list_cards` gives them. Its file lies beside those of its cards."""
        ...


def number_models(force: str, picked: Sequence[PickedCard]) -> Iterator[NumberedModel]:
    """The models one by one. Their ids begin with the force, since the other side may have the same cards."""
    counts, numbers = Counter[str](), Counter[str]()
    for pick in picked:
        counts[pick.card] += pick.entry.count
    for pick in picked:
        for _model in range(pick.entry.count):
            numbers[pick.card] += 1
            number = numbers[pick.card]
            name = f"{pick.card} {number}" if counts[pick.card] > 1 else pick.card
            yield NumberedModel(f"{make_id(force)}_{make_id(pick.card)}_{number}", name, pick)


def make_id(name: str) -> str:
    """A name in small letters, digits and underscores."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "model"


def note_losses(pick: PickedCard, options: Collection[str] = (), points: int | None = None) -> Iterator[Message]:
    """Differences between a roster's model and its card. options, points: of the card, None for a card without."""
    entry, option_ids = pick.entry, {make_id(option) for option in options}
    values = {"model": entry.name, "card": pick.card}
    if strange := [option for option in entry.options if make_id(option) not in option_ids]:
        yield Message("{model}: {options} was left out: the card {card} has no such option", **values,
                      options=listing(strange))  # fmt: skip
    if entry.points and points is None:
        yield Message("{model}: its points were left out: the card {card} has none", **values)
    elif entry.points and entry.points != points:
        yield Counted(
            "{model}: the roster says {points}, and the card {card} {n} point",
            "{model}: the roster says {points}, and the card {card} {n} points",
            points or 0, points=entry.points, **values,
        )  # fmt: skip


def note_all_losses(notes: Iterable[Message]) -> tuple[Message, ...]:
    """The notes, the same sentence once."""
    return tuple({str(note): note for note in notes}.values())
