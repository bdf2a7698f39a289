"""A roll's sum in words: `to hit 7+ (SH 4, moved −1, against 10): rolled 6, a miss`.

Every number that the log has of a roll stands in one line; what adds nothing is left out. A book says by codes what
its rolls and modifiers are called in so short a line (`SumStyle`); a book that does not is read in plain words.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tablecam.base.i18n import Message, listed, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.table_facts import ModelNames
from tablecam.rules.check import Natural
from tablecam.rules.coded_text import Words, is_coded
from tablecam.rules.plain import Json
from tablecam.rules.roll_sum import RollSum, Summand, roll_sum
from tablecam.rules.system import Rolled, Tell

Ask = Mapping[str, Json]
Verdict = Callable[[RollSum], str]


def plain_verdict(sum: RollSum) -> str:
    """Whether a roll passes; of several how many do; of a ladder, how many hits there are."""
    if sum.steps:
        return ngettext("{n} hit", "{n} hits", sum.scored) if sum.scored else _("no hit")
    if len(sum.tries) == 1:
        return _("passes") if sum.scored else _("fails")
    return ngettext("{n} passes", "{n} pass", sum.scored) if sum.scored else _("none passes")


@dataclass(frozen=True)
class SumStyle:
    """How a book calls its rolls. All keys are codes.

    stats: modifiers that are a number of a card, told without a plus: `SH 4`. short: modifiers by shorter names.
    labels: what is rolled for, by the name of the check or by the action of the question, which comes first.
    verdicts: what a roll comes to, by the same. plain_duels: whether the die of a duel is added to what adds to it.
    """

    stats: frozenset[str] = frozenset()
    short: Mapping[str, Words] = field(default_factory=dict)
    labels: Mapping[str, str | Message] = field(default_factory=dict)
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    plain_duels: bool = True


PLAIN = SumStyle()


def summed(ask: Ask, raw: Json, names: ModelNames, style: SumStyle = PLAIN) -> str:
    """The sum of an answered roll; empty where there is nothing to add up or to hold against."""
    sum = roll_sum(ask, raw)
    return SumWords(ask, sum, names, style).text() if sum else ""


class RollPhrases(Protocol):
    """What is wanted of a book's phrases to tell a roll."""

    def answered(self, ask: Ask, raw: Json, by: str, names: Any) -> str:
        """An answer as one line."""

    def summed(self, ask: Ask, raw: Json, names: Any) -> str:
        """The sum of an answered roll."""


def tell_rolls(phrases: RollPhrases, names: ModelNames) -> Tell:
    """Rolls as a transcript tells them: those that were held against something."""

    def tell(ask: Ask, raw: Json, by: str) -> Rolled | None:
        sum = roll_sum(ask, raw) if ask.get("check") else None
        words = phrases.summed(ask, raw, names) if sum else ""
        return Rolled(phrases.answered(ask, raw, by, names), words, (sum,)) if sum and words else None

    return tell


