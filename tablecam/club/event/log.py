"""The log of a club event: JSON Lines, append-only.

    {"did":[{"name":"NightOpened","title":"Friday"},..],"by":"TO","at":"2026-05-01T18:00:00.000+00:00","as":"desk"}
    {"did":[{"name":"PlayerEntered","entrant":{..}}],"by":"TO","at":"..","as":"desk"}
    {"undone":[2],"by":"TO","at":".."}       these lines no longer count; they are kept
    {"redone":3,"by":"TO","at":".."}         the lines that line 3 took back count again
    {"did":[{"name":"ClockStarted",..}],..,"clock":{"boot":"3f0c..","ahead_s":1777650000.25}}

A line is one act with its log events. Lines are numbered from 1. The state is the fold of the log events on the lines
that count. Each line says whose act it is: of the desk, a player or a program. The desk takes back its own acts alone.
A line about the clock has the machine's clocks, from which a program that starts later sees that one was set.
"""

import json
import math
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, get_args

from tablecam.base.errors import BadFile
from tablecam.club.tournament.club_events import (
    CardCleared,
    CardFilled,
    CardReported,
    ClockEvent,
    ClubLogEvent,
    NightOpened,
    ReportWithdrawn,
    RoundLengthSet,
)
from tablecam.club.tournament.club_state import ClubState, fold_club
from tablecam.club.tournament.conduct import JudgeEvent, PrizeEvent
from tablecam.club.tournament.events import PlayerEntered, PresenceMarked, RoundDrawn, RoundRepaired
from tablecam.club.tournament.going_public import GameReleased, HallNamesSet, PlayerShown
from tablecam.club.tournament.sign_up_list import SIGNED_UP, CardKeyed, WaitingListJoined
from tablecam.club.tournament.team_pairing import TeamNominated, TeamsDrawn
from tablecam.game.log import COMPACT
from tablecam.rules.plain import BadRecord, Json, from_plain, to_plain


def recorded_name(kind: type) -> str:
    """The name under which a log keeps an event: the class's own, unless it was renamed since."""
    name: str = getattr(kind, "recorded_as", kind.__name__)
    return name


KINDS: dict[str, Any] = {recorded_name(kind): kind for kind in get_args(ClubLogEvent)}
# whose act it is
DESK, PLAYER, PROGRAM = "desk", "player", "program"  # no text: logs keep it
# the name under which a table's own program acts
TABLE = "table"  # no text
# what people have decided for themselves, and codes that are to open nothing any more
PERSONAL = (PresenceMarked, PlayerShown, GameReleased, HallNamesSet, CardKeyed, *get_args(PrizeEvent))
# acts beside the tables: undo leaves them alone
CLOCK = (*get_args(ClockEvent), *get_args(JudgeEvent), *PERSONAL)
# of it, what holds for longer than a round
LASTING = (RoundLengthSet, *PERSONAL)
# what players and tables write on the score card of a game
CARD = (CardFilled, CardReported, ReportWithdrawn)


class BadClubLog(BadFile):
    """A log of a club event is broken; the message names the line."""


@dataclass(frozen=True)
class MachineClocks:
    """boot: names the start of the machine. ahead_s: the wall clock, ahead of the seconds since then."""

    boot: str
    ahead_s: float


@dataclass(frozen=True)
class ClubLine:
    """A line: an act with its log events, or an undo with the lines it takes back, or a redo of the line of an undo.

    author: DESK, PLAYER or PROGRAM; empty on a line of an earlier version. clocks: of the machine that wrote it, if the
    line is about the clock and the machine tells them.
    """

    by: str
    at: str
    did: tuple[ClubLogEvent, ...] = ()
    undone: tuple[int, ...] = ()
    redone: int = 0
    author: str = ""
    clocks: MachineClocks | None = None

    @property
    def times_round(self) -> bool:
        """Whether the line starts, stops or sets the clock of the round."""
        return any(isinstance(log_event, ClockEvent) for log_event in self.did)

    @property
    def of_clock(self) -> bool:
        """Whether the line is about the clock, a call for a judge or a person's own choice: undo does not touch it."""
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
    author = {"as": line.author} if line.author else {}
    clocks = {"clock": {"boot": line.clocks.boot, "ahead_s": line.clocks.ahead_s}} if line.clocks else {}
    return COMPACT.encode({**what, "by": line.by, "at": line.at, **author, **clocks})


