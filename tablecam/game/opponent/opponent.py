"""The machine in a seat: what it answers to the questions of a game, and why.

    machine = Opponent(book, "green", level=3, seed=7)
    while choice := machine.choose(game):
        game.answer(choice.ranked[0], question=choice.question.line, by="green")

Level 1 takes the first row of the advice, or any legal answer. Levels 2 to 5 search, each several times as long
as the level before. A book that cannot draw what a seat does not know (`HiddenSampler`) is played at level 1.
"""

import random
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from tablecam.base.i18n import Message
from tablecam.game.game import Game, Question
from tablecam.game.machine_answers import ADVISED, explain_shares
from tablecam.game.opponent.candidates import list_candidates
from tablecam.game.opponent.habits import Habits
from tablecam.game.opponent.position_value import PositionValues
from tablecam.game.opponent.search import AnswerSearch, Arm, SearchLimits
from tablecam.game.opponent.table_knowledge import TableKnowledge
from tablecam.game.opponent.trial_game import WAIT, DecisionPoint, World
from tablecam.rules.ask import Ask, AskByChance
from tablecam.rules.books.book import Book
from tablecam.rules.facts import Move
from tablecam.rules.plain import Json
from tablecam.rules.system import HiddenSampler

LEVELS = (1, 2, 3, 4, 5)
SEARCHES = {
    2: SearchLimits(trials=10),
    3: SearchLimits(trials=96, horizon=12),
    4: SearchLimits(trials=240, horizon=12),
    5: SearchLimits(trials=600, horizon=24),
}
# the longest search for one choice
MOST_S = 2.0


@dataclass(frozen=True)
class Choice:
    """The machine's answer to a question. ranked: its answers, the best first, in case the rules refuse one.

    reason: a sentence, empty where there was nothing to choose.
    """

    question: Question
    ranked: tuple[Json, ...]
    reason: Message | str = ""


