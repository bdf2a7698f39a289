"""A trial: one game from the moment of a decision, with one of the answers to it, to the horizon of the search."""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablecam.game.opponent.habits import HabitKey, Habits, list_habit_keys
from tablecam.game.opponent.position_value import PositionValues
from tablecam.game.opponent.table_knowledge import TableKnowledge
from tablecam.rules.ask import Ask, AskByChance, Below, IllegalAnswer
from tablecam.rules.facts import Move
from tablecam.rules.forward import ForwardGame, ScriptedAnswer, ScriptMisfit, find_question, make_below
from tablecam.rules.plain import Json
from tablecam.rules.system import HiddenSampler, System

# the answer of a seat that lets the other seat answer first
WAIT = "wait"  # no text: never sent


@dataclass(frozen=True)
class DecisionPoint:
    """A decision of a seat: the state in which the procedure in progress began, and the answers since.

    question: the one that the seat answers. viewer: the seat whose knowledge trials are drawn from; empty for an
    onlooker's. may_wait: whether another seat's question stands before it.
    """

    state: Any
    script: tuple[ScriptedAnswer, ...]
    question: Ask[Any]
    seat: str
    viewer: str
    may_wait: bool = False


@dataclass(frozen=True)
class World:
    """The means of trial games. table: measures facts; without it they are drawn by chance."""

    system: System[Any]
    values: PositionValues
    table: TableKnowledge | None = None

    def draw_fact(self, question: Ask[Any], state: Any, below: Below) -> Json:
        """The answer of the table if it has one that the rules accept, else one by chance.

        A charge in a trial ends anywhere, while the rules insist that it touches its enemy.
        """
        if self.table is None:
            return question.draw_answer(below)
        if isinstance(question, Move):
            is_placed = self.table.has_place(state, question.model)
            return self.table.draw_move(question, state, below) if is_placed else question.draw_answer(below)
        measured = self.table.answer(question, state)
        return measured if measured is not None and _is_legal(question, measured) else question.draw_answer(below)

    def charges_in_vain(self, question: Ask[Any], state: Any) -> bool:
        """Whether a fact to draw is the move of a charge that reaches nobody."""
        return self.table is not None and isinstance(question, Move) and self.table.charges_in_vain(question, state)


def _is_legal(question: Ask[Any], raw: Json) -> bool:
    try:
        question.parse_json(raw)
    except IllegalAnswer:
        return False
    return True


class HorizonReached(BaseException):
    """Raised to end a trial. No Exception, so that a rule's own `except` cannot swallow it."""

    def __init__(self, state: Any) -> None:
        super().__init__()
        self.state = state


class AnswerRefused(BaseException):
    """Raised when the rules ask again at once after the answer that a trial gives, or the table does not allow it."""


class TrialGame:
    """A game with an answer to the question of a moment. choices: those of both seats after it, by their habits.

    seed: decides what is hidden, all dice and all answers, so that the trials of several answers share their luck.
    """

    def __init__(self, world: World, moment: DecisionPoint, habits: Habits, raw: Json, seed: int) -> None:
        self.world = world
        self.moment = moment
        self.choices: list[tuple[tuple[HabitKey, ...], str]] = []
        self._habits = habits
        self._raw = raw
        self._draw = random.Random(seed).random
        self._below = make_below(self._draw)
        self._has_begun = False
        self._answers = 0
        self._limit: float = math.inf

    def play(self, horizon: int) -> Mapping[str, float]:
        """The value of the end for each seat. ScriptMisfit if what was drawn does not fit what has been seen.

        horizon: the number of answers after the procedure in progress.
        """
        world, (state, script) = self.world, self._sample_hidden()
        game: ForwardGame[Any] = ForwardGame(world.system, state, self._answer)
        try:
            going_on = game.play_step(script)
            if not self._has_begun:
                raise ScriptMisfit("the procedure did not ask the question")  # no text: for programmers
            self._limit = self._answers + horizon
            while going_on and self._answers < self._limit:
                going_on = game.play_step()
        except HorizonReached as reached:
            return world.values.value_state(reached.state)
        return world.values.value_state(game.state, over=world.system.next_procedure(game.state) is None)

    def _sample_hidden(self) -> tuple[Any, tuple[ScriptedAnswer, ...]]:
        """The state and the answers since, with everything drawn that the viewer does not know."""
        moment, system = self.moment, self.world.system
        assert isinstance(system, HiddenSampler)
        state = system.sample_hidden(moment.state, moment.viewer, self._below)
        return state, tuple(self._sample_answer(given) for given in moment.script)

    def _sample_answer(self, given: ScriptedAnswer) -> ScriptedAnswer:
        question, viewer = given.question, self.moment.viewer
        if question is None or question.seat == viewer:
            return given
        if question.secret:
            return ScriptedAnswer(question, question.draw_answer(self._below))
        if not question.is_visible(viewer) and getattr(self.world.system, "keeps_private_answers", False):
            raise ScriptMisfit("a private answer is not known")  # no text: for programmers
        return given

    def _answer(self, state: Any, questions: tuple[Ask[Any], ...]) -> tuple[int, Json]:
        if not self._has_begun:
            return self._begin(state, questions)
        if not self._answers and self._raw != WAIT and self.moment.question in questions:
            raise AnswerRefused
        self._answers += 1
        if self._answers > self._limit:
            raise HorizonReached(state)
        which = self._below(len(questions)) if len(questions) > 1 else 0
        return which, self._draw_answer(state, questions[which])

    def _begin(self, state: Any, questions: tuple[Ask[Any], ...]) -> tuple[int, Json]:
        """Give the answer that is tried or, if that is to wait, answer another question first."""
        which = find_question(ScriptedAnswer(self.moment.question, None), questions)
        self._has_begun = True
        if self._raw != WAIT:
            return which, self._raw
        other = next((place for place in range(len(questions)) if place != which), which)
        return other, self._draw_answer(state, questions[other])

    def _draw_answer(self, state: Any, question: Ask[Any]) -> Json:
        if question.seat is None:
            if not self.choices and self.world.charges_in_vain(question, state):
                raise AnswerRefused
            return self.world.draw_fact(question, state, self._below)
        if isinstance(question, AskByChance):
            return question.draw_answer(self._below)
        raw = self._habits.draw_answer(question, self._below, self._draw)
        self.choices.append((list_habit_keys(question, raw), question.seat))
        return raw