def read(text: str, number: int) -> ClubLine:
    """A line from its text; BadClubLog names its number."""
    where = f"line {number} of the log"  # no text: in faults of the file
    try:
        record = json.loads(text)
        by, at, author = str(record["by"]), _read_time(record["at"]), str(record.get("as", ""))
        if "undone" in record:
            return ClubLine(by, at, undone=tuple(int(line) for line in record["undone"]), author=author)
        if "redone" in record:
            return ClubLine(by, at, redone=int(record["redone"]), author=author)
        did = tuple(_read_event(event, where) for event in record["did"])
        return ClubLine(by, at, did, author=author, clocks=_read_clocks(record.get("clock")))
    except BadRecord as error:
        raise BadClubLog(str(error)) from error
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BadClubLog(f"{where} is no line of a club event ({type(error).__name__}: {error})") from error  # no text


def _read_clocks(written: Any) -> MachineClocks | None:
    """ValueError, TypeError or KeyError for anything else."""
    if written is None:
        return None
    clocks = MachineClocks(str(written["boot"]), float(written["ahead_s"]))
    if not math.isfinite(clocks.ahead_s):
        raise ValueError("the clock of a machine is a number")  # no text
    return clocks


def _read_time(written: object) -> str:
    """An ISO time, as every page needs it. ValueError for anything else."""
    datetime.fromisoformat(str(written))
    return str(written)


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
    """All lines of an event, and the numbers of those that count: `live`, in order.

    done: the acts of the desk that undo may take back, in order; taken_back: the lines of undos since the last act;
    numbers: by ID, of all players, also of those whose entry was taken back.
    """

    lines: list[ClubLine] = field(default_factory=list)
    live: list[int] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    taken_back: list[int] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)

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
                if self.find_author(line) == DESK:
                    self.done.append(number)
                self.taken_back.clear()
            elif line.of_round_clock and any(map(self._took_round, self.taken_back)):
                # a redo would restore that round under a clock that is not its own
                self.taken_back.clear()
        self.lines.append(line)
        for log_event in line.did:
            if isinstance(log_event, PlayerEntered | WaitingListJoined):
                self.numbers.setdefault(log_event.entrant.id, len(self.numbers) + 1)

    def state(self) -> ClubState:
        """The fold of the lines that count; a number that was given once is never given again."""
        state = fold_club(log_event for number in self.live for log_event in self.lines[number - 1].did)
        return replace(state, sign_up=replace(state.sign_up, numbers=MappingProxyType(dict(self.numbers))))

    def find_author(self, line: ClubLine) -> str:
        """DESK, PLAYER or PROGRAM; a line of an earlier version shows it by its name and its log events."""
        if line.author:
            return line.author
        reports = any(isinstance(act, CardReported | ReportWithdrawn) for act in line.did)
        if reports or line.by == SIGNED_UP or line.by in self.numbers:
            return PLAYER
        return PROGRAM if line.by == TABLE else DESK

    def is_built_on(self, number: int) -> bool:
        """Whether players or programs have since written on a score card that a line of the desk makes or clears."""
        did = self.lines[number - 1].did
        rounds = {act.number for act in did if isinstance(act, RoundDrawn | RoundRepaired)}
        cleared = {(act.number, act.table) for act in did if isinstance(act, CardCleared)}
        nominated = [act for act in did if isinstance(act, TeamNominated | TeamsDrawn)]
        later_acts = [act for line in self.live if line > number for act in self.lines[line - 1].did]
        if any(_follows(act, earlier) for act in later_acts for earlier in nominated):
            return True
        return any(
            isinstance(act, CARD) and (act.number in rounds or (act.number, act.table) in cleared)
            for act in (later_acts if rounds or cleared else ())
        )

    @property
    def day(self) -> str:
        """The day on which round 1 was drawn, where this machine stands; empty before that."""
        lines = (self.lines[number - 1] for number in self.live)
        return next((day_here(line.at) for line in lines if any(isinstance(act, RoundDrawn) for act in line.did)), "")

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


def _follows(nominated: ClubLogEvent, earlier: TeamNominated | TeamsDrawn) -> bool:
    """Whether it is a nomination in a match that was drawn then, or in which another nomination was made."""
    if not isinstance(nominated, TeamNominated):
        return False
    teams = {nominated.team, nominated.opponent}
    is_of_match = isinstance(earlier, TeamsDrawn) or earlier.team in teams
    return is_of_match and earlier.number == nominated.number


def day_here(at: str) -> str:
    """The day of an ISO time, by the clock on the wall where this machine stands."""
    return datetime.fromisoformat(at).astimezone().date().isoformat()


def read_club_log(texts: Iterable[str]) -> ClubLog:
    """A log from its lines; BadClubLog names the one that is wrong."""
    log = ClubLog()
    for number, text in enumerate(texts, 1):
        log.append(read(text, number))
    if not log.lines or not log.lines[0].did:
        raise BadClubLog("line 1 of the log does not open a club event")  # no text
    return log
