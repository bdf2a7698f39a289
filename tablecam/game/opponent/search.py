"""The search behind a choice: trial games from what a seat knows, guided by those before (open-loop ISMCTS).

Each trial draws what other seats hide, plays the procedure in progress up to the open question, gives one of the
candidate answers, and goes on to a horizon, where the position is valued. Trials share a tree of decisions. Its nodes
are information sets: they differ by the public decisions that led there, not by the dice between them, and every seat
chooses in them for itself. Below the tree, answers are drawn at random.
"""

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablecam.game.opponent.candidates import key_answer, list_candidates
from tablecam.game.opponent.position_value import PositionValues
from tablecam.game.opponent.table_knowledge import TableKnowledge
from tablecam.rules.ask import Ask, AskByChance, Below
from tablecam.rules.facts import Move
from tablecam.rules.forward import ForwardGame, ScriptedAnswer, ScriptMisfit, find_question
from tablecam.rules.plain import Json
from tablecam.rules.system import HiddenSampler, System

# how much a rarely tried answer is favoured; values differ by some hundredths
CURIOSITY = 0.15
NO_DIFFERENCE = 0.003
# draws of what is hidden, until one fits everything that has been seen
DRAWS = 200
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

    def draw_answer(self, question: Ask[Any], state: Any, below: Below) -> Json:
        """The answer of the table if it has one, else one by chance."""
        if self.table is None or question.seat is not None:
            return question.draw_answer(below)
        if isinstance(question, Move):
            is_placed = self.table.has_place(state, question.model)
            return self.table.draw_move(question, state, below) if is_placed else question.draw_answer(below)
        measured = self.table.answer(question, state)
        return question.draw_answer(below) if measured is None else measured


@dataclass(frozen=True)
class SearchLimits:
    """How far a search goes. horizon: answers after the procedure in progress; depth: decisions in the tree."""

    trials: int
    horizon: int
    depth: int


@dataclass
class Arm:
    """An answer in the tree, with the trials that gave it and the sum of their values for the seat that gave it."""

    raw: Json
    visits: int = 0
    total: float = 0.0
    nodes: dict[tuple[Any, ...], "SearchNode"] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """The mean value; 0 without a trial."""
        return self.total / self.visits if self.visits else 0.0

    def is_like(self, best: "Arm") -> bool:
        """Whether the trials show no difference to the best answer."""
        return 2 * self.visits >= best.visits > 0 and abs(best.mean - self.mean) <= NO_DIFFERENCE


@dataclass
class SearchNode:
    """A decision in the tree."""

    arms: dict[str, Arm] = field(default_factory=dict)

    def select_arm(self, candidates: Sequence[Json], below: Below) -> Arm:
        """An untried answer, or the one with the best mean, with a bonus for those that are seldom tried."""
        arms = [self.arms.setdefault(key_answer(raw), Arm(raw)) for raw in candidates]
        if untried := [arm for arm in arms if not arm.visits]:
            return untried[below(len(untried))]
        trials = math.log(sum(arm.visits for arm in arms))
        return max(arms, key=lambda arm: arm.mean + CURIOSITY * math.sqrt(trials / arm.visits))


class HorizonReached(BaseException):
    """Raised to end a trial. No Exception, so that a rule's own `except` cannot swallow it."""

    def __init__(self, state: Any) -> None:
        super().__init__()
        self.state = state


