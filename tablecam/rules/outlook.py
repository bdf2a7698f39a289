"""Odds from the rules themselves: a procedure, played over all classes of dice outcomes, and every end with its chance.

    outlook = play_out(evolve, state, lambda game: fight(game, "ann", "bob"))
    outlook.chance(lambda ending: not ending.state["bob"].alive)         # a Fraction, exact
    outlook.spread(lambda ending: ending.state["bob"].wounds)            # a Distribution

The rules know nothing of it, and whatever changes them changes the odds. `answer` answers what people or the table
would be asked; where it has no answer, that way ends, and the ending has the question. Steps that a second edition
replaces are played as it has them (`playing` in `tablecam/rules/steps.py`); `steps` replaces more, by what is known
already, or by nothing.

A procedure cannot be stopped and copied in the middle, so it runs once for every way that the dice can go; what is
known of a run is not computed again. Steps that may be replaced shorten this: a step is played out by itself, once for
equal states and arguments, and those of its ways that give equal results go on as one. A step therefore depends on the
game's state and its arguments alone, and changes none of these.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar, cast

from tablecam.rules.ask import Ask, Topic
from tablecam.rules.check import Check, Duel, Ladder
from tablecam.rules.dice import D10, Die
from tablecam.rules.dice_classes import Classes, list_classes, list_duel_classes
from tablecam.rules.event import Event
from tablecam.rules.odds import ONE, Distribution, add_up_chances
from tablecam.rules.plain import Json
from tablecam.rules.play import Evolve, Play
from tablecam.rules.pool import Reroll
from tablecam.rules.steps import NO_STEPS, Steps, get_played_steps

A = TypeVar("A")
S = TypeVar("S")
T = TypeVar("T", bound=Hashable)
# both dice of a duel
Throws = tuple[int, int]
Procedure = Callable[[Play[Any]], Any]
# the answer in this state as JSON; None leaves the question open
Answering = Callable[[Ask[Any], Any], Json]
# a mark for an event that matters to the question; None for any other
Watch = Callable[[Event], Hashable | None]
NO_MARKS: frozenset[Hashable] = frozenset()
# points of one way: beyond, the rules go in circles
MOST_POINTS = 500


class Ending(NamedTuple):
    """An end of a procedure. marks: of its events; question: what it stopped at, None where it ran to its end.

    value: what the procedure returned.
    """

    state: Any
    marks: frozenset[Hashable] = NO_MARKS
    value: Any = None
    question: Ask[Any] | None = None


Weighted = tuple[Ending, Fraction]


@dataclass(frozen=True)
class Outlook(Generic[S]):
    """All different endings, each with its chance; the chances add up to exactly one.

    checks: those that dice were rolled for, in the order in which the rules came to them.
    """

    endings: tuple[Weighted, ...]
    checks: tuple[Check | Ladder | Duel, ...] = ()

    def chance(self, wanted: Callable[[Ending], bool]) -> Fraction:
        """The chance of an ending that is wanted."""
        return sum((chance for ending, chance in self.endings if wanted(ending)), Fraction(0))

    def spread(self, read: Callable[[Ending], T]) -> Distribution[T]:
        """The distribution of whatever can be read from the ending."""
        return add_up_chances((read(ending), chance) for ending, chance in self.endings)


def leave_open(_question: Ask[Any], _state: Any) -> Json:
    """Answer nothing."""
    return None


def ignore(_event: Event) -> None:
    """Mark nothing."""


def play_out(
    evolve: Evolve[S],
    state: S,
    procedure: Procedure,
    *,
    answer: Answering = leave_open,
    watch: Watch = ignore,
    steps: Steps = NO_STEPS,
) -> Outlook[S]:
    """Play a procedure out from a state. watch: gives events their marks, such as "hit"."""
    game = _ManyWays(state, evolve, answer, watch, steps)
    return Outlook(tuple(game.explore(lambda: procedure(game))), tuple(game.checks))


class _Stopped(BaseException):
    """Raised at a question that stays open. No Exception, so that a rule's own `except` cannot swallow it."""

    def __init__(self, question: Ask[Any]) -> None:
        super().__init__(question)
        self.question = question


@dataclass
class _Way:
    """The part of a way that is known: the ending of each of its points, and the chance that it is taken."""

    points: list[Ending]
    weight: Fraction
    place: int = 0


