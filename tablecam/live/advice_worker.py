"""Works out what speaks for the answers to open questions, in a thread of its own, as soon as the models rest.

It is worked out once for all devices and languages, and rests whenever a player's command is being carried out. A book
that takes a breath (`tablecam/rules/books/breather.py`) has work to do; screens are told then that it is under way.
"""

import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from tablecam.game.game import Question
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.open_game import AdviceKey, OpenGame
from tablecam.game.hosting.roles import NOBODY
from tablecam.live.game_observer import put_back
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.live.measurement_cache import same
from tablecam.rules.books.book import QuestionAdviser
from tablecam.rules.books.breather import breathing, is_quiet
from tablecam.rules.books.views import AdviceView
from tablecam.sensing.tracking.odometer import Place
from tablecam.sensing.tracking.states import TrackState
from tablecam.table.renamed import renamed
from tablecam.table.snapshot import Snapshot

log = logging.getLogger(__name__)

PATIENCE_S = 1.0
# a command that takes longer than that waits for something else
LONGEST_REST_S = 0.25
# why there is no advice yet
DUE, MOVING = "due", "moving"  # no text: codes
# no text: as snapshots have it
MOVES, AIR = TrackState.MOVING.value, "air"


class _OvertakenError(Exception):
    """The game has gone on: what was worked out is about nothing that is asked."""


@dataclass(frozen=True)
class AdviceBasis:
    """A position and a moment of the game that advice was worked out for. state: never changed but replaced."""

    open_game: OpenGame
    state: Any
    snapshot: Snapshot

    def holds(self, open_game: OpenGame, snapshot: Snapshot) -> bool:
        """Whether nothing has changed since that any advice rests on."""
        return self.open_game is open_game and self.state is open_game.game.state and same(self.snapshot, snapshot)


@dataclass(frozen=True)
class AdviceJob:
    """What has to be worked out, taken off the game in one go. wanted: question and a seat that knows as much.

    resting: whether all models do; while one moves it is only found out which questions a book advises on.
    set_out: where the models began that may be moved while the open questions are.
    """

    adviser: QuestionAdviser
    about: AdviceBasis
    last: int
    resting: bool
    wanted: dict[AdviceKey, tuple[Question, str]]
    set_out: dict[str, Place] = field(default_factory=dict)

    def at_start(self, model: str) -> "AdviceJob":
        """The same with a model where it set out, if it may be moved now."""
        place = self.set_out.get(model)
        if place is None:
            return self
        return replace(self, about=replace(self.about, snapshot=self.about.snapshot.with_places({model: place})))