class Opponent:
    """The machine in one seat of a game. timed: whether a search ends after two seconds; if not, a seed decides all.

    table: measures in trial games, and knows where models can go; without it a move is only a length.
    rolls: whether it throws its own dice; set it to False where people do. closed: the options that the table shows to
    be impossible, by the line of the question. viewer: the seat whose knowledge it uses, its own as a rule; empty for
    that of an onlooker.
    """

    def __init__(
        self,
        book: Book,
        seat: str,
        level: int,
        seed: int,
        *,
        timed: bool = False,
        table: TableKnowledge | None = None,
    ) -> None:
        self.book = book
        self.rolls = True
        self.closed: Mapping[int, Collection[Json]] = {}
        self.seat = self.viewer = seat
        self.level = level if isinstance(book.system, HiddenSampler) else 1
        self.seed = seed
        self.timed = timed
        self.table = table
        self._waited = -1
        self._habits = Habits()

    def find_questions(self, game: Game[Any]) -> list[Question]:
        """The open questions that this seat answers, with the moves of its models."""
        return [question for question in game.open if self._is_asked(question.ask, game.state)]

    def choose(self, game: Game[Any]) -> Choice | None:
        """The machine's next answer; None if it is not asked, or lets another seat answer first."""
        questions = self.find_questions(game)
        if not questions or game.log.last == self._waited:
            return None
        question = questions[0]
        may_wait = question.which > 0 and not question.ask.secret and len(questions) < len(game.open)
        choice = self.choose_answer(game, question, may_wait=may_wait)
        if choice.ranked[0] == WAIT:
            self._waited = game.log.last
            return None
        return choice

    def choose_answer(self, game: Game[Any], question: Question, *, may_wait: bool = False) -> Choice:
        """The machine's answer to one of the questions of this seat; if it may wait, perhaps WAIT."""
        chance = self._make_chance(game)
        if isinstance(question.ask, AskByChance):
            return Choice(question, (question.ask.draw_answer(chance.randrange),))
        if self.level == 1:
            return self._choose_plainly(game, question, may_wait, chance)
        return self._search(game, question, may_wait, chance)

    def _is_asked(self, ask: Ask[Any], state: Any) -> bool:
        if isinstance(ask, Move):
            # people say where a model was interrupted, and put it on the table
            is_known = self.table is None or (type(ask) is Move and self.table.has_place(state, ask.model))
            return is_known and self.book.phrases.find_seat(ask.record(), state) == self.seat
        return ask.seat == self.seat and (self.rolls or not isinstance(ask, AskByChance))

    def _make_chance(self, game: Game[Any]) -> random.Random:
        """The source of chance for one choice: of the seed and of what the seat has seen, never of what is hidden."""
        return random.Random(f"{self.seed} {self.seat} {len(game.visible_lines(self.viewer))}")

    def _choose_plainly(self, game: Game[Any], question: Question, may_wait: bool, chance: random.Random) -> Choice:
        if advised := self._find_advised_answer(game, question):
            return Choice(question, (advised,), ADVISED)
        candidates = self._list_candidates(game, question, may_wait, chance) + [WAIT] * may_wait
        chance.shuffle(candidates)
        return Choice(question, tuple(candidates))

    def _list_candidates(
        self, game: Game[Any], question: Question, may_wait: bool, chance: random.Random
    ) -> list[Json]:
        """The answers to weigh; none if the table rules out all of them and another seat may answer instead."""
        if self.table and isinstance(question.ask, Move):
            return self.table.list_moves(question.ask, game.state, chance.randrange)
        closed = self.closed.get(question.line, ())
        draw = partial(self._habits.draw_answer, below=chance.randrange, draw=chance.random)
        candidates = list_candidates(question.ask, chance.randrange, draw=draw)
        possible = [raw for raw in candidates if raw not in closed]
        return possible if possible or may_wait else candidates

    def _find_advised_answer(self, game: Game[Any], question: Question) -> str:
        if self.table is None or self.book.question_advice is None:
            return ""
        names = self.book.phrases.build_names(game.state, {})
        advice = self.book.question_advice(
            self.table.take_snapshot(game.state), game.state, question.ask.record(), names
        )
        opened = {option.id for option in getattr(question.ask, "options", ()) if option.open}
        opened.difference_update(map(str, self.closed.get(question.line, ())))
        return next((row.option for row in (advice.rows if advice else ()) if row.option in opened), "")

    def _search(self, game: Game[Any], question: Question, may_wait: bool, chance: random.Random) -> Choice:
        state, script = game.procedure
        moment = DecisionPoint(state, script, question.ask, self.seat, self.viewer, may_wait)
        world = World(self.book.system, PositionValues(self.book, state), self.table)
        candidates = self._list_candidates(game, question, may_wait, chance)
        search = AnswerSearch(world, moment, SEARCHES[self.level], candidates, chance, self._habits)
        if len(search.candidates) == 1:
            return Choice(question, tuple(search.candidates))
        arms = search.run(self._make_timer(), lambda raw: self._rank_equal(game, question, raw))
        if not arms:
            return self._choose_plainly(game, question, may_wait, chance)
        return Choice(question, tuple(arm.raw for arm in arms), _give_reason(arms))

    def _rank_equal(self, game: Game[Any], question: Question, raw: Json) -> float:
        """Of answers that are equally good, let others go on, and move towards the other sides."""
        if raw == WAIT or self.table is None or not isinstance(question.ask, Move):
            return float(raw != WAIT)
        people = self.book.phrases.people(game.state)
        others = [model for model, seat in people.items() if seat != self.seat]
        return self.table.find_nearest_in(game.state, raw["end"], others)

    def _make_timer(self) -> Callable[[], bool]:
        ends_s = time.monotonic() + MOST_S
        return lambda: not self.timed or time.monotonic() < ends_s


def _give_reason(arms: list[Arm]) -> Message | str:
    """The expected share of the strength in play, beside that of the next best answer."""
    best, *others = arms
    trials = sum(arm.visits for arm in arms)
    if not others:
        return ""
    return explain_shares(round(100 * best.mean), trials, round(100 * others[0].mean))
