"""A recorded game as far as a role may know it, in the role's own line numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message
from tablecam.game.game import Place, read_acceptance
from tablecam.game.hosting import game_view
from tablecam.game.hosting.log_view import LogView
from tablecam.game.intentions import standing
from tablecam.game.log import KINDS, AnswerLine, BoundaryLine, EventLine, GameLog, Line, SeatView
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import Book, Phrases
from tablecam.rules.plain import Json, from_plain
from tablecam.rules.system import System
from tablecam.table.miniature import Circle, Miniature, Placed
from tablecam.table.notation import NO_TAG, USUAL_HEIGHT_IN, parse
from tablecam.table.snapshot import Snapshot

# the base of a model that was never measured: the one that most models have
USUAL_BASE = Circle(25.4)


class ReadBack(Protocol):
    """A recorded game; implemented in `recorded_game.py`."""

    system: System[Any]
    book: Book
    phrases: Phrases
    log: GameLog

    @property
    def state(self) -> Any:
        """The state after the last line."""

    def get_state(self, number: int) -> Any:
        """The state after a line."""

    def iterate_counting_lines(self, number: int) -> Any:
        """The lines that counted then, the latest first."""

    def visible(self, state: Any, seat: str) -> dict[str, Json]:
        """A state as a seat may know it."""

    def hides_models(self, number: int, seat: str) -> bool:
        """Whether a seat may not know who some models are, after a line."""


@dataclass(frozen=True)
class Position:
    """A game after one line. number, line: the role's own; state: as the role may know it; heading: the procedure.

    snapshot: the last measured positions; None if nobody ever measured them. truth: the state that the rules went on
    from, which must not be shown. sight: the question, if the line answers one about sight. intentions: those that
    stood then. pictured: the log's own numbers of this procedure's answers that may have images, the latest first.
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
    """One role's share of a recorded game."""

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
        """Take in the log's new lines. turns: for each line, the turn in which it was written."""
        self.log_view.catch_up()
        view = self.log_view.view
        for record in view.lines[self.log.last :]:
            self.log.append(_parse_line(record, self.log.last + 1))
        for number in view.numbers[len(self.turns) :]:
            self.turns.append(self.game.book.turn(self.game.get_state(number)))

    def moment(self, number: int) -> Position:
        """The game after one of the role's lines; IllegalAnswer if it has none of that number."""
        count = self.log_view.count
        if not 1 <= number <= count:
            raise IllegalAnswer(Message("this log has lines 1 to {last}, but no line {line}", last=count, line=number))
        true_number = self.true(number)
        truth = self.game.get_state(true_number)
        reasons = self.log_view.reasons(number)
        line = self.lines[number - 1] | ({"reasons": reasons} if reasons else {})
        return Position(
            number, line, self._find_heading(true_number), self.game.visible(truth, self.log_view.seat),
            self.snapshot(number), truth, self._sight_question(number), self._find_pictured_answers(true_number),
            self._standing_intentions(number, truth),
        )  # fmt: skip

    def true(self, number: int) -> int:
        """The log's own number of one of the role's lines."""
        return self.log_view.view.numbers[number - 1]

    def snapshot(self, number: int) -> Snapshot | None:
        """Positions after a line, by the last measurement that counted and that the role knows of.

        Models whose positions the sides accepted since then stand there. If nothing was ever measured, the places that
        the game itself remembers.
        """
        true_number, own_number = self.true(number), self.log_view.view.own
        accepted: dict[str, Place] = {}
        for line in self.game.iterate_counting_lines(true_number):
            seat_line, log_line = own_number(line), self.game.log[line]
            if isinstance(log_line, EventLine) and (event := read_acceptance(log_line)):
                accepted = {**event.at, **accepted}
            text = self.log_view.view.lines[seat_line - 1].get("position") if seat_line else None
            if text and (measured := read_back(str(text))):
                return measured.with_places(accepted)
        return self._build_remembered(self.game.get_state(true_number))

    def _build_remembered(self, state: Any) -> Snapshot | None:
        places = self.game.book.facts.list_places(state)
        if not places:
            return None
        people = self.game.phrases.people(state)
        models = tuple(Placed(self._build_model(model, people), *place, 0.0) for model, place in places.items())
        width, depth = self.game.log.header.setup.get("table_in") or (48.0, 48.0)
        return Snapshot(0.0, models, width_in=float(width), depth_in=float(depth))

    def _build_model(self, model: str, people: Mapping[str, str]) -> Miniature:
        name = str(self.log_view.names(model))
        return Miniature(model, name, people[model], NO_TAG, 16.0, (0.0, 0.0), 1.2, USUAL_BASE, USUAL_HEIGHT_IN)

    def heading(self, number: int) -> str:
        """The procedure of one of the role's lines, in words."""
        return self._find_heading(self.true(number))

    def _find_heading(self, true: int) -> str:
        log = self.game.log
        boundary = next(
            (
                line
                for true_line in self.game.iterate_counting_lines(true)
                if isinstance(line := log[true_line], BoundaryLine)
            ),
            None,
        )
        return self.game.phrases.title_step(boundary.name, self.log_view.names) if boundary else ""

    def _sight_question(self, number: int) -> Mapping[str, Json] | None:
        record = self.log_view.view.lines[number - 1]
        if record.get("answer") is None or not record.get("position"):
            return None
        ask, answer = self.log_view.get_question(record), record["answer"]
        if "viewer" not in ask or "targets" not in ask:
            return None
        # the target is usually the visible model; of a complete force most are hidden
        visible_shares = (
            {target: _visible_share(answer[target]) for target in ask["targets"] if target in answer}
            if isinstance(answer, dict)
            else {}
        )
        return ask | {"targets": sorted(ask["targets"], key=lambda target: -visible_shares.get(target, 0.0))}

    def _standing_intentions(self, number: int, truth: Any) -> list[dict[str, Json]]:
        """The intentions that stood then."""
        intentions = standing(self.log_view.view.lines[:number])
        return (
            game_view.list_standing_intentions(
                intentions.values(), self.log_view.names, self.game.phrases.people(truth)
            )
            if intentions
            else []
        )

    def _find_pictured_answers(self, true: int) -> tuple[int, ...]:
        """Answers since the procedure began, as far as the role sees them."""
        answers = []
        for true_line in self.game.iterate_counting_lines(true):
            line = self.game.log[true_line]
            if isinstance(line, BoundaryLine):
                break
            if isinstance(line, AnswerLine) and self.log_view.view.own(true_line):
                answers.append(true_line)
        return tuple(answers)


def _visible_share(seen: Json) -> float:
    """The visible share of a target, 0 to 1, as it was measured or typed."""
    share = seen.get("visible") if isinstance(seen, dict) else seen
    return float(share) if isinstance(share, int | float) else 0.0


class _Everything(SeatView):
    """The complete log: a game that is over has no secrets."""

    def _filter_line(self, log: GameLog, line: Line) -> Line | None:
        return line


def everything(system: System[Any]) -> SeatView:
    """A view of a game that is over, for no seat in particular: every line, under the log's own number."""
    return _Everything(system, "")


@lru_cache(maxsize=64)
def read_back(position: str) -> Snapshot | None:
    """The snapshot of a logged position; None if it cannot be read, in a log from elsewhere."""
    try:
        return parse(position, "the log")  # no text
    except TablecamError:
        return None


def _parse_line(record: Mapping[str, Json], number: int) -> Line:
    kind = next(key for key in KINDS if key in record)
    line: Line = from_plain(KINDS[kind], dict(record), f"line {number} of the log")  # no text: a fault of a file
    return line