@dataclass(frozen=True)
class SumWords:
    """One sum on its way into words."""

    ask: Ask
    sum: RollSum
    names: ModelNames
    style: SumStyle

    def text(self) -> str:
        """What is rolled for, all numbers, and what comes of them."""
        label, sum = self._looked_up(self.style.labels), self.sum
        text = self._one_die() if sum.target is not None and len(sum.tries[0]) == 1 else self._added_up()
        # Translators: {what} is rolled for, {sum} are the numbers: "to hit" and "7+ (SH 4, against 10): rolled 6, ..."
        return _("{what} {sum}", what=label, sum=text) if label else text

    def _one_die(self) -> str:
        """`7+ (SH 4, moved −1, against 10): rolled 6, a miss`."""
        sum = self.sum
        values = {
            "need": _("out of reach") if sum.needed is None else f"{sum.needed}+",
            "dice": listed(sum.faces),
            "verdict": self._verdict(),
        }
        reasons = [*map(self._reason, sum.added), *map(_override, sum.overriding)]
        if not reasons:
            return _("{need}: rolled {dice}, {verdict}", **values)
        against = _("against {number}", number=sum.target)
        why = _in_a_row([*reasons[: len(sum.added)], against, *reasons[len(sum.added) :]])
        return _("{need} ({why}): rolled {dice}, {verdict}", why=why, **values)

    def _added_up(self) -> str:
        """`2d10 7+1 + CD 5 + aura 1 = 14, needs 15: fails`; `4 + score 2 = 6 against 6/10/14: 1 hit`."""
        sum = self.sum
        values: dict[str, object] = {"sums": listed(self._tries()), "verdict": self._verdict()}
        if sum.target is not None:
            overriding = _in_a_row(map(_override, sum.overriding))
            if overriding:
                return _("{sums}, needs {target}, {rule}: {verdict}", target=sum.target, rule=overriding, **values)
            return _("{sums}, needs {target}: {verdict}", target=sum.target, **values)
        if sum.steps:
            return _("{sums} against {steps}: {verdict}", steps="/".join(map(str, sum.steps)), **values)
        return str(values["sums"])

    @property
    def added(self) -> str:
        """` + CD 5 − panicked 2`: all that is added, after the dice."""
        return "".join(map(self._summand, self.sum.added))

    def _tries(self) -> Iterable[str]:
        """Each try with what is added to it: the faces as they fell."""
        sum, added = self.sum, self.added
        for faces, total in zip(sum.tries, sum.totals, strict=True):
            dice = "+".join(map(str, faces))
            if len(faces) > 1:
                # Translators: several dice of a kind and what they show: "2d10 7+1"
                dice = _("{count}d{sides} {faces}", count=len(faces), sides=len(sum.die.faces), faces=dice)
            if not added and len(faces) == 1:
                yield dice
            elif sum.duel and not self.style.plain_duels:
                # what such a die is worth the book says by itself
                yield _("{dice} with {added}", dice=dice, added=_in_a_row(map(self._reason, sum.added)))
            else:
                yield f"{dice}{added} = {with_minus(total)}"  # no text: 7 + CD 5 = 12

    def _reason(self, summand: Summand) -> str:
        """`SH 4`, `moved −1`, `long range +2`: a number of a card has no plus."""
        bare = summand.amount > 0 and _code(summand.why) in self.style.stats
        amount = str(summand.amount) if bare else _signed(summand.amount)
        return _("{why} {amount}", why=self._why(summand), amount=amount)

    def _summand(self, summand: Summand) -> str:
        """` + CD 5`, ` − panicked 2`."""
        sign = "+" if summand.amount > 0 else "−"
        return f" {sign} " + _("{why} {amount}", why=self._why(summand), amount=abs(summand.amount))

    def _why(self, summand: Summand) -> str:
        """What a modifier is called in a short line."""
        short = self.style.short.get(_code(summand.why))
        if short is None:
            return self.names.read(summand.why)
        values = {key: self.names(value) if isinstance(value, str) else value for key, value in _values(summand.why)}
        return str(short if isinstance(short, Message) else short(values))

    def _verdict(self) -> str:
        say: Verdict = self._looked_up(self.style.verdicts) or plain_verdict
        return say(self.sum)

    def _looked_up(self, table: Mapping[str, Any]) -> Any:
        return table.get(str(self.ask.get("action", "")), table.get(self.sum.name))


def _code(why: Json) -> str:
    return str(why["code"]) if is_coded(why) else ""


def _values(why: Json) -> Iterable[tuple[str, Json]]:
    return why.get("values", {}).items() if is_coded(why) else ()


def _signed(amount: int) -> str:
    return f"{amount:+d}".replace("-", "−")


def with_minus(number: int) -> str:
    """A number with a sign that is read aloud where it is below zero."""
    return str(number).replace("-", "−")


def _override(natural: Natural) -> str:
    """What bare dice decide whatever is added."""
    if natural.first == natural.last:
        if natural.passes:
            return _("a {face} always passes", face=natural.first)
        return _("a {face} always fails", face=natural.first)
    values = {"first": natural.first, "last": natural.last}
    return (
        _("{first} to {last} always passes", **values)
        if natural.passes
        else _("{first} to {last} always fails", **values)
    )


def _in_a_row(parts: Iterable[str]) -> str:
    """Items of a short list in brackets: no "and" before the last."""
    return ", ".join(parts)
