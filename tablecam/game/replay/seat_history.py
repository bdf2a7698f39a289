"""What a role may know of a game that is read back, in the role's own line numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message
from tablecam.game.accepted_positions import Place, read_acceptance
from tablecam.game.hosting import declaring
from tablecam.game.hosting.log_view import LogView
from tablecam.game.intentions import standing
from tablecam.game.log import KINDS, AnswerLine, BoundaryLine, EventLine, GameLog, Line
from tablecam.game.seat_log import SeatView
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import Book, Phrases
from tablecam.rules.plain import Json, from_plain
from tablecam.rules.system import System
from tablecam.table.base import Circle
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.notation import NO_TAG, USUAL_HEIGHT_IN, parse
from tablecam.table.snapshot import Snapshot

# a model of which nothing was measured stands on the base that most have
USUAL_BASE = Circle(25.4)


class ReadBack(Protocol):
    """The game that is read back; `recorded_game.py` has it."""

    system: System[Any]
    book: Book
    phrases: Phrases
    log: GameLog

    @property
    def state(self) -> Any:
        """The state after the last line."""

    def state_at(self, number: int) -> Any:
        """The state after a line."""

    def counted(self, number: int) -> Any:
        """The lines that counted then, the latest first."""

    def visible(self, state: Any, seat: str) -> dict[str, Json]:
        """A state as a seat may know it."""


@dataclass(frozen=True)
class Position:
    """A game after one line. number, line: the role's own; state: as the role may know it; heading: the procedure.

    snapshot: where everything stood when that was last measured; None where nobody ever measured it. truth: the state
    that the rules went on from, which is not to be shown. sight: the question, where the line answers one about sight.
    intentions: what had been said aloud and stood then.
    pictured: the log's own numbers of the answers of this procedure that pictures may have been kept of, the latest
    first.
    """

    number: int
    line: dict[str, Json]
    heading: str
    state: dict[str, Json]
    snapshot: Snapshot | None
    truth: Any
    sight: Mapping[str, Json] | None
    pictured: tuple[int, ...]
    intentions: list[dict[str, Json]] = field(default_factory=list)


class SeatHistory:
    """One role's share of a past game."""

    def __init__(self, game: ReadBack, log_view: LogView) -> None:
        self.game = game
        self.log_view = log_view
        self.log = GameLog()
        self.turns: list[int] = []
        self.catch_up()

    @property
    def lines(self) -> list[dict[str, Json]]:
        """The log in words; the first is line 1."""
        return self.log_view.lines

    def catch_up(self) -> None:
        """Take in what the log has grown by. turns: for each line, the turn in which it was written."""
        self.log_view.catch_up()
        view = self.log_view.view
        for record in view.lines[self.log.last :]:
            self.log.append(_line(record, self.log.last + 1))
        for number in view.numbers[len(self.turns) :]:
            self.turns.append(self.game.book.turn(self.game.state_at(number)))

    def moment(self, number: int) -> Position:
        """The game after one of the role's lines; Refused where it has none of that number."""
        count = self.log_view.count
        if not 1 <= number <= count:
            raise IllegalAnswer(Message("this log has lines 1 to {last}, and no line {line}", last=count, line=number))
        true = self.true(number)
        truth = self.game.state_at(true)
        reasons = self.log_view.reasons(number)
        line = self.lines[number - 1] | ({"reasons": reasons} if reasons else {})
        return Position(
            number, line, self._heading(true), self.game.visible(truth, self.log_view.seat),
            self.snapshot(number), truth, self._sight(number), self._pictured(true),
            self._intentions(number, truth),
        )  # fmt: skip

    def true(self, number: int) -> int:
        """The log's own number of one of the role's lines."""
        return self.log_view.view.numbers[number - 1]

    def snapshot(self, number: int) -> Snapshot | None:
        """Where everything stood after a line, by the last measurement that counted and that the role knows of.

        Models whose positions the sides accepted since then stand there. Where nothing was ever measured, the places
        that the game itself remembers.
        """
        true, own = self.true(number), self.log_view.view.own
        accepted: dict[str, Place] = {}
        for line in self.game.counted(true):
            seen, written = own(line), self.game.log[line]
            if isinstance(written, EventLine) and (event := read_acceptance(written)):
                accepted = {**event.at, **accepted}
            text = self.log_view.view.lines[seen - 1].get("position") if seen else None
            if text and (found := read_back(str(text))):
                return found.with_places(accepted)
        return self._remembered(self.game.state_at(true))

    def _remembered(self, state: Any) -> Snapshot | None:
        places = self.game.book.facts.places(state)
        if not places:
            return None
        people = self.game.phrases.people(state)
        placed = tuple(Placed(self._stand_in(model, people), *place, 0.0) for model, place in places.items())
        width, depth = self.game.log.header.setup.get("table_in") or (48.0, 48.0)
        return Snapshot(0.0, placed, width_in=float(width), depth_in=float(depth))

    def _stand_in(self, model: str, people: Mapping[str, str]) -> Miniature:
        name = str(self.log_view.names(model))
        return Miniature(model, name, people[model], NO_TAG, 16.0, (0.0, 0.0), 1.2, USUAL_BASE, USUAL_HEIGHT_IN)

    def heading(self, number: int) -> str:
        """The procedure that one of the role's lines belongs to, in words."""
        return self._heading(self.true(number))

    def _heading(self, true: int) -> str:
        log = self.game.log
        begun = next(
            (line for true_line in self.game.counted(true) if isinstance(line := log[true_line], BoundaryLine)), None
        )
        return self.game.phrases.titled(begun.boundary, self.log_view.names) if begun else ""

    def _sight(self, number: int) -> Mapping[str, Json] | None:
        record = self.log_view.view.lines[number - 1]
        if record.get("answer") is None or not record.get("position"):
            return None
        ask, seen = self.log_view.ask_of(record), record["answer"]
        if "viewer" not in ask or "targets" not in ask:
            return None
        # who is looked at is most often who is seen; of a whole force most are hidden
        most = (
            {target: _share(seen[target]) for target in ask["targets"] if target in seen}
            if isinstance(seen, dict)
            else {}
        )
        return ask | {"targets": sorted(ask["targets"], key=lambda target: -most.get(target, 0.0))}

    def _intentions(self, number: int, truth: Any) -> list[dict[str, Json]]:
        """What had been said aloud of models and stood then."""
        said = standing(self.log_view.view.lines[:number])
        return declaring.shown(said.values(), self.log_view.names, self.game.phrases.people(truth)) if said else []

    def _pictured(self, true: int) -> tuple[int, ...]:
        """Answers since the procedure began, those alone that the role sees."""
        found = []
        for true_line in self.game.counted(true):
            line = self.game.log[true_line]
            if isinstance(line, BoundaryLine):
                break
            if isinstance(line, AnswerLine) and self.log_view.view.own(true_line):
                found.append(true_line)
        return tuple(found)


def _share(seen: Json) -> float:
    """How much is seen of a target, as it was measured or typed."""
    share = seen.get("visible") if isinstance(seen, dict) else seen
    return float(share) if isinstance(share, int | float) else 0.0


class _Everything(SeatView):
    """The log as it is: for a game that is over there are no secrets."""

    def _seen(self, log: GameLog, line: Line) -> Line | None:
        return line


def everything(system: System[Any]) -> SeatView:
    """The view of nobody in particular of a game that is over: every line, under the log's own number."""
    return _Everything(system, "")


@lru_cache(maxsize=64)
def read_back(position: str) -> Snapshot | None:
    """A position as the log has it; None for one that cannot be read, in a log from elsewhere."""
    try:
        return parse(position, "the log")  # no text
    except TablecamError:
        return None


def _line(record: Mapping[str, Json], number: int) -> Line:
    kind = next(one_kind for one_kind in KINDS if one_kind in record)
    line: Line = from_plain(KINDS[kind], dict(record), f"line {number} of the log")  # no text: a fault of a file
    return line
