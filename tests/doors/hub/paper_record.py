"""The archiver's side in memory, with the two pure steps of the real one."""

from dataclasses import dataclass, field

from tablecam.doors.hub.anti_entropy import compute_state, select_lines, walk
from tablecam.doors.hub.message import Batch, Have


@dataclass
class PaperRecord:
    """The record of one stream."""

    upto: int = 0
    sum: str = ""
    end: int | None = None
    waiting: dict[int, tuple[str, str]] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)

    def take(self, batch: Batch) -> Have:
        self.end = batch.end if self.end is None else self.end
        for number, text, sum_ in select_lines(batch, self.upto, self.end):
            self.waiting.setdefault(number, (text, sum_))
        before = self.upto
        reached = walk(self.upto, self.sum, sorted((number, *line) for number, line in self.waiting.items()))
        self.kept += [self.waiting.pop(number)[0] for number in range(before + 1, reached.upto + 1)]
        if reached.broken:
            self.waiting = {number: line for number, line in self.waiting.items() if number < reached.broken}
        self.upto, self.sum = reached.upto, reached.sum
        return self.have

    @property
    def have(self) -> Have:
        return Have(self.upto, self.sum, compute_state(walk(self.upto, self.sum, []), self.end))
