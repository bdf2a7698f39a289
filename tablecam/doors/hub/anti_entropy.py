"""How a table and the record come to have the same lines, whatever the courier between them loses, doubles or shuffles.

What the broker acknowledges counts for nothing: only the archiver's word (`Have`), given after its commit. Neither side
has a clock or a network here: `now` is seconds on any clock that does not go back.

| the table        | hears or sees                      | and then                                                  |
| ---------------- | ---------------------------------- | --------------------------------------------------------- |
| away             | it is connected                    | sends from `upto + 1`, once what is retained had time     |
| anything         | the stream grows                   | sends it, up to 3,000 lines beyond `upto`                 |
| lines under way  | a word that is further             | takes it; the wait starts over                            |
| lines under way  | no progress for the wait           | sends again from the last word; the wait doubles          |
| all is sent      | a word that says `whole`           | owes nothing any more                                     |
| anything         | a sum that is not its own          | has forked: sends nothing more under this name            |

The record walks on from `upto` while the next line is there and its sum follows (`walk`); what does not follow is
deleted, the word stays as it was, and the table sends it again.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tablecam.doors.hub.message import FORKED, MOST_BYTES, MOST_LINES, OPEN, WHOLE, Batch, Have
from tablecam.storage.line_sum import line_sum

# lines that a table has sent and heard nothing of, at most
UNDER_WAY = 3000
# how far ahead of its word the record keeps lines: whoever sends more has not listened
AHEAD = 2 * UNDER_WAY
# no progress for so long: it is sent again; the wait doubles up to the longest
WAIT_S, LONGEST_WAIT_S = 2.0, 30.0
# how long what the broker has retained may take after connecting
SETTLES_S = 0.3


class Debt:
    """What a table owes of one stream: a log that only grows, sent until the record says that it has it.

    upto: how far the record has it, as it has said. forked: the record has other lines; whole: it has all, and the
    stream has ended. parent: the UUID of the game before a fork.
    """

    def __init__(self, parent: str = "") -> None:
        self.parent = parent
        self.upto = 0
        self.forked = False
        self.whole = False
        self._lines: list[str] = []
        self._sums: list[str] = [""]
        self._ended = False
        # how far it was said last, which is less than `upto` where a word was late, or the record was restored
        self._said = 0
        self._sent = 0
        self._end_sent = False
        self._rests_until = math.inf
        self._wait_s = WAIT_S
        self._again_at = math.inf

    @property
    def last(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    @property
    def behind(self) -> int:
        """How many lines the record lacks, as far as it has said."""
        return self.last - self.upto

    def grow(self, lines: Iterable[str], *, ended: bool = False) -> None:
        """More lines. ended: there will be no others."""
        for line in lines:
            self._lines.append(line)
            self._sums.append(line_sum(self._sums[-1], line))
        self._ended = self._ended or ended

    def connected(self, now: float) -> None:
        """The broker is there, and this table's `have` topics are subscribed to."""
        self._rests_until = now + SETTLES_S
        self._wait_s = WAIT_S
        self._back_to(self.upto)

    def away(self) -> None:
        """The broker is gone."""
        self._rests_until = math.inf

    def heard(self, have: Have, now: float) -> None:
        """The record's word; the furthest counts, and one whose sum is not this stream's own is a fork."""
        if have.state == FORKED or have.upto > self.last or have.sum != self._sums[have.upto]:
            self.forked = True
            return
        self._said = have.upto
        self.whole = self.whole or (have.state == WHOLE and self._ended and have.upto == self.last)
        if have.upto > self.upto:
            self.upto = have.upto
            self._sent = max(self._sent, self.upto)
            self._wait_s = WAIT_S
            self._again_at = now + self._wait_s

    def due(self, now: float) -> Iterator[Batch]:
        """What is to be sent now; each batch counts as sent when it is taken."""
        if self.forked or self.whole or now < self._rests_until:
            return
        if not self._waiting:
            self._again_at = now + self._wait_s
        elif now >= self._again_at:
            self._back_to(self._said)
            self._wait_s = min(2 * self._wait_s, LONGEST_WAIT_S)
            self._again_at = now + self._wait_s
        while batch := self._next():
            self._sent = batch.last
            self._end_sent = batch.end is not None
            yield batch

    @property
    def _waiting(self) -> bool:
        """Whether something is under way."""
        return self._said < self._sent or self._end_sent

    def _back_to(self, number: int) -> None:
        self.upto = self._said = self._sent = number
        self._end_sent = False

    def _next(self) -> Batch | None:
        """The next batch; None where nothing is left, or too much is under way."""
        first = self._sent + 1
        last = self._last_of_batch(first)
        if last > self.upto + UNDER_WAY or (last < first and (self._end_sent or not self._ended)):
            return None
        end = self.last if self._ended and last == self.last else None
        parent = self.parent if first == 1 else ""
        return Batch(first, tuple(self._lines[first - 1 : last]), tuple(self._sums[first : last + 1]), end, parent)

    def _last_of_batch(self, first: int) -> int:
        """As many lines as fit, and one in any case; the number before `first` where there is none."""
        size, last = 0, first - 1
        while last < self.last and last - first + 1 < MOST_LINES:
            size += len(self._lines[last].encode())
            if size > MOST_BYTES and last >= first:
                break
            last += 1
        return last


@dataclass(frozen=True)
class Reached:
    """How far the record is whole now, the sum there, and the first line that does not follow, if one does not."""

    upto: int
    sum: str
    broken: int | None = None


def walk(upto: int, before: str, waiting: Sequence[tuple[int, str, str]]) -> Reached:
    """On from a line and the sum there. waiting: (number, text, sum) of lines after it, in order, maybe with gaps."""
    for number, text, sum_ in waiting:
        if number != upto + 1:
            break
        if line_sum(before, text) != sum_:
            return Reached(upto, before, number)
        upto, before = number, sum_
    return Reached(upto, before)


def state_of(reached: Reached, end: int | None) -> str:
    """Whether the stream is whole, if it is known where it ends."""
    return WHOLE if reached.upto == end else OPEN


def wanted(batch: Batch, upto: int, end: int | None) -> Iterator[tuple[int, str, str]]:
    """The lines of a batch that the record keeps: (number, text, sum)."""
    most = upto + AHEAD if end is None else min(upto + AHEAD, end)
    for number, (text, sum_) in enumerate(zip(batch.lines, batch.sums, strict=True), batch.first):
        if upto < number <= most:
            yield number, text, sum_
