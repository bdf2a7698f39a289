"""A roll's sum in words: `to hit 7+ (SH 4, moved −1, against 10): rolled 6, a miss`.

One line shows every number that the log has of a roll, without modifiers of zero. A book maps codes to short names of
its rolls and modifiers (`SumStyle`); without one, plain words are used.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tablecam.base.i18n import Message, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import with_minus
from tablecam.rules.check import Natural
from tablecam.rules.coded_text import Words, is_coded
from tablecam.rules.plain import Json
from tablecam.rules.roll_sum import RollSum, Summand, roll_sum
from tablecam.rules.sentence import ModelNames, Rolled
from tablecam.rules.system import Tell

Ask = Mapping[str, Json]
Verdict = Callable[[RollSum], str]


def plain_verdict(sum: RollSum) -> str:
    """The result of a roll: pass or fail; the number of passes of several tries; the hits on a ladder."""
    if sum.steps:
        return ngettext("{n} hit", "{n} hits", sum.scored) if sum.scored else _("no hit")
    if len(sum.tries) == 1:
        return _("passes") if sum.scored else _("fails")
    return ngettext("{n} passes", "{n} pass", sum.scored) if sum.scored else _("none passes")


@dataclass(frozen=True)
class SumStyle:
    """A book's names for its rolls. All keys are codes.

    stats: modifiers that are a number of a card, written without a plus: `SH 4`. short: shorter names of modifiers.
    labels: the purpose of a roll, by the name of the check or by the action of the question, which comes first.
    verdicts: the result of a roll, by the same. plain_duels: whether the die of a duel is added to its modifiers.
    """

    stats: frozenset[str] = frozenset()
    short: Mapping[str, Words] = field(default_factory=dict)
    labels: Mapping[str, str | Message] = field(default_factory=dict)
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    plain_duels: bool = True


PLAIN = SumStyle()


def describe_sum(ask: Ask, raw: Json, names: ModelNames, style: SumStyle = PLAIN) -> str:
    """The sum of an answered roll; empty if it has neither modifiers nor a check."""
    sum = roll_sum(ask, raw)
    return SumWords(ask, sum, names, style).text() if sum else ""


class RollPhrases(Protocol):
    """The part of a book's phrases that describes a roll."""

    def describe_answer(self, ask: Ask, raw: Json, by: str, names: Any) -> str:
        """An answer as one line."""

    def describe_sum(self, ask: Ask, raw: Json, names: Any) -> str:
        """The sum of an answered roll."""


def tell_rolls(phrases: RollPhrases, names: ModelNames) -> Tell:
    """A function that describes the rolls of a transcript: those with a check."""

    def tell(ask: Ask, raw: Json, by: str) -> Rolled | None:
        roll = roll_sum(ask, raw) if ask.get("check") else None
        words = phrases.describe_sum(ask, raw, names) if roll else ""
        return Rolled(phrases.describe_answer(ask, raw, by, names), words, (roll,)) if roll and words else None

    return tell


