"""The play of each kind of check: it rolls `tries` times and returns the successes and failures."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from tablecam.rules.ask import Topic
from tablecam.rules.books.data_book.rules import topics
from tablecam.rules.books.data_book.rules.check_forms_toml import DuelCheckForm, LadderCheckForm, TargetCheckForm
from tablecam.rules.books.data_book.rules.context import Context
from tablecam.rules.books.data_book.rules.form_toml import CheckForm
from tablecam.rules.check import Check, Duel, DuelSide, Ladder, Natural, Ties
from tablecam.rules.dice import Die
from tablecam.rules.play import Play


class Tally(NamedTuple):
    """The result of a check's rolls."""

    successes: int
    failures: int


class CheckKind(Protocol):
    """A check of one kind in its circumstances."""

    def play(self, game: Play[Any], tries: int) -> Tally:
        """Ask for the dice and count."""
        ...

    @property
    def shown(self) -> Check | Ladder | Duel:
        """The check as screens show it."""
        ...


@dataclass(frozen=True)
class CheckPlay:
    """A check of the book, by its key, in its circumstances."""

    context: Context
    key: str

    @property
    def form(self) -> Any:
        """The check in the book."""
        return self.context.form.checks[self.key]

    @property
    def seat(self) -> str:
        """The side that rolls."""
        return self.context.get_seat(self.form.roller)

    @property
    def die(self) -> Die:
        """The die that it is rolled with."""
        name = self.form.die or self.context.form.die
        return Die(name, 1, int(name.removeprefix("d")))

    @property
    def topic(self) -> Topic:
        """The question's topic."""
        return topics.check(self.key, self.context.pairing.actor, self.context.pairing.target)


class TargetCheck(CheckPlay):
    """Dice against a number."""

    @cached_property
    def shown(self) -> Check:
        """The check as screens show it."""
        form, context = self.form, self.context
        fails = (Natural(face, face, False) for face in form.always_fails)
        passes = (Natural(face, face, True) for face in form.always_passes)
        return Check(
            name=self.key,
            target=context.compute(form.needs),
            modifiers=context.list_modifiers(form),
            naturals=(*fails, *passes),
            die=self.die,
            dice=form.dice,
            clause=context.build_clause(form),
        )

    def play(self, game: Play[Any], tries: int) -> Tally:
        """Ask for the dice of all tries at once."""
        faces, dice = game.roll(self.seat, self.topic, count=tries, check=self.shown), self.form.dice
        passed = sum(self.shown.passes(faces[start : start + dice]) for start in range(0, len(faces), dice))
        return Tally(passed, tries - passed)


class LadderCheck(CheckPlay):
    """Dice against several numbers."""

    @cached_property
    def shown(self) -> Ladder:
        """The ladder as screens show it."""
        form, context = self.form, self.context
        return Ladder(
            name=self.key,
            steps=tuple(form.steps),
            modifiers=context.list_modifiers(form),
            die=self.die,
            dice=form.dice,
            clause=context.build_clause(form),
        )

    def play(self, game: Play[Any], tries: int) -> Tally:
        """Ask for the dice of all tries at once."""
        faces, dice = game.roll(self.seat, self.topic, count=tries, check=self.shown), self.form.dice
        hits = [self.shown.hits(faces[start : start + dice]) for start in range(0, len(faces), dice)]
        return Tally(sum(hits), hits.count(0))


TIES: Mapping[str, Ties] = {"actor": "first", "target": "second", "again": "again", "neither": "neither"}


class DuelCheck(CheckPlay):
    """A die against a die."""

    @cached_property
    def shown(self) -> Duel:
        """The duel as screens show it."""
        form, context = self.form, self.context
        sides = (
            DuelSide(context.get_seat("actor"), context.list_modifiers(form)),
            DuelSide(context.get_seat("target"), context.list_terms(form.against)),
        )
        return Duel(name=self.key, sides=sides, ties=TIES[form.ties], die=self.die, clause=context.build_clause(form))

    def play(self, game: Play[Any], tries: int) -> Tally:
        """Ask both sides for their dice, once for each try."""
        winners = game.count_results(tries, lambda: self.shown.winner(*game.duel(self.topic, self.shown)))
        return Tally(winners.get(0, 0), winners.get(1, 0))


CHECK_KINDS: Mapping[type[CheckForm], type[Any]] = MappingProxyType(
    {TargetCheckForm: TargetCheck, LadderCheckForm: LadderCheck, DuelCheckForm: DuelCheck}
)


def make_check(context: Context, key: str) -> CheckKind:
    """A check of the book in its circumstances."""
    kind: CheckKind = CHECK_KINDS[type(context.form.checks[key])](context, key)
    return kind
