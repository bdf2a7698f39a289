"""A force list from elsewhere, as names and numbers. No text of a rule is kept."""

import re
from dataclasses import dataclass, field, replace
from typing import Any

from tablecam.base.i18n import Message

# no roster has more models, and no name more letters
MOST_MODELS, LONGEST_NAME = 500, 80
SHOWN = 60

Loss = Message


@dataclass(frozen=True)
class RosterEntry:
    """Equal models of a roster. points: of one of them, None where the roster gives none. options: names alone."""

    name: str
    count: int = 1
    points: int | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class RosterList:
    """A roster. losses: everything in it that was not understood or not taken, a sentence each."""

    name: str
    entries: tuple[RosterEntry, ...] = ()
    losses: tuple[Loss, ...] = ()

    @property
    def count(self) -> int:
        """The number of models."""
        return sum(entry.count for entry in self.entries)


@dataclass
class RosterBuilder:
    """Gathers the entries and losses of a roster while it is read; every entry keeps to the limits."""

    name: str = ""
    entries: list[RosterEntry] = field(default_factory=list)
    losses: dict[str, Loss] = field(default_factory=dict)

    def add(self, entry: RosterEntry) -> None:
        """Adds models. Those over the limit, and an entry without a name, are losses."""
        name = clean_name(entry.name)
        room = MOST_MODELS - sum(earlier.count for earlier in self.entries)
        if not name:
            self.lose(Message("{n} without a name was left out", n=max(entry.count, 1)))
        elif entry.count < 1:
            self.lose(Message("{name} was left out: its number is {n}", name=name, n=entry.count))
        elif entry.count > room:
            self.lose(
                Message("{name}: a roster can have {most} models, so {n} were left out", name=name, most=MOST_MODELS,
                        n=entry.count - room)
            )  # fmt: skip
            self._append(replace(entry, name=name, count=room))
        else:
            self._append(replace(entry, name=name))

    def lose(self, loss: Loss) -> None:
        """Notes something that was not understood; the same sentence once."""
        self.losses.setdefault(str(loss), loss)

    def build(self, usual_name: str) -> RosterList:
        """The roster. usual_name: where it says no name of its own."""
        if not self.entries:
            self.lose(Message("no model was found in it"))
        return RosterList(clean_name(self.name) or usual_name, tuple(self.entries), tuple(self.losses.values()))

    def _append(self, entry: RosterEntry) -> None:
        options = tuple(dict.fromkeys(filter(None, map(clean_name, entry.options))))
        if entry.count > 0:
            self.entries.append(replace(entry, options=options))


def clean_name(text: object) -> str:
    """A name on one line, of printable letters, shortened to the longest that is kept."""
    words = " ".join(str(text).split())
    return "".join(letter for letter in words if letter.isprintable())[:LONGEST_NAME].strip()


def show(text: object) -> str:
    """A part of a roster as a report quotes it."""
    words = clean_name(str(text)[: 4 * SHOWN])
    return words if len(words) <= SHOWN else words[: SHOWN - 1] + "…"


def read_count(value: Any) -> int | None:
    """A whole number from 0 to 9999, from a number or from text such as `3`, `x3` or `3x`; None for anything else."""
    if isinstance(value, bool) or value is None:
        return None
    match = re.fullmatch(r"x?\s*(\d{1,4})(?:\.0+)?\s*x?", str(value).strip().replace("×", "x"))
    return int(match[1]) if match else None
