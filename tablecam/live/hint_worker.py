"""Hints at a live table: the search of the machine, in the place of a person who asks what it would do."""

import logging
import secrets
from dataclasses import dataclass
from typing import Any

from tablecam.game.game import Game, Question
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.machine_plan import Hint, HintRequest
from tablecam.game.hosting.open_game import OpenGame
from tablecam.game.machine_answers import write_reason
from tablecam.game.opponent.opponent import Opponent
from tablecam.live.game_observer import put_back
from tablecam.live.live_loop import PublishedFrame
from tablecam.live.machine_worker import describe_move, list_closed, make_knowledge
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.facts import Move

log = logging.getLogger(__name__)

HINT_LEVEL = 3


@dataclass(frozen=True)
class HintJob:
    """A hint to find, read from the game in one go. fork: the game, to try answers in; last: its length."""

    open_game: OpenGame
    request: HintRequest
    question: Question
    fork: Game[Any]
    last: int
    opponent: Opponent

    def find_hint(self) -> Hint:
        """The best answer that the rules accept, with its reason; none for a move of a model that nobody sees."""
        state, table, ask = self.fork.state, self.opponent.table, self.question.ask
        if isinstance(ask, Move) and not (table and table.has_place(state, ask.model)):
            return Hint()
        choice = self.opponent.choose_answer(self.fork, self.question)
        for raw in choice.ranked:
            try:
                self.fork.answer(raw, question=self.question.line, by=self.request.seat)
            except IllegalAnswer:
                continue
            return Hint(raw, write_reason(choice.reason), describe_move(table, self.question, state, raw))
        return Hint()


class HintWorker:
    """Finds hints; `look` is called again and again from one thread. seed: as for the machine."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed

    def look(self, host: GameHost, view: PublishedFrame) -> None:
        """Find the hint that somebody waits for, if there is one."""
        job = self._take_job(host, view)
        if job is None:
            return
        try:
            hint = job.find_hint()
        except Exception:
            # a fault of a book must not end the evening: people decide without a hint
            log.exception("no hint could be found")
            hint = Hint()
        with host.reading():
            if job.request in job.open_game.hints and job.open_game.game.log.last == job.last:
                job.open_game.hints[job.request] = hint

    def _take_job(self, host: GameHost, view: PublishedFrame) -> HintJob | None:
        with host.reading() as open_game:
            if open_game is None:
                return None
            request = next((request for request, hint in open_game.hints.items() if hint is None), None)
            question = next((asked for asked in open_game.game.open if request and asked.line == request.line), None)
            if request is None or question is None:
                return None
            opponent = self._seat_opponent(open_game, request, view)
            opponent.closed = list_closed(host, open_game, [question])
            return HintJob(open_game, request, question, open_game.game.fork(), open_game.game.log.last, opponent)

    def _seat_opponent(self, open_game: OpenGame, request: HintRequest, view: PublishedFrame) -> Opponent:
        seen = put_back(view.snapshot, open_game.displaced) if view.snapshot else None
        table = make_knowledge(open_game.book, seen) if seen else None
        seed = secrets.randbelow(1 << 32) if self._seed is None else self._seed
        timed = self._seed is None
        opponent = Opponent(open_game.book, request.seat, HINT_LEVEL, seed, timed=timed, table=table)
        opponent.viewer = request.viewer
        return opponent
