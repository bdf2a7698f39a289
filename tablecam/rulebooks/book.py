"""What the host of a game wants of the bridge to its rulebook: words for the players, and facts off the table.

The host knows questions, answers and lines, and nothing of any rulebook; `urban_war_bridge.py` is the one there is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tablecam.rules.ask import Ask
from tablecam.rules.coded_text import Text
from tablecam.rules.event import Event
from tablecam.rules.plain import Json
from tablecam.rules.system import Sentence
from tablecam.table.snapshot import Snapshot
from tablecam.tracking.odometer import Place, Travel

# who is called what, as the bridge wants it
Names = Any


@dataclass(frozen=True)
class Measured:
    """What the table would answer now. says: for the screen. ready: whether it can be taken; why_not: a sentence.

    sure: whether the table may answer by itself, if the question is one that it answers so.
    how: how it was measured, where that is not the usual way: "as the crow flies".
    """

    raw: Json
    says: str
    why_not: str = ""
    sure: bool = False
    how: str = ""

    @property
    def ready(self) -> bool:
        """Whether a player may take it."""
        return not self.why_not

    def record(self) -> dict[str, Json]:
        """As the screen has it."""
        return {"raw": self.raw, "says": self.says, "ready": self.ready, "why_not": self.why_not}


@dataclass(frozen=True)
class TableNow:
    """The table as the camera has it just now. gone: how far models have gone since they were asked for.

    trouble: why nothing of it can be trusted, as a sentence; empty when all is well.
    """

    snapshot: Snapshot
    gone: Mapping[str, Travel]
    trouble: str = ""


class Phrases(Protocol):
    """The players' words of a rulebook."""

    def names(self, state: Any, called: Mapping[str, str]) -> Names:
        """What everybody is called. called: names by id, as the roster has them."""
        ...

    def people(self, state: Any) -> Mapping[str, str]:
        """The side of every model."""
        ...

    def asked(self, ask: Mapping[str, Json], names: Names) -> str:
        """A question as one line."""
        ...

    def spelled(self, ask: Mapping[str, Json], names: Names) -> dict[str, Json]:
        """A question's record with names in the place of ids wherever somebody reads."""
        ...

    def answered(self, ask: Mapping[str, Json], raw: Json, by: str, names: Names) -> str:
        """An answer as one line; raw is None where it is nobody's business."""
        ...

    def phrased(self, text: Text, names: Names) -> str:
        """A refusal, or any other text of the rulebook, with names in the place of ids."""
        ...

    def told(self, event: Event, names: Names) -> Sentence:
        """An event as a clause."""
        ...

    def titled(self, step: str, names: Names) -> str:
        """A procedure as a heading."""
        ...

    def clause_of(self, event: Mapping[str, Json]) -> str:
        """The clause that an event rests on, empty for none."""
        ...

    def whose(self, ask: Mapping[str, Json], state: Any) -> str | None:
        """The seat that a question is for, also where the table could answer it: a side ends its own moves."""
        ...

    def ending(self, ask: Mapping[str, Json]) -> str:
        """The option with which an action is ended, where that is what is asked; empty elsewhere."""
        ...

    def is_fact(self, ask: Mapping[str, Json]) -> bool:
        """Whether a question is one about the table."""
        ...

    def unsure(self, raw: Json) -> bool:
        """Whether a measured answer left something to the players."""
        ...

    def forms(self) -> list[dict[str, Json]]:
        """A form for everything that an umpire may say has happened (`event_forms.py`)."""
        ...

    def private(self, state: Any, seat: str) -> dict[str, Json]:
        """What lies on the table face down for everybody else: orders by model."""
        ...

    def conceded(self, state: Any, seat: str) -> Event | None:
        """What happens when a side gives up; None where the rulebook does not know that."""
        ...

    def result(self, state: Any) -> Json:
        """How the game ended, or stands."""
        ...


class TableFacts(Protocol):
    """The facts that a rulebook takes from the table."""

    def by_itself(self, ask: Ask[Any]) -> bool:
        """Whether the table answers such a question without a player, where it is sure."""
        ...

    def mover(self, ask: Ask[Any]) -> str:
        """The model whose way a question is about, empty for none."""
        ...

    def concerned(self, ask: Ask[Any]) -> tuple[str, ...]:
        """The models that a question about the table names."""
        ...

    def measured(self, ask: Ask[Any], state: Any, seen: TableNow, names: Names) -> Measured | None:
        """What the table would answer; None where it cannot tell at all."""
        ...

    def filled_in(self, ask: Ask[Any], raw: Json, seen: TableNow) -> Json:
        """A typed answer with what the table knows beside it: where a model stands now."""
        ...

    def places(self, state: Any) -> Mapping[str, Place]:
        """Where models stand by the game's own reckoning, as far as it knows."""
        ...

    def nudged(self, before: Snapshot, after: Snapshot, state: Any, moving: Sequence[str]) -> list[dict[str, Json]]:
        """Models that stand elsewhere although it was not theirs to move."""
        ...

    def alerts(self, mover: str, state: Any, snapshot: Snapshot, way: Sequence[Place]) -> dict[str, list[Json]]:
        """Who could break into a way, how, and where: by the seat that may know."""
        ...
