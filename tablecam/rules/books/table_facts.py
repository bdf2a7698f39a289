"""The measured facts that the table gives a rulebook, and the interface that a book measures them through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from tablecam.base.i18n import Message
from tablecam.rules.ask import Ask, Option
from tablecam.rules.books.views import AdviceView, AlertView
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames

if TYPE_CHECKING:
    from tablecam.sensing.tracking.odometer import Place, Travel
    from tablecam.table.snapshot import Snapshot


@dataclass(frozen=True)
class MeasuredAnswer:
    """The table's present answer. says: for the screen. ready: whether it can be used; why_not: a sentence.

    It is made where no reader's language is known, so `record()` translates its texts.

    sure: whether the table may answer by itself, if it does so for this kind of question.
    how: the way it was measured, if that is not the usual way: "as the crow flies".
    """

    raw: Json
    says: str | Message
    why_not: str | Message = ""
    sure: bool = False
    how: str = ""

    @property
    def ready(self) -> bool:
        """Whether a player may use it."""
        return not self.why_not

    def record(self) -> dict[str, Json]:
        """The answer as the screen shows it, in the current language."""
        return {"raw": self.raw, "says": str(self.says), "ready": self.ready, "why_not": str(self.why_not)}


@dataclass(frozen=True)
class TableNow:
    """The table as the camera sees it. travelled: the paths of models since their moves were asked for.

    trouble: the reason why nothing of it is reliable, as a sentence; empty if all is well.
    """

    snapshot: Snapshot
    travelled: Mapping[str, Travel]
    trouble: str | Message = ""


@dataclass(frozen=True)
class AnswersNow:
    """The table's present view of the answers to a question.

    closed: the options that it shows to be impossible, each with the reason and its clause, by the code that decides
    the ruling; an option that nobody can see, or that is too close to call, stays open. advice: for answers that may
    be given while models move; None if no such answer is asked for.
    """

    closed: tuple[Option, ...] = ()
    advice: AdviceView | None = None


@dataclass(frozen=True)
class StrayModel:
    """A model that moved out of turn: for the game it still stands at `start`.

    start, end: centres of its base (x, y, z); by_in: the straight line between them. All in inches.
    """

    model: str
    start: Place
    end: Place
    by_in: float


class TableFacts(Protocol):
    """The facts that a rulebook takes from the table."""

    def by_itself(self, ask: Ask[Any]) -> bool:
        """Whether the table answers such a question without a player, if it is sure."""
        ...

    def find_rest(self, ask: Ask[Any]) -> float:
        """The seconds that models must rest before the table answers by itself; 0 where it need not wait."""
        ...

    def mover(self, ask: Ask[Any]) -> str:
        """The model whose path a question is about, empty for none."""
        ...

    def find_moving_model(self, ask: Ask[Any]) -> str:
        """The model that may be moved while a question is open, empty for none: the question is about its move."""
        ...

    def list_models(self, ask: Ask[Any]) -> tuple[str, ...]:
        """The models that a question about the table names."""
        ...

    def answer(self, ask: Ask[Any], state: Any, seen: TableNow) -> Json:
        """The bare answer as JSON, if all its models are seen; None if the table has none."""
        ...

    def measure_answer(self, ask: Ask[Any], state: Any, seen: TableNow, names: ModelNames) -> MeasuredAnswer | None:
        """The table's answer with its text; None if it has none at all."""
        ...

    def complete_answer(self, ask: Ask[Any], raw: Json, seen: TableNow) -> Json:
        """A typed answer with what the table adds: the present position of a model."""
        ...

    def list_places(self, state: Any) -> Mapping[str, Place]:
        """The positions of models that the game's own state holds."""
        ...

    def find_displaced(
        self, before: Snapshot, after: Snapshot, state: Any, moving: Sequence[str]
    ) -> tuple[StrayModel, ...]:
        """Models that moved out of turn. moving: the models that may be moved now."""
        ...

    def answers_now(self, ask: Ask[Any], state: Any, seen: TableNow, names: ModelNames) -> AnswersNow:
        """The answers to a question that the table shows to be impossible, and advice on the open ones."""
        ...

    def find_alerts(
        self,
        mover: str,
        state: Any,
        snapshot: Snapshot,
        way: Sequence[Place],
        names: ModelNames,
        walked_in: float = 0.0,
    ) -> dict[str, list[AlertView]]:
        """The models that could interrupt a path, how, and where: by the seat that may know.

        walked_in: the length in inches that the mover walked before `way`.
        """
        ...
