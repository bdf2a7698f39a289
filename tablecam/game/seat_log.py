"""The log as one seat may know it: with the seat's own line numbers, and independent of what the seat may not know.

A hidden line leaves no gap, because a gap would reveal it. So every seat counts its own lines, and the line numbers
in its answers are translated back.
"""

from dataclasses import replace
from typing import Any

from tablecam.game.log import (
    AbandonedLine,
    AnswerLine,
    AskLine,
    EventLine,
    GameLine,
    GameLog,
    Line,
    StruckLine,
    record,
)
from tablecam.rules.plain import Json
from tablecam.rules.system import SetupKeeper, System


class SeatView:
    """One seat's log. lines: as JSON, from line 1. It only ever grows."""

    def __init__(self, system: System[Any], seat: str) -> None:
        self.system = system
        self.seat = seat
        self.lines: list[dict[str, Json]] = []
        self.numbers: list[int] = []
        self._own_numbers: dict[int, int] = {}
        self._read_count = 0

    def own(self, number: int) -> int | None:
        """The seat's own number of a line of the log; None if the seat does not see it."""
        return self._own_numbers.get(number)

    def catch_up(self, log: GameLog) -> None:
        """Take in the log's new lines."""
        for number in range(self._read_count + 1, log.last + 1):
            visible = self._filter_line(log, log[number])
            if visible is not None:
                self.lines.append(record(visible))
                self.numbers.append(number)
                self._own_numbers[number] = len(self.lines)
        self._read_count = log.last

    def _filter_line(self, log: GameLog, line: Line) -> Line | None:
        match line:
            case GameLine() if isinstance(self.system, SetupKeeper):
                return replace(line, setup=dict(self.system.visible_setup(line.setup, self.seat)))
            case AskLine():
                return line if self._can_see_question(line) else None
            case AnswerLine():
                return self._filter_answer(log, line)
            case EventLine():
                return self._filter_event(line)
            case StruckLine():
                return self._filter_struck(line)
            case AbandonedLine():
                return replace(line, again=self._own_numbers.get(line.again or 0))
        return line

    def _can_see_question(self, line: AskLine) -> bool:
        seen_by = line.ask.get("seen_by")
        return seen_by is None or self.seat == line.ask.get("seat") or self.seat in seen_by

    def _filter_answer(self, log: GameLog, line: AnswerLine) -> AnswerLine | None:
        """The answer, blank if it is another seat's secret; None if even its question is hidden."""
        if line.to not in self._own_numbers:
            return None
        ask_line = log[line.to]
        assert isinstance(ask_line, AskLine)
        own_number = self._own_numbers.get
        numbered = replace(
            line,
            to=self._own_numbers[line.to],
            again=own_number(line.again or 0),
            overrules=own_number(line.overrules or 0),
        )
        if ask_line.ask.get("secret") and ask_line.ask.get("seat") != self.seat:
            return replace(numbered, answer=None, source="", position="", why="")
        return numbered

    def _filter_event(self, line: EventLine) -> EventLine | None:
        visible = self.system.visible_event(self.system.event(line.event), self.seat)
        return replace(line, event=visible.record(), again=self._own_numbers.get(line.again or 0)) if visible else None

    def _filter_struck(self, line: StruckLine) -> StruckLine | None:
        """The line in the seat's own numbers; None if the seat saw none of the struck lines."""
        first_struck, last_struck = line.struck
        own_numbers = [
            self._own_numbers[number] for number in range(first_struck, last_struck + 1) if number in self._own_numbers
        ]
        return replace(line, struck=(own_numbers[0], own_numbers[-1])) if own_numbers else None