class AnswerSearch:
    """The search for one decision. Nothing that the viewer does not know comes into it."""

    def __init__(
        self,
        world: World,
        moment: DecisionPoint,
        limits: SearchLimits,
        candidates: Sequence[Json],
        chance: random.Random,
    ) -> None:
        self.world = world
        self.system = world.system
        self.values = world.values
        self.moment = moment
        self.limits = limits
        self.root = SearchNode()
        draw = chance.random
        self.below: Below = lambda n: int(draw() * n)
        self.candidates = [*candidates, *([WAIT] * moment.may_wait)]

    def run(
        self, in_time: Callable[[], bool] = lambda: True, rank_equal: Callable[[Json], float] = lambda _raw: 0.0
    ) -> list[Arm]:
        """The answers, the most tried first; empty if no draw of what is hidden fits what has been seen.

        rank_equal: the order of answers between which the trials show no difference; chance decides the rest.
        """
        for _trial in range(self.limits.trials):
            if not in_time() or not self._try_once():
                break
        arms = sorted(self.root.arms.values(), key=lambda arm: (-arm.visits, -arm.mean))
        equal = [arm for arm in arms if arm.is_like(arms[0])]
        equal.sort(key=lambda arm: (rank_equal(arm.raw), self.below(len(arms))))
        return [*equal, *(arm for arm in arms if not arm.is_like(arms[0]))]

    def _try_once(self) -> bool:
        for _draw in range(DRAWS):
            trial = SampledGame(self)
            try:
                values = trial.play()
            except ScriptMisfit:
                continue
            for arm, seat in trial.path:
                arm.visits += 1
                arm.total += values.get(seat, 0.0)
            return True
        return False

    def drop_refused(self, arm: Arm, questions: tuple[Ask[Any], ...]) -> bool:
        """Whether the rules ask again at once after an answer; then it is weighed no more, unless it is the last."""
        weighed = arm.raw != WAIT and arm.raw in self.candidates and len(self.candidates) > 1
        if not weighed or self.moment.question not in questions:
            return False
        self.candidates.remove(arm.raw)
        del self.root.arms[key_answer(arm.raw)]
        return True

    def sample_hidden(self) -> tuple[Any, tuple[ScriptedAnswer, ...]]:
        """The state and the answers since, with everything drawn that the viewer does not know."""
        moment, system = self.moment, self.system
        assert isinstance(system, HiddenSampler)
        state = system.sample_hidden(moment.state, moment.viewer, self.below)
        return state, tuple(self._sample_answer(given) for given in moment.script)

    def _sample_answer(self, given: ScriptedAnswer) -> ScriptedAnswer:
        question = given.question
        if question is None or not question.secret or question.seat == self.moment.viewer:
            return given
        return ScriptedAnswer(question, question.draw_answer(self.below))


class SampledGame:
    """One game from the moment of a decision to the horizon. path: the decisions in the tree, and who made them."""

    def __init__(self, search: AnswerSearch) -> None:
        self.search = search
        self.path: list[tuple[Arm, str]] = []
        self._arm: Arm | None = None
        self._answers = 0
        self._limit: float = math.inf

    def play(self) -> Mapping[str, float]:
        """The value of the end for each seat. ScriptMisfit if what was drawn does not fit what has been seen."""
        search = self.search
        state, script = search.sample_hidden()
        game: ForwardGame[Any] = ForwardGame(search.system, state, self.answer)
        try:
            going_on = game.play_step(script)
            if not self.path:
                raise ScriptMisfit("the procedure did not ask the question")  # no text: for programmers
            self._limit = self._answers + search.limits.horizon
            while going_on and self._answers < self._limit:
                going_on = game.play_step()
        except HorizonReached as reached:
            return search.values.value_state(reached.state)
        return search.values.value_state(game.state, over=search.system.next_procedure(game.state) is None)

    def answer(self, state: Any, questions: tuple[Ask[Any], ...]) -> tuple[int, Json]:
        """The answer of a trial: to the question of the moment, in the tree, or at random."""
        if not self.path:
            return self._answer_root(state, questions)
        if not self._answers and self.search.drop_refused(self.path[0][0], questions):
            raise ScriptMisfit("the rules refuse the answer")  # no text: for programmers
        self._answers += 1
        if self._answers > self._limit:
            raise HorizonReached(state)
        below = self.search.below
        which = below(len(questions)) if len(questions) > 1 else 0
        question = questions[which]
        if self._arm and question.seat and not isinstance(question, AskByChance):
            return which, self._answer_in_tree(self._arm, question, question.seat)
        return which, self.search.world.draw_answer(question, state, below)

    def _answer_root(self, state: Any, questions: tuple[Ask[Any], ...]) -> tuple[int, Json]:
        search, moment = self.search, self.search.moment
        which = find_question(ScriptedAnswer(moment.question, None), questions)
        arm = search.root.select_arm(search.candidates, search.below)
        self.path.append((arm, moment.seat))
        self._arm = arm if search.limits.depth else None
        if arm.raw != WAIT:
            return which, arm.raw
        alternative = next(self._list_others(questions, which))
        return alternative, search.world.draw_answer(questions[alternative], state, search.below)

    def _list_others(self, questions: tuple[Ask[Any], ...], which: int) -> Iterator[int]:
        others = (place for place in range(len(questions)) if place != which)
        return iter([*others, which])

    def _answer_in_tree(self, arm: Arm, question: Ask[Any], seat: str) -> Json:
        """The answer in the node after the last decision; one node more than before joins the tree."""
        key = (type(question).__name__, seat, question.action, question.subject)
        node = arm.nodes.setdefault(key, SearchNode())
        chosen = node.select_arm(list_candidates(question, self.search.below), self.search.below)
        is_new = not chosen.visits
        self.path.append((chosen, seat))
        self._arm = None if is_new or len(self.path) > self.search.limits.depth else chosen
        return chosen.raw
