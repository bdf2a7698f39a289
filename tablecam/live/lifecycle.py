"""Assemble a host of games: its database, the forces, and the camera's observer."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from tablecam.game.game import Question
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.log_view import NOBODY
from tablecam.game.hosting.open_game import AdviceKey, OpenGame
from tablecam.live.expected_positions import same
from tablecam.live.game_observer import GameObserver, Keep, put_back
from tablecam.live.hint_worker import HintWorker
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.live.machine_worker import MachineWorker
from tablecam.rules.books.book import Book, QuestionAdviser
from tablecam.rules.books.breather import breathing, is_quiet
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.books.game_setups import GameSetups, usual_forces, usual_scenarios
from tablecam.rules.books.scenery_terrain import add_scenery
from tablecam.rules.books.setup_views import Scenario
from tablecam.rules.books.views import AdviceView
from tablecam.rules.steps import playing
from tablecam.sensing.tracking.changes import TrackState
from tablecam.sensing.tracking.odometer import Place
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.storage.locks import FolderLock
from tablecam.table.miniature import Roster
from tablecam.table.snapshot import Snapshot, rename_models

# Compute advice on open questions in a thread of its own, as soon as the models rest.
#
# Advice is computed once for all devices and languages, and the work pauses while a player's command runs. When a book
# takes a breath (`tablecam/rules/books/breather.py`), screens show that its advice is under way.

log = logging.getLogger(__name__)

PATIENCE_S = 1.0
# a command that takes longer than this waits for something else
LONGEST_REST_S = 0.25
# why there is no advice yet
DUE, MOVING = "due", "moving"  # no text: codes
# no text: values in snapshots
MOVES, AIR = TrackState.MOVING.value, "air"


class _OvertakenError(Exception):
    """The game has gone on: the advice is about a question that is no longer open."""


@dataclass(frozen=True)
class AdviceBasis:
    """The position and the moment of the game that advice is for. state: never changed but replaced."""

    open_game: OpenGame
    state: Any
    snapshot: Snapshot

    def holds(self, open_game: OpenGame, snapshot: Snapshot) -> bool:
        """Whether nothing that advice depends on has changed."""
        return self.open_game is open_game and self.state is open_game.game.state and same(self.snapshot, snapshot)


@dataclass(frozen=True)
class AdviceJob:
    """Advice to compute, read from the game in one go. wanted: each question, with a seat that knows as much.

    resting: whether all models rest; while one moves, the job only finds out which questions a book advises on.
    set_out: starting places of the models that may be moved while the open questions are.
    """

    adviser: QuestionAdviser
    about: AdviceBasis
    last: int
    resting: bool
    wanted: dict[AdviceKey, tuple[Question, str]]
    set_out: dict[str, Place] = field(default_factory=dict)

    def put_at_start(self, model: str) -> "AdviceJob":
        """The job with a model at its starting place, if it may be moved now."""
        place = self.set_out.get(model)
        if place is None:
            return self
        return replace(self, about=replace(self.about, snapshot=self.about.snapshot.with_places({model: place})))


class AdviceWorker:
    """A worker that follows the live view and the game of a host between `follow()` and `stop()`.

    machine: plays the machine's seats in the same thread, where hints are found too.
    """

    def __init__(self, live: LiveLoop, machine: MachineWorker | None = None) -> None:
        self.live = live
        self._machine, self._hints = machine or MachineWorker(), HintWorker()
        self._number = self._game_number = -1
        self._basis: AdviceBasis | None = None
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def follow(self, host: GameHost) -> None:
        """Begin to work for this host."""
        self._thread = threading.Thread(target=self._run_loop, args=(host,), name="adviser", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread; returns when it has come to rest."""
        self._stopped.set()
        self.live.wake()
        if self._thread is not None:
            self._thread.join()

    def look(self, host: GameHost, view: PublishedFrame) -> None:
        """Look once: compute the advice that this view needs, and publish it."""
        job = self._take_job(host, view)
        if job is None:
            return
        try:
            self._publish_advice(host, job, dict(self._advise_questions(host, job)))
        except _OvertakenError:
            return
        except Exception:
            # a fault of a book must not end the evening: questions are answered without advice
            log.exception("no advice could be worked out")
            self._publish_advice(host, job, dict.fromkeys(job.wanted))

    def _run_loop(self, host: GameHost) -> None:
        while self.live.running and not self._stopped.is_set():
            view = self.live.wait(self._number, PATIENCE_S, lambda: self._is_due(host))
            self._number, self._game_number = view.number, host.number
            self.look(host, view)
            self.play(host, view)

    def play(self, host: GameHost, view: PublishedFrame) -> None:
        """Look once for the machine, if it plays in this game, and for whoever asks it for a hint."""
        try:
            self._machine.look(host, view)
            self._hints.look(host, view)
        except Exception:
            log.exception("the machine could not play on")

    def _is_due(self, host: GameHost) -> bool:
        return self._stopped.is_set() or host.number != self._game_number

    def _take_job(self, host: GameHost, view: PublishedFrame) -> AdviceJob | None:
        """The advice to compute; None if there is none, or while models still move."""
        with host.reading() as open_game:
            if open_game is None or view.snapshot is None or open_game.book.question_advice is None:
                return None
            snapshot = add_scenery(put_back(view.snapshot, open_game.displaced), open_game.game.state)
            resting = all(placed.state != MOVES and placed.stands_on != AIR for placed in snapshot.models)
            if not resting and open_game.advising == MOVING:
                return None
            is_current = not resting or (self._basis is not None and self._basis.holds(open_game, snapshot))
            mover = open_game.book.facts.mover
            requests = {
                key: asking
                for key, asking in self._open_questions(open_game).items()
                # a model's options are those that it had when it set out
                if key not in open_game.advice or not (is_current or mover(asking[0].ask))
            }
            about = AdviceBasis(open_game, open_game.game.state, snapshot)
            last_line = open_game.game.log.last
            adviser, set_out = open_game.book.question_advice, dict(open_game.set_out)
            return AdviceJob(adviser, about, last_line, resting, requests, set_out) if requests else None

    def _open_questions(self, open_game: OpenGame) -> dict[AdviceKey, tuple[Question, str]]:
        """Every open question, once for all seats that may be advised on it and know the same models."""
        return {
            key: (question, seat)
            for seat in (*open_game.game.seats, NOBODY)
            for question in open_game.questions(seat)
            if (key := open_game.advice_key(question, seat))
        }

    def _advise_questions(self, host: GameHost, job: AdviceJob) -> Iterator[tuple[AdviceKey, AdviceView | None]]:
        """Advise on each question in turn. While a model moves, only its options from its starting place are known."""
        for key, (question, seat) in job.wanted.items():
            facts = job.about.open_game.book.facts
            has_start = job.resting or facts.mover(question.ask) not in job.set_out
            pending = job if has_start else replace(job, resting=True)
            with breathing(partial(self._take_breath, host, pending)):
                try:
                    advice = self._compute_advice(
                        pending.put_at_start(facts.find_moving_model(question.ask)), question, seat
                    )
                except _OvertakenError:
                    if pending.resting:
                        raise
                    continue
            yield key, advice

    def _compute_advice(self, job: AdviceJob, question: Question, seat: str) -> AdviceView | None:
        about = job.about
        hidden = about.open_game.get_hidden_names(seat)
        names = about.open_game.get_names(seat)
        with playing(about.open_game.book.system):
            advice = job.adviser(rename_models(about.snapshot, hidden), about.state, question.ask.record(), names)
        if advice is None or advice.model in hidden:
            return None
        # the options against a model reveal its identity
        return replace(advice, rows=tuple(row for row in advice.rows if row.target not in hidden))

    def _take_breath(self, host: GameHost, job: AdviceJob) -> None:
        """Report the work in progress, let commands go first, and end work that is outdated."""
        if not is_quiet():
            self._publish_progress(host, job)
        host.first.wait(LONGEST_REST_S)
        if not job.resting or self._stopped.is_set() or job.about.open_game.game.log.last != job.last:
            raise _OvertakenError

    def _publish_progress(self, host: GameHost, job: AdviceJob) -> None:
        """Publish why advice is missing so far."""
        advising, open_game = DUE if job.resting else MOVING, job.about.open_game
        if open_game.advising == advising or not job.wanted.keys() - open_game.advice.keys():
            return
        with host.reading() as current:
            if current is open_game and open_game.game.log.last == job.last:
                open_game.advising = advising
                host.show()

    def _publish_advice(self, host: GameHost, job: AdviceJob, found: dict[AdviceKey, AdviceView | None]) -> None:
        """Publish the advice, unless the game has gone on meanwhile."""
        with host.reading() as open_game:
            if open_game is not job.about.open_game or open_game.game.log.last != job.last:
                return
            if job.resting:
                self._basis = job.about
            old_advice, open_game.advice = open_game.advice, open_game.advice | found
            was_advising = open_game.advising if job.resting else ""
            if was_advising:
                open_game.advising = ""
            if was_advising or any(old_advice.get(key) != view for key, view in found.items()):
                host.show()


