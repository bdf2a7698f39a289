"""The log of a club event: JSON Lines, append-only.

    {"did":[{"name":"NightOpened","title":"Friday"},..],"by":"TO","at":"2026-05-01T18:00:00.000+00:00"}
    {"did":[{"name":"PlayerEntered","entrant":{..}}],"by":"TO","at":".."}
    {"undone":[2],"by":"TO","at":".."}       these lines no longer count; they are kept
    {"redone":3,"by":"TO","at":".."}         the lines that line 3 took back count again

A line is one act with its log events. Lines are numbered from 1. The state is the fold of the log events on the lines
that count.
"""

import json
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, get_args

from tablecam.base.errors import BadFile
from tablecam.club.tournament.club_events import ClockEvent, ClubLogEvent, NightOpened, RoundLengthSet
from tablecam.club.tournament.club_state import ClubState, fold_club
from tablecam.club.tournament.conduct import JudgeEvent, PrizeEvent
from tablecam.club.tournament.events import PresenceMarked, RoundDrawn
from tablecam.game.log import COMPACT
from tablecam.rules.plain import BadRecord, Json, from_plain, to_plain


def recorded_name(kind: type) -> str:
    """The name under which a log keeps an event: the class's own, unless it was renamed since."""
    name: str = getattr(kind, "recorded_as", kind.__name__)
    return name


KINDS: dict[str, Any] = {recorded_name(kind): kind for kind in get_args(ClubLogEvent)}
# acts beside the tables: undo leaves them alone
CLOCK = (*get_args(ClockEvent), *get_args(JudgeEvent), *get_args(PrizeEvent), PresenceMarked)
# of it, what holds for longer than a round
LASTING = (RoundLengthSet, PresenceMarked, *get_args(PrizeEvent))


class BadClubLog(BadFile):
    """A log of a club event is broken; the message names the line."""


@dataclass(frozen=True)
class ClubLine:
    """A line: an act with its log events, or an undo with the lines it takes back, or a redo of the line of an undo."""

    by: str
    at: str
    did: tuple[ClubLogEvent, ...] = ()
    undone: tuple[int, ...] = ()
    redone: int = 0

    @property
    def of_clock(self) -> bool:
        """Whether the line is about the clock, a call for a judge, who is here or a vote: undo does not touch it."""
        return bool(self.did) and all(isinstance(log_event, CLOCK) for log_event in self.did)

    @property
    def of_round_clock(self) -> bool:
        """Whether the line is about the clock of one round, or a call in it, and not about more than the round."""
        return self.of_clock and not any(isinstance(log_event, LASTING) for log_event in self.did)


def write(line: ClubLine) -> str:
    """A line as its text, without a line break in it."""
    if line.undone:
        what: dict[str, Json] = {"undone": list(line.undone)}
    elif line.redone:
        what = {"redone": line.redone}
    else:
        what = {"did": [{"name": recorded_name(type(log_event)), **to_plain(log_event)} for log_event in line.did]}
    return COMPACT.encode({**what, "by": line.by, "at": line.at})


def read(text: str, number: int) -> ClubLine:
    """A line from its text; BadClubLog names its number."""
    where = f"line {number} of the log"  # no text: in faults of the file
    try:
        record = json.loads(text)
        by, at = str(record["by"]), str(record["at"])
        if "undone" in record:
            return ClubLine(by, at, undone=tuple(int(line) for line in record["undone"]))
        if "redone" in record:
            return ClubLine(by, at, redone=int(record["redone"]))
        return ClubLine(by, at, tuple(_read_event(event, where) for event in record["did"]))
    except BadRecord as error:
        raise BadClubLog(str(error)) from error
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BadClubLog(f"{where} is no line of a club event ({type(error).__name__}: {error})") from error  # no text


def title(header: str) -> str:
    """The name of an event, from the first line of its log."""
    opened = (log_event for log_event in read(header, 1).did if isinstance(log_event, NightOpened))
    return next((log_event.title for log_event in opened), "")


def _read_event(written: Any, where: str) -> ClubLogEvent:
    record = dict(written)
    name = record.pop("name")
    if name not in KINDS:
        raise BadClubLog(f"{where} has a '{name}', which nothing here is called")  # no text
    log_event: ClubLogEvent = from_plain(KINDS[name], record, where)
    return log_event


@dataclass
class ClubLog:
    """All lines of an event, and the numbers of those that count: `live`, in order."""

    lines: list[ClubLine] = field(default_factory=list)
    live: list[int] = field(default_factory=list)
    # the acts that undo may take back, in order; and the lines of undos since the last act
    done: list[int] = field(default_factory=list)
    taken_back: list[int] = field(default_factory=list)

    def counts(self, number: int) -> bool:
        """Whether a line has not been taken back."""
        at = bisect_left(self.live, number)
        return at < len(self.live) and self.live[at] == number

    def append(self, line: ClubLine) -> None:
        """Add a line. BadClubLog where it cannot follow; then nothing has changed."""
        number = len(self.lines) + 1
        if line.undone:
            self._strike(number, line.undone)
        elif line.redone:
            self._restore(number, line.redone)
        else:
            self.live.append(number)
            if not line.of_clock and number > 1:
                self.done.append(number)
                self.taken_back.clear()
            elif line.of_round_clock and any(map(self._took_round, self.taken_back)):
                # a redo would restore that round under a clock that is not its own
                self.taken_back.clear()
        self.lines.append(line)

    def state(self) -> ClubState:
        """The fold of the lines that count."""
        return fold_club(log_event for number in self.live for log_event in self.lines[number - 1].did)

    @property
    def day(self) -> str:
        """The day on which round 1 was drawn; empty before that."""
        lines = (self.lines[number - 1] for number in self.live)
        return next((line.at[:10] for line in lines if any(isinstance(act, RoundDrawn) for act in line.did)), "")

    def _took_round(self, number: int) -> bool:
        undone = (self.lines[line - 1] for line in self.lines[number - 1].undone)
        return any(isinstance(log_event, RoundDrawn) for line in undone for log_event in line.did)

    def _strike(self, number: int, undone: tuple[int, ...]) -> None:
        if not set(undone) <= set(self.live) or 1 in undone:
            raise BadClubLog(f"line {number} of the log takes back lines that do not count")  # no text
        self.live = [line for line in self.live if line not in undone]
        self.done = [line for line in self.done if line not in undone]
        self.taken_back.append(number)

    def _restore(self, number: int, redone: int) -> None:
        if redone not in self.taken_back:
            raise BadClubLog(f"line {number} of the log does again what line {redone} did not take back")  # no text
        again = self.lines[redone - 1].undone
        self.live = sorted([*self.live, *again])
        self.done += [line for line in again if not self.lines[line - 1].of_clock]
        self.taken_back.remove(redone)


def read_club_log(texts: Iterable[str]) -> ClubLog:
    """A log from its lines; BadClubLog names the one that is wrong."""
    log = ClubLog()
    for number, text in enumerate(texts, 1):
        log.append(read(text, number))
    if not log.lines or not log.lines[0].did:
        raise BadClubLog("line 1 of the log does not open a club event")  # no text
    return log
