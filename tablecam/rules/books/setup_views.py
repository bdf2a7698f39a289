"""What a rulebook says of a game before it begins: forces, scenarios and house rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tablecam.rules.books.views import Text, dump_view
from tablecam.rules.plain import Json
from tablecam.table.base import Base


@dataclass(frozen=True)
class ForceModel:
    """A model that a force brings. base, height_in: what is usual for it, until somebody says otherwise.

    profile: where its card is found, `book/faction/card`. badges: in a word or two, `Commander`.
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
    """A force as it was read from a file. force: as the book's own `setup_of` takes it.

    facts: what a player chooses by: faction, points. warnings: what is unusual, as sentences with their lines.
    """

    force: Any
    name: str
    models: tuple[ForceModel, ...] = ()
    facts: tuple[Text, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scenario:
    """A way to begin a game. setup: what it puts into the setup, over what the forces put there.

    forces: by seat the names of the forces that it is played with where nobody chooses others. fault: why its file
    cannot be read, as a sentence.
    """

    id: str
    title: Text
    says: Text = ""
    setup: Mapping[str, Json] = field(default_factory=dict)
    forces: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""


@dataclass(frozen=True)
class HouseRuleView:
    """A switch as a form offers it. default: None follows what else was chosen. words: what its values are called."""

    key: str
    title: Text
    says: Text = ""
    kind: Literal["flag", "number", "choice"] = "flag"
    default: Json = None
    group: Text = ""
    words: Mapping[str, Text] = field(default_factory=dict)
    options: tuple[str, ...] = ()

    def record(self) -> dict[str, Json]:
        """As JSON has it; options only where there are any."""
        written = {name: part for name, part in dump_view(self).items() if name != "options" or part}
        return {**written, "value": self.default}
