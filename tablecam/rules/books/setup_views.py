"""The parts of a rulebook's setup before a game begins: forces, scenarios and house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from tablecam.rules.books.views import Text, dump_view
from tablecam.rules.plain import Json

if TYPE_CHECKING:
    from tablecam.table.miniature import Base


@dataclass(frozen=True)
class ForceModel:
    """A model of a force. base, height_in: the usual values, until somebody changes them.

    profile: the path of its card, `book/faction/card`. badges: in a word or two, `Commander`.
    """

    id: str
    name: str
    card: str
    base: Base
    height_in: float
    profile: str = ""
    points: int = 0
    badges: tuple[Text, ...] = ()


@dataclass(frozen=True)
class ForceRead:
    """A force as read from a file. force: as the book's own `build_setup` takes it.

    facts: the facts that a player chooses by: faction, points. warnings: sentences about unusual lines. faction, lines:
    for the list of a club event, the name of each model with its options, and its points; without lines, the models'
    cards.
    """

    force: Any
    name: str
    models: tuple[ForceModel, ...] = ()
    facts: tuple[Text, ...] = ()
    warnings: tuple[str, ...] = ()
    faction: str = ""
    lines: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Scenario:
    """A way to begin a game. setup: its part of the setup, which overrides that of the forces.

    forces: the usual forces by seat. seats: those that play, in seating order; empty for all seats of the book. fault:
    the reason why its file cannot be read, as a sentence.
    """

    id: str
    title: Text
    says: Text = ""
    setup: Mapping[str, Json] = field(default_factory=dict)
    forces: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""
    seats: tuple[str, ...] = ()


@dataclass(frozen=True)
class HouseRuleView:
    """A switch of a form. default: None follows the other choices. words: the names of its values."""

    key: str
    title: Text
    says: Text = ""
    kind: Literal["flag", "number", "choice"] = "flag"
    default: Json = None
    group: Text = ""
    words: Mapping[str, Text] = field(default_factory=dict)
    options: tuple[str, ...] = ()

    def record(self) -> dict[str, Json]:
        """The switch as JSON; options only if there are any."""
        written = {name: value for name, value in dump_view(self).items() if name != "options" or value}
        return {**written, "value": self.default}
