"""A second way to every chance: the rules themselves, played with every face that the dice can show, each with its
weight. It knows nothing of checks, modifiers or odds, only of dice and of how questions are answered.

    chances = every_face(state, evolve, lambda game: shoot(game, "ann", "bob", rifle, shot), answers={...})
    chances.of(lambda game: not game.state["bob"].alive)        # a Fraction

Throws after which the rules have told the same, ask the same and remember the same (the faces themselves left out)
are played on once, with their weights added, unless nothing was told: then the rules keep the faces to themselves.
`merge=False` plays every throw by itself. Dice of one roll are told apart by nothing, so that throws with the same
faces in another order count as one with its weight. Where a throw leads back to the very questions that it began with,
because a tie is rolled again, its weight goes to the other throws; `void` says of an event that it only tells of that.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

from tablecam.rules.ask import Ask, Roll
from tablecam.rules.event import Event
from tablecam.rules.play import Evolve, Play, Waiting

Answering = Callable[[Ask[Any]], Any]
# what tells of a throw which dice fell, and not what came of it
FACES = ("faces", "total")


@dataclass(frozen=True)
class Ended:
    """Every way in which a procedure can end, and how likely each is. runs: how often the rules were run for it."""

    plays: tuple[tuple[Play[Any], Fraction], ...]
    runs: int

    def of(self, wanted: Callable[[Play[Any]], bool]) -> Fraction:
        """The chance that it ends as is wanted."""
        return sum((weight for play, weight in self.plays if wanted(play)), Fraction(0))

    def by(self, key: Callable[[Play[Any]], Any]) -> dict[Any, Fraction]:
        """The chance of everything that may be read from the end."""
        found: dict[Any, Fraction] = {}
        for play, weight in self.plays:
            found[key(play)] = found.get(key(play), Fraction(0)) + weight
        return found


def every_face(
    state: Any,
    evolve: Evolve[Any],
    procedure: Callable[[Play[Any]], Any],
    answer: Answering,
    *,
    merge: bool = True,
    void: Callable[[Event], bool] = lambda _event: False,
) -> Ended:
    """All ends of a procedure. answer: to every question that is no roll."""
    walk = _Walk(state, evolve, procedure, answer, merge, void)
    found = walk.ends([], [])
    ended = tuple((play, weight) for play, weight in found if isinstance(play, Play))
    assert sum(weight for _play, weight in ended) == 1
    return Ended(ended, walk.runs)


@dataclass
class _Walk:
    state: Any
    evolve: Evolve[Any]
    procedure: Callable[[Play[Any]], Any]
    answer: Answering
    merge: bool
    void: Callable[[Event], bool]
    runs: int = 0

    def ends(self, answers: list[Any], before: list[Any]) -> list[tuple[Play[Any] | int, Fraction]]:
        """Ends from here on, or, as its depth, the place that a throw leads back to. before: the places passed."""
        play, answers = self._until_dice(answers)
        if not play.questions:
            return [(play, Fraction(1))]
        here = self._seen(play, ())
        if here in before:
            return [(before.index(here), Fraction(1))]
        roll = play.questions[0]
        assert isinstance(roll, Roll)
        depth, found = len(before), []
        for faces, weight in self._throws(roll, answers, len(play.told)):
            ways = self.ends([*answers, faces], [*before, here])
            found += [(end, weight * chance) for end, chance in ways]
        again = sum((weight for end, weight in found if end == depth), Fraction(0))
        return [(end, weight / (1 - again)) for end, weight in found if end != depth]

    def _throws(self, roll: Roll, answers: list[Any], told: int) -> list[tuple[list[int], Fraction]]:
        """One throw of each kind, with the weight of its kind. told: how much was told before."""
        kinds: list[tuple[Any, list[int], Fraction]] = []
        for faces, weight in throws(roll):
            play = self._run([*answers, faces])
            kind = self._seen(play, FACES) if self.merge and len(play.told) > told else faces
            at = next((at for at, (known, _faces, _weight) in enumerate(kinds) if known == kind), None)
            if at is None:
                kinds.append((kind, faces, weight))
            else:
                kinds[at] = (kind, kinds[at][1], kinds[at][2] + weight)
        return [(faces, weight) for _kind, faces, weight in kinds]

    def _until_dice(self, answers: list[Any]) -> tuple[Play[Any], list[Any]]:
        """Played on, with all that is no roll answered."""
        play = self._run(answers)
        while play.questions and not isinstance(play.questions[0], Roll):
            answers = [*answers, self.answer(play.questions[0])]
            play = self._run(answers)
        return play, answers

    def _seen(self, play: Play[Any], without: Sequence[str]) -> Any:
        """What play has come to, as far as anybody sees: what was told, what is remembered, what is asked."""
        told = [
            (type(event), [getattr(event, each.name) for each in fields(event) if each.name not in without])
            for event in play.told
            if not self.void(event)
        ]
        return told, play.state, play.questions

    def _run(self, answers: Sequence[Any]) -> Play[Any]:
        self.runs += 1
        play = Play(self.state, self.evolve, list(answers))
        with suppress(Waiting):
            self.procedure(play)
        return play


def throws(roll: Roll) -> Iterator[tuple[list[int], Fraction]]:
    """Every throw once, its faces in order, with the weight of all orders."""
    for faces in combinations_with_replacement(roll.die.faces, roll.count):
        orders = factorial(roll.count)
        for same in Counter(faces).values():
            orders //= factorial(same)
        yield list(faces), Fraction(orders, len(roll.die.faces) ** roll.count)