class AdviceWorker:
    """Follows the live view and the game of a host between `follow()` and `stop()`."""

    def __init__(self, live: LiveLoop) -> None:
        self.live = live
        self._number = self._game_number = -1
        self._about: AdviceBasis | None = None
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def follow(self, host: GameHost) -> None:
        """Begins to work for this host."""
        self._thread = threading.Thread(target=self._run, args=(host,), name="adviser", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread; returns when it has come to rest."""
        self._stopped.set()
        self.live.wake()
        if self._thread is not None:
            self._thread.join()

    def look(self, host: GameHost, view: PublishedFrame) -> None:
        """One look: works out what is wanted for this view, and hands it over."""
        job = self._job(host, view)
        if job is None:
            return
        try:
            self._hand_over(host, job, dict(self._work_through(host, job)))
        except _OvertakenError:
            return
        except Exception:
            # a fault of a book must not end the evening: questions are answered without advice
            log.exception("no advice could be worked out")
            self._hand_over(host, job, dict.fromkeys(job.wanted))

    def _run(self, host: GameHost) -> None:
        while self.live.running and not self._stopped.is_set():
            view = self.live.wait(self._number, PATIENCE_S, lambda: self._due(host))
            self._number, self._game_number = view.number, host.number
            self.look(host, view)

    def _due(self, host: GameHost) -> bool:
        return self._stopped.is_set() or host.number != self._game_number

    def _job(self, host: GameHost, view: PublishedFrame) -> AdviceJob | None:
        """What there is to work out; None where nothing is, or where models still move."""
        with host.reading() as open_game:
            if open_game is None or view.snapshot is None or open_game.book.question_advice is None:
                return None
            snapshot = put_back(view.snapshot, open_game.displaced)
            resting = all(placed.state != MOVES and placed.stands_on != AIR for placed in snapshot.models)
            if not resting and open_game.advising == MOVING:
                return None
            known = not resting or (self._about is not None and self._about.holds(open_game, snapshot))
            mover = open_game.book.facts.mover
            wanted = {
                key: asking
                for key, asking in self._asked(open_game).items()
                # what a model could do is what it could when it set out
                if key not in open_game.advice or not (known or mover(asking[0].ask))
            }
            about = AdviceBasis(open_game, open_game.game.state, snapshot)
            last = open_game.game.log.last
            adviser, set_out = open_game.book.question_advice, dict(open_game.set_out)
            return AdviceJob(adviser, about, last, resting, wanted, set_out) if wanted else None

    def _asked(self, open_game: OpenGame) -> dict[AdviceKey, tuple[Question, str]]:
        """Every open question, once for all seats that may be advised on it and know the same models."""
        return {
            key: (question, seat)
            for seat in (*open_game.game.seats, NOBODY)
            for question in open_game.questions(seat)
            if (key := open_game.advice_key(question, seat))
        }

    def _work_through(self, host: GameHost, job: AdviceJob) -> Iterator[tuple[AdviceKey, AdviceView | None]]:
        """Each question in turn. While a model moves, only what it could have done from where it set out is known."""
        for key, (question, seat) in job.wanted.items():
            facts = job.about.open_game.book.facts
            known = job.resting or facts.mover(question.ask) not in job.set_out
            away = job if known else replace(job, resting=True)
            with breathing(partial(self._rest, host, away)):
                try:
                    found = self._work_out(away.at_start(facts.sets_out(question.ask)), question, seat)
                except _OvertakenError:
                    if away.resting:
                        raise
                    continue
            yield key, found

    def _work_out(self, job: AdviceJob, question: Question, seat: str) -> AdviceView | None:
        about = job.about
        hidden = about.open_game.hidden_names(seat)
        names = about.open_game.names_of(seat)
        found = job.adviser(renamed(about.snapshot, hidden), about.state, question.ask.record(), names)
        if found is None or found.model in hidden:
            return None
        # what can be done to a model says who it is
        return replace(found, rows=tuple(row for row in found.rows if row.target not in hidden))

    def _rest(self, host: GameHost, job: AdviceJob) -> None:
        """Says what is going on, lets commands go first, and ends work that nobody wants any more."""
        if not is_quiet():
            self._tell(host, job)
        host.first.wait(LONGEST_REST_S)
        if not job.resting or self._stopped.is_set() or job.about.open_game.game.log.last != job.last:
            raise _OvertakenError

    def _tell(self, host: GameHost, job: AdviceJob) -> None:
        """Why what is lacking is not there yet."""
        advising, open_game = DUE if job.resting else MOVING, job.about.open_game
        if open_game.advising == advising or not job.wanted.keys() - open_game.advice.keys():
            return
        with host.reading() as current:
            if current is open_game and open_game.game.log.last == job.last:
                open_game.advising = advising
                host.show()

    def _hand_over(self, host: GameHost, job: AdviceJob, found: dict[AdviceKey, AdviceView | None]) -> None:
        """Shows what was found, unless the game has gone on meanwhile."""
        with host.reading() as open_game:
            if open_game is not job.about.open_game or open_game.game.log.last != job.last:
                return
            if job.resting:
                self._about = job.about
            before, open_game.advice = open_game.advice, open_game.advice | found
            told = open_game.advising if job.resting else ""
            if told:
                open_game.advising = ""
            if told or any(before.get(key) != view for key, view in found.items()):
                host.show()