@contextmanager
def hosting(
    db: str,
    live: LiveLoop,
    roster: Callable[[], Roster],
    books: Catalogue,
    folder: Path | None = None,
    keeping: Keep | None = None,
) -> Iterator[GameHost]:
    """A host that follows the live view inside the block; an unfinished game is open again.

    db: a file or a URL. folder: the table folder, whose own forces may be played too; while another server holds it,
    this one begins no game. keeping: see `GameObserver`. DatabaseFault if the database cannot be opened.
    """

    def table_in() -> tuple[float, float] | None:
        snapshot = live.view.snapshot
        return (snapshot.width_in, snapshot.depth_in) if snapshot else None

    def called() -> dict[str, str]:
        return {model.id: model.name for model in roster().models}

    def forces(book: Book) -> dict[str, Path]:
        return usual_forces(book, folder)

    def scenarios(book: Book) -> tuple[Scenario, ...]:
        return usual_scenarios(book, folder)

    follower, adviser = GameObserver(live, keeping), AdviceWorker(live)
    setups = GameSetups(books, forces, table_in, scenarios, lambda: roster().models)
    host = GameHost(GameStore(open_database(db)), setups, called, follower)
    table = FolderLock(folder) if folder else None
    if table:
        host.played_elsewhere = table.take
        if other_server := table.take():
            log.warning("%s", other_server)
    host.go_on()
    follower.follow(host)
    adviser.follow(host)
    try:
        yield host
    finally:
        adviser.stop()
        follower.stop()
        host.close()
        if table:
            table.release()