@dataclass(frozen=True)
class SumWords:
    """The words of one sum."""

    ask: Ask
    sum: RollSum
    names: ModelNames
    style: SumStyle

    def text(self) -> str:
        """The purpose of the roll, all its numbers, and the result."""
        label, sum = self._look_up_style(self.style.labels), self.sum
        text = self._format_one_die() if sum.target is not None and len(sum.tries[0]) == 1 else self._format_sum()
        # Translators: {what} is rolled for, {sum} are the numbers: "to hit" and "7+ (SH 4, against 10): rolled 6, ..."
        return _("{what} {sum}", what=label, sum=text) if label else text

    def _format_one_die(self) -> str:
        """The text of one die: `7+ (SH 4, moved −1, against 10): rolled 6, a miss`."""
        sum = self.sum
        values = {
            "need": _("out of reach") if sum.needed is None else f"{sum.needed}+",
            "dice": join_items(sum.faces),
            "verdict": self._find_verdict(),
        }
        reasons = [*map(self._format_reason, sum.added), *map(_word_override, sum.overriding)]
        if not reasons:
            return _("{need}: rolled {dice}, {verdict}", **values)
        against = _("against {number}", number=sum.target)
        why = _join_items([*reasons[: len(sum.added)], against, *reasons[len(sum.added) :]])
        return _("{need} ({why}): rolled {dice}, {verdict}", why=why, **values)

    def _format_sum(self) -> str:
        """The text of a sum: `2d10 7+1 + CD 5 = 13, needs 15: fails`; `4 + score 2 = 6 against 6/10/14: 1 hit`."""
        sum = self.sum
        values: dict[str, object] = {"sums": join_items(self._format_tries()), "verdict": self._find_verdict()}
        if sum.target is not None:
            overriding = _join_items(map(_word_override, sum.overriding))
            if overriding:
                return _("{sums}, needs {target}, {rule}: {verdict}", target=sum.target, rule=overriding, **values)
            return _("{sums}, needs {target}: {verdict}", target=sum.target, **values)
        if sum.steps:
            return _("{sums} against {steps}: {verdict}", steps="/".join(map(str, sum.steps)), **values)
        return str(values["sums"])

    @property
    def added(self) -> str:
        """All modifiers after the dice: ` + CD 5 − panicked 2`."""
        return "".join(map(self._format_summand, self.sum.added))

    def _format_tries(self) -> Iterable[str]:
        """The text of each try: its faces as they fell, and its modifiers."""
        sum, added = self.sum, self.added
        for faces, total in zip(sum.tries, sum.totals, strict=True):
            dice = "+".join(map(str, faces))
            if len(faces) > 1:
                # Translators: several dice of a kind and what they show: "2d10 7+1"
                dice = _("{count}d{sides} {faces}", count=len(faces), sides=len(sum.die.faces), faces=dice)
            if not added and len(faces) == 1:
                yield dice
            elif sum.duel and not self.style.plain_duels:
                # the book itself says how much such a die counts
                yield _("{dice} with {added}", dice=dice, added=_join_items(map(self._format_reason, sum.added)))
            else:
                yield f"{dice}{added} = {with_minus(total)}"  # no text: 7 + CD 5 = 12

    def _format_reason(self, summand: Summand) -> str:
        """A modifier in brackets: `SH 4`, `moved −1`, `long range +2`; a number of a card has no plus."""
        bare = summand.amount > 0 and _reason_code(summand.why) in self.style.stats
        amount = str(summand.amount) if bare else _format_signed(summand.amount)
        return _("{why} {amount}", why=self._name_modifier(summand), amount=amount)

    def _format_summand(self, summand: Summand) -> str:
        """A modifier in a sum: ` + CD 5`, ` − panicked 2`."""
        sign = "+" if summand.amount > 0 else "−"
        return f" {sign} " + _("{why} {amount}", why=self._name_modifier(summand), amount=abs(summand.amount))

    def _name_modifier(self, summand: Summand) -> str:
        """The short name of a modifier."""
        short = self.style.short.get(_reason_code(summand.why))
        if short is None:
            return self.names.read(summand.why)
        values = {
            key: self.names(value) if isinstance(value, str) else value for key, value in _reason_values(summand.why)
        }
        return str(short.with_values(**values) if isinstance(short, Message) else short(values))

    def _find_verdict(self) -> str:
        say: Verdict = self._look_up_style(self.style.verdicts) or plain_verdict
        return say(self.sum)

    def _look_up_style(self, table: Mapping[str, Any]) -> Any:
        return table.get(str(self.ask.get("action", "")), table.get(self.sum.name))


def _reason_code(why: Json) -> str:
    return str(why["code"]) if is_coded(why) else ""


def _reason_values(why: Json) -> Iterable[tuple[str, Json]]:
    return why.get("values", {}).items() if is_coded(why) else ()


def _format_signed(amount: int) -> str:
    return f"{amount:+d}".replace("-", "−")


def _word_override(natural: Natural) -> str:
    """A rule on bare dice, which decides whatever is added."""
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


def _join_items(parts: Iterable[str]) -> str:
    """Items of a short list in brackets: no "and" before the last."""
    return ", ".join(parts)
