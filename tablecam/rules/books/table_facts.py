"""What the table tells a rulebook: the measured facts, and the port that a book measures them through."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tablecam.base.i18n import Message
from tablecam.rules.ask import Ask, Option
from tablecam.rules.books.views import AdviceView, AlertView
from tablecam.rules.coded_text import Text
from tablecam.rules.plain import Json
from tablecam.sensing.tracking.odometer import Place, Travel
from tablecam.table.snapshot import Snapshot


class ModelNames(Protocol):
    """What models and seats are called."""

    def __call__(self, one: str) -> str:
        """What one of them is called; whoever is not known is called by the id."""
        ...

    def all(self, several: Iterable[str]) -> str:
        """Ann, Bob and Cat."""
        ...

    def text(self, text: Text) -> str:
        """A text of the rulebook in words, with names in place of ids."""
        ...

    def read(self, record: Json) -> str:
        """The same, of a text from a log's record."""
        ...


@dataclass(frozen=True)
class Measured:
    """What the table would answer now. says: for the screen. ready: whether it can be taken; why_not: a sentence.

    It is made where no reader's language is known, so its texts are put into a language by `record()`.

    sure: whether the table may answer by itself, if the question is one that it answers so.
    how: how it was measured, where that is not the usual way: "as the crow flies".
    """

    raw: Json
    says: str | Message
    why_not: str | Message = ""
    sure: bool = False
    how: str = ""

    @property
    def ready(self) -> bool:
        """Whether a player may take it."""
        return not self.why_not

    def record(self) -> dict[str, Json]:
        """As the screen shows it, in the language that is being spoken."""
        return {"raw": self.raw, "says": str(self.says), "ready": self.ready, "why_not": str(self.why_not)}


@dataclass(frozen=True)
class TableNow:
    """The table as the camera has it just now. travelled: how far models have gone since they were asked for.

    trouble: why nothing of it can be trusted, as a sentence; empty when all is well.
    """

    snapshot: Snapshot
    travelled: Mapping[str, Travel]
    trouble: str | Message = ""


@dataclass(frozen=True)
class AnswersNow:
    """What the table says of the answers to a question just now.

    closed: the options that it shows to be impossible, each with the reason and its clause, by the code that decides
    the ruling; what nobody can see, or what is too close to call, stays open. advice: for answers that may be given
    while models move; None where no such answer is asked for.
    """

    closed: tuple[Option, ...] = ()
    advice: AdviceView | None = None


@dataclass(frozen=True)
class StrayModel:
    """A model that stands elsewhere than the game has it, out of turn: it counts as standing at `start`.

    start, end: centres of its base (x, y, z); by_in: the straight line between them. All in inches.
    """

    model: str
    start: Place
    end: Place
    by_in: float


class TableFacts(Protocol):
    """The facts that a rulebook takes from the table."""

    def by_itself(self, ask: Ask[Any]) -> bool:
        """Whether the table answers such a question without a player, where it is sure."""
        ...

    def mover(self, ask: Ask[Any]) -> str:
        """The model whose way a question is about, empty for none."""
        ...

    def sets_out(self, ask: Ask[Any]) -> str:
        """The model that may be moved while a question is open, empty for none: it is asked how, or what it does."""
        ...

    def concerned(self, ask: Ask[Any]) -> tuple[str, ...]:
        """The models that a question about the table names."""
        ...

    def answer(self, ask: Ask[Any], state: Any, seen: TableNow) -> Json:
        """The bare answer as JSON, where all models that it concerns are seen; None where the table has none."""
        ...

    def measured(self, ask: Ask[Any], state: Any, seen: TableNow, names: ModelNames) -> Measured | None:
        """What the table would answer; None where it cannot tell at all."""
        ...

    def filled_in(self, ask: Ask[Any], raw: Json, seen: TableNow) -> Json:
        """A typed answer with what the table knows beside it: where a model stands now."""
        ...

    def places(self, state: Any) -> Mapping[str, Place]:
        """Where models stand by the game's own reckoning, as far as it knows."""
        ...

    def find_displaced(
        self, before: Snapshot, after: Snapshot, state: Any, moving: Sequence[str]
    ) -> tuple[StrayModel, ...]:
        """Models that stand elsewhere although it was not theirs to move. moving: those that may be moved now."""
        ...

    def answers_now(self, ask: Ask[Any], state: Any, seen: TableNow, names: ModelNames) -> AnswersNow:
        """Which answers to a question the table shows to be impossible, and what speaks for the others just now."""
        ...

    def alerts(
        self,
        mover: str,
        state: Any,
        snapshot: Snapshot,
        way: Sequence[Place],
        names: ModelNames,
        walked_in: float = 0.0,
    ) -> dict[str, list[AlertView]]:
        """Who could break into a way, how, and where: by the seat that may know.

        walked_in: the length of what the mover walked before, of which the way is the end.
        """
        ...
