"""The log as one seat may know it: its own line numbers, and nothing that depends on what it may not know.

A line that is hidden leaves no gap, since a gap would say that there was something. So every seat counts its own
lines, and what it answers is translated back.
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
    """One seat's log. lines: as JSON has them, the first is line 1. It only ever grows."""

    def __init__(self, system: System[Any], seat: str) -> None:
        self.system = system
        self.seat = seat
        self.lines: list[dict[str, Json]] = []
        self.numbers: list[int] = []
        self._own: dict[int, int] = {}
        self._read = 0

    def own(self, number: int) -> int | None:
        """The seat's own number of a line of the log; None where it does not see it."""
        return self._own.get(number)

    def catch_up(self, log: GameLog) -> None:
        """Take in what the log has grown by."""
        for number in range(self._read + 1, log.last + 1):
            seen = self._seen(log, log[number])
            if seen is not None:
                self.lines.append(record(seen))
                self.numbers.append(number)
                self._own[number] = len(self.lines)
        self._read = log.last

    def _seen(self, log: GameLog, line: Line) -> Line | None:
        match line:
            case GameLine() if isinstance(self.system, SetupKeeper):
                return replace(line, setup=dict(self.system.visible_setup(line.setup, self.seat)))
            case AskLine():
                return line if self._may_know(line) else None
            case AnswerLine():
                return self._answer(log, line)
            case EventLine():
                return self._event(line)
            case StruckLine():
                return self._struck(line)
            case AbandonedLine():
                return replace(line, again=self._own.get(line.again or 0))
        return line

    def _may_know(self, line: AskLine) -> bool:
        seen_by = line.ask.get("seen_by")
        return seen_by is None or self.seat == line.ask.get("seat") or self.seat in seen_by

    def _answer(self, log: GameLog, line: AnswerLine) -> AnswerLine | None:
        """Blank where it is another's secret, and gone where even the question is."""
        if line.to not in self._own:
            return None
        asked = log[line.to]
        assert isinstance(asked, AskLine)
        own = self._own.get
        numbered = replace(line, to=self._own[line.to], again=own(line.again or 0), overrules=own(line.overrules or 0))
        if asked.ask.get("secret") and asked.ask.get("seat") != self.seat:
            return replace(numbered, answer=None, source="", position="", why="")
        return numbered

    def _event(self, line: EventLine) -> EventLine | None:
        seen = self.system.visible_event(self.system.event(line.event), self.seat)
        return replace(line, event=seen.record(), again=self._own.get(line.again or 0)) if seen else None

    def _struck(self, line: StruckLine) -> StruckLine | None:
        """In the seat's own numbers; nothing where it never saw any of the lines."""
        first, last = line.struck
        own = [self._own[number] for number in range(first, last + 1) if number in self._own]
        return replace(line, struck=(own[0], own[-1])) if own else None