class _ManyWays(Play[S]):
    """A game that goes every way that the dice can go, one after another."""

    def __init__(self, state: S, evolve: Evolve[S], answer: Answering, watch: Watch, steps: Steps) -> None:
        super().__init__(state, evolve)
        self.steps = _PlayedSteps(self, {**get_played_steps(), **steps})
        self.marks = NO_MARKS
        self.checks: list[Check | Ladder | Duel] = []
        self._answer = answer
        self._watch = watch
        self._way = _Way([], ONE)
        self._other_ways: list[_Way] = []
        self._played: dict[Any, list[tuple[Any, frozenset[Hashable], S, list[Weighted]]]] = {}

    def explore(self, run: Callable[[], Any]) -> list[Weighted]:
        """Every different ending from the present state, which stays the present one."""
        outside = (self._way, self._other_ways, self.state, self.marks)
        endings, self._other_ways = [], [_Way([], ONE)]
        while self._other_ways:
            self._way = self._other_ways.pop()
            self.state, self.marks = outside[2:]
            endings.append((self._run(run), self._way.weight))
        self._way, self._other_ways, self.state, self.marks = outside
        return _merge(endings)

    def explore_from(self, start: Ending, run: Callable[[], Any]) -> list[Weighted]:
        """Every different ending from the state of another one; the present state stays the present one."""
        here = (self.state, self.marks)
        self.state, self.marks = start.state, start.marks
        endings = self.explore(run)
        self.state, self.marks = here
        return endings

    def _run(self, run: Callable[[], Any]) -> Ending:
        try:
            value = run()
        except _Stopped as stopped:
            return Ending(self.state, self.marks, None, stopped.question)
        return Ending(self.state, self.marks, value)

    @property
    def is_known(self) -> bool:
        """Whether this point of the way was passed before."""
        return self._way.place < len(self._way.points)

    def pass_point(self) -> Any:
        """Pass the next point, and return its value."""
        point = self._way.points[self._way.place]
        self._way.place += 1
        self.state, self.marks = point.state, point.marks
        if point.question:
            raise _Stopped(point.question)
        return copy(point.value) if isinstance(point.value, dict | list | set) else point.value

    def fork(self, ways: Iterable[Weighted]) -> Any:
        """Go the first way from here, note the others, and return the value of the point."""
        way = self._way
        if len(way.points) > MOST_POINTS:
            raise RuntimeError("the rules go in circles; a repeated roll takes Play.repeat")
        (first, chance), *others = ways
        self._other_ways += [_Way([*way.points, point], way.weight * further) for point, further in others]
        way.points.append(first)
        way.weight *= chance
        return self.pass_point()

    def choose_class(self, classes: Classes) -> Any:
        """Go on with one class of outcomes after another."""
        return self.fork((Ending(self.state, self.marks, value), chance) for value, chance in classes)

    def tell(self, event: Event) -> None:
        """Apply an event, and keep its mark."""
        if not self.is_known:
            mark, state = self._watch(event), self._evolve(self.state, event)
            marks = self.marks if mark is None else self.marks | {mark}
            self._way.points.append(Ending(state, marks))
        self.pass_point()

    def ask_unless(self, question: Ask[A], *_offers: Any) -> Any:
        """Answer a question; nobody breaks in."""
        if self.is_known:
            return self.pass_point()
        classes = list_classes(question)
        if classes is None:
            return self.fork([(self._find_answer(question), ONE)])
        self._note_check(getattr(question, "check", None))
        return self.choose_class(classes)

    def _find_answer(self, question: Ask[Any]) -> Ending:
        raw = self._answer(question, self.state)
        if raw is None and isinstance(question, Reroll):
            raw = [option.id for option in question.options[: question.limit]]
        open_question = question if raw is None else None
        value = None if raw is None else question.parse_json(raw)
        return Ending(self.state, self.marks, value, open_question)

    def _note_check(self, check: Check | Ladder | Duel | None) -> None:
        if check and check not in self.checks:
            self.checks.append(check)

    def ask_unsettled(self, question: Ask[A]) -> A:
        """Answer a question; answers have no doubts here."""
        return cast("A", self.ask_unless(question))

    def together(self, *questions: Ask[A]) -> tuple[A, ...]:
        """Answer questions one after another."""
        return tuple(self.ask_unless(question) for question in questions)

    def roll(
        self,
        seat: str | None,
        purpose: str | Topic,
        *,
        die: Die = D10,
        count: int = 1,
        check: Check | Ladder | None = None,
    ) -> tuple[int, ...]:
        """Roll dice; a known roll is not made again."""
        if self.is_known:
            return cast("tuple[int, ...]", self.pass_point())
        return super().roll(seat, purpose, die=die, count=count, check=check)

    def duel(self, purpose: str | Topic, duel: Duel) -> tuple[int, int]:
        """Roll both dice of a duel; a tie that is rolled again does not count."""
        if self.is_known:
            return cast("Throws", self.pass_point())
        self._note_check(duel)
        return cast("Throws", self.choose_class(list_duel_classes(duel)))

    def repeat(self, attempt: Callable[[], A | None]) -> A:
        """Attempts without a result do not count."""
        if self.is_known:
            return cast("A", self.pass_point())
        ways = [
            (ending, chance) for ending, chance in self.explore(attempt) if ending.value is not None or ending.question
        ]
        total = sum((chance for _end, chance in ways), Fraction(0))
        if not total:
            raise RuntimeError("every attempt is made again, without end")
        return cast("A", self.fork((ending, chance / total) for ending, chance in ways))

    def count_results(self, times: int, attempt: Callable[[], T]) -> Mapping[T, int]:
        """Attempts one after another; those that give the same results in another order go on as one."""
        if self.is_known:
            return cast("Mapping[T, int]", Counter(dict(self.pass_point())))
        ways: list[Weighted] = [(Ending(self.state, self.marks, frozenset()), ONE)]
        for _time in range(times):
            ways = _merge(
                (
                    ending if ending.question else ending._replace(value=_count_one_more(previous.value, ending.value)),
                    chance * share,
                )
                for previous, chance in ways
                for ending, share in ([(previous, ONE)] if previous.question else self.explore_from(previous, attempt))
            )
        return cast("Mapping[T, int]", Counter(dict(self.fork(ways))))

    def play_step(self, step: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Play a step out by itself, once for equal states and arguments."""
        if self.is_known:
            return self.pass_point()
        arguments = (args, kwargs)
        played = self._played.setdefault((step, id(self.state)), [])
        for known_arguments, marks, _state, ways in played:
            if known_arguments == arguments and marks == self.marks:
                return self.fork(ways)
        ways = self.explore(lambda: step(self, *args, **kwargs))
        # the state is kept, so that no other one gets its number
        played.append((arguments, self.marks, self.state, ways))
        return self.fork(ways)


class _PlayedSteps(Mapping[str, Callable[..., Any]]):
    """The steps of a game; each is played out by itself."""

    def __init__(self, game: _ManyWays[Any], steps: Steps) -> None:
        self._game = game
        self._steps = steps

    def get(self, name: str, default: Any = None) -> Any:
        """The step of a name."""
        step = self._steps.get(name, default)
        return lambda _game, *args, **kwargs: self._game.play_step(step, *args, **kwargs)

    def __getitem__(self, name: str) -> Callable[..., Any]:
        return cast("Callable[..., Any]", self.get(name, self._steps[name]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._steps)

    def __len__(self) -> int:
        return len(self._steps)


def _merge(endings: Iterable[Weighted]) -> list[Weighted]:
    """Equal endings together."""
    groups: dict[Hashable, list[Weighted]] = {}
    for ending, chance in endings:
        group = groups.setdefault((ending.marks, _make_hashable(ending.value)), [])
        for place, (member, member_chance) in enumerate(group):
            if member == ending:
                group[place] = (member, member_chance + chance)
                break
        else:
            group.append((ending, chance))
    return [weighted for group in groups.values() for weighted in group]


def _count_one_more(counts: frozenset[tuple[Hashable, int]], value: Hashable) -> frozenset[tuple[Hashable, int]]:
    return frozenset((Counter(dict(counts)) + Counter([value])).items())


def _make_hashable(value: Any) -> Hashable:
    """The value, or its type where it has no hash."""
    try:
        hash(value)
    except TypeError:
        return str(type(value))
    return cast("Hashable", value)
