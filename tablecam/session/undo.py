"""What somebody at the table did, what was taken back, and what may be done again."""

from dataclasses import dataclass, field

from tablecam.session.game_log import AbandonedLine, AnswerLine, EventLine, Line, StruckLine


def is_act(line: Line) -> bool:
    """Whether somebody at the table did this; all else follows from the rules."""
    return isinstance(line, AnswerLine | AbandonedLine) or (isinstance(line, EventLine) and bool(line.by))


@dataclass
class Acts:
    """Followed line by line, so that a game read back from its log can still do again what was taken back.

    done: the lines of the acts that count. undone: those that may be done again, the next one last.
    """

    done: list[int] = field(default_factory=list)
    undone: list[int] = field(default_factory=list)

    def note(self, number: int, line: Line) -> None:
        """The log has one more line."""
        if isinstance(line, StruckLine):
            self._struck(line)
        elif isinstance(line, AnswerLine | AbandonedLine | EventLine) and is_act(line):
            self.done.append(number)
            self._given(line.again)

    def _struck(self, line: StruckLine) -> None:
        gone = [each for each in self.done if each >= line.struck[0]]
        del self.done[len(self.done) - len(gone) :]
        if line.undone:
            self.undone += reversed(gone)

    def _given(self, again: int | None) -> None:
        """Something new ends what could be done again; an answer that was merely kept does not."""
        if again is None:
            self.undone.clear()
        elif self.undone[-1:] == [again]:
            self.undone.pop()
