"""A club night that is kept: acts go in, each is on disk before it is true, and any number of programs may act at once.

    store = TournamentStore(open_database("games.db"))
    club = StoredEvent.begin(store, "Friday", seed=7, by="TO", snapshots=Path("snapshots"))
    club = StoredEvent.open(store, 1)                    # the same night, in another program

    club.act("TO", lambda night: night.enter(Entrant("ann", "Ann", "junkers", 9)))
    club.act("TO", Night.draft)                        # a command goes from a Night to a Night (`tournament/night.py`)
    club.act("TO", Night.publish)                      # writes snapshots/tournament-1-round-1.json as well
    club.act("ann", lambda night: night.report_side("ann", Side("bob", lost=9), own=Side("ann", lost=3)))
    club.undo("TO")                                    # the last act that is not the clock's; redo gives it again
    club.undo("TO", line=club.undoable.line)           # the one that was shown, or NothingToUndo

    club.state                                         # NightState: event, forces, draft, cards, clock
    club.state.event, club.state.draft, club.state.standings(), club.state.disputes(game), club.state.sees_force(a, b)
    club.night("TO")                                   # to try a command without keeping it: club.night("TO").draft()
    club.clock(table=3)                                # Face: running, remaining_s, the signals due
    club.sequence                                      # how many lines the log has: the version of the state
    club.seen                                          # both of one moment, for a page that is being pushed
    nights(store)                                      # all that the database has (`club_list.py`)
    club.wait(sequence, timeout_s)                     # until it has more, whoever wrote them
    club.audit                                         # who did what and when, and whether it counts

`act` reads first what others have written, decides on that, and where another writes in between, decides again. So a
command may be called several times and must not act on anything but the night. Give `sequence` to have an act refused
where the night is no longer what its author was looking at. Everything here may be called from any thread.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from pathlib import Path

from tablecam.club.audit_text import told
from tablecam.club.backup import snapshot_path, write_snapshot
from tablecam.club.export import as_plain, log_of
from tablecam.club.log import ClubLine, ClubLog, read, read_club_log, write
from tablecam.errors import BadFile, TablecamError
from tablecam.storage.line_store import Taken
from tablecam.storage.line_sum import line_sum
from tablecam.storage.tournament_store import TournamentStore
from tablecam.tournament.clock import Face, clock_at
from tablecam.tournament.club_event import ClubEvent
from tablecam.tournament.club_state import ClubState, evolve_club
from tablecam.tournament.events import RoundDrawn
from tablecam.tournament.forces import LIMIT

ClubCommand = Callable[[ClubEvent], ClubEvent]

# how often a command is decided again because others were quicker: more than there are phones in a club room
TRIES = 100
# how often those who wait look whether another program has written
LOOK_S = 0.5


class Overtaken(TablecamError):
    """The night is no longer as its author saw it; nothing was done."""


class NothingToUndo(TablecamError):
    """There is no act to take back, or to do again, or not the one that was meant."""


@dataclass(frozen=True)
class Act:
    """A line of the audit trail. at: ISO time in UTC; said: a sentence; counts: false where it was taken back.

    undoes: the lines that it took back.
    """

    line: int
    at: str
    by: str
    said: str
    counts: bool
    undoes: tuple[int, ...] = ()


class StoredEvent:
    """A club night on a store; made by `begin`, `open`, `take_in`. snapshots: a folder for a file a round, or None."""

    def __init__(self, store: TournamentStore, id: int, snapshots: Path | None = None) -> None:
        self.store = store
        self.id = id
        self.snapshots = snapshots
        # why the last snapshot could not be written, empty when all is well; the round itself is kept
        self.snapshot_fault = ""
        self._log = ClubLog()
        self._texts: list[str] = []
        self._sum = ""
        # how many lines there are and what they come to, always replaced together
        self._seen = (0, ClubState())
        self._grown = threading.Condition(threading.RLock())
        self._looked = time.monotonic()
        store.read(id)
        self.refresh()
        self._snapshot()

    @classmethod
    def begin(  # noqa: PLR0913 - what a night is announced with
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
        """A new night."""
        now = store.now()
        night = ClubEvent(by=by, time=now.timestamp())
        night = night.open(title, seed, limit) if minutes is None else night.open(title, seed, limit, minutes)
        id, _ = store.append(None, 0, "", [write(ClubLine(by, _iso(now), night.told))])
        return cls(store, id, snapshots)

    @classmethod
    def open(cls, store: TournamentStore, id: int, snapshots: Path | None = None) -> "StoredEvent":
        """A night as it was left, however the program that kept it ended. BadFile where there is none; BrokenLog."""
        return cls(store, id, snapshots)

    @classmethod
    def take_in(cls, store: TournamentStore, text: str, snapshots: Path | None = None) -> "StoredEvent":
        """The night of an export, kept under a number of its own here; BadFile where the text is none or was edited."""
        lines = log_of(text)
        try:
            as_plain(read_club_log(lines).state())
        except (LookupError, ValueError) as fault:
            raise BadFile(f"the log of the export does not hang together ({type(fault).__name__}: {fault})") from fault
        id, _ = store.append(None, 0, "", lines)
        return cls(store, id, snapshots)

    @property
    def state(self) -> ClubState:
        """As it stands, as far as this program has looked: frozen, so it may be kept and compared."""
        return self._seen[1]

    @property
    def sequence(self) -> int:
        """How many lines the log has."""
        return self._seen[0]

    @property
    def seen(self) -> tuple[int, ClubState]:
        """Sequence and state that belong together, whatever other threads do meanwhile."""
        return self._seen

    @property
    def lines(self) -> tuple[str, ...]:
        """The log as it was written."""
        return tuple(self._texts)

    @property
    def audit(self) -> tuple[Act, ...]:
        """Who did what and when, from the first act on; what was taken back as well."""
        with self._grown:
            return tuple(self._act(number) for number in range(1, self.sequence + 1))

    @property
    def undoable(self) -> Act | None:
        """What `undo` would take back."""
        with self._grown:
            return self._act(self._log.done[-1]) if self._log.done else None

    @property
    def redoable(self) -> Act | None:
        """The undoing that `redo` would make good."""
        with self._grown:
            return self._act(self._log.taken_back[-1]) if self._log.taken_back else None

    def night(self, by: str) -> ClubEvent:
        """The night as somebody would act on it now, to try out what a command would do."""
        return ClubEvent(self.state, by=by, time=self.store.now().timestamp())

    def clock(self, table: int | None = None) -> Face:
        """What the clock of the round shows now, for everybody or for one table."""
        return clock_at(self.state.clock, self.store.now().timestamp(), table)

    def act(self, by: str, command: ClubCommand, sequence: int | None = None) -> ClubState:
        """Do something: it is on disk when this returns, or it was Refused and nothing has changed.

        sequence: that of the state which the command was meant for; Overtaken where the night has gone on since.
        """

        def decided(now: datetime) -> ClubLine:
            night = command(ClubEvent(self.state, by=by, time=now.timestamp()))
            return ClubLine(by, _iso(now), night.told)

        return self._written(decided, sequence)

    def undo(self, by: str, line: int | None = None) -> ClubState:
        """Take back the last act but those of the clock; line: the one that is meant, so that no later one is hit.

        A published round goes with what its clock did.
        """

        def decided(now: datetime) -> ClubLine:
            if not self._log.done or (line is not None and self._log.done[-1] != line):
                last = f", the last is line {self._log.done[-1]}" if self._log.done else ""
                raise NothingToUndo(f"{'nothing' if line is None else f'line {line}'} can be taken back now{last}")
            return ClubLine(by, _iso(now), undone=self._with_its_clock(self._log.done[-1]))

        return self._written(decided, None)

    def redo(self, by: str) -> ClubState:
        """Do again what was last taken back; NothingToUndo where something else has been done since."""

        def decided(now: datetime) -> ClubLine:
            if not self._log.taken_back:
                raise NothingToUndo("there is nothing to do again")
            return ClubLine(by, _iso(now), redone=self._log.taken_back[-1])

        return self._written(decided, None)

    def refresh(self) -> bool:
        """Read what others have written since; whether there was anything."""
        with self._grown:
            texts, _ = self.store.since(self.id, self.sequence, self._sum)
            self._looked = time.monotonic()
            self._take(texts)
            return bool(texts)

    def wait(self, sequence: int, timeout_s: float) -> bool:
        """Waits until the log has more lines than that, whichever program wrote them; false where time ran out."""
        until = time.monotonic() + timeout_s
        with self._grown:
            while self.sequence <= sequence and (rest := until - time.monotonic()) > 0:
                self._grown.wait(min(rest, LOOK_S))
                # of all who wait only one looks
                if time.monotonic() - self._looked >= LOOK_S:
                    self.refresh()
            return self.sequence > sequence

    def _written(self, decided: Callable[[datetime], ClubLine], sequence: int | None) -> ClubState:
        """Decide on what stands now, and write; again where another program was quicker."""
        with self._grown:
            for _ in range(TRIES):
                self.refresh()
                if sequence is not None and sequence != self.sequence:
                    raise Overtaken("somebody else has changed the event meanwhile: look at it again, then decide")
                line = decided(self.store.now())
                if not (line.did or line.undone or line.redone):
                    return self.state
                text = write(line)
                try:
                    self.store.append(self.id, self.sequence, self._sum, [text])
                except Taken:
                    continue
                self._take((text,))
                self._snapshot(line)
                return self.state
        raise Overtaken("too many others are writing to this event at once: try again")

    def _take(self, texts: Sequence[str]) -> None:
        """What was written, here or elsewhere, is true from now on."""
        for text in texts:
            line = read(text, self.sequence + 1)
            self._log.append(line)
            self._texts.append(text)
            self._sum = line_sum(self._sum, text)
            state = reduce(evolve_club, line.did, self.state) if line.did else self._log.state()
            self._seen = len(self._texts), state
        if texts:
            self._grown.notify_all()

    def _act(self, number: int) -> Act:
        line = self._log.lines[number - 1]
        counts = not line.did or self._log.counts(number)
        return Act(number, line.at, line.by, told(line, self.state.names), counts, line.undone)

    def _with_its_clock(self, number: int) -> tuple[int, ...]:
        """A line to take back; a published round with what its clock did."""
        lines = self._log.lines
        if not any(isinstance(each, RoundDrawn) for each in lines[number - 1].did):
            return (number,)
        later = [each for each in self._log.live if each > number and lines[each - 1].of_round_clock]
        return (number, *later)

    def _snapshot(self, line: ClubLine | None = None) -> None:
        """The whole night in a file, after each published round; on opening, where a kill came in between."""
        rounds = self.state.event.number
        if self.snapshots is None or not rounds:
            return
        path = snapshot_path(self.snapshots, self.id, rounds)
        published = line is not None and any(isinstance(each, RoundDrawn) for each in line.did)
        if published or (line is None and not path.exists()):
            self.snapshot_fault = write_snapshot(path, self.lines, self.state)


def _iso(now: datetime) -> str:
    return now.isoformat(timespec="milliseconds")
