"""The acts of the people at the table: what counts, what was taken back, and what may be done again."""

from dataclasses import dataclass, field

from tablecam.game.log import AbandonedLine, AnswerLine, EventLine, Line, StruckLine


def is_act(line: Line) -> bool:
    """Whether somebody at the table did this; all other lines follow from the rules."""
    return isinstance(line, AnswerLine | AbandonedLine) or (isinstance(line, EventLine) and bool(line.by))


def replaces_undone_lines(line: Line) -> bool:
    """Whether this replaces lines that were struck just before, and keeps the later acts that still fit."""
    if isinstance(line, EventLine):
        return line.corrects
    return isinstance(line, AnswerLine) and line.overrules is not None


@dataclass
class Acts:
    """The acts of a log, followed line by line, so that a game read from its log can still redo.

    done: the lines of the acts that count. undone: those that may be done again, the next one last. Answers that an
    overruling or a correction kept are part of it: they are taken back with it.
    """

    done: list[int] = field(default_factory=list)
    undone: list[int] = field(default_factory=list)
    _kept: list[int] = field(default_factory=list)
    _keeping: bool = False
    _struck: bool = False

    def note(self, number: int, line: Line) -> None:
        """Take in one more line of the log."""
        if isinstance(line, StruckLine):
            self._strike_acts(line)
        elif isinstance(line, AnswerLine | AbandonedLine | EventLine) and is_act(line):
            self._note_act(number, line)
        self._struck = isinstance(line, StruckLine) and not line.undone

    def _strike_acts(self, line: StruckLine) -> None:
        struck_acts = [act for act in self.done if act >= line.struck[0]]
        struck_kept = [act for act in self._kept if act >= line.struck[0]]
        del self.done[len(self.done) - len(struck_acts) :], self._kept[len(self._kept) - len(struck_kept) :]
        if line.undone:
            kept_only = [act for act in struck_kept if not struck_acts or act < struck_acts[0]]
            self.undone += reversed(kept_only + struck_acts)
        self._keeping = False

    def _note_act(self, number: int, line: AnswerLine | AbandonedLine | EventLine) -> None:
        """Note a new act, which ends what could be done again; an answer that was merely kept does not."""
        is_redo = line.again is not None and self.undone[-1:] == [line.again]
        if line.again is not None and not is_redo and self._keeping:
            self._kept.append(number)
            return
        self.done.append(number)
        if is_redo:
            self.undone.pop()
        elif line.again is None:
            self.undone.clear()
        self._keeping = self._struck and replaces_undone_lines(line)
