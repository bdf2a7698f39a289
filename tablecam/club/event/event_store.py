"""A club event in a database: every act is on disk before it counts, and several programs may act at once.

    store = TournamentStore(open_database("games.db"))
    club = StoredEvent.begin(store, "Friday", seed=7, by="TO", snapshots=Path("snapshots"))
    club = StoredEvent.open(store, 1)                  # the same event, in another program

    club.act("TO", lambda event: event.enter(Entrant("ann", "Ann", "junkers", 9)))
    club.act("TO", ClubEvent.draft)                    # a command maps a ClubEvent to a ClubEvent
    club.act("TO", ClubEvent.publish)                  # writes snapshots/tournament-1-round-1.json as well
    club.act("ann", lambda event: event.report_side("ann", Side("bob", lost=9), own=Side("ann", lost=3)))
    club.undo("TO")                                    # the desk's last act, not the clock's; redo restores it
    club.undo("TO", line=club.undoable.line)           # exactly the act that was shown, or NothingToUndo

    club.state                                         # ClubState: event, forces, draft, cards, clock
    club.state.event, club.state.draft, club.state.standings(), club.state.disputes(game), club.state.sees_force(a, b)
    club.event_for("TO").draft()                       # try a command without keeping it
    club.clock(table=3)                                # Face: running, remaining_s, the signals due
    club.sequence                                      # the number of lines in the log: the version of the state
    club.seen                                          # both at the same moment, for the stream of a page
    list_events(store)                                 # all events of the database (`event_list.py`)
    club.wait(sequence, timeout_s)                     # until there are more lines, from any program
    club.audit                                         # who did what and when, and whether it counts

`act` first reads what other programs have written, then decides; if another program writes in between, it decides
again. So a command may run several times and must change nothing but the event. With `sequence`, an act is refused if
a part of the event that it changes has changed since its author saw it (`conflicts.py`). All of this is thread-safe.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import reduce
from pathlib import Path

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import Message
from tablecam.club.event.audit_text import describe_line
from tablecam.club.event.event_time import MACHINE_CLOCK, UNNOTICED_JUMP_S, EventTime
from tablecam.club.event.export import as_json, log_of
from tablecam.club.event.imported_log import broken_log, decide_again
from tablecam.club.event.log import DESK, PROGRAM, ClubLine, ClubLog, read, write
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_events import ClubLogEvent, WallClockJumped
from tablecam.club.tournament.club_state import ClubState, evolve_club
from tablecam.club.tournament.conflicts import Part, changed_parts
from tablecam.club.tournament.events import RoundDrawn, RoundRepaired
from tablecam.club.tournament.forces import LIMIT
from tablecam.club.tournament.schedule import Face, clock_at
from tablecam.club.tournament.sign_up_list import CardKeyed
from tablecam.club.tournament.signing_up import players_to_key
from tablecam.storage.database_fault import DatabaseFault
from tablecam.storage.database_file import line_sum
from tablecam.storage.line_store import LogTaken, TournamentStore
from tablecam.storage.text_file import write_text


def snapshot_path(folder: Path, id: int, number: int) -> Path:
    """The file for an event as it was when a round was published."""
    return folder / f"tournament-{id}-round-{number}.json"


def write_snapshot(path: Path, lines: Sequence[str], state: ClubState) -> str:
    """Writes the file; returns why it could not be written, or an empty text. The round is published either way."""
    try:
        write_text(path, as_json(lines, state))
    except BadFile as fault:
        return str(fault)
    return ""


ClubCommand = Callable[[ClubEvent], ClubEvent]

# how often a command is decided again because other programs were quicker: more than the phones in a club room
TRIES = 100
# how often waiting threads check whether another program has written
LOOK_S = 0.5
# of the key of a score card: nobody guesses it
KEY_BYTES = 16

log = logging.getLogger(__name__)


class Overtaken(TablecamError):
    """The event has changed since the author of an act saw it; nothing was done."""

    code = "overtaken"


class NothingToUndo(TablecamError):
    """There is no act to undo or redo, or it is not the one that was meant."""

    code = "nothing-to-undo"


@dataclass(frozen=True)
class AuditEntry:
    """A line of the audit trail. at: ISO time in UTC; sentence: in the language of the reader; counts: not taken back.

    undoes: the lines that it takes back.
    """

    line: int
    at: str
    by: str
    sentence: str
    counts: bool
    undoes: tuple[int, ...] = ()


class StoredEvent:
    """A club event in a store, from `begin`, `open` or `take_in`. snapshots: the folder for a file a round, or None."""

    def __init__(self, store: TournamentStore, id: int, snapshots: Path | None = None) -> None:
        self.store = store
        self.id = id
        self.snapshots = snapshots
        # why the last snapshot could not be written, else empty; the round itself is kept
        self.snapshot_fault = ""
        self._log = ClubLog()
        self._texts: list[str] = []
        # by line, the parts of the event that it has changed
        self._parts: list[frozenset[Part]] = []
        self._sum = ""
        # a line that a fault kept us from hearing of: the database may have taken it all the same
        self._doubtful = ""
        # the number of lines and the state after them, always replaced together
        self._seen = (0, ClubState())
        # called after every new line, by whichever program; must not wait for anything
        self.changed: Callable[[], None] = lambda: None
        self._grown = threading.Condition(threading.RLock())
        self._looked = time.monotonic()
        self._time = EventTime(store.now, store.steady, store.boot)
        if not self.refresh():
            # says which numbers there are
            store.read(id)
        # the last line whose time this program knows
        self._timed_line = self._restore_time()
        self._write_snapshot()

    @classmethod
    def begin(  # noqa: PLR0913 - what an event is announced with
        cls,
        store: TournamentStore,
        title: str,
        *,
        seed: int,
        by: str,
        limit: int = LIMIT,
        minutes: int | None = None,
        snapshots: Path | None = None,
    ) -> "StoredEvent":
        """A new club event."""
        now = store.now()
        event = ClubEvent(by=by, time=now.timestamp())
        event = event.open(title, seed, limit) if minutes is None else event.open(title, seed, limit, minutes)
        id, _ = store.append(None, 0, "", [write(ClubLine(by, _format_iso(now), event.log_events, author=DESK))])
        return cls(store, id, snapshots)

    @classmethod
    def open(cls, store: TournamentStore, id: int, snapshots: Path | None = None) -> "StoredEvent":
        """An existing event, however the program that kept it ended. BadFile where there is none; BrokenLog."""
        return cls(store, id, snapshots)

    @classmethod
    def take_in(cls, store: TournamentStore, text: str, snapshots: Path | None = None) -> "StoredEvent":
        """The event of an export, kept under a new number.

        Its acts are decided again. BadFile where the text is no export, was edited, or has an act that is not allowed.
        """
        lines = log_of(text)
        decide_again(lines)
        id, _ = store.append(None, 0, "", lines)
        return cls(store, id, snapshots)

    @property
    def state(self) -> ClubState:
        """The state as far as this program has read the log; frozen, so it may be kept and compared."""
        return self._seen[1]

    @property
    def sequence(self) -> int:
        """The number of lines in the log."""
        return self._seen[0]

    @property
    def seen(self) -> tuple[int, ClubState]:
        """Sequence and state of the same moment, even while other threads act."""
        return self._seen

    @property
    def day(self) -> str:
        """The day of the evening: the one that is announced, or else that on which round 1 was drawn, or empty."""
        with self._grown:
            return self.state.publicity.day or self._log.day

    @property
    def last_act(self) -> str:
        """The time at which the last line was written, as an ISO time in UTC."""
        with self._grown:
            return self._log.lines[-1].at

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the log as they were written."""
        return tuple(self._texts)

    @property
    def audit(self) -> tuple[AuditEntry, ...]:
        """The acts with their authors and times, from the first act on, including those taken back."""
        return self.last_acts()

    def last_acts(self, most: int | None = None) -> tuple[AuditEntry, ...]:
        """The end of the audit trail; all of it by default."""
        with self._grown:
            first_line = 1 if most is None else max(1, self.sequence + 1 - most)
            return tuple(self._build_act(number) for number in range(first_line, self.sequence + 1))

    @property
    def undoable(self) -> AuditEntry | None:
        """The act that `undo` would take back."""
        with self._grown:
            done = self._log.done
            return self._build_act(done[-1]) if done and not self._log.is_built_on(done[-1]) else None

    @property
    def redoable(self) -> AuditEntry | None:
        """The undo that `redo` would revert."""
        with self._grown:
            return self._build_act(self._log.taken_back[-1]) if self._log.taken_back else None

    def event_for(self, by: str) -> ClubEvent:
        """The event for somebody to act on now, to try a command without keeping it."""
        return ClubEvent(self.state, by=by, time=self.now().timestamp())

    def now(self) -> datetime:
        """The time by which the round ends: a clock of the machine that was set counts once that is in the log."""
        return self._time.now()

    def clock(self, table: int | None = None) -> Face:
        """The face of the round's clock now, for everybody or for one table."""
        return clock_at(self.state.clock, self.now().timestamp(), table)

    def act(self, by: str, command: ClubCommand, sequence: int | None = None, author: str = "") -> ClubState:
        """Run a command: its outcome is on disk when this returns, or TournamentRefusal and nothing has changed.

        sequence: of the state that the command was meant for; Overtaken where a part of the event that the command
        changes has changed since. author: whose act it is, DESK, PLAYER or PROGRAM; by default as `by` shows.
        """

        def decided(now: datetime) -> ClubLine:
            event = command(ClubEvent(self.state, by=by, time=now.timestamp()))
            line = ClubLine(by, _format_iso(now), with_keys(self.state, event.log_events), author=author)
            clocks = self._time.clocks() if line.times_round else None
            return replace(line, author=self._log.find_author(line), clocks=clocks)

        return self._write_decision(decided, sequence)

    def undo(self, by: str, line: int | None = None) -> ClubState:
        """Take back the desk's last act that is not the clock's; line: the act that is meant, so that no other is hit.

        A published round is taken back with the acts of its clock; not once players have written on its score cards.
        """

        def decided(now: datetime) -> ClubLine:
            last = self._log.done[-1] if self._log.done else None
            if last is None or line not in (None, last):
                raise _not_undoable(line, last)
            if self._log.is_built_on(last):
                raise NothingToUndo(Message("line {line} cannot be taken back: players have reported since", line=last))
            undone = self._with_its_clock(last)
            return ClubLine(by, _format_iso(now), undone=undone, author=DESK)

        return self._write_decision(decided, None)

    def redo(self, by: str) -> ClubState:
        """Do again what was last taken back. NothingToUndo where something else has been done since."""

        def decided(now: datetime) -> ClubLine:
            if not self._log.taken_back:
                raise NothingToUndo(Message("there is nothing to redo"))
            return ClubLine(by, _format_iso(now), redone=self._log.taken_back[-1], author=DESK)

        return self._write_decision(decided, None)

    def refresh(self) -> bool:
        """Read what other programs have written since; true if there was anything."""
        with self._grown:
            texts, _ = self.store.since(self.id, self.sequence, self._sum)
            self._looked = time.monotonic()
            self._apply_lines(texts)
            return bool(texts)

    def wait(self, sequence: int, timeout_s: float) -> bool:
        """Waits until the log has more lines than that, from any program; false if time ran out."""
        until = time.monotonic() + timeout_s
        with self._grown:
            while self.sequence <= sequence and (remaining_s := until - time.monotonic()) > 0:
                self._grown.wait(min(remaining_s, LOOK_S))
                self.look()
            return self.sequence > sequence

    def look(self) -> None:
        """Reads what other programs have written, unless that was done a moment ago: one of many callers does it.

        A database that is away ends nobody's stream, which says so; it is looked at again later.
        """
        with self._grown:
            if time.monotonic() - self._looked >= LOOK_S:
                self._looked = time.monotonic()
                with suppress(DatabaseFault):
                    self.refresh()
                    self.note_jump()

    def note_jump(self) -> None:
        """Write into the log that the machine's clock was set, so that the round in progress keeps its time."""
        with self._grown:
            jump_s = self._time.jump_s
            # what became of the act before is found out by the next one
            if not jump_s or (self._doubtful and not self._has_noted(jump_s)):
                return

            def decided(now: datetime) -> ClubLine:
                at = now + timedelta(seconds=jump_s)
                event = ClubEvent(self.state, by=MACHINE_CLOCK, time=at.timestamp())
                noted = () if self._has_noted(jump_s) else event.note_jump(jump_s).log_events
                clocks = self._time.clocks(jump_s)
                return ClubLine(MACHINE_CLOCK, _format_iso(at), noted, author=PROGRAM, clocks=clocks)

            if not self._has_noted(jump_s):
                self._append_decision(decided, None)
            self._time.follow()
            self._timed_line = self.sequence

    def _restore_time(self) -> int:
        """Go on from the clocks of the last line about the clock, if this machine wrote it; the number of that line."""
        timed = (number for number, line in reversed([*enumerate(self._log.lines, 1)]) if line.times_round)
        number = next(timed, 0)
        if not number:
            return self.sequence
        self._time.restore(self._log.lines[number - 1].clocks)
        return number

    def _has_noted(self, jump_s: float) -> bool:
        """Whether the log has this jump, perhaps from a second server on this machine."""
        acts = (act for line in self._log.lines[self._timed_line :] for act in line.did)
        return any(isinstance(act, WallClockJumped) and abs(act.jump_s - jump_s) <= UNNOTICED_JUMP_S for act in acts)

    def _write_decision(self, decided: Callable[[datetime], ClubLine], sequence: int | None) -> ClubState:
        """Decide on the current state, by a clock that nobody has set, and write."""
        with self._grown:
            self.note_jump()
            return self._append_decision(decided, sequence)

    def _append_decision(self, decided: Callable[[datetime], ClubLine], sequence: int | None) -> ClubState:
        """Decide on the current state, and write; decide again where another program was quicker."""
        with self._grown:
            for _try in range(TRIES):
                self.refresh()
                self._check_doubtful()
                line = decided(self.now())
                if sequence is not None and self._is_overtaken(line, sequence):
                    raise Overtaken(
                        Message("somebody else has changed the event in the meantime: check it again, then decide")
                    )
                if not (line.did or line.undone or line.redone):
                    return self.state
                text = write(line)
                try:
                    self.store.append(self.id, self.sequence, self._sum, [text])
                except LogTaken:
                    continue
                except DatabaseFault:
                    self._doubtful = text
                    raise
                self._apply_lines((text,))
                self._write_snapshot(line)
                return self.state
        # whether it is there at all: another program may have deleted it
        self.store.read(self.id)
        raise Overtaken(Message("too many people are writing to this event at once: try again"))

    def _is_overtaken(self, line: ClubLine, sequence: int) -> bool:
        """Whether what a line changes has changed after that many lines."""
        return not self._find_parts(line).isdisjoint(frozenset().union(*self._parts[sequence:]))

    def _find_parts(self, line: ClubLine) -> frozenset[Part]:
        """The parts of the event that a line changes, which is not applied yet."""
        struck = line.undone or (self._log.lines[line.redone - 1].undone if line.redone else ())
        line_parts = [changed_parts(self.state, log_event) for log_event in line.did]
        return frozenset().union(*line_parts, *(self._parts[number - 1] for number in struck))

    def _check_doubtful(self) -> None:
        """Overtaken where the act before this was kept after all: it is the same once more, or was meant without it."""
        doubtful, self._doubtful = self._doubtful, ""
        if doubtful and doubtful in self._texts[-TRIES:]:
            raise Overtaken(
                Message("the database was unavailable; everything sent before is saved: check the event again")
            )

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nothing is written inside the block."""
        with self._grown:
            yield

    def forget_doubt(self) -> None:
        """The store has moved to another database, which has the same lines and no other."""
        self._doubtful = ""

    def _apply_lines(self, texts: Sequence[str]) -> None:
        """Apply lines that were written, by this or another program."""
        for text in texts:
            line = read(text, self.sequence + 1)
            with broken_log(self.sequence + 1):
                parts = self._find_parts(line)
                self._log.append(line)
                state = reduce(evolve_club, line.did, self.state) if line.did else self._log.state()
            self._parts.append(parts)
            self._texts.append(text)
            self._sum = line_sum(self._sum, text)
            self._seen = len(self._texts), state
        if texts:
            self._grown.notify_all()
            self.changed()

    def _build_act(self, number: int) -> AuditEntry:
        line = self._log.lines[number - 1]
        counts = not line.did or self._log.counts(number)
        sentence = describe_line(line, self.state.names, self.state.event.scoring)
        return AuditEntry(number, line.at, line.by, sentence, counts, line.undone)

    def _with_its_clock(self, number: int) -> tuple[int, ...]:
        """The lines to take back with a line: for a published round, also those of its clock."""
        lines = self._log.lines
        if not any(isinstance(log_event, RoundDrawn) for log_event in lines[number - 1].did):
            return (number,)
        later = [line for line in self._log.live if line > number and lines[line - 1].of_round_clock]
        return (number, *later)

    def _write_snapshot(self, line: ClubLine | None = None) -> None:
        """Write the event to a file after each published round; on opening too, if a crash came in between."""
        rounds = self.state.event.number
        if self.snapshots is None or not rounds:
            return
        path = snapshot_path(self.snapshots, self.id, rounds)
        kinds = (RoundDrawn, RoundRepaired)
        published = line is not None and any(isinstance(log_event, kinds) for log_event in line.did)
        if published or (line is None and not path.exists()):
            self.snapshot_fault = write_snapshot(path, self.lines, self.state)
            if self.snapshot_fault:
                log.warning("%s", self.snapshot_fault)


def with_keys(state: ClubState, log_events: Sequence[ClubLogEvent]) -> tuple[ClubLogEvent, ...]:
    """Acts on a state, with a random key for each score card that gets one."""
    drawn = [
        replace(log_event, key=_draw_key()) if isinstance(log_event, CardKeyed) and not log_event.key else log_event
        for log_event in log_events
    ]
    keyed = [CardKeyed(player=player, key=_draw_key()) for player in players_to_key(state, log_events)]
    return (*drawn, *keyed)


def _draw_key() -> str:
    return secrets.token_hex(KEY_BYTES)


def _not_undoable(line: int | None, last: int | None) -> NothingToUndo:
    if last is None:
        if line is None:
            return NothingToUndo(Message("nothing can be taken back now"))
        return NothingToUndo(Message("line {line} cannot be taken back now", line=line))
    return NothingToUndo(Message("line {line} cannot be taken back now, the last is line {last}", line=line, last=last))


def _format_iso(now: datetime) -> str:
    return now.isoformat(timespec="milliseconds")
