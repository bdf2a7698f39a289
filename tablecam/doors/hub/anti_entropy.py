"""Bring a table and the record to the same lines, whatever the courier between them loses, doubles or shuffles.

The broker's acknowledgements do not count: only the archiver's word (`Have`) does, given after its commit. Neither side
has a clock or a network here: `now` is seconds on any clock that does not go back.

| the table        | hears or sees                      | and then                                                  |
| ---------------- | ---------------------------------- | --------------------------------------------------------- |
| away             | it is connected                    | sends from `upto + 1`, once retained words had time       |
| anything         | the stream grows                   | sends it, up to 3,000 lines beyond `upto`                 |
| lines under way  | a word with a higher `upto`        | takes it; the wait starts over                            |
| lines under way  | no progress for the wait           | sends again from the last word; the wait doubles          |
| all is sent      | a word with the state `whole`      | owes nothing any more                                     |
| anything         | a sum that is not its own          | has forked: sends nothing more under this name            |

The record walks on from `upto` while the next line is there and its sum follows (`walk`). It deletes lines that do not
follow, its word stays as it was, and the table sends them again.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tablecam.doors.hub.message import FORKED, MOST_BYTES, MOST_LINES, OPEN, WHOLE, Batch, Have
from tablecam.storage.database_file import line_sum

# the maximum number of lines that a table has sent without an answer
UNDER_WAY = 3000
# how far ahead of its word the record keeps lines: a table that sends more has not listened
AHEAD = 2 * UNDER_WAY
# after this time without progress a table sends again; the wait doubles up to the longest
WAIT_S, LONGEST_WAIT_S = 2.0, 30.0
# how long retained messages may take after connecting
SETTLES_S = 0.3


class Debt:
    """One stream that a table owes: a log that only grows, sent until the record confirms it.

    upto: the last line that the record has confirmed. forked: the record has other lines; whole: it has all, and the
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
        # the last word's `upto`, which is lower if the word was late, or the record was restored
        self._said_upto = 0
        self._sent = 0
        self._end_sent = False
        self._rests_until = math.inf
        self._wait_s = WAIT_S
        self._again_at = math.inf

    @property
    def last(self) -> int:
        """The number of lines."""
        return len(self._lines)

    @property
    def behind(self) -> int:
        """The number of lines that the record lacks, as far as it has confirmed."""
        return self.last - self.upto

    def grow(self, lines: Iterable[str], *, ended: bool = False) -> None:
        """Add lines. ended: there will be no more."""
        for line in lines:
            self._lines.append(line)
            self._sums.append(line_sum(self._sums[-1], line))
        self._ended = self._ended or ended

    def begin_connection(self, now: float) -> None:
        """Start to send: the broker is there, and this table's `have` topics are subscribed to."""
        self._rests_until = now + SETTLES_S
        self._wait_s = WAIT_S
        self._restart(self.upto)

    def end_connection(self) -> None:
        """Stop sending: the broker is gone."""
        self._rests_until = math.inf

    def take_word(self, have: Have, now: float) -> None:
        """Take in the record's word; the highest counts, and a word with another sum than this stream's is a fork."""
        if have.state == FORKED or have.upto > self.last or have.sum != self._sums[have.upto]:
            self.forked = True
            return
        self._said_upto = have.upto
        self.whole = self.whole or (have.state == WHOLE and self._ended and have.upto == self.last)
        if have.upto > self.upto:
            self.upto = have.upto
            self._sent = max(self._sent, self.upto)
            self._wait_s = WAIT_S
            self._again_at = now + self._wait_s

    def due(self, now: float) -> Iterator[Batch]:
        """The batches to send now; each batch counts as sent when it is taken."""
        if self.forked or self.whole or now < self._rests_until:
            return
        if not self._is_waiting:
            self._again_at = now + self._wait_s
        elif now >= self._again_at:
            self._restart(self._said_upto)
            self._wait_s = min(2 * self._wait_s, LONGEST_WAIT_S)
            self._again_at = now + self._wait_s
        while batch := self._next_batch():
            self._sent = batch.last
            self._end_sent = batch.end is not None
            yield batch

    @property
    def _is_waiting(self) -> bool:
        """Whether lines are under way."""
        return self._said_upto < self._sent or self._end_sent

    def _restart(self, number: int) -> None:
        self.upto = self._said_upto = self._sent = number
        self._end_sent = False

    def _next_batch(self) -> Batch | None:
        """The next batch; None if nothing is left, or too much is under way."""
        start = self._sent + 1
        stop = self._find_batch_end(start)
        if stop > self.upto + UNDER_WAY or (stop < start and (self._end_sent or not self._ended)):
            return None
        end_number = self.last if self._ended and stop == self.last else None
        parent = self.parent if start == 1 else ""
        return Batch(
            start, tuple(self._lines[start - 1 : stop]), tuple(self._sums[start : stop + 1]), end_number, parent
        )

    def _find_batch_end(self, first: int) -> int:
        """The last line that fits in a batch, at least one; the number before `first` if there is none."""
        size, end_number = 0, first - 1
        while end_number < self.last and end_number - first + 1 < MOST_LINES:
            size += len(self._lines[end_number].encode())
            if size > MOST_BYTES and end_number >= first:
                break
            end_number += 1
        return end_number


@dataclass(frozen=True)
class RecordEnd:
    """The last complete line of the record, the sum there, and the first line that does not follow, if any."""

    upto: int
    sum: str
    broken: int | None = None


def walk(upto: int, before: str, waiting: Sequence[tuple[int, str, str]]) -> RecordEnd:
    """Walk on from a line and its sum. waiting: (number, text, sum) of later lines, in order, maybe with gaps."""
    for number, text, sum_ in waiting:
        if number != upto + 1:
            break
        if line_sum(before, text) != sum_:
            return RecordEnd(upto, before, number)
        upto, before = number, sum_
    return RecordEnd(upto, before)


def compute_state(reached: RecordEnd, end: int | None) -> str:
    """Whether the stream is whole, if its end is known."""
    return WHOLE if reached.upto == end else OPEN


def select_lines(batch: Batch, upto: int, end: int | None) -> Iterator[tuple[int, str, str]]:
    """The lines of a batch that the record keeps: (number, text, sum)."""
    limit = upto + AHEAD if end is None else min(upto + AHEAD, end)
    for number, (text, sum_) in enumerate(zip(batch.lines, batch.sums, strict=True), batch.first):
        if upto < number <= limit:
            yield number, text, sum_
