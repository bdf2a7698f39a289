"""What somebody at the table did, what was taken back, and what may be done again."""

from dataclasses import dataclass, field

from tablecam.game.log import AbandonedLine, AnswerLine, EventLine, Line, StruckLine


def is_act(line: Line) -> bool:
    """Whether somebody at the table did this; all else follows from the rules."""
    return isinstance(line, AnswerLine | AbandonedLine) or (isinstance(line, EventLine) and bool(line.by))


def breaks_in(line: Line) -> bool:
    """Whether this puts something in the place of what was struck just before, and keeps of that what still fits."""
    if isinstance(line, EventLine):
        return line.corrects
    return isinstance(line, AnswerLine) and line.overrules is not None


@dataclass
class Acts:
    """Followed line by line, so that a game read back from its log can still do again what was taken back.

    done: the lines of the acts that count. undone: those that may be done again, the next one last. Answers that an
    overruling or a correction kept are part of it: they are taken back with it.
    """

    done: list[int] = field(default_factory=list)
    undone: list[int] = field(default_factory=list)
    _kept: list[int] = field(default_factory=list)
    _keeping: bool = False
    _struck: bool = False

    def note(self, number: int, line: Line) -> None:
        """The log has one more line."""
        if isinstance(line, StruckLine):
            self._strike(line)
        elif isinstance(line, AnswerLine | AbandonedLine | EventLine) and is_act(line):
            self._do(number, line)
        self._struck = isinstance(line, StruckLine) and not line.undone

    def _strike(self, line: StruckLine) -> None:
        gone = [act for act in self.done if act >= line.struck[0]]
        kept = [act for act in self._kept if act >= line.struck[0]]
        del self.done[len(self.done) - len(gone) :], self._kept[len(self._kept) - len(kept) :]
        if line.undone:
            alone = [act for act in kept if not gone or act < gone[0]]
            self.undone += reversed(alone + gone)
        self._keeping = False

    def _do(self, number: int, line: AnswerLine | AbandonedLine | EventLine) -> None:
        """Something new ends what could be done again; an answer that was merely kept does not."""
        again = line.again is not None and self.undone[-1:] == [line.again]
        if line.again is not None and not again and self._keeping:
            self._kept.append(number)
            return
        self.done.append(number)
        if again:
            self.undone.pop()
        elif line.again is None:
            self.undone.clear()
        self._keeping = self._struck and breaks_in(line)
