"""A game that is played at once: no log and no texts, and each question is answered where a procedure asks it.

    game = ForwardGame(system, system.new_game(setup), RandomAnswers(random.Random(7).randrange))
    game.play()
    game.state, game.answers

`Play` stops at a question that nobody has answered, and runs the procedure again with the next answer. `LivePlay` asks
an answerer instead, so that a procedure runs through once. The rules are the same, and so are the states.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from tablecam.rules.ask import Ask, AskAgain, Below, IllegalAnswer
from tablecam.rules.event import Event
from tablecam.rules.plain import Json
from tablecam.rules.play import Evolve, Play
from tablecam.rules.steps import NO_STEPS, Steps
from tablecam.rules.system import Step, System

S = TypeVar("S")
A = TypeVar("A")

# a rulebook that runs this many procedures without a question goes round in circles
PROCEDURES_WITHOUT_A_QUESTION = 500
# when the rules refuse this many answers in a row, no answer is legal
REFUSALS = 2000


class ScriptedAnswer(NamedTuple):
    """An answer to a question, or an event that people added while a question waited."""

    question: Ask[Any] | None
    raw: Json
    event: Event | None = None


# the answer to one of the questions that wait: the question's place among them, and the answer as JSON
Answerer = Callable[[Any, tuple[Ask[Any], ...]], tuple[int, Json]]


class ScriptMisfit(Exception):
    """An answer of the script does not fit the questions that wait."""


class LivePlay(Play[S]):
    """A procedure's view of a game that waits for nobody. given: all answers in the order in which they came.

    events: those of the procedure, in their order.

    script: answers that come first, such as those of an action in progress; then the answerer is asked.
    """

    def __init__(
        self,
        state: S,
        evolve: Evolve[S],
        answerer: Answerer,
        script: Sequence[ScriptedAnswer] = (),
        steps: Steps = NO_STEPS,
    ) -> None:
        super().__init__(state, evolve, steps=steps)
        self.given: list[ScriptedAnswer] = []
        self.events: list[Event] = []
        self.refused = 0
        self._answerer = answerer
        self._script = script
        self._put: list[Ask[Any]] = []

    def ask(self, question: Ask[A]) -> A:
        """Like that of `Play`, in fewer calls: most questions are asked alone."""
        answer: A = self._read_answer((question,))[1]
        doubts = question.list_doubts(answer)
        try:
            return question.settle_doubts(answer, tuple(map(self.ask, doubts))) if doubts else answer
        except AskAgain:
            return self.ask(question)

    def ask_unsettled(self, question: Ask[A]) -> A:
        """Like that of `Play`."""
        answer: A = self._read_answer((question,))[1]
        return answer

    def tell(self, event: Event) -> None:
        """Apply an event to the state at once."""
        self.state = self._evolve(self.state, event)
        self.events.append(event)

    def _put_questions(self, *questions: Ask[Any]) -> tuple[int, ...]:
        start = len(self._put)
        self._put += questions
        return tuple(range(start, len(self._put)))

    def _get_question(self, index: int) -> Ask[Any]:
        return self._put[index]

    def _find_accepted_places(self, index: int) -> dict[str, tuple[float, float, float]]:
        return {}

    def _take_answer(self, waiting: tuple[int, ...]) -> tuple[int, Any]:
        which, answer = self._read_answer(tuple([self._put[index] for index in waiting]))
        return waiting[which], answer

    def _read_answer(self, questions: tuple[Ask[Any], ...]) -> tuple[int, Any]:
        """The place of the question that is answered, and its answer as read."""
        while True:
            which, raw = self._find_answer(questions) if self._script else self._answerer(self.state, questions)
            try:
                answer = questions[which].parse_json(raw)
            except IllegalAnswer as refusal:
                if len(self.given) < len(self._script):
                    raise ScriptMisfit(str(refusal)) from refusal
                self._count_refusal()
                continue
            self.given.append(ScriptedAnswer(questions[which], raw))
            return which, answer

    def _count_refusal(self) -> None:
        self.refused += 1
        if self.refused > REFUSALS:
            raise RuntimeError("every answer is refused")  # no text: for programmers

    def _find_answer(self, questions: tuple[Ask[Any], ...]) -> tuple[int, Json]:
        while len(self.given) < len(self._script):
            scripted = self._script[len(self.given)]
            if scripted.event is None:
                return find_question(scripted, questions), scripted.raw
            self.state = self._evolve(self.state, scripted.event)
            self.given.append(scripted)
        return self._answerer(self.state, questions)


def find_question(scripted: ScriptedAnswer, questions: tuple[Ask[Any], ...]) -> int:
    """The place of the question that a scripted answer was given to; ScriptMisfit if it is not among them."""
    kind = type(scripted.question)
    same_kind = [which for which, question in enumerate(questions) if type(question) is kind]
    for which in same_kind:
        if questions[which] == scripted.question:
            return which
    for which in same_kind:
        asked, wanted = questions[which], scripted.question
        if wanted and (asked.seat, asked.action, asked.subject) == (wanted.seat, wanted.action, wanted.subject):
            return which
    raise ScriptMisfit(f"nobody asks for {scripted.raw}")  # no text: for programmers


class ForwardGame(Generic[S]):
    """A game without a log. answers: the number that counted; refused: answers that the rules did not accept.

    last_play: the last procedure, with its answers and events; None before the first.
    """

    def __init__(self, system: System[S], state: S, answerer: Answerer) -> None:
        self.system = system
        self.state = state
        self.answers = 0
        self.refused = 0
        self.last_play: LivePlay[S] | None = None
        self._answerer = answerer
        self._steps: Steps = getattr(system, "steps", NO_STEPS)
        self._quiet = 0

    def play(self) -> None:
        """Play to the end."""
        while self.play_step():
            pass

    def play_step(self, script: Sequence[ScriptedAnswer] = ()) -> bool:
        """Play the next procedure and return True; False if the game is over. ScriptMisfit for a script that fails."""
        step = self.system.next_procedure(self.state)
        if step is None:
            return False
        play = self.last_play = self._play_through(step, script)
        self.state = play.state
        self.answers += len(play.given)
        self._quiet = 0 if play.given else self._quiet + 1
        if self._quiet > PROCEDURES_WITHOUT_A_QUESTION:
            raise RuntimeError(f"'{step.name}' begins again and again without a question")
        return True

    def _play_through(self, step: Step, script: Sequence[ScriptedAnswer]) -> LivePlay[S]:
        """Run a procedure to its end. If it refuses an answer, run it again with all answers but that one."""
        answers, refused = list(script), 0
        for _attempt in range(REFUSALS):
            play = LivePlay(self.state, self.system.evolve, self._answerer, answers, self._steps)
            try:
                step.procedure(play)
            except IllegalAnswer as refusal:
                if len(play.given) <= len(script):
                    raise ScriptMisfit(str(refusal)) from refusal
                refused += 1 + play.refused
                answers = play.given[:-1]
                continue
            self.refused += refused + play.refused
            return play
        raise RuntimeError(f"'{step.name}' refuses every answer")


def make_below(draw: Callable[[], float]) -> Below:
    """A source of chance for trials from random numbers below 1, several times as fast as `Random.randrange`."""
    return lambda n: int(draw() * n)


class RandomAnswers:
    """An answerer that draws a legal answer to any of the questions that wait. below: the source of chance."""

    def __init__(self, below: Below) -> None:
        self.below = below

    def __call__(self, _state: Any, questions: tuple[Ask[Any], ...]) -> tuple[int, Json]:
        """The answer to a question at random."""
        which = self.below(len(questions)) if len(questions) > 1 else 0
        return which, questions[which].draw_answer(self.below)
